import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Set up before any test of a run: what tests put into the folder for temporary files lies in a folder of the run, and what they start
 * has it in its environment. A process of its own ends and removes all that once the run is over, however it ended.
 */
export function setup(): void {
  const folder = mkdtempSync(join(tmpdir(), 'athanor-'));
  // Databases run as another user.
  chmodSync(folder, 0o711);
  const cleaner = spawn(process.execPath, [join(import.meta.dirname, 'run-cleaner.ts'), folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  cleaner.unref();
  // After the cleaner began, which is none of what it ends.
  process.env.TMPDIR = folder;
  // The end of this pipe is the end of the run.
  (cleaner.stdin as unknown as { unref(): void }).unref();
}
