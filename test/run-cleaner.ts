/** Waits for the end of its standard input, ends all processes that were started with the folder as TMPDIR, and removes it. */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const folder = process.argv[2] as string;

function isOfRun(pid: number): boolean {
  try {
    const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
    return environment.includes(`TMPDIR=${folder}`);
  } catch {
    // It ended, or belongs to somebody else.
    return false;
  }
}

function namesIn(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch {
    // A system without /proc: only the folder is removed.
    return [];
  }
}

/** @returns whether there was one */
function endAll(signal: NodeJS.Signals): boolean {
  const left = namesIn('/proc').map(Number).filter(isOfRun);
  for (const pid of left) {
    try {
      process.kill(pid, signal);
    } catch {
      // It ended meanwhile.
    }
  }
  return left.length > 0;
}

process.stdin.resume();
await new Promise((resolve) => process.stdin.once('end', resolve));
// At SIGQUIT a database gives its shared memory back. What sleeps hears only SIGKILL.
for (let tries = 0; endAll(tries < 20 ? 'SIGQUIT' : 'SIGKILL') && tries < 200; tries++) await sleep(100);
rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
