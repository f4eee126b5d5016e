import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';

const module = pathToFileURL(join(import.meta.dirname, '../../../src/service/jobs/lower-priority.ts')).href;

/** Priority of a thread that gave way after the process had been started with `nice`. */
function priorityAfter(nice: number): number {
  const script = `import os from 'node:os'; import { lowerPriority } from '${module}';
    os.setPriority(0, ${nice}); lowerPriority(); console.log(os.getPriority(0));`;
  return Number(execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }));
}

describe.runIf(process.platform === 'linux')('workers', () => {
  it('never ask for a higher priority than the server has: without privileges that ended each of them', () => {
    expect([10, 18].map(priorityAfter)).toEqual([15, 19]);
  });
});
