import { CancelledError } from '../../errors.ts';
import { concatenate, rowsOf } from '../../linalg/concatenate.ts';
import type { Generator } from '../../random/generator.ts';
import type { FeasibleRegion } from '../../space/feasible-region.ts';
import { type Problem, startsIn } from '../problem.ts';
import { ascend, type Climbed, type Scorer } from './climb.ts';
import { neighbours, realColumns } from './moves.ts';
import { type Found, isWithinError, type SearchOptions, search } from './search.ts';
import { createSeparation } from './separation.ts';
import type { Starts } from './starts.ts';
import { successScorer } from './success-scorer.ts';

/** Points [q][d] and their joint value. */
interface Group {
  readonly points: readonly Float64Array[];
  readonly value: number;
}

export interface Batch extends Group {
  /** [q] value of each greedy member when it was chosen, given those before it. */
  readonly values: readonly number[];
}

/** Batches that are refined jointly after the greedy one. */
const JOINT_STARTS = 8;
/** Tolerance of their refinement by the score alone, in that of the search for members. */
const JOINT_PRECISION = 0.1;
/** Expected gain that is worth a step of a batch: several points gain together what each step promises little of. */
const ANY_GAIN = 0;
/** Number of joint starts that are still refined after a number of rounds. */
const inTheRace = (rounds: number): number => (rounds < 10 ? JOINT_STARTS : rounds < 20 ? 4 : 2);
/** The same once an approximation has been climbed; its groups are abandoned where they crawl, or cannot catch up: far behind at once, else after some rounds. */
const atTheEnd = {
  keep: (rounds: number): number => (rounds < 3 ? JOINT_STARTS : rounds < 5 ? 4 : 2),
  crawl: 10,
  race: true,
  behind: 10,
} as const;
/** Steps whose curvature a climb remembers that has an approximation: rounds by all rows cost more than what it takes to bend more of them. */
const MEMORY = 40;
/** Batches are one where their members lie this close (largest difference in spans) and their scores are apart no more than this (in tolerances). */
const ONE_BATCH = { members: 0.05, score: 300 };
/** Tops by the score that are compared without what it smooths. */
const BEST_TOPS = 3;
/** Members taken from this many of the best candidates in the other joint starts. */
const ALTERNATIVES = 6;

/** Enough for members, which are refined jointly afterwards; by an approximation some more, as they cost little there. */
const roughly = ({ restarts, iterations }: SearchOptions, { rough }: Scorer) => ({
  worth: ANY_GAIN,
  restarts: rough ? restarts : Math.min(restarts, 4),
  iterations: Math.min(iterations, rough ? 12 : 4),
});

/**
 * A batch by greedy choice, each member given those before it, then refined jointly from the greedy batch and a few
 * mixtures of other good candidates. Members that are refined jointly afterwards are looked for among the same starts.
 *
 * @param member score of one more point, given those chosen
 * @param wholeAlone score of the whole batch; without it the greedy batch is the answer, with the value of its last member
 * @param given  starts of the search for members, where it is not to make its own
 * @returns points [d] each, and the value of each member when it was chosen
 * @throws CancelledError the job was cancelled
 */
export function searchBatch(
  problem: Problem,
  member: (chosen: readonly Float64Array[]) => Scorer,
  wholeAlone?: Scorer,
  given?: Starts,
): Batch {
  const { region, task, context, generator, options, repeats, remarks } = problem;
  const { unit } = options;
  const whole = wholeAlone && successScorer(wholeAlone, problem.success, unit);
  const sizes = whole === undefined ? options : { ...options, ...roughly(options, whole) };
  let starts = given ?? startsIn(problem, options);
  const chosen: Float64Array[] = [];
  const pools: Found[][] = [];
  const values: number[] = [];
  for (let j = 0; j < task.count; j++) {
    if (context.cancelled?.()) throw new CancelledError('suggest: cancelled');
    if (whole === undefined && given === undefined && j > 0) starts = startsIn(problem, options);
    const found = search(
      successScorer(member(chosen), problem.success, unit),
      region,
      starts,
      generator,
      sizes,
    );
    const best = repeats.choose(found, remarks);
    context.progress?.((j + 1) / task.count, `chose point ${j + 1} of ${task.count}`);
    repeats.add(best.point, whole?.exact !== undefined);
    chosen.push(best.point);
    values.push(best.value);
    pools.push(found.slice(0, ALTERNATIVES));
  }
  if (whole === undefined) return { points: chosen, value: values[values.length - 1], values };
  const groups = [chosen];
  while (groups.length < JOINT_STARTS)
    groups.push(pools.map((pool) => pool[generator.integer(pool.length)].point));
  return { ...refineBatch(problem, whole, groups), values };
}

