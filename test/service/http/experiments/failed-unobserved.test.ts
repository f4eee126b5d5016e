import { beforeAll, describe, expect, it } from 'vitest';
import { createAthanorClient, openCampaign } from '../../../../src/client/api.ts';
import { fileApp } from '../../support/file-app.ts';

const service = fileApp();
let address: string;

beforeAll(async () => {
  address = await service.app.listen({ host: '127.0.0.1', port: 0 });
});

/** x is set, the humidity is read while the run goes on; beyond 6 runs fail before it is. */
async function campaign(): Promise<string> {
  const path = await service.session();
  await service.call('POST', `${path}/variables`, { name: 'x', type: 'real', bounds: [0, 10] });
  await service.call('POST', `${path}/variables`, { name: 'humidity', type: 'real', role: 'observed' });
  for (const x of [0, 1, 2, 3, 4, 5, 5.5])
    await service.call('POST', `${path}/experiments`, {
      inputs: { x, humidity: 40 + x },
      output: Math.sin(x / 5),
    });
  return path;
}

const fails = (path: string, x: number) =>
  service.call('POST', `${path}/experiments`, { inputs: { x }, status: 'failed', error: 'solid' });

describe('runs that failed before observed variables were read', () => {
  it('are recorded without them, corrected, exported and read back', async () => {
    const { call } = service;
    const path = await campaign();
    const created = await fails(path, 8);
    expect(created.status).toBe(201);
    const listed = (await call('GET', `${path}/experiments?skip=7`)).body.experiments;
    expect(listed[0]).toMatchObject({ x: 8, humidity: null, Status: 'failed: solid' });
    const row = `${path}/experiments/${created.body.provenance_id}`;
    expect((await call('PATCH', row, { comment: 'stirrer blocked' })).status).toBe(200);
    const good = await call('PATCH', row, { output: 0.5 });
    expect([good.status, good.body.detail]).toEqual([
      400,
      "inputs: variable 'humidity' has no value; give one",
    ]);
    const csv = (await call('GET', `${path}/experiments/export`)).body as string;
    const again = await service.session();
    await call('POST', `${again}/variables`, { name: 'x', type: 'real', bounds: [0, 10] });
    await call('POST', `${again}/variables`, { name: 'humidity', type: 'real', role: 'observed' });
    const opened = (await service.upload(`${again}/imports`, csv)).body;
    expect(opened.blocking).toEqual([]);
    expect((await call('POST', `${again}/imports/${opened.import_id}/commit`, {})).status).toBe(200);
    expect((await call('GET', `${again}/experiments?skip=7`)).body.experiments[0]).toMatchObject({
      x: 8,
      humidity: null,
      Status: 'failed: solid',
    });
  });

  it('still need the variables that are set, and a run with a result needs all', async () => {
    const path = await campaign();
    const none = await service.call('POST', `${path}/experiments`, {
      inputs: { humidity: 40 },
      status: 'failed',
    });
    expect([none.status, none.body.detail]).toEqual([400, "inputs: variable 'x' has no value; give one"]);
    const measured = await service.call('POST', `${path}/experiments`, { inputs: { x: 1 }, output: 1 });
    expect(measured.status).toBe(400);
  });

  it('teach where runs fail', async () => {
    const path = await campaign();
    for (const x of [6.5, 7, 8, 9, 10]) await fails(path, x);
    await service.call('POST', `${path}/model/train`, { backend: 'botorch' });
    for (const strategy of ['auto', 'EI']) {
      const asked = { strategy, goal: 'maximize', observed: { humidity: 43 }, seed: 3 };
      const { body } = await service.call('POST', `${path}/acquisition/suggest`, asked);
      expect(body.suggestions[0].x).toBeLessThan(7);
      expect(body.diagnostics[0].success_probability).toBeGreaterThan(0.1);
    }
  });

  it.each(['auto', 'EI'])(
    'do not distinguish failures from results by what is observed today, %s',
    async (strategy) => {
      const path = await campaign();
      for (const x of [6.5, 7, 8, 9, 10]) await fails(path, x);
      await service.call('POST', `${path}/model/train`, { backend: 'botorch' });
      const chances = [];
      for (const humidity of [40, 75]) {
        const asked = { strategy, hold: { x: 3 }, observed: { humidity }, seed: 3 };
        const { body } = await service.call('POST', `${path}/acquisition/suggest`, asked);
        chances.push(body.diagnostics[0].success_probability);
      }
      expect(chances[0]).toBeGreaterThan(0.8);
      expect(chances[1]).toBeGreaterThan(0.8);
    },
  );

  it('are reported by a client, which knows of no observed value', async () => {
    const path = await campaign();
    const session = openCampaign(createAthanorClient(address), path.split('/').at(-1) as string);
    await service.call('POST', `${path}/experiments/queue`, { items: [{ inputs: { x: 9 } }] });
    const run = await session.lease('robot');
    await session.fail(run as NonNullable<typeof run>, 'blocked');
    const { body } = await service.call('GET', `${path}/experiments?skip=7`);
    expect(body.experiments[0]).toMatchObject({ x: 9, humidity: null, Status: 'failed: blocked' });
    const log = (await service.call('GET', `${path}/audit`)).body.entries;
    expect(log.at(-1).parameters).toMatchObject({ output: null, status: 'failed', actual: { x: 9 } });
  });
});
