import type { CostTask } from '../../../src/engine/acquisition/cost/task.ts';
import type { SuggestTask } from '../../../src/engine/acquisition/task.ts';
import { parseCostModel } from '../../../src/engine/cost/cost-model.ts';
import { encodeCostModel } from '../../../src/engine/cost/run-cost.ts';
import type { GpModel } from '../../../src/engine/gp/model.ts';
import type { Space } from '../../../src/engine/space/space.ts';
import { tasks } from '../../../src/service/jobs/tasks.ts';
import { family, type Row } from '../row.ts';
import { atMost, cube, exactly, mixed, modelOn, sampleRows, spaceOf } from './data.ts';

const row = family(1e-6);

/** A smaller search than the usual one. */
const small = { spread: 128, nearby: 16, restarts: 4, iterations: 40 };

function task(space: Space, models: readonly GpModel[], choices: Partial<SuggestTask>): SuggestTask {
  return {
    models,
    recipe: 'botorch',
    space,
    strategy: 'EI',
    count: 1,
    goals: models.map(() => 'maximize'),
    fixed: new Map(),
    pending: new Float64Array(0),
    seed: 11,
    samples: 64,
    ...choices,
    options: { ...small, ...choices.options },
  };
}

const suggestRow = (name: string, ...rest: Parameters<typeof task>) =>
  row(`suggest/${name}`, async (backend) => (await tasks.suggest())(task(...rest), { backend }));

const plain = [modelOn(cube(2), 10, 1)];
const three = [modelOn(cube(3), 14, 2)];
const blend = [modelOn(mixed, 16, 3)];
const noisy = [modelOn(cube(2), 12, 4, { noise: 0.05 })];
const two = [modelOn(cube(2), 10, 5), modelOn(cube(2), 10, 6)];
/** The second objective was measured at the rows of the first. */
const twoOf = (space: Space): GpModel[] => {
  const [a, b] = [modelOn(space, 10, 7), modelOn(space, 10, 8)];
  return [a, { ...b, X: a.X }];
};
const pair = twoOf(cube(2));
const blendPair = twoOf(mixed);

const single = ['EI', 'LogEI', 'PI', 'LogPI', 'UCB', 'PosteriorMean', 'Thompson', 'qEI', 'qUCB'] as const;
const joint = ['Thompson', 'qEI', 'qUCB', 'qIPV', 'qNIPV'] as const;
const several = ['qEHVI', 'qNEHVI', 'Scalarization'] as const;
const classic = ['EI', 'PI', 'UCB', 'gp_hedge', 'PosteriorMean'] as const;

const half = spaceOf(cube(3).dimensions, [atMost([1, 1, 1], 1.2)]);
const simplex = spaceOf(cube(3).dimensions, [exactly([1, 1, 1], 1)]);
const pending = Float64Array.of(0.3, 0.4, 0.8, 0.1);

const slope = { kind: 'linear', proportional_term: 30, constant_term: 1 };
const cost: CostTask = {
  model: encodeCostModel(
    parseCostModel({ run_cost: 5, variables: { a: slope }, changes: { b: slope } }),
    cube(2).dimensions.map(({ name }) => ({ name, labels: null })),
  ),
  from: Float64Array.of(0.2, 0.9),
};

