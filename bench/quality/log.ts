import { readFileSync } from 'node:fs';
import type { JudgeOrder, JudgeResult } from './judge.ts';

export interface Judged extends JudgeOrder {
  readonly result: JudgeResult;
  /** What ran, short; campaigns of before it was noted have none. */
  readonly commit?: string;
}

/** What makes two campaigns the same. */
export const keyOf = ({ problem, seed, searcher, q, mark = '' }: JudgeOrder): string =>
  JSON.stringify([problem, seed, searcher, q, mark]);

/** Campaigns of a log by their key; a later line takes the place of an earlier one. */
export function campaignsIn(log: URL): Map<string, Judged> {
  const lines = readFileSync(log, 'utf8').split('\n').filter(Boolean);
  return new Map(lines.map((line) => JSON.parse(line) as Judged).map((one) => [keyOf(one), one]));
}
