import { Bench } from 'tinybench';

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
  });
  const names = Object.keys(functions) as Name[];
  for (const name of names) bench.add(name, functions[name]);
  await bench.run();
  const timings = {} as Record<Name, Timing>;
  for (const task of bench.tasks) {
    if (task.result.state !== 'completed') throw new Error(`${task.name}: ended as ${task.result.state}`);
    const { latency } = task.result;
    timings[task.name as Name] = {
      median: latency.p50 / 1e3,
      min: latency.min / 1e3,
      max: latency.max / 1e3,
      samples: latency.samplesCount,
    };
  }
  return timings;
}

/** The middle of a list of numbers. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
}