export const suggestRows: readonly Row[] = [
  ...single.map((strategy) => suggestRow(`${strategy}/plain`, cube(2), plain, { strategy })),
  ...single.map((strategy) =>
    suggestRow(`${strategy}/minimize`, cube(2), plain, { strategy, goals: ['minimize'], seed: 12 }),
  ),
  ...single.map((strategy) => suggestRow(`${strategy}/mixed`, mixed, blend, { strategy, seed: 13 })),
  ...joint.map((strategy) => suggestRow(`${strategy}/batch-3`, cube(2), plain, { strategy, count: 3 })),
  ...joint.map((strategy) =>
    suggestRow(`${strategy}/batch-2-mixed`, mixed, blend, { strategy, count: 2, seed: 14 }),
  ),
  ...(['qEI', 'qUCB', 'qIPV'] as const).map((strategy) =>
    suggestRow(`${strategy}/pending`, cube(2), plain, { strategy, count: 2, pending }),
  ),
  ...classic.map((strategy) =>
    suggestRow(`${strategy}/sklearn`, cube(2), plain, { strategy, recipe: 'sklearn', seed: 15 }),
  ),
  ...(['EI', 'qEI', 'Thompson', 'UCB'] as const).map((strategy) =>
    suggestRow(`${strategy}/half`, half, three, { strategy }),
  ),
  ...(['EI', 'qEI', 'qIPV'] as const).map((strategy) =>
    suggestRow(`${strategy}/simplex`, simplex, three, { strategy, count: strategy === 'EI' ? 1 : 2 }),
  ),
  ...(['EI', 'qEI', 'qUCB', 'Thompson'] as const).map((strategy) =>
    suggestRow(`${strategy}/held`, mixed, blend, {
      strategy,
      fixed: new Map([
        [1, 3],
        [3, 2],
      ]),
    }),
  ),
  suggestRow('EI/all-held', cube(2), plain, {
    fixed: new Map([
      [0, 0.25],
      [1, 0.75],
    ]),
  }),
  suggestRow('EI/xi', cube(2), plain, { recipe: 'sklearn', xi: 0.1 }),
  suggestRow('UCB/kappa', cube(2), plain, { strategy: 'UCB', kappa: 4 }),
  suggestRow('UCB/kappa-sklearn', cube(2), plain, { strategy: 'UCB', kappa: 1, recipe: 'sklearn' }),
  suggestRow('qUCB/beta', cube(2), plain, { strategy: 'qUCB', beta: 2, count: 2 }),
  suggestRow('EI/noisy', cube(2), noisy, { options: { noisy: true } }),
  suggestRow('LogEI/noisy', cube(2), noisy, { strategy: 'LogEI', options: { noisy: true } }),
  suggestRow('qEI/noisy', cube(2), noisy, { strategy: 'qEI', count: 2 }),
  suggestRow('EI/trust-region', cube(3), three, { options: { trust_region: true } }),
  suggestRow('qEI/local', cube(3), three, { strategy: 'qEI', count: 2, options: { local: 0.5 } }),
  suggestRow('EI/auto-surrogate', cube(2), plain, { options: { surrogate: 'auto' } }),
  suggestRow('EI/usual-search', cube(2), plain, {
    options: { spread: 1024, nearby: 64, restarts: 8, iterations: 100 },
  }),
  suggestRow('EI/outcome-constraint', cube(2), [plain[0] as GpModel], {
    strategy: 'LogEI',
    outcomeConstraints: [{ objective: 0, bound: 'upper', value: 1.2 }],
  }),
  ...(['EI', 'LogEI', 'qEI'] as const).map((strategy) =>
    suggestRow(`${strategy}/cost`, cube(2), plain, { strategy, cost, count: strategy === 'qEI' ? 2 : 1 }),
  ),
  suggestRow('EI/cost-budget', cube(2), plain, {
    cost: { ...cost, budget: { total: 100, remaining: 30 }, valuePerUnit: 50 },
  }),
  suggestRow('EI/cost-exponent', cube(2), plain, { cost: { ...cost, exponent: 0.3 } }),
  ...several.flatMap((strategy) => [
    suggestRow(`${strategy}/plain`, cube(2), pair, { strategy }),
    suggestRow(`${strategy}/batch`, cube(2), pair, { strategy, count: 2, seed: 16 }),
    suggestRow(`${strategy}/mixed-goals`, mixed, blendPair, { strategy, goals: ['maximize', 'minimize'] }),
    suggestRow(`${strategy}/pending`, cube(2), pair, { strategy, pending }),
  ]),
  suggestRow('qEHVI/reference', cube(2), pair, { strategy: 'qEHVI', referencePoint: [0.1, 0.2] }),
  suggestRow('qNEHVI/reference', cube(2), pair, { strategy: 'qNEHVI', referencePoint: [0.1, 0.2] }),
  suggestRow('qEHVI/other-rows', cube(2), two, { strategy: 'qEHVI' }),
  suggestRow('qEHVI/outcome-constraint', cube(2), pair, {
    strategy: 'qEHVI',
    outcomeConstraints: [{ objective: 1, bound: 'lower', value: 0.5 }],
  }),
  ...(['maximize', 'minimize'] as const).flatMap((goal) =>
    (
      [
        ['plain', cube(2), plain[0]],
        ['mixed', mixed, blend[0]],
        ['half', half, three[0]],
      ] as const
    ).map(([name, space, model]) =>
      row(`find-optimum/${name}/${goal}`, async (backend) =>
        (await tasks.find_optimum())(
          { model: model as GpModel, space, goal, fixed: new Map(), seed: 3 },
          { backend },
        ),
      ),
    ),
  ),
  row('find-optimum/held/maximize', async (backend) =>
    (await tasks.find_optimum())(
      {
        model: blend[0] as GpModel,
        space: mixed,
        goal: 'maximize',
        fixed: new Map([[0, sampleRows(mixed, 1, 5)[0] as number]]),
        seed: 3,
      },
      { backend },
    ),
  ),
];
