import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { heapFlags } from '../../src/cli/start.ts';

const start = fileURLToPath(new URL('../../src/cli/start.ts', import.meta.url));

/** Bytes of the space for new objects as it is made, and after 64 MB of objects that live on. */
const script = `
import { getHeapSpaceStatistics } from 'node:v8';
import { limitHeapGrowth } from ${JSON.stringify(start)};
const bytes = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size;
limitHeapGrowth();
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

/** Collections of the whole heap in a thread that has had one, while objects of 4 kB live long enough to leave the space for new ones: so many, so many at a time. */
const collections = `
import { Worker } from 'node:worker_threads';
import { setFlagsFromString } from 'node:v8';
import { setWorkerHeapFlags } from ${JSON.stringify(start)};
const [made, living, room] = process.argv.slice(1);
if (room === 'room') setWorkerHeapFlags();
setFlagsFromString('--heap-growing-percent=50');
setFlagsFromString('--expose-gc');
const worker = new Worker(\`
  import { constants, PerformanceObserver } from 'node:perf_hooks';
  import { runInNewContext } from 'node:vm';
  import { parentPort, workerData } from 'node:worker_threads';
  runInNewContext('gc')();
  let majors = 0;
  const isMajor = ({ detail }) => detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR;
  const observer = new PerformanceObserver((list) => { majors += list.getEntries().filter(isMajor).length; });
  observer.observe({ entryTypes: ['gc'] });
  const living = [];
  for (let i = 0; i < workerData.made; i++) {
    living[i % workerData.living] = new Array(512).fill(i);
    // Marking begins in a task.
    if (i % 256 === 255) await new Promise(setImmediate);
  }
  setTimeout(() => parentPort.postMessage(majors), 100);
\`, { eval: true, workerData: { made: Number(made), living: Number(living) } });
worker.on('message', (majors) => process.stdout.write(String(majors)));`;

const majorsWith = (...args: (string | number)[]): number => {
  const command = ['--input-type=module', '--eval', collections, ...args.map(String)];
  const { stdout, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' });
  expect(stdout, stderr).toMatch(/^\d+$/);
  return Number(stdout);
};

test('a thread whose heap is small does not collect all of it', () => {
  expect(majorsWith(8 * 1024, 2048, 'room')).toBe(0);
  expect(majorsWith(8 * 1024, 2048)).toBeGreaterThan(0);
});

test('a thread that holds models does not collect its heap before 48 MB are in use', () => {
  expect(majorsWith(11 * 1024, 11 * 1024, 'room')).toBe(0);
  expect(majorsWith(11 * 1024, 11 * 1024)).toBeGreaterThan(0);
});

test('sets no flag that V8 does not know', () => {
  expect(heapFlags('12.4.254.21-node.33')).toContain('--no-separate-gc-phases');
  expect(heapFlags('14.1.146.11-node.25')).toEqual(['--heap-growing-percent=50']);
  const { stderr } = spawnSync(process.execPath, [...heapFlags(process.versions.v8), '-p', '1'], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
});
