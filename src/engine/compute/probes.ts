import type { Backend, Slot, Step } from './backend.ts';
import { tokens } from './covariance-code.ts';
import type { OpFamily } from './op-definition.ts';
import { type OpName, ops } from './ops.ts';
import { buffersOf, lengthOf, type SizesOf, stepOf } from './step.ts';

/** A step whose time says what its family costs. */
export interface Probe {
  readonly op: OpName;
  readonly sizes: Readonly<Record<string, number>>;
  readonly rest: readonly number[];
  /** Inputs that are not taken from `usual`. */
  readonly inputs: Readonly<Record<string, Float64Array>>;
}

/** Families whose steps cost several times as much where the covariance is composed of several. */
const families = ['likelihood', 'factor', 'posterior', 'acquisition'] as const;

/** What steps have rates of their own for. */
export type RateFamily = OpFamily | `composed ${(typeof families)[number]}`;

/** The family of a step: its op's, and whether its covariance is more than one leaf, with a scale or without. */
export function rateFamilyOf({ op, dims }: Step): RateFamily {
  const { family, rest, sizes } = ops[op];
  const own = families.find((name) => name === family);
  if (own === undefined || rest !== 'covariance code') return family;
  const columns = dims[sizes.length + 2];
  return dims.length - sizes.length > 4 + columns ? `composed ${own}` : family;
}

const COLUMNS = 3;
interface ProbeCovariance {
  readonly code: readonly number[];
  /** Log parameters, those of the noise and the mean included. */
  readonly parameters: number;
}
const all = [0, COLUMNS, 0, 1, 2];
/** A squared exponential of three columns with a scale. */
const leaf: ProbeCovariance = { code: [tokens.rbf, ...all, tokens.scale], parameters: COLUMNS + 3 };
/** The same and one for each column and a trend, as models by `auto` have them. */
const composed: ProbeCovariance = {
  code: [
    ...leaf.code,
    ...[tokens.rbf, 0, 1, 0, tokens.rbf, 0, 1, 1, tokens.add, tokens.rbf, 0, 1, 2, tokens.add, tokens.scale],
    ...[tokens.add, tokens.linear, ...all, tokens.add],
  ],
  parameters: 3 * COLUMNS + 4,
};

/** Numbers in [0, 1), the same everywhere. */
const spread = (length: number): Float64Array =>
  Float64Array.from({ length }, (_, i) => (i * 0.618033988749895) % 1);

/** A factor 4n·I, row-major: rows that say little, so that no variance is negative. */
const weakFactor = (n: number): Float64Array =>
  Float64Array.from({ length: n * n }, (_, e) => (e % (n + 1) === 0 ? 4 * n : 0));

/** The rows before each. */
const before = (count: number, m: number): Float64Array =>
  Float64Array.from({ length: count * m }, (_, e) => Math.floor(e / m) - 1 - (e % m)).map((row) =>
    Math.max(-1, row),
  );

function probe<Op extends OpName>(
  op: Op,
  sizes: SizesOf<Op>,
  inputs: Probe['inputs'] = {},
  rest: readonly number[] = leaf.code,
): Probe {
  return { op, sizes, rest, inputs };
}

const likelihood = (n: number, { code, parameters } = leaf): Probe =>
  probe('gp_information', { batch: 1, n, d: COLUMNS, parameters }, {}, code);
const factor = (n: number, { code, parameters } = leaf): Probe =>
  probe('gp_factor', { batch: 1, n, d: COLUMNS, parameters }, {}, code);
const posterior = (n: number, m: number, { code, parameters } = leaf): Probe =>
  probe('gp_predict', { batch: 1, n, d: COLUMNS, parameters, m, wanted: 7 }, { L: weakFactor(n) }, code);
const acquisition = (n: number, groups: number, { code, parameters } = leaf): Probe =>
  probe(
    'mc_acquisition',
    { groups, q: 4, n, d: COLUMNS, parameters, samples: 128, kind: 0, withGradient: 1, pending: 0 },
    { L: weakFactor(n), params: Float64Array.of(1, 0, 1, 1e-6, 1e-2, 0) },
    code,
  );
