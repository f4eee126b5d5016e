import { expect, it } from 'vitest';
import { importanceOf } from '../../../../src/engine/gp/ensemble/importance.ts';
import { fitPredictive } from '../../../../src/engine/gp/ensemble/predictive.ts';
import { createGenerator } from '../../../../src/engine/random/generator.ts';
import { fastest as backend } from '../../compute/backends.ts';

/** Slopes of a plane over the unit cube, whose total-effect indices are the shares of their squares. */
const SLOPES = [3, 2, 1, 0];
const INDICES = SLOPES.map((slope) => slope ** 2 / 14);
/** A plane that was learned from exact runs is known to about this. */
const NEAR = 0.01;

/** Importance by exact runs of the plane, the first two at opposite corners. */
function importanceOfPlane(seed: number) {
  const generator = createGenerator(`plane/${seed}`);
  const [n, d] = [30, SLOPES.length];
  const X = Float64Array.from({ length: n * d }, (_, at) => {
    if (at < 2 * d) return at < d ? 0 : 1;
    return generator.uniform();
  });
  const y = Float64Array.from({ length: n }, (_, i) =>
    SLOPES.reduce((sum, slope, k) => sum + slope * X[i * d + k], -3),
  );
  const data = { X, n, d, categorical: SLOPES.map(() => false), y, seed };
  return importanceOf(fitPredictive(data, { backend }), seed, backend);
}

it('gives intervals that hold the true indices of a plane, and shares near them', () => {
  const sets = Array.from({ length: 10 }, (_, seed) => importanceOfPlane(seed));
  const held = sets
    .flatMap((set) => set.map(({ low, high }, k) => low - NEAR <= INDICES[k] && INDICES[k] <= high + NEAR))
    .filter(Boolean);
  expect(held.length).toBeGreaterThanOrEqual(38);
  for (const set of sets)
    set.forEach(({ share }, k) => {
      expect(Math.abs(share - INDICES[k])).toBeLessThan(0.05);
    });
});
