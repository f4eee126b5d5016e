import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Rows of the table under the heading, without its head. */
function tableUnder(heading: string): string[][] {
  const section = read('docs/glossary.md').split(`## ${heading}`)[1]!.split('\n## ')[0]!;
  return section
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

const banned = tableUnder('Words to avoid').map(([word]) => word!);

/** Kernels, whose comments change with their next change. */
const later = /^kernels\//;

/** The word in these files is the name of something else, or is left for a later change. */
const exempt: Readonly<Record<string, RegExp>> = {
  card: /^src\/web\//,
  cards: /^src\/web\//,
  anew: later,
  'goes on': later,
  'go on': later,
};

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((path) => /^(src|kernels|docs|bench)\/|^(README|CONTRIBUTING)\.md$|^Dockerfile/.test(path))
  .filter((path) => /\.(ts|tsx|html|css|md|cc|cu|h|def|py)$|^Dockerfile/.test(path))
  .filter((path) => path !== 'docs/glossary.md');

const pattern = (word: string) => new RegExp(`(?<![\\w-])${word.replaceAll(' ', '\\s+')}(?![\\w-])`, 'gi');

function findingsIn(path: string, text: string): string[] {
  return banned
    .filter((word) => exempt[word]?.test(path) !== true)
    .flatMap((word) =>
      [...text.matchAll(pattern(word))].map((match) => {
        const line = text.slice(0, match.index).split('\n').length;
        return `${path}:${line}: '${match[0]}'; see docs/glossary.md`;
      }),
    );
}

describe('words', () => {
  it('finds a banned word in a text', () => {
    expect(findingsIn('docs/x.md', 'What is left of\nthe Purse.')).toEqual([
      "docs/x.md:2: 'Purse'; see docs/glossary.md",
    ]);
    expect(findingsIn('src/web/x.tsx', 'a card')).toEqual([]);
  });

  it('are those of the glossary in documentation, sources and messages', () => {
    expect(files.length).toBeGreaterThan(400);
    expect(files.flatMap((path) => findingsIn(path, read(path)))).toEqual([]);
  });

  it('name no paragraphs of a private specification', () => {
    const named = files
      .filter((path) => path.startsWith('src/') && path.endsWith('.ts'))
      .flatMap((path) =>
        [
          ...read(path).matchAll(
            /^\s*(?:\/\*\*|\*|\/\/).*?(?:interface, §|\b[A-EP]\d{1,2} (?:and|entries|to)\b|, E\d and E\d\b)/gm,
          ),
        ].map((match) => `${path}: ${match[0].trim()}`),
      );
    expect(named).toEqual([]);
  });
});
