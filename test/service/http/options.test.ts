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
    'Options of a training are approximation, neighbours, inducing, exact_mean, restarts,',
  );
  expect((await train({ restarts: 1 })).status).toBe(200);
  const answer = await suggest({ trust_regio: true });
  expect(answer.status).toBe(400);
  expect(answer.body.detail).toMatch(
    /^suggest: option 'trust_regio' is not known; use one of .*; did you mean 'trust_region'\?$/,
  );
});

it.each([
  [{ restarts: 0 }, 'options.restarts: expected a whole number from 1 to 256, got 0'],
  [{ restarts: 'many' }, 'options.restarts: expected a whole number from 1 to 256, got "many"'],
  [{ shrinkage: 0 }, 'options.shrinkage: expected a number above 0, got 0'],
  [{ calibration_enabled: 1 }, 'options.calibration_enabled: expected true or false, got 1'],
  [{ structure: 'layered' }, "options.structure: unknown 'layered'; use joint, additive or product"],
])('%j is refused', async (options, text) => {
  const answer = await train(options);
  expect([answer.status, answer.body.detail]).toEqual([400, text]);
});
