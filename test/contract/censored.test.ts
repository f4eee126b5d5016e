import { describe, expect, it } from 'vitest';
import {
  censoredCell,
  resultCell,
  type Side,
  sideInCell,
  sideOfLimit,
  valueOfLimit,
} from '../../src/contract/experiments/censored.ts';

describe('results of which only a limit is known', () => {
  it.each([
    [{ above: 99 }, 'above', '>99'],
    [{ below: 0 }, 'below', '<0'],
  ] as const)('%o has a value, a side, and a cell in a file', (limit, side, cell) => {
    expect(sideOfLimit(limit)).toBe(side);
    expect(resultCell(valueOfLimit(limit), sideOfLimit(limit))).toBe(cell);
  });

  it('leaves measured and missing results as they are', () => {
    expect(resultCell(71.3, undefined)).toBe(71.3);
    expect(resultCell(null, undefined)).toBe(null);
    expect(resultCell(null, 'above')).toBe(null);
  });

  it.each<Readonly<Record<string, Side>>>([
    {},
    { yield: 'above' },
    { yield: 'above', impurity: 'below' },
    { 'impurity A': 'below', yield: 'above' },
  ])('the column Censored gives back the sides of %o', (censored) => {
    const cell = censoredCell(censored);
    for (const name of ['yield', 'impurity', 'impurity A', 'A', 'Impurity'])
      expect(sideInCell(cell, name), name).toBe(censored[name]);
  });

  it('names objectives and signs, with commas between', () => {
    expect(censoredCell({ yield: 'above', impurity: 'below' })).toBe('yield >, impurity <');
    expect(censoredCell({})).toBe('');
  });

  it('knows no side of an empty cell', () => {
    expect(sideInCell(null, 'yield')).toBeUndefined();
    expect(sideInCell(undefined, 'yield')).toBeUndefined();
  });
});
