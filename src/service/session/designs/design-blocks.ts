import { blockColumn } from '../../../contract/experiments/bookkeeping.ts';
import type { Inputs } from '../../../contract/values.ts';
import { ValueError } from '../../../engine/errors.ts';
import type { State } from '../state.ts';
import { isPlace } from '../variables/check-inputs.ts';
import { inRunOrder, type OrderTerms } from './run-order.ts';

/** @throws ValueError where a variable or an objective has the name of the column of blocks */
export function checkBlockColumn(state: State): void {
  if (!isPlace(state, blockColumn))
    throw new ValueError(
      `blocks: '${blockColumn}', the column of their numbers, is a variable or an objective; rename it`,
    );
}

/** Runs with the number of their block, block after block; a random order is one within each block. */
export function runsByBlock(
  state: State,
  points: Inputs[],
  blocks: Int32Array,
  context: OrderTerms<number>,
): Inputs[] {
  checkBlockColumn(state);
  const seed = (block: number) => `${context.seed} block ${block}`;
  return [...new Set(blocks)].flatMap((block) => {
    const own = points
      .filter((_, i) => blocks[i] === block)
      .map((point) => ({ ...point, [blockColumn]: block }));
    return inRunOrder(own, { request: context.request, seed: seed(block) });
  });
}

/**
 * The blocks of existing runs. Runs without a block are in block 1 if no run has one, and otherwise in a block 'none' of their own.
 *
 * @returns `names`: the different blocks; `labels`: the block of each run; `indices`: its place among `names`
 */
export function existingBlocks(existing: readonly Inputs[]) {
  const absent = existing.some((run) => run[blockColumn] != null) ? 'none' : 1;
  const labels = existing.map((run) => run[blockColumn] ?? absent);
  const names = [...new Set(labels)];
  return { indices: Int32Array.from(labels, (label) => names.indexOf(label)), labels, names };
}

/** Existing runs with their blocks, then new ones in blocks whose numbers follow. */
export function existingAndNewRuns(
  state: State,
  points: Inputs[],
  blocks: Int32Array,
  existing: readonly Inputs[],
  context: OrderTerms<number>,
): Inputs[] {
  const { labels, names } = existingBlocks(existing);
  const kept = labels.length;
  const last = Math.max(names.length, ...names.map(Number).filter(Number.isFinite));
  const numbers = blocks.slice(kept).map((block) => block - names.length + last);
  return [
    ...points.slice(0, kept).map((point, i) => ({ ...point, [blockColumn]: labels[i] as Inputs[string] })),
    ...runsByBlock(state, points.slice(kept), numbers, context),
  ];
}
