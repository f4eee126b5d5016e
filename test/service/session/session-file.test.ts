import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseCostModel } from '../../../src/engine/cost/cost-model.ts';
import { exportDocument, toDocument } from '../../../src/service/session/format/document.ts';
import { currentFormat, migrate, migrations } from '../../../src/service/session/format/migrations.ts';
import { emptyState, type State } from '../../../src/service/session/state.ts';
import { fillSession, type TestApp, testApp } from '../support/app.ts';
import { readDocument } from '../support/states.ts';

const now = '2026-01-01T00:00:00.000Z';

// Recorded from release 0.4.0: the answer of GET …/download (see test/oracle/alchemist-0.4.json).
const oracle = JSON.parse(
  readFileSync(new URL('../../oracle/alchemist-0.4.json', import.meta.url), 'utf8'),
) as {
  exchanges: { id: string; response: unknown }[];
};
const recorded = oracle.exchanges.find((exchange) => exchange.id === 'sessions-21')?.response;
const oldFile = JSON.parse(JSON.stringify(recorded).replaceAll('<timestamp>', '2025-11-02T10:00:00.123456'));

describe('migrations', () => {
  const step = (name: string, document: Record<string, unknown>) => {
    const migration = migrations.find((candidate) => candidate.name === name);
    const before = JSON.stringify(document);
    const after = migration?.apply(document);
    expect(JSON.stringify(document)).toBe(before);
    return after;
  };

  it('have a name each, ascending formats, and end at the current one', () => {
    expect(new Set(migrations.map(({ name }) => name)).size).toBe(migrations.length);
    const formats = migrations.map(({ to }) => to);
    expect(formats).toEqual([...formats].sort());
    expect(formats.at(-1)).toBe(currentFormat);
  });

  it('leave a document of the current format alone', () => {
    const document = { ...toDocument(emptyState('s', now)) } as unknown as Record<string, unknown>;
    expect(migrate(document)).toBe(document);
  });

  it('audit-log-array-to-object', () => {
    expect(step('audit-log-array-to-object', { audit_log: [1] })).toEqual({ audit_log: { entries: [1] } });
  });

  it('variables-to-stored-spelling', () => {
    const space = (variables: unknown[]) => ({ search_space: { variables } });
    expect(
      step(
        'variables-to-stored-spelling',
        space([
          { name: 'a', type: 'real', min: 0, max: 1, unit: null, color: 'red' },
          { name: 'b', type: 'integer', bounds: [1, 5], categories: null },
          { name: 'c', type: 'categorical', values: ['x'] },
          { name: 'd', type: 'discrete', allowed_values: [2, 1] },
          { name: 'z', type: 'context', min: null, max: null },
        ]),
      ),
    ).toEqual(
      space([
        { name: 'a', type: 'real', min: 0, max: 1, color: 'red' },
        { name: 'b', type: 'integer', min: 1, max: 5 },
        { name: 'c', type: 'categorical', values: ['x'] },
        { name: 'd', type: 'discrete', allowed_values: [1, 2] },
        { name: 'z', type: 'context' },
      ]),
    );
  });

  it('target-columns-from-data', () => {
    const document = {
      search_space: { variables: [{ name: 'x' }] },
      experiments: { data: [{ x: 1, yield: 2, Iteration: 0, ProvenanceId: 'p' }] },
    };
    expect(step('target-columns-from-data', document)).toMatchObject({
      experiments: { target_columns: ['yield'] },
    });
  });

  it('queue-items-from-inputs', () => {
    const after = step('queue-items-from-inputs', {
      staged_experiments: [
        { x: 1, _reason: 'EI' },
        { id: 'i', status: 'done', inputs: {} },
      ],
    });
    expect(after?.staged_experiments).toMatchObject([
      { id: 'staged-0', status: 'pending', inputs: { x: 1 }, reason: 'EI', plot: null },
      { id: 'i', status: 'done', reason: null },
    ]);
  });

  it('fill-iterations-and-constraint-names', () => {
    const after = step('fill-iterations-and-constraint-names', {
      experiments: {
        data: [
          { x: 1, Iteration: null },
          { x: 2, Iteration: 4 },
        ],
      },
      search_space: { constraints: [{ rhs: 1 }, { rhs: 2, name: 'n' }] },
    });
    expect(after).toMatchObject({
      experiments: { data: [{ Iteration: 0 }, { Iteration: 4 }] },
      search_space: { constraints: [{ name: 'constraint_0' }, { name: 'n' }] },
    });
  });
});

