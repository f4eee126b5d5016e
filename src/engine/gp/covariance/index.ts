import { codeLimits, operatorTokens } from '../../compute/covariance-code.ts';
import { ShapeError, ValueError } from '../../errors.ts';
import type { CovarianceDefinition, ParameterGroup } from './definition.ts';
import * as members from './table.ts';

export type CovarianceName = keyof typeof members;

/** Every covariance of the engine by its name, in the order of tokens. */
export const covariances = Object.fromEntries(
  Object.entries(members satisfies Readonly<Record<string, CovarianceDefinition>>).sort(
    ([, a], [, b]) => a.token - b.token,
  ),
) as Readonly<Record<CovarianceName, CovarianceDefinition>>;

/** A covariance as a tree one can read. Sums and products take two members or more. */
export type CovarianceSpec =
  | { readonly kind: CovarianceName; readonly columns: readonly number[]; readonly depth?: number }
  | { readonly kind: 'scale'; readonly of: CovarianceSpec }
  | { readonly kind: 'sum' | 'product'; readonly of: readonly CovarianceSpec[] };

/**
 * Writes a spec as a covariance code [tokens] in postfix order.
 *
 * @throws ValueError on a leaf without columns, an empty sum or product, and on more than `codeLimits`
 */
export function buildCovariance(spec: CovarianceSpec): Int32Array {
  const code = Int32Array.from(write(spec));
  check(tokenCount(spec), codeLimits.tokens, 'leaves, scales and operators', 'give it fewer terms');
  check(depthOf(spec), codeLimits.depth, 'terms that wait for their operators', 'nest it less');
  check(parametersOf(code).length, codeLimits.parameters, 'parameters', 'give it fewer columns');
  return code;
}

function check(size: number, most: number, what: string, way: string): void {
  if (size > most)
    throw new ValueError(`covariance: at most ${most} ${what} are allowed, got ${size}; ${way}`);
}

/** Tokens of a spec: its leaves, scales, and one operator between members. */
function tokenCount(spec: CovarianceSpec): number {
  if (spec.kind === 'scale') return tokenCount(spec.of) + 1;
  if ('columns' in spec) return 1;
  return spec.of.reduce((sum, member) => sum + tokenCount(member) + 1, -1);
}

/** Largest height of the stack while the code is read: members after the first find the sum so far below them. */
function depthOf(spec: CovarianceSpec): number {
  if (spec.kind === 'scale') return depthOf(spec.of);
  if ('columns' in spec) return 1;
  return Math.max(...spec.of.map((member, index) => depthOf(member) + Math.min(index, 1)));
}

function write(spec: CovarianceSpec): number[] {
  if (spec.kind === 'scale') return [...write(spec.of), operatorTokens.scale];
  if (!('columns' in spec)) {
    if (spec.of.length === 0)
      throw new ValueError(`buildCovariance: a ${spec.kind} has no members; add some`);
    const operator = spec.kind === 'sum' ? operatorTokens.add : operatorTokens.multiply;
    return spec.of.flatMap((member, index) => (index === 0 ? write(member) : [...write(member), operator]));
  }
  if (spec.columns.length === 0) {
    throw new ValueError(`buildCovariance: ${spec.kind} has no columns; leave it out of the spec`);
  }
  return [covariances[spec.kind].token, spec.depth ?? 0, spec.columns.length, ...spec.columns];
}

const leafNames = new Map<number, CovarianceName>(
  (Object.keys(covariances) as CovarianceName[]).map((name) => [covariances[name].token, name]),
);

/** A token of a covariance code in words: a leaf over columns, or an operator on what is before it. */
export type CodePart =
  | {
      readonly kind: 'leaf';
      readonly name: CovarianceName;
      readonly columns: readonly number[];
      readonly depth: number;
    }
  | { readonly kind: 'scale' | 'add' | 'multiply' };

const operators = {
  [operatorTokens.scale]: 'scale',
  [operatorTokens.add]: 'add',
  [operatorTokens.multiply]: 'multiply',
} as const;

/**
 * Reads a covariance code token by token.
 *
 * @throws ShapeError naming a token that is neither a covariance nor an operator
 */
export function readCode(code: ArrayLike<number>): CodePart[] {
  const parts: CodePart[] = [];
  for (let at = 0; at < code.length; ) {
    const name = leafNames.get(code[at]);
    if (name !== undefined) {
      const columns = Array.from({ length: code[at + 2] }, (_, k) => code[at + 3 + k]);
      parts.push({ kind: 'leaf', name, columns, depth: code[at + 1] });
      at += 3 + columns.length;
      continue;
    }
    const kind = operators[code[at] as keyof typeof operators];
    if (kind === undefined) throw new ShapeError(`covariance code: no covariance has the token ${code[at]}`);
    parts.push({ kind });
    at += 1;
  }
  return parts;
}

/** Covariances that no backend has code for. */
export const covariancesWithoutKernels = (Object.keys(covariances) as CovarianceName[]).filter(
  (name) => !covariances[name].kernel,
);

/** Those of them that a code names. */
export const withoutKernels = (code: ArrayLike<number>): CovarianceName[] =>
  readCode(code).flatMap((part) =>
    part.kind === 'leaf' && covariancesWithoutKernels.includes(part.name) ? [part.name] : [],
  );

/** A log parameter of theta: what it is, and which leaf (in order of the code) it belongs to; −1 for a scale. */
export interface ThetaEntry {
  readonly name: ParameterGroup['name'];
  /** Input column it belongs to; absent where it serves all columns. */
  readonly column?: number;
  readonly leaf: number;
  readonly covariance: CovarianceName | 'scale';
}

/** The meaning of each covariance log parameter of theta, in its order, from the code [tokens] alone. */
export function parametersOf(code: Int32Array): ThetaEntry[] {
  let leaf = -1;
  return readCode(code).flatMap((part): ThetaEntry[] => {
    if (part.kind === 'scale') return [{ name: 'outputscale', leaf: -1, covariance: 'scale' }];
    if (part.kind !== 'leaf') return [];
    leaf += 1;
    const own = { leaf, covariance: part.name };
    return covariances[part.name].parameters.flatMap(({ name, per }): ThetaEntry[] =>
      per === 'leaf' ? [{ name, ...own }] : part.columns.map((column) => ({ name, column, ...own })),
    );
  });
}
