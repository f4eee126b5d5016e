import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { askedSettings } from './asked-settings.ts';

const root = join(import.meta.dirname, '../..');
const pages = ['README.md', 'docs/limits.md', 'docs/scale.md', 'docs/security.md'];
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Names in the first column of the tables of settings, which begin with the column `variable`. */
const listed = pages.flatMap((page) =>
  [...read(page).matchAll(/^\| variable \|.*\n\|[-| ]+\n((?:\|.*\n)+)/gm)].flatMap(([, rows = '']) =>
    rows
      .split('\n')
      .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name!)),
  ),
);

it('every variable that the server reads is documented', () => {
  const text = pages.map(read).join('\n');
  expect([...askedSettings()].filter((name) => !new RegExp(`\\b${name}\\b`).test(text))).toEqual([]);
});

it('every variable in the tables of settings is one that the server reads', () => {
  expect(listed.length).toBeGreaterThan(40);
  const known = askedSettings();
  expect(listed.filter((name) => !known.has(name))).toEqual([]);
});
