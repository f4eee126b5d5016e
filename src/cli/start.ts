/** What `bin/athanor.js` runs: settings of the runtime first, then the command. */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { cacheFolder } from '../assets.ts';

/** Bytes of the space for new objects past which it does not grow: it may double once more. */
const youngEnough = 8 * 2 ** 20;

/**
 * While there is memory, V8 lets garbage of the old space become a multiple of what is in use before it collects it, and the
 * space for new objects grow to 96 MB. A server that has read many sessions, one after another, then stands at three times
 * what it holds.
 */
function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=100');
  setFlagsFromString('--semi-space-growth-factor=2');
  const timer = setInterval(() => {
    const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
    if ((young?.space_size ?? 0) < youngEnough) return;
    setFlagsFromString('--semi-space-growth-factor=1');
    clearInterval(timer);
  }, 20);
  timer.unref();
}

export async function start(args: readonly string[]): Promise<void> {
  // Loading modules makes much garbage once. Without growing for it, the idle server takes about 20 MB less.
  setFlagsFromString('--semi-space-growth-factor=1');
  // Compiled sources are kept between starts: the second start takes about half the time and memory of the first. Without a
  // folder to write to, sources are compiled at each start.
  process.env.NODE_COMPILE_CACHE ??= join(cacheFolder(process.env), 'compile');
  enableCompileCache();
  const { runCli } = await import('./main.ts');
  // Workers begin with this much room for new objects, in MB: one that cannot grow collects garbage in every suggestion.
  setFlagsFromString('--min-semi-space-size=8');
  process.exitCode = await runCli(args, keepHeapSmall);
}
