import { leafTokens } from './covariance-table.ts';

/**
 * Covariance code: a covariance as Int32 tokens in postfix order, read alike by every backend.
 *
 * A leaf is `[kind, depth, columns, column…]` (depth is 0 except for `ibnn`); the operators are one token each.
 * Log parameters are consumed from theta in token order.
 * Log parameters of a leaf are those of its definition in `gp/covariance/`, one per column or one that serves all, in that
 * order. `scale` has one, the log outputscale, and multiplies the top of the stack; `add` and `multiply` have none and
 * combine the two on top.
 *
 */
/** Tokens of what works on leaves. */
export const operatorTokens = { scale: 20, add: 21, multiply: 22 } as const;

export const tokens = { ...leafTokens, ...operatorTokens } as const;

/** What every backend takes of one code; CUDA keeps tokens and stack, the CPU parameters in arrays of these sizes. */
export const codeLimits = { tokens: 24, depth: 8, parameters: 1024 } as const;

export type Token = keyof typeof tokens;
