import { suggestCampaign } from '../src/engine/campaign/suggest-campaign.ts';
import type { CampaignTask } from '../src/engine/campaign/task.ts';
import { createTsBackend } from '../src/engine/compute/ts/index.ts';
import { createGenerator } from '../src/engine/random/generator.ts';
import type { Space } from '../src/engine/space/space.ts';
import { median } from './support/averages.ts';

/**
 * Workers that take different times for a run: `npm run bench -- asynchronous -- <seconds>`. Asynchronous: whoever is free
 * gets a fresh run, with those under way as pending. Synchronous: a batch for all, when the last one is done. Same durations,
 * virtual time, Branin's function without noise; seeds one after another until the seconds are spent.
 */
const workers = 4;
const end = 7;
const marks = [2, 3, 4, 5, 6, 7];

const space: Space = {
  dimensions: [
    { kind: 'real', name: 'x', low: -5, high: 10 },
    { kind: 'real', name: 'y', low: 0, high: 15 },
  ],
  constraints: [],
};

function branin(x: number, y: number): number {
  const bend = y - (5.1 * x * x) / (4 * Math.PI ** 2) + (5 * x) / Math.PI - 6;
  return bend * bend + 10 * (1 - 1 / (8 * Math.PI)) * Math.cos(x) + 10;
}

const lowest = 0.39788735772973816;

interface Run {
  readonly point: Float64Array;
  readonly at: number;
}

const backend = createTsBackend();
const context = { backend, progress: () => {}, cancelled: () => false };
const flat = (points: readonly Float64Array[]) => Float64Array.from(points.flatMap((point) => [...point]));

function propose(
  done: readonly Run[],
  pending: readonly Float64Array[],
  count: number,
  seed: number,
): Float64Array[] {
  const task: CampaignTask = {
    X: flat(done.map(({ point }) => point)),
    n: done.length,
    d: 2,
    categorical: [false, false],
    outputs: [Float64Array.from(done, ({ point }) => branin(point[0], point[1]))],
    space,
    goals: ['minimize'],
    fixed: new Map(),
    pending: flat(pending),
    count,
    seed,
    effort: 'fast',
    advice: false,
  };
  return suggestCampaign(task, context).suggestions.map(({ point }) => point);
}

/** Durations: lognormal with median 0.8 and a deviation of 0.7 of the logarithm. */
const durationsOf = (seed: number) => {
  const generator = createGenerator(seed);
  return () => 0.8 * Math.exp(0.7 * generator.normal());
};

function asynchronous(seed: number): Run[] {
  const duration = durationsOf(seed);
  const done: Run[] = [];
  const open: Run[] = [];
  let now = 0;
  for (let step = 0; ; step++) {
    while (open.length < workers) {
      const [point] = propose(
        done,
        open.map((run) => run.point),
        1,
        seed + 1000 * step + open.length,
      );
      open.push({ point, at: now + duration() });
    }
    open.sort((a, b) => a.at - b.at);
    const next = open.shift() as Run;
    now = next.at;
    if (now > end) return done;
    done.push(next);
  }
}

function synchronous(seed: number): Run[] {
  const duration = durationsOf(seed);
  const done: Run[] = [];
  for (let now = 0, round = 0; now < end; round++) {
    const batch = propose(done, [], workers, seed + 1000 * round).map((point) => ({
      point,
      at: now + duration(),
    }));
    done.push(...batch);
    now = Math.max(...batch.map(({ at }) => at));
  }
  return done.filter(({ at }) => at <= end);
}

const regretAt = (runs: readonly Run[], time: number): number =>
  Math.min(...runs.filter(({ at }) => at <= time).map(({ point }) => branin(point[0], point[1]))) - lowest;

export async function run([seconds = '60']: readonly string[]): Promise<void> {
  const begun = performance.now();
  const modes = { asynchronous, synchronous };
  const runs = { asynchronous: [] as Run[][], synchronous: [] as Run[][] };
  for (let seed = 1; performance.now() - begun < 1000 * Number(seconds); seed++) {
    for (const [name, mode] of Object.entries(modes)) runs[name as keyof typeof runs].push(mode(seed));
  }
  console.log(`${workers} workers, ${runs.synchronous.length} seeds, median regret at a time (runs by then)`);
  for (const [name, all] of Object.entries(runs)) {
    const cells = marks.map((time) => {
      const counts = median(all.map((one) => one.filter(({ at }) => at <= time).length));
      return `t=${time}: ${median(all.map((one) => regretAt(one, time))).toPrecision(2)} (${counts})`;
    });
    console.log(`${name.padEnd(13)} ${cells.join('  ')}`);
  }
  const pairs = runs.synchronous.map((one, i) => regretAt(runs.asynchronous[i], end) < regretAt(one, end));
  console.log(`asynchronous is ahead at the end in ${pairs.filter(Boolean).length} of ${pairs.length}`);
}
