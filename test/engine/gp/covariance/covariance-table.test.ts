import { expect, it } from 'vitest';
import { operatorTokens } from '../../../../src/engine/compute/covariance-code.ts';
import { covariances } from '../../../../src/engine/gp/covariance/index.ts';
import { staleTables } from '../../../../src/tools/write-covariance-table.ts';

it('the tables of tokens and parameter counts are those of the definitions', () => {
  expect(staleTables()).toEqual([]);
});

it('no two covariances or operators share a token', () => {
  const own = [
    ...Object.values(covariances).map(({ token }) => token),
    ...Object.values<number>(operatorTokens),
  ];
  expect(new Set(own).size).toBe(own.length);
});
