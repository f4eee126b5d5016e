import { type Done, type Order, runCampaigns } from './quality/campaigns.ts';
import { recommended } from './quality/loop.ts';
import { peers, presentPeers } from './quality/peers.ts';
import { problemNamed, type QualityProblem } from './quality/problems.ts';
import { quantile } from './support/averages.ts';
import { Report, type Row } from './support/report.ts';

/** Evaluations after which regrets are compared. */
const BUDGETS = [30, 50];

/**
 * Simple regret of published tools at their defaults beside ours, on the same functions with the same measuring, each
 * from starts of its own; `--seeds 20`, `--only BayBE,…` runs some of the peers, `--report` runs nothing and describes the
 * finished campaigns.
 */
export async function run(args: readonly string[]): Promise<void> {
  const seeds = args.includes('--seeds') ? Number(args[args.indexOf('--seeds') + 1]) : 20;
  const reporting = args.includes('--report');
  const report = new Report('quality-peers');
  report.note(`${seeds} seeds; loop: ${JSON.stringify(recommended)}`);
  const only = args.includes('--only') ? args[args.indexOf('--only') + 1].split(',') : undefined;
  const chosen = (reporting ? peers : presentPeers()).filter(({ peer }) => only?.includes(peer) ?? true);
  const names = [...new Set(chosen.flatMap(({ problems }) => problems))];
  const orders = Array.from({ length: seeds }, (_, seed): Order[] => [
    ...names.map((problem) => ({ problem, seed, budgets: [Math.max(...BUDGETS)], loop: recommended })),
    ...chosen.flatMap(({ peer, problems, most }) =>
      problems.map((problem) => ({ problem, seed, budgets: [most], loop: { peer } })),
    ),
  ]).flat();
  const done = await runCampaigns('quality-peers', orders, reporting ? 0 : 1);
  const rows = names.flatMap((name) =>
    BUDGETS.flatMap((budget) => rowsOf(problemNamed(name, 0), budget, done)),
  );
  report.table('simple regret over seeds, lower is better', rows);
  report.write();
}

/** A row per tool that got so far. */
function rowsOf(problem: QualityProblem, budget: number, done: readonly Done[]): Row[] {
  const toolOf = ({ loop }: Done) => ('peer' in loop ? loop.peer : 'Athanor');
  const reached = done.filter((one) => one.problem === problem.name && one.trace.length >= budget);
  return [...new Set(reached.map(toolOf))].map((tool) => {
    const campaigns = reached.filter((one) => toolOf(one) === tool);
    const regrets = campaigns.map(({ trace }) => trace[budget - 1]);
    const measured = campaigns.map(({ measuredBest }) => measuredBest[budget - 1]);
    return {
      problem: problem.name,
      evaluations: budget,
      tool,
      median: quantile(regrets, 0.5),
      'lower quartile': quantile(regrets, 0.25),
      'upper quartile': quantile(regrets, 0.75),
      'best measured': problem.noise > 0 ? quantile(measured, 0.5) : '',
      'CPU s per iteration': quantile(
        campaigns.map((one) => one.cpuPerIteration),
        0.5,
      ),
      seeds: campaigns.length,
    };
  });
}
