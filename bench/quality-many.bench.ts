import { type Order, runCampaigns } from './quality/campaigns.ts';
import { type LoopOptions, recommended } from './quality/loop.ts';
import { manyVariables } from './quality/problems.ts';
import { quantile } from './support/averages.ts';
import { Report } from './support/report.ts';

const plain = { ...recommended, suggesting: {} };

/** What docs/experiments/strategies.md offers for many variables, one at a time and together. */
const loops: Readonly<Record<string, LoopOptions>> = {
  'as trained': plain,
  'as trained, trust region': { ...plain, suggesting: { trust_region: true } },
  sparse: { ...plain, training: { priors: 'sparse' } },
  'sparse, trust region': { ...plain, training: { priors: 'sparse' }, suggesting: { trust_region: true } },
  warped: { ...plain, training: { priors: 'dimension_scaled', input_warping: true } },
  auto: { ...recommended, suggesting: { surrogate: 'auto' } },
  'auto, trust region': { ...recommended, suggesting: { surrogate: 'auto', trust_region: true } },
};

/** Simple regret with 20 to 50 variables, loop by loop; `--seeds 3 --workers 2`. */
export async function run(args: readonly string[]): Promise<void> {
  const number = (name: string, usual: number) =>
    args.includes(name) ? Number(args[args.indexOf(name) + 1]) : usual;
  const seeds = number('--seeds', 3);
  const report = new Report('quality-many');
  report.note(`${seeds} seeds; simple regret after 60 evaluations, the first ten spread`);
  const orders = Array.from({ length: seeds }, (_, seed) => seed).flatMap((seed) =>
    Object.values(loops).flatMap((loop) =>
      manyVariables.map(({ name, budgets }): Order => ({ problem: name, seed, budgets, loop })),
    ),
  );
  const done = await runCampaigns('quality-many', orders, number('--workers', 2));
  const rows = Object.entries(loops).flatMap(([name, loop]) =>
    manyVariables.map((problem) => {
      const of = done.filter(
        (one) => one.problem === problem.name && JSON.stringify(one.loop) === JSON.stringify(loop),
      );
      const regrets = of.map(({ trace }) => trace[trace.length - 1]);
      return {
        problem: problem.name,
        loop: name,
        median: quantile(regrets, 0.5),
        best: quantile(regrets, 0),
        worst: quantile(regrets, 1),
        'CPU s per iteration': quantile(
          of.map((one) => one.cpuPerIteration),
          0.5,
        ),
        seeds: of.length,
      };
    }),
  );
  report.table(
    'simple regret after 60 evaluations, lower is better',
    rows.sort((a, b) => a.problem.localeCompare(b.problem)),
  );
  report.write();
}
