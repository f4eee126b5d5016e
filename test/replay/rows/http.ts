import { train } from '../../../src/engine/gp/train.ts';
import type { RunContext } from '../../../src/engine/run-context.ts';
import { type Tasks, tasks } from '../../../src/service/jobs/tasks.ts';
import { memoryStore } from '../../../src/service/store/memory.ts';
import { type inlinePool, testApp } from '../../service/support/app.ts';
import { family, type Row } from '../row.ts';

const row = family(1e-4);

type AnyRun = (task: unknown, context: RunContext) => unknown;

/** The real tasks, in this thread, on the given backend. */
const poolOn = (backend: RunContext['backend']): typeof inlinePool => ({
  run: async (name, task) => {
    const run = (name === 'train' ? train : await tasks[name as keyof Tasks]()) as unknown as AnyRun;
    return run(task, { backend }) as never;
  },
});

/** A request: method, path below the session (or below /api/v1 with a leading slash), body. */
type Call = readonly [method: string, path: string, body?: unknown];

/** Names that are new each time, by the order in which they appear; times of the clock. */
function stable(): (value: unknown) => unknown {
  const seen = new Map<string, string>();
  const replace = (text: string): string =>
    text
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)/g, '<time>')
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, (id) => {
        if (!seen.has(id)) seen.set(id, `<id ${seen.size + 1}>`);
        return seen.get(id) as string;
      });
  const visit = (value: unknown): unknown => {
    if (typeof value === 'string') return replace(value);
    if (Array.isArray(value)) return value.map(visit);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key]) => !unsteady.includes(key))
        .map(([key, entry]) => [replace(key), visit(entry)]),
    );
  };
  return visit;
}

/** Fields that the clock or a new name has a part in. */
const unsteady = ['entry_hash', 'hash', 'prev_hash', 'file_size', 'version', 'training_time_s'];

const exchange =
  (calls: readonly Call[]): Row['answer'] =>
  async (backend) => {
    const service = await testApp(memoryStore(), poolOn(backend));
    const steady = stable();
    try {
      const session = await service.session({ name: 'replay' });
      const answers: unknown[] = [];
      for (const [method, path, body] of calls) {
        const answer = await service.call(method, path.startsWith('/') ? path : `${session}/${path}`, body);
        answers.push({ status: answer.status, body: answer.body === '' ? null : steady(answer.body) });
      }
      return answers;
    } finally {
      await service.close();
    }
  };

const temperature = ['POST', 'variables', { name: 'T', type: 'real', bounds: [20, 120] }] as const;
const load = [
  'POST',
  'variables',
  { name: 'load', type: 'discrete', allowed_values: [0.1, 0.2, 0.5] },
] as const;
const solvent = [
  'POST',
  'variables',
  { name: 'solvent', type: 'categorical', categories: ['THF', 'DMF', 'water'] },
] as const;
const count = ['POST', 'variables', { name: 'n', type: 'integer', bounds: [1, 6] }] as const;

const solvents = ['THF', 'DMF', 'water'];
const experiments = (n: number) =>
  Array.from({ length: n }, (_, i) => {
    const T = 20 + ((i * 37) % 101);
    return {
      inputs: { T, load: [0.1, 0.2, 0.5][i % 3], solvent: solvents[(i * 2) % 3], n: 1 + (i % 6) },
      output: Math.sin(T / 30) + 0.2 * (i % 3) + 0.01 * ((i * 7) % 5),
    };
  });
const filled: readonly Call[] = [
  temperature,
  load,
  solvent,
  count,
  ['POST', 'experiments/batch', { experiments: experiments(10) }],
];
const trained = (more: object = {}): Call => [
  'POST',
  'model/train',
  { backend: 'botorch', options: { restarts: 2 }, ...more },
];
const some = experiments(14)
  .slice(10)
  .map(({ inputs }) => inputs);
const search = { spread: 64, nearby: 8, restarts: 2, iterations: 20 };
const ask = (body: object): Call => ['POST', 'acquisition/suggest', { seed: 3, options: search, ...body }];

const numbers: readonly Call[] = [
  ['POST', 'variables', { name: 'a', type: 'real', bounds: [0, 10] }],
  ['POST', 'variables', { name: 'b', type: 'real', bounds: [-1, 1] }],
  ['POST', 'variables', { name: 'c', type: 'real', bounds: [0, 1], changes: 'hard' }],
];
const limit: Call = [
  'POST',
  'constraints',
  { constraint_type: 'inequality', coefficients: { a: 1, b: 5 }, rhs: 11 },
];

