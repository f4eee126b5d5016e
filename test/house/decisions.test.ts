import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const folder = join(import.meta.dirname, '../../docs/decisions');
const records = readdirSync(folder).filter((name) => name !== 'README.md');
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');

/** A record's line in the index: its title, and what supersedes it. */
function lineOf(name: string): string {
  const text = read(name);
  const [, kind, by = ''] = /^#.*\n\n\*\*(Superseded|Partly superseded)\*\* by ([^:]*):/.exec(text) ?? [];
  const later = [...by.matchAll(/\[(\d{4})\]/g)].map(([, number]) => number).join(', ');
  const mark = kind === undefined ? '' : `, ${kind.toLowerCase()} by ${later}`;
  return `- [${text.split('\n', 1)[0]?.slice(2)}](${name})${mark}`;
}

it('every record is numbered once and headed by its number', () => {
  const numbers = records.map((name) => name.slice(0, 4));
  expect(new Set(numbers).size).toBe(records.length);
  for (const name of records) expect(read(name)).toMatch(new RegExp(`^# ${name.slice(0, 4)} · `));
});

it('the index of decisions has every record once, with what supersedes it', () => {
  const lines = read('README.md')
    .split('\n')
    .filter((line) => line.startsWith('- ['));
  expect(lines.sort()).toEqual(records.map(lineOf).sort());
});

it('links of decisions lead to records', () => {
  const lost = [...records, 'README.md'].flatMap((name) =>
    [...read(name).matchAll(/\]\((\d{4}-[^)]*)\)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !records.includes(target))
      .map((target) => `${name}: ${target}`),
  );
  expect(lost).toEqual([]);
});
