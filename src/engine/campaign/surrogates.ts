import { signOf } from '../acquisition/goal.ts';
import { fitVariants, type SurrogateData, type Variant } from '../acquisition/models/auto-surrogate.ts';
import {
  identity,
  joinedTransforms,
  type OutputTransform,
  outputTransforms,
} from '../acquisition/models/output-transform.ts';
import { interval95, type Moments, momentsOf } from '../gp/ensemble/distribution.ts';
import { createEnsemblePosterior, curveMoments } from '../gp/ensemble/posterior.ts';
import { fitPredictive } from '../gp/ensemble/predictive.ts';
import type { GpModel, Scatter } from '../gp/model.ts';
import type { Posterior } from '../gp/posterior/posterior.ts';
import { measuredPart } from '../gp/rows-of-task.ts';
import { latentView, type OutputWarp } from '../gp/transforms/output-warp.ts';
import { checkMagnitudes, deviation } from '../gp/transforms/scaling.ts';
import type { RunContext } from '../run-context.ts';
import { rangesOf } from '../space/encode.ts';
import type { Space } from '../space/space.ts';
import { type FewColumns, fewColumns, mayLeaveOut } from './rows/few-columns.ts';
import { bestMeasured, learnedRows } from './rows/learned-rows.ts';
import type { CampaignTask } from './task.ts';

/** The models of one objective. */
export interface Surrogate {
  /** Variants that a search is made under, one at a time; each has one set of hyperparameters, and likely ones are drawn more often. */
  readonly variants: readonly Variant[];
  /** Sets of few of many columns that may be all that matter, each with the variants by these columns alone. */
  readonly sets: readonly FewColumns[];
  /** The model of predictions, recommendations and advice: its hyperparameters stay uncertain, and results over decades or with bounds enter as in a training. */
  predictive(): GpModel;
  /** Where the predictive model has values in place of logarithms: the rows of the task, [n, d], and points as that model has them. */
  readonly onValues?: { readonly X: Float64Array; valued(points: Float64Array): Float64Array };
}

/** The scale that a task was given on before columns entered by their logarithms. */
export interface GivenScale {
  /** Points of the task, [m, d], on that scale. */
  valued(points: Float64Array): Float64Array;
  readonly space: Space;
}

/** One per objective. */
export type Surrogates = readonly Surrogate[];

/** Fits do not depend on the seed of a request: concurrent calls on the same data share them. For the predictive model a task may name another one. */
const FIT_SEED = 1;
/** Members of the predictive model where time is short; else as many as it has by default. */
const FAST_MEMBERS = 4;
/** Fits of this many data sets are remembered. */
const REMEMBERED = 8;

interface Memory {
  readonly data: SurrogateData;
  /** What a fit depends on in addition to the data. */
  readonly key: string;
  readonly fits: Pick<Surrogate, 'variants' | 'sets'>;
  /** By the columns that may enter by their logarithms, and the scale of the data. */
  readonly predictive: Map<string, GpModel>;
}
const remembered: Memory[] = [];

/**
 * Transforms that an objective is modelled under. A single one has several. Objectives joined by desirability are modelled as they are, between two
 * bounds by their logits and over decades by their logarithms; those of a front in their own units, as hypervolumes are.
 */
function transformsOf(task: CampaignTask, k: number, y: Float64Array): OutputTransform[] {
  if (task.desirability) return joinedTransforms(y, task.outputBounds?.[k] ?? {});
  return task.outputs.length === 1 ? outputTransforms(y, signOf(task.goals[k])) : [identity];
}

/**
 * Fits the surrogates of every objective, or returns those of an earlier call on equal data.
 *
 * @param given absent: the predictive model is on the scale of the task
 */
export function fitSurrogates(task: CampaignTask, context: RunContext, given?: GivenScale): Surrogates {
  return task.outputs.map((_, k) => {
    const data = objectiveData(task, k);
    const known = rememberedFits(task, k, data, context);
    return {
      ...known.fits,
      predictive: () => predictiveOf(task, k, known, given, context),
      ...(given && { onValues: { X: data.X, valued: given.valued } }),
    };
  });
}

