import { describe, expect, test } from 'vitest';
import { analyseDesign } from '../../../src/engine/design/analysis/analyse.ts';
import { symmetricEigen } from '../../../src/engine/linalg/symmetric-eigen.ts';
import type { Dimension } from '../../../src/engine/space/space.ts';
import { box, labels, near, oracle, real, spaceOf } from './support.ts';

interface Fit {
  name: string;
  columns: Record<string, number[]>;
  y: number[];
  model_type: 'linear' | 'interaction' | 'quadratic';
  params: number[];
  bse: number[];
  t: number[];
  p: number[];
  ci: [number, number][];
  r2: number;
  r2_adj: number;
  press_r2: number;
  mse: number;
  df_resid: number;
  F: number;
  F_p: number;
  leverage: number[];
  studentized: number[];
  cooks: number[];
  resid: number[];
  anova1: [number, number, number, number][];
  partial: [number, number, number][];
  lack_of_fit?: [number, number, number, number, number, number];
  canonical?: { stationary: number[]; value: number; eigenvalues: number[] };
}

const recorded = oracle<{
  fits: Fit[];
  lenth: {
    points: number[][];
    y: number[];
    names: string[];
    effects: number[];
    pse: number;
    me: number;
    sme: number;
    scores: number[];
  };
}>('doe-analysis.json');

/** Equal to a relative 1e-8 (of the largest entry for lists). */
const dimensions: Record<string, Dimension[]> = {
  'central composite': [real('x1'), real('x2')],
  'labels and a number': [labels('k', 'p', 'q', 'r'), real('x')],
  'far from zero': [real('x', 10000, 10004)],
};

function analyse(fit: Fit) {
  const columns = Object.values(fit.columns);
  return analyseDesign({
    space: spaceOf(dimensions[fit.name]),
    points: Float64Array.from(fit.y.flatMap((_, i) => columns.map((column) => column[i]))),
    response: Float64Array.from(fit.y),
    modelType: fit.model_type,
  });
}

describe.each(recorded.fits.map((fit) => [fit.name, fit] as const))(
  '%s as statsmodels fits it',
  (name, fit) => {
    const result = analyse(fit);
    const pick = (key: 'estimate' | 'standardError' | 'tValue' | 'pValue') =>
      result.coefficients.map((coefficient) => coefficient[key] as number);

    test('coefficients and intervals', () => {
      near(pick('estimate'), fit.params);
      near(pick('standardError'), fit.bse);
      near(pick('tValue'), fit.t, name === 'far from zero' ? 1e-6 : 1e-8);
      near(pick('pValue'), fit.p, name === 'far from zero' ? 1e-6 : 1e-8);
      near(
        result.coefficients.flatMap(({ interval }) => interval ?? []),
        fit.ci.flat(),
      );
    });

    test('analysis of variance', () => {
      near(
        result.sequential.flatMap(({ degrees }) => degrees),
        fit.anova1.map(([degrees]) => degrees),
      );
      near(
        result.sequential.map(({ sumOfSquares }) => sumOfSquares),
        fit.anova1.map(([, squares]) => squares),
      );
      result.sequential.forEach(({ fValue, pValue }, i) => {
        near([fValue as number, pValue as number], fit.anova1[i].slice(2), 1e-6);
      });
      result.partial.forEach(({ degrees, fValue, pValue }, i) => {
        near([degrees], [fit.partial[i][0]]);
        near([fValue as number], [fit.partial[i][1]], 1e-6);
        near([pValue as number], [fit.partial[i][2]], 1e-6);
      });
      near([result.regression.fValue as number], [fit.F], 1e-6);
      near([result.residual.meanSquare as number, result.residual.degrees], [fit.mse, fit.df_resid]);
    });

    test('quality of the fit', () => {
      near([result.rSquared as number, result.adjustedRSquared as number], [fit.r2, fit.r2_adj]);
      near([result.predictedRSquared as number], [fit.press_r2]);
      near(result.leverage, fit.leverage);
      near(result.residuals, fit.resid, name === 'far from zero' ? 1e-6 : 1e-8);
      near(result.studentized, fit.studentized, name === 'far from zero' ? 1e-6 : 1e-8);
      near(result.cooksDistance, fit.cooks, name === 'far from zero' ? 1e-6 : 1e-8);
    });

    test('lack of fit', () => {
      if (!fit.lack_of_fit) return expect(result.lackOfFit).toBeNull();
      const [degrees, squares, fValue, pValue, pureDegrees, pure] = fit.lack_of_fit;
      const { lackOfFit, pureError } = result.lackOfFit as NonNullable<typeof result.lackOfFit>;
      expect([lackOfFit.degrees, pureError.degrees]).toEqual([degrees, pureDegrees]);
      near([lackOfFit.sumOfSquares, pureError.sumOfSquares], [squares, pure], 1e-6);
      near([lackOfFit.fValue as number], [fValue], 1e-5);
      near([lackOfFit.pValue as number], [pValue], 1e-5);
    });

    test('canonical analysis', () => {
      if (!fit.canonical) return expect(result.canonical).toBeNull();
      const canonical = result.canonical as NonNullable<typeof result.canonical>;
      near(canonical.stationaryCoded, fit.canonical.stationary);
      near([canonical.value], [fit.canonical.value]);
      near(canonical.eigenvalues, fit.canonical.eigenvalues);
      expect(canonical.nature).toBe('maximum');
      expect(canonical.isInside).toBe(true);
    });
  },
);

