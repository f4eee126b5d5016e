import { describe, expect, test } from 'vitest';
import {
  type DesignEvaluation,
  type DesignQuality,
  type EvaluationInColumns,
  evaluateDesign,
  evaluateInColumns,
  lossOf,
} from '../../../src/engine/design/analysis/evaluate.ts';
import { fullFactorial } from '../../../src/engine/design/classical/full-factorial.ts';
import { plackettBurman } from '../../../src/engine/design/classical/plackett-burman.ts';
import { modelMatrix } from '../../../src/engine/design/optimal/model/coding.ts';
import { buildModel } from '../../../src/engine/design/optimal/model/model-terms.ts';
import { leastSquares } from '../../../src/engine/linalg/least-squares.ts';
import { dot, times } from '../../../src/engine/linalg/products.ts';
import { createGenerator } from '../../../src/engine/random/generator.ts';
import type { Dimension, Space } from '../../../src/engine/space/space.ts';
import { atMost, box, discrete, labels, oracle, real, spaceOf } from './support.ts';

interface Evaluation {
  points: number[][];
  model_type: 'linear' | 'interaction' | 'quadratic';
  D: number;
  A: number;
  average_variance: number;
  condition: number;
  se: number[];
  vif: number[];
  power: number[] | null;
  leverage: number[];
  loss: [number, number | null][];
  alias: number[];
}

const recorded = oracle<{ evaluations: Evaluation[] }>('doe-analysis.json').evaluations;

function near(got: ArrayLike<number>, wanted: readonly number[], tolerance = 1e-9): void {
  expect(got.length).toBe(wanted.length);
  wanted.forEach((value, i) => {
    expect(
      Math.abs(got[i] - value) / Math.max(1, Math.abs(value)),
      `entry ${i}: ${got[i]} for ${value}`,
    ).toBeLessThan(tolerance);
  });
}

describe.each(
  recorded.map((wanted) => [`${wanted.points.length} runs, ${wanted.model_type}`, wanted] as const),
)('%s, as NumPy and SciPy compute it', (_, wanted) => {
  const result = evaluateDesign({
    space: box(wanted.points[0].length),
    points: Float64Array.from(wanted.points.flat()),
    modelType: wanted.model_type,
  });
  const quality = result.quality as DesignQuality;

  test('efficiencies and conditioning', () => {
    near(
      [quality.dEfficiency, quality.aEfficiency, quality.averageVariance],
      [wanted.D, wanted.A, wanted.average_variance],
    );
    near([quality.conditionNumber], [wanted.condition], 1e-8);
  });

  test('coefficients: standard errors, inflation, power', () => {
    near(
      quality.coefficients.map(({ standardError }) => standardError),
      wanted.se,
    );
    near(
      quality.coefficients.slice(1).map(({ varianceInflation }) => varianceInflation as number),
      wanted.vif,
    );
    if (wanted.power)
      near(
        quality.coefficients.map(({ power }) => power as number),
        wanted.power,
        1e-8,
      );
  });

  test('aliases and losses', () => {
    near(quality.aliasMatrix, wanted.alias);
    near(
      quality.losses.map(({ leverage }) => leverage),
      wanted.leverage,
    );
    wanted.loss.forEach(([relative, average], i) => {
      near([quality.losses[i].relativeDEfficiency], [relative]);
      if (average !== null) near([quality.losses[i].averageVariance], [average]);
      else expect(quality.losses[i].averageVariance).toBe(Number.POSITIVE_INFINITY);
    });
  });

  test('the variance curve rises and averages to I', () => {
    const { variance } = quality.fds;
    for (let i = 1; i < variance.length; i++) expect(variance[i]).toBeGreaterThanOrEqual(variance[i - 1]);
    const middle = variance.slice(1, -1).reduce((sum, value) => sum + value, 0);
    const trapezoid = (middle + (variance[0] + variance[variance.length - 1]) / 2) / (variance.length - 1);
    expect(trapezoid / quality.averageVariance).toBeCloseTo(1, 1);
    expect(quality.largestVariance).toBeGreaterThanOrEqual(variance[variance.length - 1]);
    expect(quality.smallestVariance).toBe(variance[0]);
  });
});

test('a two-level factorial is fully efficient and uncorrelated', () => {
  const points = Float64Array.from(
    [0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => [0, 1, 2].map((k) => ((i >> k) & 1) * 2 - 1)),
  );
  const { quality, correlation, errorDegrees } = evaluateDesign({
    space: box(3),
    points,
    modelType: 'interaction',
  });
  expect(quality?.dEfficiency).toBeCloseTo(100, 10);
  expect(quality?.gEfficiency).toBeCloseTo(100, 10);
  expect(errorDegrees).toBe(1);
  expect(correlation.names).toHaveLength(9);
  correlation.matrix.forEach((value, at) => {
    const size = correlation.names.length;
    if (at % size === Math.floor(at / size)) expect(value).toBe(1);
    else expect(value).toBeCloseTo(0, 12);
  });
});

