import { Bench } from 'tinybench';
import { processorSeconds } from './clock.ts';

/** Seconds per call. */
export interface Timing {
  readonly median: number;
  readonly min: number;
  readonly max: number;
  readonly samples: number;
}

export interface MeasureOptions {
  /** Milliseconds spent on each function, at least. */
  readonly time?: number;
  /** Calls of each function, at least. */
  readonly iterations?: number;
  readonly warmup?: boolean;
  /** Processor time of this process instead of the clock: steadier on a machine that others use too. One thread, no waiting. */
  readonly cpu?: boolean;
}

/** Milliseconds of processor time. */
const cpuNow = (): number => 1e3 * processorSeconds();

/** Calls that make up one sample of at least a third of a millisecond, as processor time is counted in microseconds. */
function callsPerSample(work: () => unknown): number {
  for (let i = 0; i < 20; i++) work();
  let calls = 1;
  for (;;) {
    const start = cpuNow();
    for (let i = 0; i < calls; i++) work();
    if (cpuNow() - start > 0.3) return calls;
    calls *= 2;
  }
}

/** Runs each function for a while with tinybench and gives its timing, by name. A function that throws fails the benchmark. */
export async function measure<Name extends string>(
  functions: Readonly<Record<Name, () => unknown>>,
  options: MeasureOptions = {},
): Promise<Record<Name, Timing>> {
  const bench = new Bench({
    time: options.time ?? 300,
    iterations: options.iterations ?? 5,
    warmup: options.warmup ?? true,
    warmupTime: 50,
    warmupIterations: 2,
    throws: true,
    ...(options.cpu ? { now: cpuNow } : {}),
  });
  const names = Object.keys(functions) as Name[];
  const calls = new Map<string, number>();
  for (const name of names) {
    const count = options.cpu ? callsPerSample(functions[name]) : 1;
    calls.set(name, count);
    bench.add(name, () => {
      for (let i = 0; i < count; i++) functions[name]();
    });
  }
  await bench.run();
  const timings = {} as Record<Name, Timing>;
  for (const task of bench.tasks) {
    if (task.result.state !== 'completed') throw new Error(`${task.name}: ended as ${task.result.state}`);
    const { latency } = task.result;
    const scale = 1e-3 / (calls.get(task.name) ?? 1);
    timings[task.name as Name] = {
      median: latency.p50 * scale,
      min: latency.min * scale,
      max: latency.max * scale,
      samples: latency.samplesCount,
    };
  }
  return timings;
}
