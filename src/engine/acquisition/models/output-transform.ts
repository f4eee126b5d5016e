import type { GpModel } from '../../gp/model.ts';
import { type Bounds, rangeOf } from '../../gp/transforms/bounds.ts';
import { logEndsOf, spansDecades } from '../../gp/transforms/logarithm.ts';
import { logitEndsOf, toLogit } from '../../gp/transforms/logit.ts';
import { logitWarp, logWarp, type OutputOfLatent } from '../../gp/transforms/output-warp.ts';
import { deviation } from '../../gp/transforms/scaling.ts';

/** An increasing function of the outputs. A model of its values resolves the best end of the data more finely. */
export interface OutputTransform {
  readonly name: string;
  apply(y: number): number;
  /** log of the derivative: what the density of the data gains. */
  logSlope(y: number): number;
  /** Of transforms for joined outputs: the output as a function of what the model has in place of it; absent: they are the same. */
  warpOf?(model: GpModel): OutputOfLatent;
}

/** Outputs as they are. */
export const identity: OutputTransform = { name: 'identity', apply: (value) => value, logSlope: () => 0 };

/** For positive outputs; a limit that is not positive counts as the smallest positive number. */
const logarithm: OutputTransform = {
  name: 'log',
  apply: (value) => Math.log(Math.max(value, Number.MIN_VALUE)),
  logSlope: (value) => -Math.log(value),
  warpOf(model) {
    const y = model.y.map(Math.exp);
    return logWarp(logEndsOf({ y, outputScale: deviation(y, 1) }, model));
  },
};

/** For outputs y [n] between two bounds: the logits of their places. */
function logitBetween(y: Float64Array, range: readonly [number, number]): OutputTransform {
  const ends = logitEndsOf(y, range);
  return {
    name: 'logit',
    apply: (value) => toLogit(value, ends).value,
    logSlope: (value) => Math.log(toLogit(value, ends).slope),
    warpOf: () => logitWarp(ends),
  };
}

/**
 * For outputs y [n] that are joined by desirability: as they are; between two bounds their logits too, and over decades their logarithms. Other
 * transforms resolve an end that desirability does not prefer.
 */
export function joinedTransforms(y: Float64Array, bounds: Bounds = {}): OutputTransform[] {
  const range = rangeOf(bounds);
  return [identity, ...(range ? [logitBetween(y, range)] : []), ...(spansDecades(y) ? [logarithm] : [])];
}

/** Ratio of the best output to the worst from which the logarithm is started, and its start as a share of the best output. */
const STARTED = { ratio: 1e6, share: 1e-3 };

/**
 * The logarithm of outputs to be maximized. Where outputs are smaller than the best one by many powers of ten, those powers
 * do not show where the best lies: a start, log(y + c), flattens them.
 */
function startedLogarithm(best: number, worst: number): OutputTransform {
  if (best < STARTED.ratio * worst) return logarithm;
  const started = (value: number) => Math.max(0, value) + STARTED.share * best;
  return {
    name: 'log',
    apply: (value) => Math.log(started(value)),
    logSlope: (value) => -Math.log(started(value)),
  };
}

/** Offsets of the logarithms, in units of the distance from the best output to the median. */
const OFFSETS = [0.03, 0.3, 3];

/**
 * The identity and logarithms of the distance to the best output, log(distance + c): the smaller c, the more the good
 * end is stretched and the bad end squeezed. Distances beyond the best, such as that of an outcome limit, stop at −0.99c.
 * Outputs over decades to be maximized may also be modelled by their own logarithm, which squeezes the good end: the optimum
 * exceeds the best one by a factor (decisions 0321, 0441).
 *
 * @param y    outputs [n]
 * @param sign +1 when larger outputs are better, −1 when smaller ones are
 * @returns the identity first; it alone where at least half of the outputs are the best one
 */
export function outputTransforms(y: Float64Array, sign: 1 | -1): OutputTransform[] {
  const sorted = y.slice().sort((a, b) => sign * (b - a));
  const best = sorted[0];
  const unit = Math.abs(sorted[sorted.length >> 1] - best);
  if (!(unit > 0)) return [identity];
  const logarithms = OFFSETS.map((c): OutputTransform => {
    const shifted = (value: number) => Math.max(sign * (best - value), -0.99 * c * unit) / unit + c;
    return {
      name: `log ${c}`,
      apply: (value) => -sign * Math.log(shifted(value)),
      logSlope: (value) => -Math.log(shifted(value) * unit),
    };
  });
  return [
    identity,
    ...logarithms,
    ...(sign === 1 && spansDecades(y) ? [startedLogarithm(best, sorted[sorted.length - 1])] : []),
  ];
}
