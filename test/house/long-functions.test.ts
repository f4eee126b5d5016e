import { expect, it } from 'vitest';
import { longFunctions } from '../../src/tools/long-functions.ts';

it('functions of the web application have at most 60 lines', () => {
  expect(longFunctions('src/web/**/*.{ts,tsx}', 60)).toEqual([]);
});
