/** A session with a bit of everything, and a good body for every route that takes one. */

export interface Reply {
  readonly status: number;
  readonly text: string;
}

/** Sends a JSON body, or none. */
export type Send = (method: string, path: string, body?: string) => Promise<Reply>;

export interface GoodBody {
  readonly method: string;
  /** Below the session, or from the root of the API where it begins with `//`. */
  readonly path: string;
  readonly body: unknown;
}

const linear = { kind: 'linear', proportional_term: 0.1, constant_term: 1 };

const costs = {
  units: 'EUR',
  run_cost: 20,
  variables: { x: linear, c: { kind: 'table', values: { A: 1, B: 2 } } },
  changes: {
    y: { kind: 'piecewise_step', x_coords: [0, 5, 10], y_coords: [1, 4] },
    c: { kind: 'table', values: { A: { B: 3 }, B: { A: 3 } } },
  },
  measurements: { price: 5 },
  budget: 900,
  value_per_unit: { yield: 10 },
};

const variables = [
  { name: 'x', type: 'real', bounds: [0, 10] },
  { name: 'y', type: 'real', bounds: [0, 10], changes: 'hard' },
  { name: 'n', type: 'discrete', allowed_values: [1, 2, 4] },
  { name: 'c', type: 'categorical', categories: ['A', 'B'] },
];

const levels = Array.from({ length: 12 }, (_, i) => (i * 7) % 11);

/** Sends what must succeed. */
async function must(send: Send, method: string, path: string, body?: unknown): Promise<string> {
  const { status, text } = await send(method, path, body === undefined ? undefined : JSON.stringify(body));
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
  return text;
}

/** @returns the path of a new session of four variables, two objectives, a trained model, costs and candidates; two runs are staged */
export async function richSession(send: Send): Promise<string> {
  const { session_id } = JSON.parse(await must(send, 'POST', '/sessions', {}));
  const path = `/sessions/${session_id}`;
  const post = (route: string, body: unknown) => must(send, 'POST', path + route, body);
  for (const variable of variables) await post('/variables', variable);
  await must(send, 'PUT', `${path}/objectives`, {
    objectives: [
      { name: 'yield', goal: 'maximize' },
      { name: 'price', goal: 'minimize' },
    ],
  });
  const experiments = levels.map((x, i) => ({
    inputs: { x, y: (x * 3) % 11, n: [1, 2, 4][i % 3], c: i % 2 === 0 ? 'A' : 'B' },
    output: { yield: Math.sin(x) + i, price: x + (i % 2) },
  }));
  await post('/experiments/batch', { experiments });
  await post('/model/train', { backend: 'botorch' });
  const runs = experiments.map(({ inputs }) => inputs);
  await must(send, 'PUT', `${path}/candidates`, { candidates: runs, repeats: true });
  await must(send, 'PUT', `${path}/cost-model`, costs);
  await post('/experiments/queue', { items: runs.slice(0, 2).map((inputs) => ({ inputs })) });
  return path;
}

const point = { x: 3, y: 4, n: 2, c: 'B' };
const model = { backend: 'botorch', kernel: 'Matern', kernel_params: { nu: 2.5 }, options: {} };
const options = { cost_aware: false };

