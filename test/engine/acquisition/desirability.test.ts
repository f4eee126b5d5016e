import { describe, expect, it } from 'vitest';
import {
  type Desirability,
  desirabilityMoments,
  desirabilityOf,
  jointDesirability,
  searchedDesirability,
} from '../../../src/engine/acquisition/strategies/desirability.ts';
import { toLog } from '../../../src/engine/gp/transforms/logarithm.ts';
import { logWarp } from '../../../src/engine/gp/transforms/output-warp.ts';

const larger: Desirability = { shape: 'larger', low: 10, high: 20, curve: 1, importance: 1 };
const smaller: Desirability = { ...larger, shape: 'smaller', curve: 2 };
const target: Desirability = { ...larger, shape: 'target', target: 12, curve: 0.5 };

describe('desirability', () => {
  it('is that of Derringer and Suich', () => {
    expect([5, 10, 15, 20, 25].map((y) => desirabilityOf(larger, y))).toEqual([0, 0, 0.5, 1, 1]);
    expect([5, 10, 15, 20, 25].map((y) => desirabilityOf(smaller, y))).toEqual([1, 1, 0.25, 0, 0]);
    expect([10, 10.5, 12, 14, 20].map((y) => desirabilityOf(target, y))).toEqual([
      0,
      0.5,
      1,
      Math.sqrt(0.75),
      0,
    ]);
  });

  it('is joined by the geometric mean, weighted by importance', () => {
    const parts = [larger, { ...larger, importance: 3 }];
    expect(jointDesirability(parts, [15, 20])).toBeCloseTo(0.5 ** 0.25, 12);
    expect(jointDesirability(parts, [20, 9])).toBe(0);
    expect(searchedDesirability(parts, [20, 9])).toBeGreaterThan(searchedDesirability(parts, [20, 8]));
    // A thousandth of the way to 1 is added to what is acceptable.
    expect(searchedDesirability(parts, [15, 20])).toBeCloseTo((0.001 + 0.999 * 0.5) ** 0.25, 12);
  });

  it('is searched along slopes that are those of differences', () => {
    const parts = [larger, smaller, target];
    for (const y of [
      [12, 11, 11],
      [17, 19.5, 16],
      [3, 25, 24],
    ]) {
      const slopes = new Float64Array(3);
      searchedDesirability(parts, y, slopes);
      for (let k = 0; k < 3; k++) {
        const moved = (by: number) => searchedDesirability(parts, y.with(k, (y[k] as number) + by));
        expect(slopes[k]).toBeCloseTo((moved(1e-5) - moved(-1e-5)) / 2e-5, 7);
      }
    }
  });

  it('is that of the output where a model gives its logarithm, with the slope by it', () => {
    const ends = { low: 0.5, high: 200, slopeAbove: 30 };
    const part = { ...larger, low: 1, high: 300 };
    const warp = logWarp(ends);
    const parts = [{ ...part, warp }];
    for (const y of [0.2, 2, 50, 250]) {
      const { value } = toLog(y, ends);
      const slopes = new Float64Array(1);
      expect(searchedDesirability(parts, [value], slopes)).toBeCloseTo(searchedDesirability([part], [y]), 12);
      const moved = (by: number) => searchedDesirability(parts, [value + by]);
      expect(slopes[0]).toBeCloseTo((moved(1e-5) - moved(-1e-5)) / 2e-5, 7);
    }
  });

  it('is expected by quadrature', () => {
    // Moments of clip((y − 10)/10, 0, 1) for y ~ N(15, 5²), by a fine sum.
    let [sum, squares] = [0, 0];
    for (let z = -8; z < 8; z += 1e-3) {
      const weight = (1e-3 * Math.exp(-z * z * 0.5)) / Math.sqrt(2 * Math.PI);
      sum += weight * desirabilityOf(larger, 15 + 5 * z);
      squares += weight * desirabilityOf(larger, 15 + 5 * z) ** 2;
    }
    const { expected, std } = desirabilityMoments([larger], [15], [5]);
    expect(expected).toBeCloseTo(sum, 2);
    expect(std).toBeCloseTo(Math.sqrt(squares - sum ** 2), 2);
  });

  it('is expected of several outputs together', () => {
    // E[d₁^½·d₂^½] = E[d₁^½]·E[d₂^½] of independent outputs, by fine sums.
    const root = (part: Desirability, mean: number, std: number) => {
      let sum = 0;
      for (let z = -8; z < 8; z += 1e-3)
        sum += 1e-3 * Math.sqrt(desirabilityOf(part, mean + std * z)) * Math.exp(-z * z * 0.5);
      return sum / Math.sqrt(2 * Math.PI);
    };
    const { expected } = desirabilityMoments([larger, smaller], [15, 12], [2, 3]);
    expect(expected).toBeCloseTo(root(larger, 15, 2) * root(smaller, 12, 3), 2);
  });

  it('has a slope where an output begins to be acceptable', () => {
    const slopes = new Float64Array(1);
    expect(searchedDesirability([larger], [10], slopes)).toBeCloseTo(0.001, 12);
    expect(slopes[0]).toBeCloseTo(0.0001, 12);
  });
});
