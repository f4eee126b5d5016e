import { logNormalCdf, normalHazard } from '../../random/normal.ts';
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

/** log of the probability that a normal output with this deviation > 0 lies within a range, of which one end at least is finite. */
export function logProbabilityWithin(mean: number, deviation: number, { low, high }: Range): Sloped {
  if (high === Number.POSITIVE_INFINITY || low === Number.NEGATIVE_INFINITY) {
    const side = high === Number.POSITIVE_INFINITY ? 1 : -1;
    const z = (side * (mean - (side === 1 ? low : high))) / deviation;
    const slope = normalHazard(z) / deviation;
    return { value: logNormalCdf(z), byMean: side * slope, byDeviation: -z * slope };
  }
  if (low >= high) return { value: Number.NEGATIVE_INFINITY, byMean: 0, byDeviation: 0 };
  const [a, b] = [(low - mean) / deviation, (high - mean) / deviation];
  const value = logMass(a, b);
  const [atLow, atHigh] = [a, b].map((z) => Math.exp(logDensity(z) - LOG_ROOT_TWO_PI - value) / deviation);
  return { value, byMean: atLow - atHigh, byDeviation: a * atLow - b * atHigh };
}