test('Lenth and half-normal scores of an unreplicated factorial', () => {
  const { points, y, names, effects, pse, me, sme, scores } = recorded.lenth;
  const result = analyseDesign({
    space: spaceOf(['a', 'b', 'c', 'd'].map((name) => real(name))),
    points: Float64Array.from(points.flat()),
    response: Float64Array.from(y),
    effects: names,
  });
  const lenth = result.effects as NonNullable<typeof result.effects>;
  near([lenth.pseudoStandardError, lenth.marginOfError, lenth.simultaneousMargin], [pse, me, sme]);
  near(
    lenth.effects.map(({ score }) => score),
    scores,
  );
  for (const { name, effect } of lenth.effects) expect(effect).toBeCloseTo(effects[names.indexOf(name)], 9);
  expect(lenth.effects.slice(-3).map(({ name }) => name)).toEqual(['a*c', 'c', 'a']);
  expect(result.coefficients[0].standardError).toBeNull();
  expect(result.residual).toEqual({ degrees: 0, sumOfSquares: expect.closeTo(0, 12), meanSquare: null });
});

/**
 * Filtration rates of Montgomery, Design and Analysis of Experiments, 8th ed., example 7.2: an unreplicated 2⁴ in two blocks, with the
 * product of all four factors confounded. Results of the first block are 20 too low.
 */
test('blocks are no effects: they leave the margins of Lenth as those of the factors alone', () => {
  const rates = [25, 71, 48, 45, 68, 40, 60, 65, 43, 80, 25, 104, 55, 86, 70, 76];
  const runs = rates.map((_, run) => [0, 1, 2, 3].map((k) => (run & (1 << k) ? 1 : -1) as number));
  const book = {
    ...{ A: 21.625, B: 3.125, C: 9.875, D: 14.625 },
    ...{ 'A*B': 0.125, 'A*C': -18.125, 'A*D': 16.625, 'B*C': 2.375, 'B*D': -0.375, 'C*D': -1.125 },
    ...{ 'A*B*C': 1.875, 'A*B*D': 4.125, 'A*C*D': -1.625, 'B*C*D': -2.625 },
  };
  const { effects } = analyseDesign({
    space: spaceOf([...['A', 'B', 'C', 'D'].map((name) => real(name)), labels('day', 'first', 'second')]),
    points: Float64Array.from(runs.flatMap((run) => [...run, run.reduce((a, b) => a * b) === 1 ? 0 : 1])),
    response: Float64Array.from(rates),
    effects: Object.keys(book),
    block: 4,
  });
  const found = Object.fromEntries((effects?.effects ?? []).map(({ name, effect }) => [name, effect]));
  expect(Object.keys(found).sort()).toEqual(Object.keys(book).sort());
  for (const [name, effect] of Object.entries(book)) expect(found[name]).toBeCloseTo(effect, 12);
  // Twice 1.5 · the median of the sizes; at first all 14 of them, then those below 2.5 · 1.5 · 2.875.
  expect(effects?.pseudoStandardError).toBeCloseTo(1.5 * 2.125, 12);
});

/**
 * Pilot plant of Box, Hunter and Hunter, Statistics for Experimenters, 2nd ed., table 5.5: temperature, concentration
 * and catalyst (A, B), yields and their effects. Catalyst is a category here.
 */
