import { afterAll, expect, it } from 'vitest';
import { suggestOptions } from '../../../src/engine/acquisition/suggest-options.ts';
import { trainOptions } from '../../../src/engine/gp/train-options.ts';
import { fillSession, testApp } from '../support/app.ts';

const service = await testApp();
afterAll(() => service.close());
const path = await service.session();
await fillSession(service, path, 6);
const train = (options: object) =>
  service.call('POST', `${path}/model/train`, { backend: 'botorch', options });
const suggest = (options: object) =>
  service.call('POST', `${path}/acquisition/suggest`, { strategy: 'EI', seed: 1, options });

it('the document shows every option with its type, range and default', async () => {
  const { body } = await service.call('GET', '//api/openapi.json');
  const { SuggestOptions, TrainOptions, TrainRequest } = body.components.schemas;
  expect(Object.keys(SuggestOptions.properties)).toEqual(Object.keys(suggestOptions));
  expect(Object.keys(TrainOptions.properties)).toEqual(Object.keys(trainOptions));
  expect(SuggestOptions.properties.restarts).toMatchObject({
    type: 'integer',
    minimum: 1,
    maximum: 256,
    default: 8,
  });
  expect(TrainOptions.properties.priors.enum).toEqual(['none', 'dimension_scaled', 'sparse']);
  expect(TrainOptions.additionalProperties).toBe(false);
  expect(JSON.stringify(TrainRequest.properties.options)).toContain('#/components/schemas/TrainOptions');
});

it('an option that is not known is refused with the nearest one that is', async () => {
  expect(await train({ restart: 2 })).toMatchObject({
    status: 400,
    body: { detail: expect.stringContaining("options: 'restart' is not known; did you mean 'restarts'?") },
  });
  expect((await train({ nonsense: true })).body.detail).toContain(
    'use one of approximation, neighbours, inducing, exact_mean, restarts,',
  );
  expect((await train({ restarts: 1 })).status).toBe(200);
  const answer = await suggest({ trust_regio: true });
  expect(answer.status).toBe(400);
  expect(answer.body.detail).toMatch(
    /^suggest: option 'trust_regio' is not known; did you mean 'trust_region'\? use one of /,
  );
});

it.each([
  [{ restarts: 0 }, 'options.restarts: expected a whole number from 1 to 256, got 0'],
  [{ restarts: 'many' }, 'options.restarts: expected a whole number from 1 to 256, got "many"'],
  [{ shrinkage: 0 }, 'options.shrinkage: expected a number above 0, got 0'],
  [{ calibration_enabled: 1 }, 'options.calibration_enabled: expected true or false, got 1'],
  [{ structure: 'layered' }, "options.structure: unknown 'layered'; use joint, additive or product"],
  [{ shrinkage: 0.1 }, "options.shrinkage: 0.1 has no effect without priors 'sparse'; leave it out"],
  [
    { approximation: 'exact', neighbours: 20 },
    "options.neighbours: 20 has no effect with approximation 'exact', which uses every row; leave it out",
  ],
  [
    { approximation: 'exact', exact_mean: false },
    "options.exact_mean: false has no effect with approximation 'exact', which uses every row; leave it out",
  ],
  [
    { approximation: 'vecchia', inducing: 3 },
    "options.inducing: 3 has no effect with approximation 'vecchia', which has no inducing points; leave it out",
  ],
])('%j is refused', async (options, text) => {
  const answer = await train(options);
  expect([answer.status, answer.body.detail]).toEqual([400, text]);
});

it.each([
  [{ priors: 'sparse' }, "options.priors: sparse has no effect with backend 'sklearn'"],
  [{ structure: 'additive' }, "options.structure: additive has no effect with backend 'sklearn'"],
])('sklearn refuses %j, and takes the default', async (options, text) => {
  const answer = await service.call('POST', `${path}/model/train`, { backend: 'sklearn', options });
  expect([answer.status, answer.body.detail]).toEqual([400, expect.stringContaining(text)]);
  const plain = { priors: 'none', structure: 'joint', restarts: 1 };
  const trained = await service.call('POST', `${path}/model/train`, { backend: 'sklearn', options: plain });
  expect(trained.status).toBe(200);
});

it.each([
  [
    { strategy: 'EI', mc_samples: 64 },
    "mc_samples: strategy 'EI' draws no samples, got 64; leave it out, or use",
  ],
  [
    { strategy: 'UCB', options: { noisy: true } },
    "options.noisy: strategy 'UCB' does not discount noise, got true; leave it out, or use 'EI', 'LogEI' on one objective",
  ],
  [
    { strategy: 'qNIPV', hold: { x: 1 } },
    "hold: strategy 'qNIPV' searches the whole space; leave hold out, or use 'EI',",
  ],
  [{ strategy: 'EI', ref_point: [0] }, 'ref_point: one objective has no front, got [0]; leave it out'],
  [{ strategy: 'auto', ref_point: [0] }, 'ref_point: one objective has no front, got [0]; leave it out'],
])('%j is refused, as nothing would follow it', async (body, text) => {
  await train({ restarts: 1 });
  const answer = await service.call('POST', `${path}/acquisition/suggest`, { seed: 1, ...body });
  expect([answer.status, answer.body.detail]).toEqual([400, expect.stringContaining(text)]);
});

it('xi, kappa and beta are taken by every strategy, as 0.4.0 takes them', async () => {
  await train({ restarts: 1 });
  const body = { strategy: 'PosteriorMean', seed: 1, xi: 0.1, kappa: 2, beta: 1 };
  expect((await service.call('POST', `${path}/acquisition/suggest`, body)).status).toBe(200);
});

it('noisy is taken by the strategies that discount noise, and as its default by all', async () => {
  await train({ restarts: 1 });
  const bodies = [
    { strategy: 'LogEI', options: { noisy: true } },
    { strategy: 'UCB', options: { noisy: false } },
  ];
  for (const body of bodies)
    expect((await service.call('POST', `${path}/acquisition/suggest`, { seed: 1, ...body })).status).toBe(
      200,
    );
});
