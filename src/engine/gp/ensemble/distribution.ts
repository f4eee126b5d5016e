import type { Backend } from '../../compute/backend.ts';
import { normalCdf } from '../../random/normal.ts';
import type { GpModel } from '../model.ts';
import { clamped } from '../transforms/bounds.ts';
import type { OutputWarp } from '../transforms/output-warp.ts';
import { clippedCrps, clippedMoments } from './clipped.ts';
import {
  type Mixture,
  mixtureCdf,
  mixtureCrps,
  mixtureLogDensity,
  mixtureLogProbability,
  mixtureMoments,
  mixtureQuantile,
} from './mixture.ts';
import {
  createEnsemblePosterior,
  type EnsemblePrediction,
  mixtureAt,
  predictionMoments,
} from './posterior.ts';

/** What is known about one value, in the units of the results. */
export interface Distribution {
  /** Mean and standard deviation; with a nonlinear warp the median, and half the width of the central 68.3 %. */
  moments(): { readonly mean: number; readonly std: number };
  /** Standard deviation on the side of y; with a nonlinear warp the distance from the median to the end of the central 68.3 % there. */
  deviation(y: number): number;
  /** Share below y. A bound holds a share of its own: there it is, of the shares below and up to the bound, the nearest to one half. */
  level(y: number): number;
  /** log P(Y > y) for side 1, log P(Y < y) for side −1. */
  logProbability(y: number, side: number): number;
  logDensity(y: number): number;
  quantile(p: number): number;
  /** Continuous ranked probability score at y. */
  crps(y: number): number;
}

/** As `mixtureAt`, of models with an output warp too. */
export function distributionAt(
  prediction: EnsemblePrediction,
  i: number,
  of: 'curve' | 'measurement',
  given?: number,
  least?: number,
): Distribution {
  const mixture = mixtureAt(prediction, i, of, given, least);
  const { warp } = prediction;
  if (!warp) return normalsOf(mixture);
  const measurement = of === 'measurement' ? mixture : mixtureAt(prediction, i, 'measurement', given, least);
  return warped(mixture, warpAt(warp, measurement));
}

const normalsOf = (mixture: Mixture): Distribution => ({
  moments: () => mixtureMoments(mixture),
  deviation: () => mixtureMoments(mixture).std,
  level: (y) => mixtureCdf(mixture, y),
  logProbability: (y, side) => mixtureLogProbability(mixture, y, side),
  logDensity: (y) => mixtureLogDensity(mixture, y),
  quantile: (p) => mixtureQuantile(mixture, p),
  crps: (y) => mixtureCrps(mixture, y),
});

/** Share of a normal distribution below its mean plus one deviation. */
const UPPER = normalCdf(1);

/** The warp at a point with this latent measurement: another one where five in six of it lie beyond all recorded results. */
function warpAt(warp: OutputWarp, measurement: Mixture): OutputWarp {
  if (!warp.beyond) return warp;
  const [low, high] = warp.beyond.recorded;
  const isFar = mixtureCdf(measurement, high) < 1 - UPPER || mixtureCdf(measurement, low) > UPPER;
  if (!isFar) return warp;
  return warp.beyond.around(mixtureQuantile(measurement, 1 - UPPER), mixtureQuantile(measurement, UPPER));
}

/**
 * Of a value whose latent value the mixture is of. Nothing lies beyond a bound: what the mixture has there is at the bound. A given value beyond
 * it counts as the bound, at which the density is that of the mixture.
 */
