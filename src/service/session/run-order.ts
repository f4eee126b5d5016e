import { blockColumn } from '../../contract/bookkeeping.ts';
import type { Inputs } from '../../contract/common.ts';
import type { InitialDesignRequest } from '../../contract/design.ts';
import { ValueError } from '../../engine/errors.ts';
import { createGenerator } from '../../engine/random/generator.ts';
import { isPlace } from './record.ts';
import type { State } from './state.ts';

/** What the order of runs depends on. */
interface Ordered<Seed> {
  readonly request: Pick<InitialDesignRequest, 'order'>;
  readonly seed: Seed;
}

/** The runs after the first `kept`, as they were made or shuffled by the seed. */
export function inOrder<Run>(
  points: Run[],
  { request: { order }, seed }: Ordered<number | string>,
  kept = 0,
): Run[] {
  if (order !== 'random') return points;
  return [...points.slice(0, kept), ...createGenerator(`${seed} run order`).shuffle(points.slice(kept))];
}

/** @throws ValueError where a variable or an objective has the name of the column of blocks */
export function checkBlockColumn(state: State): void {
  if (!isPlace(state, blockColumn))
    throw new ValueError(
      `blocks: '${blockColumn}', the column of their numbers, is a variable or an objective; rename it`,
    );
}

/** Runs with the block that each belongs to, in the order of the blocks; a random order is one within each block. */
export function blockRuns(
  state: State,
  points: Inputs[],
  blocks: Int32Array,
  context: Ordered<number>,
): Inputs[] {
  checkBlockColumn(state);
  const seed = (block: number) => `${context.seed} block ${block}`;
  return [...new Set(blocks)].flatMap((block) => {
    const own = points
      .filter((_, i) => blocks[i] === block)
      .map((point) => ({ ...point, [blockColumn]: block }));
    return inOrder(own, { request: context.request, seed: seed(block) });
  });
}

/**
 * Blocks of existing runs: by run its place among the different ones, and their numbers or names. Runs without one are
 * block 1 where no run has any, and else the block 'none': they were not made in the block of others.
 */
export function givenBlocks(existing: readonly Inputs[]) {
  const absent = existing.some((run) => run[blockColumn] != null) ? 'none' : 1;
  const labels = existing.map((run) => run[blockColumn] ?? absent);
  const names = [...new Set(labels)];
  return { of: Int32Array.from(labels, (label) => names.indexOf(label)), labels, names };
}

/** Existing runs as they are, and new ones in blocks whose numbers follow. */
export function blockedRuns(
  state: State,
  points: Inputs[],
  blocks: Int32Array,
  existing: readonly Inputs[],
  context: Ordered<number>,
): Inputs[] {
  const { labels, names } = givenBlocks(existing);
  const kept = labels.length;
  const last = Math.max(names.length, ...names.map(Number).filter(Number.isFinite));
  const numbers = blocks.slice(kept).map((block) => block - names.length + last);
  return [
    ...points.slice(0, kept).map((point, i) => ({ ...point, [blockColumn]: labels[i] as Inputs[string] })),
    ...blockRuns(state, points.slice(kept), numbers, context),
  ];
}
