import { packed } from '../acquisition/search/search.ts';
import { NotPositiveDefiniteError } from '../errors.ts';
import { createGenerator } from '../random/generator.ts';
import type { Predictor } from './surrogates.ts';
import type { StopAdvice } from './task.ts';

/** Curves drawn from all readings together. */
const DRAWS = 512;

/**
 * What these runs promise: the gain of the best of them over the best recorded run, over curves drawn from every reading of the
 * data. Latent values, so that luck of one measurement is no gain.
 *
 * @param known [m, d] recorded points that may be the best  @param next points of the runs to come
 */
export function gainOf(
  predictor: Predictor,
  sign: 1 | -1,
  known: Float64Array,
  next: readonly Float64Array[],
  seed: number,
): StopAdvice | undefined {
  const generator = createGenerator(`stop/${seed}`);
  const d = next[0].length;
  const points = packed([
    ...Array.from({ length: known.length / d }, (_, i) => known.subarray(i * d, (i + 1) * d)),
    ...next,
  ]);
  const m = points.length / d;
  const first = m - next.length;
  const gains: number[] = [];
  for (const { posterior, weight } of predictor.parts) {
    const count = Math.max(1, Math.round(weight * DRAWS));
    const Z = Float64Array.from({ length: count * m }, () => generator.normal());
    try {
      const draws = posterior.sample(points, m, Z);
      for (let s = 0; s < count; s++) gains.push(gainIn(draws.subarray(s * m, (s + 1) * m), first, sign));
    } catch (error) {
      if (!(error instanceof NotPositiveDefiniteError)) throw error;
    }
  }
  if (gains.length === 0) return undefined;
  gains.sort((a, b) => a - b);
  const at = (share: number) => gains[Math.min(gains.length - 1, Math.floor(share * gains.length))];
  return {
    runs: next.length,
    expectedGain: gains.reduce((sum, gain) => sum + gain, 0) / gains.length,
    interval: [at(0.05), at(0.95)],
  };
}

function gainIn(draw: Float64Array, first: number, sign: 1 | -1): number {
  let before = Number.NEGATIVE_INFINITY;
  let after = Number.NEGATIVE_INFINITY;
  draw.forEach((value, i) => {
    if (i < first) before = Math.max(before, sign * value);
    else after = Math.max(after, sign * value);
  });
  return Math.max(0, after - before);
}
