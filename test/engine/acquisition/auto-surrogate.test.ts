import { describe, expect, it } from 'vitest';
import {
  fitVariant,
  fitVariants,
  variantWeights,
} from '../../../src/engine/acquisition/models/auto-surrogate.ts';
import { identity, outputTransforms } from '../../../src/engine/acquisition/models/output-transform.ts';
import { createGenerator } from '../../../src/engine/random/generator.ts';
import { fastest } from '../compute/backends.ts';

const context = { backend: fastest };

/** Ten runs in four columns, and the first of them again with another output. */
function repeatedRun(gap: number, limited = false) {
  const generator = createGenerator('repeated run');
  const n = 11;
  const d = 4;
  const X = Float64Array.from({ length: n * d }, () => generator.uniform());
  X.copyWithin((n - 1) * d, 0, d);
  const y = Float64Array.from({ length: n }, (_, i) => X[i * d] ** 2 - X[i * d + 1]);
  y[n - 1] += gap;
  const categorical = Array.from({ length: d }, () => false);
  const data = { X, n, d, categorical, y };
  if (!limited) return data;
  return { ...data, censored: { rows: Int32Array.of(n - 1), sides: Int32Array.of(1) } };
}

const exactShare = (data: ReturnType<typeof repeatedRun>) => {
  const variants = fitVariants(data, [identity], { seed: '1', context, starts: 1 });
  const weights = variantWeights(variants);
  return variants.reduce((sum, { noise }, k) => sum + (noise === 'exact' ? weights[k] : 0), 0);
};

describe('variants of the model', () => {
  it('are not exact where a repeated run had another result', () => {
    expect(exactShare(repeatedRun(0.2))).toBe(0);
  });

  it('are likely exact where it had the same one', () => {
    expect(exactShare(repeatedRun(0))).toBeGreaterThan(0.5);
  });

  it('may be exact where the other result is a limit', () => {
    expect(exactShare(repeatedRun(0.2, true))).toBeGreaterThan(0);
  });

  it('let a column that does not matter be flat where rows are many, not where they are few', () => {
    const longest = (n: number) => {
      const generator = createGenerator('one column matters');
      const d = 3;
      const X = Float64Array.from({ length: n * d }, () => generator.uniform());
      const y = Float64Array.from({ length: n }, (_, i) => Math.sin(5 * X[i * d]) + 0.3 * generator.normal());
      const data = { X, n, d, categorical: [false, false, false], y };
      const noisy = fitVariants(data, [identity], { seed: '1', context }).find(
        ({ noise }) => noise === undefined,
      );
      return Math.exp(Math.max(...(noisy?.model.theta.subarray(0, d) ?? [])));
    };
    expect(longest(20)).toBeLessThan(2.5);
    expect(longest(60)).toBeGreaterThan(4);
  });

  it.each([1, 3])(
    'of %i starts are as likely as when each is fitted to its end, after fewer likelihoods',
    (starts) => {
      const generator = createGenerator('a smooth curve');
      const [n, d] = [30, 3];
      const X = Float64Array.from({ length: n * d }, () => generator.uniform());
      const y = Float64Array.from(
        { length: n },
        (_, i) => Math.sin(3 * X[i * d]) + X[i * d + 1] * X[i * d + 2] + 0.05 * generator.normal(),
      );
      const data = { X, n, d, categorical: [false, false, false], y };
      const variants = fitVariants(data, outputTransforms(y, 1), { seed: '1', context, starts });
      const alone = variants.map((choice) => fitVariant(data, choice, { seed: '1', starts, context }));
      const whole = variantWeights(alone);
      variantWeights(variants).forEach((weight, k) => {
        expect(weight).toBeCloseTo(whole[k], 3);
      });
      const evaluated = (fitted: typeof alone) =>
        fitted.reduce((sum, { model }) => sum + model.evaluations, 0);
      expect(evaluated([...variants])).toBeLessThan(0.95 * evaluated(alone));
    },
  );

  it.each(['alike', 'scattered'])('take categories for neither one nor strangers: outputs %s', (kind) => {
    const generator = createGenerator('runs');
    const [n, d] = [10, 3];
    const X = Float64Array.from({ length: n * d }, () => generator.uniform());
    for (let i = 0; i < n; i++) X[i * d + 2] = i % 5;
    const y = Float64Array.from({ length: n }, (_, i) =>
      kind === 'alike' ? X[i * d] ** 2 - X[i * d + 1] : generator.normal(),
    );
    const data = { X, n, d, categorical: [false, false, true], y };
    const correlations = fitVariants(data, [identity], { seed: '1', context }).map(({ model: { theta } }) =>
      Math.exp(-Math.exp(-theta[theta.length - 4])),
    );
    expect(Math.min(...correlations)).toBeGreaterThan(0.1);
    expect(Math.max(...correlations)).toBeLessThan(0.98);
  });
});
