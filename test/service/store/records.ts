import { expect, vi } from 'vitest';
import { RevisionConflictError } from '../../../src/service/errors.ts';
import type { Store } from '../../../src/service/store/store.ts';

/** What every store promises of its records. `make` gives a fresh place; `open` a store on it. */
export function promisesOfRecords(
  it: (name: string, test: () => Promise<void>) => void,
  make: () => Promise<{ open(): Promise<Store> }>,
): void {
  it('keeps records by kind and key over a restart, and distinguishes kinds', async () => {
    const { open } = await make();
    let store = await open();
    expect(await store.records.put('account', 'ann', { name: 'Ann', roles: ['admin'] })).toBe(1);
    expect(await store.records.put('account', '__proto__', { name: '' })).toBe(1);
    expect(await store.records.put('api-key', 'ann', 'x'.repeat(1000))).toBe(1);
    expect(await store.records.put('account', 'ann', { name: 'Ann B', roles: [] })).toBe(2);
    await store.close();
    store = await open();
    expect(await store.records.get('account', 'ann')).toEqual({
      key: 'ann',
      value: { name: 'Ann B', roles: [] },
      revision: 2,
    });
    expect((await store.records.list('account')).map(({ key }) => key)).toEqual(['__proto__', 'ann']);
    expect(await store.records.remove('account', 'ann')).toBe(true);
    expect(await store.records.remove('account', 'ann')).toBe(false);
    expect(await store.records.get('account', 'ann')).toBeUndefined();
    expect((await store.records.get('api-key', 'ann'))?.revision).toBe(1);
    await store.close();
  });

  it('lets one of several writers of one revision win', async () => {
    const store = await (await make()).open();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, (_, i) => store.records.put('account', 'bob', { i }, { expected: 0 })),
    );
    const lost = outcomes.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
    expect(lost).toHaveLength(7);
    for (const { reason } of lost) expect(reason).toBeInstanceOf(RevisionConflictError);
    await expect(store.records.put('account', 'bob', {}, { expected: 3 })).rejects.toThrow(
      RevisionConflictError,
    );
    expect(await store.records.put('account', 'bob', {}, { expected: 1 })).toBe(2);
    await store.close();
  });

  it('makes several changes or, where one meets another revision, none', async () => {
    const store = await (await make()).open();
    const { records } = store;
    await records.put('grant-a', 'ann', 'owner');
    await records.put('grant-a', 'bob', 'owner');
    const revisions = async () =>
      [...(await records.list('grant-a')), ...(await records.list('grant-b'))].map(
        ({ key, value, revision }) => `${key} ${value} ${revision}`,
      );
    for (const value of ['viewer', null]) {
      const changes = [
        { kind: 'grant-b', key: 'a', value: 'owner' },
        { kind: 'grant-a', key: 'ann', value, expected: 1 },
        { kind: 'grant-a', key: 'bob', value, expected: 2 },
      ];
      await expect(records.changeAll(changes)).rejects.toThrow(RevisionConflictError);
      await expect(records.changeAll(changes.toReversed())).rejects.toThrow(RevisionConflictError);
    }
    // What has come meanwhile is not taken for absent.
    const late = [{ kind: 'grant-a', key: 'bob', value: null, expected: 0 }];
    await expect(records.changeAll(late)).rejects.toThrow(RevisionConflictError);
    expect(await revisions()).toEqual(['ann owner 1', 'bob owner 1']);
    await records.changeAll([
      { kind: 'grant-a', key: 'ann', value: 'owner', expected: 1 },
      { kind: 'grant-a', key: 'bob', value: null, expected: 1 },
      { kind: 'grant-a', key: 'eve', value: null, expected: 0 },
      { kind: 'grant-b', key: 'a', value: 'owner', expected: 0 },
      { kind: 'grant-b', key: 'b', value: null },
    ]);
    expect(await revisions()).toEqual(['ann owner 2', 'a owner 1']);
    await store.close();
  });

  it('gives one of two crossing changes to several records its way', async () => {
    const store = await (await make()).open();
    const { records } = store;
    for (const key of ['ann', 'bob']) await records.put('grant', key, 'owner');
    const change = (stays: string, goes: string) =>
      records.changeAll([
        { kind: 'grant', key: stays, value: 'owner', expected: 1 },
        { kind: 'grant', key: goes, value: null, expected: 1 },
      ]);
    const outcomes = await Promise.allSettled([change('ann', 'bob'), change('bob', 'ann')]);
    const refusals = outcomes.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
    expect(refusals.map(({ reason }) => reason)).toEqual([expect.any(RevisionConflictError)]);
    expect(await records.list('grant')).toHaveLength(1);
    await store.close();
  });

  it('forgets records after their time', async () => {
    const store = await (await make()).open();
    const past = new Date(Date.now() - 1000);
    await store.records.put('login', 'old', 1, { expires: past });
    await store.records.put('login', 'new', 2, { expires: new Date(Date.now() + 3_600_000) });
    expect(await store.records.get('login', 'old')).toBeUndefined();
    expect((await store.records.list('login')).map(({ key }) => key)).toEqual(['new']);
    expect(await store.records.put('login', 'old', 3, { expected: 0, expires: past })).toBe(1);
    expect(await store.records.removeExpired(new Date())).toBe(1);
    expect(await store.records.removeExpired(new Date())).toBe(0);
    await store.close();
  });

  it('counts within a window', async () => {
    const store = await (await make()).open();
    const counts = await Promise.all(
      Array.from({ length: 10 }, () => store.records.count('calls', 'ann', 60_000)),
    );
    expect(counts.map(({ count }) => count).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect((await store.records.count('calls', 'bob', 60_000, 3)).count).toBe(3);
    const { count, leftMs } = await store.records.count('calls', 'gone', -1);
    expect(count).toBe(1);
    expect(leftMs).toBeLessThan(0);
    expect((await store.records.count('calls', 'gone', 60_000)).count).toBe(1);
    // Whatever the clock of this machine says.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 });
    expect((await store.records.count('calls', 'ann', 60_000)).leftMs).toBeLessThanOrEqual(60_000);
    vi.useRealTimers();
    await store.close();
  });
}
