import { describe, expect, test } from 'vitest';
import { analyseDesign } from '../../../src/engine/design/analysis/analyse.ts';
import { evaluateDesign } from '../../../src/engine/design/analysis/evaluate.ts';
import { optimalDesignInfo } from '../../../src/engine/design/optimal/model/model-terms.ts';
import { optimalDesign } from '../../../src/engine/design/optimal/optimal-design.ts';
import type { Space } from '../../../src/engine/space/space.ts';
import { atMost, context, discrete, equals, labels, real, rowsOf, spaceOf } from './support.ts';

const parts = [real('x1', 0, 1), real('x2', 0, 1), real('x3', 0, 1)];
const simplex = spaceOf(parts, [equals(1, 1, 1, 1)]);

/** Elongation of yarn of polyethylene, polystyrene and polypropylene: Cornell, Experiments with Mixtures, table 2.3. */
const yarn: readonly (readonly [number, number, number, readonly number[]])[] = [
  [1, 0, 0, [11, 12.4]],
  [0.5, 0.5, 0, [15, 14.8, 16.1]],
  [0, 1, 0, [8.8, 10]],
  [0, 0.5, 0.5, [10, 9.7, 11.8]],
  [0, 0, 1, [16.8, 16]],
  [0.5, 0, 0.5, [17.7, 16.4, 16.6]],
];
const points = yarn.flatMap(([a, b, c, results]) => results.map(() => [a, b, c]));
const response = Float64Array.from(yarn.flatMap(([, , , results]) => results));
const flat = (rows: readonly (readonly number[])[]) => Float64Array.from(rows.flat());

const rounded = (values: readonly (number | null)[], digits = 2) =>
  values.map((value) => (value === null ? null : Number(value.toFixed(digits))));

function analyse(space: Space, rows: readonly (readonly number[])[], more: object) {
  return analyseDesign({ space, points: flat(rows), response, ...more });
}

