import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { TrainTask } from '../../../src/engine/gp/task.ts';
import { createPool } from '../../../src/service/jobs/pool.ts';
import { buildCuda } from '../../../src/tools/build-cuda.ts';
import { testApp } from '../support/app.ts';

for (const line of await buildCuda({ emulatorOnly: true })) console.log(line);
const built = existsSync(
  fileURLToPath(new URL('../../../build/athanor_cuda_emulated.node', import.meta.url)),
);
if (!built) console.log('jobs on a GPU skipped: the emulator could not be built');

const emulated = {
  backend: 'cuda' as const,
  workers: 1,
  threads: 1,
  tasks: new URL('./emulated-tasks.ts', import.meta.url).href,
};
const pool = createPool(emulated);
const small: Omit<TrainTask, 'seed'> = {
  X: Float64Array.of(0, 0.2, 0.5, 0.7, 1),
  n: 5,
  d: 1,
  categorical: [false],
  outputs: [Float64Array.of(0, 1, 0, 2, 1)],
  recipe: 'botorch',
  kernel: 'matern',
  kernelParams: {},
};
const app = await testApp(undefined, pool);

/** Programs run on the GPU since the last test, and numbers written to it. */
const programs: string[][] = [];
let written = 0;
const channel = new BroadcastChannel('device');
channel.onmessage = (event) => {
  const { data } = event as unknown as { data: { ops?: string[]; written?: number } };
  if (data.ops) programs.push(data.ops);
  written += data.written ?? 0;
};
const settle = () => new Promise((resolve) => setTimeout(resolve, 50));
beforeEach(() => {
  programs.length = 0;
  written = 0;
});
afterAll(async () => {
  channel.close();
  await app.close();
  await pool.close();
});

async function session(slope: number): Promise<string> {
  const path = await app.session();
  for (const name of ['x', 'z'])
    await app.call('POST', `${path}/variables`, { name, type: 'real', bounds: [0, 9] });
  const experiments = [1, 2.5, 3, 4.5, 6, 7, 8.5].map((x, i) => ({
    inputs: { x, z: (5 * i) % 9 },
    output: slope * x + Math.sin(x) + 0.1 * i,
  }));
  await app.call('POST', `${path}/experiments/batch`, { experiments });
  return path;
}

const train = (path: string) => app.call('POST', `${path}/model/train`, { backend: 'botorch' });

describe.skipIf(!built)('sessions that share a GPU', () => {
  it('train together, with the answers that each gets alone, in fewer crossings', async () => {
    const slopes = [1, -2, 0.5, 3];
    const alone = [];
    for (const slope of slopes) alone.push(await train(await session(slope)));
    await settle();
    const before = programs.length;
    expect(alone.map(({ status }) => status)).toEqual(slopes.map(() => 200));
    // The folds of a validation are one program.
    const mostAlone = Math.max(...programs.map(({ length }) => length));
    expect(mostAlone).toBeLessThanOrEqual(5);

    programs.length = 0;
    const paths = await Promise.all(slopes.map(session));
    const shared = await Promise.all(paths.map(train));
    await settle();
    const answers = (all: typeof shared) => all.map(({ body }) => ({ ...body, training_time_s: 0 }));
    expect(answers(shared)).toEqual(answers(alone));
    const fits = /^gp_(likelihood|information)$/;
    const most = Math.max(...programs.map((ops) => ops.filter((op) => fits.test(op)).length));
    expect(most).toBeGreaterThan(mostAlone);
    console.log(`four trainings: ${before} crossings one after another, ${programs.length} together`);
    expect(programs.length).toBeLessThan(before);
  });

  it('keep what a session needs again on the GPU', async () => {
    const path = await session(1);
    await train(path);
    await settle();
    expect(programs.flat()).toContain('gp_factor');
    programs.length = 0;
    written = 0;
    const suggest = () =>
      app.call('POST', `${path}/acquisition/suggest`, { strategy: 'qEI', n_suggestions: 2, seed: 1 });
    const factors = () => programs.flat().filter((op) => op === 'gp_factor').length;
    expect((await suggest()).status).toBe(200);
    await settle();
    // The factor is there since the training.
    expect(factors()).toBe(0);
    const first = written;
    written = 0;
    expect((await suggest()).status).toBe(200);
    await settle();
    // Only what is new in each call goes up: points to score, base samples.
    expect(factors()).toBe(0);
    expect(written).toBeGreaterThan(0);
    expect(written).toBe(first);
  });

  it('start again, alone, when a common worker was lost; only the one to blame fails', async () => {
    const task = (seed: number): TrainTask => ({ ...small, seed });
    const expected = await pool.run('train', task(1), { key: 'a' });
    const all = [1, 666, 1].map((seed, i) => pool.run('train', task(seed), { key: `s${i}` }));
    const [first, second, third] = await Promise.allSettled(all);
    expect(first).toStrictEqual({ status: 'fulfilled', value: expected });
    expect(third).toStrictEqual({ status: 'fulfilled', value: expected });
    expect(second).toMatchObject({ status: 'rejected', reason: { name: 'WorkerCrashedError' } });
  });

  it('start again on the CPU when the GPU is lost, and the GPU is left alone from then on', async () => {
    const log: string[] = [];
    const other = createPool({ ...emulated, log: (line) => log.push(line) });
    const task = (seed: number): TrainTask => ({ ...small, seed });
    const before = (await other.start()).backend;
    const results = await Promise.all(
      [1, 777].map((seed) => other.run('train', task(seed), { key: `${seed}` })),
    );
    expect(results).toHaveLength(2);
    expect([before, other.describe().backend]).toEqual(['cuda-emulated', 'ts']);
    expect(log.join('\n')).toContain('the GPU failed (gone); until the server is restarted');
    expect(log.join('\n')).toContain('train was on the GPU and starts again on the CPU');
    await other.close();
  });

  it('are reported in the health of the server, with the device', async () => {
    await pool.start();
    const { compute } = (await app.call('GET', '//health')).body;
    expect(compute).toMatchObject({ backend: 'cuda-emulated', device: expect.stringContaining('emulat') });
  });

  it('given up by one client, go on for the others', async () => {
    const path = await session(2);
    await train(path);
    const control = new AbortController();
    const task: TrainTask = {
      X: Float64Array.from({ length: 40 }, (_, i) => i / 40),
      n: 40,
      d: 1,
      categorical: [false],
      outputs: [Float64Array.from({ length: 40 }, (_, i) => Math.sin(i))],
      recipe: 'botorch',
      kernel: 'matern',
      kernelParams: {},
      seed: 5,
    };
    const onProgress = () => control.abort();
    const given = pool.run('train', task, { key: 'given up', signal: control.signal, onProgress });
    const kept = pool.run('train', { ...task, seed: 6 }, { key: 'kept' });
    await expect(given).rejects.toThrow('cancelled');
    expect((await kept).models).toHaveLength(1);
  });
});
