import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suggest } from '../src/engine/acquisition/suggest.ts';
import type { SuggestTask } from '../src/engine/acquisition/task.ts';
import type { Backend } from '../src/engine/compute/backend.ts';
import { modelMemory } from '../src/engine/gp/posterior/memory.ts';
import { createPosterior } from '../src/engine/gp/posterior/posterior.ts';
import type { TrainTask } from '../src/engine/gp/task.ts';
import { train } from '../src/engine/gp/train.ts';
import { createGenerator } from '../src/engine/random/generator.ts';
import { openNative } from './support/backends.ts';
import { cpuSeconds } from './support/clock.ts';
import { fittedExponent, type GrowthRow, growthPage, growthPlot } from './support/growth-page.ts';
import { keepingClient, type Post } from './support/keeping-client.ts';
import { Report } from './support/report.ts';
import { residentMegabytes, startAthanor, stopServer } from './support/server.ts';
import { openSession, recordRows } from './support/server-session.ts';

/**
 * How time and memory grow, one size at a time: `npm run bench -- growth`, with `-- long` to exact models of 8,000 rows and 200 columns.
 * `-- server` measures the rows of the server alone, about a minute, and keeps the others.
 * Time is processor time of one thread, the less of two runs up to a second; memory is the most that the backend held
 * in slots, or what the process has grown by.
 */
const ranges = {
  usual: {
    exact: [200, 400, 800, 1600, 3200],
    weighted: [1000, 2000, 4000, 8000],
    sparse: [5000, 10_000, 20_000, 40_000, 100_000],
    d: [2, 4, 8, 16, 32, 64],
  },
  long: {
    exact: [500, 1000, 2000, 4000, 8000],
    weighted: [1000, 2000, 4000, 8000],
    sparse: [5000, 10_000, 20_000, 50_000, 100_000, 200_000],
    d: [5, 10, 20, 50, 100, 200],
  },
} as const;

/** A backend that knows the most bytes it held beyond those it began with. */
function counting(backend: Backend): { readonly backend: Backend; fresh(): void; peak(): number } {
  let [held, most, base] = [0, 0, 0];
  return {
    backend: {
      ...backend,
      alloc(length) {
        held += 8 * length;
        most = Math.max(most, held);
        return backend.alloc(length);
      },
      free(slot) {
        held -= 8 * slot.length;
        backend.free(slot);
      },
    },
    fresh() {
      most = held;
      base = held;
    },
    peak: () => most - base,
  };
}

/** Gives up all factors that are kept, so that the next training begins with nothing. */
function dropFactors(): void {
  modelMemory.limit(0);
  modelMemory.limit(2 ** 30);
}

/** The lesser of two runs, or one that took more than a second. */
function seconds(work: () => void): number {
  const first = cpuSeconds(work);
  return first > 1 ? first : Math.min(first, cpuSeconds(work));
}

function taskOf(n: number, d: number): TrainTask {
  const generator = createGenerator(`growth/${n}/${d}`);
  const X = Float64Array.from({ length: n * d }, () => generator.uniform());
  const y = Float64Array.from({ length: n }, (_, i) => {
    const [a, b] = [X[i * d], X[i * d + 1]];
    return Math.sin(6 * a) + a * b + 0.1 * generator.normal();
  });
  return {
    X,
    n,
    d,
    categorical: new Array<boolean>(d).fill(false),
    outputs: [y],
    recipe: 'botorch',
    kernel: 'matern',
    kernelParams: {},
    seed: 1,
    options: { priors: 'dimension_scaled' },
  };
}

function suggestionOf(model: SuggestTask['models'][number], strategy: string, count: number, samples = 128) {
  const dimensions = Array.from({ length: model.d }, (_, k) => ({
    kind: 'real' as const,
    name: `x${k}`,
    low: 0,
    high: 1,
  }));
  const task: SuggestTask = {
    models: [model],
    recipe: 'botorch',
    space: { dimensions, constraints: [] },
    strategy,
    count,
    goals: ['maximize'],
    fixed: new Map(),
    pending: new Float64Array(0),
    samples,
    seed: 1,
  };
  return task;
}

function engineRows(native: Backend, range: (typeof ranges)['usual' | 'long']): GrowthRow[] {
  const rows: GrowthRow[] = [];
  const { backend, fresh, peak } = counting(native);
  const time = (what: string, axis: string, size: number, work: () => void) => {
    fresh();
    const taken = seconds(work);
    // A factor that was kept from the training counts there.
    const megabytes = what.startsWith('train') ? peak() / 1e6 : 0;
    rows.push({ what, axis, size, seconds: taken, megabytes });
    console.log(what, axis, size, taken.toFixed(3));
  };
  for (const [form, sizes, own] of [
    ['exact', range.exact, { approximation: 'exact' }],
    ['vecchia', range.sparse, { approximation: 'vecchia' }],
    ['local', range.sparse, { approximation: 'local', exact_mean: false }],
    ['local with exact means', range.weighted, { approximation: 'local', exact_mean: true }],
  ] as const) {
    const axis = form.startsWith('local') ? 'rows, local' : 'rows';
    for (const n of sizes) {
      const base = taskOf(n, 6);
      const task = { ...base, options: { ...base.options, ...own } };
      let result: ReturnType<typeof train> | undefined;
      dropFactors();
      time(`train, ${form}`, axis, n, () => {
        result = train(task, { backend });
      });
      const model = result?.models[0];
      if (model === undefined) continue;
      time(`LogEI, ${form}`, axis, n, () => suggest(suggestionOf(model, 'LogEI', 1), { backend }));
      const points = taskOf(1000, 6).X;
      time(`predict 1,000 points, ${form}`, axis, n, () => {
        const posterior = createPosterior(model, backend);
        posterior.predict(points, 1000);
        posterior.free();
      });
    }
  }
  for (const d of range.d)
    time('train 150 rows', 'columns', d, () => train({ ...taskOf(150, d), isBrief: true }, { backend }));
  const [model] = train({ ...taskOf(100, 6), isBrief: true }, { backend }).models;
  for (const q of [1, 2, 4, 8])
    time('qEI at 100 rows', 'batch', q, () => suggest(suggestionOf(model, 'qEI', q), { backend }));
  for (const samples of [64, 128, 256, 512])
    time('qEI of 4 at 100 rows', 'samples', samples, () =>
      suggest(suggestionOf(model, 'qEI', 4, samples), { backend }),
    );
  return rows;
}

