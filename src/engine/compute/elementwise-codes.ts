import { ShapeError } from '../errors.ts';

/** Codes of the functions of `unary`, shared by every backend. */
export const unaryCodes = {
  neg: 0,
  exp: 1,
  log: 2,
  sqrt: 3,
  square: 4,
  reciprocal: 5,
  tanh: 6,
  sigmoid: 7,
  softplus: 8,
  sin: 9,
  cos: 10,
  abs: 11,
  sign: 12,
  log1p: 13,
  expm1: 14,
  acos: 15,
  normal_cdf: 16,
  log_normal_cdf: 17,
} as const;

/** Codes of the functions of `binary`; `greater` gives 1 where a > b, else 0. */
export const binaryCodes = {
  add: 0,
  subtract: 1,
  multiply: 2,
  divide: 3,
  maximum: 4,
  minimum: 5,
  power: 6,
  greater: 7,
} as const;

/** Codes of the functions of `reduce`, over the middle axis. */
export const reduceCodes = { sum: 0, mean: 1, max: 2, min: 3, logsumexp: 4 } as const;

/**
 * The member of a table of functions that a code denotes.
 *
 * @param who the op or the backend, for the message
 * @throws ShapeError no member has the code
 */
export function functionOf<Name extends string, F>(
  who: string,
  codes: Readonly<Record<Name, number>>,
  table: Readonly<Record<Name, F>>,
  code: number,
): F {
  const name = (Object.keys(codes) as Name[]).find((key) => codes[key] === code);
  if (name === undefined) throw new ShapeError(`${who}: no function has the code ${code}`);
  return table[name];
}
