import { describe, expect, it } from 'vitest';
import { fillSession } from '../../support/app.ts';
import { fileApp } from '../../support/file-app.ts';

const service = fileApp();

const train = (path: string, backend: string) =>
  service.call('POST', `${path}/model/train`, { backend, kernel: backend === 'auto' ? undefined : 'RBF' });
const validation = (path: string) => service.call('GET', `${path}/model/validation`);

async function trained(backend: string, rows: number): Promise<string> {
  const path = await service.session();
  await fillSession(service, path, rows);
  expect((await train(path, backend)).status).toBe(200);
  return path;
}

describe('scores of the model by refits', () => {
  for (const backend of ['sklearn', 'botorch']) {
    it(`are computed when asked for (${backend}), change nothing and are the same after a restart`, async () => {
      const path = await trained(backend, 12);
      const before = (await service.call('GET', `${path}/model`)).body;
      expect(before.validation).toBeUndefined();
      const { status, body, headers } = await validation(path);
      expect([status, headers['x-service-saved']]).toEqual([200, undefined]);
      expect(body.validation.Output).toMatchObject({ kind: 'refit', folds: 5, n: 12 });
      for (const score of ['rmse', 'mae', 'r2', 'nlpd', 'crps', 'coverage_95'])
        expect(Number.isFinite(body.validation.Output[score])).toBe(true);
      expect(body.data_revision).toBe(before.data_revision);
      expect((await validation(path)).body).toEqual(body);
      expect((await service.call('GET', `${path}/model`)).body).toEqual(before);
      const document = (await service.call('GET', `${path}/export`)).body;
      const copy = await service.upload('/sessions/import', JSON.stringify(document));
      expect((await validation(`/sessions/${copy.body.session_id}`)).body.validation).toEqual(
        body.validation,
      );
    });
  }

  it('are those of the training with auto', async () => {
    const path = await trained('auto', 8);
    const model = (await service.call('GET', `${path}/model`)).body;
    expect((await validation(path)).body.validation).toEqual(model.validation);
  });

  it('are of the runs that the model was trained on, whatever was recorded since', async () => {
    const path = await trained('sklearn', 8);
    const { body } = await validation(path);
    const other = await trained('sklearn', 8);
    const added = await service.call('POST', `${other}/experiments`, { inputs: { x: 9, c: 'B' }, output: 4 });
    expect(added.status).toBe(201);
    expect((await validation(other)).body.validation).toEqual(body.validation);
  });

  it('are empty below five runs, and refused without a model or once its runs were changed', async () => {
    expect((await validation(await trained('sklearn', 4))).body.validation).toEqual({});
    expect((await validation(await service.session())).status).toBe(400);
    const path = await trained('sklearn', 8);
    const { experiments } = (await service.call('GET', `${path}/experiments`)).body;
    const row = experiments[2].ProvenanceId;
    expect((await service.call('PATCH', `${path}/experiments/${row}`, { output: 9 })).status).toBe(200);
    const refused = await validation(path);
    expect([refused.status, refused.body.detail]).toEqual([
      400,
      expect.stringContaining('changed since the model was trained'),
    ]);
  });
});
