import { cpuSeconds } from './clock.ts';
import { publicCalls } from './public-calls.ts';

/**
 * One side of `bench before`, a process of its own: `side.ts <folder> <backend>`. The parent sends the name of a call and how often to make it;
 * the answer is the processor time of one, garbage collection and compilation included.
 */
export interface Order {
  readonly name: string;
  readonly calls: number;
}

export interface Outcome {
  /** Microseconds of processor time per call. */
  readonly micros: number;
  readonly value: number;
}

const [root = '', backend = 'ts'] = process.argv.slice(2);
const calls = await publicCalls(root, backend as 'native' | 'ts');

process.on('message', ({ name, calls: count }: Order) => {
  const call = calls.get(name);
  if (!call)
    throw new RangeError(`side: call "${name}" is unknown; use one of ${[...calls.keys()].join(', ')}`);
  let value = Number.NaN;
  const seconds = cpuSeconds(() => {
    for (let i = 0; i < count; i++) value = call.run();
  });
  process.send?.({ micros: (1e6 * seconds) / count, value } satisfies Outcome);
});
process.on('disconnect', () => process.exit());
process.send?.([...calls.keys()]);
