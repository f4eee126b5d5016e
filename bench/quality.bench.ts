import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { LoopOptions } from './quality/loop.ts';
import { convergencePlot } from './quality/plot.ts';
import { problems, type QualityProblem } from './quality/problems.ts';
import type { Done, Order } from './quality/worker.ts';
import { Report, type Row } from './support/report.ts';

/** The loop that docs/suggest.md recommends. */
const recommended: LoopOptions = {
  initial: 10,
  training: { priors: 'dimension_scaled' },
  suggesting: { surrogate: 'auto' },
  strategy: 'LogEI',
};

/** `--seeds 20 --workers 2 --most 100 --only branin,levy4`; `--report` runs nothing and tells of the finished campaigns. */
function settings(args: readonly string[]) {
  const given = (name: string) => args[args.indexOf(`--${name}`) + 1];
  const number = (name: string, usual: number) => (args.includes(`--${name}`) ? Number(given(name)) : usual);
  const only = args.includes('--only') ? given('only').split(',') : undefined;
  return {
    seeds: number('seeds', 20),
    workers: number('workers', 2),
    most: number('most', 100),
    wanted: problems.filter(({ name }) => only?.includes(name) ?? true),
  };
}

/** Simple regret (or hypervolume) over seeds on every problem, against the goals; JSON and an SVG of the curves. */
export async function run(args: readonly string[]): Promise<void> {
  const { seeds, workers, most, wanted } = settings(args);
  const report = new Report('quality');
  report.note(`${seeds} seeds, ${workers} workers; loop: ${JSON.stringify(recommended)}`);
  const budgetsOf = (problem: QualityProblem) => problem.budgets.filter((budget) => budget <= most);
  const orders: Order[] = wanted.flatMap((problem) =>
    Array.from({ length: seeds }, (_, seed) => ({
      problem: problem.name,
      seed,
      budgets: budgetsOf(problem),
    })),
  );
  const done = await runAll(orders, args.includes('--report') ? 0 : workers);
  const rows = wanted.flatMap((problem) =>
    rowsOf(
      problem,
      budgetsOf(problem),
      done.filter((one) => one.problem === problem.name),
    ),
  );
  report.table('median over seeds; regret: lower is better, hypervolume: higher', rows);
  report.write();
  const curves = wanted.map((problem) =>
    curveOf(
      problem,
      done.filter((one) => one.problem === problem.name),
    ),
  );
  const folder = new URL('./results/', import.meta.url);
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL('quality.svg', folder), convergencePlot(curves));
}

/** Campaigns that are finished, so that a run that was cut off goes on where it was; only those of the same loop count. */
const kept = new URL('./results/local/quality-campaigns.json', import.meta.url);

interface Kept {
  readonly loop: LoopOptions;
  readonly done: readonly Done[];
}

function keptCampaigns(): Done[] {
  if (!existsSync(kept)) return [];
  const { loop, done } = JSON.parse(readFileSync(kept, 'utf8')) as Kept;
  return JSON.stringify(loop) === JSON.stringify(recommended) ? [...done] : [];
}

function keep(done: readonly Done[]): void {
  mkdirSync(new URL('.', kept), { recursive: true });
  writeFileSync(kept, JSON.stringify({ loop: recommended, done } satisfies Kept));
}

const answers = (order: Order, one: Done): boolean =>
  order.problem === one.problem && order.seed === one.seed && one.trace.length === Math.max(...order.budgets);

/** Hands orders to workers, one at a time each. */
async function runAll(orders: readonly Order[], count: number): Promise<Done[]> {
  const done = keptCampaigns();
  const left = orders.filter((order) => !done.some((one) => answers(order, one)));
  await Promise.all(
    Array.from({ length: count }, async () => {
      const worker = new Worker(new URL('./quality/worker.ts', import.meta.url), { workerData: recommended });
      for (let order = left.shift(); order !== undefined; order = left.shift()) {
        done.push(await ask(worker, order));
        keep(done);
        if (left.length % 10 === 0) console.log(`${left.length} of ${orders.length} campaigns left to start`);
      }
      await worker.terminate();
    }),
  );
  return done.filter((one) => orders.some((order) => answers(order, one)));
}

function ask(worker: Worker, order: Order): Promise<Done> {
  return new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.once('message', (answer: Done) => {
      worker.off('error', reject);
      resolve(answer);
    });
    worker.postMessage(order);
  });
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = share * (sorted.length - 1);
  const low = Math.floor(at);
  return sorted[low] + (at - low) * ((sorted[low + 1] ?? sorted[low]) - sorted[low]);
}

function rowsOf(problem: QualityProblem, budgets: readonly number[], done: readonly Done[]): Row[] {
  return budgets.map((budget, i) => {
    const values = done.map(({ trace }) => trace[budget - 1]);
    const median = quantile(values, 0.5);
    const goal = problem.goals[i];
    const met = problem.reference ? median >= goal : median <= goal;
    return {
      problem: problem.name,
      evaluations: budget,
      median,
      'lower quartile': quantile(values, 0.25),
      'upper quartile': quantile(values, 0.75),
      goal: Number.isNaN(goal) ? '' : goal,
      met: Number.isNaN(goal) ? '' : met ? 'yes' : 'no',
      recommended:
        problem.noise > 0
          ? quantile(
              done.map((one) => one.recommended[i]),
              0.5,
            )
          : '',
      'CPU s per iteration': quantile(
        done.map((one) => one.cpuPerIteration),
        0.5,
      ),
      seeds: done.length,
    };
  });
}

function curveOf(problem: QualityProblem, done: readonly Done[]) {
  const length = done[0]?.trace.length ?? 0;
  const at = (share: number) =>
    Array.from({ length }, (_, i) =>
      quantile(
        done.map(({ trace }) => trace[i]),
        share,
      ),
    );
  const goals = problem.budgets.map((budget, i) => [budget, problem.goals[i]] as const);
  return {
    name: problem.name,
    logarithmic: problem.reference === undefined,
    median: at(0.5),
    low: at(0.25),
    high: at(0.75),
    goals: goals.filter(([budget, goal]) => budget <= length && !Number.isNaN(goal)),
  };
}
