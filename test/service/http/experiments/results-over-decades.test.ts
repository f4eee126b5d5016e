import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fileStore } from '../../../../src/service/store/file.ts';
import { type TestApp, testApp } from '../../support/app.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'athanor-decades-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

/** A session with an impurity that halves every 0.7 units, from 100 down to 0.01, as measured to 5 %. */
async function filled({ call, session }: TestApp): Promise<string> {
  const path = await session();
  await call('POST', `${path}/variables`, { name: 'x', type: 'real', bounds: [0, 10] });
  const experiments = Array.from({ length: 14 }, (_, i) => {
    const x = (10 * i) / 13;
    return { inputs: { x }, output: 100 * Math.exp(-0.9 * x) * (1 + 0.05 * ((i % 3) - 1)) };
  });
  expect((await call('POST', `${path}/experiments/batch`, { experiments })).status).toBe(201);
  return path;
}

const remark = 'the results are modelled by their logarithms';

it('results over decades are learned by their logarithms and predicted in their own units, also after a restart', async () => {
  const first = await testApp(fileStore(folder));
  const path = await filled(first);
  const trained = await first.call('POST', `${path}/model/train`, { backend: 'auto' });
  expect(trained.body.warnings).toEqual([expect.stringContaining(remark)]);
  const request = { inputs: [{ x: 9.5 }, { x: 0.4 }], quantiles: [0.1, 0.5, 0.9], output: [0.02, 70] };
  const ask = (service: TestApp) => service.call('POST', `${path}/model/predict`, request);
  const before = (await ask(first)).body;
  const plot = async (service: TestApp) =>
    (await service.call('GET', `${path}/visualizations/calibration`)).body;
  const coverage = await plot(first);
  expect(coverage.observed_coverage.at(-1)).toBe(trained.body.validation.Output.coverage_95);
  const [low, high] = before.predictions;
  for (const { mean, confidence_interval_95: curve, prediction_interval_95: one, quantiles } of [low, high]) {
    expect(one[0]).toBeGreaterThan(0);
    expect(curve[0]).toBeGreaterThan(one[0]);
    expect(curve[1]).toBeLessThan(one[1]);
    expect(curve[0]).toBeLessThan(mean);
    expect(curve[1]).toBeGreaterThan(mean);
    expect([...quantiles].sort((a, b) => a - b)).toEqual(quantiles);
  }
  expect(low.prediction_interval_95[1]).toBeLessThan(0.04);
  expect(low.log_density).toBeGreaterThan(3);
  expect(high.log_density).toBeLessThan(0);
  const optimum = await first.call('POST', `${path}/acquisition/find-optimum`, { goal: 'minimize' });
  expect(optimum.body.optimum.x).toBeGreaterThan(9.9);
  expect(optimum.body.predicted_value).toBeGreaterThan(0);
  const asked = { strategy: 'EI', goal: 'minimize', seed: 1 };
  const suggested = await first.call('POST', `${path}/acquisition/suggest`, asked);
  expect(suggested.status).toBe(200);
  expect(suggested.body.diagnostics[0].mean.Output).toBeGreaterThan(0);
  expect(suggested.body.diagnostics[0].mean.Output).toBeLessThan(0.1);
  await first.close();

  const second = await testApp(fileStore(folder));
  expect((await ask(second)).body).toEqual(before);
  expect(await plot(second)).toEqual(coverage);
  await second.close();
});
