import { meetsLimits } from '../acquisition/strategies/limits.ts';
import type { SuccessModel } from '../gp/success/success.ts';
import { hull, levelCount, snap } from '../space/encode.ts';
import type { FeasibleRegion } from '../space/feasible-region.ts';
import type { Member } from './members/best-candidate.ts';
import { isExhausted } from './members/exhausted.ts';
import { createDistance } from './members/first-points.ts';
import type { Rounding } from './members/rounded-points.ts';
import type { Best } from './recommendation/best-row.ts';
import { frontProbability, isDominated, rowsWithinLimits } from './recommendation/front-probability.ts';
import { type Gain, gainOverBest } from './recommendation/gain-over-best.ts';
import { worthOfRows } from './recommendation/joint-worth.ts';
import { LEARNED_FROM } from './rows/learned-rows.ts';
import { leaveOneOutPrediction } from './rows/suspicious-row.ts';
import type { Predictor } from './surrogates.ts';
import type { Alternative, CampaignSuggestion, CampaignTask, PointForecast, SuggestionKind } from './task.ts';

/** Alternatives that are reported, and their least distance from the choice and from each other. */
const ALTERNATIVES = 3;
const APART = 0.1;
/** Distance up to which a point is right beside a run. */
const BESIDE = 0.01;

/** Data for explanations. */
export interface ExplanationContext {
  readonly task: CampaignTask;
  readonly region: FeasibleRegion;
  readonly round: Rounding;
  readonly predictors: readonly Predictor[];
  readonly signs: readonly (1 | -1)[];
  /** Where a run failed. */
  readonly success?: SuccessModel;
  /** The recorded rows that can still be made, with what is held or observed: what a run is compared with. */
  readonly compared: CampaignTask;
  /** What is expected of each of them, [objectives][n]. */
  means(): readonly Float64Array[];
  /** What to say about the others. */
  readonly remarks: readonly string[];
  /** The best of them, a row of `compared`, and its expected latent value: of one objective, or joint desirability. */
  readonly best?: Best;
  /** The best row as it was recorded. */
  readonly recorded?: Best;
}

/** What is expected at one point [d], per output in its units: mean, deviation of the curve and of a measurement, and intervals of 95 %. */
export function forecast(
  { predictors }: Pick<ExplanationContext, 'predictors'>,
  point: Float64Array,
): PointForecast {
  const each = predictors.map((predictor) => predictor.predict(point, 1));
  return {
    mean: each.map(({ mean }) => mean[0]),
    std: each.map(({ std }) => std[0]),
    curve: predictors.map((predictor) => predictor.interval(point, 'curve')),
    stdMeasurement: each.map(({ stdMeasurement }) => stdMeasurement[0]),
    interval: predictors.map((predictor) => predictor.interval(point, 'measurement')),
  };
}

/**
 * Reasons for a chosen member, in words and numbers.
 *
 * @param chosen [p, d] pending runs, then earlier members of the batch
 */
export function explain(scene: ExplanationContext, member: Member, chosen: Float64Array): CampaignSuggestion {
  const { task, predictors } = scene;
  const { point } = member;
  const predicted = forecast(scene, point);
  const atBounds = boundsOf(scene.region, point);
  const repeats = repeatedBy(task, chosen, point);
  const repeated = repeats !== undefined;
  const ratio = Math.max(...predictors.map((predictor) => predictor.knowledgeRatio(point, 1)[0]));
  const promised = promise(scene, point, predicted);
  const success = scene.success && Math.exp(scene.success.logProbability(point, 1)[0]);
  const likely = success ?? 1;
  const near = nearestRun(scene, point);
  const broken =
    task.outcomeConstraints?.filter((limit) => !meetsLimits([limit], (k) => predicted.mean[k])) ?? [];
  return {
    point,
    kind: kindOf(scene, predicted, promised.isAmongBest, repeated, atBounds),
    ...(repeated ? { repeats, usedUp: isExhausted(task, scene.region, chosen) } : {}),
    forecast: predicted,
    knowledgeRatio: ratio,
    ...(promised.gain === undefined ? {} : { gain: likely * promised.gain }),
    probability: likely * promised.probability,
    ...(task.desirability ? { desirability: promised.expected } : {}),
    ...(success === undefined ? {} : { success }),
    ...near,
    ...besideWhat(scene, near),
    atBounds,
    alternatives: alternativesTo(scene, member),
    ...(promised.dominated === undefined ? {} : { dominated: promised.dominated }),
    ...(member.purpose ? { purpose: member.purpose } : {}),
    ...(member.confirms && repeated ? { confirms: true as const } : {}),
    ...(broken.length > 0 ? { breaks: broken } : {}),
    warnings: [
      ...(repeated && member.doubted
        ? ['the best result is better than the other runs suggest; measure it again before relying on it']
        : member.warnings),
      ...(task.n > LEARNED_FROM
        ? [
            `the models use ${LEARNED_FROM} of the ${task.n} runs: those nearest to the best one and an even selection of the others`,
          ]
        : []),
    ],
  };
}

/** What a point promises over the best run, or over the front of the runs. */
interface Promised extends Partial<Gain> {
  readonly probability: number;
  /** Whether its expected value is at least that of the best run; of several objectives, whether no run is expected to be better in every one. */
  readonly isAmongBest: boolean;
  /** Expected output of one objective, or joint desirability. */
  readonly expected?: number;
  /** Several objectives: whether a run is expected to be better in every one. */
  readonly dominated?: boolean;
}

