import { describe, expect, test } from 'vitest';
import { analyseDesign } from '../../../src/engine/design/analysis/analyse.ts';
import type { MixedModel } from '../../../src/engine/design/analysis/mixed-model.ts';
import type { Dimension } from '../../../src/engine/space/space.ts';
import { labels, near, oracle, real, spaceOf } from './support.ts';

interface Recorded {
  name: string;
  columns: Record<string, number[]>;
  groups: number[][];
  y: number[];
  variances: number[];
  errors: number[];
  log_likelihood: number;
  /** Estimate, standard error, degrees of freedom. */
  coefficients: [number, number, number][];
  /** Degrees of freedom, those of the error, F. */
  tests: Record<string, [number, number, number]>;
}

const recorded = oracle<Recorded[]>('doe-split-plot.json');

const dimensions: Record<string, Dimension> = {
  variety: labels('variety', 'Victory', 'Golden Rain', 'Marvellous'),
  nitro: real('nitro', 0, 0.6),
  w: real('w'),
  a: real('a'),
  b: real('b'),
};

const names = ['WholePlot', 'Subplot'];

const analyse = ({ columns, groups, y, tests }: Recorded) =>
  analyseDesign({
    space: spaceOf(Object.keys(columns).map((name) => dimensions[name])),
    points: Float64Array.from(y.flatMap((_, i) => Object.values(columns).map((column) => column[i]))),
    response: Float64Array.from(y),
    effects: Object.keys(tests),
    plots: groups.map((plots, level) => ({ name: names[level], groups: Int32Array.from(plots) })),
  });

/** Equal to a relative tolerance, of the largest entry. */
describe.each(recorded.map((one) => [one.name, one] as const))('%s, as dense matrices have it', (_, one) => {
  const model = analyse(one).mixedModel as MixedModel;

  test('variances and likelihood', () => {
    near(
      model.variances.map(({ variance }) => variance),
      one.variances,
      2e-6,
    );
    near(
      model.variances.map(({ standardError }) => standardError),
      one.errors,
      2e-6,
    );
    near([model.logLikelihood], [one.log_likelihood], 1e-10);
    expect(model.variances.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 12);
  });

  test('coefficients with their degrees of freedom', () => {
    const of = (key: 'estimate' | 'standardError' | 'degrees') =>
      model.coefficients.map((coefficient) => coefficient[key]);
    near(
      of('estimate'),
      one.coefficients.map(([estimate]) => estimate),
      1e-7,
    );
    near(
      of('standardError'),
      one.coefficients.map(([, error]) => error),
      1e-6,
    );
    near(
      of('degrees'),
      one.coefficients.map(([, , degrees]) => degrees),
      1e-6,
    );
  });

  test('tests of terms', () => {
    const wanted = Object.values(one.tests);
    expect(model.tests.map(({ name }) => name)).toEqual(
      Object.keys(one.tests).map((term) => term.replace('**', '^')),
    );
    near(
      model.tests.map(({ degrees }) => degrees),
      wanted.map(([degrees]) => degrees),
      0.1,
    );
    near(
      model.tests.map(({ errorDegrees }) => errorDegrees),
      wanted.map(([, degrees]) => degrees),
      1e-6,
    );
    // Each by its own size: the factor that Kenward and Roger put on F differs from 1 by 1e-5 here.
    for (const [i, { name, fValue }] of model.tests.entries()) {
      const f = wanted[i][2];
      expect(Math.abs(fValue - f) / Math.max(f, 0.1), name).toBeLessThan(1e-6);
    }
  });
});

/** Stroup 1989, as the documentation of SAS shows it: Y by A in plots of four blocks, and by B within them. */
const stroup = [
  [56, 41, 50, 36, 39, 35],
  [30, 25, 36, 28, 33, 30],
  [32, 24, 31, 27, 15, 19],
  [30, 25, 35, 30, 17, 18],
];

function stroupTask(y = stroup.flat()) {
  const at = Array.from({ length: 24 }, (_, i) => ({
    block: Math.floor(i / 6),
    a: Math.floor((i % 6) / 2),
    b: i % 2,
  }));
  return {
    space: spaceOf([labels('A', '1', '2', '3'), labels('B', '1', '2')]),
    points: Float64Array.from(at.flatMap(({ a, b }) => [a, b])),
    response: Float64Array.from(y),
    modelType: 'interaction' as const,
    plots: [
      { name: 'Block', groups: Int32Array.from(at, ({ block }) => block) },
      { name: 'Plot', groups: Int32Array.from(at, ({ a }) => a) },
    ],
  };
}

