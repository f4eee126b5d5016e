import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { recordAccounts } from '../../src/service/auth/account-records.ts';
import { addPerson } from '../../src/service/auth/people.ts';
import { StoreUnavailableError } from '../../src/service/errors.ts';
import { readiness } from '../../src/service/http/plugins/monitoring/readiness.ts';
import type { JobQueue } from '../../src/service/store/job-queue.ts';
import { memoryStore } from '../../src/service/store/memory.ts';
import { JobWorker } from '../../src/service/worker.ts';
import { until } from './support/until.ts';

const back = () => vi.setSystemTime(Date.now() - 3_600_000);

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

describe('a clock that is set back by an hour', () => {
  it('does not keep accounts of other servers from being read', async () => {
    const { records } = memoryStore();
    const [here, there] = [recordAccounts(records), recordAccounts(records)];
    expect((await there.read()).people).toEqual([]);
    back();
    await here.change((book) => addPerson(book, { name: 'Ann' }, new Date().toISOString()));
    await until(async () => (await there.read()).people.length === 1);
  });

  it('does not keep a server from being ready again', async () => {
    const store = memoryStore();
    let isAway = true;
    const check = async () => {
      if (isAway) throw new StoreUnavailableError('away');
    };
    const reason = readiness({ ...store, check });
    expect(await reason()).toBe('away');
    isAway = false;
    back();
    await until(async () => (await reason()) === undefined);
  });

  it('does not lengthen the window of a counter', async () => {
    const { records } = memoryStore();
    const count = () => records.count('calls', 'ann', 20);
    expect((await count()).count).toBe(1);
    back();
    await until(async () => (await count()).count === 1);
  });

  it('does not silence a worker', async () => {
    let announced = 0;
    const queue: Pick<JobQueue, 'watch' | 'announce' | 'claim' | 'leave'> = {
      watch: () => () => {},
      announce: async () => void announced++,
      claim: async () => undefined,
      leave: async () => {},
    };
    const pool = { run: () => Promise.reject(new Error('no jobs')), describe: () => ({ backend: 'ts' }) };
    const worker = new JobWorker(queue as unknown as JobQueue, pool as never);
    worker.start();
    await until(() => announced === 1);
    back();
    await until(() => announced === 2);
    await worker.stop(0);
  });
});