const neighbours = (n: number, m: number): Probe =>
  probe(
    'vecchia_likelihood',
    { batch: 1, n, d: COLUMNS, parameters: leaf.parameters, m, wanted: 2 },
    { neighbours: before(n, m) },
  );
const product = (n: number): Probe =>
  probe(
    'matmul',
    { batch: 1, m: n, k: n, n, transposeA: 0, transposeB: 0, strideA: 0, strideB: 0 },
    { A: spread(n * n), B: spread(n * n) },
    [],
  );

/** A quadratic model of two factors at three levels: factors, then the pieces of 1, x, y, x², y², xy. */
const quadratic = [0, 2, 3, 0, 0, 2, 3, 0, 0, 1, 0, 1, 1, 1, 1, 1, 0, 2, 1, 1, 2, 2, 0, 1, 1, 1];
const exchange = (chains: number, n: number): Probe =>
  probe(
    'exchange',
    {
      ...{ chains, rounds: 1, n, d: 2, p: 6, criterion: 0, maxPasses: 20, seedLow: 1, seedHigh: 0 },
      ...{ firstChain: 0, perturb: 1, limits: 0, forbidden: 0, pool: 0, startsGiven: 0 },
    },
    { levels: Float64Array.of(-1, 0, 1, -1, 0, 1), M0: new Float64Array(36) },
    quadratic,
  );

type Three = readonly [Probe, Probe, Probe];
const ofCovariance = (own: ProbeCovariance): Readonly<Record<(typeof families)[number], Three>> => ({
  likelihood: [likelihood(4, own), likelihood(200, own), likelihood(800, own)],
  factor: [factor(4, own), factor(200, own), factor(800, own)],
  posterior: [posterior(4, 4, own), posterior(400, 4, own), posterior(400, 800, own)],
  acquisition: [acquisition(4, 1, own), acquisition(300, 1, own), acquisition(300, 128, own)],
});
const ofComposed = ofCovariance(composed);

/** Per family: a step that does next to nothing, one with a long chain, one with many operations. */
export const probes: Readonly<Record<RateFamily, Three>> = {
  ...ofCovariance(leaf),
  'composed likelihood': ofComposed.likelihood,
  'composed factor': ofComposed.factor,
  'composed posterior': ofComposed.posterior,
  'composed acquisition': ofComposed.acquisition,
  neighbours: [neighbours(8, 2), neighbours(32, 30), neighbours(2000, 15)],
  exchange: [exchange(1, 6), exchange(1, 24), exchange(512, 12)],
  product: [product(1), product(256), product(512)],
};

/** What an input holds unless the probe says: a noise that keeps every matrix well conditioned, unit scales. */
function usual(name: string, length: number): Float64Array {
  if (name === 'theta') return new Float64Array(length);
  if (name === 'noise') return new Float64Array(length).fill(1);
  return spread(length);
}

/** A probe on a backend: its step, and a call that writes a number, runs the step and reads a number of its result. */
export function probeStep(
  backend: Backend,
  { op, sizes, rest, inputs }: Probe,
): { readonly step: Step; run(): void; free(): void } {
  const slots: Record<string, Slot> = {};
  for (const [name, layout] of buffersOf(op, 'inputs')) {
    const values = inputs[name] ?? usual(name, lengthOf(layout, sizes) ?? 0);
    slots[name] = backend.alloc(values.length);
    backend.write(slots[name], values);
  }
  for (const [name, layout] of buffersOf(op, 'outputs'))
    slots[name] = backend.alloc(lengthOf(layout, sizes) ?? 0);
  const step = stepOf(op, sizes as never, slots as never, rest);
  const [aside, number] = [backend.alloc(1), new Float64Array(1)];
  return {
    step,
    run() {
      backend.write(aside, number);
      backend.run([step]);
      backend.read(step.outputs[0], number);
    },
    free() {
      for (const slot of [aside, ...Object.values(slots)]) backend.free(slot);
    },
  };
}
