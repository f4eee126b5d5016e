import { describe, expect, test } from 'vitest';
import { analyseDesign } from '../../../src/engine/design/analysis/analyse.ts';
import { evaluateDesign } from '../../../src/engine/design/analysis/evaluate.ts';
import { initialDesign } from '../../../src/engine/design/initial-design.ts';
import { optimalDesign } from '../../../src/engine/design/optimal/optimal-design.ts';
import type { Dimension } from '../../../src/engine/space/space.ts';
import { backend } from './optimal/support.ts';
import { context, rowsOf, spaceOf } from './support.ts';

/** 0, 3, 6 and 9: the upper bound cannot be set. */
const stepped = (name: string): Dimension => ({ kind: 'real', name, low: 0, high: 10, step: 3 });
const space = spaceOf([stepped('a'), stepped('b')]);
const corners = Float64Array.of(0, 0, 9, 0, 0, 9, 9, 9);

describe('a variable whose upper bound is no step', () => {
  test('corners of what can be set are orthogonal', () => {
    const { quality } = evaluateDesign({ space, points: corners, modelType: 'interaction' });
    // M = 4·I: every efficiency is 100 and every variance at the corners 1.
    expect(quality?.dEfficiency).toBeCloseTo(100, 9);
    expect(quality?.gEfficiency).toBeCloseTo(100, 9);
    expect(quality?.largestVariance).toBeCloseTo(1, 12);
    for (const { standardError, varianceInflation } of quality?.coefficients ?? []) {
      expect(standardError).toBeCloseTo(0.5, 12);
      expect(varianceInflation ?? 1).toBeCloseTo(1, 12);
    }
  });

  test('the best design is known as such', () => {
    const found = optimalDesign({ space, modelType: 'interaction', nPoints: 4, seed: 1 }, { backend });
    expect(found.summary.dEfficiency).toBeCloseTo(100, 9);
    expect(rowsOf(found.points, 2).sort()).toEqual(rowsOf(corners, 2).sort());
  });

  test('a coefficient is half the difference of both ends', () => {
    const { coefficients, canonical } = analyseDesign({
      space: spaceOf([stepped('a')]),
      points: Float64Array.of(0, 3, 6, 9),
      // 1 + 2c − 2c² of c = −1, −1/3, 1/3, 1.
      response: Float64Array.of(-3, 1 / 9, 13 / 9, 1),
      modelType: 'quadratic',
    });
    expect(coefficients.map(({ estimate }) => estimate)).toEqual([1, 2, -2].map((x) => expect.closeTo(x, 9)));
    expect(canonical?.stationary[0]).toBeCloseTo(6.75, 9);
  });

  test('corners of a central composite design lie evenly around the centre', () => {
    const coarse = spaceOf(
      ['a', 'b', 'c'].map((name): Dimension => ({ kind: 'real', name, low: 0, high: 14, step: 5 })),
    );
    const task = { space: coarse, method: 'ccd', ccdAlpha: 'rotatable', nCenter: 1, seed: 1 } as const;
    const rows = rowsOf(initialDesign(task, context).points, 3);
    // Corners at 5 ± 5/8^¼ = 5 ± 2.97 are nearest to 0 and 10.
    for (const row of rows.slice(0, 8)) for (const value of row) expect([0, 10]).toContain(value);
    expect(rows[8]).toEqual([5, 5, 5]);
  });
});
