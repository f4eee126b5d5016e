import { signOf } from '../acquisition/goal.ts';
import { frontOfOutputs, volumeOf } from '../acquisition/strategies/front.ts';
import { meetsLimits } from '../acquisition/strategies/limits.ts';
import { NotPositiveDefiniteError } from '../errors.ts';
import type { SuccessModel } from '../gp/success.ts';
import { concatenate, rowsOf } from '../linalg/concatenate.ts';
import { createGenerator, type Generator } from '../random/generator.ts';
import { shareAt } from '../random/share-at.ts';
import { promisingRows } from './learned-rows.ts';
import { reachedLimit } from './reached-limit.ts';
import type { Predictor } from './surrogates.ts';
import type { CampaignTask, StopAdvice } from './task.ts';

/** Curves drawn from all members together: of one objective, and of several, where a draw costs two hypervolumes. */
const DRAWS = 512;
const DRAWS_OF_FRONTS = 128;

/**
 * Curves [count, m] of one member, output units, at points of which those from `first` on are not measured. Their values lie as far from what the member
 * expects as left-out rows turned out to: a curve with a peak or a cliff has tails that a normal distribution lacks.
 */
export function drawnCurves(
  { parts, scatter: { scales, shares }, warp }: Predictor,
  part: number,
  points: Float64Array,
  { m, first, count }: { readonly m: number; readonly first: number; readonly count: number },
  generator: Generator,
): Float64Array {
  const Z = generator.normals(count * m);
  const { posterior } = parts[part];
  const draws = posterior.sample(points, m, Z);
  const mean = scales.length > 1 ? posterior.mean(points, m) : draws;
  for (let at = 0; scales.length > 1 && at < draws.length; at++) {
    const i = at % m;
    if (i >= first)
      draws[at] = mean[i] + scales[shareAt(shares, generator.uniform())] * (draws[at] - mean[i]);
  }
  return warp ? draws.map(warp.output) : draws;
}

/** Runs to come; at least one. */
export interface Ahead {
  readonly points: readonly Float64Array[];
  /** How likely each gives a result; absent: all do. */
  readonly success?: SuccessModel;
}

/** Draws which runs to come give a result, all of them at each call: those that are alike fail together. */
export function drawnResults({ points, success }: Ahead, seed: number): () => (run: number) => boolean {
  if (success === undefined) return () => () => true;
  const generator = createGenerator(`results/${seed}`);
  const m = points.length;
  const draw = success.jointly(concatenate(points), m);
  return () => {
    const results = draw(generator.normals(m + 1));
    return (run) => results[run] === 1;
  };
}

/**
 * What these runs promise: the gain of the best of them over the best recorded run, over curves drawn from every member of
 * the models; of several objectives, the hypervolume that they add. Latent values, so that a lucky measurement is no gain. Runs whose
 * drawn values break an outcome constraint count for nothing, as do those that are drawn to give no result.
 *
 * @param rows the recorded runs that the next ones are compared with
 * @returns undefined where no curve could be drawn, or the hypervolume would take too long
 */
export function gainOf(
  predictors: readonly Predictor[],
  task: Recorded & Pick<CampaignTask, 'X' | 'd'>,
  ahead: Ahead,
  seed: number,
  rows: typeof task = task,
): StopAdvice | undefined {
  const several = predictors.length > 1;
  const hypervolume = several ? volumeOf(frontOfOutputs(task)) : 0;
  if (Number.isNaN(hypervolume)) return undefined;
  const compared = promisingRows(rows);
  const { X, n, d } = compared;
  const generator = createGenerator(`stop/${seed}`);
  const points = concatenate([...rowsOf(X, d), ...ahead.points]);
  const m = points.length / d;
  const parts = Math.max(...predictors.map((predictor) => predictor.parts.length));
  const count = Math.max(1, Math.round((several ? DRAWS_OF_FRONTS : DRAWS) / parts));
  const gainIn = several ? gainOfFront(compared, referenceOf(task)) : gainOfBest(compared);
  const nextResults = drawnResults(ahead, seed);
  const gains: number[] = [];
  for (let part = 0; part < parts; part++) {
    try {
      const drawn = predictors.map((predictor) =>
        drawnCurves(predictor, part % predictor.parts.length, points, { m, first: n, count }, generator),
      );
      for (let s = 0; s < count; s++) {
        const givesResult = nextResults();
        const curves = drawn.map((draws) => draws.subarray(s * m, (s + 1) * m));
        gains.push(gainIn(ahead.success ? curves.map(withResults(n, givesResult)) : curves));
      }
    } catch (error) {
      if (!(error instanceof NotPositiveDefiniteError)) throw error;
    }
  }
  if (gains.length === 0) return undefined;
  gains.sort((a, b) => a - b);
  const limit = reachedLimit(rows);
  const at = (share: number) => gains[Math.min(gains.length - 1, Math.floor(share * gains.length))];
  return {
    runs: ahead.points.length,
    expectedGain: gains.reduce((sum, gain) => sum + gain, 0) / gains.length,
    interval: [at(0.05), at(0.95)],
    ...(several ? { hypervolume } : {}),
    ...(limit === undefined ? {} : { reachedLimit: limit }),
  };
}

/** The values of a curve but those of runs to come that give no result. */
const withResults = (n: number, givesResult: (run: number) => boolean) => (curve: Float64Array) =>
  curve.filter((_, i) => i < n || givesResult(i - n));

type Recorded = Pick<
  CampaignTask,
  'n' | 'outputs' | 'censored' | 'goals' | 'outcomeConstraints' | 'referencePoint'
>;

/** Gain of one curve; where no recorded run meets the limits, over the worst of them. */
function gainOfBest({ n, goals, outcomeConstraints }: Recorded) {
  const sign = signOf(goals[0]);
  return ([draw]: readonly Float64Array[]): number => {
    let before = Number.NEGATIVE_INFINITY;
    let after = Number.NEGATIVE_INFINITY;
    let worst = Number.POSITIVE_INFINITY;
    for (let i = 0; i < draw.length; i++) {
      const value = sign * draw[i];
      if (i < n) worst = Math.min(worst, value);
      if (outcomeConstraints && !meetsLimits(outcomeConstraints, () => draw[i])) continue;
      if (i < n) before = Math.max(before, value);
      else after = Math.max(after, value);
    }
    return Math.max(0, after - (Number.isFinite(before) ? before : worst));
  };
}

/** Hypervolume that the later points of drawn curves add, over the reference point. */
function gainOfFront({ n, goals, outcomeConstraints }: Recorded, referencePoint: readonly number[]) {
  const limits = outcomeConstraints ? { outcomeConstraints } : {};
  const reached = (outputs: readonly Float64Array[]): number =>
    volumeOf(frontOfOutputs({ outputs, goals, referencePoint, ...limits }));
  return (draws: readonly Float64Array[]): number =>
    Math.max(0, reached(draws) - reached(draws.map((draw) => draw.subarray(0, n))));
}

/** The reference point of all recorded outputs, in their units. */
function referenceOf(task: Recorded): readonly number[] {
  const { reference } = frontOfOutputs(task);
  return Array.from(reference, (value, k) => signOf(task.goals[k]) * value);
}