describe('the pilot plant of Box, Hunter and Hunter, its catalyst a category', () => {
  const space = spaceOf([real('T'), real('C'), labels('K', 'A', 'B')]);
  const runs = [0, 1].flatMap((k) => [-1, 1].flatMap((c) => [-1, 1].map((t) => [t, c, k])));
  const yields = [60, 72, 54, 68, 52, 83, 45, 80];
  const all = ['T', 'C', 'K', 'T*C', 'T*K', 'C*K', 'T*C*K'];
  const analyse = (effects: string[], order: readonly number[] = [...runs.keys()]) =>
    analyseDesign({
      space,
      points: Float64Array.from(order.flatMap((i) => runs[i])),
      response: Float64Array.from(order, (i) => yields[i]),
      effects,
    });

  test.each([
    ['as they stand', [...runs.keys()]],
    ['in another order', [3, 6, 0, 5, 7, 1, 4, 2]],
  ])('effects are those of the book, runs %s', (_, order) => {
    const { effects } = analyse(all, order);
    const found = Object.fromEntries((effects?.effects ?? []).map(({ name, effect }) => [name, effect]));
    const book = { T: 23, C: -5, 'K[B]': 1.5, 'T*C': 1.5, 'T*K[B]': 10, 'C*K[B]': 0, 'T*C*K[B]': 0.5 };
    expect(Object.keys(found).sort()).toEqual(Object.keys(book).sort());
    for (const [name, effect] of Object.entries(book)) expect(found[name]).toBeCloseTo(effect, 12);
  });

  test('squares of type III are n/4 times the squared effects', () => {
    const { partial } = analyse(all.slice(0, 6));
    const squares = partial.map(({ sumOfSquares }) => sumOfSquares);
    near(
      squares,
      [23, 5, 1.5, 1.5, 10, 0].map((effect) => 2 * effect * effect),
    );
  });

  test('a catalyst that was never tried does not hide the effect of the others', () => {
    const wider = spaceOf([real('T'), real('C'), labels('K', 'none', 'A', 'spare', 'B')]);
    const points = Float64Array.from(runs.flatMap(([t, c, k]) => [t, c, k === 0 ? 1 : 3]));
    const response = Float64Array.from(yields);
    for (const spec of [{ effects: all.slice(0, 6) }, { choose: 'recommended' as const }]) {
      const found = analyseDesign({ space: wider, points, response, ...spec });
      expect(found).toEqual(
        analyseDesign({ space, points: Float64Array.from(runs.flat()), response, ...spec }),
      );
      expect(found.coefficients.map(({ name }) => name)).toContain('K[B]');
      expect(found.references).toEqual([{ variable: 'K', category: 'A' }]);
    }
  });
});

describe('responses that differ by rounding alone', () => {
  const rows = [-1, 1].flatMap((a) => [-1, 1].flatMap((b) => [-1, 1].map((c) => [a, b, c])));
  const cube = [...rows, [0, 0, 0], [0, 0, 0], [0, 0, 0]];
  const analyse = (f: (row: readonly number[]) => number, choice: object = { modelType: 'interaction' }) =>
    analyseDesign({
      space: box(3),
      points: Float64Array.from(cube.flat()),
      response: Float64Array.from(cube, f),
      ...choice,
    });

  test.each([0.1, 1e8 + 0.1, -1 / 3])('all of them %d: nothing to explain', (value) => {
    for (const choice of [{ modelType: 'interaction' }, { choose: 'recommended' }]) {
      const found = analyse(() => value, choice);
      expect(found.coefficients[0].estimate / value).toBeCloseTo(1, 12);
      expect(found.coefficients.slice(1).every(({ estimate }) => estimate === 0)).toBe(true);
      expect(found.residuals.every((residual) => residual === 0)).toBe(true);
      expect([found.rSquared, found.adjustedRSquared, found.predictedRSquared]).toEqual([null, null, null]);
      expect(found.partial.some(({ pValue }) => (pValue ?? 1) < 1)).toBe(false);
    }
  });

  test('a perfect fit has no residual, and no effect but its own', () => {
    const found = analyse(([a, b]) => 0.1 + 0.3 * a + 0.7 * b);
    expect([found.residual.sumOfSquares, found.rSquared, found.predictedRSquared]).toEqual([0, 1, 1]);
    expect(found.coefficients.filter(({ estimate }) => estimate !== 0).map(({ name }) => name)).toEqual([
      'Intercept',
      'x1',
      'x2',
    ]);
    const chosen = analyse(([a, b]) => 0.1 + 0.3 * a + 0.7 * b, { choose: 'recommended' });
    expect(chosen.model?.name).toBe('linear');
  });

  test('responses whose squares are no number are refused', () => {
    for (const unit of [1e200, 1e-200])
      expect(() => analyse(([a]) => unit * a)).toThrow(/largest response is 1e[+-]200.*another unit/);
  });
});

