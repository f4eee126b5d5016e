import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { placesTable } from '../../src/tools/places.ts';
import { folderTable, wallTable } from '../../src/tools/write-map.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const map = read('docs/architecture.md');

const pages = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/{*,experiments/*}.md', { cwd: root })];
const top = ['src', 'test', 'docs', 'bench', 'kernels', '.ci'];

/** Whether a path of the documentation is there; `<name>`, `…` and `*` stand for anything, `{a,b}` for either. */
function isThere(path: string): boolean {
  const pattern = path.replaceAll(/<[^>]+>|…/g, '*').replace(/\/$/, '');
  return /[*{]/.test(pattern) ? globSync(pattern, { cwd: root }).length > 0 : existsSync(join(root, pattern));
}

/** Paths in backticks that begin with a folder of this repository. */
const pathsIn = (text: string) =>
  [...text.matchAll(/`([\w.@-]+\/[^`\s]*)`/g)]
    .map((match) => match[1]!.split('#')[0]!)
    .filter((path) => top.includes(path.split('/')[0]!));

/** Lines of the tree: path, then what it holds. */
const tree = map
  .split('```')[1]!
  .trim()
  .split('\n')
  .slice(1)
  .flatMap((line) => {
    const [paths] = line.split(/ {2,}/);
    return paths!.split(' ').filter(Boolean);
  });

/** The anchor that a heading gets: lower case, without punctuation, blanks as hyphens. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');

/** Anchors of the headings of a page, without the lines of its code blocks. */
const anchorsOf = (page: string) =>
  [
    ...read(page)
      .replaceAll(/^```[\s\S]*?^```$/gm, '')
      .matchAll(/^#+ (.+)$/gm),
  ].map((match) => anchorOf(match[1]!));

describe('documentation', () => {
  it.each(pages)('%s names only paths that exist', (page) => {
    expect(pathsIn(read(page)).filter((path) => !isThere(path))).toEqual([]);
  });

  it.each(pages)('%s links only to pages that exist', (page) => {
    const links = [...read(page).matchAll(/\[[^\]]+\]\((?!https?:|#|<)([\w./-]+\.\w+)[^)]*\)/g)].map(
      (match) => match[1]!,
    );
    expect(links.filter((link) => !existsSync(join(root, dirname(page), link)))).toEqual([]);
  });

  it.each(pages)('%s names only scripts and benchmarks that exist', (page) => {
    const text = read(page);
    const { scripts } = JSON.parse(read('package.json'));
    const named = [...text.matchAll(/npm run ([\w:-]+)/g)].map((match) => match[1]!);
    const benches = [...text.matchAll(/npm run bench -- ([\w-]+)/g)].map(
      (match) => `bench/${match[1]}.bench.ts`,
    );
    const files = [...text.matchAll(/\bnode ([\w/-]+\.[jt]s)/g)].map((match) => match[1]!);
    expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
    expect([...benches, ...files].filter((path) => !isThere(path))).toEqual([]);
  });

  it.each(pages)('%s links only to headings that exist', (page) => {
    const links = [...read(page).matchAll(/\]\(((?!https?:)[\w./-]*)#([^)\s]+)\)/g)];
    const broken = links.filter(
      ([, path = '', anchor = '']) =>
        !anchorsOf(join(dirname(page), path || basename(page))).includes(anchor),
    );
    expect(broken.map(([link]) => link)).toEqual([]);
  });
});

describe('the map', () => {
  it('shows a tree of which every path exists', () => {
    expect(tree.length).toBeGreaterThan(40);
    expect(tree.filter((path) => !isThere(path))).toEqual([]);
  });

  it('says of every path what it holds', () => {
    const lines = map.split('```')[1]!.trim().split('\n');
    expect(lines.filter((line) => !/^\S+ {2}\S/.test(line))).toEqual([]);
  });

  it('leaves out no folder of src to the second level, and no file at the root of service', () => {
    const folders = readdirSync(join(root, 'src'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .flatMap(({ name }) => [
        `src/${name}/`,
        ...readdirSync(join(root, 'src', name), { withFileTypes: true })
          .filter((entry) => entry.isDirectory() || (name === 'service' && entry.name.endsWith('.ts')))
          .map((entry) => `src/${name}/${entry.name}${entry.isDirectory() ? '/' : ''}`),
      ]);
    expect(folders.filter((path) => !tree.includes(path))).toEqual([]);
  });

  it('has the table of walls that the import rules make', () => {
    const rules = createRequire(import.meta.url)('../../.dependency-cruiser.cjs');
    expect(map).toContain(wallTable(rules));
  });

  it('has the folders with an order that the import rules make, without leaving one out', () => {
    const rules = createRequire(import.meta.url)('../../.dependency-cruiser.cjs');
    expect(map).toContain(folderTable(rules));
    const folders = ['service/session', 'service/tables'].flatMap((room) =>
      readdirSync(join(root, 'src', room), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => `${room}/${name}`),
    );
    expect(folders.filter((folder) => !folderTable(rules).includes(`| \`${folder}\` |`))).toEqual([]);
    expect(folders.filter((folder) => !tree.includes(`src/${folder}/`))).toEqual([]);
  });

  it('has the files that name a member of each family; node src/tools/write-map.ts writes them', () => {
    expect(map).toContain(placesTable());
  });

  it('names places and symbols that exist in its table of what to touch', () => {
    const rows = map
      .split('## Adding a member')[1]!
      .split('\n## ')[0]!
      .split('\n')
      .filter((line) => line.startsWith('| ') && !line.startsWith('| to add'));
    expect(rows.length).toBeGreaterThan(8);
    for (const row of rows) {
      const cells = row.split('|').slice(2, -1).join('|');
      const named = [...cells.matchAll(/`([^`]+)`/g)].map((match) => match[1]!);
      expect(named.length, row).toBeGreaterThan(1);
      for (const name of named) {
        const [path, symbol] = name.split('#');
        expect(isThere(path!), `${name} of: ${row}`).toBe(true);
        if (symbol !== undefined) expect(read(path!), name).toMatch(new RegExp(`\\b${symbol}\\b`));
      }
    }
  });
});