test.each(['linear', 'interaction'] as const)(
  'two categories are judged as two levels of a number, %s',
  (modelType) => {
    const runs = [0, 1, 2, 3, 4, 5, 6, 7, 0, 3, 5, 6].map((i) => [0, 1, 2].map((k) => (i >> k) & 1));
    const judge = (last: Dimension, code: (level: number) => number) =>
      evaluateDesign({
        space: spaceOf([real('a'), real('b'), last]),
        points: Float64Array.from(runs.flatMap(([a, b, c]) => [2 * a - 1, 2 * b - 1, code(c)])),
        modelType,
      });
    const ofNumber = judge(discrete('c', -1, 1), (level) => 2 * level - 1);
    const ofCategory = judge(labels('c', 'p', 'q'), (level) => level);
    const said = ({ quality, correlation }: DesignEvaluation) => [
      ...(quality as DesignQuality).coefficients.flatMap(({ standardError, varianceInflation, power }) => [
        standardError,
        varianceInflation ?? 1,
        power ?? 1,
      ]),
      ...(quality as DesignQuality).aliasMatrix,
      ...correlation.matrix,
    ];
    const wanted = said(ofNumber);
    expect(said(ofCategory)).toHaveLength(wanted.length);
    said(ofCategory).forEach((value, i) => {
      expect(value, `entry ${i}`).toBeCloseTo(wanted[i], 12);
    });
  },
);

test('three categories have the standard errors and inflation that statsmodels gives with Sum contrasts', () => {
  // y ~ x + C(k, Sum) + x:C(k, Sum), scale 1: OLS(...).normalized_cov_params, variance_inflation_factor.
  const x = [-1, -0.5, 0, 0.5, 1, -1, 0.2, 0.9, -0.7, 0.4];
  const k = [0, 1, 2, 0, 1, 2, 0, 1, 2, 1];
  const { quality } = evaluateDesign({
    space: spaceOf([real('x'), labels('k', 'p', 'q', 'r')]),
    points: Float64Array.from(x.flatMap((value, i) => [value, k[i]])),
    effects: ['x', 'k', 'x*k'],
  });
  const found = (quality as DesignQuality).coefficients;
  const errors = [
    0.43178246030327966, 0.6147813368292477, 0.5635971671188732, 0.7076595824170938, 0.7838129314440397,
    1.00541905915823,
  ];
  const inflation = [
    1.8882686361993302, 2.1917281908124893, 3.0046925075204083, 1.8854791615901239, 2.612081579996115,
  ];
  errors.forEach((error, a) => {
    expect(found[a].standardError).toBeCloseTo(error, 10);
    if (a > 0) expect(found[a].varianceInflation).toBeCloseTo(inflation[a - 1], 10);
  });
});

test('the largest variance of a rotatable design is that of its corners', () => {
  // Myers, Montgomery and Anderson-Cook: f'(X'X)⁻¹f of a second-order model; NumPy gives 2.25 at (±1, ±1).
  const a = Math.SQRT1_2;
  const runs = [...[-a, a].flatMap((x) => [-a, a].map((y) => [x, y])), [-1, 0], [1, 0], [0, -1], [0, 1]];
  const points = Float64Array.from([...runs, [0, 0], [0, 0], [0, 0], [0, 0]].flat());
  const { quality } = evaluateDesign({ space: box(2), points, modelType: 'quadratic' });
  expect(quality?.largestVariance).toBeCloseTo(2.25, 10);
  expect(quality?.gEfficiency).toBeCloseTo((100 * 6) / (12 * 2.25), 10);
});

test('Plackett–Burman: every main effect is a third aliased with the interactions of the others', () => {
  const rows = plackettBurman(11);
  const { quality, aliasNames } = evaluateDesign({
    space: box(11),
    points: Float64Array.from(rows.flat()),
    modelType: 'linear',
  });
  const pairs = aliasNames.length;
  for (let a = 1; a <= 11; a++)
    aliasNames.forEach((name, c) => {
      if (name.includes('^')) return;
      const own = name.split('*').includes(`x${a}`);
      expect(Math.abs((quality as DesignQuality).aliasMatrix[a * pairs + c])).toBeCloseTo(
        own ? 0 : 1 / 3,
        12,
      );
    });
});

test('terms that cannot be estimated are named, and the rest is null', () => {
  const result = evaluateDesign({
    space: spaceOf([real('a'), labels('k', 'p', 'q', 'r')]),
    points: Float64Array.of(-1, 0, 1, 0, -1, 1, 1, 1),
    modelType: 'linear',
  });
  expect(result.inestimable).toEqual(['k']);
  expect(result.quality).toBeNull();
  expect(result.columnNames).toEqual(['Intercept', 'a', 'k[q]', 'k[r]']);
});

