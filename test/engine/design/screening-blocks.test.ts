import { describe, expect, test } from 'vitest';
import { blocksOfPairs } from '../../../src/engine/design/classical/screening-blocks.ts';
import { initialDesign } from '../../../src/engine/design/initial-design.ts';
import { columnDependences } from '../../../src/engine/linalg/column-dependence.ts';
import { context, labels, real, rowsOf, spaceOf } from './support.ts';

function made(numbers: number, categories: number, options: object) {
  const space = spaceOf([
    ...Array.from({ length: numbers }, (_, i) => real(`x${i}`)),
    ...Array.from({ length: categories }, (_, i) => labels(`c${i}`, 'p', 'q')),
  ]);
  const design = initialDesign({ space, method: 'definitive_screening', seed: 1, ...options }, context);
  const rows = rowsOf(design.points, numbers + categories);
  return {
    design,
    of: [...(design.blocks ?? [])],
    coded: rows.map((row) => row.map((value, k) => (k < numbers ? value : 2 * value - 1))),
  };
}

const sorted = (rows: readonly number[][]) => rows.map((row) => row.map((x) => x + 0).join()).sort();

describe('definitive screening in blocks', () => {
  test.each([
    [3, 0, 2, {}, [5, 5]],
    [4, 0, 4, {}, [3, 3, 3, 3]],
    [6, 0, 2, {}, [7, 7]],
    [6, 0, 4, { nCenter: 2 }, [6, 6, 4, 4]],
    [7, 0, 3, { nFake: 2 }, [9, 7, 7]],
    [12, 0, 12, {}, new Array(12).fill(3)],
    [4, 2, 2, {}, [8, 8]],
    [3, 2, 3, {}, [6, 6, 6]],
    [6, 4, 5, {}, new Array(5).fill(6)],
  ])(
    '%i numbers and %i categories in %i blocks: main effects orthogonal to blocks, squares and products; squares estimable',
    (numbers, categories, nBlocks, options, sizes) => {
      const { design, of, coded } = made(numbers, categories, { nBlocks, ...options });
      const k = numbers + categories;
      expect(design.designInfo).toMatchObject({ blockRuns: sizes, totalRuns: of.length });
      expect(sizes.map((_, at) => of.filter((block) => block === at + 1).length)).toEqual(sizes);
      for (let i = 0; i < k; i++) {
        for (let block = 1; block <= nBlocks; block++)
          expect(coded.reduce((sum, row, run) => sum + (of[run] === block ? row[i] : 0), 0)).toBe(0);
        for (let a = 0; a < k; a++)
          for (let b = a + 1; b < k; b++)
            expect(coded.reduce((sum, row) => sum + row[i] * row[a] * row[b], 0)).toBe(0);
      }
      const model = coded.map((row, run) => [
        ...sizes.map((_, at) => (of[run] === at + 1 ? 1 : 0)),
        ...row,
        ...row.slice(0, numbers).map((x) => x * x),
      ]);
      const p = model[0].length;
      expect(columnDependences(Float64Array.from(model.flat()), model.length, p)).toEqual([]);
    },
  );

  test('the runs are those without blocks, with a centre run in each', () => {
    const plain = made(6, 0, { nCenter: 3 });
    const blocked = made(6, 0, { nBlocks: 3 });
    expect(sorted(blocked.coded)).toEqual(sorted(plain.coded));
    expect(plain.design.blocks).toBeUndefined();
    const central = blocked.coded.flatMap((row, run) => (row.every((x) => x === 0) ? [blocked.of[run]] : []));
    expect(central).toEqual([1, 2, 3]);
  });

  test('exchanges spread products over the blocks: none has more than half of what dealing leaves', () => {
    // The largest share of the variation of a product that is between two blocks, of ten factors.
    const { coded } = made(10, 0, { nCenter: 0 });
    const half = coded.filter((_, i) => i % 2 === 0);
    const largest = (of: readonly number[]) => {
      let most = 0;
      for (let i = 0; i < 10; i++)
        for (let j = i + 1; j < 10; j++) {
          const total = half.reduce((sum, row, pair) => sum + (of[pair] === 1 ? row[i] * row[j] : 0), 0);
          most = Math.max(most, Math.abs(total));
        }
      return most;
    };
    expect(largest(half.map((_, pair) => 1 + (pair % 2)))).toBe(4);
    expect(largest(blocksOfPairs(half, 2))).toBe(2);
  });

  test.each([
    [10, 2],
    [12, 3],
    [16, 4],
  ])('no exchange of two pairs spreads the products of %i factors over %i blocks better', (k, blocks) => {
    const half = made(k, 0, { nCenter: 0 }).coded.filter((_, i) => i % 2 === 0);
    const spread = (of: readonly number[]) => {
      let sum = 0;
      for (let block = 1; block <= blocks; block++)
        for (let i = 0; i < k; i++)
          for (let j = i + 1; j < k; j++)
            sum += half.reduce((total, row, at) => total + (of[at] === block ? row[i] * row[j] : 0), 0) ** 4;
      return sum;
    };
    const found = blocksOfPairs(half, blocks);
    const least = spread(found);
    for (let a = 0; a < half.length; a++)
      for (let b = a + 1; b < half.length; b++)
        expect(spread(found.with(a, found[b]).with(b, found[a]))).toBeGreaterThanOrEqual(least);
  });

  test('more blocks than pairs are refused', () => {
    expect(() => made(4, 0, { nBlocks: 5 })).toThrow('n_blocks is 5, and the design has 4 pairs of runs');
    expect(made(4, 0, { nBlocks: 4, nFake: 2 }).design.count).toBe(16);
  });
});
