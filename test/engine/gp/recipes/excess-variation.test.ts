import { describe, expect, it } from 'vitest';
import { excessVariationRemarks } from '../../../../src/engine/gp/recipes/excess-variation.ts';
import { createGenerator } from '../../../../src/engine/random/generator.ts';

const doubts = (x: readonly number[], y: readonly number[], noise: readonly number[]) =>
  excessVariationRemarks(
    { X: Float64Array.from(x), n: x.length, d: 1, noise: Float64Array.from(noise) },
    Float64Array.from(y),
  );

describe('noise variances that are given', () => {
  // scipy.stats.chi2.isf(1e-4, [1, 3]) is 15.14 and 21.11, of 5e-5 16.45 and 22.56; the cube root is between.
  it.each([
    [Math.sqrt(2 * 16.45), true],
    [Math.sqrt(2 * 14.5), false],
  ])('are doubted where two results are %d deviations apart: %s', (apart, isDoubted) => {
    expect(doubts([1, 1, 2], [5, 5 + 0.1 * apart, 9], [0.01, 0.01, 0.01])).toHaveLength(Number(isDoubted));
  });

  it.each([
    [22.56, true],
    [20.5, false],
  ])('are weighted within settings: χ² %d with three degrees of freedom', (q, isDoubted) => {
    // Two settings with results at −a, 0, a and ∓b, each by its own variances.
    const a = Math.sqrt(q / 4);
    const b = Math.sqrt(q / 4) * 3;
    expect(doubts([1, 1, 1, 2, 2], [-a, 0, a, 7 - b, 7 + b], [1, 1, 1, 9, 9])).toHaveLength(
      Number(isDoubted),
    );
  });

  it('are not where no settings repeat, repeats agree, a result is missing, or none is given', () => {
    expect(doubts([1, 2, 3], [0, 5, 9], [0, 0, 0])).toEqual([]);
    expect(doubts([1, 1, 3], [0.3, 0.1 + 0.2, 9], [0, 0, 0])).toEqual([]);
    expect(doubts([1, 1, 3], [0.3, Number.NaN, 9], [0, 0, 0])).toEqual([]);
    expect(excessVariationRemarks({ X: Float64Array.of(1, 1), n: 2, d: 1 }, Float64Array.of(0, 9))).toEqual(
      [],
    );
  });

  it('of 0 are doubted where repeats differ at all', () => {
    expect(doubts([1, 1, 3], [5, 5.1, 9], [0, 0, 0])).toEqual([
      'results at equal settings differ by more than their noise variances allow; give larger variances, or none, and the noise is learned',
    ]);
  });

  it('that are right are hardly ever doubted', () => {
    const generator = createGenerator(1);
    let doubted = 0;
    for (let trial = 0; trial < 2000; trial++) {
      const noise = Array.from({ length: 12 }, () => generator.uniform() + 0.01);
      const x = noise.map((_, i) => i % 5);
      doubted += doubts(
        x,
        noise.map((v, i) => x[i] + Math.sqrt(v) * generator.normal()),
        noise,
      ).length;
    }
    expect(doubted).toBeLessThan(5);
  });
});
