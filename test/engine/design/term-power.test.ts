import { describe, expect, test } from 'vitest';
import { type EvaluateDesignTask, evaluateDesign } from '../../../src/engine/design/analysis/evaluate.ts';
import type { TermQuality } from '../../../src/engine/design/analysis/term-power.ts';
import { equals, labels, oracle, real, spaceOf } from './support.ts';

interface Case {
  levels: number[];
  points: number[][];
  effects: string[];
  significance: number;
  signal: number;
  terms: [number, number, number][];
}

const categories = (name: string, count: number) =>
  labels(name, ...Array.from({ length: count }, (_, i) => `${name}${i}`));

function termsOf(task: EvaluateDesignTask): readonly TermQuality[] {
  const { quality } = evaluateDesign(task);
  if (quality === null) throw new Error('the design does not estimate the model');
  return quality.terms;
}

describe('power of whole terms', () => {
  test.each(oracle<{ cases: Case[] }>('doe-term-power.json').cases.map((one) => [one.levels, one] as const))(
    'levels %j, as NumPy and SciPy have it',
    (levels, { points, effects, significance, signal, terms }) => {
      const space = spaceOf(
        levels.map((count, j) => (count > 0 ? categories('abcd'[j], count) : real('abcd'[j]))),
      );
      const found = termsOf({
        space,
        points: Float64Array.from(points.flat()),
        effects,
        significance,
        signalToNoise: signal,
      });
      expect(found).toHaveLength(terms.length);
      terms.forEach(([degrees, errorDegrees, power], i) => {
        expect(found[i]).toMatchObject({ degrees, errorDegrees });
        expect(found[i].power, effects[i]).toBeCloseTo(power, 9);
      });
    },
  );

  // Four equal groups, means ±s: Cohen's f is s over the error's standard deviation, R's variance between groups 4s²/3.
  test.each([
    ['power.anova.test in R: between 1, within 3', 5, Math.sqrt(1 / 4), 0.3535594],
    ["Cohen's example 8.1, f = 0.28, as pwr.anova.test has it", 20, 0.28, 0.5149793],
  ])('%s', (_, each, signalToNoise, wanted) => {
    const points = Float64Array.from({ length: 4 * each }, (_unused, i) => i % 4);
    const [term] = termsOf({
      space: spaceOf([categories('k', 4)]),
      points,
      modelType: 'linear',
      signalToNoise,
    });
    expect(term.power).toBeCloseTo(wanted, 7);
  });

  test('of one coefficient it is the power of the coefficient', () => {
    const space = spaceOf([real('x'), categories('k', 2)]);
    const { quality } = evaluateDesign({
      space,
      points: Float64Array.from([-1, 0, 1, 0, -1, 1, 1, 1, 0.5, 0, 0.3, 1]),
      modelType: 'interaction',
    });
    expect(quality?.terms.map(({ name, power }) => [name, power])).toEqual(
      quality?.coefficients.slice(1).map(({ power }, i) => [['x', 'k', 'x*k'][i], power]),
    );
  });

  test('runs in plots: a category that is hard to change is tested between plots', () => {
    // Three categories, four whole plots each of two runs: 12 − 3 degrees of freedom between plots, 12 − 1 within.
    const runs = Array.from({ length: 24 }, (_, i) => ({
      k: (i >> 1) % 3,
      x: i % 2 === 0 ? -1 : 1,
      plot: i >> 1,
    }));
    const [k, x, both] = termsOf({
      space: spaceOf([categories('k', 3), real('x')]),
      points: Float64Array.from(runs.flatMap((run) => [run.k, run.x])),
      modelType: 'interaction',
      plots: [{ name: 'WholePlot', groups: Int32Array.from(runs, ({ plot }) => plot), varianceRatio: 2 }],
    });
    expect(k).toMatchObject({ name: 'k', degrees: 2 });
    expect(k.errorDegrees).toBeCloseTo(9, 8);
    expect(x.errorDegrees).toBeCloseTo(9, 8);
    expect(both).toMatchObject({ name: 'k*x', degrees: 2 });
    expect(both.errorDegrees).toBeCloseTo(9, 8);
    // Eight runs a category in four plots: a mean has the variance 2/4 + 1/8; deviations 1, −1, 0.
    const alone = termsOf({
      space: spaceOf([categories('k', 3)]),
      points: Float64Array.from({ length: 12 }, (_, i) => i % 3),
      modelType: 'linear',
      signalToNoise: 1 / Math.sqrt((2 / 4 + 1 / 8) * 4),
    });
    expect(k.power).toBeCloseTo(alone[0].power as number, 9);
  });

  test('saturated designs and components of a mixture have none', () => {
    const space = spaceOf([categories('k', 3)]);
    const [term] = termsOf({ space, points: Float64Array.from([0, 1, 2]), modelType: 'linear' });
    expect(term).toEqual({ name: 'k', degrees: 2, errorDegrees: null, power: null });
    const mixture = termsOf({
      space: spaceOf([real('a', 0, 1), real('b', 0, 1)], [equals(1, 1, 1)]),
      points: Float64Array.from([1, 0, 0, 1, 0.5, 0.5, 1, 0]),
      modelType: 'interaction',
    });
    expect(mixture.map(({ name, power }) => [name, power === null])).toEqual([
      ['Linear mixture', true],
      ['a*b', false],
    ]);
  });
});
