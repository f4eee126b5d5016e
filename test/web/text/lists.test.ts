import { expect, it } from 'vitest';
import { listed, typedList } from '../../../src/web/text/lists.ts';

it('a list that was typed as one text has entries between commas and semicolons', () => {
  expect(typedList('MeOH, iPrOH; DCE,')).toEqual(['MeOH', 'iPrOH', 'DCE']);
  expect(typedList('P(o-tol)3')).toBeUndefined();
  expect(typedList('MeOH,')).toBeUndefined();
});

it('names are listed as in a sentence', () => {
  expect([[], ['A'], ['A', 'B'], ['A', 'B', 'C']].map(listed)).toEqual(['', 'A', 'A and B', 'A, B and C']);
});
