import { expect, it } from 'vitest';
import { ImportSettings } from '../../../../src/contract/imports/import-settings.ts';
import { delimiterWords, encodings } from '../../../../src/web/features/experiments/import-words.ts';

const { delimiter, encoding } = ImportSettings.properties;

it('every sign between cells and every encoding can be chosen', () => {
  expect(Object.keys(delimiterWords).sort()).toEqual([...delimiter.enum].sort());
  expect([...encodings].sort()).toEqual([...encoding.enum].sort());
});
