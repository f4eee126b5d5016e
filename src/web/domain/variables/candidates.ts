import { sessionCall } from '../../api/call.ts';
import { send } from '../../api/http.ts';
import { keyOf, useResource } from '../../api/queries.ts';
import type { Candidates } from '../../api/types.ts';
import { count, sentence } from '../../text/format.ts';

/** Runs of the list that a page shows. */
export const shownRuns = 5;

async function load(id: string, signal: AbortSignal): Promise<Candidates | null> {
  const { n_candidates } = await send(sessionCall('GET', id, 'campaign'), signal);
  if (n_candidates === null) return null;
  return send(sessionCall('GET', id, 'candidates', { query: { limit: shownRuns } }), signal);
}

/** The candidate list with its first runs; null: the campaign has none. */
export const useCandidates = (id: string) =>
  useResource(keyOf(id, 'candidates'), (signal) => load(id, signal));

/** What the server says about how the file of a list was read, as sentences. */
export const remarksOf = ({ warnings = [] }: Pick<Candidates, 'warnings'>): string[] =>
  warnings.map(sentence);

const runs = (n: number): string => count(n, 'run');

/** How many runs the list holds, and how many of them may still be proposed. */
export function listWords({ total, left, repeats }: Pick<Candidates, 'total' | 'left' | 'repeats'>): string {
  if (repeats) return `${runs(total)}, each of which may be proposed repeatedly`;
  if (left === total) return `${runs(total)}, none of which is taken yet`;
  if (left === 0) return total === 1 ? '1 run, which is taken' : `${runs(total)}, all of which are taken`;
  return `${runs(total)}, ${left} of which ${left === 1 ? 'is' : 'are'} left`;
}
