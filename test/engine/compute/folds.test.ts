import { expect, it } from 'vitest';
import { foldsOf } from '../../../src/engine/compute/folds.ts';
import { ShapeError } from '../../../src/engine/errors.ts';

const sizes = { n: 4, m: 3, folds: 2 };

it('finds the rows of each fold and where their results begin', () => {
  expect(foldsOf(Int32Array.of(1, 2, 3, 0, 3), sizes)).toEqual([
    { fold: 0, rows: Int32Array.of(3), from: 0 },
    { fold: 1, rows: Int32Array.of(0, 3), from: 1 },
  ]);
});

it.each([
  ['too few numbers', [1, 2, 3, 0]],
  ['a fold beyond the rows', [1, 3, 3, 0, 1]],
  ['fewer rows than stated', [1, 1, 3, 0, 1]],
  ['a negative count', [4, -1, 3, 0, 1]],
  ['a row that is not there', [1, 2, 4, 0, 1]],
  ['a row twice in a fold', [1, 2, 3, 1, 1]],
])('refuses %s', (_what, rest) => {
  expect(() => foldsOf(Int32Array.from(rest), sizes)).toThrow(ShapeError);
});
