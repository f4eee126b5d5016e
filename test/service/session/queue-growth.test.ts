import { expect, it } from 'vitest';
import { recordBatch } from '../../../src/service/session/queue/record-batch.ts';
import { removeItems } from '../../../src/service/session/queue/remove-items.ts';
import { stageItems } from '../../../src/service/session/queue/stage-items.ts';
import type { Change, Environment, State } from '../../../src/service/session/state.ts';
import { emptyState } from '../../../src/service/session/state.ts';

const now = '2026-01-01T00:00:00.000Z';
let ids = 0;
const environment = { now, newId: () => `run-${ids++}` } as unknown as Environment;

const inputs = { x: 0.5 };

/** A session with that many waiting runs. */
function waiting(count: number): State {
  const variables = [{ name: 'x', type: 'real', min: 0, max: 1 }] as unknown as State['variables'];
  const empty = { ...emptyState('s', now), variables };
  return stageItems(empty, { items: Array.from({ length: count }, () => ({ inputs })) }, environment).state;
}

const changes: readonly [string, (state: State, ids: string[]) => Change<unknown>][] = [
  ['removing', (state, item_ids) => removeItems(state, { item_ids })],
  [
    'staging behind',
    (state, known) => stageItems(state, { items: known.map((after) => ({ inputs, after })) }, environment),
  ],
  [
    'recording',
    (state, known) => {
      const entries = known.map((item_id, output) => ({ item_id, inputs, output }));
      return recordBatch(state, { entries, by: 'Ann' }, environment);
    },
  ],
];

/** How often entries of the queue are read while all runs are named. */
function readsOf(change: (typeof changes)[number][1], count: number): number {
  let reads = 0;
  const state = waiting(count);
  const queue = new Proxy(state.queue, {
    get(target, key, receiver) {
      if (typeof key === 'string' && /^\d+$/.test(key)) reads++;
      return Reflect.get(target, key, receiver);
    },
  });
  change(
    { ...state, queue },
    state.queue.map(({ id }) => id),
  );
  return reads;
}

it.each(changes)('%s many runs of the queue reads each of them a few times', (_what, change) => {
  const [some, more] = [readsOf(change, 50), readsOf(change, 100)];
  expect(some).toBeGreaterThan(0);
  expect(more).toBe(2 * some);
});

it('runs that are staged behind the same one stand in the order in which each is put right behind it', () => {
  const state = waiting(3);
  const [first, second] = state.queue.map(({ id }) => id);
  const items = [
    { inputs: { x: 0.1 }, after: first },
    { inputs: { x: 0.2 } },
    { inputs: { x: 0.3 }, after: first },
    { inputs: { x: 0.4 }, after: second },
  ];
  const { queue } = stageItems(state, { items }, environment).state;
  expect(queue.map((item) => item.inputs.x)).toEqual([0.5, 0.3, 0.1, 0.5, 0.4, 0.5, 0.2]);
});