describe('files of release 0.4.0', () => {
  let service: TestApp;

  beforeAll(async () => {
    service = await testApp();
  });

  afterAll(() => service.close());

  it('import with data, space, queue and provenance', async () => {
    const { call, upload } = service;
    const imported = await upload('/sessions/import', JSON.stringify(oldFile));
    expect(imported.status).toBe(201);
    const path = `/sessions/${imported.body.session_id}`;
    const rows = (await call('GET', `${path}/experiments`)).body.experiments;
    expect(rows.map((row: Record<string, unknown>) => row.Output)).toEqual([1.5, 2.5, 1, 2, 3]);
    expect((await call('GET', `${path}/experiments/provenance`)).body.n_records).toBe(5);
    expect((await call('GET', `${path}/experiments/queue`)).body.n_done).toBe(5);
    expect((await call('GET', `${path}/variables`)).body.variables[0]).toMatchObject({
      name: 'x1',
      bounds: [0, 10],
    });
    const added = await call('POST', `${path}/experiments`, { inputs: { x1: 1, x2: 2 }, output: 1 });
    expect(added.body).toMatchObject({ iteration: 11, experiment_id: 5 });
  });

  it('train again by their saved call, and keep a call that cannot be carried out', async () => {
    const { call, upload } = service;
    const withCall = (backend: string, training_config: object) => ({
      ...oldFile,
      model_config: {
        backend,
        kernel: 'RBF',
        kernel_params: null,
        hyperparameters: {},
        metrics: {},
        training_config,
      },
    });
    const good = await upload(
      '/sessions/import',
      JSON.stringify(withCall('botorch', { input_transform_type: 'none' })),
    );
    const model = (await call('GET', `/sessions/${good.body.session_id}/model`)).body;
    expect(model).toMatchObject({ trained: true, backend: 'botorch', kernel: 'RBF' });
    expect(model.training_config.input_transform_type).toBe('none');
    const bad = await upload(
      '/sessions/import',
      JSON.stringify(withCall('botorch', { input_transform_type: 'odd' })),
    );
    expect(bad.status).toBe(201);
    const lost = await call('GET', `/sessions/${bad.body.session_id}/export`);
    expect(lost.body.model_config).toMatchObject({
      fitted: false,
      training_config: { input_transform_type: 'odd' },
    });
  });
});

