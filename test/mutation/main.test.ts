import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { groups } from './groups.ts';

const root = join(import.meta.dirname, '../..');

const mutation = (args: readonly string[], env: Record<string, string> = {}) =>
  spawnSync(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });

it('paths that are none, modules or tests alone and no lanes are refused', () => {
  expect(mutation(['src/engine/none.ts'])).toMatchObject({
    status: 2,
    stderr: "mutation: 'src/engine/none.ts' is no file of src or test\n",
  });
  expect(mutation(['test/mutation/main.test.ts'])).toMatchObject({
    status: 2,
    stderr: 'mutation: tests are named, and no module of src\n',
  });
  expect(mutation(['src/web/text/lists.ts'])).toMatchObject({
    status: 2,
    stderr: "mutation: 'src/web/text/lists.ts' is in no group; name the tests to run, too\n",
  });
  expect(mutation([], { MUTATION_LANES: '0' })).toMatchObject({
    status: 2,
    stderr: "mutation: MUTATION_LANES must be a whole number above 0, got '0'\n",
  });
});

it('the groups and the results name files that exist, each module once', () => {
  const sources = groups.flatMap((group) => group.sources);
  const paths = [...sources, ...groups.flatMap(({ tests }) => tests)];
  const results = JSON.parse(readFileSync(join(import.meta.dirname, 'results.json'), 'utf8'));
  expect([...paths, ...Object.keys(results)].filter((path) => !existsSync(join(root, path)))).toEqual([]);
  expect(new Set(sources).size).toBe(sources.length);
  expect(sources.filter((path) => !Object.hasOwn(results, path))).toEqual([]);
});
