import { beforeAll, describe, expect, it } from 'vitest';
import { createAthanorClient, openCampaign } from '../../../../src/client/api.ts';
import { createGenerator } from '../../../../src/engine/random/generator.ts';
import { leaseFromQueue } from '../../../../src/service/session/queue/leases.ts';
import { newItem } from '../../../../src/service/session/queue/queue.ts';
import { emptyState } from '../../../../src/service/session/state.ts';
import { memoryStore } from '../../../../src/service/store/memory.ts';
import { fillSession, interruptedPool, testApp } from '../../support/app.ts';
import { fileApp } from '../../support/file-app.ts';

const service = fileApp();
let address: string;

beforeAll(async () => {
  address = await service.app.listen({ host: '127.0.0.1', port: 0 });
});

const queue = 'experiments/queue';

async function campaign(rows = 0): Promise<string> {
  const path = await service.session();
  await fillSession(service, path, rows);
  return path;
}

const stage = (path: string, ...xs: number[]) =>
  service.call('POST', `${path}/${queue}`, { items: xs.map((x) => ({ inputs: { x, c: 'A' } })) });

const lease = async (path: string, body: object = {}) =>
  (await service.call('POST', `${path}/${queue}/lease`, { worker: 'w', ...body })).body;

/** A lease that ended: the clock of the session file is turned back. */
async function lapse(path: string): Promise<void> {
  await new Promise((done) => setTimeout(done, 1050));
  await service.call('GET', `${path}/${queue}`);
}

