import { tokens } from '../../../src/engine/compute/covariance-code.ts';
import type { GpModel } from '../../../src/engine/gp/model.ts';
import { createGenerator } from '../../../src/engine/random/generator.ts';

/** A Matérn-5/2 model over [0, 1]^d with made-up data; nothing is fitted. Output scale 2, shift −1. */
export function randomModel(d: number, n: number, seed: number, noise = 1e-3): GpModel {
  const generator = createGenerator(seed);
  const columns = Array.from({ length: d }, (_, k) => k);
  const X = Float64Array.from({ length: n * d }, () => generator.uniform());
  const y = Float64Array.from({ length: n }, (_, i) => {
    let value = -1;
    for (let k = 0; k < d; k++) value += 2 * Math.sin(3 * X[i * d + k] + seed + k);
    return value;
  });
  return {
    code: Int32Array.from([tokens.matern52, 0, d, ...columns, tokens.scale]),
    theta: Float64Array.from([...columns.map(() => Math.log(0.5)), 0, Math.log(noise), 0]),
    n,
    d,
    categorical: columns.map(() => false),
    X,
    y,
    inputShift: new Float64Array(d),
    inputScale: new Float64Array(d).fill(1),
    outputShift: -1,
    outputScale: 2,
    calibration: 1,
    objective: 0,
    evaluations: 0,
    verdict: [],
  };
}
