import type { Backend } from '../../compute/backend.ts';
import type { GpModel } from '../model.ts';
import { createPosterior, type Posterior } from '../posterior.ts';
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
  const found = members?.map(({ weight, theta }) => ({ weight, model: { ...base, theta } })) ?? [
    { weight: 1, model },
  ];
  split.set(model, found);
  return found;
}

/** Of the curve at each point, output units. */
export interface EnsemblePrediction {
  /** [members][m]: normal distributions of the curve, the latent function. */
  readonly means: readonly Float64Array[];
  readonly deviations: readonly Float64Array[];
  /** Per member: noise variance of one new measurement, squared output units. */
  readonly noise: Float64Array;
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
        means: each.map(({ mean }) => mean),
        deviations: each.map(({ std }) => std),
        noise: Float64Array.from(members, ({ posterior }) => measurementNoise(posterior.model)),
        weights: Float64Array.from(members, ({ weight }) => weight),
      };
    },
  };
}

/** Noise variance of one new measurement, squared output units: the learned one, and the mean of given ones. */
export function measurementNoise({ theta, outputScale, calibration, noise, n }: GpModel): number {
  const learned = Math.exp(theta[theta.length - 2]) * outputScale ** 2;
  const given = noise ? noise.reduce((sum, value) => sum + value / n, 0) : 0;
  return (learned + given) * calibration ** 2;
}

/** The mixture at point i: of the curve, or of one new measurement there. */
export function mixtureAt(
  { means, deviations, noise, weights }: EnsemblePrediction,
  i: number,
  of: 'curve' | 'measurement',
): Mixture {
  return {
    weights,
    means: means.map((mean) => mean[i]),
    deviations: deviations.map((std, k) => (of === 'curve' ? std[i] : Math.sqrt(std[i] ** 2 + noise[k]))),
  };
}

/** Mean and deviation of the curve at every point, and the deviation of one new measurement; [m] each. */
export function predictionMoments(prediction: EnsemblePrediction): {
  mean: Float64Array;
  std: Float64Array;
  stdMeasurement: Float64Array;
} {
  const m = prediction.means[0].length;
  const [mean, std, stdMeasurement] = [new Float64Array(m), new Float64Array(m), new Float64Array(m)];
  for (let i = 0; i < m; i++) {
    const curve = mixtureMoments(mixtureAt(prediction, i, 'curve'));
    mean[i] = curve.mean;
    std[i] = curve.std;
    stdMeasurement[i] = mixtureMoments(mixtureAt(prediction, i, 'measurement')).std;
  }
  return { mean, std, stdMeasurement };
}
