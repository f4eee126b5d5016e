import { describe, expect, it } from 'vitest';
import { runAlone } from '../../../src/engine/compute/lockstep.ts';
import { createTsBackend } from '../../../src/engine/compute/ts/index.ts';
import { type ResamplingTask, resamplingSteps } from '../../../src/engine/optim/resampling.ts';

const backend = createTsBackend();

/** One variable whose density is normal with this mean and deviation; the proposals are standard normal. */
function task(mean: number, deviation: number, change: Partial<ResamplingTask> = {}): ResamplingTask {
  return {
    mode: Float64Array.of(0),
    curvature: Float64Array.of(1),
    lower: Float64Array.of(-50),
    upper: Float64Array.of(50),
    *evaluate(xs, points) {
      return { values: xs.slice(0, points).map((x) => 0.5 * ((x - mean) / deviation) ** 2) };
    },
    points: 20_000,
    draws: 1000,
    seed: 3,
    ...change,
  };
}

const drawn = (one: ResamplingTask) => runAlone(resamplingSteps(one), backend);

function momentsOf(draws: Float64Array) {
  const mean = draws.reduce((sum, x) => sum + x / draws.length, 0);
  return { mean, variance: draws.reduce((sum, x) => sum + (x - mean) ** 2 / draws.length, 0) };
}

describe('sampling importance resampling', () => {
  it('draws from the density where it differs from the normal one', () => {
    const { mean, variance } = momentsOf(drawn(task(0.5, 0.6)).draws);
    // Errors of 1000 draws: 0.02 and 0.016.
    expect(Math.abs(mean - 0.5)).toBeLessThan(0.08);
    expect(Math.abs(variance - 0.36)).toBeLessThan(0.07);
  });

  it('follows the curvature, correlations included', () => {
    const { draws } = drawn(
      task(0, 1, {
        mode: Float64Array.of(1, -2),
        curvature: Float64Array.of(4, 1.5, 1.5, 1),
        ...{ lower: Float64Array.of(-50, -50), upper: Float64Array.of(50, 50) },
        *evaluate(xs, points) {
          const away = (b: number) => [xs[2 * b] - 1, xs[2 * b + 1] + 2];
          return {
            values: Float64Array.from({ length: points }, (_, b) => {
              const [u, v] = away(b);
              return 0.5 * (4 * u * u + 3 * u * v + v * v);
            }),
          };
        },
      }),
    );
    let product = 0;
    for (let b = 0; b < 1000; b++) product += ((draws[2 * b] - 1) * (draws[2 * b + 1] + 2)) / 1000;
    // The inverse of the curvature is [1, −1.5; −1.5, 4]/1.75.
    expect(Math.abs(product * 1.75 + 1.5)).toBeLessThan(0.25);
  });

  it('counts all points where the density is the normal one, and next to none far away', () => {
    expect(drawn(task(0, 1, { points: 64, draws: 8 })).effective).toBeCloseTo(64, 8);
    expect(drawn(task(40, 0.5, { points: 64, draws: 8 })).effective).toBeLessThan(1.5);
  });

  it('keeps no point twice and none beyond the bounds', () => {
    const { draws } = drawn(task(0, 1, { points: 64, draws: 16, upper: Float64Array.of(0.1) }));
    expect(new Set(draws).size).toBe(16);
    expect(Math.max(...draws)).toBeLessThanOrEqual(0.1);
  });

  it('says so where the density is finite nowhere', () => {
    const nowhere = task(0, 0, { points: 8, draws: 4 });
    expect(drawn(nowhere).effective).toBeNaN();
  });
});
