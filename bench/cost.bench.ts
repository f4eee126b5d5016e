import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CostTask } from '../src/engine/acquisition/cost/task.ts';
import { suggest } from '../src/engine/acquisition/suggest.ts';
import type { SuggestTask } from '../src/engine/acquisition/task.ts';
import { createTsBackend } from '../src/engine/compute/ts/index.ts';
import { parseCostModel } from '../src/engine/cost/cost-model.ts';
import { type EncodedCostModel, encodeCostModel, runCost } from '../src/engine/cost/run-cost.ts';
import { InfeasibleRegionError } from '../src/engine/errors.ts';
import { train } from '../src/engine/gp/train.ts';
import type { RunContext } from '../src/engine/run-context.ts';
import { mean, median } from './support/averages.ts';
import { openNative } from './support/backends.ts';
import { type CostedProblem, problems } from './support/cost-problems.ts';
import { uniforms } from './support/hartmann.ts';
import { pairedRatios } from './support/paired.ts';

/**
 * What a search that knows costs saves: money spent until a value near the optimum is found, against plain LogEI on
 * the same start points.
 *
 * `npm run bench -- cost -- --seeds 60 --first 1 --only branin-ramp,camel-steps --json out.json`; a run over all
 * problems writes bench/results/cost.json by default. With 20 seeds the ratio of two equal searches wanders by some 20 %.
 *
 * Start: 2d + 2 uniform points, paid for by both sides and not counted. A search ends when the target is met or the
 * budget is spent; then it counts as the whole budget. Both sides retrain after every run and see the same budget.
 */
interface Race {
  /** Spent until the target, or the whole budget. */
  readonly spent: number;
  readonly found: boolean;
  readonly runs: number;
}

const strategies = {
  logei: () => undefined,
  cost_aware: (cost: CostTask) => cost,
} as const;
type Side = keyof typeof strategies;

function startPoints(problem: CostedProblem, seed: number): Float64Array[] {
  const uniform = uniforms(1000 * seed + 17);
  for (let i = 0; i < 20; i++) uniform();
  const { dimensions } = problem.space;
  return Array.from({ length: 2 * dimensions.length + 2 }, () =>
    Float64Array.from(dimensions, (dimension) => {
      const u = uniform();
      if (dimension.kind === 'categorical') return Math.floor(u * dimension.labels.length);
      if (dimension.kind === 'discrete')
        return dimension.values[Math.floor(u * dimension.values.length)] ?? 0;
      return dimension.low + u * (dimension.high - dimension.low);
    }),
  );
}

function encoded(problem: CostedProblem): EncodedCostModel {
  const columns = problem.space.dimensions.map((dimension) => ({
    name: dimension.name,
    labels: dimension.kind === 'categorical' ? dimension.labels : null,
  }));
  return encodeCostModel(parseCostModel(problem.model), columns);
}

/** What a run costs on average over uniform points, each after another one. */
function averageCost(problem: CostedProblem, model: EncodedCostModel): number {
  let total = 0;
  let count = 0;
  for (let seed = 1; seed <= 40; seed++) {
    const points = startPoints(problem, 5000 + seed);
    points.forEach((point, i) => {
      if (i === 0) return;
      total += runCost(model, points[i - 1] ?? null, point).total;
      count += 1;
    });
  }
  return total / count;
}

function race(problem: CostedProblem, side: Side, seed: number, context: RunContext): Race {
  const model = encoded(problem);
  const budget = problem.runs * averageCost(problem, model);
  const { dimensions } = problem.space;
  const d = dimensions.length;
  const rows = startPoints(problem, seed);
  const values = rows.map(problem.f);
  let spent = 0;
  for (let runs = 0; ; runs++) {
    if (Math.max(...values) >= problem.target) return { spent, found: true, runs };
    const last = rows[rows.length - 1] as Float64Array;
    const { models } = train(
      {
        X: Float64Array.from(rows.flatMap((row) => [...row])),
        n: rows.length,
        d,
        categorical: dimensions.map((dimension) => dimension.kind === 'categorical'),
        outputs: [Float64Array.from(values)],
        recipe: 'botorch',
        kernel: 'matern',
        kernelParams: {},
        seed: 1,
      },
      context,
    );
    const cost = strategies[side]({
      model,
      from: last,
      budget: { total: budget, remaining: budget - spent },
    });
    const task: SuggestTask = {
      models,
      recipe: 'botorch',
      space: problem.space,
      strategy: 'LogEI',
      count: 1,
      goals: ['maximize'],
      fixed: new Map(),
      pending: new Float64Array(0),
      seed: seed * 1000 + runs,
      options: { spread: 256, nearby: 64, restarts: 4, iterations: 60 },
      ...(cost === undefined ? {} : { cost }),
    };
    const point = nextPoint(task, context);
    if (point === undefined) return { spent: budget, found: false, runs };
    const price = runCost(model, last, point).total;
    if (spent + price > budget) return { spent: budget, found: false, runs };
    spent += price;
    rows.push(point);
    values.push(problem.f(point));
  }
}

