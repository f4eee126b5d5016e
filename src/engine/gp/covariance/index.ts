import { codeLimits, tokens } from '../../compute/covariance-code.ts';
import { ValueError } from '../../errors.ts';
import type { CovarianceDefinition, CovarianceParameter } from './definition.ts';
import { hamming } from './hamming.ts';
import { ibnn } from './ibnn.ts';
import { linear } from './linear.ts';
import { matern12 } from './matern12.ts';
import { matern32 } from './matern32.ts';
import { matern52 } from './matern52.ts';
import { periodic } from './periodic.ts';
import { rationalQuadratic } from './rational-quadratic.ts';
import { rbf } from './rbf.ts';

export type { CovarianceParameter } from './definition.ts';

/** Every covariance of the engine, by its token. */
export const covariances = {
  matern12,
  matern32,
  matern52,
  rbf,
  rational_quadratic: rationalQuadratic,
  periodic,
  linear,
  ibnn,
  hamming,
} as const satisfies Record<string, CovarianceDefinition>;

export type CovarianceName = keyof typeof covariances;

/** A covariance as a tree one can read. Sums and products take two members or more. */
export type CovarianceSpec =
  | { readonly kind: CovarianceName; readonly columns: readonly number[]; readonly depth?: number }
  | { readonly kind: 'scale'; readonly of: CovarianceSpec }
  | { readonly kind: 'sum' | 'product'; readonly of: readonly CovarianceSpec[] };

/**
 * Writes a spec as a covariance code.
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
  if (size > most) throw new ValueError(`covariance: at most ${most} ${what} are taken, got ${size}; ${way}`);
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
  if (spec.kind === 'scale') return [...write(spec.of), tokens.scale];
  if (!('columns' in spec)) {
    if (spec.of.length === 0)
      throw new ValueError(`buildCovariance: a ${spec.kind} of nothing; give it members`);
    const operator = spec.kind === 'sum' ? tokens.add : tokens.multiply;
    return spec.of.flatMap((member, index) => (index === 0 ? write(member) : [...write(member), operator]));
  }
  if (spec.columns.length === 0) {
    throw new ValueError(`buildCovariance: ${spec.kind} has no columns; leave it out of the spec`);
  }
  return [tokens[spec.kind], spec.depth ?? 0, spec.columns.length, ...spec.columns];
}

const leafNames = new Map<number, CovarianceName>(
  (Object.keys(covariances) as CovarianceName[]).map((name) => [tokens[name], name]),
);

/** A log parameter of theta: what it is, and which leaf (in order of the code) it belongs to; −1 for a scale. */
export interface ThetaEntry extends CovarianceParameter {
  readonly leaf: number;
  readonly covariance: CovarianceName | 'scale';
}

/** The meaning of each covariance log parameter of theta, from the code alone. */
export function parametersOf(code: Int32Array): ThetaEntry[] {
  const entries: ThetaEntry[] = [];
  let leaf = 0;
  for (let at = 0; at < code.length; ) {
    const covariance = leafNames.get(code[at]);
    if (covariance === undefined) {
      if (code[at] === tokens.scale) entries.push({ name: 'outputscale', leaf: -1, covariance: 'scale' });
      at += 1;
      continue;
    }
    const count = code[at + 2];
    const columns = Array.from(code.subarray(at + 3, at + 3 + count));
    for (const parameter of covariances[covariance].parameters(columns)) {
      entries.push({ ...parameter, leaf, covariance });
    }
    leaf += 1;
    at += 3 + count;
  }
  return entries;
}
