import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillSession, type TestApp, testApp } from '../support/app.ts';

let service: TestApp;
let file: Record<string, unknown>;

const send = (document: unknown) => service.upload('/sessions/import', JSON.stringify(document));

/** A copy in which the value at a path is another one; names on the way that are not there are made. */
function withValue(document: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  const copy = (Array.isArray(document) ? [...document] : { ...(document as object) }) as Record<
    string,
    unknown
  >;
  copy[key] = withValue(copy[key] ?? {}, rest, value);
  return copy;
}

/** Limits of two rows as a file has them, with some parts of another form. */
const limits = (parts: object) => ({
  rows: { i32: [0, 2] },
  sides: { i32: [1, -1] },
  y: { f64: [1, 2] },
  extra: { f64: [1, 1] },
  ...parts,
});

const scatter = (parts: object) => ({
  ...{ scales: { f64: [1] }, shares: { f64: [1] }, slope: 0, level: 0, centre: 0, unit: 1, usual: 0 },
  ...parts,
});

beforeAll(async () => {
  service = await testApp();
  const path = await service.session();
  await fillSession(service, path, 6);
  const call = async (method: 'POST' | 'PUT' | 'PATCH', below: string, body: unknown) => {
    const { status } = await service.call(method, `${path}${below}`, body);
    expect([below, status]).toEqual([below, expect.toSatisfy((code: number) => code < 300)]);
  };
  await call('POST', '/experiments/queue', { items: [{ inputs: { x: 1, c: 'A' }, reason: 'by hand' }] });
  await call('POST', '/experiments/queue/lease', { worker: 'robot' });
  await call('POST', '/model/train', { backend: 'auto' });
  await call('POST', '/acquisition/suggest', { strategy: 'EI', goal: 'maximize' });
  const { body } = await service.call('GET', `${path}/export`);
  const id = body.experiments.data[0].ProvenanceId;
  await call('PATCH', `/experiments/${id}`, { comment: 'odd' });
  file = (await service.call('GET', `${path}/export`)).body;
}, 60_000);
afterAll(async () => service.close());

