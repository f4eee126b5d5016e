import type { Problem } from '../../acquisition/problem.ts';
import type { Scorer } from '../../acquisition/search/climb.ts';
import type { Found } from '../../acquisition/search/search.ts';
import { ListUsedUpError } from '../../errors.ts';
import { concatenate, pointsOf } from '../../linalg/concatenate.ts';
import type { Generator } from '../../random/generator.ts';
import { counted } from '../../words.ts';
import type { CampaignTask, CandidateList } from '../task.ts';

/** Candidates of one program: bounds the memory of a list of 10⁵. */
const CHUNK = 8192;
/** Of a longer list, only the best by a cheap score are scored in full. */
const SCREENED = 2048;
/** Best candidates that are kept distinct. */
const KEPT = 100;

/** The best candidates of a list under a score, best first; those that are not in the region of the request are left out. */
export function rankList(list: CandidateList, scorer: Scorer, problem: Problem): Found[] {
  const { screen } = scorer;
  const { d } = problem.task.models[0];
  if (screen === undefined || list.points.length / d <= SCREENED)
    return rankAll(list.points, scorer, d, KEPT);
  const worth = rankAll(list.points, screen, d, SCREENED);
  return rankAll(pointsOf(worth), scorer, d, KEPT);
}

function rankAll(points: Float64Array, scorer: Scorer, d: number, most: number): Found[] {
  const best = (all: Found[]): Found[] => all.sort((a, b) => b.value - a.value).slice(0, most);
  let found: Found[] = [];
  let least = Number.NEGATIVE_INFINITY;
  for (let from = 0; from < points.length; from += CHUNK * d) {
    const part = points.subarray(from, from + CHUNK * d);
    const values = scorer.values(part);
    for (let i = 0; i < values.length; i++) {
      if (found.length >= most && !(values[i] > least)) continue;
      found.push({
        point: part.slice(i * d, (i + 1) * d),
        value: Number.isNaN(values[i]) ? Number.NEGATIVE_INFINITY : values[i],
      });
      if (found.length < 2 * most) continue;
      found = best(found);
      least = found[most - 1].value;
    }
  }
  return best(found);
}

/**
 * Available runs of a list: those with the fixed values that are not measured, pending or chosen, unless repeats are allowed.
 *
 * @param known [m, d] @throws ListUsedUpError when nothing is left
 */
function leftOf(
  list: CandidateList,
  fixed: ReadonlyMap<number, number>,
  known: Float64Array,
  d: number,
): CandidateList {
  const { points } = list;
  const N = points.length / d;
  const m = list.repeats ? 0 : known.length / d;
  const columns = [...fixed];
  const given = list.given ?? Array.from({ length: d }, (_, k) => k);
  const kept = new Int32Array(N);
  let count = 0;
  for (let i = 0; i < N; i++) {
    const at = i * d;
    if (columns.some(([column, value]) => points[at + column] !== value)) continue;
    let taken = false;
    for (let j = 0; j < m && !taken; j++) {
      let k = 0;
      while (k < given.length && points[at + given[k]] === known[j * d + given[k]]) k++;
      taken = k === given.length;
    }
    if (!taken) kept[count++] = i;
  }
  if (count === 0) {
    throw new ListUsedUpError(
      `candidates: ${N === 1 ? 'the only run of the list is not left' : `none of the ${N} runs of the list is left`} for this request; add runs, release what is held, or allow repeats`,
    );
  }
  if (count === N) return list;
  const left = new Float64Array(count * d);
  for (let i = 0; i < count; i++) left.set(points.subarray(kept[i] * d, (kept[i] + 1) * d), i * d);
  return { ...list, points: left };
}

/** Runs of a long list that are scanned for all later members of a batch, and for each at least. */
const LOOKED_THROUGH = { batch: 200_000, member: 2048 };

/**
 * What a later member of a batch of `count` is chosen from: the list, or of a long one the best runs that the member before was chosen from, and
 * an even part of the others, drawn again for each.
 */
export function candidatesForMember(
  list: CandidateList,
  count: number,
  best: readonly Found[],
  d: number,
  generator: () => Generator,
): CandidateList {
  const most = Math.max(LOOKED_THROUGH.member, Math.ceil(LOOKED_THROUGH.batch / count));
  if (list.points.length / d <= most) return list;
  const { points } = thinned(list, most, d, generator());
  return { ...list, points: concatenate([...best.map(({ point }) => point), points]) };
}

/** At most `most` runs of a list, drawn evenly. */
export function thinned(list: CandidateList, most: number, d: number, generator: Generator): CandidateList {
  const N = list.points.length / d;
  if (N <= most) return list;
  const points = new Float64Array(most * d);
  for (let i = 0; i < most; i++) {
    const row = Math.floor(((i + generator.uniform()) * N) / most);
    points.set(list.points.subarray(row * d, (row + 1) * d), i * d);
  }
  return { ...list, points };
}

/** The task without these runs [m, d] in its candidate list. */
export const openList = (task: CampaignTask, taken: Float64Array): CampaignTask =>
  task.candidates ? { ...task, candidates: leftOf(task.candidates, task.fixed, taken, task.d) } : task;

/**
 * The task without the runs of its candidate list that are recorded or pending; where fewer are left than it asks for, it asks for those, and a warning says so.
 *
 * @throws ListUsedUpError none is left
 */
export function startList(task: CampaignTask): {
  readonly task: CampaignTask;
  readonly warnings: readonly string[];
} {
  const open = openList(task, concatenate([task.X, task.pending]));
  const { candidates, count, d } = open;
  const left = candidates && !candidates.repeats ? differentOf(candidates, d, count) : count;
  if (left === count) return { task: open, warnings: [] };
  const warning = `${left} of ${counted(count, 'run')} ${left === 1 ? 'is' : 'are'} suggested: no other run of the candidate list is left for this request; add runs, or allow repeats`;
  return { task: { ...open, count: left }, warnings: [warning] };
}

/** Different runs of a list, counted up to `most`: one that is in it twice is proposed once. */
function differentOf({ points }: CandidateList, d: number, most: number): number {
  const seen = new Set<string>();
  for (let at = 0; at < points.length && seen.size < most; at += d) {
    seen.add(points.subarray(at, at + d).join());
  }
  return seen.size;
}
