import { expect, it } from 'vitest';
import { longFunctions } from '../../src/tools/long-functions.ts';

it('no function is longer than 60 lines', () => {
  expect(longFunctions('src/**/*.{ts,tsx}', 60)).toEqual([]);
});
