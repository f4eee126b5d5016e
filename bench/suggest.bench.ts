import { monteCarlo, monteCarloScorer } from '../src/engine/acquisition/strategies/monte-carlo-scorer.ts';
import { integratedVarianceScorer } from '../src/engine/acquisition/strategies/variance-scorer.ts';
import { suggest } from '../src/engine/acquisition/suggest.ts';
import type { Backend } from '../src/engine/compute/backend.ts';
import type { GpModel } from '../src/engine/gp/model.ts';
import { createPosterior } from '../src/engine/gp/posterior/posterior.ts';
import { createGenerator } from '../src/engine/random/generator.ts';
import { backendsToTime, openNative } from './support/backends.ts';
import { processorSeconds } from './support/clock.ts';
import { runPeer } from './support/peer.ts';
import { Report, type Row } from './support/report.ts';
import { type Case, fittedModel, suggestTask } from './support/suggestions.ts';

interface PeerBatch {
  /** CPU seconds. */
  readonly seconds: number;
  readonly points: number[];
}

interface PeerAnswer extends PeerBatch {
  readonly name: string;
  readonly q: number;
  /** The same batch chosen member by member. */
  readonly greedy?: PeerBatch;
}

const cases: Readonly<Record<number, readonly Case[]>> = {
  50: [
    { name: 'LogEI', q: 1, samples: 128 },
    { name: 'qEI', q: 4, samples: 128 },
    { name: 'qEI', q: 8, samples: 512 },
    { name: 'qUCB', q: 4, samples: 512 },
    { name: 'qNIPV', q: 4, samples: 128 },
  ],
  200: [
    { name: 'LogEI', q: 1, samples: 128 },
    { name: 'qEI', q: 4, samples: 128 },
    { name: 'qEI', q: 8, samples: 512 },
    { name: 'qUCB', q: 4, samples: 128 },
  ],
  500: [
    { name: 'LogEI', q: 1, samples: 128 },
    { name: 'qEI', q: 4, samples: 128 },
    { name: 'qEI', q: 8, samples: 512 },
    { name: 'qUCB', q: 4, samples: 128 },
  ],
};

const threads = Number(process.env.ATHANOR_THREADS ?? 1);

/** Value of a proposal by one judge for both sides: many samples that neither side has optimized on. */
function judge(
  model: GpModel,
  best: number,
  { name, q }: Case,
  points: Float64Array,
  backend: Backend,
): number {
  const posterior = createPosterior(model, backend);
  if (name === 'qNIPV') {
    const generator = createGenerator('judge');
    const over = Float64Array.from({ length: 2000 * model.d }, () => generator.uniform());
    const noise = Math.exp(model.theta[model.theta.length - 2]) * model.outputScale ** 2;
    return integratedVarianceScorer(posterior, over, q, noise).values(points)[0];
  }
  const kind = name === 'qUCB' ? monteCarlo.qUCB : monteCarlo.logQEI;
  const options = {
    kind,
    q,
    sign: 1,
    best,
    beta: 0.5,
    samples: 8192,
    seed: 7,
    pending: new Float64Array(0),
  } as const;
  return monteCarloScorer(posterior, options).values(points)[0];
}

/** Best posterior mean at the recorded inputs: f* of both sides. */
function incumbent(model: GpModel, backend: Backend): number {
  const { mean } = createPosterior(model, backend).predict(model.X, model.n);
  return mean.reduce((top, value) => Math.max(top, value));
}

function askPeer(model: GpModel, best: number, wanted: readonly Case[]): readonly PeerAnswer[] | undefined {
  const { theta, d, n } = model;
  return runPeer<PeerAnswer[]>('suggest.py', ['torch', 'botorch'], {
    X: Array.from({ length: n }, (_, i) => [...model.X.subarray(i * d, (i + 1) * d)]),
    y: [...model.y].map((value) => (value - model.outputShift) / model.outputScale),
    lengthscales: [...theta.subarray(0, d)].map(Math.exp),
    outputscale: Math.exp(theta[d]),
    noise: Math.exp(theta[d + 1]),
    mean: theta[d + 2],
    best: (best - model.outputShift) / model.outputScale,
    cases: wanted,
  });
}

