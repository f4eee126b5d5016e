import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('properties are tried on the same cases in every run: each names its seed, or its file does', () => {
  const without = globSync('test/**/*.test.ts').filter((path) => {
    const text = readFileSync(path, 'utf8');
    const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
    return !text.includes('fc.configureGlobal({ seed') && count(/fc\.assert\(/g) > count(/\bseed(:|\s*\})/g);
  });
  expect(without).toEqual([]);
});
