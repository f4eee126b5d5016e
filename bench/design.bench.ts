import type { Backend } from '../src/engine/compute/backend.ts';
import { createTsBackend } from '../src/engine/compute/ts/index.ts';
import { buildModel } from '../src/engine/design/optimal/model/model-terms.ts';
import { optimalDesign } from '../src/engine/design/optimal/optimal-design.ts';
import { latticeLevels } from '../src/engine/design/optimal/region/levels.ts';
import { type ExchangeBatch, runExchange } from '../src/engine/design/optimal/search/exchange-step.ts';
import { optimalSplitPlotDesign } from '../src/engine/design/optimal/split-plots/optimal-split-plot.ts';
import { median } from './support/averages.ts';
import { openNative } from './support/backends.ts';
import { cpuSeconds, processorSeconds } from './support/clock.ts';
import { bestKnown, designTask, goodness, reference, splitPlotTask } from './support/design-problems.ts';
import { exchangeBatch } from './support/exchange-batch.ts';
import { measure } from './support/measure.ts';
import { runPeer } from './support/peer.ts';
import { pythonOf } from './support/python.ts';
import { Report, type Row } from './support/report.ts';

/**
 * `npm run bench -- design [-- seeds=1 part=all|speed|quality|split-plot]`: optimised starts per second of the full
 * quadratic model under D, and how near the best known values designs come at default effort.
 */
export async function run(args: readonly string[]): Promise<void> {
  const option = (name: string, otherwise: string) =>
    args.find((arg) => arg.startsWith(`${name}=`))?.slice(name.length + 1) ?? otherwise;
  const seeds = Number(option('seeds', '1'));
  const part = option('part', 'all');
  const wanted = (name: string) => part === 'all' || part === name;
  const report = new Report('design');
  if (wanted('speed')) await speed(report);
  const backend = openNative(Number(process.env.ATHANOR_THREADS ?? 2)) ?? createTsBackend();
  if (wanted('quality')) quality(report, backend, seeds);
  if (wanted('split-plot')) splitPlots(report, backend, seeds);
  report.write();
}

/** Factors, runs, values per factor, wanted starts per second, chains per call. */
const speedProblems = [
  [3, 14, 3, 60_000, 2048],
  [3, 16, 5, 80_000, 2048],
  [4, 24, 5, 20_000, 1024],
  [5, 30, 3, 8000, 512],
  [8, 60, 3, 700, 64],
  [10, 80, 3, 180, 32],
] as const;

async function speed(report: Report): Promise<void> {
  const native = openNative(1);
  const ts = createTsBackend();
  const peer = runPeer<{ perSecond: (number | null)[] }>(
    'design.py',
    ['pyoptex'],
    speedProblems.map(([factors, runs, levels]) => ({ factors, runs, levels })),
    1,
    pythonOf('designs'),
  );
  const rows: Row[] = [];
  for (const [index, [factors, runs, levels, goal, chains]] of speedProblems.entries()) {
    const few = Math.max(2, chains >> 5);
    const timings = await measure(
      {
        ...(native ? { native: () => runExchange(native, batch(factors, runs, levels, chains)) } : {}),
        ts: () => runExchange(ts, batch(factors, runs, levels, few)),
      } as Record<'native' | 'ts', () => unknown>,
      { time: 500, iterations: 3 },
    );
    const perSecond = (seconds: number | undefined, count: number) =>
      seconds ? Math.round(count / seconds) : '–';
    rows.push({
      factors,
      runs,
      levels,
      goal,
      'native, per CPU second': native
        ? perSecond(
            cpuSeconds(() => runExchange(native, batch(factors, runs, levels, 4 * chains))),
            4 * chains,
          )
        : '–',
      'native, median': perSecond(timings.native?.median, chains),
      'native, best': perSecond(timings.native?.min, chains),
      'native, worst': perSecond(timings.native?.max, chains),
      'ts, per CPU second': perSecond(
        cpuSeconds(() => runExchange(ts, batch(factors, runs, levels, few))),
        few,
      ),
      pyoptex: peer?.perSecond[index] ?? '–',
    });
  }
  report.table('optimised starts per second, one core; full quadratic, D', rows);
}

const batch = (...size: readonly [number, number, number, number]): ExchangeBatch =>
  exchangeBatch({ buildModel, latticeLevels }, size);

function quality(report: Report, backend: Backend, seeds: number): void {
  const rows: Row[] = [];
  const found: { criterion: string; relative: number }[] = [];
  for (const problem of reference.optimal_designs) {
    const values: number[] = [];
    const seconds: number[] = [];
    const processor = processorSeconds();
    for (let seed = 1; seed <= seeds; seed++) {
      const start = performance.now();
      const { summary } = optimalDesign(designTask(problem, seed), { backend });
      seconds.push((performance.now() - start) / 1000);
      values.push(goodness(problem.criterion, summary));
    }
    const spent = processorSeconds() - processor;
    const continuous = values.map((value) => value / bestKnown(problem, 'continuous'));
    found.push(...continuous.map((relative) => ({ criterion: problem.criterion, relative })));
    rows.push({
      problem: problem.id,
      columns: problem.n_parameters,
      'to best on the lattice': (Math.min(...values) / bestKnown(problem, 'grid')).toFixed(5),
      'to best known, worst seed': Math.min(...continuous).toFixed(5),
      'best seed': Math.max(...continuous).toFixed(5),
      'seconds, median': median(seconds).toFixed(2),
      'CPU seconds': (spent / seeds).toFixed(2),
    });
  }
  report.table(
    `value over best known value, default effort, backend ${backend.name}, ${seeds} seed(s)`,
    rows,
  );
  report.table(
    'share of designs',
    ['D', 'A', 'I'].map((criterion) => shares(criterion, found)),
  );
}

function shares(criterion: string, found: readonly { criterion: string; relative: number }[]): Row {
  const own = found.filter((entry) => entry.criterion === criterion).map((entry) => entry.relative);
  const share = (least: number) =>
    `${((100 * own.filter((value) => value >= least).length) / own.length).toFixed(0)} %`;
  return {
    criterion,
    designs: own.length,
    median: median(own).toFixed(5),
    worst: Math.min(...own).toFixed(5),
    '≥ 0.995': share(0.995),
    '≥ 0.999': share(0.999),
    '> 1.0001': share(1.0001),
  };
}

function splitPlots(report: Report, backend: Backend, seeds: number): void {
  const rows: Row[] = [];
  for (const problem of reference.split_plot_designs) {
    const lattice: number[] = [];
    const continuous: number[] = [];
    const seconds: number[] = [];
    for (let seed = 1; seed <= seeds; seed++) {
      const task = splitPlotTask(problem, seed);
      const start = performance.now();
      lattice.push(optimalSplitPlotDesign(task, { backend }).summary.dEfficiency / problem.best_known);
      seconds.push((performance.now() - start) / 1000);
      const free = optimalSplitPlotDesign({ ...task, continuous: true }, { backend });
      continuous.push(free.summary.dEfficiency / problem.best_known);
    }
    rows.push({
      problem: problem.id,
      'worst seed': Math.min(...lattice).toFixed(6),
      'off the lattice': Math.min(...continuous).toFixed(6),
      'seconds, median': median(seconds).toFixed(2),
    });
  }
  report.table('split-plot designs: D-efficiency over best known', rows);
}
