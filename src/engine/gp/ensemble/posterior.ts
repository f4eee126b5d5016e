import type { Backend } from '../../compute/backend.ts';
import { joinSteps, runAlone, type Steps } from '../../compute/lockstep.ts';
import type { GpModel, Scatter } from '../model.ts';
import { createPosterior, type Posterior } from '../posterior/posterior.ts';
import type { PredictionSteps } from '../posterior/predictions.ts';
import { latentView, type OutputWarp, outputWarpOf } from '../transforms/output-warp.ts';
import { mean } from '../transforms/scaling.ts';
import { type Mixture, mixtureMoments } from './mixture.ts';
import { columnFactors, noiseFactor, normalScatter, scatterDeviation, scatterOf } from './scatter.ts';

/** A member of a model as a model of its own, and its share. */
export interface WeightedModel {
  readonly weight: number;
  readonly model: GpModel;
}

const split = new WeakMap<GpModel, readonly WeightedModel[]>();

/** The members of a model, each a Gaussian process on the same rows; a model without is its own only member. */
export function membersOf(model: GpModel): readonly WeightedModel[] {
  const known = split.get(model);
  if (known) return known;
  const { members, ...base } = model;
  const found = members?.map(({ weight, theta, sites }) => ({
    weight,
    model: {
      ...base,
      theta,
      ...(base.censored && sites ? { censored: { ...base.censored, ...sites } } : {}),
    },
  })) ?? [{ weight: 1, model }];
  split.set(model, found);
  return found;
}

/** Of the curve at each point, output units; with an output warp, of latent values. */
interface EnsembleCurves {
  /** [members][m]: normal distributions of the curve, the latent function. */
  readonly means: readonly Float64Array[];
  readonly deviations: readonly Float64Array[];
  readonly weights: Float64Array;
}

/** The curves, and measurements around them. */
export interface EnsemblePrediction extends EnsembleCurves {
  /** Deviation of a measurement around the curve: per member the learned one, and that of the mean of given variances. */
  readonly learned: Float64Array;
  readonly given: number;
  /** How measurements scatter with these deviations. */
  readonly scatter: Scatter;
  /** [m]: factor of the learned deviation by the columns of `scatter`; without columns it is not read. */
  readonly factors?: Float64Array;
  /** How outputs follow from latent values; absent: they are the same. */
  readonly warp?: OutputWarp;
}

/** The posteriors of all members, to be predicted with and searched on. */
export interface EnsemblePosterior {
  readonly members: readonly { readonly weight: number; readonly posterior: Posterior }[];
  /** How measurements scatter; learned when first asked for. */
  scatter(): Scatter;
  /** At raw rows Xs [m, d]. */
  predict(Xs: Float64Array, m: number): EnsemblePrediction;
  /** The curve alone at raw rows Xs [m, d]. */
  curves(Xs: Float64Array, m: number): EnsembleCurves;
  /** What each member expects at raw rows Xs [m, d], [members][m]. */
  means(Xs: Float64Array, m: number): Float64Array[];
  /** Gives the buffers back. */
  free(): void;
}

interface Learned {
  readonly X: Float64Array;
  readonly y: Float64Array;
  readonly scatter: Scatter;
}

/** By the draws of a model; a model that took up rows since has other rows. */
const learnedScatters = new WeakMap<object, Learned>();

/** Learned from the rows where the hyperparameters are drawn; other models follow the conventions of their recipe. */
function scatterBy(model: GpModel, members: EnsemblePosterior['members']): Scatter {
  const { members: draws, scatter: given, X, y } = model;
  if (given) return given;
  if (draws === undefined) return normalScatter;
  const known = learnedScatters.get(draws);
  if (known?.X === X && known.y === y) return known.scatter;
  const scatter = scatterOf(model, members);
  learnedScatters.set(draws, { X, y, scatter });
  return scatter;
}

/**
 * Factors every member, O(members·n³).
 *
 * @throws NotPositiveDefiniteError when no jitter of the ladder suffices
 */
export function createEnsemblePosterior(model: GpModel, backend: Backend): EnsemblePosterior {
  const warp = outputWarpOf(model);
  const posterior = openMembers(latentView(model), backend);
  if (!warp) return posterior;
  return { ...posterior, predict: (Xs, m) => ({ ...posterior.predict(Xs, m), warp }) };
}

/** Points that all members predict side by side, at most: each has its own copy of them. */
const MOST_BESIDE = 4096;

/** What every member says of m points. */
function ofEach<T>(
  members: EnsemblePosterior['members'],
  m: number,
  backend: Backend,
  { alone, beside }: { alone(posterior: Posterior): T; beside(steps: PredictionSteps): Steps<T> },
): T[] {
  const works = members.flatMap(({ posterior: { steps } }) =>
    steps && m <= MOST_BESIDE ? [beside(steps)] : [],
  );
  if (works.length < members.length) return members.map(({ posterior }) => alone(posterior));
  return runAlone(joinSteps(works), backend);
}

