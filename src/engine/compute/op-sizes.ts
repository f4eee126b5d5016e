import { ShapeError } from '../errors.ts';
import type { Slot, Step } from './backend.ts';
import type { OpName } from './ops.ts';

/**
 * What the leading `dims` of each op are, by name and in their order: the one place that knows positions. What follows
 * them (a covariance code, shapes, factors) is the op's `rest`. Meanings: `ops.ts`.
 */
export const opSizes = {
  gp_likelihood: ['batch', 'n', 'd', 'parameters', 'withGradient'],
  gp_information: ['batch', 'n', 'd', 'parameters'],
  gp_factor: ['batch', 'n', 'd', 'parameters'],
  gp_predict: ['batch', 'n', 'd', 'parameters', 'm', 'wanted'],
  gp_joint: ['groups', 'q', 'n', 'd', 'parameters', 'withGradient'],
  mc_acquisition: ['groups', 'q', 'n', 'd', 'parameters', 'samples', 'kind', 'withGradient', 'pending'],
  vecchia_likelihood: ['batch', 'n', 'd', 'parameters', 'm', 'wanted'],
  vecchia_predict: ['k', 'n', 'd', 'parameters', 'm', 'wanted'],
  matmul: ['batch', 'm', 'k', 'n', 'transposeA', 'transposeB', 'strideA', 'strideB'],
  cholesky: ['batch', 'n'],
  solve_triangular: ['batch', 'n', 'm', 'transpose'],
  covariance: ['batch', 'n1', 'n2', 'd', 'parameters', 'withGradient'],
  unary: ['length', 'function'],
  binary: ['function', 'rank'],
  reduce: ['function', 'outer', 'middle', 'inner'],
  exchange: [
    ...(['chains', 'rounds', 'n', 'd', 'p', 'criterion', 'maxPasses', 'seedLow', 'seedHigh'] as const),
    ...(['firstChain', 'perturb', 'limits', 'forbidden', 'pool', 'startsGiven'] as const),
  ],
} as const satisfies Record<OpName, readonly string[]>;

/** The sizes of an op by name. */
export type SizesOf<Op extends OpName> = Readonly<Record<(typeof opSizes)[Op][number], number>>;

/**
 * The sizes of a step by name, and what follows them.
 *
 * @throws ShapeError when dims are too few or a size is negative
 */
export function readSizes<Op extends OpName>(
  op: Op,
  dims: ArrayLike<number>,
): SizesOf<Op> & { readonly rest: Int32Array } {
  const names: readonly string[] = opSizes[op];
  const sizes: Record<string, number> = {};
  let fits = dims.length >= names.length;
  for (let i = 0; i < names.length; i++) {
    sizes[names[i]] = dims[i];
    // Seeds use all 32 bits.
    if (dims[i] < 0 && !names[i].startsWith('seed')) fits = false;
  }
  if (!fits) {
    throw new ShapeError(
      `${op}: expected dims [${names.join(', ')}, …], none negative, got [${Array.from(dims).join(', ')}]`,
    );
  }
  const whole = dims instanceof Int32Array ? dims : Int32Array.from(dims);
  return { ...(sizes as SizesOf<Op>), rest: whole.subarray(names.length) };
}

/** A step from its sizes by name; every size is to be given. */
export function stepOf<Op extends OpName>(
  op: Op,
  sizes: SizesOf<Op>,
  rest: ArrayLike<number>,
  inputs: readonly Slot[],
  outputs: readonly Slot[],
): Step {
  const leading = (opSizes[op] as readonly (keyof SizesOf<Op>)[]).map((name) => sizes[name]);
  return { op, dims: Int32Array.from([...leading, ...Array.from(rest)]), inputs, outputs };
}

/** Ops whose `rest` is a covariance code. */
const withCode: readonly OpName[] = [
  'gp_likelihood',
  'gp_information',
  'gp_factor',
  'gp_predict',
  'gp_joint',
  'mc_acquisition',
  'covariance',
  'vecchia_likelihood',
  'vecchia_predict',
];

/** The covariance code of a step; undefined where its op takes none. */
export const codeOf = ({ op, dims }: Step): Int32Array | undefined =>
  withCode.includes(op) ? dims.subarray(opSizes[op].length) : undefined;
