import { describe, expect, test } from 'vitest';
import {
  type DesignQuality,
  type EvaluateDesignTask,
  evaluateDesign,
} from '../../../src/engine/design/analysis/evaluate.ts';
import { optimalSplitPlotDesign } from '../../../src/engine/design/optimal/split-plots/optimal-split-plot.ts';
import { fUpperQuantile, noncentralFUpperTail } from '../../../src/engine/random/distributions.ts';
import { determinant, inverse, type Matrix, product, transposed } from './dense.ts';
import { box, context, labels, real, spaceOf } from './support.ts';

/** Uneven plots of two levels: runs of each subplot, by whole plot. */
const uneven = [[2, 1], [3, 2], [1, 1, 2], [2], [4, 1], [1, 3]];
const wholes = uneven.flatMap((sizes, w) => sizes.flatMap((size) => new Array<number>(size).fill(w)));
const subs = uneven.flatMap((sizes) => sizes.flatMap((size, s) => new Array<number>(size).fill(s)));
const n = wholes.length;
const w = [-1, 1, -1, 1, 0, 0.5];
const easy = [-1, 1, 0.3, 1, -1, 0, 1];
const runs = wholes.map((at, i) => [w[at], easy[(3 * i) % 7], easy[(2 * i + 1) % 5]]);

const task: EvaluateDesignTask = {
  space: box(3),
  points: Float64Array.from(runs.flat()),
  modelType: 'linear',
  plots: [
    { name: 'WholePlot', groups: Int32Array.from(wholes), varianceRatio: 2 },
    { name: 'Subplot', groups: Int32Array.from(subs), varianceRatio: 0.5 },
  ],
};

/** X'V⁻¹X and what follows from it, by dense matrices. */
function dense(kept: readonly number[]) {
  const V = kept.map((i) =>
    kept.map((j) => {
      const same = wholes[i] === wholes[j];
      return (i === j ? 1 : 0) + (same ? 2 : 0) + (same && subs[i] === subs[j] ? 0.5 : 0);
    }),
  );
  const X = kept.map((i) => [1, ...runs[i]]);
  const P = product(transposed(X), inverse(V));
  const Z = kept.map((i) => {
    const [a, b, c] = runs[i];
    return [a * b, a * c, b * c, a * a, b * b, c * c];
  });
  const M = product(P, X);
  return { M, C: inverse(M), alias: product(inverse(M), product(P, Z)) };
}

describe('uneven plots of two levels, as dense matrices have them', () => {
  const { quality, strata } = evaluateDesign(task);
  const q = quality as DesignQuality;
  const all = runs.map((_, i) => i);
  const { M, C, alias } = dense(all);
  const trace = (A: Matrix) => A.reduce((sum, row, i) => sum + row[i], 0);
  // Moments of a linear model on [−1, 1]: 1, then 1/3 for each variable.
  const average = (A: Matrix) => A[0][0] + (A[1][1] + A[2][2] + A[3][3]) / 3;

  test('efficiencies', () => {
    expect(q.dEfficiency).toBeCloseTo((100 * determinant(M) ** (1 / 4)) / n, 10);
    expect(q.aEfficiency).toBeCloseTo(400 / (n * trace(C)), 10);
    expect(q.averageVariance).toBeCloseTo(average(C), 12);
    const at = (f: number[]) => product(product([f], C), transposed([f]))[0][0];
    const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((i) =>
      at([1, ...[0, 1, 2].map((k) => ((i >> k) & 1) * 2 - 1)]),
    );
    expect(q.largestVariance).toBeCloseTo(Math.max(...corners), 12);
    expect(q.gEfficiency).toBeCloseTo(400 / (n * Math.max(...corners)), 10);
  });

  test('standard errors, inflation and aliases', () => {
    q.coefficients.forEach(({ standardError, varianceInflation }, a) => {
      expect(standardError).toBeCloseTo(Math.sqrt(C[a][a]), 12);
      if (a > 0) expect(varianceInflation).toBeCloseTo(C[a][a] * (M[a][a] - M[a][0] ** 2 / M[0][0]), 12);
    });
    expect(q.aliasMatrix).toHaveLength(24);
    alias.flat().forEach((value, at) => {
      expect(q.aliasMatrix[at]).toBeCloseTo(value, 12);
    });
  });

  test('losses of runs', () => {
    expect(q.losses).toHaveLength(n);
    q.losses.forEach((loss, i) => {
      const without = dense(all.filter((other) => other !== i));
      expect(loss.averageVariance).toBeCloseTo(average(without.C), 11);
      const share = ((determinant(without.M) / determinant(M)) ** (1 / 4) * n) / (n - 1);
      expect(loss.relativeDEfficiency).toBeCloseTo(share, 11);
    });
  });

  test('degrees of freedom of the strata', () => {
    expect(strata).toEqual([
      { name: 'WholePlot', count: 6, varianceRatio: 2, degrees: expect.any(Number) },
      { name: 'Subplot', count: 12, varianceRatio: 0.5, degrees: expect.any(Number) },
      { name: 'Residual', count: n, varianceRatio: 1, degrees: expect.any(Number) },
    ]);
    expect(strata?.reduce((sum, { degrees }) => sum + degrees, 0)).toBe(n - 4);
  });
});

