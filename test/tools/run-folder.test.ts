import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { until } from '../service/support/until.ts';

const file = join(import.meta.dirname, '../run-folder.ts');

/** A run of tests: it has a folder, and starts a process that sleeps, as one that a test has stopped. */
const run = `
import { spawn } from 'node:child_process';
import { setup } from ${JSON.stringify(file)};
setup();
const child = spawn('sleep', ['3600'], { stdio: 'ignore' });
child.kill('SIGSTOP');
console.log(JSON.stringify({ folder: process.env.TMPDIR, pid: child.pid }));
setInterval(() => {}, 1000);
`;

/** One that ended and that nobody has asked for is still listed, without its command. */
function lives(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== '';
  } catch {
    // Nobody lists it any more; it may have ended while it was asked for.
    return false;
  }
}

it.skipIf(!existsSync('/proc/self/environ'))('what tests leave ends with a run that is killed', async () => {
  const main = spawn(process.execPath, ['--input-type=module-typescript', '-e', run], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(main.stdout, 'data');
  const { folder, pid } = JSON.parse(String(line)) as { folder: string; pid: number };
  writeFileSync(join(folder, 'left'), '');
  expect(lives(pid)).toBe(true);
  main.kill('SIGKILL');
  await until(() => !lives(pid) && !existsSync(folder));
});