/** Undefined when no run can be paid any more. */
function nextPoint(task: SuggestTask, context: RunContext): Float64Array | undefined {
  try {
    return suggest(task, context).points;
  } catch (cause) {
    if (cause instanceof InfeasibleRegionError) return undefined;
    throw cause;
  }
}

function option(args: readonly string[], name: string): string | undefined {
  const at = args.indexOf(`--${name}`);
  return at < 0 ? undefined : args[at + 1];
}

/** Both sides of one problem over the seeds. */
function compare(problem: CostedProblem, seeds: readonly number[], context: RunContext) {
  const logei = seeds.map((seed) => race(problem, 'logei', seed, context));
  const costAware = seeds.map((seed) => race(problem, 'cost_aware', seed, context));
  const spentBy = (side: readonly Race[]) => side.map(({ spent }) => spent);
  const summary = (side: readonly Race[]) => ({
    mean: mean(spentBy(side)),
    median: median(spentBy(side)),
    found: side.filter(({ found }) => found).length,
  });
  return {
    problem: problem.name,
    heldOut: problem.heldOut === true,
    costs: problem.costs,
    logei: summary(logei),
    costAware: summary(costAware),
    ratio: pairedRatios(spentBy(costAware), spentBy(logei)),
    won: costAware.filter(({ spent }, i) => spent < (logei[i]?.spent ?? 0)).length,
    spent: { logei: spentBy(logei), costAware: spentBy(costAware) },
  };
}
type Comparison = ReturnType<typeof compare>;

const heading =
  'problem                LogEI mean  median  found | cost-aware mean  median  found | ratio of means  medians  geometric mean [90 %]  won';

function lineOf({ problem, heldOut, logei, costAware, ratio, won }: Comparison): string {
  const cell = (value: number, width: number, digits = 1) => value.toFixed(digits).padStart(width);
  const side = (of: Comparison['logei'], width: number) =>
    `${cell(of.mean, width)} ${cell(of.median, 7)} ${cell(of.found, 6, 0)}`;
  const interval = `[${ratio.interval.map((limit) => limit.toFixed(2)).join(', ')}]`;
  return (
    `${(problem + (heldOut ? ' *' : '')).padEnd(22)} ${side(logei, 10)} | ${side(costAware, 15)} | ` +
    `${cell(ratio.means, 14, 2)} ${cell(ratio.medians, 8, 2)} ${cell(ratio.geometric, 9, 2)} ${interval.padStart(12)} ${cell(won, 4, 0)}`
  );
}

/** Whether the aim holds by one way to average: better on at least 70 % of the problems, none worse by more than 10 %. */
function verdict(what: 'means' | 'medians' | 'geometric', results: readonly Comparison[]): string {
  const ratios = results.map(({ ratio }) => ratio[what]);
  const better = ratios.filter((ratio) => ratio < 1).length;
  const worst = Math.max(...ratios);
  const holds = better >= 0.7 * ratios.length && worst <= 1.1;
  return `by ${what === 'geometric' ? 'geometric means of paired ratios' : what}: better on ${better} of ${ratios.length}, worst ${worst.toFixed(2)}: ${holds ? 'holds' : 'DOES NOT HOLD'}`;
}

const usualFile = fileURLToPath(new URL('results/cost.json', import.meta.url));

export async function run(args: readonly string[]): Promise<void> {
  const first = Number(option(args, 'first') ?? 1);
  const seeds = Array.from({ length: Number(option(args, 'seeds') ?? 60) }, (_, i) => first + i);
  const only = option(args, 'only')?.split(',');
  const context: RunContext = { backend: openNative(1) ?? createTsBackend() };
  console.log(
    `cost to target, seeds ${first} to ${seeds.at(-1)}, backend ${context.backend.name}, ${cpus()[0]?.model ?? 'unknown CPU'} × ${availableParallelism()}`,
  );
  console.log(heading);
  const results: Comparison[] = [];
  for (const problem of problems.filter(({ name }) => only === undefined || only.includes(name))) {
    const result = compare(problem, seeds, context);
    results.push(result);
    console.log(lineOf(result));
  }
  console.log('* played no part in the choice of the method');
  const verdicts = (['means', 'medians', 'geometric'] as const).map((what) => verdict(what, results));
  for (const line of verdicts) console.log(line);
  const json = option(args, 'json') ?? (only === undefined ? usualFile : undefined);
  if (json === undefined) return;
  const file = resolve(json);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(
    file,
    `${JSON.stringify({ seeds, backend: context.backend.name, verdicts, results }, null, 2)}\n`,
  );
}