/** Climbs and moves on the lattice jointly; the first start is the fall-back, so the result is never below it. */
function refineBatch(problem: Problem, whole: Scorer, starts: readonly (readonly Float64Array[])[]): Group {
  const { region, generator } = problem;
  const { q } = whole;
  const d = region.space.dimensions.length;
  const climbed = realColumns(region).length > 0 ? climbJointly(problem, whole, starts) : new Float64Array(0);
  const placed = rowsOf(climbed, d).map((point) => region.repair(point));
  const groups = climbed.length > 0 ? starts.slice(0, 1) : [...starts];
  for (let at = 0; at < placed.length; at += q) groups.push(placed.slice(at, at + q));
  const { values: worth } = whole.exact ?? whole;
  const values = worth(concatenate(groups.flat()));
  let best: Group = { points: groups[0], value: values[0] };
  groups.forEach((points, g) => {
    if (values[g] > best.value && allDifferent(problem, points, starts[0]))
      best = { points, value: values[g] };
  });
  return d > 0 ? moveBatch(problem, whole.exact ?? whole, best, generator) : best;
}

/** Tops [G, q, d] above the starts. Where the score has an approximation, that is climbed first, unless it misleads. */
function climbJointly(
  { region, options }: Problem,
  whole: Scorer,
  starts: readonly (readonly Float64Array[])[],
): Float64Array {
  const from = concatenate(starts.flat());
  const patient = { ...options, worth: ANY_GAIN };
  if (whole.rough) {
    const bent = { ...patient, memory: MEMORY };
    const rough = ascend(whole.rough, region, from, { ...bent, keep: inTheRace });
    const { pairs } = rough;
    const tops = distinctBatches(rough, region, whole.q, options.tolerance);
    const known = pairs ? { pairs: (b: number) => pairs(tops[b].start) } : {};
    const onTops = concatenate(tops.map(({ points }) => points));
    const climbed = ascend(whole, region, onTops, { ...bent, ...atTheEnd, ...known });
    if (isWithinError(Math.max(...rough.values), Math.max(...climbed.values), options))
      return concatenate(
        bestFirst(climbed)
          .slice(0, BEST_TOPS)
          .map(({ points }) => points),
      );
  }
  const precise = { ...patient, tolerance: JOINT_PRECISION * options.tolerance, keep: inTheRace };
  return ascend(whole, region, from, precise).points;
}

/** Groups [q, d] where a climb has ended, with the start that led there. */
function bestFirst({ points, values }: Climbed) {
  const groups = rowsOf(points, points.length / values.length);
  return groups
    .map((own, start) => ({ points: own, start }))
    .sort((a, b) => values[b.start] - values[a.start]);
}

/** The same, each batch once whatever the order of its members. */
function distinctBatches(climbed: Climbed, region: FeasibleRegion, q: number, tolerance: number) {
  const { values } = climbed;
  const apart = createSeparation(region);
  const membersOf = (points: Float64Array) => rowsOf(points, points.length / q);
  const tops: ReturnType<typeof bestFirst> = [];
  for (const one of bestFirst(climbed)) {
    const isNew = tops.every((other) => {
      if (values[other.start] - values[one.start] > ONE_BATCH.score * tolerance) return true;
      const members = membersOf(other.points);
      return membersOf(one.points).some((own) =>
        members.every((member) => apart(own, member, ONE_BATCH.members)),
      );
    });
    if (isNew) tops.push(one);
  }
  return tops;
}

/** Moves members on the lattice, one at a time, while that gains. */
function moveBatch(problem: Problem, whole: Scorer, start: Group, generator: Generator): Group {
  let best = start;
  for (let round = 0; round < 3; round++) {
    const trials = best.points.flatMap((point, j) =>
      neighbours(problem.region, point, generator).map((other) =>
        best.points.map((kept, i) => (i === j ? other : kept)),
      ),
    );
    if (trials.length === 0) return best;
    const values = whole.values(concatenate(trials.flat()));
    const before = best;
    trials.forEach((points, t) => {
      if (values[t] > best.value && allDifferent(problem, points, start.points))
        best = { points, value: values[t] };
    });
    if (best === before) return best;
  }
  return best;
}

/** No member repeats another or a known point (the chosen ones themselves are known by now). */
function allDifferent(
  problem: Problem,
  points: readonly Float64Array[],
  chosen: readonly Float64Array[],
): boolean {
  return points.every((point, i) => {
    const again = points.some((other, j) => j < i && problem.repeats.same(other, point));
    if (again) return false;
    return (
      !problem.repeats.has(point) || chosen.some((other) => other.every((value, k) => value === point[k]))
    );
  });
}