function warped(mixture: Mixture, { bounds, isNonlinear, latent, output }: OutputWarp): Distribution {
  const quantile = (p: number) => output(mixtureQuantile(mixture, p));
  const moments = () =>
    isNonlinear
      ? { mean: quantile(0.5), std: 0.5 * (quantile(UPPER) - quantile(1 - UPPER)) }
      : clippedMoments(mixture, bounds);
  const isBelowAll = (y: number) => isNonlinear && clamped(y, bounds) < 0;
  return {
    moments,
    deviation(y) {
      const { mean, std } = moments();
      const side = isNonlinear ? Math.abs(quantile(y < mean ? 1 - UPPER : UPPER) - mean) : std;
      // Where a bound is the median, nothing lies beyond.
      return side > 0 ? side : std;
    },
    level(y) {
      if (isBelowAll(y)) return 0;
      const below = mixtureCdf(mixture, latent(y).value);
      const at = clamped(y, bounds);
      if (at === bounds.high) return Math.max(below, 0.5);
      return at === bounds.low ? Math.min(below, 0.5) : below;
    },
    logProbability(y, side) {
      if (isBelowAll(y)) return side === 1 ? 0 : Number.NEGATIVE_INFINITY;
      return mixtureLogProbability(mixture, latent(y).value, side);
    },
    logDensity(y) {
      if (isBelowAll(y)) return Number.NEGATIVE_INFINITY;
      const { value, slope } = latent(y);
      return mixtureLogDensity(mixture, value) + Math.log(slope);
    },
    quantile,
    crps: (y) => (isNonlinear ? crpsByQuantiles(quantile, y) : clippedCrps(mixture, bounds, y)),
  };
}

/** Quantiles that a score is made of. */
const QUANTILES = 40;

/** Twice the mean of the pinball losses at even quantiles; tails beyond the outermost ones do not count. */
function crpsByQuantiles(quantile: (p: number) => number, y: number): number {
  let sum = 0;
  for (let k = 0; k < QUANTILES; k++) {
    const p = (k + 0.5) / QUANTILES;
    const away = y - quantile(p);
    sum += (2 / QUANTILES) * (away > 0 ? p * away : (p - 1) * away);
  }
  return sum;
}

/** Ends of what holds the curve, or one new measurement, with probability 0.95: quantiles of either, output units. */
export function interval95(
  prediction: EnsemblePrediction,
  i: number,
  of: 'curve' | 'measurement',
): readonly [low: number, high: number] {
  const { quantile } = distributionAt(prediction, i, of);
  return [quantile(0.025), quantile(0.975)];
}

/** At every point: what the curve and one new measurement are like, in the units of the results; [m] each. */
export interface Moments {
  /** Of the curve: mean and deviation, or as `Distribution.moments`. */
  readonly mean: Float64Array;
  readonly std: Float64Array;
  /** Of one new measurement, at least that of the curve. */
  readonly stdMeasurement: Float64Array;
  /** With an output warp: mean and standard deviation of the latent curve, and the output of a latent value. */
  readonly latent?: {
    readonly mean: Float64Array;
    readonly std: Float64Array;
    output(latent: number): number;
  };
}

/** Means and deviations of the curve, and deviations of a measurement, in output units; through a warp they are those of its distribution at each point. */
export function momentsOf(prediction: EnsemblePrediction): Moments {
  const { warp } = prediction;
  const moments = predictionMoments(prediction);
  if (!warp) return moments;
  const room = () => new Float64Array(prediction.means[0].length);
  const found = {
    mean: room(),
    std: room(),
    stdMeasurement: room(),
    latent: { ...moments, output: warp.output },
  };
  for (let i = 0; i < found.mean.length; i++) {
    const { mean, std } = distributionAt(prediction, i, 'curve').moments();
    found.mean[i] = mean;
    found.std[i] = std;
    // Noise narrows the central share of a curve with two modes, but no measurement is known better than the curve.
    found.stdMeasurement[i] = Math.max(std, distributionAt(prediction, i, 'measurement').moments().std);
  }
  return found;
}

/** The same of a model at raw rows Xs [m, d]. */
export function momentsAt(model: GpModel, Xs: Float64Array, m: number, backend: Backend): Moments {
  const posterior = createEnsemblePosterior(model, backend);
  try {
    return momentsOf(posterior.predict(Xs, m));
  } finally {
    posterior.free();
  }
}
