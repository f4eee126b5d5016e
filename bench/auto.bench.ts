import { suggestCampaign } from '../src/engine/campaign/suggest-campaign.ts';
import type { CampaignTask } from '../src/engine/campaign/task.ts';
import type { Backend } from '../src/engine/compute/backend.ts';
import { createGenerator } from '../src/engine/random/generator.ts';
import type { Dimension } from '../src/engine/space/space.ts';
import { quantile } from './support/averages.ts';
import { openNative } from './support/backends.ts';
import { cpuSeconds } from './support/clock.ts';
import { Report, type Row } from './support/report.ts';

const REPEATS = 21;
const WARM_UP = 3;

/** Goals in ms of processor time, model update and advice included. */
const requests = [
  { n: 50, effort: 'fast', q: 1, goal: 60 },
  { n: 50, effort: 'fast', q: 4, goal: 200 },
  { n: 50, effort: 'normal', q: 1, goal: 500 },
  { n: 50, effort: 'normal', q: 4, goal: 1500 },
  { n: 200, effort: 'normal', q: 1, goal: 3000 },
] as const;

const columns = 6;
const levels: Readonly<Record<string, readonly number[]>> = {
  numbers: [],
  'one category': [5],
  'two categories': [5, 4],
  'three categories': [5, 4, 3],
};

/** Rows of a smooth function of the last columns, moved by the first category. */
function taskOf(
  kind: string,
  noise: number,
  { n, effort, q: count }: (typeof requests)[number],
  seed: number,
): CampaignTask {
  const counts = levels[kind] ?? [];
  const dimensions = Array.from({ length: columns }, (_, k): Dimension => {
    const labels = Array.from({ length: counts[k] ?? 0 }, (_, level) => `${level}`);
    return labels.length > 0
      ? { kind: 'categorical', name: `c${k}`, labels }
      : { kind: 'real', name: `x${k}`, low: 0, high: 1 };
  });
  const generator = createGenerator(`auto/${kind}/${noise}/${n}/${seed}`);
  const rows = Array.from({ length: n }, () =>
    dimensions.map((one) =>
      one.kind === 'categorical' ? generator.integer(one.labels.length) : generator.uniform(),
    ),
  );
  const curve = ([first = 0, , , a = 0, b = 0, c = 0]: readonly number[]) =>
    Math.sin(3 * c) + (b - 0.4) ** 2 + a * c + 0.2 * first;
  return {
    X: Float64Array.from(rows.flat()),
    n,
    d: columns,
    categorical: dimensions.map((one) => one.kind === 'categorical'),
    outputs: [Float64Array.from(rows, (row) => curve(row) + noise * generator.normal())],
    space: { dimensions, constraints: [] },
    goals: ['maximize'],
    fixed: new Map(),
    pending: new Float64Array(0),
    count,
    seed,
    effort,
  };
}

/** Processor milliseconds of calls on fresh data, sorted. */
function timesOf(task: (seed: number) => CampaignTask, backend: Backend): number[] {
  const times: number[] = [];
  for (let seed = 0; seed < WARM_UP + REPEATS; seed++) {
    const asked = task(seed);
    const seconds = cpuSeconds(() => suggestCampaign(asked, { backend }));
    if (seed >= WARM_UP) times.push(1e3 * seconds);
  }
  return times.sort((a, b) => a - b);
}

/** Processor time of one suggestion by strategy 'auto' on one thread, by data and effort, beside its goal. */
export async function run(): Promise<void> {
  const backend = openNative(1);
  if (backend === undefined) return;
  const report = new Report('auto');
  report.note(`${columns} columns, ${REPEATS} calls on fresh data each, one thread`);
  const rows = requests.flatMap((request) =>
    Object.keys(levels).flatMap((kind) =>
      [0, 0.3].map((noise): Row => {
        const times = timesOf((seed) => taskOf(kind, noise, request, seed), backend);
        const median = quantile(times, 0.5);
        return {
          n: request.n,
          effort: request.effort,
          q: request.q,
          columns: kind,
          noise,
          'median ms': median,
          'least ms': times[0] ?? Number.NaN,
          'upper quartile ms': quantile(times, 0.75),
          'goal ms': request.goal,
          met: median <= request.goal ? 'yes' : 'no',
        };
      }),
    ),
  );
  report.table('processor time of a suggestion', rows);
  report.write();
}
