import { describe, expect, test } from 'vitest';
import { initialDesign } from '../../../src/engine/design/initial-design.ts';
import { columnDependences } from '../../../src/engine/linalg/column-dependence.ts';
import { context, labels, real, rowsOf, spaceOf } from './support.ts';

const spaceWith = (numbers: number, categories: number) =>
  spaceOf([
    ...Array.from({ length: numbers }, (_, i) => real(`x${i}`)),
    ...Array.from({ length: categories }, (_, i) => labels(`c${i}`, 'p', 'q')),
  ]);

const make = (numbers: number, categories: number, options = {}) =>
  initialDesign(
    { space: spaceWith(numbers, categories), method: 'definitive_screening', seed: 1, ...options },
    context,
  );

/** Coded rows, categories as −1 and +1. */
function codedRows(numbers: number, categories: number): number[][] {
  const rows = rowsOf(make(numbers, categories).points, numbers + categories);
  return rows.map((row) => row.map((value, k) => (k < numbers ? value : 2 * value - 1)));
}

const gram = (rows: readonly number[][]) =>
  rows[0].map((_, i) => rows[0].map((__, j) => rows.reduce((sum, row) => sum + row[i] * row[j], 0)));

function determinant(matrix: readonly number[][]): number {
  if (matrix.length === 1) return matrix[0][0];
  return matrix[0].reduce((sum, value, j) => {
    const minor = matrix.slice(1).map((row) => row.filter((_, k) => k !== j));
    return sum + (j % 2 === 0 ? 1 : -1) * value * determinant(minor);
  }, 0);
}

describe('definitive screening with categories', () => {
  test.each([
    [4, 1, 14],
    [4, 2, 14],
    [5, 1, 14],
    [6, 2, 18],
    [8, 4, 26],
    [4, 4, 18],
  ])(
    '%i numbers and %i categories: main effects clear of squares and products, squares estimable',
    (numbers, categories, count) => {
      const rows = codedRows(numbers, categories);
      expect(rows).toHaveLength(count);
      const k = numbers + categories;
      expect(rows.every((row) => row.slice(numbers).every((value) => Math.abs(value) === 1))).toBe(true);
      for (let i = 0; i < k; i++)
        for (let a = 0; a < k; a++)
          for (let b = a; b < k; b++)
            if (a !== b || a < numbers)
              expect(rows.reduce((sum, row) => sum + row[i] * row[a] * row[b], 0)).toBe(0);
      const information = gram(rows);
      for (let i = 0; i < numbers; i++)
        for (let j = 0; j < k; j++)
          if (i !== j) expect(Math.abs(information[i][j])).toBe(j < numbers ? 0 : 2);
      const model = rows.map((row) => [1, ...row, ...row.slice(0, numbers).map((x) => x * x)]);
      const p = 1 + k + numbers;
      expect(columnDependences(Float64Array.from(model.flat()), count, p)).toEqual([]);
    },
  );

  test('no other signs of the zeros estimate main effects better', () => {
    for (const categories of [2, 3]) {
      const rows = codedRows(4, categories);
      const half = rows.filter((_, i) => i % 2 === 0);
      const centre = half.length - 1;
      // A category has its zeros in its own row of the conference matrix and in the centre run.
      const free = Array.from({ length: categories }, (_, c) => [
        { row: 4 + c, column: 4 + c },
        { row: centre, column: 4 + c },
      ]).flat();
      const chosen = determinant(gram(half));
      for (let signs = 0; signs < 2 ** free.length; signs++) {
        const other = half.map((row) => [...row]);
        free.forEach(({ row, column }, bit) => {
          other[row][column] = (signs >> bit) & 1 ? 1 : -1;
        });
        expect(determinant(gram(other))).toBeLessThanOrEqual(chosen * (1 + 1e-9));
      }
    }
  });

  test('centre runs are pairs, fake factors add pairs, and what does not fit is refused', () => {
    expect(make(4, 1, { nCenter: 2 })).toMatchObject({
      count: 16,
      designInfo: { screeningRuns: 12, centerRuns: 4, totalRuns: 16 },
    });
    expect(make(4, 2, { nFake: 2, nCenter: 0 }).count).toBe(16);
    expect(() => make(0, 3)).toThrow(/works on numeric variables, 'c0' is categorical/);
    expect(() => make(1, 1)).toThrow(/at least 3/);
    const space = spaceOf([real('a'), real('b'), labels('base', 'x', 'y', 'z')]);
    expect(() => initialDesign({ space, method: 'definitive_screening', seed: 1 }, context)).toThrow(
      /'base' has 3 categories/,
    );
  });
});