/** A session of which every part differs from that of an empty one: a new part of the state has its line here. */
const full: { readonly [Part in keyof State]: State[Part] } = {
  id: 's',
  metadata: {
    name: 'A',
    description: 'b',
    tags: ['c'],
    author: 'd',
    created_at: '2025-01-01T00:00:00.000Z',
    last_modified: '2025-01-02T00:00:00.000Z',
  },
  last_accessed: '2025-01-03T00:00:00.000Z',
  variables: [{ name: 'x', type: 'real', min: 0, max: 10 }],
  derived_variables: [{ name: 'y' }],
  constraints: [{ type: 'inequality', coefficients: { x: 1 }, rhs: 9, name: 'sum' }],
  rows: [{ x: 1, yield: 2, Iteration: 1, ProvenanceId: 'p' }],
  targets: ['yield'],
  details: { p: { comment: 'early' } },
  provenance: [
    {
      id: 'p',
      iteration: 1,
      strategy: 'EI',
      acq_params: {},
      suggested: null,
      actual: { x: 1 },
      delta: {},
      output: 2,
      noise: null,
      timestamp: now,
    },
  ],
  queue: [
    {
      id: 'q',
      inputs: { x: 2 },
      reason: 'EI',
      status: 'pending',
      output: null,
      noise: null,
      error: null,
      dataset_ref: null,
      staged_at: now,
      started_at: null,
      completed_at: null,
      plot: null,
      actual_inputs: null,
    },
  ],
  outcome_constraints: [{ objective_name: 'yield', bound_type: 'lower', value: 1 }],
  objective_metadata: { yield: { label: 'Yield', unit: '%' } },
  control: { ...emptyState('s', now).control, requested: 'pause' },
  last_suggestions: [{ x: 3 }],
  last_suggestion: {
    goal: 'maximize',
    goals: ['maximize'],
    acquisition_value: 1,
    strategy: 'EI',
    iteration: 1,
  },
  audit: [{ timestamp: now, entry_type: 'noted', parameters: { a: 1 }, hash: 'h', notes: '' }],
  config: { random_state: 7 },
  model: {
    backend: 'botorch',
    kernel: 'RBF',
    training_config: { backend: 'botorch' },
    targets: ['Output'],
    columns: [{ name: 'x', labels: null }],
    fits: [],
  } as unknown as State['model'],
  lock: { locked: true, locked_by: 'Ann', client_id: null, locked_at: now, lock_token: 't' },
  enforce_lock: true,
  cost_model: parseCostModel({ run_cost: 2 }),
  replies: [{ key: 'k', route: 'POST /a', body_hash: 'b', status: 200, body: null, time: now }],
  campaign: { goals: null, ref_point: [1], candidates: null },
  rules: { limits: [{ variable: 'x', at_most: 9 }], linear: [], approval: true },
  runs: { q: { steps: [{ step: 'approved', by: 'Ann', at: now }] } },
  history: [{ revision: 1, time: now, what: ['a run'], audit: 1, entries: 1, undo: null }],
  data_revision: 3,
};