describe('a balanced split plot', () => {
  const model = analyseDesign(stroupTask()).mixedModel as MixedModel;

  test('has the variances and tests that PROC MIXED prints', () => {
    const digits = (value: number, count: number) => Number(value.toFixed(count));
    expect(model.variances.map(({ name, variance, count }) => [name, digits(variance, 4), count])).toEqual([
      ['Block', 62.3958, 4],
      ['Plot', 15.3819, 12],
      ['Residual', 9.3611, 24],
    ]);
    expect(
      model.tests.map(({ name, degrees, errorDegrees, fValue, pValue }) => [
        name,
        degrees,
        digits(errorDegrees, 6),
        digits(fValue, 2),
        digits(pValue, 4),
      ]),
    ).toEqual([
      ['A', 2, 6, 4.07, 0.0764],
      ['B', 1, 9, 19.39, 0.0017],
      ['A*B', 2, 9, 4.02, 0.0566],
    ]);
  });

  test('does not depend on the unit and the zero of the response', () => {
    const moved = analyseDesign(stroupTask(stroup.flat().map((value) => 1e6 + value / 1000))).mixedModel;
    near(
      (moved as MixedModel).variances.map(({ variance }) => variance * 1e6),
      model.variances.map(({ variance }) => variance),
      1e-6,
    );
    near(
      (moved as MixedModel).tests.map(({ fValue }) => fValue),
      model.tests.map(({ fValue }) => fValue),
      1e-6,
    );
  });
});

describe('a variance of plots that is 0', () => {
  // Four plots with less variation between them than the runs have: half the runs' noise cancels in each.
  const y = [10.4, 9.6, 10.5, 9.5, 14.3, 13.7, 14.6, 13.4];
  const model = analyseDesign({
    space: spaceOf([real('w'), real('a')]),
    points: Float64Array.from([-1, -1, -1, 1, -1, -1, -1, 1, 1, -1, 1, 1, 1, -1, 1, 1]),
    response: Float64Array.from(y),
    modelType: 'linear',
    plots: [{ name: 'WholePlot', groups: Int32Array.from([0, 0, 1, 1, 2, 2, 3, 3]) }],
  }).mixedModel as MixedModel;

  test('pools both into the error', () => {
    expect(model.variances.map(({ name, share }) => [name, share])).toEqual([
      ['WholePlot', 0],
      ['Residual', 1],
    ]);
  });

  test('leaves effects between plots their few degrees of freedom', () => {
    const [, w, a] = model.coefficients;
    expect(w.degrees).toBeCloseTo(2, 8);
    expect(a.degrees).toBeCloseTo(3, 8);
  });
});

test('a variance of plots a fiftieth of that of runs is found from 0, where the search begins', () => {
  // Balanced, so that the analysis of variance has the answer: the errors are orthogonal to plots and factor.
  const [runs, plots] = [24 / 17, 24 / 17 / 50];
  const size = Math.sqrt((runs + 4 * plots) / 8);
  const shifts = [size, -size, 2 * size, -2 * size, 0, 0];
  const response = shifts.flatMap((shift) => [1, 1, -1, -1].map((error) => 10 + shift + error));
  const { mixedModel } = analyseDesign({
    space: spaceOf([real('a')]),
    points: Float64Array.from(response, (_, i) => (i % 2 === 0 ? 1 : -1)),
    response: Float64Array.from(response),
    modelType: 'linear',
    plots: [{ name: 'WholePlot', groups: Int32Array.from(response, (_, i) => Math.floor(i / 4)) }],
  });
  const { variances } = mixedModel as MixedModel;
  near(
    variances.map(({ variance }) => variance),
    [plots, runs],
    1e-8,
  );
});

describe('runs without a mixed model', () => {
  const task = (groups: number[], response: number[], effects = ['w', 'a']) => ({
    space: spaceOf([real('w'), real('a')]),
    points: Float64Array.from([-1, -1, -1, 1, 1, -1, 1, 1, -1, 0, -1, 0.5]),
    response: Float64Array.from(response),
    effects,
    plots: [{ name: 'WholePlot', groups: Int32Array.from(groups) }],
  });
  const y = [1, 2.1, 3.3, 4.2, 1.9, 2.4];

  test('say what the terms use up', () => {
    const spent = analyseDesign(task([0, 0, 1, 1, 0, 0], y));
    expect(spent.mixedModel).toBeUndefined();
    expect(spent.noMixedModel).toContain('no degrees of freedom between the 2 plots of WholePlot');
    expect(spent.spent).toBe('between');
    const within = analyseDesign(task([0, 1, 2, 3, 4, 0], y, ['w', 'a', 'w*a']));
    expect(within.noMixedModel).toContain('no degrees of freedom within plots');
    expect(within.spent).toBe('within');
  });

  test('say that results are fitted exactly', () => {
    const exact = analyseDesign(task([0, 0, 1, 1, 2, 2], [1, 3, 3, 5, 2, 2.5]));
    expect(exact.noMixedModel).toContain('passes through every result');
    expect(exact.spent).toBe('exact');
  });

  test('say nothing where each run, or all of them, make one plot', () => {
    for (const groups of [
      [0, 1, 2, 3, 4, 5],
      [7, 7, 7, 7, 7, 7],
    ]) {
      const { mixedModel, noMixedModel } = analyseDesign(task(groups, y));
      expect([mixedModel, noMixedModel]).toEqual([undefined, undefined]);
    }
  });
});