/** Variants and sets of an objective, fitted unless an earlier call did. */
function rememberedFits(task: CampaignTask, k: number, data: SurrogateData, context: RunContext): Memory {
  const alone = task.outputs.length === 1 && task.desirability === undefined;
  const bounds = task.outputBounds?.[k];
  const aim = task.desirability ? 'joined' : alone ? 'alone' : 'front';
  const seed = task.predictiveSeed ?? FIT_SEED;
  const leavesOut = alone && mayLeaveOut(task);
  const limited = task.desirability && task.outcomeConstraints?.some(({ objective }) => objective === k);
  const key = `${aim} ${task.goals[k]} ${task.effort} ${bounds?.low} ${bounds?.high} ${seed} ${leavesOut} ${limited}`;
  const known = remembered.find((entry) => entry.key === key && sameData(entry.data, data));
  if (known !== undefined) return known;
  context.progress?.((0.5 * k) / task.outputs.length, 'fitting');
  const transforms = transformsOf(task, k, data.y);
  const starts = task.effort === 'fast' ? 1 : undefined;
  const fitted = (columns?: readonly number[]) =>
    fitVariants(data, transforms, { seed: `${FIT_SEED}`, context, starts, columns, limited });
  const variants = fitted();
  const sets = leavesOut ? fewColumns(data, variants, fitted, context) : [];
  const made = { data, key, fits: { variants, sets }, predictive: new Map() };
  remembered.unshift(made);
  remembered.length = Math.min(remembered.length, REMEMBERED);
  return made;
}

/** The predictive model of an objective, which takes logarithms of columns as a training does. */
function predictiveOf(
  task: CampaignTask,
  k: number,
  { data, predictive }: Memory,
  given: GivenScale | undefined,
  context: RunContext,
): GpModel {
  const { spanning = [] } = task;
  const key = `${given ? 'values' : 'task'} ${spanning}`;
  const known = predictive.get(key);
  if (known) return known;
  const bounds = task.outputBounds?.[k];
  const model = fitPredictive(
    {
      ...data,
      ...(given && { X: given.valued(data.X), ranges: rangesOf(given.space) }),
      ...(bounds && { bounds }),
      spanning,
      seed: task.predictiveSeed ?? FIT_SEED,
    },
    context,
    task.effort === 'fast' ? { members: FAST_MEMBERS, quick: true } : {},
  );
  predictive.set(key, model);
  return model;
}

/** The data that an objective is learned from: the rows in which it was measured, of many a part, and its limits. */
export function objectiveData(task: CampaignTask, objective: number): SurrogateData {
  const measured = measuredPart(task, objective);
  checkMagnitudes(measured.outputs[0]);
  const aims = {
    outputs: measured.outputs,
    goals: [task.goals[objective]],
    ...(task.desirability && { desirability: [task.desirability[objective]] }),
  };
  const best = bestMeasured(aims, 0);
  const { X, n, d, noise, categorical, outputs, censored } = learnedRows(
    measured,
    best,
    measured.categorical,
  );
  const limits = censored?.[0];
  return {
    X,
    n,
    d,
    categorical,
    y: outputs[0],
    ranges: rangesOf(task.space),
    ...(noise ? { noise } : {}),
    ...(limits ? { censored: limits } : {}),
  };
}

function sameData(a: SurrogateData, b: SurrogateData): boolean {
  const equal = (u: ArrayLike<unknown> = [], v: ArrayLike<unknown> = []) => {
    if (u.length !== v.length) return false;
    for (let i = 0; i < u.length; i++) if (u[i] !== v[i]) return false;
    return true;
  };
  return (
    equal(a.X, b.X) &&
    equal(a.y, b.y) &&
    equal(a.noise, b.noise) &&
    equal(a.categorical, b.categorical) &&
    equal(a.ranges?.flat(), b.ranges?.flat()) &&
    equal(a.censored?.rows, b.censored?.rows) &&
    equal(a.censored?.sides, b.censored?.sides)
  );
}

/** What is asked of one part of a predictive model, at points [m, d] of the task. */
type PartPosterior = Pick<Posterior, 'model' | 'predict' | 'joint' | 'sample' | 'priorStd' | 'leaveOneOut'>;