describe('our files', () => {
  it('hold every part of the state', () => {
    const empty = emptyState('other', '2024-01-01T00:00:00.000Z');
    for (const part of Object.keys(empty) as (keyof State)[])
      expect(full[part], part).not.toEqual(empty[part]);
    const stored = JSON.parse(JSON.stringify(toDocument(full)));
    expect(readDocument(stored, 's', '2026-02-01T00:00:00.000Z')).toEqual(full);
  });

  it('keep to what release 0.4.0 can read', async () => {
    const service = await testApp();
    const path = await service.session({ name: 'A' });
    await fillSession(service, path, 6);
    const before = (await service.call('GET', `${path}/export`)).body;
    expect(before.model_config).toBeUndefined();
    await service.call('POST', `${path}/experiments/staged`, { inputs: { x: 1, c: 'A' } });
    await service.call('POST', `${path}/model/train`, { backend: 'botorch', kernel_params: { nu: 1.5 } });
    const document = (await service.call('GET', `${path}/export`)).body;
    expect(document.version).toBe('1.1.0');
    expect(Object.keys(document.metadata).sort()).toEqual(Object.keys(oldFile.metadata).sort());
    for (const entry of document.audit_log.entries) {
      expect(Object.keys(entry).sort()).toEqual(['entry_type', 'hash', 'notes', 'parameters', 'timestamp']);
    }
    expect(document.search_space.variables).toEqual([
      { name: 'x', type: 'real', min: 0, max: 10 },
      { name: 'c', type: 'categorical', values: ['A', 'B'] },
    ]);
    const oldItem = oldFile.staged_experiments[0];
    expect(Object.keys(document.staged_experiments[0]).sort()).toEqual(Object.keys(oldItem).sort());
    expect(Object.keys(document.provenance[0]).sort()).toEqual(Object.keys(oldFile.provenance[0]).sort());
    const known = [
      'backend',
      'kernel',
      'kernel_params',
      'calibration_enabled',
      'input_transform_type',
      'output_transform_type',
      'optimizer',
    ];
    expect(Object.keys(document.model_config.training_config).filter((key) => !known.includes(key))).toEqual(
      [],
    );
    const missing = Object.keys(oldFile).filter((key) => !(key in document));
    expect(missing).toEqual([]);
    await service.close();
  });

  it.each([
    ['search_space', { variables: [5] }],
    ['search_space', { variables: [{}] }],
    ['search_space', { variables: [{ name: 5, type: 'real', min: 0, max: 1 }] }],
    ['search_space', { variables: [{ name: 'x', type: 'odd', min: 0, max: 1 }] }],
    ['search_space', { variables: [{ name: 'x', type: 'categorical', values: 5 }] }],
    ['search_space', { variables: [{ name: 'x', type: 'discrete', allowed_values: 5 }] }],
    ['search_space', { variables: [{ name: 'x', type: 'real', min: 2, max: 1 }] }],
    [
      'search_space',
      {
        variables: [
          { name: 'x', type: 'context' },
          { name: 'x', type: 'context' },
        ],
      },
    ],
    ['search_space', { constraints: [{ type: 'inequality', coefficients: { x: 'a' }, rhs: 1, name: 'c' }] }],
    ['search_space', []],
    ['experiments', { data: [5] }],
    ['experiments', { data: [{ x: { y: 1 } }] }],
    ['experiments', { target_columns: [1] }],
    ['provenance', [{}]],
    ['staged_experiments', [{ id: 'a', inputs: {}, status: 'lost' }]],
    ['audit_log', { entries: [1] }],
    ['last_suggestions', [1]],
    ...[
      5,
      { targets: -1 },
      { backend: null },
      { columns: [1] },
      { fits: [{ model: {}, cross_validation: -1 }] },
      { fits: [{ model: {}, cross_validation: { actual: null } }] },
    ].map((wrong): [string, unknown] => {
      const model = { backend: 'auto', targets: ['y'], columns: [], fits: [] };
      const given = typeof wrong === 'number' ? wrong : { ...model, ...wrong };
      return ['athanor', { format: currentFormat, model: given }];
    }),
  ])('are refused when %s is %j', (key, value) => {
    const document = { ...toDocument(emptyState('s', now)), [key]: value };
    expect(() => readDocument(document, 's', now)).toThrow(/^session file: .*(got | named |min 2)/);
  });

  it('come back the same', () => {
    const state = { ...emptyState('s', now), data_revision: 3, targets: ['a', 'b'] };
    expect(readDocument(JSON.parse(JSON.stringify(toDocument(state))), 's', now)).toEqual(state);
    expect(exportDocument(state)._session_store_metadata).toBeUndefined();
  });
});

it.each([
  [[{ title: 'NMR', url: 'javascript:alert(1)' }]],
  [[{ title: 7, url: 'https://eln.example/7' }]],
  [['https://eln.example/7']],
  ['https://eln.example/7'],
])('attachments that are none are refused: %j', async (attachments) => {
  const service = await testApp();
  const path = await service.session();
  await fillSession(service, path, 2);
  const file = (await service.call('GET', `${path}/export`)).body;
  const id = file.experiments.data[0].ProvenanceId;
  const send = (details: object) =>
    service.upload(
      '/sessions/import',
      JSON.stringify({ ...file, athanor: { ...file.athanor, row_details: { [id]: details } } }),
    );
  expect((await send({ attachments: [{ url: 'https://eln.example/7' }] })).status).toBe(201);
  const refused = await send({ attachments });
  expect([refused.status, refused.body.detail]).toEqual([400, expect.stringContaining('row detail 1')]);
  await service.close();
});
