import type { Backend } from '../../compute/backend.ts';
import type { GpModel } from '../model.ts';
import { createPosterior, type Posterior } from '../posterior.ts';
import { mean } from '../scaling.ts';
import { type Mixture, mixtureMoments } from './mixture.ts';

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

/** Of the curve at each point, output units. */
export interface EnsemblePrediction {
  /** [members][m]: normal distributions of the curve, the latent function. */
  readonly means: readonly Float64Array[];
  readonly deviations: readonly Float64Array[];
  /** Deviation of a measurement around the curve: per member the learned one, and that of the mean of given variances. */
  readonly learned: Float64Array;
  readonly given: number;
  readonly weights: Float64Array;
}

/** The posteriors of all members, to be predicted with and searched on. */
export interface EnsemblePosterior {
  readonly members: readonly { readonly weight: number; readonly posterior: Posterior }[];
  /** At raw rows Xs [m, d]. */
  predict(Xs: Float64Array, m: number): EnsemblePrediction;
  /** Gives the buffers back. */
  free(): void;
}

/**
 * Factors every member, O(members·n³).
 *
 * @throws NotPositiveDefiniteError when no jitter of the ladder suffices
 */
export function createEnsemblePosterior(model: GpModel, backend: Backend): EnsemblePosterior {
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
  return {
    members,
    free,
    predict(Xs, m) {
      const each = members.map(({ posterior }) => posterior.predict(Xs, m));
      return {
        means: each.map((one) => one.mean),
        deviations: each.map(({ std }) => std),
        learned: Float64Array.from(members, ({ posterior: { model: member } }) => {
          const { theta, outputScale, calibration } = member;
          return Math.exp(0.5 * theta[theta.length - 2]) * outputScale * calibration;
        }),
        given: Math.sqrt(model.noise ? mean(model.noise) : 0) * model.calibration,
        weights: Float64Array.from(members, ({ weight }) => weight),
      };
    },
  };
}

/** The mixture at point i: of the curve, or of one new measurement there, with the learned noise and the mean of the given. */
export function mixtureAt(
  { means, deviations, learned, given, weights }: EnsemblePrediction,
  i: number,
  of: 'curve' | 'measurement',
): Mixture {
  return {
    weights,
    means: means.map((values) => values[i]),
    deviations: deviations.map((std, k) => (of === 'curve' ? std[i] : Math.hypot(std[i], learned[k], given))),
  };
}

/** Mean and deviation of the curve at every point, and the deviation of one new measurement; [m] each. */
export function predictionMoments(prediction: EnsemblePrediction): {
  mean: Float64Array;
  std: Float64Array;
  stdMeasurement: Float64Array;
} {
  const { means, deviations, learned, given } = prediction;
  if (means.length === 1) {
    const noise = Math.hypot(learned[0], given);
    const [std] = deviations;
    const stdMeasurement = new Float64Array(std.length);
    for (let i = 0; i < std.length; i++) stdMeasurement[i] = noise === 0 ? std[i] : Math.hypot(std[i], noise);
    return { mean: means[0], std, stdMeasurement };
  }
  const m = means[0].length;
  const moments = {
    mean: new Float64Array(m),
    std: new Float64Array(m),
    stdMeasurement: new Float64Array(m),
  };
  for (let i = 0; i < m; i++) {
    const curve = mixtureMoments(mixtureAt(prediction, i, 'curve'));
    moments.mean[i] = curve.mean;
    moments.std[i] = curve.std;
    moments.stdMeasurement[i] = mixtureMoments(mixtureAt(prediction, i, 'measurement')).std;
  }
  return moments;
}
