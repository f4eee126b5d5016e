/**
 * Writes the generated parts of docs/architecture.md: who may import whom, from the import rules, and which files name a member of each
 * family. A test (test/house/map.test.ts) fails when the page and the tree differ.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { placesTable } from './places.ts';

interface Rule {
  readonly name: string;
  readonly comment: string;
  readonly from: { readonly path?: string; readonly pathNot?: string };
  readonly to: { readonly path?: string; readonly pathNot?: string | readonly string[] };
}

/** A pattern of the import rules as the path it matches. */
const plain = (pattern: string) =>
  pattern
    .replace(/^\^(src\/)?/, '')
    .replaceAll('\\', '')
    .replace(/[/$]+$/, '');

/** Markdown rows of all walls: room, rooms it may import, reason. */
export function wallTable({ forbidden }: { readonly forbidden: readonly Rule[] }): string {
  const rows = forbidden
    .filter(({ name }) => name.startsWith('wall-'))
    .map(({ from, to, comment }) => {
      const room = plain(from.path ?? '');
      const allowed = [to.pathNot ?? []]
        .flat()
        .map(plain)
        .filter((path) => path !== room);
      const names = allowed.map((path) => `\`${path}\``).join(', ') || 'nothing of ours';
      return `| \`${room}\` | ${names} | ${comment} |`;
    });
  return ['| room | may import | reason |', '|---|---|---|', ...rows].join('\n');
}

/** Markdown rows of the folders that have an order, in that order: folder, files of it that others may import. */
export function folderTable({ forbidden }: { readonly forbidden: readonly Rule[] }): string {
  const listed = (pattern: unknown) => /\(([^)]*)\)/.exec(String(pattern))?.[1]?.split('|') ?? [];
  const faces = new Map(
    forbidden
      .filter(({ name }) => name.startsWith('face-'))
      .map(({ to }) => [plain(to.path ?? ''), listed(to.pathNot)]),
  );
  const rows = forbidden
    .filter(({ name, comment }) => name.startsWith('order-') && comment.includes(' → '))
    .flatMap(({ from, to }, i, rules) => {
      const folder = plain(from.path ?? '');
      const room = folder.slice(0, folder.lastIndexOf('/'));
      const isLast = !rules[i + 1]?.from.path?.startsWith(`^src/${room}/`);
      return [folder, ...(isLast ? listed(to.path).map((name) => `${room}/${name}`) : [])];
    })
    .map((folder) => {
      const face = faces.get(folder)?.map((name) => `\`${name}\``);
      return `| \`${folder}\` | ${face?.join(', ') ?? 'all of it'} |`;
    });
  return ['| folder | what others may import |', '|---|---|', ...rows].join('\n');
}

if (import.meta.main) {
  const page = join(import.meta.dirname, '../../docs/architecture.md');
  const rules = createRequire(import.meta.url)('../../.dependency-cruiser.cjs');
  let text = readFileSync(page, 'utf8');
  for (const [name, table] of Object.entries({
    walls: wallTable(rules),
    folders: folderTable(rules),
    places: placesTable(),
  })) {
    const [begin, end] = [`<!-- ${name}: written by src/tools/write-map.ts -->`, `<!-- end of ${name} -->`];
    const [before, after] = text.split(new RegExp(`${begin}[\\s\\S]*${end}`));
    text = `${before}${begin}\n\n${table}\n\n${end}${after}`;
  }
  writeFileSync(page, text);
}
