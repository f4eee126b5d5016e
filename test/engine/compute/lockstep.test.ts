import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Backend } from '../../../src/engine/compute/backend.ts';
import { type CudaBinding, createCudaBackend } from '../../../src/engine/compute/cuda.ts';
import { createLockstep, runAlone, type Steps } from '../../../src/engine/compute/lockstep.ts';
import { createSplitBackend } from '../../../src/engine/compute/split-backend.ts';
import { createTsBackend } from '../../../src/engine/compute/ts/index.ts';
import { CancelledError } from '../../../src/engine/errors.ts';
import type { TrainResult, TrainTask } from '../../../src/engine/gp/task.ts';
import { trainSteps } from '../../../src/engine/gp/train.ts';
import { buildCuda } from '../../../src/tools/build-cuda.ts';
import { presentBackends } from './backends.ts';
import { uniforms } from './native-support.ts';

const emulator = fileURLToPath(new URL('../../../build/athanor_cuda_emulated.node', import.meta.url));
for (const line of await buildCuda({ emulatorOnly: true })) console.log(line);

/** A backend that counts its crossings: programs run. */
function counted(backend: Backend) {
  const count = { runs: 0 };
  const run = (program: Parameters<Backend['run']>[0]) => {
    count.runs++;
    backend.run(program);
  };
  return { backend: { ...backend, run }, count };
}

/** Small fits of several sessions, of different sizes, recipes and widths. */
function task(seed: number, n: number, d: number): TrainTask {
  const uniform = uniforms(seed);
  const X = Float64Array.from({ length: n * d }, uniform);
  const y = Float64Array.from({ length: n }, (_, i) => Math.sin(5 * X[i * d]!) + 0.1 * uniform());
  return {
    X,
    n,
    d,
    categorical: new Array<boolean>(d).fill(false),
    outputs: [y],
    recipe: seed % 2 === 0 ? 'sklearn' : 'botorch',
    kernel: 'matern',
    kernelParams: {},
    seed,
    options: { restarts: 2 },
  };
}
const tasks = [task(1, 9, 2), task(2, 14, 1), task(3, 34, 3)];

/** Results of all pieces of work advanced together, or what they failed with. */
function together<T>(backend: Backend, all: readonly Steps<T>[]): unknown[] {
  const ended: unknown[] = [];
  const lockstep = createLockstep(backend);
  all.forEach((steps, i) => {
    lockstep.add(steps, {
      done: (result) => {
        ended[i] = result;
      },
      failed: (error) => {
        ended[i] = error;
      },
    });
  });
  while (lockstep.size > 0) lockstep.round();
  return ended;
}

const backends: [string, () => Backend | undefined][] = [
  ...presentBackends.map(([name, backend]): [string, () => Backend] => [name, () => backend]),
  [
    'cuda-emulated, beside the CPU',
    () =>
      existsSync(emulator)
        ? createSplitBackend(
            createCudaBackend(createRequire(import.meta.url)(emulator) as CudaBinding, 'cuda-emulated'),
            createTsBackend(),
            { log: () => {}, now: () => 0 },
          )
        : undefined,
  ],
];

describe.each(backends)('several trainings advanced together on %s', (name, open) => {
  const opened = open();
  if (!opened) console.log(`lockstep on ${name} skipped: it could not be built`);

  it.skipIf(!opened)('give the bits that each gives alone, in as many crossings as the longest takes', () => {
    const alone = tasks.map((one) => {
      const { backend, count } = counted(opened!);
      const result: TrainResult = runAlone(trainSteps(one, { backend }), backend);
      return { result, runs: count.runs };
    });
    const { backend, count } = counted(opened!);
    const results = together(
      backend,
      tasks.map((one) => trainSteps(one, { backend })),
    );
    expect(results).toStrictEqual(alone.map(({ result }) => result));
    const longest = Math.max(...alone.map(({ runs }) => runs));
    const sum = alone.reduce((total, { runs }) => total + runs, 0);
    // What follows a fit (its factor, cross-validation) is not shared: a handful of programs each.
    expect(count.runs).toBeLessThan(longest + 25 * tasks.length);
    expect(count.runs).toBeLessThan(0.8 * sum);
    console.log(`${name}: ${sum} crossings one after another, ${count.runs} together`);
  });
});

describe('one that fails', () => {
  it('ends alone, whether it gives up, is given up or its step throws', () => {
    const backend = createTsBackend();
    const expected = runAlone(trainSteps(tasks[0]!, { backend }), backend);
    let asked = 0;
    const givenUp = trainSteps(tasks[1]!, { backend, cancelled: () => ++asked > 3 });
    function* broken(): Steps<never> {
      yield [];
      yield [{ op: 'matmul', dims: Int32Array.of(1, 2, 2, 2, 0, 0, 4, 4), inputs: [], outputs: [] }];
      throw new Error('is told of the step before');
    }
    const wrong = trainSteps({ ...tasks[2]!, X: new Float64Array(1) }, { backend });
    const [first, second, third, fourth] = together<unknown>(backend, [
      trainSteps(tasks[0]!, { backend }),
      givenUp,
      broken(),
      wrong,
    ]);
    expect(first).toStrictEqual(expected);
    expect(second).toBeInstanceOf(CancelledError);
    expect((third as Error).message).toContain('matmul');
    expect((fourth as Error).message).toContain('train: expected X');
  });

  it('hears the notes of its own rounds', () => {
    const left = ['one step ran elsewhere'];
    const backend = { ...createTsBackend(), takeNotes: () => left.splice(0) };
    const lockstep = createLockstep(backend);
    const heard: (readonly string[])[] = [];
    function* once(): Steps<number> {
      yield [];
      return 1;
    }
    const ending = { done: (_: number, notes: readonly string[]) => heard.push(notes), failed: () => {} };
    lockstep.add(once(), ending);
    lockstep.round();
    lockstep.add(once(), ending);
    lockstep.round();
    expect(heard).toEqual([['one step ran elsewhere'], []]);
  });
});
