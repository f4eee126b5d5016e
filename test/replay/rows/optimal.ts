import { parseCostModel } from '../../../src/engine/cost/cost-model.ts';
import { encodeCostModel } from '../../../src/engine/cost/run-cost.ts';
import { evaluateDesign } from '../../../src/engine/design/analysis/evaluate.ts';
import type { BudgetDesignTask } from '../../../src/engine/design/optimal/budget/under-budget.ts';
import type { OptimalSplitPlotTask } from '../../../src/engine/design/optimal/split-plots/split-plot-task.ts';
import type { OptimalDesignTask } from '../../../src/engine/design/optimal/task.ts';
import type { Space } from '../../../src/engine/space/space.ts';
import { tasks } from '../../../src/service/jobs/tasks.ts';
import { family, type Row } from '../row.ts';
import {
  atMost,
  choice,
  cube,
  discrete,
  integer,
  mixed,
  real,
  respond,
  sampleRows,
  spaceOf,
} from './data.ts';

const row = family(1e-8);

const half = spaceOf(cube(3).dimensions, [atMost([1, 1, 1], 1.6)]);
const small = spaceOf([real('t', 20, 80), discrete('p', [1, 2, 4]), choice('s', 'A', 'B', 'C')]);

const optimal = (name: string, space: Space, choices: Partial<OptimalDesignTask>) =>
  row(`optimal/${name}`, async (backend) =>
    (await tasks.optimal_design())(
      { space, modelType: 'quadratic', nPoints: 12, seed: 3, effort: 0.1, levels: 3, ...choices },
      { backend },
    ),
  );

const criteria = ['D', 'A', 'I', 'G', 'E', 'alias'] as const;
const algorithms = [
  'sequential',
  'simple_exchange',
  'fedorov',
  'modified_fedorov',
  'detmax',
  'coordinate_exchange',
] as const;

const plots = spaceOf([real('T', 20, 80), choice('s', 'A', 'B'), real('x'), real('y')]);
const optimalSplit = (name: string, choices: Partial<OptimalSplitPlotTask>) =>
  row(`optimal-split-plot/${name}`, async (backend) =>
    (await tasks.optimal_split_plot_design())(
      {
        space: plots,
        changes: ['hard', 'hard', 'easy', 'easy'],
        strata: [
          { level: 'hard', unitsInParent: 5, varianceRatio: 1 },
          { level: 'easy', unitsInParent: 3 },
        ],
        modelType: 'interaction',
        seed: 6,
        effort: 0.1,
        ...choices,
      },
      { backend },
    ),
  );

const cost = encodeCostModel(
  parseCostModel({
    run_cost: 2,
    variables: { t: { kind: 'linear', proportional_term: 0.1, constant_term: 0 } },
    changes: { t: { kind: 'linear', proportional_term: 0.05, constant_term: 1 } },
  }),
  small.dimensions.map((one) => ({ name: one.name, labels: one.kind === 'categorical' ? one.labels : null })),
);
const bought = (name: string, choices: Partial<BudgetDesignTask>) =>
  row(`budget/${name}`, async (backend) =>
    (await tasks.budget_design())(
      { space: small, cost, budget: 90, modelType: 'linear', levels: 3, seed: 2, ...choices },
      { backend },
    ),
  );

const factors = spaceOf([real('t', 20, 80), integer('n', 1, 5), choice('s', 'A', 'B', 'C')]);
const runs = sampleRows(factors, 18, 4);
const corners = Float64Array.from({ length: 24 }, (_, i) => (Math.floor(i / 3) >> (i % 3)) & 1);

export const optimalRows: readonly Row[] = [
  ...criteria.flatMap((criterion) => [
    optimal(`criterion/${criterion}`, cube(3), { criterion, nPoints: 14 }),
    optimal(`criterion/${criterion}-mixed`, small, { criterion, modelType: 'interaction' }),
    optimal(`criterion/${criterion}-half`, half, { criterion, modelType: 'linear', nPoints: 8 }),
  ]),
  ...algorithms.flatMap((algorithm) => [
    optimal(`algorithm/${algorithm}-D`, small, { algorithm, modelType: 'interaction', nPoints: 14 }),
    optimal(`algorithm/${algorithm}-I`, half, { algorithm, criterion: 'I', nPoints: 12 }),
  ]),
  optimal('continuous/D', cube(2), { nPoints: 9, continuous: true }),
  optimal('lattice/D', cube(2), { nPoints: 9, continuous: false, levels: 5 }),
  optimal('effects/D', mixed, { modelType: undefined, effects: ['t', 's', 't*s', 't**2'], nPoints: 12 }),
  optimal('multiplier/D', small, { nPoints: undefined, pMultiplier: 1.5, modelType: 'linear' }),
  optimal('existing/D', small, { modelType: 'linear', existing: sampleRows(small, 4, 8), nPoints: 10 }),
  optimal('grid/I', cube(2), { criterion: 'I', moments: 'grid', nPoints: 8 }),
  optimal('forbidden/D', small, {
    modelType: 'linear',
    nPoints: 9,
    forbidden: [
      {
        conditions: [
          { dimension: 0, low: 60, high: 80 },
          { dimension: 2, low: 1, high: 1 },
        ],
      },
    ],
  }),
  ...(['D', 'A', 'I'] as const).map((criterion) => optimalSplit(`criterion/${criterion}`, { criterion })),
  optimalSplit('three-strata', {
    changes: ['very_hard', 'hard', 'easy', 'easy'],
    strata: [
      { level: 'very_hard', unitsInParent: 3, varianceRatio: 1 },
      { level: 'hard', unitsInParent: 2, varianceRatio: 0.5 },
      { level: 'easy', unitsInParent: 3 },
    ],
  }),
  optimalSplit('continuous', { continuous: true, modelType: 'quadratic', effort: 0.02 }),
  ...(['D', 'A', 'I'] as const).map((criterion) => bought(`criterion/${criterion}`, { criterion })),
  bought('from', { from: Float64Array.of(50, 2, 1), budget: 60 }),
  bought('existing', { existing: sampleRows(small, 3, 9), budget: 60 }),
  ...(['linear', 'interaction', 'quadratic'] as const).flatMap((modelType) => [
    row(`evaluate/${modelType}`, async () => evaluateDesign({ space: factors, points: runs, modelType })),
    row(`analyse/${modelType}`, async (backend) =>
      (await tasks.analyse_design())(
        { space: factors, points: runs, response: respond(factors, runs, 2), modelType },
        { backend },
      ),
    ),
  ]),
  row('evaluate/inestimable', async () =>
    evaluateDesign({ space: cube(3), points: corners, modelType: 'quadratic' }),
  ),
  row('evaluate/power', async () =>
    evaluateDesign({
      space: cube(3),
      points: corners,
      modelType: 'linear',
      significance: 0.01,
      signalToNoise: 2,
    }),
  ),
  row('analyse/saturated', async (backend) =>
    (await tasks.analyse_design())(
      {
        space: cube(3),
        points: corners,
        response: respond(cube(3), corners, 3),
        effects: ['a', 'b', 'c', 'a*b', 'a*c', 'b*c', 'a*b*c'],
      },
      { backend },
    ),
  ),
  row('analyse/repeated', async (backend) =>
    (await tasks.analyse_design())(
      {
        space: cube(3),
        points: Float64Array.from([...corners, ...corners]),
        response: respond(cube(3), Float64Array.from([...corners, ...corners]), 4),
        modelType: 'interaction',
        confidence: 0.9,
      },
      { backend },
    ),
  ),
];
