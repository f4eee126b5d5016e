import type { Problem } from '../acquisition/problem.ts';
import type { Scorer } from '../acquisition/search/climb.ts';
import type { Found } from '../acquisition/search/search.ts';
import { ValueError } from '../errors.ts';
import type { CampaignTask, CandidateList } from './task.ts';

/** Candidates of one program: bounds the memory of a list of 10⁵. */
const CHUNK = 8192;
/** Best candidates that are told apart. */
const KEPT = 100;

/** The best candidates of a list under a score, best first; those that are not in the region of the request are left out. */
export function rankList(list: CandidateList, scorer: Scorer, problem: Problem): Found[] {
  const { d } = problem.task.models[0];
  const { points } = list;
  let found: Found[] = [];
  let least = Number.NEGATIVE_INFINITY;
  for (let from = 0; from < points.length; from += CHUNK * d) {
    const part = points.subarray(from, from + CHUNK * d);
    const values = scorer.values(part);
    for (let i = 0; i < values.length; i++) {
      if (found.length >= KEPT && !(values[i] > least)) continue;
      found.push({
        point: part.slice(i * d, (i + 1) * d),
        value: Number.isNaN(values[i]) ? Number.NEGATIVE_INFINITY : values[i],
      });
      if (found.length < 2 * KEPT) continue;
      found = best(found);
      least = found[KEPT - 1].value;
    }
  }
  return best(found);
}

const best = (found: Found[]): Found[] => found.sort((a, b) => b.value - a.value).slice(0, KEPT);

/**
 * What is left of a list: its runs with the fixed values, without those that were measured, are under way or were chosen,
 * unless repeats are allowed.
 *
 * @throws ValueError when nothing is left
 */
export function leftOf(list: CandidateList, task: CampaignTask, chosen: Float64Array): CandidateList {
  const { d } = task;
  const N = list.points.length / d;
  const taken = new Set<string>();
  if (!list.repeats) {
    for (const known of [task.X, chosen]) {
      for (let at = 0; at < known.length; at += d) taken.add(known.subarray(at, at + d).join());
    }
  }
  const kept: number[] = [];
  for (let i = 0; i < N; i++) {
    const point = list.points.subarray(i * d, (i + 1) * d);
    const fits = [...task.fixed].every(([column, value]) => point[column] === value);
    if (fits && !taken.has(point.join())) kept.push(i);
  }
  if (kept.length === 0) {
    throw new ValueError(
      `candidates: none of the ${N} runs of the list is left for this request; add runs, release what is held, or allow repeats`,
    );
  }
  const points = new Float64Array(kept.length * d);
  kept.forEach((row, i) => {
    points.set(list.points.subarray(row * d, (row + 1) * d), i * d);
  });
  return { ...list, points };
}
