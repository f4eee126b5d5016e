import type { Backend } from '../../../compute/backend.ts';
import { runOp } from '../../../compute/run-op.ts';
import type { SizesOf } from '../../../compute/step.ts';
import type { LinearModel } from '../model/model-terms.ts';

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
  const { levels, normals, forbidden, pool } = batch;
  const { value, designs, passes } = runOp(
    backend,
    'exchange',
    exchangeSizes(batch),
    {
      ...{ M0: batch.fixedInformation, W: batch.weights ?? new Float64Array(0) },
      levels: Float64Array.from(levels.flatMap((values) => Array.from(values))),
      ...{ normals, limit: batch.limits, boxes: forbidden, points: pool, starts: batch.starts },
    },
    exchangeModel(batch),
  );
  return { values: value, designs, passes };
}

/** The sizes of the step. */
export function exchangeSizes(batch: ExchangeBatch): SizesOf<'exchange'> {
  const d = batch.model.dimensions.length;
  return {
    chains: batch.chains,
    rounds: batch.rounds,
    n: batch.runs,
    d,
    p: batch.model.columns.length,
    criterion: Number(batch.weights !== undefined),
    maxPasses: batch.maxPasses,
    seedLow: batch.seed | 0,
    seedHigh: Math.floor(batch.seed / 2 ** 32) | 0,
    firstChain: batch.firstChain,
    perturb: batch.perturb,
    limits: batch.limits.length,
    forbidden: d === 0 ? 0 : batch.forbidden.length / (2 * d),
    pool: d === 0 ? 0 : batch.pool.length / d,
    startsGiven: Number(batch.starts !== undefined),
  };
}

/** Factors and columns, as they follow the sizes. */
export function exchangeModel({ model, levels, ends }: ExchangeBatch): number[] {
  const factors = model.dimensions.flatMap((dimension, j) => {
    const used = model.columns.flatMap((column) => column.pieces.filter((piece) => piece.dimension === j));
    const bases = Math.max(0, ...used.map((piece) => piece.basis));
    return [Number(dimension.kind === 'categorical'), bases, levels[j].length, Number(ends[j])];
  });
  const columns = model.columns.flatMap(({ pieces }) => [
    pieces.length,
    ...pieces.flatMap(({ dimension, basis }) => [dimension, basis]),
  ]);
  return [...factors, ...columns];
}
