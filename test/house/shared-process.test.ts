import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { inOneProcess } from '../in-one-process.ts';

const root = join(import.meta.dirname, '../..');

/** What a file would leave to those after it, and what puts it back; spies are put back by the configuration. */
const left: readonly (readonly [RegExp, RegExp?])[] = [
  [/vi\.(do)?mock\(/i],
  [/vi\.stub(Env|Global)\(/, /vi\.unstubAll(Envs|Globals)\(/],
  [/vi\.useFakeTimers\(/, /vi\.useRealTimers\(/],
  [/\bprocess\.env(\.\w+|\[[^\]]+\]) \??\??= /],
  [/\bdelete process\.env\b/],
  [/\bprocess\.(chdir|umask)\(/],
  [/from 'node:child_process'/],
  // One seed for all files: another setting would reach the properties of files that set none.
  [/configureGlobal\((?!\{ seed: 1 \}\))/],
];

it('test files that share a process leave it as it was', () => {
  const files = globSync(inOneProcess, { cwd: root });
  expect(files.length).toBeGreaterThan(200);
  const found = files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return left
      .filter(([change, back]) => change.test(text) && !back?.test(text))
      .map(([change]) => `${file}: ${change}`);
  });
  expect(found).toEqual([]);
});