describe('a session file', () => {
  it('is taken as it was written', async () => {
    expect(await send(file)).toMatchObject({ status: 201 });
  });

  it.each([
    'session/fixtures/format-1',
    'session/fixtures/format-1-migrated',
    'session/fixtures/format-2',
    'session/fixtures/format-2-migrated',
    '../data/release-0.4.0/bo-nu',
    '../data/release-0.4.0/sk-rbf',
    '../data/release-0.4.0/bo-cat',
    '../data/release-0.4.0/sk-default',
    '../data/release-0.4.0/bo-default',
  ])('of an earlier release is taken: %s', async (name) => {
    const text = readFileSync(new URL(`../${name}.json`, import.meta.url), 'utf8');
    expect(await service.upload('/sessions/import', text)).toMatchObject({ status: 201 });
  });

  it.each<[string, unknown]>([
    ['search_space.variables.0.unit', 5],
    ['search_space.variables.0.description', ['a']],
    ['staged_experiments.0.staged_at', 5],
    ['staged_experiments.0.reason', { a: 1 }],
    ['staged_experiments.0.output', 'high'],
    ['staged_experiments.0.plot', [1]],
    ['staged_experiments.0.actual_inputs', 'x'],
    ['outcome_constraints.0', 'x'],
    ['outcome_constraints', [{ objective_name: 'Output', bound_type: 'upper', value: '1' }]],
    ['objective_metadata.Output.unit', 7],
    ['control.requested', 'fly'],
    ['control.detail', 7],
    ['config.auto_train', 'yes'],
    ['audit_log.entries.0.timestamp', 7],
    ['audit_log.entries.0.notes', {}],
    ['provenance.0.timestamp', 7],
    ['provenance.0.strategy', {}],
    ['provenance.0.delta', [1]],
    ['provenance.0.noise', 'loud'],
    ['athanor.last_suggestion.strategy', 7],
    ['athanor.last_suggestion.goals', 'maximize'],
    ['athanor.model.training_config', null],
    ['athanor.model.training_config.backend', 'other'],
    ['athanor.model.kernel', 7],
    ['athanor.model.hyperparameters.lengthscales', 'long'],
    ['athanor.model.metrics.cv_rmse', 'small'],
    ['athanor.model.trained_at', 7],
    ['athanor.model.columns.0.labels', 7],
    ['athanor.model.n_rows', 'all'],
    ['athanor.model.options', [1]],
    ['athanor.model.training_config.calibration_enabled', null],
    ['athanor.model.validation.Output', 5],
    ['athanor.model.validation.Output.folds', 'five'],
    ['athanor.model.bounds.Output', [0, 100]],
    ['athanor.model.importance.Output.0.share', 'most'],
    ['athanor.model.fits.0.given_noise', 'no'],
    ['athanor.model.fits.0.model.code', 'x'],
    ['athanor.model.fits.0.model.theta.f64.0', 'x'],
    ['athanor.model.fits.0.model.inputShift', null],
    ['athanor.model.fits.0.model.members.0.weight', 'light'],
    ['athanor.model.fits.0.cross_validation.actual.0', 'x'],
  ])('is refused where %s is %j, naming both', async (place, value) => {
    const { status, body } = await send(withValue(file, place.split('.'), value));
    const shown = typeof value === 'string' ? value : '';
    const named = place === 'outcome_constraints' ? 'outcome_constraints.0.value' : place;
    expect([status, body.detail]).toEqual([400, expect.stringContaining(`session file: '${named}'`)]);
    expect(body.detail).toContain(`got `);
    expect(body.detail.split('got ')[1]).toContain(shown);
  });

  it.each<[string, unknown, string]>([
    ['model.code.i32', [1], 'covariance code: expected leaves and operators'],
    ['model.theta.f64', [1], 'theta: expected 10 entries, got 1'],
    ['model.members.0.theta.f64', [1], 'members.0.theta: expected 10 entries, got 1'],
    ['model.d', 5, 'd: expected 2 columns, got 5'],
    ['model.inputScale.f64', [1], 'inputScale: expected 2 entries, got 1'],
    [
      'model.doubtful',
      { i32: [0, 0] },
      'doubtful: expected ascending places of rows from 0 to 7, got 0 at 1',
    ],
    ['model.doubtful', { i32: [7] }, 'doubtful: expected ascending places of rows from 0 to 6, got 7 at 0'],
    ['model.censored', limits({ rows: { i32: [6, 7] } }), 'censored.rows: expected ascending places'],
    ['model.censored', limits({ sides: { i32: [1] } }), 'censored.sides: expected 2 entries, got 1'],
    ['model.censored', limits({ sides: { i32: [1, 0] } }), 'censored.sides: expected 1 or -1, got 0'],
    ['model.censored', limits({ y: { f64: [] } }), 'censored.y: expected 2 entries, got 0'],
    ['model.censored', limits({ extra: { f64: [1, 2, 3] } }), 'censored.extra: expected 2 entries, got 3'],
    ['model.members.0.sites', { y: { f64: [1] }, extra: { f64: [1] } }, 'sites.y: expected 0 entries, got 1'],
    ['model.sparse', { kind: 'vecchia', neighbours: 2, predictive: 2, last: { i32: [-1] } }, 'sparse.last'],
    ['model.scatter', scatter({ shares: { f64: [1, 2] } }), 'scatter.shares: expected 1 entries, got 2'],
    ['model.scatter', scatter({ columns: [{ column: 2, slope: 1, usual: 0 }] }), 'expected 0 to 1, got 2'],
    ['cross_validation', { actual: [1], predicted: [1, 2], std: [1], rows: [0] }, 'lists of one length'],
  ])('is refused where %s of a fit has another length', async (place, value, problem) => {
    const path = `athanor.model.fits.0.${place}`.split('.');
    const { status, body } = await send(withValue(file, path, value));
    expect([status, body.detail]).toEqual([400, expect.stringContaining(problem)]);
    expect(body.detail).toContain(`session file: 'athanor.model.fits.0.${path[4]}'`);
  });

  it('is taken with a model of other rows, which is trained again', async () => {
    const path = 'athanor.model.fits.0.model.n'.split('.');
    const { status, body } = await send(withValue(file, path, 5));
    expect(status).toBe(201);
    const model = await service.call('GET', `/sessions/${body.session_id}/model`);
    expect(model.body).toMatchObject({ trained: true, n_experiments: 6 });
  });

  it('is refused where what is known of a run, or a row, has the wrong type', async () => {
    const { athanor } = file as { athanor: { runs: object; row_details: object } };
    const [run] = Object.keys(athanor.runs);
    const [row] = Object.keys(athanor.row_details);
    for (const [part, id, wrong] of [
      ['runs', run, { lease: { token: 7 } }],
      ['runs', run, { steps: [{ step: 7 }] }],
      ['row_details', row, { censored: { Output: 'sideways' } }],
    ] as const) {
      const { status, body } = await send(withValue(file, ['athanor', part, id as string], wrong));
      expect([status, body.detail]).toEqual([400, expect.stringContaining(`'athanor.${part}.${id}.`)]);
    }
  });
});
