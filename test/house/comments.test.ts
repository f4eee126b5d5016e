import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Files that are not in this tree: a header of TensorFlow. */
const elsewhere = new Set(['tensorflow/c/tf_datatype.h']);

const files = (pattern: string): string[] =>
  globSync(pattern, { cwd: root }).map((path) => path.replaceAll('\\', '/'));

/** Comments of a file in TypeScript, C++ or CUDA, with the number of their first line. */
function commentsOf(text: string): { line: number; comment: string }[] {
  return [...text.matchAll(/\/\*.*?\*\/|(?<![:'"`])\/\/[^\n]*/gs)].map((match) => ({
    line: text.slice(0, match.index).split('\n').length,
    comment: match[0],
  }));
}

it('comments name files that are there', () => {
  const known = files('{src,kernels,bench,test,docs,bin}/**/*').concat(files('*.md'));
  const isThere = (name: string): boolean =>
    known.some((path) => path === name || path.endsWith(`/${name.replace(/^(\.{1,2}\/)+/, '')}`));
  const wrong = files('{src,kernels,bench,test}/**/*.{ts,tsx,cc,cu,h}').flatMap((path) =>
    commentsOf(readFileSync(`${root}${path}`, 'utf8')).flatMap(({ line, comment }) =>
      [...comment.matchAll(/(?<![\w>.])[\w@-][\w.@/-]*\.(?:tsx?|cc|cu|h|md|py)\b/g)]
        .map(([name]) => name)
        .filter((name) => !isThere(name) && !elsewhere.has(name))
        .map((name) => `${path}:${line}: ${name}`),
    ),
  );
  expect(wrong).toEqual([]);
});

it('every function that a file of the engine exports has a docstring', () => {
  const bare = files('src/engine/**/*.ts').flatMap((path) => {
    const seen = new Set<string>();
    const text = readFileSync(`${root}${path}`, 'utf8');
    return [...text.matchAll(/^export function\*? (\w+)/gm)]
      .filter(({ 1: name = '', index }) => {
        const isFirst = !seen.has(name);
        seen.add(name);
        return isFirst && !text.slice(0, index).trimEnd().endsWith('*/');
      })
      .map(([, name]) => `${path}: ${name}`);
  });
  expect(bare).toEqual([]);
});
