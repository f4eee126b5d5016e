import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { withLock } from '../../src/tools/build-lock.ts';

const folder = mkdtempSync(join(tmpdir(), 'athanor-lock-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('one build at a time, also after one that was killed while it took the lock', async () => {
  const path = join(folder, 'build.lock');
  writeFileSync(path, '');
  let inside = 0;
  let most = 0;
  const works = [1, 2, 3].map((result) =>
    withLock(path, async () => {
      most = Math.max(most, ++inside);
      await sleep(20);
      inside--;
      return result;
    }),
  );
  expect(await Promise.all(works)).toEqual([1, 2, 3]);
  expect(most).toBe(1);
});

it('a build that fails gives the lock back', async () => {
  const path = join(folder, 'failing.lock');
  await expect(withLock(path, () => Promise.reject(new Error('no compiler')))).rejects.toThrow('no compiler');
  expect(await withLock(path, async () => 'built')).toBe('built');
});
