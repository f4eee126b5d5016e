import { describe, expect, test } from 'vitest';
import { analyseDesign } from '../../../src/engine/design/analysis/analyse.ts';
import { backTransformed, transformed } from '../../../src/engine/design/analysis/box-cox.ts';
import { box, labels, near, oracle, real, spaceOf } from './support.ts';

interface Case {
  name: string;
  columns: Record<string, number[]>;
  y: number[];
  log_likelihood: number[];
  maximum: number;
  interval: [number, number];
  limit: number;
  lam: number;
  median: number[];
  confidence: [number[], number[]];
  prediction: [(number | null)[], (number | null)[]];
  f_value: number;
  r_squared: number;
  externally_studentized: number[];
  outlier_limit: number;
  aicc: number;
  bic: number;
}

const plans = {
  'poisons, main effects': {
    dimensions: [labels('poison', 'I', 'II', 'III'), labels('treatment', 'A', 'B', 'C', 'D')],
    modelType: 'linear',
    recommended: -1,
  },
  'poisons, with interactions': {
    dimensions: [labels('poison', 'I', 'II', 'III'), labels('treatment', 'A', 'B', 'C', 'D')],
    modelType: 'interaction',
    recommended: -1,
  },
  trees: { dimensions: [real('girth', 2, 3.1), real('height', 4, 4.5)], modelType: 'linear', recommended: 0 },
} as const;

describe.each(oracle<Case[]>('box-cox.json').map((one) => [one.name, one] as const))('%s', (name, one) => {
  const { dimensions, modelType, recommended } = plans[name as keyof typeof plans];
  const columns = Object.values(one.columns);
  const task = {
    space: spaceOf(dimensions),
    points: Float64Array.from(one.y.flatMap((_, i) => columns.map((column) => column[i]))),
    response: Float64Array.from(one.y),
    modelType,
  };

  test('profile likelihood as MASS::boxcox gives it, and the interval of λ', () => {
    const { boxCox, transformation } = analyseDesign(task);
    expect(transformation).toBeUndefined();
    if (!boxCox) throw new Error('no profile');
    near(
      boxCox.lambda,
      Array.from({ length: 41 }, (_, i) => (i - 20) / 10),
    );
    near(boxCox.logLikelihood, one.log_likelihood);
    expect(Math.abs(boxCox.maximum - one.maximum)).toBeLessThan(1e-6);
    near(boxCox.interval.map(Number), one.interval, 1e-7);
    expect(boxCox.limit).toBeCloseTo(one.limit, 8);
    expect(boxCox.recommended).toBe(recommended);
  });

  test('analysis of the transformed results, predictions transformed back', () => {
    const found = analyseDesign({ ...task, boxCoxLambda: one.lam });
    expect(found.transformation?.lambda).toBe(one.lam);
    near([found.regression.fValue ?? Number.NaN], [one.f_value]);
    near([found.rSquared ?? Number.NaN], [one.r_squared]);
    near(found.predicted.value, one.median);
    near(found.predicted.confidenceInterval?.lower ?? [], one.confidence[0]);
    near(found.predicted.confidenceInterval?.upper ?? [], one.confidence[1]);
    near(found.predicted.predictionInterval?.lower ?? [], one.prediction[0].map(Number));
    const upper = found.predicted.predictionInterval?.upper ?? [];
    const isBounded = one.prediction[1].map((value) => value !== null);
    expect(Array.from(upper, Number.isFinite)).toEqual(isBounded);
    near(
      upper.filter((_, i) => isBounded[i]),
      one.prediction[1].filter((value) => value !== null),
    );
    near(found.externallyStudentized, one.externally_studentized);
    near([found.outlierLimit ?? Number.NaN], [one.outlier_limit]);
    near([found.aicc ?? Number.NaN, found.bic ?? Number.NaN], [one.aicc, one.bic]);
    // The profile is that of the results themselves.
    near(found.boxCox?.logLikelihood ?? [], one.log_likelihood);
  });
});

const corners = Float64Array.from([-1, -1, 1, -1, -1, 1, 1, 1, 0, 0, 0, 0]);

const analysis = (y: readonly number[], more = {}) =>
  analyseDesign({
    space: box(2),
    points: corners,
    response: Float64Array.from(y),
    modelType: 'linear',
    ...more,
  });