describe('analysis of a mixture', () => {
  const quadratic = analyse(simplex, points, { modelType: 'quadratic' });

  test('has the coefficients and standard errors of the textbook, without an intercept', () => {
    expect(quadratic.coefficients.map(({ name }) => name)).toEqual([
      ...['x1', 'x2', 'x3', 'x1*x2', 'x1*x3', 'x2*x3'],
    ]);
    expect(rounded(quadratic.coefficients.map(({ estimate }) => estimate))).toEqual([
      ...[11.7, 9.4, 16.4, 19, 11.4, -9.6],
    ]);
    expect(rounded(quadratic.coefficients.map(({ standardError }) => standardError))).toEqual([
      ...[0.6, 0.6, 0.6, 2.61, 2.61, 2.61],
    ]);
  });

  test('sums of squares are about the mean: 128.3 with 5 and 6.56 with 9 degrees of freedom', () => {
    const { regression, residual, rSquared, predictedRSquared } = quadratic;
    expect([regression.degrees, residual.degrees]).toEqual([5, 9]);
    expect(rounded([regression.sumOfSquares, residual.sumOfSquares])).toEqual([128.3, 6.56]);
    // numpy: R² and PRESS of the fit without an intercept, about the mean.
    expect(rounded([rSquared, predictedRSquared], 10)).toEqual(
      [0.951355519962, 0.86433677404].map((one) => Number(one.toFixed(10))),
    );
  });

  test('components are one term; a pure blend is not tested against zero', () => {
    expect(quadratic.partial.map(({ name, degrees }) => [name, degrees])).toEqual([
      ['Linear mixture', 2],
      ['x1*x2', 1],
      ['x1*x3', 1],
      ['x2*x3', 1],
    ]);
    expect(
      rounded(
        quadratic.sequential.map(({ sumOfSquares }) => sumOfSquares),
        4,
      ),
    ).toEqual([...[57.6291, 40.4558, 20.3368, 9.8743]]);
    expect(quadratic.coefficients.map(({ pValue }) => pValue === null)).toEqual([
      ...[true, true, true, false, false, false],
    ]);
    expect([quadratic.effects, quadratic.canonical]).toEqual([null, null]);
  });

  test('lower bounds and a total of 100 make pseudo-components', () => {
    const bounded = spaceOf(
      [real('x1', 20, 70), real('x2', 10, 60), discrete('x3', 20, 45, 70)],
      [equals(100, 1, 1, 1)],
    );
    const rows = points.map(([a, b, c]) => [20 + 50 * a, 10 + 50 * b, 20 + 50 * c]);
    const { coefficients, mixture } = analyse(bounded, rows, { modelType: 'quadratic' });
    coefficients.forEach(({ estimate }, i) => {
      expect(estimate).toBeCloseTo(quadratic.coefficients[i].estimate, 9);
    });
    expect(mixture).toEqual({
      total: 100,
      components: [
        { variable: 'x1', lowest: 20 },
        { variable: 'x2', lowest: 10 },
        { variable: 'x3', lowest: 20 },
      ],
    });
  });

  test('terms by name: all components make a Scheffé polynomial, fewer an intercept', () => {
    const all = analyse(simplex, points, { effects: ['x1*x2', 'x1', 'x2', 'x3'] });
    expect(all.coefficients.map(({ name }) => name)).toEqual(['x1', 'x2', 'x3', 'x1*x2']);
    const fewer = analyse(simplex, points, { effects: ['x1', 'x2'] });
    expect(fewer.coefficients.map(({ name }) => name)).toEqual(['Intercept', 'x1', 'x2']);
    expect(fewer.mixture).toBeUndefined();
  });

  test('runs that miss the total are no mixture', () => {
    const rows = points.map(([a, b, c], i) => [a, b, c + 0.01 * i]);
    expect(analyse(simplex, rows, { modelType: 'linear' }).coefficients[0].name).toBe('Intercept');
    const weighed = points.map(([a, b, c]) => [a, b, c * 1.0005]);
    expect(analyse(simplex, weighed, { modelType: 'linear' }).mixture?.total).toBe(1);
  });

  test('the recommended model may be a special cubic', () => {
    const blends = [...points, ...[1, 2, 3, 4].map(() => [1 / 3, 1 / 3, 1 / 3])];
    const results = Float64Array.from([...response, 30.1, 29.6, 30.4, 29.9]);
    const { model, coefficients } = analyseDesign({
      space: simplex,
      points: flat(blends),
      response: results,
      choose: 'recommended',
    });
    expect(model?.name).toBe('special_cubic');
    expect(model?.dropped).toEqual([]);
    // 27·(mean of the centroid − the quadratic part): 27 · 30 − 27·12.5 − 3·20.8.
    expect(coefficients.at(-1)?.name).toBe('x1*x2*x3');
    expect(coefficients.at(-1)?.estimate).toBeCloseTo(27 * 30 - 27 * 12.5 - 3 * 20.8, 8);
  });

  test('a process variable has its own slope in each pure blend', () => {
    const space = spaceOf([...parts, real('T', 20, 80)], [equals(1, 1, 1, 1, 0)]);
    const rows = [20, 80].flatMap((T) => points.map(([a, b, c]) => [a, b, c, T]));
    const slope = (row: readonly number[]) => 1 + 2 * row[0] - row[1];
    const y = rows.map((row, i) => response[i % 15] + (slope(row) * (row[3] - 50)) / 30);
    const { coefficients } = analyseDesign({
      space,
      points: flat(rows),
      response: Float64Array.from(y),
      modelType: 'interaction',
    });
    const byName = new Map(coefficients.map(({ name, estimate }) => [name, estimate]));
    expect([...byName.keys()].filter((name) => name.includes('T'))).toEqual(['T', 'x1*T', 'x2*T']);
    expect(byName.get('T')).toBeCloseTo(1, 9);
    expect(byName.get('x1*T')).toBeCloseTo(2, 9);
    expect(byName.get('x2*T')).toBeCloseTo(-1, 9);
    expect(byName.get('x1')).toBeCloseTo(11.7, 9);
  });

  test('a category and blocks stand beside the components', () => {
    const space = spaceOf(
      [labels('day', 'first', 'second'), ...parts, labels('mill', 'p', 'q')],
      [equals(1, 0, 1, 1, 1, 0)],
    );
    const rows = [0, 1].flatMap((mill) => points.map(([a, b, c], i) => [i % 2, a, b, c, mill]));
    const y = rows.map(([day, , , , mill], i) => response[i % 15] + day + 3 * mill);
    const { coefficients, partial } = analyseDesign({
      space,
      points: flat(rows),
      response: Float64Array.from(y),
      modelType: 'linear',
      block: 0,
    });
    expect(coefficients.map(({ name }) => name)).toEqual(['day[second]', 'x1', 'x2', 'x3', 'mill[q]']);
    expect(coefficients.at(-1)?.estimate).toBeCloseTo(3, 9);
    expect(partial.map(({ name }) => name)).toEqual(['day', 'Linear mixture', 'mill']);
  });
});

