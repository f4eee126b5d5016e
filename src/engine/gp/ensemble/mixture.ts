import { logNormalCdf, normalCdf, normalPdf, normalQuantile } from '../../random/normal.ts';

/** A mixture of normal distributions at one point; weights sum to 1, deviations are positive. */
export interface Mixture {
  readonly weights: ArrayLike<number>;
  readonly means: ArrayLike<number>;
  readonly deviations: ArrayLike<number>;
}

/** Mean and standard deviation. */
export function mixtureMoments({ weights, means, deviations }: Mixture): { mean: number; std: number } {
  let mean = 0;
  for (let k = 0; k < weights.length; k++) mean += weights[k] * means[k];
  // In units of the largest part: squares of outputs beyond 1e150 or below 1e-150 are no numbers.
  let unit = 0;
  for (let k = 0; k < weights.length; k++) unit = Math.max(unit, deviations[k], Math.abs(means[k] - mean));
  let variance = 0;
  for (let k = 0; k < weights.length; k++)
    variance += weights[k] * ((deviations[k] / unit) ** 2 + ((means[k] - mean) / unit) ** 2);
  return { mean, std: unit > 0 ? unit * Math.sqrt(variance) : 0 };
}

/** P(Y ≤ y). */
export function mixtureCdf({ weights, means, deviations }: Mixture, y: number): number {
  let sum = 0;
  for (let k = 0; k < weights.length; k++) sum += weights[k] * normalCdf((y - means[k]) / deviations[k]);
  return sum;
}

/** log P(Y > y) for side 1, log P(Y < y) for side −1. */
export function mixtureLogProbability(
  { weights, means, deviations }: Mixture,
  y: number,
  side: number,
): number {
  return logSum(
    Float64Array.from(
      weights,
      (weight, k) => Math.log(weight) + logNormalCdf((side * (means[k] - y)) / deviations[k]),
    ),
  );
}

/** log Σ exp(terms) of terms [n], without overflow. */
export function logSum(terms: Float64Array): number {
  const top = terms.reduce((most, term) => Math.max(most, term), Number.NEGATIVE_INFINITY);
  if (!Number.isFinite(top)) return top;
  return top + Math.log(terms.reduce((sum, term) => sum + Math.exp(term - top), 0));
}

/** log of the density at y; a component without deviation has none but at its mean, where it is Infinity. */
export function mixtureLogDensity({ weights, means, deviations }: Mixture, y: number): number {
  const terms = new Float64Array(weights.length);
  for (let k = 0; k < weights.length; k++) {
    const away = y - means[k];
    const z = away / deviations[k];
    if (deviations[k] > 0) terms[k] = Math.log(weights[k]) - 0.5 * z * z - Math.log(deviations[k]);
    else terms[k] = away === 0 ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  }
  return logSum(terms) - 0.5 * Math.log(2 * Math.PI);
}

/** Most steps towards a quantile. */
const STEPS = 100;
/** A step of Newton's method below this share of the smallest deviation is the last: the error after it is its square. */
const LAST = 1e-8;

/** The value below which a share p in (0, 1) lies: Newton's steps, halvings of the interval where those would be long. */
export function mixtureQuantile(mixture: Mixture, p: number): number {
  const z = normalQuantile(p);
  const { weights, means, deviations } = mixture;
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let smallest = Number.POSITIVE_INFINITY;
  for (let k = 0; k < weights.length; k++) {
    const own = means[k] + z * deviations[k];
    low = Math.min(low, own);
    high = Math.max(high, own);
    smallest = Math.min(smallest, deviations[k]);
  }
  const { mean, std } = mixtureMoments(mixture);
  let at = Math.min(high, Math.max(low, mean + z * std));
  let before = high - low;
  for (let step = 0; step < STEPS && low < high; step++) {
    const { share, density } = shareAndDensity(mixture, at);
    if (share < p) low = at;
    else high = at;
    const move = (p - share) / density;
    const next = at + move;
    if (Math.abs(move) <= LAST * smallest) return next;
    const isShort = next > low && next < high && Math.abs(move) < 0.5 * before;
    before = isShort ? Math.abs(move) : 0.5 * (high - low);
    const last = at;
    at = isShort ? next : low + before;
    if (at === last) break;
  }
  return at;
}

/** Derivatives of a quantile of a mixture by the means and by the deviations of its parts, [parts] each: implicit in Σ w_k Φ((q − μ_k)/σ_k) = p. */
export function quantileSlopes(
  { weights, means, deviations }: Mixture,
  quantile: number,
): { byMean: Float64Array; byDeviation: Float64Array } {
  const away = Float64Array.from(means, (mean, k) => (quantile - mean) / deviations[k]);
  const densities = away.map((z, k) => (weights[k] / deviations[k]) * normalPdf(z));
  const total = densities.reduce((sum, density) => sum + density, 0);
  const byMean = densities.map((density) => density / total);
  return { byMean, byDeviation: byMean.map((share, k) => share * away[k]) };
}

/** P(Y ≤ y) and the density at y. */
function shareAndDensity({ weights, means, deviations }: Mixture, y: number) {
  let [share, density] = [0, 0];
  for (let k = 0; k < weights.length; k++) {
    const z = (y - means[k]) / deviations[k];
    share += weights[k] * normalCdf(z);
    density += (weights[k] / deviations[k]) * normalPdf(z);
  }
  return { share, density };
}

/**
 * Continuous ranked probability score at y, in units of y; smaller is better.
 *
 * Source: Grimit et al. 2006, doi:10.1256/qj.05.235. Cost O(members²).
 */
export function mixtureCrps({ weights, means, deviations }: Mixture, y: number): number {
  /** E|X| of a normal. */
  const absolute = (m: number, s: number): number =>
    m * (2 * normalCdf(m / s) - 1) + 2 * s * normalPdf(m / s);
  let score = 0;
  for (let k = 0; k < weights.length; k++) {
    score += weights[k] * absolute(y - means[k], deviations[k]);
    if (weights[k] === 0) continue;
    score -= weights[k] ** 2 * (deviations[k] / Math.sqrt(Math.PI));
    for (let l = 0; l < k; l++) {
      const spread = Math.hypot(deviations[k], deviations[l]);
      score -= weights[k] * weights[l] * absolute(means[k] - means[l], spread);
    }
  }
  return score;
}
