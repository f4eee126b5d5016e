import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

it('docs/README.md names pages, panels and buttons as the page does', () => {
  const sources = globSync('src/web/**/*.{ts,tsx}', { cwd: root })
    .map((path) => readFileSync(join(root, path), 'utf8'))
    .join('\n');
  const named = [
    ...readFileSync(join(root, 'docs/README.md'), 'utf8').matchAll(/(?<!\*)\*([^*\n]+)\*(?!\*)/g),
  ].map(([, label = '']) => label);
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter((label) => !sources.includes(label))).toEqual([]);
});
