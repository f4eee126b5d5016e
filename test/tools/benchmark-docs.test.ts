import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { benchmarksPage, benchmarksPlot, filesWithTable, withTable } from '../../bench/write-docs.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** `node bench/write-docs.ts` writes them. */
describe('published benchmarks', () => {
  it('are those of bench/results on their page', () => {
    expect(read('docs/benchmarks.md')).toBe(benchmarksPage());
  });

  it('are drawn from the same figures', () => {
    expect(read('docs/benchmarks.svg')).toBe(benchmarksPlot());
  });

  it.each(Object.keys(filesWithTable) as (keyof typeof filesWithTable)[])('are the same in %s', (path) => {
    const text = read(path);
    expect(text).toBe(withTable(path, text));
  });
});