test('a transformation keeps order, and 1 leaves results as they are', () => {
  const y = Float64Array.from([0.2, 1, 7, 4000]);
  for (const lambda of [-2, -0.5, 0, 0.3, 1, 2]) {
    const how = { lambda, geometricMean: 5 };
    const z = transformed(y, how);
    expect([...z].sort((a, b) => a - b)).toEqual([...z]);
    near(
      Array.from(z, (value) => backTransformed(value, how)),
      [...y],
      1e-10,
    );
    if (lambda === 1) near(z, [...y], 1e-14);
  }
  expect(backTransformed(-1e9, { lambda: 0.5, geometricMean: 5 })).toBe(0);
  expect(backTransformed(1e9, { lambda: -0.5, geometricMean: 5 })).toBe(Number.POSITIVE_INFINITY);
});

test('an answer that was transferred to another thread leaves the next one whole', () => {
  const y = [1, 2, 3, 5, 2.5, 2.6];
  const first = analysis(y).boxCox;
  const arrays = [first?.lambda, first?.logLikelihood].map((array) => array?.buffer as ArrayBuffer);
  const sent = structuredClone(first, { transfer: arrays });
  expect(analysis(y).boxCox).toEqual(sent);
});

test('results beyond the range of positive ones, equal ones, spent runs and plots have no profile', () => {
  expect(analysis([1, 2, 3, 5, 0, 2]).boxCox).toBeNull();
  expect(analysis([3, 3, 3, 3, 3, 3]).boxCox).toBeNull();
  expect(
    analyseDesign({
      space: box(2),
      points: corners.slice(0, 6),
      response: Float64Array.of(1, 2, 4),
      modelType: 'linear',
    }).boxCox,
  ).toBeNull();
  const plots = [{ name: 'WholePlot', groups: [1, 1, 2, 2, 3, 3] }];
  const found = analysis([1, 2, 3, 5, 3, 2.5], { plots });
  expect(found.boxCox).toBeNull();
  expect(found.predicted.confidenceInterval).toBeNull();
});

test('fewer than three degrees of freedom for error leave no interval', () => {
  // With one, some λ leaves no residuals at all, and would be taken for certain.
  for (const runs of [4, 5])
    expect(
      analysis([1, 2, 4, 9, 5].slice(0, runs), { points: corners.slice(0, 2 * runs) }).boxCox,
    ).toBeNull();
  expect(analysis([1, 2, 4, 9, 5, 4]).boxCox).not.toBeNull();
});

test('an exact exponential is found as such, and straight results are left alone', () => {
  const exponential = analysis([1, 4, 9, 36, 6, 6]).boxCox;
  expect(exponential?.maximum).toBeCloseTo(0, 6);
  expect(exponential?.recommended).toBe(0);
  expect(analysis([10, 20, 30, 40, 25, 25.5]).boxCox?.recommended).toBe(1);
});

test('the interval is null beyond −2 and 2', () => {
  const [low, high] = analysis([100, 101, 102, 103.5, 101.2, 101.9]).boxCox?.interval ?? [0, 0];
  expect([low, high]).toEqual([null, null]);
});

test.each([
  [{ boxCoxLambda: 0 }, [1, 2, 3, 5, -4, 2], /response 5 is -4, and only positive results/],
  [{ boxCoxLambda: 2.5 }, [1, 2, 3, 5, 4, 2], /boxCoxLambda must lie between -2 and 2, got 2.5/],
  [{ boxCoxLambda: -2 }, [1e-100, 2, 3, 5, 4, 2e90], /use a λ nearer to 1/],
])('%j is refused', (more, y, words) => {
  expect(() => analysis(y, more)).toThrow(words);
});

test('with one degree of freedom left no run is studentized by the others', () => {
  const found = analyseDesign({
    space: box(2),
    points: corners.slice(0, 8),
    response: Float64Array.of(1, 2, 4, 9),
    modelType: 'linear',
  });
  expect(found.outlierLimit).toBeNull();
  expect(Array.from(found.externallyStudentized)).toEqual([Number.NaN, Number.NaN, Number.NaN, Number.NaN]);
  expect(found.aicc).toBeNull();
  expect(found.bic).not.toBeNull();
});