function openMembers(model: GpModel, backend: Backend): EnsemblePosterior {
  const members: { weight: number; posterior: Posterior }[] = [];
  const free = () => {
    for (const { posterior } of members) posterior.free();
  };
  try {
    for (const member of membersOf(model))
      members.push({ weight: member.weight, posterior: createPosterior(member.model, backend) });
  } catch (error) {
    free();
    throw error;
  }
  const scatter = () => scatterBy(model, members);
  const curves = (Xs: Float64Array, m: number): EnsembleCurves => {
    const each = ofEach(members, m, backend, {
      alone: (posterior) => posterior.predict(Xs, m),
      beside: (steps) => steps.predict(Xs, m),
    });
    return {
      means: each.map(({ mean }) => mean),
      deviations: each.map(({ std }) => std),
      weights: Float64Array.from(members, ({ weight }) => weight),
    };
  };
  return {
    members,
    free,
    scatter,
    curves,
    means: (Xs, m) =>
      ofEach(members, m, backend, {
        alone: (posterior) => posterior.mean(Xs, m),
        beside: (steps) => steps.mean(Xs, m),
      }),
    predict(Xs, m) {
      return {
        ...curves(Xs, m),
        learned: Float64Array.from(members, ({ posterior: { model: member } }) => {
          const { theta, outputScale, calibration } = member;
          return Math.exp(0.5 * theta[theta.length - 2]) * outputScale * calibration;
        }),
        given: Math.sqrt(model.noise ? mean(model.noise) : 0) * model.calibration,
        scatter: scatter(),
        factors: columnFactors(scatter(), model, Xs, m),
      };
    },
  };
}

/**
 * The mixture at point i: of the curve, or of one new measurement there, with the learned noise and a given one.
 *
 * @param given deviation of the given noise; by default that of the mean of the given variances
 * @param least least deviation
 */
export function mixtureAt(
  prediction: EnsemblePrediction,
  i: number,
  of: 'curve' | 'measurement',
  given = prediction.given,
  least = 0,
): Mixture {
  const { means, deviations, weights, scatter } = prediction;
  const own = means.map((values) => values[i]);
  if (of === 'curve') return { weights, means: own, deviations: deviations.map((std) => std[i]) };
  const { scales, shares } = scatter;
  const [K, J] = [means.length, scales.length];
  const mixture = {
    weights: new Float64Array(K * J),
    means: new Float64Array(K * J),
    deviations: new Float64Array(K * J),
  };
  for (let k = 0; k < K; k++) {
    const deviation = measuredDeviation(prediction, i, k, given);
    for (let j = 0; j < J; j++) {
      mixture.weights[k * J + j] = weights[k] * shares[j];
      mixture.means[k * J + j] = own[k];
      mixture.deviations[k * J + j] = Math.max(least, scales[j] * deviation);
    }
  }
  return mixture;
}

/** Deviation of a measurement at point i under draw k, before its scatter. */
function measuredDeviation(
  { means, deviations, learned, scatter, factors }: EnsemblePrediction,
  i: number,
  k: number,
  given: number,
): number {
  const byColumns = scatter.columns && factors ? factors[i] : 1;
  return Math.hypot(deviations[k][i], learned[k] * noiseFactor(scatter, means[k][i]) * byColumns, given);
}

/** Mean and deviation of the curve at every point, [m] each. */
export function curveMoments({ means, deviations, weights }: EnsembleCurves): {
  mean: Float64Array;
  std: Float64Array;
} {
  const m = means[0].length;
  const moments = { mean: new Float64Array(m), std: new Float64Array(m) };
  const own = new Float64Array(means.length);
  const ownDeviations = new Float64Array(means.length);
  const mixture = { weights, means: own, deviations: ownDeviations };
  for (let i = 0; i < m; i++) {
    for (let k = 0; k < means.length; k++) {
      own[k] = means[k][i];
      ownDeviations[k] = deviations[k][i];
    }
    const { mean, std } = mixtureMoments(mixture);
    moments.mean[i] = mean;
    moments.std[i] = std;
  }
  return moments;
}

/** Mean and deviation of the curve at every point, and the deviation of one new measurement; [m] each. */
export function predictionMoments(prediction: EnsemblePrediction): {
  mean: Float64Array;
  std: Float64Array;
  stdMeasurement: Float64Array;
} {
  const { means, deviations, learned, given, weights, scatter } = prediction;
  if (scatter === normalScatter && means.length === 1) {
    const noise = Math.hypot(learned[0], given);
    const [std] = deviations;
    const stdMeasurement = new Float64Array(std.length);
    for (let i = 0; i < std.length; i++) stdMeasurement[i] = noise === 0 ? std[i] : Math.hypot(std[i], noise);
    return { mean: means[0], std, stdMeasurement };
  }
  const spread = scatterDeviation(scatter);
  const { mean, std } = curveMoments(prediction);
  const stdMeasurement = new Float64Array(mean.length);
  const own = new Float64Array(means.length);
  const measured = new Float64Array(means.length);
  for (let i = 0; i < mean.length; i++) {
    for (let k = 0; k < means.length; k++) {
      own[k] = means[k][i];
      measured[k] = spread * measuredDeviation(prediction, i, k, given);
    }
    stdMeasurement[i] = mixtureMoments({ weights, means: own, deviations: measured }).std;
  }
  return { mean, std, stdMeasurement };
}