export const httpRows: readonly Row[] = [
  row(
    'http/model/botorch',
    exchange([...filled, trained(), ['GET', 'model'], ['POST', 'model/predict', { inputs: some }]]),
  ),
  row(
    'http/model/sklearn',
    exchange([
      ...filled,
      trained({ backend: 'sklearn', kernel: 'RBF', input_transform_type: 'standardize' }),
      ['POST', 'model/predict', { inputs: some }],
    ]),
  ),
  row(
    'http/model/calibrated',
    exchange([
      ...filled,
      trained({ calibration_enabled: true }),
      ['GET', 'visualizations/parity'],
      ['GET', 'visualizations/metrics'],
      ['GET', 'visualizations/qq_plot'],
      ['GET', 'visualizations/calibration'],
      ['GET', 'visualizations/hyperparameters'],
    ]),
  ),
  row(
    'http/model/contour',
    exchange([
      ...filled,
      trained(),
      [
        'POST',
        'visualizations/contour',
        { x_var: 'T', y_var: 'n', grid_resolution: 12, fixed_values: { load: 0.2, solvent: 'DMF' } },
      ],
    ]),
  ),
  row(
    'http/model/refused',
    exchange([
      ...filled,
      trained({ kernel: 'nonsense' }),
      trained({ options: { priors: 'nonsense' } }),
      trained({ kernel_params: { nu: 3 } }),
      ['POST', 'model/predict', { inputs: some }],
    ]),
  ),
  ...(['EI', 'UCB', 'qEI', 'qUCB', 'qIPV', 'Thompson'] as const).map((strategy) =>
    row(
      `http/suggest/${strategy}`,
      exchange([...filled, trained(), ask({ strategy, n_suggestions: strategy.startsWith('q') ? 2 : 1 })]),
    ),
  ),
  row(
    'http/suggest/held',
    exchange([...filled, trained(), ask({ strategy: 'EI', hold: { solvent: 'DMF' }, goal: 'minimize' })]),
  ),
  row(
    'http/suggest/find-optimum',
    exchange([...filled, trained(), ['POST', 'acquisition/find-optimum', { goal: 'maximize', seed: 2 }]]),
  ),
  row(
    'http/suggest/refused',
    exchange([
      ...filled,
      ask({ strategy: 'EI' }),
      trained(),
      ask({ strategy: 'nonsense' }),
      ask({ strategy: 'EI', n_suggestions: 3 }),
      ask({ strategy: 'qEHVI' }),
      ask({ strategy: 'EI', options: { nonsense: 1 } }),
      ask({ strategy: 'EI', options: { restarts: 0 } }),
      ask({ strategy: 'EI', hold: { nonsense: 1 } }),
    ]),
  ),
  ...(
    [
      ['lhs', { n_points: 6 }],
      ['sobol', { n_points: 6 }],
      ['full_factorial', { n_levels: 2 }],
      ['ccd', { ccd_face: 'faced' }],
      ['box_behnken', {}],
      ['plackett_burman', { n_center: 2 }],
      ['definitive_screening', {}],
    ] as const
  ).map(([method, options]) =>
    row(
      `http/design/${method}`,
      exchange([...numbers, ['POST', 'initial-design', { method, random_seed: 7, ...options }]]),
    ),
  ),
  row(
    'http/design/constrained',
    exchange([
      ...numbers,
      limit,
      ['POST', 'initial-design', { method: 'maximin', n_points: 7, random_seed: 2 }],
      ['POST', 'initial-design', { method: 'ccd', random_seed: 2 }],
      [
        'POST',
        'initial-design',
        { method: 'full_factorial', n_levels: 3, allow_infeasible: true, random_seed: 2 },
      ],
    ]),
  ),
  row(
    'http/design/optimal',
    exchange([
      ...numbers,
      ['POST', 'optimal-design/info', { model_type: 'quadratic' }],
      ['POST', 'optimal-design', { model_type: 'linear', n_points: 8, random_seed: 1, effort: 0.1 }],
      [
        'POST',
        'optimal-design',
        { effects: ['a', 'b', 'a*b'], n_points: 6, criterion: 'I', random_seed: 1, effort: 0.1 },
      ],
      ['POST', 'optimal-design', { model_type: 'quadratic', n_points: 3, random_seed: 1 }],
    ]),
  ),
  row(
    'http/design/split-plot',
    exchange([
      ...numbers,
      [
        'POST',
        'split-plot-design',
        {
          designs: { hard: { method: 'full_factorial' }, easy: { method: 'lhs', n_points: 3 } },
          random_seed: 7,
        },
      ],
      [
        'POST',
        'optimal-split-plot-design',
        { model_type: 'linear', units: { hard: 4, easy: 3 }, random_seed: 7, effort: 0.1 },
      ],
    ]),
  ),
  row(
    'http/design/analysis',
    exchange([
      ...filled,
      ['POST', 'design/evaluate', { model_type: 'linear', random_seed: 1 }],
      ['POST', 'design/analyse', { model_type: 'linear' }],
      ['POST', 'design/analyse', { effects: ['T', 'T**2'] }],
    ]),
  ),
  row(
    'http/cost/model',
    exchange([
      ...filled,
      [
        'PUT',
        'cost-model',
        {
          run_cost: 20,
          variables: { T: { kind: 'linear', proportional_term: 0.1, constant_term: 0 } },
          budget: 900,
        },
      ],
      ['POST', 'cost-model/evaluate', { inputs: some }],
      ['POST', 'cost-model/design', { model_type: 'linear', budget: 300, random_seed: 3 }],
      trained(),
      ask({ strategy: 'EI', options: { ...search, cost_aware: true } }),
    ]),
  ),
  row(
    'http/queue/campaign',
    exchange([
      ...filled,
      ['POST', 'experiments/queue', { items: [{ inputs: some[0], reason: 'EI' }, { inputs: some[1] }] }],
      ['GET', 'experiments/queue'],
      trained(),
      ask({ strategy: 'qEI', n_suggestions: 1, pending: true }),
      ['GET', 'experiments/summary'],
      ['GET', 'experiments?limit=3'],
    ]),
  ),
  row(
    'http/session/state',
    exchange([
      ...filled,
      limitOn('T'),
      ['GET', 'state'],
      ['GET', 'variables'],
      ['GET', 'constraints'],
      ['GET', 'audit'],
    ]),
  ),
];

function limitOn(name: string): Call {
  return ['POST', 'constraints', { constraint_type: 'inequality', coefficients: { [name]: 1 }, rhs: 100 }];
}
