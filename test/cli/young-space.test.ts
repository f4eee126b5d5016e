import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const command = fileURLToPath(new URL('../../bin/athanor.js', import.meta.url));

/** Runs when the command ends: bytes of the space for new objects before and after 64 MB of objects that live on. */
const atTheEnd = `
import { getHeapSpaceStatistics } from 'node:v8';
const bytes = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size;
process.once('exit', () => {
  const before = bytes();
  const living = [];
  while (living.length < 2 ** 14) living.push(new Array(512).fill(0));
  process.stderr.write(JSON.stringify([before, bytes(), living.length]));
});`;

test('the space for new objects has its size from the start, whatever lives on', () => {
  const probe = `data:text/javascript,${encodeURIComponent(atTheEnd)}`;
  const { stderr } = spawnSync(process.execPath, ['--import', probe, command, '--version'], {
    encoding: 'utf8',
  });
  const [before, after] = JSON.parse(stderr) as [number, number];
  expect(before).toBe(8 * 2 ** 20);
  expect(after).toBe(before);
});
