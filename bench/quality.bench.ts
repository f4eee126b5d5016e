import { mkdirSync, writeFileSync } from 'node:fs';
import type { DesignMethodName } from '../src/engine/design/methods.ts';
import { type Done, type Order, runCampaigns } from './quality/campaigns.ts';
import { runTier } from './quality/judged-bench.ts';
import { recommended } from './quality/loop.ts';
import { convergencePlot } from './quality/plot.ts';
import { heldOut, movedOptimum, problems, type QualityProblem } from './quality/problems.ts';
import { quantile } from './support/averages.ts';
import { Report, type Row } from './support/report.ts';

/**
 * `--seeds 20 --workers 2 --most 100 --only branin,levy4`; `--holdout` runs other functions, `--moved` some with their
 * optimum anywhere; `--design sobol --first 1` starts otherwise; `--report` runs nothing and describes the finished
 * campaigns. With `--tier`, strategy 'auto' against peers: see quality/judged-bench.ts.
 */
function settings(args: readonly string[]) {
  const given = (name: string) => args[args.indexOf(`--${name}`) + 1];
  const number = (name: string, usual: number) => (args.includes(`--${name}`) ? Number(given(name)) : usual);
  const only = args.includes('--only') ? given('only').split(',') : undefined;
  const list = args.includes('--moved') ? 'moved' : args.includes('--holdout') ? 'holdout' : 'usual';
  const design = args.includes('--design') ? (given('design') as DesignMethodName) : recommended.design;
  const first = number('first', recommended.first);
  const isUsual = design === recommended.design && first === recommended.first;
  return {
    name: `quality${list === 'usual' ? '' : `-${list}`}${isUsual ? '' : `-${design}-${first}`}`,
    loop: { ...recommended, design, first },
    seeds: number('seeds', 20),
    workers: args.includes('--report') ? 0 : number('workers', 2),
    most: number('most', 100),
    wanted: { usual: problems, holdout: heldOut, moved: movedOptimum }[list].filter(
      ({ name }) => only?.includes(name) ?? true,
    ),
  };
}

/** Simple regret (or hypervolume) over seeds on every problem, against the goals; JSON and an SVG of the curves. */
export async function run(args: readonly string[]): Promise<void> {
  if (args.includes('--tier')) {
    await runTier(args);
    return;
  }
  const { name, seeds, workers, most, wanted, loop } = settings(args);
  const report = new Report(name);
  report.note(`${seeds} seeds, ${workers} workers; loop: ${JSON.stringify(loop)}`);
  const budgetsOf = (problem: QualityProblem) => problem.budgets.filter((budget) => budget <= most);
  const orders: Order[] = Array.from({ length: seeds }, (_, seed) => seed).flatMap((seed) =>
    wanted.map((problem) => ({
      problem: problem.name,
      seed,
      budgets: budgetsOf(problem),
      loop,
    })),
  );
  const done = await runCampaigns(name, orders, workers);
  const of = (problem: QualityProblem) => done.filter((one) => one.problem === problem.name);
  const rows = wanted.flatMap((problem) => rowsOf(problem, budgetsOf(problem), of(problem)));
  report.table('median over seeds; regret: lower is better, hypervolume: higher', rows);
  report.write();
  const folder = new URL('./results/', import.meta.url);
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL(`${name}.md`, folder), markdown(rows));
  const curves = wanted.map((problem) => curveOf(problem, of(problem)));
  writeFileSync(new URL(`${name}.svg`, folder), convergencePlot(curves));
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

/** The table for people: three digits. */
function markdown(rows: readonly Row[]): string {
  const columns = Object.keys(rows[0] ?? {}).filter((column) => column !== 'recommended');
  const show = (value: Row[string] | undefined) =>
    typeof value !== 'number' || Number.isInteger(value)
      ? String(value ?? '')
      : String(Number(value.toPrecision(3)));
  const lines = rows.map((row) => columns.map((column) => show(row[column])));
  return [columns, columns.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |\n`).join('');
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
