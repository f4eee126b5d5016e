import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import type { CostTask } from '../src/engine/acquisition/cost-aware.ts';
import { suggest } from '../src/engine/acquisition/suggest.ts';
import type { SuggestTask } from '../src/engine/acquisition/task.ts';
import { createTsBackend } from '../src/engine/compute/ts/index.ts';
import { parseCostModel } from '../src/engine/cost/cost-model.ts';
import { type EncodedCostModel, encodeCostModel, runCost } from '../src/engine/cost/run-cost.ts';
import { InfeasibleRegionError } from '../src/engine/errors.ts';
import { train } from '../src/engine/gp/train.ts';
import type { RunContext } from '../src/engine/run-context.ts';
import { openNative } from './support/backends.ts';
import { type CostedProblem, problems } from './support/cost-problems.ts';
import { uniforms } from './support/hartmann.ts';

/**
 * What a search that knows costs saves: money spent until a value near the optimum is found, against plain LogEI on
 * the same start points.
 *
 * `npm run bench -- cost -- --seeds 20 --only branin-ramp,camel-steps --json out.json`
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

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2;
}

function option(args: readonly string[], name: string): string | undefined {
  const at = args.indexOf(`--${name}`);
  return at < 0 ? undefined : args[at + 1];
}

export async function run(args: readonly string[]): Promise<void> {
  const seeds = Number(option(args, 'seeds') ?? 20);
  const only = option(args, 'only')?.split(',');
  const context: RunContext = { backend: openNative(1) ?? createTsBackend() };
  console.log(
    `cost to target, ${seeds} seeds, backend ${context.backend.name}, ${cpus()[0]?.model ?? 'unknown CPU'} × ${availableParallelism()}`,
  );
  console.log(
    'problem              LogEI mean  median  found | cost-aware mean  median  found | mean ratio  median ratio  won',
  );
  const results = [];
  for (const problem of problems.filter(({ name }) => only === undefined || only.includes(name))) {
    const plain: Race[] = [];
    const aware: Race[] = [];
    for (let seed = 1; seed <= seeds; seed++) {
      plain.push(race(problem, 'logei', seed, context));
      aware.push(race(problem, 'cost_aware', seed, context));
    }
    const of = (side: readonly Race[]) => side.map(({ spent }) => spent);
    const row = {
      problem: problem.name,
      costs: problem.costs,
      logei: {
        mean: mean(of(plain)),
        median: median(of(plain)),
        found: plain.filter(({ found }) => found).length,
      },
      costAware: {
        mean: mean(of(aware)),
        median: median(of(aware)),
        found: aware.filter(({ found }) => found).length,
      },
      meanRatio: mean(of(aware)) / mean(of(plain)),
      medianRatio: median(of(aware)) / median(of(plain)),
      won: aware.filter(({ spent }, i) => spent < (plain[i]?.spent ?? 0)).length,
      spent: { logei: of(plain), costAware: of(aware) },
    };
    results.push(row);
    const cell = (value: number, width: number, digits = 1) => value.toFixed(digits).padStart(width);
    console.log(
      `${problem.name.padEnd(20)} ${cell(row.logei.mean, 10)} ${cell(row.logei.median, 7)} ${String(row.logei.found).padStart(6)} | ${cell(row.costAware.mean, 15)} ${cell(row.costAware.median, 7)} ${String(row.costAware.found).padStart(6)} | ${cell(row.meanRatio, 10, 2)} ${cell(row.medianRatio, 13, 2)} ${String(row.won).padStart(4)}`,
    );
  }
  const better = results.filter(({ meanRatio }) => meanRatio < 1).length;
  const worst = Math.max(...results.map(({ meanRatio }) => meanRatio));
  console.log(`better on ${better} of ${results.length}; worst mean ratio ${worst.toFixed(2)}`);
  const json = option(args, 'json');
  if (json === undefined) return;
  mkdirSync(new URL('.', `file://${json.startsWith('/') ? json : `${process.cwd()}/${json}`}`), {
    recursive: true,
  });
  writeFileSync(json, `${JSON.stringify({ seeds, backend: context.backend.name, results }, null, 2)}\n`);
}
