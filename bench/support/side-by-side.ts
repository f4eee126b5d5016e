import type { Backend } from '../../src/engine/compute/backend.ts';
import { createTsBackend } from '../../src/engine/compute/ts/index.ts';
import { median } from './averages.ts';
import { openNative, openTensorFlow } from './backends.ts';
import { processorSeconds } from './clock.ts';
import type { Row } from './report.ts';

/** Milliseconds of each work before it is timed: a service runs compiled code and grown buffers. */
const WARM_UP = 400;
const SAMPLES = 31;
/** Calls that are worth this long are sampled less often, µs. */
const SLOW = 50_000;
const SLOW_SAMPLES = 5;
/** Microseconds of processor time of one sample, at least. */
const SAMPLE = 2000;

/** Work on a backend, ready to be repeated. */
export type Prepare = (backend: Backend) => () => unknown;

const cpuMicroseconds = (): number => 1e6 * processorSeconds();

/**
 * One thread, processor microseconds of each work on the native and on the TypeScript backend, and on TensorFlow where it is set up, sample by
 * sample in turns, so that all see the same load; medians and their ratios. No rows where the addon is not built.
 */
export function sideBySide(works: Readonly<Record<string, Prepare>>): Row[] {
  const native = openNative(1);
  if (!native) return [];
  const tensorFlow = openTensorFlow();
  return Object.entries(works).map(([work, prepare]) => {
    const sides = [native, createTsBackend(), ...(tensorFlow ? [tensorFlow] : [])].map((backend) => {
      const call = prepare(backend);
      let calls = 0;
      const before = cpuMicroseconds();
      const until = performance.now() + WARM_UP;
      for (; performance.now() < until; calls++) call();
      const each = (cpuMicroseconds() - before) / calls;
      return { call, calls: Math.ceil(SAMPLE / each), slow: each > SLOW, times: [] as number[] };
    });
    for (let r = 0; r < SAMPLES; r++) {
      for (const { call, calls, slow, times } of sides) {
        if (slow && r >= SLOW_SAMPLES) continue;
        const before = cpuMicroseconds();
        for (let i = 0; i < calls; i++) call();
        times.push((cpuMicroseconds() - before) / calls);
      }
    }
    const [nativeTime = Number.NaN, tsTime = Number.NaN, tfjsTime] = sides.map(({ times }) => median(times));
    const row = { work, 'native µs': nativeTime, 'ts µs': tsTime, 'ts / native': tsTime / nativeTime };
    return tfjsTime === undefined
      ? row
      : { ...row, 'tfjs µs': tfjsTime, 'tfjs / native': tfjsTime / nativeTime };
  });
}
