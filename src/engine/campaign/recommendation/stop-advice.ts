import { signOf } from '../../acquisition/goal.ts';
import { type Front, frontOfOutputs, referenceOf, volumeOf } from '../../acquisition/strategies/front.ts';
import { meetsLimits } from '../../acquisition/strategies/limits.ts';
import { NotPositiveDefiniteError } from '../../errors.ts';
import type { SuccessModel } from '../../gp/success/success.ts';
import { concatenate, rowsOf } from '../../linalg/concatenate.ts';
import { categoryAt } from '../../random/category-at.ts';
import { createGenerator, type Generator } from '../../random/generator.ts';
import { promisingRows } from '../rows/learned-rows.ts';
import { reachedLimit } from '../rows/reached-limit.ts';
import type { Predictor } from '../surrogates.ts';
import type { CampaignTask, StopAdvice } from '../task.ts';

/** Curves drawn from all members together: of one objective, and of several, where a draw costs two hypervolumes. */
const DRAWS = 512;
const DRAWS_OF_FRONTS = 128;

/**
 * Curves [count, m] of one member, output units, at points of which those from `first` on are not measured. Their values lie as far from what is
 * expected as left-out rows turned out to: a curve with a peak or a step has tails that a normal distribution lacks. Expected is what the curve at
 * the measured point that tells most of them says, so that a repeated run has the value of the first (decision 0985).
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
  if (scales.length > 1) {
    const { mean, cov } = posterior.joint(points, 1, m);
    for (let i = first; i < m; i++) {
      const { at, slope } = closest(cov, m, first, i);
      for (let s = 0; s < count * m; s += m) {
        const expected = mean[i] + slope * (draws[s + at] - mean[at]);
        const scale = scales[categoryAt(shares, generator.uniform())];
        draws[s + i] = expected + scale * (draws[s + i] - expected);
      }
    }
  }
  return warp ? draws.map(warp.output) : draws;
}

/** Which of the points before `first` explains most of the variance of point i by a straight line, and its slope; covariance [m, m]. */
function closest(
  cov: Float64Array,
  m: number,
  first: number,
  i: number,
): { readonly at: number; readonly slope: number } {
  let found = { at: 0, slope: 0 };
  let most = 0;
  for (let at = 0; at < first; at++) {
    const variance = cov[at * (m + 1)];
    const shared = cov[i * m + at];
    if (!(variance > 0 && shared ** 2 / variance > most)) continue;
    most = shared ** 2 / variance;
    found = { at, slope: shared / variance };
  }
  return found;
}

/** Runs to come, and what draws their results. */
export interface FutureRuns {
  /** At least one. */
  readonly points: readonly Float64Array[];
  readonly seed: number;
  /** How likely each gives a result; absent: all do. */
  readonly success?: SuccessModel;
}