/** For a session of `richSession`. `{item}` in a path is the run that is staged, `{row}` the first recorded one. */
export const goodBodies: readonly GoodBody[] = (
  [
    ['POST', '/model/train', model],
    ['POST', '/model/predict', { inputs: [point], quantiles: [0.1, 0.9] }],
    [
      'POST',
      '/acquisition/suggest',
      { strategy: 'auto', n_suggestions: 2, effort: 'fast', hold: { c: 'A' }, seed: 1, options },
    ],
    [
      'POST',
      '/acquisition/suggest',
      { strategy: 'qNEHVI', goal: ['maximize', 'minimize'], ref_point: [0, 12], options: {}, seed: 1 },
    ],
    ['POST', '/backtest', { mode: 'simulate', batch_sizes: [1, 2], repeats: 2, seed: 1 }],
    ['POST', '/initial-design', { method: 'lhs', n_points: 6, lhs_criterion: 'maximin', random_seed: 1 }],
    ['POST', '/initial-design', { method: 'gsd', gsd_reduction: 2, n_levels: 3 }],
    ['POST', '/optimal-design/info', { effects: ['x', 'y', 'x*y'] }],
    [
      'POST',
      '/optimal-design',
      { model_type: 'linear', n_points: 8, existing: [point], criterion: 'D', random_seed: 1 },
    ],
    [
      'POST',
      '/split-plot-design',
      {
        designs: { hard: { method: 'full_factorial' }, easy: { method: 'lhs', n_points: 3 } },
        replicates: { hard: 1 },
        random_seed: 1,
      },
    ],
    [
      'POST',
      '/optimal-split-plot-design',
      { model_type: 'linear', units: { hard: 4, easy: 3 }, variance_ratios: { hard: 1 }, random_seed: 1 },
    ],
    ['POST', '/design/evaluate', { model_type: 'linear', points: [point, { ...point, x: 8 }] }],
    ['POST', '/design/analyse', { model_type: 'linear', target: 'yield' }],
    ['PUT', '/cost-model', costs],
    ['POST', '/cost-model/evaluate', { inputs: [point, { ...point, x: 5 }], optimize_order: true }],
    ['POST', '/cost-model/design', { model_type: 'linear', budget: 400 }],
    [
      'POST',
      '//cost-functions/validate',
      { kind: 'linear', record: { proportional_term: 2, constant_term: 1, units: 'EUR' } },
    ],
    [
      'POST',
      '//cost-functions/evaluate',
      { kind: 'piecewise_step', record: { x_coords: [0, 1, 2], y_coords: [4, 5] }, x: [0, 0.5] },
    ],
    [
      'PUT',
      '/objectives',
      {
        objectives: [
          {
            name: 'yield',
            unit: '%',
            goal: 'target',
            target: 3,
            importance: 2,
            desirability: { low: 0, high: 5, curve: 1 },
          },
          { name: 'price', goal: 'at_most', at_most: 9, bounds: [0, 100] },
        ],
        join: 'desirability',
      },
    ],
    ['PUT', '/objective-metadata', { metadata: { yield: { label: 'Yield', unit: '%' } } }],
    ['PUT', '/campaign', { ref_point: [0, 12] }],
    [
      'POST',
      '/constraints',
      { name: 'sum', constraint_type: 'inequality', coefficients: { x: 1, y: 1 }, rhs: 20 },
    ],
    [
      'PUT',
      '/rules',
      {
        limits: [{ variable: 'x', at_most: 9 }],
        linear: [{ name: 'vial', coefficients: { x: 1, y: 1 }, at_most: 19 }],
        approval: false,
        move_bounds: true,
        why: 'glass',
      },
    ],
    ['PUT', '/candidates', { candidates: [point, { ...point, x: 5 }], repeats: true }],
    ['PATCH', '/candidates', { repeats: true }],
    [
      'POST',
      '/variables',
      { name: 'z', type: 'integer', min: 1, max: 5, step: 1, recorded_value: 2, unit: 'g' },
    ],
    ['PATCH', '/variables/x', { bounds: [0, 12], why: 'new bath' }],
    ['PUT', '/variables/c', { name: 'c', type: 'categorical', categories: ['A', 'B', 'C'], retired: ['B'] }],
    [
      'POST',
      '/variables/load',
      { variables, constraints: [{ type: 'equality', coefficients: { x: 1, y: 1 }, rhs: 10, name: 'sum' }] },
    ],
    [
      'POST',
      '/experiments',
      {
        inputs: point,
        output: { yield: 2, price: { above: 3 } },
        noise: 0.1,
        iteration: 4,
        reason: 'EI',
        comment: 'c',
        attachments: [{ title: 't', url: 'https://a.example' }],
      },
    ],
    ['POST', '/experiments', { inputs: point, status: 'failed', error: 'broke' }],
    ['POST', '/experiments/batch', { experiments: [{ inputs: point, output: [1, null] }] }],
    ['POST', '/experiments/record-batch', { entries: [{ inputs: point, output: [1, 2] }] }],
    ['PATCH', '/experiments/{row}', { inputs: { x: 1 }, output: { yield: 3 }, why: 'typo' }],
    ['POST', '/experiments/staged', { inputs: point, reason: 'mine' }],
    ['POST', '/experiments/staged/batch', { experiments: [point], reason: 'mine' }],
    [
      'POST',
      '/experiments/staged/complete',
      {
        outputs: [
          [1, 2],
          [2, 3],
        ],
        iteration: 4,
      },
    ],
    ['POST', '/experiments/queue', { items: [{ inputs: point, reason: 'mine', after: '{item}' }] }],
    ['POST', '/experiments/queue/lease', { worker: 'robot', seconds: 60, suggest: false }],
    [
      'POST',
      '/experiments/queue/{item}/complete',
      { outputs: [1, 2], noise: 0.1, iteration: 4, actual_inputs: point, by: 'Ann' },
    ],
    ['POST', '/experiments/queue/{item}/fail', { error: 'broke', record: true }],
    ['POST', '/experiments/queue/{item}/start', { by: 'Ann' }],
    ['POST', '/experiments/queue/{item}/heartbeat', { token: 't' }],
    [
      'POST',
      '/visualizations/contour',
      { x_var: 'x', y_var: 'y', fixed_values: { n: 1, c: 'A' }, grid_resolution: 10, target: 'yield' },
    ],
    ['POST', '/visualizations/surface', { x_var: 'x', y_var: 'y', grid_resolution: 10 }],
    ['PUT', '/control', { requested: 'pause', requested_by: 'Ann' }],
    ['POST', '/lock', { locked_by: 'Ann', client_id: 'k', force: false }],
    ['PUT', '/lock/policy', { enforce_lock: false }],
    ['POST', '/audit/event', { entry_type: 'vial_lost', parameters: { vial: 7 }, notes: 'n' }],
    ['POST', '/audit/lock', { lock_type: 'data', notes: 'n' }],
    ['POST', '/branch', { revision: 2, name: 'b' }],
    ['PATCH', '/metadata', { name: 'n', description: 'd', tags: ['t'], author: 'a' }],
    ['POST', '//sessions', { metadata: { name: 'n' }, tags: ['t'] }],
  ] as const
).map(([method, path, body]) => ({ method, path, body }));