/** 2³ in `plots` whole plots of four runs: w is hard to change, a and b are not. */
function factorial(plots: number, ratio: number, effects: readonly string[]) {
  const rows = Array.from({ length: plots * 4 }, (_, i) => {
    const sign = (bit: number) => (bit % 2) * 2 - 1;
    return [sign(i >> 2), sign(i), sign(i >> 1)];
  });
  return evaluateDesign({
    space: spaceOf([real('w'), real('a'), real('b')]),
    points: Float64Array.from(rows.flat()),
    effects,
    plots: [{ name: 'WholePlot', groups: Int32Array.from(rows, (_, i) => i >> 2), varianceRatio: ratio }],
  });
}

describe('a balanced split plot', () => {
  const found = factorial(8, 1.5, ['w', 'a', 'b', 'w*a']);
  const [level, whole, ...within] = (found.quality as DesignQuality).coefficients;

  test('has the exact standard errors and degrees of freedom of its strata', () => {
    for (const one of [level, whole]) {
      expect(one.standardError).toBeCloseTo(Math.sqrt((1 + 4 * 1.5) / 32), 12);
      expect(one.degrees).toBeCloseTo(6, 9);
    }
    for (const one of within) {
      expect(one.standardError).toBeCloseTo(Math.sqrt(1 / 32), 12);
      expect(one.degrees).toBeCloseTo(32 - 8 - 3, 9);
      expect(one.varianceInflation).toBeCloseTo(1, 12);
    }
    expect(whole.power).toBeCloseTo(noncentralFUpperTail(fUpperQuantile(0.05, 1, 6), 1, 6, 32 / 7), 10);
    expect(found.strata?.map(({ degrees }) => degrees)).toEqual([6, 21]);
  });

  test('has no power between plots where the terms leave nothing there, and keeps it within', () => {
    const { quality, strata } = factorial(2, 1, ['w', 'a', 'b']);
    const coefficients = (quality as DesignQuality).coefficients;
    expect(coefficients.map(({ degrees }) => degrees && Math.round(degrees * 1e6) / 1e6)).toEqual([
      null,
      null,
      4,
      4,
    ]);
    expect(coefficients.map(({ power }) => power === null)).toEqual([true, true, false, false]);
    expect(strata?.map(({ degrees }) => degrees)).toEqual([0, 4]);
  });

  test('a ratio of 0 has the standard errors of independent runs, and still few degrees of freedom', () => {
    const { quality } = factorial(4, 0, ['w', 'a']);
    const [, hard, soft] = (quality as DesignQuality).coefficients;
    expect(hard.standardError).toBeCloseTo(soft.standardError, 12);
    expect([hard.degrees, soft.degrees]).toEqual([expect.closeTo(2, 9), expect.closeTo(11, 9)]);
  });
});

test.each([
  ['one run a plot', (i: number) => i],
  ['one plot', () => 0],
])('%s groups no runs', (_, group) => {
  const plots = [
    { name: 'WholePlot', groups: Int32Array.from(runs, (_run, i) => group(i)), varianceRatio: 3 },
  ];
  expect(evaluateDesign({ ...task, plots })).toEqual(evaluateDesign({ ...task, plots: [] }));
});

test('an optimal split-plot design is judged as its search judged it', () => {
  const space = spaceOf([real('w'), real('a'), labels('k', 'p', 'q', 'r')]);
  const made = optimalSplitPlotDesign(
    {
      space,
      seed: 1,
      changes: ['hard', 'easy', 'easy'],
      strata: [
        { level: 'hard', unitsInParent: 6, varianceRatio: 2 },
        { level: 'easy', unitsInParent: 4 },
      ],
      modelType: 'quadratic',
    },
    context,
  );
  const { quality } = evaluateDesign({
    space,
    points: made.points,
    modelType: 'quadratic',
    plots: [{ name: 'WholePlot', groups: made.wholePlot, varianceRatio: 2 }],
  });
  expect(quality?.dEfficiency).toBeCloseTo(made.summary.dEfficiency, 9);
  expect(quality?.aEfficiency).toBeCloseTo(made.summary.aEfficiency, 9);
  expect(quality?.averageVariance).toBeCloseTo(made.summary.averageVariance, 9);
});

test.each([
  [{ varianceRatio: -1 }, 'the variance ratio of WholePlot is -1; give 0 or more'],
  [{ groups: new Int32Array(2) }, '2 plots of WholePlot do not match the runs'],
])('%o is refused', (wrong, message) => {
  const plot = { name: 'WholePlot', groups: Int32Array.from(wholes), varianceRatio: 1 };
  expect(() => evaluateDesign({ ...task, plots: [{ ...plot, ...wrong }] })).toThrow(message);
});