/** Milliseconds of calls before those that are timed (a service runs compiled code), and of those. */
const WARM_UP = 500;
const TIMED = 500;

/** CPU seconds of the fastest and the median of five calls or more, after two or more to warm up. */
function time(work: () => void): { median: number; min: number } {
  work();
  const start = performance.now();
  do work();
  while (performance.now() - start < WARM_UP);
  const seconds: number[] = [];
  do {
    const begin = processorSeconds();
    work();
    seconds.push(processorSeconds() - begin);
  } while (seconds.length < 5 || performance.now() - start < WARM_UP + TIMED);
  seconds.sort((a, b) => a - b);
  return { median: seconds[seconds.length >> 1], min: seconds[0] };
}

/** A suggestion against BoTorch's, same model and f*, 10 restarts and 512 raw samples there, our defaults here. */
function compare(report: Report, only: number | undefined, skipped: string | undefined): void {
  for (const [n, all] of Object.entries(cases).map(([key, value]) => [Number(key), value] as const)) {
    if (only !== undefined && n !== only) continue;
    const wanted = all.filter(({ name }) => name !== skipped);
    const rows: Row[] = [];
    const [backend] = backendsToTime(threads);
    const model = fittedModel(n, backend);
    const best = incumbent(model, backend);
    const peer = askPeer(model, best, wanted);
    wanted.forEach((one, i) => {
      const task = suggestTask(model, one);
      const { median, min } = time(() => suggest(task, { backend }));
      const { points } = suggest(task, { backend });
      const theirs = peer?.[i];
      const value = (batch: PeerBatch) => judge(model, best, one, Float64Array.from(batch.points), backend);
      rows.push({
        n,
        strategy: one.name,
        q: one.q,
        samples: one.samples,
        backend: backend.name,
        'CPU ms median': 1e3 * median,
        'CPU ms min': 1e3 * min,
        ...(theirs ? { 'BoTorch CPU s': theirs.seconds, 'times faster': theirs.seconds / median } : {}),
        value: judge(model, best, one, points, backend),
        ...(theirs ? { 'BoTorch value': value(theirs) } : {}),
        ...(theirs?.greedy
          ? {
              'BoTorch greedy CPU s': theirs.greedy.seconds,
              'times faster than greedy': theirs.greedy.seconds / median,
              'BoTorch greedy value': value(theirs.greedy),
            }
          : {}),
      });
    });
    report.table(`suggestion on Hartmann-6, n = ${n}`, rows);
  }
}

/** A batch of 150 on 1,000 rows, two threads. */
function largeBatch(report: Report): void {
  const backend = openNative(2) ?? backendsToTime(2)[0];
  const model = fittedModel(1000, backend);
  const task = suggestTask(model, { name: 'qEI', q: 150, samples: 128 });
  const begin = performance.now();
  const spent = processorSeconds();
  suggest(task, { backend });
  const cpu = processorSeconds() - spent;
  const seconds = (performance.now() - begin) / 1e3;
  report.table('qEI, 150 points on 1,000 rows, 2 threads', [
    { backend: backend.name, seconds, 'CPU s': cpu, 'peak MiB': process.resourceUsage().maxRSS / 1024 },
  ]);
}

/** `--rows 50` for one size of data only, `--skip qNIPV` to leave out a strategy (the peer takes minutes for that one). */
export async function run(args: readonly string[]): Promise<void> {
  const report = new Report('suggest');
  report.note(
    `threads: ${threads}; CPU time on both sides; value: larger is better, one judge for both sides`,
  );
  const given = (name: string) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
  const rows = given('--rows');
  compare(report, rows === undefined ? undefined : Number(rows), given('--skip'));
  largeBatch(report);
  report.write();
}
