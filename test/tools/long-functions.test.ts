import { expect, it } from 'vitest';
import { longFunctions } from '../../src/tools/long-functions.ts';

it('no function is longer than 60 lines', () => {
  expect(longFunctions('src/**/*.ts', 60)).toEqual([]);
});

it('functions of the web application have at most 60 lines', () => {
  expect(longFunctions('src/web/**/*.{ts,tsx}', 60)).toEqual([]);
});
