/** What `bin/athanor.js` runs: settings of the runtime first, then the command. */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { cacheFolder } from '../assets.ts';

/** Bytes of both halves of the space for new objects past which it does not grow: all requests wait while it is collected. */
const youngEnough = 16 * 2 ** 20;

const youngBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0;

/** Makes the space grow, by objects that live on, to where it stays. */
function growYoung(): void {
  setFlagsFromString('--semi-space-growth-factor=2');
  const living: unknown[] = [];
  while (youngBytes() < youngEnough && living.length < 8192) living.push(new Array(512).fill(0));
  setFlagsFromString('--semi-space-growth-factor=1');
}

/**
 * Flags of the heap that a V8 knows: it complains on standard error of others, at every start. From 14 on, as in Node 25, it
 * has no `separate-gc-phases`.
 *
 * @param version  as in `process.versions.v8`
 */
export const heapFlags = (version: string): string[] => [
  ...(Number.parseInt(version, 10) < 14 ? ['--no-separate-gc-phases'] : []),
  '--heap-growing-percent=50',
];

/**
 * While there is memory, V8 lets garbage of the old space become a multiple of what is in use before it collects it, and the
 * space for new objects grow to 96 MB. A server that has read many sessions, one after another, then is at three times
 * what it holds.
 *
 * While it marks the heap, V8 would leave new objects alone, and then move all that survived, some 25 MB, in one pause of 15 to 35 ms
 * (decision 0181).
 */
export function limitHeapGrowth(): void {
  for (const flag of heapFlags(process.versions.v8)) setFlagsFromString(flag);
  growYoung();
}

/** For threads that start afterwards: room in MB that their heaps have before they are collected. */
export function setWorkerHeapFlags(): void {
  // For new objects: a space that cannot grow is collected in every suggestion.
  setFlagsFromString('--min-semi-space-size=8');
  // For all others: a collection of the whole heap drops the compiled code of functions that no search holds at that moment (decision 0991).
  // V8 begins one at 48 MB: when less is left of this room than three times that for new objects (decision 0944).
  setFlagsFromString('--initial-old-space-size=72');
}

export async function start(args: readonly string[]): Promise<void> {
  // Loading modules makes much garbage once. Without growing for it, the idle server takes about 20 MB less.
  setFlagsFromString('--semi-space-growth-factor=1');
  // Compiled sources are kept between starts: the second start takes about half the time and memory of the first. Without a
  // folder to write to, sources are compiled at each start.
  process.env.NODE_COMPILE_CACHE ??= join(cacheFolder(process.env), 'compile');
  enableCompileCache();
  const { runCli } = await import('./main.ts');
  setWorkerHeapFlags();
  process.exitCode = await runCli(args, limitHeapGrowth);
}
