import type { Problem } from '../../acquisition/problem.ts';
import { everyPoint } from '../../acquisition/search/moves.ts';
import { measurementNoise } from '../../acquisition/search/repeats.ts';
import type { Found } from '../../acquisition/search/search.ts';
import { nearbyPoints, spreadPoints } from '../../acquisition/search/starts.ts';
import { improvementParts, logExpectedImprovement } from '../../acquisition/strategies/analytic.ts';
import { logFeasibility } from '../../acquisition/strategies/feasibility.ts';
import { rangesOf } from '../../acquisition/strategies/limits.ts';
import { onePointAfter, searchedAcquisition } from '../../acquisition/strategies/one-point.ts';
import type { Posterior } from '../../gp/posterior/posterior.ts';
import { concatenate, pointsOf, rowsOf } from '../../linalg/concatenate.ts';
import { createGenerator, type Generator } from '../../random/generator.ts';
import type { CandidateList } from '../task.ts';
import { rankList } from './candidate-list.ts';

/** Points over the region and around good ones in each of two rounds; those kept by each of three rules; and points around the best four, examined last. */
export const knowledgeSizes = {
  normal: { spread: 512, nearby: 256, kept: 64, refined: 96 },
  fast: { spread: 192, nearby: 64, kept: 24, refined: 32 },
  faster: { spread: 96, nearby: 32, kept: 16, refined: 16 },
  fastest: { spread: 96, nearby: 32, kept: 16, refined: 16 },
} as const;

/** Rounds around good points, and the points of each kind that are looked around. */
const ROUNDS = 2;
const CENTRES = 5;
/** Deviations added to the expected value by the rules that keep points. */
const BOLDNESS = [0, 1, 3];
/** Best points that are refined. */
const BEST = 4;
/** Regions of so few points are examined whole. */
const WHOLE = 600;

/** A point with the mean and the deviation of the curve there, larger is better. */
interface Seen {
  readonly point: Float64Array;
  readonly mean: number;
  readonly std: number;
}

/**
 * log(E max_j(a_j + b_j Z) − max_j a_j) for a standard normal Z: what the best of several expected values gains on average
 * from a measurement that moves them by b_j Z. −Infinity where it moves none against another.
 *
 * Source: Frazier, Powell and Dayanik 2009, INFORMS Journal on Computing 21, 599–613, algorithm 1. O(m log m).
 */
export function logKnowledgeGain(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const order = Int32Array.from({ length: a.length }, (_, j) => j).sort(
    (i, j) => (b[i] ?? 0) - (b[j] ?? 0) || (a[i] ?? 0) - (a[j] ?? 0),
  );
  // The upper envelope of the lines, and where each begins to be the highest.
  const lines: number[] = [];
  const from: number[] = [];
  for (const i of order) {
    let at = Number.NEGATIVE_INFINITY;
    while (lines.length > 0) {
      const j = lines[lines.length - 1] as number;
      const steeper = b[i] - b[j];
      at = steeper > 0 ? (a[j] - a[i]) / steeper : Number.NEGATIVE_INFINITY;
      if (at > (from[from.length - 1] as number)) break;
      lines.pop();
      from.pop();
      at = Number.NEGATIVE_INFINITY;
    }
    lines.push(i);
    from.push(at);
  }
  let total = Number.NEGATIVE_INFINITY;
  for (let k = 1; k < lines.length; k++) {
    const steeper = b[lines[k] as number] - b[lines[k - 1] as number];
    total = logSum(total, Math.log(steeper) + improvementParts(-Math.abs(from[k] as number)).logH);
  }
  return total;
}

function logSum(u: number, v: number): number {
  const top = Math.max(u, v);
  return Number.isFinite(top) ? top + Math.log(Math.exp(u - top) + Math.exp(v - top)) : top;
}

/**
 * Candidates by the knowledge gradient, best first: by how much one more measurement there is expected to raise the best
 * expected value anywhere. A repeat of a run counts as any other point. Pending runs count as measured at their expected values,
 * as the problem has them.
 *
 * The best expected value is that of some 200 points: recorded ones, those spread over the region, and those around the
 * best, by the mean and by the mean and up to three deviations. Of a list only runs that were made can be used then: the recorded ones, the
 * pending ones, and the candidate itself. Outcome constraints and failed runs count by their probabilities, and
 * where something is expected to break a limit, it is no best value.
 *
 * @param list the only points that may be proposed; absent: the region of the problem
 * @returns values are logarithms, units of the model's outputs
 */
export function byKnowledge(
  problem: Problem,
  size: keyof typeof knowledgeSizes,
  list?: CandidateList,
): Found[] {
  const recorded = momentsAt(problem, recordedIn(problem));
  if (!list) return inRegion(problem, recorded, size);
  const scorer = onePointAfter(problem, searchedAcquisition(logExpectedImprovement, problem), []);
  const some = rankList(list, scorer, problem).map(({ point }) => point);
  const made = [...recorded, ...momentsAt(problem, rowsOf(problem.task.pending, problem.task.models[0].d))];
  return ranked(problem, mostBy(made, knowledgeSizes[size].kept, 0), momentsAt(problem, some), true);
}

/** The curve after the pending runs. */
const curveOf = ({ fantasies: [{ base }] }: Problem): Posterior => base;