describe('canonical analysis by construction', () => {
  const grid = [-1, 0, 1].flatMap((a) => [-1, 0, 1].map((b) => [a, b]));
  const surface = (f: (a: number, b: number) => number) =>
    analyseDesign({
      space: spaceOf([real('a', 0, 10), real('b', 0, 4)]),
      points: Float64Array.from(grid.flatMap(([a, b]) => [5 + 5 * a, 2 + 2 * b])),
      response: Float64Array.from(grid.map(([a, b]) => f(a, b))),
      modelType: 'quadratic',
    }).canonical;

  test('a saddle with known axes', () => {
    const found = surface((a, b) => 7 + (a - 0.5) ** 2 - 2 * (b + 0.25) ** 2);
    expect(found?.nature).toBe('saddle');
    expect(found?.value).toBeCloseTo(7, 10);
    near(found?.stationary ?? [], [7.5, 1.5]);
    near(found?.eigenvalues ?? [], [-2, 1]);
  });

  test('a ridge gives its point nearest to the centre', () => {
    const found = surface((a, b) => 3 - (a + b - 1) ** 2);
    expect(found?.nature).toBe('ridge');
    near(found?.stationaryCoded ?? [], [0.5, 0.5], 1e-6);
  });
});

test('eigenvectors rebuild their matrix', () => {
  const p = 6;
  const A = Float64Array.from({ length: p * p }, (_, at) =>
    Math.cos(1 + Math.min(at % p, Math.floor(at / p)) * 1.7 + Math.max(at % p, Math.floor(at / p)) * 2.3),
  );
  const { values, vectors } = symmetricEigen(A, p);
  for (let i = 0; i < p; i++)
    for (let j = 0; j < p; j++) {
      let sum = 0;
      for (let k = 0; k < p; k++) sum += values[k] * vectors[k * p + i] * vectors[k * p + j];
      expect(sum).toBeCloseTo(A[i * p + j], 12);
    }
});

describe('the largest model', () => {
  const chosen = (dimensions: readonly Dimension[], rows: readonly (readonly number[])[]) =>
    analyseDesign({
      space: spaceOf(dimensions),
      points: Float64Array.from(rows.flat()),
      response: Float64Array.from(rows, (_, i) => (i * i) % 7),
      choose: 'largest',
    }).model;
  const grid = (...levels: readonly (readonly number[])[]): number[][] =>
    levels.reduce<number[][]>((all, own) => all.flatMap((row) => own.map((x) => [...row, x])), [[]]);

  test('is the full quadratic where the runs allow it, with categories', () => {
    const rows = grid([-1, 0, 1], [-1, 0, 1], [0, 1]);
    expect(chosen([real('x'), real('y'), labels('k', 'p', 'q')], rows)).toEqual({
      terms: ['x', 'y', 'k', 'x*y', 'x*k', 'y*k', 'x^2', 'y^2'],
      dropped: [],
    });
  });
  test('leaves out squares of two levels, and what a fraction confounds', () => {
    const half = [
      [-1, -1, 1],
      [1, -1, -1],
      [-1, 1, -1],
      [1, 1, 1],
    ];
    // x*y is z in this fraction; the repeated run leaves a degree of freedom for error.
    expect(chosen([real('x'), real('y'), real('z')], [...half, [1, 1, 1]])).toEqual({
      terms: ['x', 'y', 'z'],
      dropped: ['x*y', 'x*z', 'y*z', 'x^2', 'y^2', 'z^2'],
    });
  });
  test('leaves out one component of a mixture', () => {
    const rows = [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
      [0.5, 0.5, 0],
      [0.5, 0, 0.5],
      [0, 0.5, 0.5],
      [1, 0, 0],
    ];
    const model = chosen([real('a', 0, 1), real('b', 0, 1), real('c', 0, 1)], rows);
    expect(model?.terms).toEqual(['a', 'b', 'a*b', 'a*c', 'b*c']);
    expect(model?.dropped).toEqual(['c', 'a^2', 'b^2', 'c^2']);
  });
  test('stays below the number of runs', () => {
    expect(
      chosen(
        [real('x'), real('y'), real('z')],
        [
          [-1, 0, 1],
          [1, -1, 0],
          [0, 1, 1],
        ],
      )?.terms,
    ).toEqual(['x']);
  });
});

