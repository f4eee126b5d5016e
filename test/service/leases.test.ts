import { expect, it } from 'vitest';
import { CancelledError } from '../../src/engine/errors.ts';
import type { Pool } from '../../src/service/jobs/pool.ts';
import { leaseRun } from '../../src/service/leases.ts';
import { pendingOf } from '../../src/service/session/queue/queue.ts';
import { stageOne } from '../../src/service/session/queue/staged.ts';
import type { State } from '../../src/service/session/state.ts';
import { Sessions } from '../../src/service/sessions.ts';
import { memoryStore } from '../../src/service/store/memory.ts';

const silent = { info: () => {}, warn: () => {} };

it('a client that went away while it waited is handed no run', async () => {
  let fail = (_: Error) => {};
  let asked = () => {};
  const isAsked = new Promise<void>((resolve) => {
    asked = resolve;
  });
  const run = (() => {
    asked();
    return new Promise((_, reject) => {
      fail = reject;
    });
  }) as Pool['run'];
  const sessions = new Sessions(memoryStore(), { run }, silent);
  const withVariable = (state: State) => ({
    state: { ...state, variables: [{ name: 'a', type: 'real', min: 0, max: 1 } as const] },
    answer: null,
  });
  const { session_id: id } = await sessions.creation.create(withVariable, null);
  const first = leaseRun(sessions, id, { worker: 'ann' }, {});
  await isAsked;
  const client = new AbortController();
  const second = leaseRun(sessions, id, { worker: 'bob' }, { signal: client.signal });
  // Until the second one has found an empty queue and waits behind the first.
  for (let i = 0; i < 100; i++) await new Promise((resolve) => setImmediate(resolve));
  await sessions.edit(id, stageOne, { inputs: { a: 0.5 } });
  client.abort();
  fail(new Error('no suggestion'));
  await expect(first).rejects.toThrow('no suggestion');
  await expect(second).rejects.toThrow(CancelledError);
  expect(await sessions.read(id, (state) => pendingOf(state).length)).toBe(1);
});
