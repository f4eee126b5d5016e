import type { Backend, Slot } from '../../compute/backend.ts';
import { stepOf } from '../../compute/op-sizes.ts';
import { readSlot, slotOf } from '../slots.ts';

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

export function runVecchiaPredict({
  backend,
  code,
  D,
  P,
  data,
  points,
  count,
  neighbours,
  m,
  wanted,
}: PredictCall) {
  const own = [points, neighbours].map((values) => slotOf(backend, values));
  const slopes = wanted & 4 ? count * D : 0;
  const lengths = [
    wanted & 1 ? count : 0,
    wanted & 2 ? count : 0,
    slopes,
    slopes,
    wanted & 8 ? count * m : 0,
  ];
  const outputs = lengths.map((length) => backend.alloc(length));
  try {
    const sizes = { k: count, n: data.n, d: D, parameters: P, m, wanted };
    const inputs = [data.X, data.y, data.noise, data.theta, ...own];
    backend.run([stepOf('vecchia_predict', sizes, code, inputs, outputs)]);
    const [mean, variance, dMean, dVariance, weights] = outputs.map((slot) => readSlot(backend, slot));
    return { mean, variance, dMean, dVariance, weights };
  } finally {
    for (const slot of [...own, ...outputs]) backend.free(slot);
  }
}
