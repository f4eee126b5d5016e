import { expect, it } from 'vitest';
import { flatWords, isFlat } from '../../../../src/web/features/model/flat-results.ts';

it('results are flat if there are some and all are the same number', () => {
  const rows = (...values: (number | string | null)[]) => values.map((yield_) => ({ yield: yield_ }));
  expect(isFlat(rows(42, 42, null, 42), 'yield')).toBe(true);
  expect(isFlat(rows(42, 42.1), 'yield')).toBe(false);
  // Limits are no equal results: the values behind them may differ.
  expect(isFlat(rows('>99', '>99'), 'yield')).toBe(false);
  expect(isFlat(rows(null), 'yield')).toBe(false);
  expect(isFlat(rows(42), 'purity')).toBe(false);
});

it('one result is not called equal to others', () => {
  expect(flatWords([{ yield: 42 }, { yield: null }], 'yield')).toMatch(/^One result alone/);
  expect(flatWords([{ yield: 42 }, { yield: 42 }], 'yield')).toMatch(/^All results are equal/);
  expect(flatWords([{ yield: 42 }, { yield: 43 }], 'yield')).toBeUndefined();
});
