import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { heapFlags } from '../../src/cli/start.ts';

const start = fileURLToPath(new URL('../../src/cli/start.ts', import.meta.url));

/** Bytes of the space for new objects as it is made, and after 64 MB of objects that live on. */
const script = `
import { getHeapSpaceStatistics } from 'node:v8';
import { keepHeapSmall } from ${JSON.stringify(start)};
const bytes = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size;
keepHeapSmall();
const before = bytes();
const living = [];
while (living.length < 2 ** 14) living.push(new Array(512).fill(0));
process.stdout.write(JSON.stringify([before, bytes(), living.length]));`;

test('the space for new objects has its size from the start, and does not grow, whatever lives on', () => {
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
  });
  const [before, after] = JSON.parse(stdout) as [number, number];
  expect(before).toBe(16 * 2 ** 20);
  // V8 may make it smaller when little is allocated.
  expect(after).toBeLessThanOrEqual(before);
});

test('sets no flag that V8 does not know', () => {
  expect(heapFlags('12.4.254.21-node.33')).toContain('--no-separate-gc-phases');
  expect(heapFlags('14.1.146.11-node.25')).toEqual(['--heap-growing-percent=50']);
  const { stderr } = spawnSync(process.execPath, [...heapFlags(process.versions.v8), '-p', '1'], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
});
