import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { written, writtenFiles } from '../../bench/write-docs.ts';

const root = join(import.meta.dirname, '../..');

/** `node bench/write-docs.ts` writes them. */
describe('published benchmarks', () => {
  it.each(writtenFiles)('are those of bench/results in %s', (path) => {
    const text = readFileSync(join(root, path), 'utf8');
    expect(text).toBe(written(path, text));
  });

  it('need the marks of their tables', () => {
    expect(() => written('docs/cost.md', '# Costs')).toThrow("docs/cost.md: the marks '<!-- cost:");
  });
});