type Timed = (what: string, axis: string, size: number, work: () => Promise<unknown>) => Promise<void>;

/** Rows that `work` measures on a server of its own: time of the clock, size of the process afterwards. */
async function onServer(
  work: (post: Post, open: (d: number) => Promise<string>, timed: Timed) => Promise<void>,
): Promise<GrowthRow[]> {
  const rows: GrowthRow[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'growth-'));
  const server = await startAthanor(folder, 8499);
  const { post, close } = keepingClient();
  const open = (d: number) => openSession(post, server.base, d);
  const timed: Timed = async (what, axis, size, own) => {
    const started = performance.now();
    await own();
    const seconds = (performance.now() - started) / 1000;
    rows.push({ what, axis, size, seconds, megabytes: residentMegabytes(server) });
    console.log(what, axis, size, seconds.toFixed(3), Math.round(residentMegabytes(server)), 'MB');
  };
  try {
    await work(post, open, timed);
  } finally {
    await close();
    await stopServer(server);
    rmSync(folder, { recursive: true, force: true });
  }
  return rows;
}

/** A session of many rows in six columns, by `auto`: training, the first suggestion after it, the next ones. */
const manyRows = (size: number) =>
  onServer(async (post, open, timed) => {
    const d = 6;
    const path = await open(d);
    const { X, outputs } = taskOf(size, d);
    await recordRows(post, path, { n: size, d, X, y: outputs[0] });
    const axis = 'rows, over HTTP';
    const suggestion = (strategy: string, n_suggestions: number) => () =>
      post(`${path}/acquisition/suggest`, { strategy, goal: 'maximize', n_suggestions });
    await timed('train, over HTTP', axis, size, () => post(`${path}/model/train`, { backend: 'auto' }));
    await timed('first LogEI, over HTTP', axis, size, suggestion('LogEI', 1));
    await timed('next LogEI, over HTTP', axis, size, suggestion('LogEI', 1));
    await timed('qEI of 4, over HTTP', axis, size, suggestion('qEI', 4));
  });

/** Rows of one session and sessions of one server. */
const recordings = () =>
  onServer(async (post, open, timed) => {
    for (const count of [2000, 4000, 8000, 16_000]) {
      const path = await open(1);
      const experiments = Array.from({ length: count }, (_, i) => ({
        inputs: { x0: (i % 997) / 997 },
        output: i,
      }));
      await timed('record in one batch', 'recorded rows', count, () =>
        post(`${path}/experiments/batch`, { experiments }),
      );
    }
    for (const count of [25, 50, 100, 200])
      await timed('open sessions', 'sessions', count, async () => {
        for (let i = 0; i < count; i++) await open(1);
      });
  });

async function serviceRows(): Promise<GrowthRow[]> {
  const rows = await recordings();
  for (const size of [10_000, 30_000, 100_000]) rows.push(...(await manyRows(size)));
  return rows;
}

/** The rows of an earlier run that are not the server's. */
function engineRowsKept(): GrowthRow[] {
  const path = new URL('results/growth.json', import.meta.url);
  const { tables } = JSON.parse(readFileSync(path, 'utf8')) as { tables: { measured: GrowthRow[] } };
  return tables.measured.filter(
    ({ axis }) => !['recorded rows', 'sessions', 'rows, over HTTP'].includes(axis),
  );
}

export async function run(args: readonly string[]): Promise<void> {
  const native = openNative(1);
  if (!native) throw new Error('growth: the native backend is not built; run npm run build:native');
  const report = new Report('growth');
  report.note(`Sizes: ${args.includes('long') ? 'long' : 'usual'}.`);
  const rows = [
    ...(args.includes('server')
      ? engineRowsKept()
      : engineRows(native, args.includes('long') ? ranges.long : ranges.usual)),
    ...(await serviceRows()),
  ];
  report.table(
    'measured',
    rows.map((row) => ({ ...row })),
  );
  const path = report.write();
  report.table('exponents', fittedExponent(rows));
  writeFileSync(path.replace(/json$/, 'svg'), growthPlot(rows));
  const page = new URL('../docs/growth.md', import.meta.url);
  writeFileSync(page, growthPage(JSON.parse(readFileSync(path, 'utf8'))));
}