describe('refused', () => {
  const space = box(2);
  const points = Float64Array.of(-1, -1, 1, 1, -1, -1, 1, 1);
  test('terms that the runs cannot distinguish are named', () => {
    expect(() =>
      analyseDesign({ space, points, response: Float64Array.of(1, 2, 1, 2), modelType: 'linear' }),
    ).toThrow('analyse: 4 runs cannot estimate x2 (confounded with x1); remove these terms or add runs');
  });
  test('terms that are confounded with others, constant or 0 are named as such', () => {
    const blends = spaceOf([real('x1'), real('x2'), real('x3'), labels('c', 'A', 'B')]);
    // 2^(3−1) with x3 = x1·x2; the category B is run at x3 = 0 only.
    const runs = Float64Array.of(
      -1,
      -1,
      1,
      0,
      1,
      -1,
      -1,
      0,
      -1,
      1,
      -1,
      0,
      1,
      1,
      1,
      0,
      -1,
      1,
      0,
      1,
      1,
      1,
      0,
      1,
    );
    const effects = ['x1', 'x2', 'x3', 'c', 'x1**2', 'x1*x2', 'x3**2', 'c*x3', 'x1*c'];
    expect(() =>
      analyseDesign({ space: blends, points: runs, response: Float64Array.of(1, 2, 3, 4, 5, 7), effects }),
    ).toThrow(
      'analyse: 6 runs cannot estimate x1^2 (constant), x3^2 (confounded with c), x3*c (0 in coded units in all runs), ' +
        'x1*c (confounded with x3, x1*x2); remove these terms or add runs',
    );
  });
  test('tables that do not fit together', () => {
    expect(() => analyseDesign({ space, points, response: Float64Array.of(1), modelType: 'linear' })).toThrow(
      /1 responses do not match 4 runs/,
    );
    expect(() =>
      analyseDesign({ space, points, response: Float64Array.of(1, 2, Number.NaN, 4), modelType: 'linear' }),
    ).toThrow(/response 3 is NaN/);
  });
});

test.each(['largest', 'recommended'] as const)('one run estimates its mean: the %s model', (choose) => {
  const { model, coefficients, residual, regression } = analyseDesign({
    space: spaceOf([real('x'), real('y')]),
    points: Float64Array.of(0.5, -1),
    response: Float64Array.of(33.2),
    choose,
  });
  expect(model).toMatchObject({ terms: [], dropped: expect.arrayContaining(['x', 'y']) });
  expect(model?.dropped).not.toContain('Intercept');
  expect(coefficients).toMatchObject([{ name: 'Intercept', estimate: 33.2 }]);
  expect([residual.degrees, regression.degrees]).toEqual([0, 0]);
});

