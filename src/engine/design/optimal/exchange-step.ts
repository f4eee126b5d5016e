import type { Backend, Slot } from '../../compute/backend.ts';
import type { LinearModel } from './model-terms.ts';

/** A batch of coordinate-exchange chains; see op `exchange` in `compute/ops.ts`. Everything in coded units. */
export interface ExchangeBatch {
  readonly model: LinearModel;
  /** Rows to choose. */
  readonly runs: number;
  /** Values offered to each coordinate. */
  readonly levels: readonly Float64Array[];
  /** Per dimension: whether the ends of its feasible interval are offered as well. */
  readonly ends: readonly boolean[];
  /** [p, p] information of the runs that are kept, zeros without any. */
  readonly fixedInformation: Float64Array;
  /** [p, p] weights of trace(W·M⁻¹); absent for D. */
  readonly weights?: Float64Array | undefined;
  /** Rows normal·x ≤ limit: [m, d] and [m]. */
  readonly normals: Float64Array;
  readonly limits: Float64Array;
  /** [k, d, 2] boxes that no row may lie in. */
  readonly forbidden: Float64Array;
  /** [N, d] points that rows start from; empty: levels at random. */
  readonly pool: Float64Array;
  /** [chains, n, d] first designs; absent: rows at random. */
  readonly starts?: Float64Array | undefined;
  readonly chains: number;
  readonly rounds: number;
  readonly maxPasses: number;
  readonly seed: number;
  readonly firstChain: number;
  /** Most rows that a perturbation replaces. */
  readonly perturb: number;
}

export interface ExchangeResult {
  /** [chains] log det M, or −trace(W·M⁻¹); NaN where every search ended singular. */
  readonly values: Float64Array;
  /** [chains, n, d] */
  readonly designs: Float64Array;
  /** [chains] passes over the design, all rounds together. */
  readonly passes: Float64Array;
}

/** Runs one batch on the backend. */
export function runExchange(backend: Backend, batch: ExchangeBatch): ExchangeResult {
  const { chains, runs } = batch;
  const d = batch.model.dimensions.length;
  const inputs = [
    Float64Array.from(batch.levels.flatMap((values) => Array.from(values))),
    batch.fixedInformation,
    batch.weights ?? new Float64Array(0),
    batch.normals,
    batch.limits,
    batch.forbidden,
    batch.pool,
    batch.starts ?? new Float64Array(0),
  ];
  const outputs = [new Float64Array(chains), new Float64Array(chains * runs * d), new Float64Array(chains)];
  const slots: Slot[] = [];
  const place = (values: Float64Array) => {
    const slot = backend.alloc(values.length);
    slots.push(slot);
    return slot;
  };
  try {
    const inputSlots = inputs.map(place);
    const outputSlots = outputs.map(place);
    inputs.forEach((values, k) => {
      backend.write(inputSlots[k], values);
    });
    backend.run([{ op: 'exchange', dims: exchangeDims(batch), inputs: inputSlots, outputs: outputSlots }]);
    outputs.forEach((values, k) => {
      backend.read(outputSlots[k], values);
    });
  } finally {
    for (const slot of slots) backend.free(slot);
  }
  return { values: outputs[0], designs: outputs[1], passes: outputs[2] };
}

/** The dims of the step, in the order that `ops.ts` documents. */
export function exchangeDims(batch: ExchangeBatch): Int32Array {
  const { model, levels } = batch;
  const d = model.dimensions.length;
  const p = model.columns.length;
  const dims = [
    batch.chains,
    batch.rounds,
    batch.runs,
    d,
    p,
    batch.weights === undefined ? 0 : 1,
    batch.maxPasses,
    batch.seed | 0,
    Math.floor(batch.seed / 2 ** 32) | 0,
    batch.firstChain,
    batch.perturb,
    batch.limits.length,
    d === 0 ? 0 : batch.forbidden.length / (2 * d),
    d === 0 ? 0 : batch.pool.length / d,
    batch.starts === undefined ? 0 : 1,
  ];
  model.dimensions.forEach((dimension, j) => {
    const used = model.columns.flatMap((column) => column.pieces.filter((piece) => piece.dimension === j));
    const bases = Math.max(0, ...used.map((piece) => piece.basis));
    dims.push(dimension.kind === 'categorical' ? 1 : 0, bases, levels[j].length, batch.ends[j] ? 1 : 0);
  });
  for (const { pieces } of model.columns) {
    dims.push(pieces.length, ...pieces.flatMap(({ dimension, basis }) => [dimension, basis]));
  }
  return Int32Array.from(dims);
}