/** Recorded rows that lie in the region. */
function recordedIn({ region, incumbents: { X } }: Problem): Float64Array[] {
  return rowsOf(X, region.space.dimensions.length)
    .filter((point) => region.contains(point))
    .map((point) => Float64Array.from(point));
}

function inRegion(problem: Problem, recorded: readonly Seen[], size: keyof typeof knowledgeSizes): Found[] {
  const { region, task } = problem;
  const { kept, refined } = knowledgeSizes[size];
  const generator = createGenerator(`knowledge/${task.seed}`);
  const whole = everyPoint(region, WHOLE);
  const seen = whole
    ? momentsAt(problem, whole)
    : [...recorded, ...spreadOut(problem, recorded, size, generator)];
  const some = [...new Set(BOLDNESS.flatMap((boldness) => mostBy(seen, kept, boldness)))];
  const first = ranked(problem, [], some);
  if (whole) return first;
  const best = first.slice(0, BEST).map(({ point }) => point);
  const around = nearbyPoints(region, concatenate(best), refined, generator);
  const near = momentsAt(problem, [...best, ...rowsOf(around, region.space.dimensions.length)]);
  return [...ranked(problem, mostBy(some, 1.5 * kept, 0.5), near), ...first];
}

/** Points spread over the region, and around the best of them and of those that are known. */
function spreadOut(
  problem: Problem,
  known: readonly Seen[],
  size: keyof typeof knowledgeSizes,
  generator: Generator,
): Seen[] {
  const { region } = problem;
  const { spread, nearby } = knowledgeSizes[size];
  const d = region.space.dimensions.length;
  const seen = momentsAt(problem, rowsOf(spreadPoints(region, spread, generator), d));
  for (let round = 0; round < ROUNDS; round++) {
    const centres = [0, 2].flatMap((boldness) => mostBy([...known, ...seen], CENTRES, boldness));
    const points = nearbyPoints(region, pointsOf(centres), nearby, generator);
    seen.push(...momentsAt(problem, rowsOf(points, d)));
  }
  return seen;
}

/** The `count` points with the largest mean + `boldness` · std. */
const mostBy = (seen: readonly Seen[], count: number, boldness: number): Seen[] =>
  [...seen].sort((a, b) => b.mean + boldness * b.std - a.mean - boldness * a.std).slice(0, Math.ceil(count));

/** Mean and deviation of the curve at points. */
function momentsAt(problem: Problem, points: readonly Float64Array[]): Seen[] {
  if (points.length === 0) return [];
  const [sign] = problem.signs;
  const { mean, std } = curveOf(problem).predict(concatenate(points), points.length);
  return points.map((point, i) => ({
    point: Float64Array.from(point),
    mean: sign * mean[i],
    std: std[i],
  }));
}

/**
 * The candidates by their worth, best first, where the best value is among theirs and those of further points.
 *
 * @param onlyMade the further points are the runs that were made, and a candidate can be used only once it is made
 */
function ranked(
  problem: Problem,
  further: readonly Seen[],
  candidates: readonly Seen[],
  onlyMade = false,
): Found[] {
  const all = [...further, ...candidates];
  const within = rangesOf(problem.task.outcomeConstraints, problem.signs);
  const chances = all.map(({ mean, std }) =>
    logFeasibility(within, Float64Array.of(mean), Float64Array.of(std)),
  );
  const inside = [...all.keys()].filter((i) => chances[i] >= -Math.LN2);
  const usable = inside.length > 0 ? inside : [...all.keys()];
  const made = usable.filter((i) => i < further.length);
  const values =
    onlyMade && made.length > 0
      ? knowledgeAt(problem, all, further.length, made, true)
      : knowledgeAt(problem, all, further.length, usable, false);
  const success = problem.success?.logProbability(pointsOf(candidates), candidates.length);
  return candidates
    .map(({ point }, i) => ({
      point,
      value: values[i] + chances[further.length + i] + (success?.[i] ?? 0),
    }))
    .sort((a, b) => b.value - a.value);
}

/**
 * log of the knowledge gradient at the points from one on, the best value being that at some of them, and once it is
 * measured, at the point itself if it `joins` them.
 */
function knowledgeAt(
  problem: Problem,
  seen: readonly Seen[],
  first: number,
  targets: readonly number[],
  joins: boolean,
): Float64Array {
  const m = seen.length;
  const noise = measurementNoise(problem.posteriors[0]);
  const { cov } = curveOf(problem).joint(pointsOf(seen), 1, m);
  const best = Math.max(...targets.map((j) => seen[j].mean));
  const means = Float64Array.from(joins ? [...targets, 0] : targets, (j) => seen[j].mean);
  const moves = new Float64Array(means.length);
  return Float64Array.from({ length: m - first }, (_, k) => {
    const i = first + k;
    const scale = Math.sqrt(Math.max(cov[i * m + i], 0) + noise);
    if (!(scale > 0)) return Number.NEGATIVE_INFINITY;
    targets.forEach((j, t) => {
      moves[t] = cov[i * m + j] / scale;
    });
    if (!joins) return logKnowledgeGain(means, moves);
    means[targets.length] = seen[i].mean;
    moves[targets.length] = cov[i * m + i] / scale;
    return logSum(logKnowledgeGain(means, moves), Math.log(Math.max(0, seen[i].mean - best)));
  });
}
