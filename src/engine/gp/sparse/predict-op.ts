import type { Backend, Slot } from '../../compute/backend.ts';
import { runOp } from '../../compute/run-op.ts';

/** A call of `vecchia_predict`, model scale. */
export interface PredictCall {
  readonly backend: Backend;
  readonly code: Int32Array;
  readonly D: number;
  readonly P: number;
  readonly data: {
    readonly X: Slot;
    readonly y: Slot;
    readonly noise: Slot;
    readonly theta: Slot;
    readonly n: number;
  };
  /** [count, D] */
  readonly points: Float64Array;
  readonly count: number;
  /** [count, m] */
  readonly neighbours: Float64Array;
  readonly m: number;
  /** What is taken off the covariance: f of the rows [n, rank] and of the points [count, rank]. */
  readonly features?: { readonly rank: number; readonly rows: Slot; readonly points: Float64Array };
  /** Bits as the op has them. */
  readonly wanted: number;
}

const none = { rank: 0, rows: new Float64Array(0), points: new Float64Array(0) };

export const runVecchiaPredict = ({ backend, code, D, P, data, points, count, m, ...call }: PredictCall) => {
  const { n, ...slots } = data;
  const { rank, ...taken } = call.features ?? none;
  const sizes = { k: count, n, d: D, parameters: P, m, rank, wanted: call.wanted };
  const given = {
    ...{ ...slots, Xs: points, neighbours: call.neighbours },
    ...{ features: taken.rows, pointFeatures: taken.points },
  };
  return runOp(backend, 'vecchia_predict', sizes, given, code);
};
