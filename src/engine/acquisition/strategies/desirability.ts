import type { OutputOfLatent } from '../../gp/transforms/output-warp.ts';
import { sobolNormal } from '../../random/sobol.ts';
import { meetsLimits, type OutcomeLimit } from './limits.ts';

/**
 * How good an output is, from 0 to 1.
 *
 * larger: 0 up to `low`, 1 from `high` on; smaller: the other way round; target: 0 up to `low`, 1 at `target`, 0 from `high`
 * on. Between them ((y − low)/(high − low))^curve, and so on.
 *
 * Source: Derringer and Suich 1980, Journal of Quality Technology 12, 214–219.
 */
export interface Desirability {
  readonly shape: 'larger' | 'smaller' | 'target';
  readonly low: number;
  readonly high: number;
  /** Of shape `target`, between low and high. */
  readonly target?: number;
  /** Exponent: 1 straight, above 1 only the best end counts, below 1 a little is nearly enough. */
  readonly curve: number;
  /** Weight in the joint desirability, above 0. */
  readonly importance: number;
  /** Set where the model gives logarithms or logits of the output; `low`, `high` and `target` stay in output units. */
  readonly warp?: OutputOfLatent;
}

/** Worth of a search where an output is not acceptable: small, and growing towards what is, so that there is a slope. */
const TAIL = 1e-3;

/** Place of an output between not acceptable (0) and fully satisfying (1), unbounded below, and its slope. */
function placeOf({ warp, ...part }: Desirability, y: number): [number, number] {
  if (warp !== undefined) {
    const [place, slope] = placeOf(part, warp.output(y));
    return [place, slope * warp.slope(y)];
  }
  const { shape, low, high, target = high } = part;
  const rising = shape === 'larger' || (shape === 'target' && y < target);
  const [from, to] = rising
    ? [low, shape === 'target' ? target : high]
    : [high, shape === 'target' ? target : low];
  const share = (y - from) / (to - from);
  return share >= 1 ? [1, 0] : [share, 1 / (to - from)];
}

/** Desirability of one output. */
export function desirabilityOf(part: Desirability, y: number): number {
  const [place] = placeOf(part, y);
  return place <= 0 ? 0 : place ** part.curve;
}

/** Geometric mean of the desirabilities, weighted by importance. Source: Derringer 1994, Quality Progress 27, 51–58. */
export function jointDesirability(parts: readonly Desirability[], y: ArrayLike<number>): number {
  let log = 0;
  let weights = 0;
  parts.forEach((part, k) => {
    log += part.importance * Math.log(desirabilityOf(part, y[k]));
    weights += part.importance;
  });
  return Math.exp(log / weights);
}

/** As `jointDesirability` with a tail that never is 0; slopes [m] by the outputs are written. */
export function searchedDesirability(
  parts: readonly Desirability[],
  y: ArrayLike<number>,
  slopes?: Float64Array,
): number {
  let log = 0;
  let weights = 0;
  for (const { importance } of parts) weights += importance;
  parts.forEach((part, k) => {
    const [place, slope] = placeOf(part, y[k]);
    const power = place > 0 ? place ** part.curve : 0;
    const worth = place > 0 ? TAIL + (1 - TAIL) * power : TAIL * Math.exp(Math.max(place, -500));
    const share = part.importance / weights;
    log += share * Math.log(worth);
    if (!slopes) return;
    const byPlace = place > 0 ? (1 - TAIL) * part.curve * (power / place) : worth;
    slopes[k] = (share * byPlace * slope) / worth;
  });
  const joint = Math.exp(log);
  if (slopes) for (let k = 0; k < parts.length; k++) slopes[k] *= joint;
  return joint;
}

/** Draws of the outputs of a point. */
const DRAWS = 256;

/**
 * Mean and deviation of the joint desirability of a point whose outputs are normal and independent, by quasi-random draws.
 *
 * @param mean   [outputs]  @param std [outputs]
 * @param scales per output the function from the normal values to the output; absent: the outputs themselves are normal
 * @param limits outputs that break one are worth nothing
 */
export function desirabilityMoments(
  parts: readonly Desirability[],
  mean: ArrayLike<number>,
  std: ArrayLike<number>,
  scales?: readonly { output(value: number): number }[],
  limits?: readonly OutcomeLimit[],
): { readonly expected: number; readonly std: number } {
  const M = parts.length;
  const Z = sobolNormal(DRAWS, M, 'worth');
  const y = new Float64Array(M);
  let sum = 0;
  let squares = 0;
  for (let s = 0; s < DRAWS; s++) {
    for (let k = 0; k < M; k++) {
      const value = mean[k] + std[k] * Z[s * M + k];
      y[k] = scales ? scales[k].output(value) : value;
    }
    const worth = meetsLimits(limits, (objective) => y[objective]) ? jointDesirability(parts, y) : 0;
    sum += worth;
    squares += worth * worth;
  }
  const expected = sum / DRAWS;
  return { expected, std: Math.sqrt(Math.max(0, squares / DRAWS - expected ** 2)) };
}
