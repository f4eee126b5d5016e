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
  /** Bits as the op has them. */
  readonly wanted: number;
}

export const runVecchiaPredict = ({ backend, code, D, P, data, points, count, m, ...call }: PredictCall) => {
  const { n, ...slots } = data;
  const sizes = { k: count, n, d: D, parameters: P, m, wanted: call.wanted };
  const given = { ...slots, Xs: points, neighbours: call.neighbours };
  return runOp(backend, 'vecchia_predict', sizes, given, code);
};
