import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fileStore } from '../../../../src/service/store/file.ts';
import { type TestApp, testApp } from '../../support/app.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'athanor-doubtful-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

const words = 'the result -500 is far from all others';

/** A session with one variable and twelve results from 0 to 100, the fifth of them mistyped. */
async function filled({ call, session }: TestApp): Promise<string> {
  const path = await session();
  await call('POST', `${path}/variables`, { name: 'x', type: 'real', bounds: [0, 11] });
  const experiments = Array.from({ length: 12 }, (_, x) => ({
    inputs: { x },
    output: x === 4 ? -500 : 100 - 2 * (x - 5) ** 2,
  }));
  expect((await call('POST', `${path}/experiments/batch`, { experiments })).status).toBe(201);
  return path;
}

it('a result that is likely an error is named by trainings and suggestions, left out, and left out again after a restart', async () => {
  const first = await testApp(fileStore(folder));
  const path = await filled(first);
  const trained = await first.call('POST', `${path}/model/train`, { backend: 'auto' });
  expect(trained.body.warnings).toEqual([expect.stringContaining(words)]);
  const ask = (service: TestApp) => service.call('POST', `${path}/model/predict`, { inputs: [{ x: 4.5 }] });
  const before = (await ask(first)).body;
  expect(before.predictions[0].mean).toBeGreaterThan(80);
  const request = { strategy: 'auto', seed: 1, n_suggestions: 3 };
  const suggested = await first.call('POST', `${path}/acquisition/suggest`, request);
  expect(suggested.body.warnings).toEqual([expect.stringContaining(words)]);
  expect(JSON.stringify(suggested.body.diagnostics)).not.toContain(words);
  expect(suggested.body.recommendation.inputs.x).toBe(5);
  const parity = await first.call('GET', `${path}/visualizations/parity`);
  expect(parity.body.actual).toHaveLength(11);
  expect(Math.min(...parity.body.actual)).toBeGreaterThan(0);
  await first.close();

  let trainings = 0;
  const second = await testApp(fileStore(folder), {
    run: async () => {
      trainings += 1;
      throw new Error('not now');
    },
  });
  expect((await second.call('GET', `${path}/model`)).body.trained).toBe(true);
  expect(trainings).toBe(0);
  await second.close();

  const third = await testApp(fileStore(folder));
  expect((await ask(third)).body).toEqual(before);
  await third.close();
});

it('trainings by other backends take every row', async () => {
  const service = await testApp(fileStore(folder));
  const path = await filled(service);
  const { body } = await service.call('POST', `${path}/model/train`, { backend: 'botorch' });
  expect(JSON.stringify(body.warnings)).not.toContain(words);
  await service.close();
});
