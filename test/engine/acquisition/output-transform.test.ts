import { describe, expect, it } from 'vitest';
import { drawVariant, fitVariants } from '../../../src/engine/acquisition/models/auto-surrogate.ts';
import { outputTransforms } from '../../../src/engine/acquisition/models/output-transform.ts';
import { createGenerator } from '../../../src/engine/random/generator.ts';
import { presentBackends } from '../compute/backends.ts';

const backend = presentBackends[presentBackends.length - 1][1];
const generator = createGenerator('rates');
const n = 16;
const X = Float64Array.from({ length: 2 * n }, () => generator.uniform());
const rates = Float64Array.from({ length: n }, (_, i) =>
  Math.exp(8 * X[2 * i] - 6 * (X[2 * i + 1] - 0.6) ** 2 + 0.1 * generator.normal()),
);

describe('readings of outputs', () => {
  it('increase, with the slopes that they say', () => {
    for (const sign of [1, -1] as const)
      for (const { apply, logSlope } of outputTransforms(rates, sign))
        for (const y of rates) {
          const slope = (apply(y * (1 + 1e-6)) - apply(y * (1 - 1e-6))) / (2e-6 * y);
          // Distances beyond the best output stop, so the best one itself has half a slope.
          if (y !== Math.max(...rates) && y !== Math.min(...rates))
            expect(Math.log(slope)).toBeCloseTo(logSlope(y), 4);
        }
  });

  it('are by the logarithm where outputs over decades are maximized, and nowhere else', () => {
    const names = (y: Float64Array, sign: 1 | -1) => outputTransforms(y, sign).map(({ name }) => name);
    expect(names(rates, 1)).toContain('log');
    expect(names(rates, -1)).not.toContain('log');
    expect(names(rates.with(3, 0), 1)).not.toContain('log');
    expect(
      names(
        rates.map((_, i) => 1 + i / 2),
        1,
      ),
    ).not.toContain('log');
  });

  it('of rates over four decades are by the logarithm, most likely', () => {
    const data = { X, n, d: 2, categorical: [false, false], y: rates };
    const variants = fitVariants(data, outputTransforms(rates, 1), '1', { backend });
    const drawn = Array.from({ length: 20 }, (_, seed) => drawVariant(variants, `${seed}`).transform);
    expect(drawn.filter(({ name }) => name === 'log').length).toBeGreaterThan(15);
    expect(drawn.every(({ apply }) => Number.isFinite(apply(-1)))).toBe(true);
  });
});