test('repeated runs count as pure error; constraints shrink the region', () => {
  const points = Float64Array.of(-1, -1, 1, -1, -1, 1, 0, 0, 0, 0);
  const free = evaluateDesign({ space: box(2), points, modelType: 'linear' });
  const cut = evaluateDesign({
    space: spaceOf(box(2).dimensions, [atMost(0, 1, 1)]),
    points,
    modelType: 'linear',
  });
  expect(free.pureErrorDegrees).toBe(1);
  expect(cut.quality?.dEfficiency).toBeCloseTo(free.quality?.dEfficiency as number, 12);
  expect(cut.quality?.averageVariance).toBeLessThan(free.quality?.averageVariance as number);
});

test('bad tasks are refused', () => {
  const points = Float64Array.of(0, 0);
  expect(() => evaluateDesign({ space: box(2), points: new Float64Array(0), modelType: 'linear' })).toThrow(
    /no runs/,
  );
  expect(() => evaluateDesign({ space: box(3), points, modelType: 'linear' })).toThrow(/do not fill rows/);
  expect(() => evaluateDesign({ space: box(2), points, modelType: 'linear', significance: 2 })).toThrow(
    /got 2/,
  );
});

test('a table of 150,000 runs is judged, its losses by columns or by runs', () => {
  const runs = 150_000;
  const points = Float64Array.from({ length: runs }, (_, i) => (i % 1000) / 999);
  const task = { space: box(1), points, modelType: 'linear' } as const;
  const { losses } = evaluateInColumns(task).quality as NonNullable<EvaluationInColumns['quality']>;
  const { losses: byRuns } = evaluateDesign(task).quality as DesignQuality;
  expect(byRuns).toHaveLength(runs);
  expect(byRuns[0]).toEqual(lossOf(losses, 0));
  // The ends of the range have the largest leverage: 1/n and 3/n, but for the steps between the points.
  expect((byRuns[999]?.leverage as number) * runs).toBeCloseTo(4, 1);
});

describe('the largest variance', () => {
  /** Random runs, categories in turn, and every point of a fine lattice that the region holds. */
  const judge = (space: Space, seed: number, runs: number, steps: number) => {
    const generator = createGenerator(seed);
    const d = space.dimensions.length;
    const categories = space.dimensions.map((one) => (one.kind === 'categorical' ? one.labels.length : 0));
    const points = Float64Array.from({ length: runs * d }, (_, at) =>
      categories[at % d] > 0 ? Math.floor(at / d) % categories[at % d] : 2 * generator.uniform() - 1,
    );
    const { quality } = evaluateDesign({ space, points, modelType: 'quadratic' });
    const model = buildModel(space.dimensions, { modelType: 'quadratic' });
    const p = model.columns.length;
    const X = modelMatrix(model, points);
    const { inverse } = leastSquares(X, new Float64Array(runs), p);
    const lattice = fullFactorial(
      categories.map((count) => count || steps),
      'last',
    )
      .map((row) => row.map((at, k) => (categories[k] > 0 ? at : (2 * at) / (steps - 1) - 1)))
      .filter((row) =>
        space.constraints.every(({ coefficients, rhs }) => dot(coefficients, row) <= rhs + 1e-12),
      );
    return {
      found: (quality as DesignQuality).largestVariance,
      ofLattice: Math.max(
        ...lattice.map((row) => {
          const f = modelMatrix(model, row);
          return dot(f, times(inverse, f, p));
        }),
      ),
    };
  };

  test.each([7, 16, 23])('is no smaller than over a lattice, on a face of the cube too (seed %i)', (seed) => {
    const { found, ofLattice } = judge(box(4), seed, 15, 15);
    expect(found).toBeGreaterThanOrEqual(ofLattice);
    expect(found).toBeLessThan(1.01 * ofLattice);
  });

  test.each([4, 8])('stays with a category while it climbs (seed %i)', (seed) => {
    const dimensions = [real('a'), real('b'), real('c'), labels('d', 'A', 'B', 'C', 'D')];
    const { found, ofLattice } = judge(spaceOf(dimensions, [atMost(0.35, 1, 0.8, -0.3, 0)]), seed, 26, 21);
    expect(found).toBeGreaterThanOrEqual(ofLattice);
  });

  test('is taken along the plane of a constraint', () => {
    const space = spaceOf([real('a'), real('b'), real('c')], [atMost(0.35, 1, 0.8, -0.3)]);
    const { found, ofLattice } = judge(space, 4, 11, 41);
    expect(found).toBeGreaterThanOrEqual(ofLattice);
    expect(found).toBeLessThan(1.05 * ofLattice);
  });
});