/** Predictions of one objective. What is latent is on the scale of the model: outputs, or their logarithms. */
export interface Predictor {
  /** [m] each, output units: of the curve, and of one new measurement; medians where the warp is nonlinear. */
  predict(points: Float64Array, m: number): Moments;
  /** The means alone, [m], which take a fraction of the time where rows are many. */
  mean(points: Float64Array, m: number): Float64Array;
  /** Mean and deviation of the latent curve, [m] each. */
  latent(points: Float64Array, m: number): { readonly mean: Float64Array; readonly std: Float64Array };
  /** The means of the latent curve alone, [m]. */
  latentMean(points: Float64Array, m: number): Float64Array;
  /** The output of a latent value; the larger, the larger. */
  output(latent: number): number;
  /** How outputs follow from latent values; absent: they are the same. */
  readonly warp?: OutputWarp;
  /** Of the curve, or of one new measurement, at a point; 95 %. */
  interval(point: Float64Array, of: 'curve' | 'measurement'): readonly [number, number];
  /** Mean over the members of √(posterior / prior variance), [m]. */
  knowledgeRatio(points: Float64Array, m: number): Float64Array;
  /** Deviation of one latent measurement around the curve. */
  readonly noise: number;
  /** What that deviation is at least: all but one in twenty of the members, by their shares, have as much. */
  readonly leastNoise: number;
  /** Deviation of the latent outputs. */
  readonly spread: number;
  /** Rows that the model was made of. */
  readonly rows: number;
  /** How far left-out rows lie from what each member expects. */
  readonly scatter: Scatter;
  /** Gaussian processes of what is latent, with their shares. */
  readonly parts: readonly { readonly posterior: PartPosterior; readonly weight: number }[];
  free(): void;
}

/** Predictions by the model that results are reported from, in output units. */
export function createPredictor(surrogate: Surrogate, context: RunContext): Predictor {
  const predictive = surrogate.predictive();
  const posterior = createEnsemblePosterior(predictive, context.backend);
  const valued = surrogate.onValues?.valued ?? ((points: Float64Array) => points);
  const members = posterior.members.map(({ weight, posterior: part }) => ({
    weight,
    posterior: surrogate.onValues ? atPointsOf(part, surrogate.onValues) : part,
  }));
  const { learned, given, weights, warp } = posterior.predict(predictive.X.slice(0, predictive.d), 1);
  const predictionAt = (points: Float64Array, m: number) => posterior.predict(valued(points), m);
  const predict = (points: Float64Array, m: number) => momentsOf(predictionAt(points, m));
  const latentMean = (points: Float64Array, m: number) => {
    const mean = new Float64Array(m);
    posterior.means(valued(points), m).forEach((own, k) => {
      for (let i = 0; i < m; i++) mean[i] += members[k].weight * own[i];
    });
    return mean;
  };
  return {
    parts: members,
    scatter: posterior.scatter(),
    ...(warp && { warp }),
    noise: Math.hypot(given, ...learned.map((value, k) => Math.sqrt(weights[k]) * value)),
    leastNoise: Math.hypot(leastOf(learned, weights), given),
    spread: deviation(latentView(predictive).y, 1),
    rows: predictive.n,
    predict,
    latent: (points, m) => curveMoments(posterior.curves(valued(points), m)),
    output: warp?.output ?? ((latent) => latent),
    latentMean,
    mean: (points, m) => (warp ? predict(points, m).mean : latentMean(points, m)),
    interval: (point, of) => interval95(predictionAt(point, 1), 0, of),
    knowledgeRatio(points, m) {
      const ratio = new Float64Array(m);
      for (const { posterior: part, weight } of members) {
        const { std } = part.predict(points, m);
        const prior = part.priorStd(points, m);
        for (let i = 0; i < m; i++) ratio[i] += weight * Math.min(1, Math.max(0, std[i] / prior[i]));
      }
      return ratio;
    },
    free: posterior.free,
  };
}

/** The part of a model of values, at points and rows of the task. */
const atPointsOf = (part: Posterior, { X, valued }: NonNullable<Surrogate['onValues']>): PartPosterior => ({
  model: { ...part.model, X },
  predict: (points, m) => part.predict(valued(points), m),
  joint: (points, groups, q) => part.joint(valued(points), groups, q),
  sample: (points, m, Z) => part.sample(valued(points), m, Z),
  priorStd: (points, m) => part.priorStd(valued(points), m),
  leaveOneOut: () => part.leaveOneOut(),
});

/** Half the distance between the outputs one latent deviation above and below the curve at a point. */
export function deviationAt(predictor: Predictor, point: Float64Array, latent: number): number {
  if (!predictor.warp) return latent;
  const [mean] = predictor.latent(point, 1).mean;
  return 0.5 * (predictor.output(mean + latent) - predictor.output(mean - latent));
}

/** Share of the members that may have less noise. */
const LESS = 0.05;

/** The value that all but a small share of the weight is at or above. */
function leastOf(values: Float64Array, weights: Float64Array): number {
  const order = Array.from(values.keys()).sort((a, b) => values[a] - values[b]);
  let share = 0;
  const at = order.find((k) => {
    share += weights[k];
    return share > LESS;
  });
  return values[at ?? 0];
}