describe('leases of runs', () => {
  it('gives the queue in its order, then fresh suggestions, and reports who has what', async () => {
    const path = await campaign();
    await stage(path, 1, 2);
    const first = await lease(path, { worker: 'Ann' });
    expect(first).toMatchObject({ source: 'queue', item: { inputs: { x: 1 }, status: 'running' } });
    expect((await lease(path)).item.inputs.x).toBe(2);
    expect(await lease(path, { suggest: false })).toEqual({
      item: null,
      lease: null,
      source: null,
      reason: 'no run is pending',
    });
    const fresh = await lease(path);
    expect(fresh.source).toBe('suggestion');
    const { body } = await service.call('GET', `${path}/${queue}`);
    expect(body.n_running).toBe(3);
    expect(body.items[0].lease).toEqual({ worker: 'Ann', expires_at: first.lease.expires_at });
    expect(JSON.stringify(body)).not.toContain(first.lease.token);
  });

  it('says that there is no run once those of a candidate list are used up, and gives one that came back', async () => {
    const path = await campaign();
    await service.call('PUT', `${path}/candidates`, { candidates: [1, 2].map((x) => ({ x, c: 'A' })) });
    const first = await lease(path);
    const second = await lease(path);
    expect([first.item.inputs.x, second.item.inputs.x].sort()).toEqual([1, 2]);
    expect(await lease(path)).toEqual({
      item: null,
      lease: null,
      source: null,
      reason: expect.stringMatching(/^candidates: none of the 2 runs of the list is left/),
    });
    await service.call('POST', `${path}/${queue}/${first.item.id}/release`, { token: first.lease.token });
    expect((await lease(path)).item.inputs).toEqual(first.item.inputs);
  });

  it('says so of a list of one run', async () => {
    const path = await campaign();
    await service.call('PUT', `${path}/candidates`, { candidates: [{ x: 1, c: 'A' }] });
    await lease(path);
    expect((await lease(path)).reason).toBe(
      'candidates: the only run of the list is not left for this request; add runs, release what is held, or allow repeats',
    );
  });

  it('refuses held and observed values that no run can have, also while a run is pending', async () => {
    const path = await campaign();
    await stage(path, 1);
    const refused = async (body: object) => {
      const answer = await service.call('POST', `${path}/${queue}/lease`, { worker: 'w', ...body });
      return [answer.status, answer.body.detail];
    };
    expect(await refused({ hold: { nope: 1 } })).toEqual([
      400,
      "hold: 'nope' is not a variable; use one of 'x', 'c'",
    ]);
    expect(await refused({ hold: { c: 'Z' } })).toEqual([400, expect.stringContaining("hold: variable 'c'")]);
    expect(await refused({ observed: { x: 1 } })).toEqual([
      400,
      "observed: 'x' is set, not observed; use hold to give it a fixed value",
    ]);
    expect((await service.call('GET', `${path}/${queue}`)).body.n_running).toBe(0);
    expect((await lease(path, { hold: { c: 'B' } })).item.inputs).toEqual({ x: 1, c: 'A' });
  });

  it('never gives two of sixteen callers the same run', async () => {
    const path = await campaign();
    await stage(path, 1, 2, 3, 4, 5);
    const answers = await Promise.all(Array.from({ length: 16 }, (_, i) => lease(path, { worker: `w${i}` })));
    expect(new Set(answers.map(({ item }) => item.id)).size).toBe(16);
    expect(new Set(answers.map(({ item }) => JSON.stringify(item.inputs))).size).toBe(16);
    expect(answers.filter(({ source }) => source === 'queue')).toHaveLength(5);
  });

  it('says that a run is done to a worker that completes it twice', async () => {
    const path = await campaign();
    await stage(path, 1);
    const { item, lease: held } = await lease(path);
    const complete = () =>
      service.call('POST', `${path}/${queue}/${item.id}/complete`, { outputs: [1], lease: held.token });
    expect((await complete()).status).toBe(200);
    const again = await complete();
    expect([again.status, again.body.detail]).toEqual([
      409,
      `queue item '${item.id}' is done; only a pending or running one can be completed`,
    ]);
  });

  it('takes no failure under a token that is of no lease of the run', async () => {
    const path = await campaign();
    await stage(path, 1, 2);
    const first = await lease(path);
    const second = await lease(path);
    const fail = (token: string) =>
      service.call('POST', `${path}/${queue}/${first.item.id}/fail`, { error: 'leak', lease: token });
    for (const token of ['none', second.lease.token])
      expect(await fail(token)).toMatchObject({
        status: 409,
        body: { detail: expect.stringContaining('the token of the lease does not belong to this run') },
      });
    expect((await service.call('GET', `${path}/${queue}`)).body).toMatchObject({ n_running: 2, n_failed: 0 });
    expect((await fail(first.lease.token)).body.status).toBe('failed');
  });

  it('searches again where the candidate list changed while a run was computed', async () => {
    const pool = interruptedPool();
    const own = await testApp(memoryStore(), pool);
    const path = await own.session();
    await fillSession(own, path, 6);
    const list = (...xs: number[]) =>
      own.call('PUT', `${path}/candidates`, { candidates: xs.map((x) => ({ x, c: 'A' })) });
    await list(1.25, 2.25);
    pool.during = async () => {
      expect((await list(7.25, 8.25)).status).toBe(200);
    };
    const { body } = await own.call('POST', `${path}/${queue}/lease`, { worker: 'w' });
    expect([7.25, 8.25]).toContain(body.item.inputs.x);
    await own.close();
  });

  it('searches again where a variable joined while a run was computed', async () => {
    const pool = interruptedPool();
    const own = await testApp(memoryStore(), pool);
    const path = await own.session();
    await fillSession(own, path, 6);
    const pH = { name: 'pH', type: 'real', bounds: [1, 9], recorded_value: 7 };
    pool.during = async () => {
      expect((await own.call('POST', `${path}/variables`, pH)).status).toBe(201);
    };
    const { body } = await own.call('POST', `${path}/${queue}/lease`, { worker: 'w' });
    expect(body.source).toBe('suggestion');
    expect(Object.keys(body.item.inputs).sort()).toEqual(['c', 'pH', 'x']);
    await own.close();
  });

  it('hands the same run to a request that is sent again under its key', async () => {
    const path = await campaign();
    const ask = (key: string, body: object = {}) =>
      service.call('POST', `${path}/${queue}/lease`, { worker: 'w', ...body }, { 'Idempotency-Key': key });
    expect((await ask('k0', { suggest: false })).body.item).toBeNull();
    await stage(path, 1, 2);
    const late = await ask('k0', { suggest: false });
    expect(late.body.item.inputs.x).toBe(1);
    const first = await ask('k1');
    const again = await ask('k1');
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(again.body).toEqual(first.body);
    const fresh = await ask('k2');
    expect(fresh.body.source).toBe('suggestion');
    expect((await ask('k2')).body.lease.token).toBe(fresh.body.lease.token);
    expect((await ask('k2', { seconds: 5 })).status).toBe(422);
    expect((await service.call('GET', `${path}/${queue}`)).body.n_running).toBe(3);
  });

  it('puts a run back when its worker is silent, and takes the late result', async () => {
    const { call } = service;
    const path = await campaign();
    await stage(path, 1);
    const lost = await lease(path, { worker: 'lost', seconds: 1 });
    const { id } = lost.item;
    await lapse(path);
    expect((await call('GET', `${path}/${queue}/${id}`)).body.status).toBe('pending');
    const beat = await call('POST', `${path}/${queue}/${id}/heartbeat`, { token: lost.lease.token });
    expect(beat.status).toBe(409);
    expect(beat.body.detail).toContain('Its result is still accepted');
    const second = await lease(path, { worker: 'second' });
    expect(second.item.id).toBe(id);
    const complete = (token: string, output: number) =>
      call('POST', `${path}/${queue}/${id}/complete`, { outputs: [output], lease: token });
    expect((await complete(lost.lease.token, 5)).body.status).toBe('done');
    expect((await complete(second.lease.token, 6)).status).toBe(200);
    expect((await complete(second.lease.token, 6)).status).toBe(409);
    expect((await complete('nobody', 6)).status).toBe(409);
    const { experiments } = (await call('GET', `${path}/experiments`)).body;
    expect(experiments.map((row: { Output: number }) => row.Output)).toEqual([5, 6]);
  });

  it('lasts as long as its worker is heard of, and goes back when it is released', async () => {
    const { call } = service;
    const path = await campaign();
    await stage(path, 1);
    const one = await lease(path, { seconds: 60 });
    const token = { token: one.lease.token };
    const beat = await call('POST', `${path}/${queue}/${one.item.id}/heartbeat`, token);
    expect(Date.parse(beat.body.lease.expires_at)).toBeGreaterThanOrEqual(Date.parse(one.lease.expires_at));
    const back = await call('POST', `${path}/${queue}/${one.item.id}/release`, token);
    expect(back.body.item.status).toBe('pending');
    expect((await lease(path)).item.id).toBe(one.item.id);
  });

  it('ends by the time that the server has', () => {
    const at = (second: string) => ({ now: `2026-01-01T00:${second}.000Z`, newId: () => `id ${second}` });
    const empty = emptyState('s', at('00:00').now);
    const item = newItem(empty, { x: 1 }, null, at('00:00'));
    const state = { ...empty, queue: [item] };
    const first = leaseFromQueue(state, { worker: 'a', seconds: 60 }, at('00:01'));
    expect(leaseFromQueue(first.state, { worker: 'b' }, at('01:00')).answer.item).toBeNull();
    const second = leaseFromQueue(first.state, { worker: 'b' }, at('01:01'));
    expect(second.answer.item?.id).toBe(item.id);
    expect(second.state.runs[item.id]?.earlier).toMatchObject([{ worker: 'a' }]);
  });

  it('keeps a campaign going with robots that fail', async () => {
    const path = await campaign();
    const id = path.slice('/sessions/'.length);
    const client = openCampaign(createAthanorClient(address), id);
    const wanted = 5;
    let told = 0;
    const held = new Set<string>();
    /** Fails to pick up, gives back, says that a run failed, or measures. */
    const robot = async (name: string, seed: number): Promise<void> => {
      const chance = createGenerator(seed);
      while (told < wanted) {
        const run = await client.lease(name, { seconds: 30 });
        if (run === undefined) throw new Error('no run');
        expect(held.has(run.id)).toBe(false);
        held.add(run.id);
        await client.beat(run);
        held.delete(run.id);
        const luck = chance.uniform();
        if (luck < 0.15) await client.release(run);
        else if (luck < 0.3) await client.fail(run, 'gripper', { record: false });
        else {
          told++;
          await client.tell(run, Number(run.inputs.x) / 10);
        }
      }
    };
    await Promise.all(['r1', 'r2', 'r3'].map((name, i) => robot(name, i)));
    const { body } = await service.call('GET', `${path}/experiments`);
    expect(body.total).toBe(told);
    const items = (await service.call('GET', `${path}/${queue}`)).body;
    expect(items).toMatchObject({ n_done: told, n_running: 0 });
    expect(items.items.length).toBeGreaterThan(told);
  });

  it.each([true, false])('proposes other runs than those that failed, recorded: %s', async (record) => {
    const path = await campaign(1);
    const client = openCampaign(createAthanorClient(address), path.split('/')[2]!);
    const failed: { x: number; c: unknown }[] = [];
    for (let i = 0; i < 8; i++) {
      const run = (await client.lease('robot'))!;
      const { x, c } = { x: Number(run.inputs.x), c: run.inputs.c };
      for (const other of failed) if (other.c === c) expect(Math.abs(other.x - x)).toBeGreaterThan(0.3);
      failed.push({ x, c });
      await client.fail(run, 'boils over', { record });
    }
    expect((await service.call('GET', `${path}/experiments`)).body.total).toBe(record ? 9 : 1);
  });
});