/** Draws which runs to come give a result, all of them at each call: those that are alike fail together. */
export function drawnResults({ points, success, seed }: FutureRuns): () => (run: number) => boolean {
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
 * What these runs promise: the gain of the best of them over the run that is expected to be the best so far, over curves drawn from every member of
 * the models; of several objectives, the hypervolume that they add to the recorded runs. Latent values, so that a lucky measurement is no gain. Runs
 * whose drawn values break an outcome constraint count for nothing, as do those that are drawn to give no result.
 *
 * @param rows the recorded runs that the next ones are compared with
 * @param best of one objective, the row of the best of them
 * @returns undefined where no curve could be drawn, or the hypervolume would take too long
 */
export function gainOf(
  predictors: readonly Predictor[],
  task: Recorded & Pick<CampaignTask, 'X' | 'd'>,
  ahead: FutureRuns,
  rows: typeof task,
  best?: number,
): StopAdvice | undefined {
  if (best === undefined) return gainOfFronts(predictors, task, ahead, promisingRows(rows));
  const compared = fromBest(rows, best);
  const gainIn = gainOfBest(compared);
  const gains = drawnGains(predictors, compared, ahead, DRAWS, (draws) => [gainIn(draws)]);
  if (gains.length === 0) return undefined;
  const limit = reachedLimit(rows);
  return {
    runs: ahead.points.length,
    ...summaryOf(gains.map(([gain]) => gain)),
    ...(limit === undefined ? {} : { reachedLimit: limit }),
  };
}

/** Of several objectives: as hypervolume, and as a share of what was reached by a measure that shifts and units of the outputs do not change. */
function gainOfFronts(
  predictors: readonly Predictor[],
  task: Recorded,
  ahead: FutureRuns,
  compared: Recorded & Pick<CampaignTask, 'X' | 'd'>,
): StopAdvice | undefined {
  const rules = task.referencePoint ? [false] : [false, true];
  const fronts = rules.map((byRange) => frontOfOutputs({ ...task, byRange }));
  const volumes = fronts.map(volumeOf);
  const [hypervolume] = volumes;
  if (Number.isNaN(hypervolume)) return undefined;
  const reached = volumes[volumes.length - 1];
  const gainsIn = fronts.map((front) => gainOfFront(compared, referenceOf(front, task.goals)));
  const gains = drawnGains(predictors, compared, ahead, DRAWS_OF_FRONTS, (draws) =>
    gainsIn.map((gainIn) => gainIn(draws)),
  );
  if (gains.length === 0) return undefined;
  const growth = summaryOf(gains.map((each) => each[each.length - 1] / reached));
  const equal = task.referencePoint ? [] : equalIn(fronts[0]);
  return {
    runs: ahead.points.length,
    ...summaryOf(gains.map(([gain]) => gain)),
    hypervolume,
    ...(reached > 0 && equal.length === 0 ? { growth } : {}),
    ...(fronts[0].complete.length === 0 ? { incomplete: true } : {}),
    ...(reached > 0 && equal.length > 0 ? { equal } : {}),
  };
}

/** Objectives of which all complete rows have the same result. */
const equalIn = ({ m, Y, complete: [first, ...others] }: Front): number[] =>
  Array.from({ length: m }, (_, k) => k).filter((k) =>
    others.every((row) => Y[row * m + k] === Y[first * m + k]),
  );

/** Mean of gains, and their 5 % and 95 % quantiles. */
export function summaryOf(gains: readonly number[]): Pick<StopAdvice, 'expectedGain' | 'interval'> {
  const sorted = gains.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  return {
    expectedGain: sorted.reduce((sum, gain) => sum + gain, 0) / sorted.length,
    interval: [at(0.05), at(0.95)],
  };
}

/** What `gainsIn` says about each of some `total` draws from all members; none where no curve could be drawn. */
function drawnGains(
  predictors: readonly Predictor[],
  { X, n, d }: Pick<CampaignTask, 'X' | 'n' | 'd'>,
  ahead: FutureRuns,
  total: number,
  gainsIn: (draws: readonly Float64Array[]) => number[],
): number[][] {
  const generator = createGenerator(`stop/${ahead.seed}`);
  const points = concatenate([...rowsOf(X, d), ...ahead.points]);
  const m = points.length / d;
  const parts = Math.max(...predictors.map((predictor) => predictor.parts.length));
  const count = Math.max(1, Math.round(total / parts));
  const nextResults = drawnResults(ahead);
  const gains: number[][] = [];
  for (let part = 0; part < parts; part++) {
    try {
      const drawn = predictors.map((predictor) =>
        drawnCurves(predictor, part % predictor.parts.length, points, { m, first: n, count }, generator),
      );
      for (let s = 0; s < count; s++) {
        const givesResult = nextResults();
        const curves = drawn.map((draws) => draws.subarray(s * m, (s + 1) * m));
        gains.push(gainsIn(ahead.success ? curves.map(withResults(n, givesResult)) : curves));
      }
    } catch (error) {
      if (!(error instanceof NotPositiveDefiniteError)) throw error;
    }
  }
  return gains;
}

/** The values of a curve but those of runs to come that give no result. */
const withResults = (n: number, givesResult: (run: number) => boolean) => (curve: Float64Array) =>
  curve.filter((_, i) => i < n || givesResult(i - n));

type Recorded = Pick<
  CampaignTask,
  'n' | 'outputs' | 'censored' | 'goals' | 'outcomeConstraints' | 'referencePoint'
>;

/** The best run; with limits all others behind it, as a curve may break a limit at the best one. */
function fromBest<T extends Recorded & Pick<CampaignTask, 'X' | 'd'>>(rows: T, best: number): T {
  const point = rows.X.slice(best * rows.d, (best + 1) * rows.d);
  if (!rows.outcomeConstraints) return { ...rows, X: point, n: 1 };
  const { X, n } = promisingRows(rows);
  return { ...rows, X: concatenate([point, X]), n: n + 1 };
}

/** Gain of one curve over its first point; where that breaks a limit, over the best other recorded one, and where all do, over the worst of them. */
function gainOfBest({ n, goals, outcomeConstraints }: Recorded) {
  const sign = signOf(goals[0]);
  return ([draw]: readonly Float64Array[]): number => {
    const keepsLimits = (i: number) => !outcomeConstraints || meetsLimits(outcomeConstraints, () => draw[i]);
    const isBestKept = keepsLimits(0);
    let before = Number.NEGATIVE_INFINITY;
    let after = Number.NEGATIVE_INFINITY;
    let worst = Number.POSITIVE_INFINITY;
    for (let i = 0; i < draw.length; i++) {
      const value = sign * draw[i];
      if (i < n) worst = Math.min(worst, value);
      if (!keepsLimits(i)) continue;
      if (i >= n) after = Math.max(after, value);
      else if (i === 0 || !isBestKept) before = Math.max(before, value);
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
