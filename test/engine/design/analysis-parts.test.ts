import { describe, expect, it } from 'vitest';
import {
  columnEffects,
  deviationMatrix,
  effectColumns,
} from '../../../src/engine/design/analysis/contrasts.ts';
import { effectPower } from '../../../src/engine/design/analysis/effect-power.ts';
import { lenthAnalysis } from '../../../src/engine/design/analysis/lenth.ts';
import { pressOf } from '../../../src/engine/design/analysis/press.ts';
import { buildModel } from '../../../src/engine/design/optimal/model/model-terms.ts';
import type { LeastSquares } from '../../../src/engine/linalg/least-squares.ts';
import { labels, real } from './support.ts';

describe('categories as deviations from their average', () => {
  const dimensions = [real('a'), labels('c', 'x', 'y', 'z')];
  /** a from −1 to 1, and each category. */
  const coded = Float64Array.of(-1, 0, 0.5, 1, 1, 2);
  const matrix = (effects: readonly string[], of = dimensions, more = {}) =>
    deviationMatrix(buildModel(of, { effects, ...more }), coded);

  it('have −1 in every column of the first one', () => {
    expect([...(matrix(['a', 'c', 'a*c']) ?? [])]).toEqual([
      ...[1, -1, -1, -1, 1, 1],
      ...[1, 0.5, 1, 0, 0.5, 0],
      ...[1, 1, 0, 1, 0, 1],
    ]);
    expect([...(matrix(['c']) ?? [])]).toEqual([1, -1, -1, 1, 1, 0, 1, 0, 1]);
  });

  it('are left out where no category is in the model, or the fit would be another', () => {
    expect(matrix(['a', 'a**2'])).toBeUndefined();
    // Without the main effect of a, a*c means the slopes at the categories, and its coding matters.
    expect(matrix(['c', 'a*c'])).toBeUndefined();
    expect(matrix(['a*c'])).toBeUndefined();
    // The category itself need not be in the model: its product is judged without it.
    expect(matrix(['a', 'a*c'])).toBeDefined();
    const two = [labels('b', 'u', 'v', 'w'), labels('c', 'x', 'y', 'z')];
    expect(matrix(['b', 'c', 'b*c'], two)).toBeDefined();
    expect(matrix(['b', 'b*c'], two)).toBeUndefined();
    expect(matrix(['c', 'b*c'], two)).toBeUndefined();
  });

  it('stand beside the components of a mixture, which add up to the constant', () => {
    const mixture = [real('p', 0, 1), real('q', 0, 1), labels('c', 'x', 'y')];
    const model = buildModel(mixture, { effects: ['p', 'q', 'c'], components: [0, 1] });
    expect(model.terms.map(({ name }) => name)).not.toContain('Intercept');
    expect(deviationMatrix(model, Float64Array.of(0.3, 0.7, 0, 1, 0, 1))).toHaveLength(6);
  });
});

describe('effects of columns', () => {
  it('are twice the rotated values over the longest of these columns', () => {
    const fit = { rotated: Float64Array.of(9, 4, -6, 8), lengths: Float64Array.of(50, 2, 4, 8) };
    expect(columnEffects(fit as unknown as LeastSquares, [1, 2])).toEqual([2, -3]);
  });

  it('are those of all columns but the intercept and blocks', () => {
    const dimensions = [real('a'), labels('day', 'x', 'y', 'z'), real('b')];
    const model = buildModel(dimensions, { effects: ['a', 'b', 'a*b'], block: 1 });
    expect(effectColumns(model, 1)).toEqual([3, 4, 5]);
    expect(effectColumns(buildModel(dimensions, { effects: ['a', 'day'] }))).toEqual([1, 2, 3]);
  });
});

describe("Lenth's method", () => {
  const of = (...sizes: readonly number[]) =>
    lenthAnalysis(
      sizes.map((effect, i) => ({ name: `e${i}`, effect })),
      0.95,
    );

  it('takes 1.5 times the median of the effects that are not far beyond the others', () => {
    expect(of(1, -2, 3).pseudoStandardError).toBe(3);
    expect(of(1, 2, -3, 4, 50).pseudoStandardError).toBe(3.75);
    // 7.5 is 2.5 times the first guess, 3, and no longer below it.
    expect(of(1, 2, 7.5).pseudoStandardError).toBe(2.25);
    expect(of(0, 0, 0, 5).pseudoStandardError).toBe(0);
    expect(of(0, 0).pseudoStandardError).toBe(0);
  });

  it('has the margins of t with a third of the effects as degrees of freedom', () => {
    const { marginOfError, simultaneousMargin, effects } = of(1, -3, 2);
    // Cauchy's distribution: cot(π·0.05/2), and cot(π·(1 − 0.95^(1/3))/2).
    expect(marginOfError).toBeCloseTo(38.1186142085241, 9);
    expect(simultaneousMargin).toBeCloseTo(112.633301149625, 8);
    expect(effects.map(({ name }) => name)).toEqual(['e0', 'e2', 'e1']);
    // Φ⁻¹ of 7/12, 9/12, 11/12.
    expect(effects.map(({ score }) => score)).toEqual(
      [0.2104283942479247, 0.6744897501960817, 1.382994127100638].map((one) => expect.closeTo(one, 12)),
    );
  });
});

it('a run that is fitted exactly has no prediction from the others', () => {
  const press = (leverage: readonly number[]) =>
    pressOf({ residuals: Float64Array.of(1, 2), leverage: Float64Array.from(leverage) } as never);
  expect(press([0.5, 0.2])).toBeCloseTo(4 + 6.25, 12);
  expect(press([0.5, 1])).toBeNull();
  expect(press([1 - 1e-12, 0.2])).toBeNull();
  expect(press([1 - 1e-8, 0.2])).toBeGreaterThan(1e15);
});

it('the power of an effect is that of the two-sided t test, and needs an estimate of the error', () => {
  expect(effectPower(9, 1, 8, 0.05)).toBeCloseTo(0.7480170922294763, 10);
  expect(effectPower(4, 1, 1, 0.1)).toBeCloseTo(0.2477600216218424, 10);
  expect(effectPower(0, 1, 8, 0.05)).toBeCloseTo(0.05, 12);
  expect(effectPower(9, 1, 0, 0.05)).toBeNull();
});
