import { describe, expect, it } from 'vitest';
import { runAlone } from '../../../src/engine/compute/lockstep.ts';
import { createTsBackend } from '../../../src/engine/compute/ts/index.ts';
import { choleskyOf, type HamiltonianTask, hamiltonianSteps } from '../../../src/engine/optim/hamiltonian.ts';

const backend = createTsBackend();
/** Curvature of a normal density with mean (1, −2). */
const precision = Float64Array.of(4, 1.5, 1.5, 1);
const centre = [1, -2];

function normalTask(chains: number, change: Partial<HamiltonianTask> = {}): HamiltonianTask {
  return {
    starts: Float64Array.from({ length: 2 * chains }, (_, at) => centre[at % 2]),
    count: 2,
    curvature: precision,
    lower: Float64Array.of(-50, -50),
    upper: Float64Array.of(50, 50),
    *evaluate(xs, count) {
      const values = new Float64Array(count);
      const gradients = new Float64Array(2 * count);
      for (let b = 0; b < count; b++) {
        const [u, v] = centre.map((c, k) => xs[2 * b + k] - c);
        gradients[2 * b] = 4 * u + 1.5 * v;
        gradients[2 * b + 1] = 1.5 * u + v;
        values[b] = 0.5 * (u * gradients[2 * b] + v * gradients[2 * b + 1]);
      }
      return { values, gradients };
    },
    trajectories: 30,
    leaps: 6,
    seed: 3,
    ...change,
  };
}

describe('Hamiltonian Monte Carlo', () => {
  it('ends where the density says, from chains that all begin at its mode', () => {
    const chains = 2000;
    const { draws, acceptance } = runAlone(hamiltonianSteps(normalTask(chains)), backend);
    const mean = [0, 1].map((k) => draws.reduce((s, x, at) => (at % 2 === k ? s + x / chains : s), 0));
    const covariance = (k: number, l: number): number => {
      let sum = 0;
      for (let b = 0; b < chains; b++)
        sum += ((draws[2 * b + k] - mean[k]) * (draws[2 * b + l] - mean[l])) / chains;
      return sum;
    };
    // The inverse of the precision is [1, −1.5; −1.5, 4]/1.75; errors of 2000 draws are about 3 %.
    expect(mean[0]).toBeCloseTo(1, 1);
    expect(Math.abs(mean[1] + 2)).toBeLessThan(0.15);
    expect(Math.abs(covariance(0, 0) * 1.75 - 1)).toBeLessThan(0.12);
    expect(Math.abs(covariance(1, 1) * 1.75 - 4)).toBeLessThan(0.5);
    expect(Math.abs(covariance(0, 1) * 1.75 + 1.5)).toBeLessThan(0.25);
    expect(acceptance).toBeGreaterThan(0.5);
  });

  it('never leaves the bounds', () => {
    const upper = Float64Array.of(1.2, 50);
    const { draws } = runAlone(hamiltonianSteps(normalTask(200, { upper })), backend);
    expect(draws.every((x, at) => at % 2 === 1 || x <= 1.2)).toBe(true);
    expect(draws.some((x, at) => at % 2 === 0 && x > 1)).toBe(true);
  });

  it('factors a singular curvature with a raised diagonal', () => {
    const L = choleskyOf(Float64Array.of(1, 1, 1, 1), 2);
    expect(L.every(Number.isFinite)).toBe(true);
    expect(L[3]).toBeGreaterThan(0);
  });
});
