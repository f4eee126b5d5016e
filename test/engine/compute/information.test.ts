import { describe, expect, it } from 'vitest';
import { tokens } from '../../../src/engine/compute/covariance-code.ts';
import { withEmulator } from './backends.ts';
import { relativeError, runOp, sampleData } from './native-support.ts';

const code = [tokens.matern52, 0, 4, 0, 1, 2, 3, tokens.scale];
const [n, d] = [24, 4];
const { X, y, noise, theta, P } = sampleData(n, 5, 1);

describe.each(await withEmulator())('%s', (_name, backend) => {
  const dims = [1, n, d, P, ...code];
  const covarianceAt = (at: ArrayLike<number>): Float64Array => {
    const [K] = runOp(backend, 'covariance', [1, n, n, d, P, 0, ...code], [X, X, at], [n * n]);
    return K.map((value, i) =>
      i % (n + 1) === 0 ? value + noise[i / (n + 1)] + Math.exp(at[P - 2]) : value,
    );
  };
  const information = (outputs: ArrayLike<number>): Float64Array =>
    runOp(backend, 'gp_information', dims, [X, outputs, noise, theta], [1, P, 1, P * P])[3];

  it('is ½ (∂A α)ᵀ A⁻¹ (∂A α), by central differences of A', () => {
    const [L, alpha] = runOp(backend, 'gp_factor', dims, [X, y, noise, theta], [n * n, n, 1]);
    const D = new Float64Array(n * P);
    for (let k = 0; k < P; k++) {
      const h = 1e-5;
      const [above, below] = [h, -h].map((step) => covarianceAt(theta.with(k, theta[k] + step)));
      for (let i = 0; i < n; i++) {
        let sum = 0;
        for (let j = 0; j < n; j++) sum += ((above[i * n + j] - below[i * n + j]) / (2 * h)) * alpha[j];
        D[i * P + k] = k === P - 1 ? 1 : sum;
      }
    }
    const [W] = runOp(backend, 'solve_triangular', [1, n, P, 0], [L, D], [n * P]);
    const expected = Float64Array.from({ length: P * P }, (_, at) => {
      const [a, b] = [Math.floor(at / P), at % P];
      let sum = 0;
      for (let i = 0; i < n; i++) sum += W[i * P + a] * W[i * P + b];
      return at === P * P - 1 ? sum : sum / 2;
    });
    expect(relativeError(information(y), expected)).toBeLessThan(1e-8);
  });

  it('averages, over outputs of the model, to the expected information', () => {
    // y = mean + L e_i over all i, times √n and both signs, has exactly the model's mean and covariance.
    const [L] = runOp(backend, 'gp_factor', dims, [X, y, noise, theta], [n * n, n, 1]);
    const average = new Float64Array(P * P);
    for (let i = 0; i < n; i++) {
      for (const sign of [-1, 1]) {
        const outputs = Float64Array.from(
          { length: n },
          (_, r) => theta[P - 1] + sign * Math.sqrt(n) * L[r * n + i],
        );
        information(outputs).forEach((value, at) => {
          average[at] += value / (2 * n);
        });
      }
    }
    // ½ tr(A⁻¹ ∂A A⁻¹ ∂A) for the noise, whose ∂A is the noise variance times the identity.
    const eye = Float64Array.from({ length: n * n }, (_, i) => Number(i % (n + 1) === 0));
    const [inverse] = runOp(backend, 'solve_triangular', [1, n, n, 0], [L, eye], [n * n]);
    const [A1] = runOp(backend, 'matmul', [1, n, n, n, 1, 0, n * n, n * n], [inverse, inverse], [n * n]);
    const trace = A1.reduce((sum, value) => sum + value * value, 0);
    const expected = 0.5 * Math.exp(2 * theta[P - 2]) * trace;
    expect(average[(P - 2) * (P + 1)] / expected).toBeCloseTo(1, 10);
  });

  it('is NaN, and says so, where no jitter gives a factor', () => {
    const bad = theta.with(P - 3, Number.POSITIVE_INFINITY);
    const thetas = Float64Array.from([...theta, ...bad, ...theta, ...theta]);
    const [value, , status, square] = runOp(
      backend,
      'gp_information',
      [4, n, d, P, ...code],
      [X, y, noise, thetas],
      [4, 4 * P, 4, 4 * P * P],
    );
    expect(Array.from(status)).toEqual([0, -1, 0, 0]);
    expect(value[1]).toBeNaN();
    expect(square.subarray(P * P, 2 * P * P).every(Number.isNaN)).toBe(true);
    expect(square.subarray(0, P * P).every(Number.isFinite)).toBe(true);
  });
});
