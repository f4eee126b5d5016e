import type { Backtest, BacktestRequest } from '../../api/types.ts';
import type { Direction } from '../../domain/results/trace.ts';
import { show, showWithUnit } from '../../text/format.ts';

export type Curve = Backtest['curves'][number];

/** What was typed. */
export interface Form {
  readonly mode: 'replay' | 'simulate';
  /** Integers, with anything between them. */
  readonly batchSizes: string;
  readonly runs: number;
  readonly repeats: number;
}

export const standard: Form = { mode: 'replay', batchSizes: '1, 4', runs: 30, repeats: 10 };

/** Batch sizes as typed; undefined where they are not one to five integers from 1 to 100. */
export function batchSizesOf(text: string): number[] | undefined {
  const parts = text.trim().split(/[\s,;]+/);
  if (parts.length > 5 || !parts.every((part) => /^\d{1,3}$/.test(part))) return undefined;
  const sizes = [...new Set(parts.map(Number))];
  return sizes.every((size) => size >= 1 && size <= 100) ? sizes : undefined;
}

/** Objectives as the request has them: `goal` only where the campaign's own cannot be replayed or nobody declared one. */
export function backtestRequest(
  { mode, batchSizes, runs, repeats }: Form,
  goal: 'maximize' | 'minimize' | undefined,
): BacktestRequest {
  const sizes = batchSizesOf(batchSizes);
  return {
    mode,
    ...(sizes === undefined ? {} : { batch_sizes: sizes }),
    runs,
    repeats,
    ...(goal === undefined ? {} : { goal }),
  };
}

/** How the runs of a curve are chosen. */
export function chosenBy({ searcher, batch_size: size }: Pick<Curve, 'searcher' | 'batch_size'>): string {
  switch (searcher) {
    case 'auto':
      return size === 1 ? 'Athanor, one at a time' : `Athanor, ${size} at a time`;
    case 'design':
      return 'spread design';
    case 'random':
      return 'random order';
    default:
      return 'recorded order';
  }
}

/** Runs to the target: `9 (7 to 12)`. The recorded order is one campaign and has no interval. */
export function runsWords(curve: Curve, runs: number): string {
  const [low, high] = curve.interval_80;
  const late = `more than ${runs}`;
  const median = curve.runs_to_target === null ? late : String(curve.runs_to_target);
  if (curve.searcher === 'recorded' || low === null || low === undefined) return median;
  return `${median} (${low} to ${high ?? late})`;
}

/** What a campaign is to reach, in words. */
export function targetWords(target: number, unit: string | undefined, goals: readonly Direction[]): string {
  if (goals.length > 1) return 'best compromises that are 95 % as good as those of all runs';
  const value = showWithUnit(target, unit);
  const [goal] = goals;
  return typeof goal === 'object' ? `${show(goal.target)} to within ${value}` : value;
}
