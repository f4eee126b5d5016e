import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** True while a process with this number runs. */
function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Takes the lock, or clears that of a process which is gone. */
function tryLock(path: string): boolean {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  try {
    const holder = Number(readFileSync(path, 'utf8'));
    if (holder > 0 && !runs(holder)) rmSync(path, { force: true });
  } catch {
    // given back between the two looks: the next try takes it
  }
  return false;
}

/** Runs `work` while no other process is inside the same lock file. */
export async function withLock<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  while (!tryLock(path)) await sleep(100);
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
}
