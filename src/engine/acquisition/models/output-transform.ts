import { spansDecades } from '../../gp/logarithm.ts';

/** An increasing function of the outputs; what it says of the best end of the data, it says in finer steps. */
export interface OutputTransform {
  readonly name: string;
  apply(y: number): number;
  /** log of the derivative: what the density of the data gains. */
  logSlope(y: number): number;
}

/** Outputs as they are. */
export const identity: OutputTransform = { name: 'identity', apply: (value) => value, logSlope: () => 0 };

/** For positive outputs; a limit that is not positive counts as the smallest positive number. */
export const logarithm: OutputTransform = {
  name: 'log',
  apply: (value) => Math.log(Math.max(value, Number.MIN_VALUE)),
  logSlope: (value) => -Math.log(value),
};

/** For outputs that are joined by desirability: as they are, and over decades their logarithms too. Other transforms resolve an end that desirability does not prefer. */
export const joinedTransforms = (y: Float64Array): OutputTransform[] =>
  spansDecades(y) ? [identity, logarithm] : [identity];

/** Span of outputs from which the lowest are next to nothing, and the share of the best one below which their logarithm flattens then. */
const NOTHING = { span: 1e6, share: 1e-3 };

/** Of outputs to be maximized: where they fall to next to nothing, the powers of ten there say nothing of where the best lies. */
function logarithmBelow(best: number, worst: number): OutputTransform {
  if (best < NOTHING.span * worst) return logarithm;
  const started = (value: number) => Math.max(0, value) + NOTHING.share * best;
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
 * end is stretched and the bad end squeezed. Distances beyond the best (an outcome limit, say) stop at −0.99c. Outputs over decades to be maximized
 * may also be read by their own logarithm, which squeezes the good end: it lies beyond the best one by factors (decisions 0321, 0441).
 *
 * @param sign +1 when larger outputs are better, −1 when smaller ones are
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
    ...(sign === 1 && spansDecades(y) ? [logarithmBelow(best, sorted[sorted.length - 1])] : []),
  ];
}
