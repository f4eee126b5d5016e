import {
  fitVariants,
  type SurrogateData,
  type Variant,
  variantWeights,
} from '../acquisition/models/auto-surrogate.ts';
import { identity, outputTransforms } from '../acquisition/models/output-transform.ts';
import { measurementNoise } from '../acquisition/search/repeats.ts';
import { createPosterior, type Posterior } from '../gp/posterior.ts';
import type { RunContext } from '../run-context.ts';
import type { CampaignTask } from './task.ts';

/** The readings of every objective's data, likely and unlikely ones. */
export type Surrogates = readonly (readonly Variant[])[];

/** Fits do not depend on the seed of a request: concurrent calls on the same data share them. */
const FIT_SEED = 'campaign';
/** Readings of this many data sets are remembered. */
const REMEMBERED = 8;

const remembered: {
  readonly data: SurrogateData;
  readonly goal: string;
  readonly variants: readonly Variant[];
}[] = [];

/**
 * Fits the surrogates of every objective, or gives back those of an earlier call on equal data.
 *
 * One objective is read in several output transforms, several are left in their own units, as hypervolumes are.
 */
export function fitSurrogates(task: CampaignTask, context: RunContext): Surrogates {
  const alone = task.outputs.length === 1;
  return task.outputs.map((y, k) => {
    const { X, n, d, categorical, noise } = task;
    const data: SurrogateData = { X, n, d, categorical, y, ...(noise ? { noise } : {}) };
    const goal = `${task.goals[k]} ${alone}`;
    const known = remembered.find((entry) => entry.goal === goal && sameData(entry.data, data));
    if (known !== undefined) return known.variants;
    context.progress?.((0.5 * k) / task.outputs.length, 'fitting');
    const sign = task.goals[k] === 'maximize' ? 1 : -1;
    const transforms = alone ? outputTransforms(y, sign) : [identity];
    const variants = fitVariants(data, transforms, FIT_SEED, context);
    remembered.unshift({ data, goal, variants });
    remembered.length = Math.min(remembered.length, REMEMBERED);
    return variants;
  });
}

function sameData(a: SurrogateData, b: SurrogateData): boolean {
  const equal = (u: ArrayLike<unknown> = [], v: ArrayLike<unknown> = []) => {
    if (u.length !== v.length) return false;
    for (let i = 0; i < u.length; i++) if (u[i] !== v[i]) return false;
    return true;
  };
  return equal(a.X, b.X) && equal(a.y, b.y) && equal(a.noise, b.noise) && equal(a.categorical, b.categorical);
}

/** What the readings together say of one objective, in output units. */
export interface Predictor {
  predict(points: Float64Array, m: number): { readonly mean: Float64Array; readonly std: Float64Array };
  /** Largest over the readings of √(posterior / prior variance). */
  knowledgeRatio(points: Float64Array, m: number): Float64Array;
  /** Variance of one measurement around the curve. */
  readonly noise: number;
  /** The readings with their shares. */
  readonly parts: readonly { readonly posterior: Posterior; readonly weight: number }[];
  free(): void;
}

/** Readings with less than this share of the likeliest one are left out. */
const NEGLIGIBLE = 0.02;

/** The mixture of the readings in output units: mean and variance of curves drawn from any of them, by their shares. */
export function createPredictor(variants: readonly Variant[], context: RunContext): Predictor {
  const plain = variants.filter(({ transform }) => transform.name === 'identity');
  const weights = variantWeights(plain);
  const top = Math.max(...weights);
  const kept = plain.flatMap((variant, i) =>
    weights[i] >= NEGLIGIBLE * top ? [{ variant, weight: weights[i] }] : [],
  );
  const total = kept.reduce((sum, { weight }) => sum + weight, 0);
  const parts = kept.map(({ variant, weight }) => ({
    posterior: createPosterior(variant.model, context.backend),
    weight: weight / total,
  }));
  return {
    parts,
    noise: parts.reduce((sum, { posterior, weight }) => sum + weight * measurementNoise(posterior), 0),
    predict(points, m) {
      const mean = new Float64Array(m);
      const second = new Float64Array(m);
      const each = parts.map(({ posterior }) => posterior.predict(points, m));
      each.forEach((part, p) => {
        for (let i = 0; i < m; i++) mean[i] += parts[p].weight * part.mean[i];
      });
      each.forEach((part, p) => {
        for (let i = 0; i < m; i++)
          second[i] += parts[p].weight * (part.std[i] ** 2 + (part.mean[i] - mean[i]) ** 2);
      });
      return { mean, std: second.map(Math.sqrt) };
    },
    knowledgeRatio(points, m) {
      const ratio = new Float64Array(m);
      for (const { posterior, weight } of parts) {
        const { std } = posterior.predict(points, m);
        const prior = posterior.priorStd(points, m);
        for (let i = 0; i < m; i++) ratio[i] += weight * Math.min(1, Math.max(0, std[i] / prior[i]));
      }
      return ratio;
    },
    free() {
      for (const { posterior } of parts) posterior.free();
    },
  };
}