describe('the recommended model', () => {
  const square = (levels: readonly number[]) =>
    levels.flatMap((x) => levels.flatMap((y) => levels.map((z) => [x, y, z])));
  const noise = (i: number) => ((Math.sin(78.233 * (i + 4)) * 43758.5453) % 1) / 2;
  const chosen = (
    rows: readonly (readonly number[])[],
    f: (row: readonly number[], i: number) => number,
    dimensions: readonly Dimension[] = [real('x'), real('y'), real('z')],
  ) => {
    const analysis = analyseDesign({
      space: spaceOf(dimensions),
      points: Float64Array.from(rows.flat()),
      response: Float64Array.from(rows, f),
      choose: 'recommended',
    });
    return { ...analysis, ...analysis.model };
  };

  test.each([
    ['linear', ([x, y]: readonly number[], i: number) => 3 * x + 2 * y + noise(i)],
    ['interaction', ([x, y, z]: readonly number[], i: number) => 3 * x + 2 * y + z + 4 * x * y + noise(i)],
    [
      'linear_and_squares',
      ([x, y, z]: readonly number[], i: number) => 3 * x + y + z - 5 * x * x - 3 * y * y + noise(i),
    ],
    ['quadratic', ([x, y]: readonly number[], i: number) => 3 * x + 4 * x * y - 5 * y * y + noise(i)],
  ] as const)('%s', (name, f) => {
    const found = chosen(square([-1, 0, 1]), f);
    expect(found.name).toBe(name);
    const best = Math.max(...(found.considered ?? []).map((one) => one.predictedRSquared ?? -Infinity));
    expect(found.predictedRSquared).toBe(best);
  });

  test('23 runs of noise are not spent on 21 terms', () => {
    const scattered = Array.from({ length: 23 }, (_, i) => [1, 2, 3, 4, 5].map((k) => noise(i * k + k) * 2));
    const dimensions = ['a', 'b', 'c', 'd', 'e'].map((name) => real(name));
    const found = chosen(scattered, ([a = 0], i) => a + noise(3 * i + 1), dimensions);
    expect(found.name).toBe('linear');
    expect(found.residual.degrees).toBe(17);
    expect(found.considered?.every(({ degrees }) => degrees >= 3)).toBe(true);
  });

  test('a mixture is described by its products, not by squares', () => {
    const parts = [0, 0.25, 0.5, 0.75, 1];
    const rows = parts.flatMap((a) => parts.filter((b) => a + b <= 1).map((b) => [a, b, 1 - a - b]));
    const abc = ['a', 'b', 'c'].map((name) => real(name, 0, 1));
    const found = chosen(
      rows,
      ([a = 0, b = 0, c = 0], i) => 5 * a + 3 * b + 2 * c + 6 * a * b + noise(i) / 10,
      abc,
    );
    expect(found.name).toBe('interaction');
    expect(found.terms).toEqual(['a', 'b', 'a*b', 'a*c', 'b*c']);
    expect(found.considered?.map(({ name }) => name)).toEqual(['linear', 'interaction']);
  });

  test('a saturated fraction keeps all main effects; more main effects than runs leave one run for error', () => {
    const rows = square([-1, 1]).map(([x, y, z]) => [x, y, z, x * y, x * z, y * z, x * y * z] as number[]);
    const seven = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => real(name));
    const saturated = chosen(rows, ([a, b], i) => 3 * (a ?? 0) - (b ?? 0) + noise(i), seven);
    expect(saturated.terms).toHaveLength(7);
    expect(saturated.effects).not.toBeNull();
    const crowded = chosen(rows.slice(0, 5), ([a], i) => (a ?? 0) + noise(i), seven);
    expect(crowded.residual.degrees).toBe(1);
  });
});

describe('an error of 0', () => {
  const points = Float64Array.of(0, 0, 10, 0, 0, 10, 10, 10, 5, 5, 5, 5, 0, 5);
  const analysed = (
    result: (a: number, b: number) => number,
    changed: Readonly<Record<number, number>> = {},
  ) =>
    analyseDesign({
      space: spaceOf([real('a', 0, 10), real('b', 0, 10)]),
      points,
      response: Float64Array.from(
        { length: 7 },
        (_, i) => changed[i] ?? result(points[2 * i]!, points[2 * i + 1]!),
      ),
      modelType: 'linear',
    });

  test.each([
    ['results that are all equal', () => 5, null],
    ['a plane', (a: number, b: number) => 0.1 * a + 0.3 * b, 1],
  ])('leaves F, t and p of %s undefined', (_, result, rSquared) => {
    const { coefficients, sequential, partial, regression, lackOfFit, ...told } = analysed(result);
    expect(told.residual.meanSquare).toBe(0);
    for (const line of [...sequential, ...partial, regression, lackOfFit!.lackOfFit, lackOfFit!.pureError])
      expect([line.fValue, line.pValue]).toEqual([null, null]);
    for (const one of coefficients) {
      expect([one.tValue, one.pValue]).toEqual([null, null]);
      for (const end of one.interval!) expect(end).toBeCloseTo(one.estimate, 12);
    }
    expect([told.rSquared, told.adjustedRSquared, told.predictedRSquared]).toEqual([
      rSquared,
      rSquared,
      rSquared,
    ]);
    expect(told.studentized.every(Number.isNaN)).toBe(true);
  });

  test('of repeated runs leaves the test of the lack of fit undefined, and no other', () => {
    const { lackOfFit, regression } = analysed((a, b) => a + b, { 0: 3 });
    expect(lackOfFit!.pureError.sumOfSquares).toBe(0);
    expect(lackOfFit!.lackOfFit.sumOfSquares).toBeGreaterThan(1);
    expect([lackOfFit!.lackOfFit.fValue, lackOfFit!.lackOfFit.pValue]).toEqual([null, null]);
    expect(regression.pValue).toBeGreaterThan(0);
  });
});