function promise(scene: ExplanationContext, point: Float64Array, predicted: PointForecast): Promised {
  const { task, compared, predictors, signs, best } = scene;
  const { desirability, outcomeConstraints } = task;
  if (best === undefined) {
    const rows = rowsWithinLimits(task, scene.means());
    const dominated = isDominated(task, rows, predicted.mean);
    const probability = frontProbability(task, predictors, rows, point);
    return { probability, isAmongBest: !dominated, dominated };
  }
  const row = compared.X.slice(best.row * task.d, (best.row + 1) * task.d);
  const expected = desirability
    ? worthOfRows(desirability, predictors, point, 1, outcomeConstraints)[0]
    : predicted.mean[0];
  const sign = desirability ? 1 : signs[0];
  return {
    expected,
    isAmongBest: !best.keepsLimits || sign * (expected - best.value) >= 0,
    ...gainOverBest(predictors, task, point, row),
  };
}

/** Exploits where what is expected keeps the limits and is among the best. */
function kindOf(
  scene: ExplanationContext,
  predicted: PointForecast,
  isAmongBest: boolean,
  repeated: boolean,
  atBounds: readonly number[],
): SuggestionKind {
  if (repeated) return 'replicate';
  if (!isAmongBest || !keepsLimits(scene, predicted.mean)) return 'explore';
  return atBounds.length > 0 ? 'boundary' : 'exploit';
}

const keepsLimits = ({ task }: ExplanationContext, mean: ArrayLike<number>): boolean =>
  meetsLimits(task.outcomeConstraints, (objective) => mean[objective]);

/** Free numeric columns at an end of their range, or at the last step before it. */
function boundsOf(region: FeasibleRegion, point: Float64Array): number[] {
  return region.space.dimensions.flatMap((dimension, column) => {
    if (dimension.kind === 'categorical' || region.settled.has(column) || levelCount(dimension) < 3)
      return [];
    const [low, high] = hull(dimension).map((end) => snap(dimension, end));
    const near = 1e-9 * (high - low);
    return point[column] - low <= near || high - point[column] <= near ? [column] : [];
  });
}

/** @param chosen [p, d] pending runs, then earlier members of the batch */
function repeatedBy(
  { X, pending, lost = 0, d, successes }: CampaignTask,
  chosen: Float64Array,
  point: Float64Array,
): CampaignSuggestion['repeats'] {
  const place = placeAmong(chosen, point);
  if (place === undefined) return placeAmong(X, point) === undefined ? undefined : 'recorded';
  if (place < lost) {
    const tried = successes && placeAmong(successes.X, point);
    return tried !== undefined && successes?.success[tried] === 0 ? 'failed' : 'recorded';
  }
  const pendingCount = pending.length / d;
  return place < pendingCount ? 'pending' : place - pendingCount;
}

/** The first row of points [m, d] that is this one. */
function placeAmong(points: Float64Array, point: Float64Array): number | undefined {
  const d = point.length;
  for (let at = 0; at < points.length; at += d) {
    if (point.every((value, k) => value === points[at + k])) return at / d;
  }
  return undefined;
}

function nearestRun(
  { task, region }: Pick<ExplanationContext, 'task' | 'region'>,
  point: Float64Array,
): Pick<CampaignSuggestion, 'nearest'> {
  const { X, n, d } = task;
  if (n === 0) return {};
  const distance = createDistance(region);
  const far = Array.from({ length: n }, (_, row) => distance(X.subarray(row * d, (row + 1) * d), point));
  const row = far.reduce((best, value, i) => (value < far[best] ? i : best), 0);
  return { nearest: { row, distance: far[row] } };
}

/** What the other runs say about the nearest one, where a point repeats it or is right beside it. */
function besideWhat(
  { task: { X, d }, predictors }: ExplanationContext,
  { nearest }: Pick<CampaignSuggestion, 'nearest'>,
): Pick<CampaignSuggestion, 'byOthers'> {
  if (predictors.length > 1 || nearest === undefined || nearest.distance > BESIDE) return {};
  const others = leaveOneOutPrediction(predictors[0], X.subarray(nearest.row * d, (nearest.row + 1) * d));
  return others === undefined ? {} : { byOthers: others };
}

/** The best other candidates that lie apart; found values are logarithms of their worth. */
function alternativesTo(
  { region, round }: ExplanationContext,
  { point, value, found }: Member,
): Alternative[] {
  const distance = createDistance(region);
  const taken = [point];
  const alternatives: Alternative[] = [];
  for (const candidate of found) {
    if (alternatives.length === ALTERNATIVES || !Number.isFinite(candidate.value)) break;
    if (taken.some((other) => distance(other, candidate.point) < APART)) continue;
    taken.push(candidate.point);
    alternatives.push({
      point: round(candidate.point),
      share: Math.min(1, Math.exp(candidate.value - value)),
    });
  }
  return alternatives;
}

/**
 * A first point: there is nothing to forecast yet.
 *
 * @param chosen [p, d] pending runs, then earlier members of the batch
 */
export function firstSuggestion(
  task: CampaignTask,
  region: FeasibleRegion,
  point: Float64Array,
  chosen: Float64Array,
): CampaignSuggestion {
  const repeats = repeatedBy(task, chosen, point);
  return {
    point,
    ...(repeats === undefined
      ? { kind: 'first_points' }
      : { kind: 'replicate', repeats, usedUp: isExhausted(task, region, chosen) }),
    ...nearestRun({ task, region }, point),
    atBounds: boundsOf(region, point),
    alternatives: [],
    warnings: [],
  };
}