describe('evaluation of a mixture', () => {
  test('has efficiencies and inflation of the Scheffé polynomial', () => {
    const { columnNames, inestimable, quality, aliasNames } = evaluateDesign({
      space: simplex,
      points: flat(points),
      modelType: 'quadratic',
    });
    expect(columnNames).toEqual(['x1', 'x2', 'x3', 'x1*x2', 'x1*x3', 'x2*x3']);
    expect([inestimable, aliasNames]).toEqual([[], ['x1*x2*x3']]);
    // numpy: 100·det(X'X/n)^(1/6); the largest leverage is 1/2.
    expect(quality?.dEfficiency).toBeCloseTo(4.082482904638632, 9);
    expect(quality?.gEfficiency).toBeCloseTo(80, 9);
    expect(rounded(quality?.coefficients.map((one) => one.varianceInflation) ?? [])).toEqual([
      ...[1.75, 1.75, 1.75, 1.75, 1.75, 1.75],
    ]);
    expect(quality?.coefficients.map(({ power }) => power === null)).toEqual([
      ...[true, true, true, false, false, false],
    ]);
  });

  test('pure blends alone are estimated independently', () => {
    const { quality } = evaluateDesign({
      space: simplex,
      points: flat([
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ]),
      modelType: 'linear',
    });
    expect(quality?.coefficients.map((one) => one.varianceInflation)).toEqual([1, 1, 1]);
  });
});

describe('optimal designs of a mixture', () => {
  test('the quadratic model takes the corners and the middles of the edges (Kiefer 1961)', () => {
    const design = optimalDesign({ space: simplex, modelType: 'quadratic', nPoints: 6, seed: 1 }, context);
    const rows = rowsOf(design.points, 3).map((row) => row.map((x) => Number(x.toFixed(6))));
    expect(rows.sort((a, b) => b[0] - a[0] || b[1] - a[1])).toEqual([
      [1, 0, 0],
      [0.5, 0.5, 0],
      [0.5, 0, 0.5],
      [0, 1, 0],
      [0, 0.5, 0.5],
      [0, 0, 1],
    ]);
    const { summary } = design;
    expect(summary.terms).toEqual(['x1', 'x2', 'x3', 'x1*x2', 'x1*x3', 'x2*x3']);
    const task = { space: simplex, points: design.points, modelType: 'quadratic' } as const;
    const { quality } = evaluateDesign(task);
    expect(summary.dEfficiency).toBeCloseTo(quality?.dEfficiency ?? 0, 9);
    expect(summary.aEfficiency).toBeCloseTo(quality?.aEfficiency ?? 0, 9);
  });

  test('under G no design for another criterion has a smaller largest variance', () => {
    const cut: Space = {
      dimensions: [real('x1', 0, 1), real('x2', 0, 1), real('x3', 0.1, 1)],
      constraints: [equals(1, 1, 1, 1), atMost(0.6, 1, 0, 0)],
    };
    const largest = (criterion: 'D' | 'I' | 'G') => {
      const { points } = optimalDesign(
        { space: cut, modelType: 'quadratic', nPoints: 10, seed: 1, criterion, effort: 0.2 },
        context,
      );
      return evaluateDesign({ space: cut, points, modelType: 'quadratic' }).quality?.gEfficiency ?? 0;
    };
    expect(largest('G')).toBeGreaterThan(Math.max(largest('D'), largest('I')));
  });

  test('the preview counts the same terms', () => {
    expect(optimalDesignInfo(simplex, { modelType: 'quadratic' }).modelTerms).toEqual([
      ...['x1', 'x2', 'x3', 'x1*x2', 'x1*x3', 'x2*x3'],
    ]);
  });

  test("the interface's algorithms refuse an intercept beside all components", () => {
    const task = { space: simplex, modelType: 'linear', nPoints: 5, seed: 1, algorithm: 'fedorov' } as const;
    // Also where the runs are too few for all columns, which no number of runs can estimate.
    for (const nPoints of [2, 5])
      expect(() => optimalDesign({ ...task, nPoints }, context)).toThrow(
        /'x3' together .*; remove these terms, or allow more n_levels, or relax the constraints, or leave algorithm out$/,
      );
  });
});

describe('runs that miss the total of their mixture', () => {
  test('are named where the analysis fails', () => {
    const off = [...points.slice(0, -1), [0.5, 0.5, 0.2]];
    expect(() => analyse(simplex, off, { modelType: 'quadratic' })).toThrow(
      'the amounts of a run add up to 1.2 instead of 1, so the runs are not analysed as a mixture; correct or remove it',
    );
  });
});
