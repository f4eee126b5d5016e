import { describe, expect, it } from 'vitest';
import { drawVariant, fitVariants } from '../../../src/engine/acquisition/models/auto-surrogate.ts';
import {
  joinedTransforms,
  type OutputTransform,
  outputTransforms,
} from '../../../src/engine/acquisition/models/output-transform.ts';
import type { GpModel } from '../../../src/engine/gp/model.ts';
import { createGenerator } from '../../../src/engine/random/generator.ts';
import { fastest as backend } from '../compute/backends.ts';

const generator = createGenerator('rates');
const n = 16;
const X = Float64Array.from({ length: 2 * n }, () => generator.uniform());
const rates = Float64Array.from({ length: n }, (_, i) =>
  Math.exp(8 * X[2 * i] - 6 * (X[2 * i + 1] - 0.6) ** 2 + 0.1 * generator.normal()),
);

describe('transforms of outputs', () => {
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

  it('by the logarithm take what is far below a thousandth of the best for nothing', () => {
    const fallen = rates.map((y, i) => (i % 3 === 0 ? y * 1e-200 : y));
    const [best] = [...fallen].sort((a, b) => b - a);
    const { apply } = outputTransforms(fallen, 1).find(({ name }) => name === 'log') as OutputTransform;
    expect(apply(best) - apply(0)).toBeCloseTo(Math.log(1001), 6);
    expect(apply(1e-8 * best) - apply(1e-200 * best)).toBeLessThan(1e-4);
    expect(apply(best) - apply(0.1 * best)).toBeGreaterThan(2.2);
  });

  it('are the identity, three logarithms of the distance to the best, and that of outputs over decades', () => {
    const names = (all: readonly OutputTransform[]) => all.map(({ name }) => name);
    const given = rates.slice();
    const distances = ['log 0.03', 'log 0.3', 'log 3'];
    expect(names(outputTransforms(given, 1))).toEqual(['identity', ...distances, 'log']);
    expect(names(outputTransforms(given, -1))).toEqual(['identity', ...distances]);
    expect(given).toEqual(rates);
    // At least half of the outputs are the best one.
    expect(names(outputTransforms(Float64Array.of(1, 1, 1, 5), -1))).toEqual(['identity']);
    expect(names(joinedTransforms(rates))).toEqual(['identity', 'log']);
    expect(names(joinedTransforms(Float64Array.of(3, 4)))).toEqual(['identity']);
    expect(names(joinedTransforms(Float64Array.of(3, 4), { low: 0 }))).toEqual(['identity']);
    const perCent = { low: 0, high: 100 };
    expect(names(joinedTransforms(Float64Array.of(3, 4), perCent))).toEqual(['identity', 'logit']);
    expect(names(joinedTransforms(Float64Array.of(3, 40), perCent))).toEqual(['identity', 'logit', 'log']);
  });

  it('by the logit has the slope that it says, and an inverse, beyond the bounds too', () => {
    const y = Float64Array.of(0.4, 30, 97, 99.5);
    const [, logit] = joinedTransforms(y, { low: 0, high: 100 }) as [OutputTransform, OutputTransform];
    const { apply, logSlope, warpOf } = logit;
    const warp = warpOf?.({} as GpModel);
    for (const value of [-1, 0.01, 0.4, 50, 99.5, 100.4]) {
      const slope = (apply(value + 1e-5) - apply(value - 1e-5)) / 2e-5;
      expect(Math.log(slope)).toBeCloseTo(logSlope(value), 4);
      expect(warp?.output(apply(value))).toBeCloseTo(value, 9);
      expect(warp?.slope(apply(value))).toBeCloseTo(1 / slope, 4);
    }
  });

  it('start the logarithm only where the worst output is below a millionth of the best', () => {
    const log = (y: Float64Array) =>
      outputTransforms(y, 1).find(({ name }) => name === 'log') as OutputTransform;
    expect(log(Float64Array.of(1, 20, 300)).apply(1)).toBe(0);
    const started = log(Float64Array.of(1e-7, 1, 10));
    expect(started.apply(1)).toBeCloseTo(Math.log(1.01), 12);
    expect(started.logSlope(1)).toBeCloseTo(-Math.log(1.01), 12);
  });

  it('stop at ninety-nine hundredths of the offset beyond the best output', () => {
    // The median is 4 away from the best.
    const [, , middle] = outputTransforms(Float64Array.of(2, 6, 10), 1);
    expect(middle.apply(10)).toBeCloseTo(-Math.log(0.3), 12);
    expect(middle.apply(100)).toBeCloseTo(-Math.log(0.01 * 0.3), 12);
    expect(middle.apply(6)).toBeCloseTo(-Math.log(1.3), 12);
    expect(middle.logSlope(6)).toBeCloseTo(-Math.log(1.3 * 4), 12);
  });

  it('of rates over four decades are by the logarithm, most likely', () => {
    const data = { X, n, d: 2, categorical: [false, false], y: rates };
    const variants = fitVariants(data, outputTransforms(rates, 1), { seed: '1', context: { backend } });
    const drawn = Array.from({ length: 20 }, (_, seed) => drawVariant(variants, `${seed}`).transform);
    expect(drawn.filter(({ name }) => name === 'log').length).toBeGreaterThan(15);
    expect(drawn.every(({ apply }) => Number.isFinite(apply(-1)))).toBe(true);
  });
});
