import { describe, expect, it } from 'vitest';
import { bearer, testGate } from '../../support/accounts.ts';
import { fillSession, testApp } from '../../support/app.ts';
import { fileApp } from '../../support/file-app.ts';

/** Batches whose experiments complete waiting runs with their settings. */

const service = fileApp();

interface Item {
  readonly id: string;
  readonly status: string;
}

/** A session with staged runs. */
async function staged(items: readonly object[]): Promise<{ path: string; ids: string[] }> {
  const path = await service.session();
  await fillSession(service, path, 0);
  const { body } = await service.call('POST', `${path}/experiments/queue`, { items });
  return { path, ids: body.items.map(({ id }: Item) => id) };
}

const batch = (path: string, experiments: readonly object[], more: object = { complete_waiting: true }) =>
  service.call('POST', `${path}/experiments/batch`, { experiments, ...more });

const statusesOf = async (path: string): Promise<string[]> =>
  (await service.call('GET', `${path}/experiments/queue`)).body.items.map(({ status }: Item) => status);

const rowsOf = async (path: string): Promise<object[]> =>
  (await service.call('GET', `${path}/experiments`)).body.experiments;

const run = (x: number, more: object = {}, block: object = {}) => ({
  inputs: { x, c: 'A', ...block },
  ...more,
});

describe('complete_waiting', () => {
  it('completes one run for each experiment with its settings, to six digits', async () => {
    const { path, ids } = await staged([run(1, { reason: 'qEI' }), run(2), run(2), run(1 / 3), run(4)]);
    const made = await batch(path, [
      run(2, { output: 7 }),
      run(0.333333, { output: 8 }),
      run(3, { output: 9 }),
      run(1, { status: 'failed', error: 'leak' }),
    ]);
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      added: 4,
      completed_item_ids: [ids[1], ids[3], ids[0]],
      ambiguous: [],
    });
    expect(await statusesOf(path)).toEqual(['failed', 'done', 'pending', 'done', 'pending']);
    expect(await rowsOf(path)).toMatchObject([
      { x: 2, Output: 7, ProvenanceId: ids[1] },
      { x: 0.333333, Output: 8, ProvenanceId: ids[3] },
      { x: 3, Output: 9, Reason: 'Manual' },
      { x: 1, Output: null, Reason: 'qEI', ProvenanceId: ids[0] },
    ]);
    const record = await service.call('GET', `${path}/experiments/provenance/${ids[3]}`);
    expect(record.body).toMatchObject({ suggested: { x: 1 / 3 }, actual: { x: 0.333333 } });
    // The third experiment with these settings is a replicate.
    const more = await batch(path, [run(2, { output: 1 }), run(2, { output: 2 })]);
    expect(more.body.completed_item_ids).toEqual([ids[2]]);
  });

  it('leaves the queue alone where it is not asked for, and where approval is required', async () => {
    const { path } = await staged([run(1)]);
    expect((await batch(path, [run(1, { output: 1 })], {})).body).toMatchObject({
      completed_item_ids: [],
      ambiguous: [],
    });
    expect(await statusesOf(path)).toEqual(['pending']);
    await service.call('PUT', `${path}/rules`, { approval: true });
    expect((await batch(path, [run(1, { output: 1 })])).body.completed_item_ids).toEqual([]);
    expect(await statusesOf(path)).toEqual(['pending']);
  });

  it('completes no run where some of another block would wait on', async () => {
    const { path, ids } = await staged([
      run(1, {}, { Block: 1 }),
      run(1, {}, { Block: 2 }),
      run(2, {}, { Block: 2 }),
      run(2, {}, { Block: 2 }),
    ]);
    const one = await batch(path, [run(2, { output: 1 }), run(1, { output: 2 })]);
    expect(one.body).toMatchObject({ completed_item_ids: [ids[2]], ambiguous: [1] });
    expect(await statusesOf(path)).toEqual(['pending', 'pending', 'done', 'pending']);
    const both = await batch(path, [run(1, { output: 3 }), run(1, { output: 4 })]);
    expect(both.body).toMatchObject({ completed_item_ids: [ids[0], ids[1]], ambiguous: [] });
    expect((await rowsOf(path)).slice(2)).toMatchObject([
      { Output: 3, Block: 1 },
      { Output: 4, Block: 2 },
    ]);
  });

  it('completes nothing where an experiment is refused', async () => {
    const { path } = await staged([run(1)]);
    const refused = await batch(path, [run(1, { output: 1 }), run(1, { output: 1 }, { c: 'unknown' })]);
    expect(refused.status).toBe(400);
    expect(refused.body.detail).toContain('experiment 2 (index 1)');
    expect(await statusesOf(path)).toEqual(['pending']);
    expect(await rowsOf(path)).toEqual([]);
  });
});

describe('who measured', () => {
  it('is known of runs that rows complete, where people sign in', async () => {
    const people = await testGate();
    const app = await testApp(undefined, undefined, {}, people.gate);
    const { key } = await people.person('Ann');
    const call: typeof app.call = (method, at, body) => app.call(method, at, body, bearer(key));
    const path = `/sessions/${(await call('POST', '/sessions', {})).body.session_id}`;
    await fillSession({ ...app, call }, path, 0);
    await call('POST', `${path}/experiments/queue`, { items: [run(1), run(2), run(3)] });
    await call('POST', `${path}/experiments/batch`, {
      experiments: [run(1, { output: 1 })],
      complete_waiting: true,
    });
    const file = await app.upload(`${path}/imports`, 'x,c,Output\n2,A,2\n', {}, bearer(key));
    await call('POST', `${path}/imports/${file.body.import_id}/commit`);
    await call('POST', `${path}/experiments/staged/complete`, { outputs: [3] });
    const { items } = (await call('GET', `${path}/experiments/queue`)).body;
    expect(items).toMatchObject(
      [1, 2, 3].map((output) => ({ output, steps: [{ step: 'measured', by: 'Ann' }] })),
    );
    await app.close();
    people.remove();
  });
});
