import { logNormalCdf, normalHazard, normalQuantile } from '../../random/normal.ts';
import type { Range } from './limits.ts';

/** What follows from a normal output's mean and deviation, with its slopes by both. */
interface Sloped {
  readonly value: number;
  readonly byMean: number;
  readonly byDeviation: number;
}

/** log(Φ(b) − Φ(a)), a < b. */
function logMass(a: number, b: number): number {
  if (a + b > 0) return logMass(-b, -a);
  const top = logNormalCdf(b);
  return a === Number.NEGATIVE_INFINITY ? top : top + Math.log(-Math.expm1(logNormalCdf(a) - top));
}

/** log φ(z) less the logarithm of its constant. */
const logDensity = (z: number): number => -0.5 * z * z;
const LOG_ROOT_TWO_PI = 0.5 * Math.log(2 * Math.PI);

/** log of the probability that a normal output lies on one side of an end: above `low`, or below `high`. */
function logProbabilityBeyond(mean: number, deviation: number, end: number, side: 1 | -1): Sloped {
  const z = (side * (mean - end)) / deviation;
  const slope = normalHazard(z) / deviation;
  return { value: logNormalCdf(z), byMean: side * slope, byDeviation: -z * slope };
}

/**
 * log of the probability that a normal output with this deviation > 0 lies within a range, of which one end at least is finite. Where both ends
 * are one value, the sum of those of both sides, which grows towards it: transforms of outputs put limits far beyond all results on one value.
 */
export function logProbabilityWithin(mean: number, deviation: number, { low, high }: Range): Sloped {
  if (high === Number.POSITIVE_INFINITY) return logProbabilityBeyond(mean, deviation, low, 1);
  if (low === Number.NEGATIVE_INFINITY) return logProbabilityBeyond(mean, deviation, high, -1);
  if (low > high) return { value: Number.NEGATIVE_INFINITY, byMean: 0, byDeviation: 0 };
  if (low === high) {
    const above = logProbabilityBeyond(mean, deviation, low, 1);
    const below = logProbabilityBeyond(mean, deviation, high, -1);
    return {
      value: above.value + below.value,
      byMean: above.byMean + below.byMean,
      byDeviation: above.byDeviation + below.byDeviation,
    };
  }
  const [a, b] = [(low - mean) / deviation, (high - mean) / deviation];
  const value = logMass(a, b);
  const [atLow, atHigh] = [a, b].map((z) => Math.exp(logDensity(z) - LOG_ROOT_TWO_PI - value) / deviation);
  return { value, byMean: atLow - atHigh, byDeviation: a * atLow - b * atHigh };
}

/** Φ⁻¹ of a probability that is given as a logarithm. */
function quantileOfLog(log: number): number {
  if (log > -700) return normalQuantile(Math.exp(log));
  // log Φ is concave: Newton's steps converge from this side.
  let z = -Math.sqrt(-2 * log);
  for (let step = 0; step < 6; step++) z -= (logNormalCdf(z) - log) / normalHazard(z);
  return z;
}

/** Deviations beyond which an end takes no probability that counts: 1e-19. */
const FAR = 9;

/**
 * A draw of a normal output given that it lies within a range: the quantile of that distribution at the place Φ(z) of a standard
 * normal draw z. It moves smoothly with mean and deviation. Where nothing lies within, the draw is free.
 */
export function drawWithin(mean: number, deviation: number, { low, high }: Range, z: number): Sloped {
  const ends = [(low - mean) / deviation, (high - mean) / deviation];
  if (low >= high || (ends[0] < -FAR && ends[1] > FAR))
    return { value: mean + deviation * z, byMean: 1, byDeviation: z };
  // In the lower tail, where probabilities keep their digits.
  const side = ends[0] + ends[1] > 0 ? -1 : 1;
  const [a, b] = side === 1 ? ends : [-ends[1], -ends[0]];
  const [logShare, logRest] = [logNormalCdf(side * z), logNormalCdf(-side * z)];
  const above = logShare + logMass(a, b);
  const below = logNormalCdf(a);
  const top = Math.max(above, below);
  const drawn = quantileOfLog(top + Math.log1p(Math.exp(Math.min(above, below) - top)));
  const within = Math.min(Math.max(drawn, a), b);
  const [atA, atB] = [
    Math.exp(logRest + logDensity(a) - logDensity(within)),
    Math.exp(logShare + logDensity(b) - logDensity(within)),
  ];
  const byEnds =
    (a === Number.NEGATIVE_INFINITY ? 0 : a * atA) + (b === Number.POSITIVE_INFINITY ? 0 : b * atB);
  return {
    value: mean + deviation * side * within,
    byMean: 1 - atA - atB,
    byDeviation: side * (within - byEnds),
  };
}
