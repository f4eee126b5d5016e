import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { groups } from '../mutation/groups.ts';

const root = join(import.meta.dirname, '../..');
const isLost = (path: string): boolean => !existsSync(join(root, path));

it('mutation tests name modules and tests that exist', () => {
  expect(groups.flatMap(({ sources, tests }) => [...sources, ...tests]).filter(isLost)).toEqual([]);
});

it('results of mutation tests are of modules that exist', () => {
  const results = JSON.parse(readFileSync(join(root, 'test/mutation/results.json'), 'utf8'));
  expect(Object.keys(results).filter(isLost)).toEqual([]);
});
