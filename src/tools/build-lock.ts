import { setTimeout as sleep } from 'node:timers/promises';
import { lockWithSqlite } from '../service/store/folder-lock.ts';

/** Runs `work` while no other process is inside the same lock file. Where the file system has no locks, nobody waits. */
export async function withLock<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    const lock = await lockWithSqlite(path);
    if (lock === 'busy') {
      await sleep(100);
      continue;
    }
    try {
      return await work();
    } finally {
      if (lock !== 'unsupported') lock.release();
    }
  }
}
