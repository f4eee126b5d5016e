import { normalCdf, normalPdf } from '../../random/normal.ts';
import { type Bounds, clamped } from '../transforms/bounds.ts';
import { type Mixture, mixtureCdf, mixtureCrps, mixtureQuantile } from './mixture.ts';

/** Mean and standard deviation of a mixture whose values beyond the bounds are at the bounds. */
export function clippedMoments(
  { weights, means, deviations }: Mixture,
  bounds: Bounds,
): { mean: number; std: number } {
  const each = Array.from(weights, (_, k) => clippedNormal(means[k], deviations[k], bounds));
  let mean = 0;
  each.forEach((part, k) => {
    mean += weights[k] * part.mean;
  });
  let variance = 0;
  each.forEach((part, k) => {
    variance += weights[k] * (part.variance + (part.mean - mean) ** 2);
  });
  return { mean, std: Math.sqrt(variance) };
}

/**
 * The same of one normal distribution, by the moments up to second order of its part inside. Formulas in deviations from the mean, so that far
 * bounds change nothing: E = μ + σ·e, Var = σ²·(E[c²] − e²) with c the clipped standard normal.
 */
function clippedNormal(
  mean: number,
  std: number,
  { low = Number.NEGATIVE_INFINITY, high = Number.POSITIVE_INFINITY }: Bounds,
): { mean: number; variance: number } {
  if (!(std > 0)) return { mean: clamped(mean, { low, high }), variance: 0 };
  const [a, b] = [(low - mean) / std, (high - mean) / std];
  const [below, above] = [normalCdf(a), normalCdf(-b)];
  const [atLow, atHigh] = [normalPdf(a), normalPdf(b)];
  const part = (share: number, end: number, power: 1 | 2) => (share > 0 ? share * end ** power : 0);
  const edge = (density: number, end: number) => (density > 0 ? density * end : 0);
  const first = part(below, a, 1) + part(above, b, 1) + atLow - atHigh;
  const inside = 1 - below - above + edge(atLow, a) - edge(atHigh, b);
  const second = part(below, a, 2) + part(above, b, 2) + inside;
  return {
    mean: clamped(mean + std * first, { low, high }),
    variance: std ** 2 * Math.max(0, second - first ** 2),
  };
}

/** Number of quantiles in the integral over a tail, and the share below which a tail counts as empty. */
const QUANTILES = 24;
const LEAST = 1e-9;

/**
 * Continuous ranked probability score at y of the same: that of the mixture less ∫F² below the bounds and ∫(1 − F)² above them, where no result
 * lies. A value beyond a bound counts as the bound.
 */
export function clippedCrps(mixture: Mixture, bounds: Bounds, y: number): number {
  const { low, high } = bounds;
  const mirrored = { ...mixture, means: Array.from(mixture.means, (mean) => -mean) };
  return (
    mixtureCrps(mixture, clamped(y, bounds)) -
    (low === undefined ? 0 : tailBelow(mixture, low)) -
    (high === undefined ? 0 : tailBelow(mirrored, -high))
  );
}

/** ∫F² up to `end`, by parts: F(end)²·end − 2∫pQ(p)dp over the shares p below it, Q the quantiles. */
function tailBelow(mixture: Mixture, end: number): number {
  const share = mixtureCdf(mixture, end);
  if (share < LEAST) return 0;
  let sum = 0;
  for (let k = 0; k < QUANTILES; k++) {
    const p = (share * (k + 0.5)) / QUANTILES;
    sum += 2 * p * Math.max(0, end - mixtureQuantile(mixture, p));
  }
  return (share / QUANTILES) * sum;
}
