import { expect, it } from 'vitest';
import { cautiousBest } from '../../../../src/engine/campaign/recommendation/cautious-best.ts';
import type { Predictor } from '../../../../src/engine/campaign/surrogates.ts';
import { createFeasibleRegion } from '../../../../src/engine/space/feasible-region.ts';

const region = createFeasibleRegion(
  { dimensions: [{ kind: 'real', name: 'x', low: 0, high: 1 }], constraints: [] },
  new Map(),
);

/** A hill at 0.8 that little is known of, and a lower one at 0.3; counts the deviations. */
function hills(rows: number) {
  let deviations = 0;
  const meanAt = (x: number) => Math.max(1 - 30 * (x - 0.8) ** 2, 0.9 - 30 * (x - 0.3) ** 2);
  const latentMean = (points: Float64Array) => points.map(meanAt);
  const latent = (points: Float64Array) => {
    deviations += points.length;
    return { mean: latentMean(points), std: points.map((x) => (x > 0.6 ? 0.3 : 0.01)) };
  };
  return { predictor: { rows, latentMean, latent } as unknown as Predictor, deviations: () => deviations };
}

it('finds the best cautious forecast, and predicts deviations only of points that may have it', () => {
  const { predictor, deviations } = hills(500);
  const found = cautiousBest(predictor, region, [], { sign: 1, effort: 'normal' });
  expect(found?.[0]).toBeCloseTo(0.3, 3);
  expect(deviations()).toBeLessThan(1500);
});

it('finds the same where rows are few and all deviations are predicted', () => {
  const [few, many] = [hills(20), hills(500)];
  const known = [0.1, 0.32, 0.9].map((x) => Float64Array.of(x));
  for (const sign of [1, -1] as const) {
    const [a, b] = [few, many].map(({ predictor }) =>
      cautiousBest(predictor, region, known, { sign, effort: 'normal' }),
    );
    expect(a).toEqual(b);
  }
  expect(few.deviations()).toBeGreaterThan(2 * many.deviations());
});
