import { expect, it } from 'vitest';
import { staleTables } from '../../../src/tools/write-covariance-table.ts';

it('the tables of tokens and parameter counts are those of the definitions', () => {
  expect(staleTables()).toEqual([]);
});
