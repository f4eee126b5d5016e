import { describe, expect, it } from 'vitest';
import type { QueueItem } from '../../../../src/web/api/types.ts';
import { runNumbers, unstagedRuns } from '../../../../src/web/domain/queue/staging.ts';

const item = (
  status: QueueItem['status'],
  inputs: QueueItem['inputs'],
  plot: QueueItem['plot'] = null,
): QueueItem => ({
  ...{ id: 'q', reason: null, output: null, noise: null, error: null, dataset_ref: null },
  ...{ staged_at: null, started_at: null, completed_at: null },
  status,
  inputs,
  plot,
});

const run = (heat: number, more: Record<string, number> = {}) => ({ heat, ...more });

describe('runs that are not staged yet', () => {
  it('are those without a run of the queue of their own', () => {
    const queue = [item('pending', { heat: 20 }), item('running', { heat: 30 })];
    expect(unstagedRuns(queue, ['heat'], [run(20), run(20), run(30), run(40)])).toEqual([1, 3]);
  });

  it('are of another block or plot though their settings are the same', () => {
    const queue = [item('pending', { heat: 20 }, { Block: 1 })];
    expect(unstagedRuns(queue, ['heat'], [run(20, { Block: 2 }), run(20, { Block: 1 }), run(20)])).toEqual([
      0, 2,
    ]);
    const plots = [item('pending', { heat: 20 }, { WholePlot: 1, RunOrder: 3 })];
    expect(unstagedRuns(plots, ['heat'], [run(20, { WholePlot: 1, RunOrder: 4 })])).toEqual([0]);
  });

  it('are no completed ones while others of them wait; afterwards all can be staged again', () => {
    const runs = [run(20), run(30), run(40)];
    const done = [item('done', { heat: 20 }), item('failed', { heat: 30 })];
    expect(unstagedRuns([...done, item('pending', { heat: 40 })], ['heat'], runs)).toEqual([]);
    expect(unstagedRuns(done, ['heat'], runs)).toEqual([0, 1, 2]);
  });
});

it('runs keep their numbers while others are completed', () => {
  const items = [
    item('done', run(20)),
    item('pending', run(30)),
    item('failed', run(40)),
    item('pending', run(50)),
  ];
  const named = items.map((one, i) => ({ ...one, id: `q${i}` }));
  const queue = { items: named, n_pending: 2, n_running: 0, n_done: 1, n_failed: 1 };
  const numbers = runNumbers(queue);
  expect(named.filter(({ status }) => status === 'pending').map(({ id }) => numbers.get(id))).toEqual([2, 4]);
});
