import { describe, expect, it, vi } from 'vitest';
import type { QueueItem } from '../../../src/web/api/types.ts';
import { plannedText } from '../../../src/web/domain/queue/read-completion.ts';
import { chance } from '../../../src/web/features/analysis/analysis.ts';
import { valueWords } from '../../../src/web/features/history/audit-words.ts';
import {
  distinctFormatter,
  show,
  showEstimate,
  showFixed,
  showSetting,
  showToError,
  showWithUnit,
} from '../../../src/web/text/format.ts';
import { entriesOf, numbersOf } from '../../../src/web/text/lists.ts';
import {
  decimalSign,
  inRegion,
  localCells,
  parseNumber,
  readNumber,
  withSign,
  writeNumber,
  writeValue,
} from '../../../src/web/text/numbers.ts';

describe('numbers as people write them', () => {
  it.each([
    ['1.5', 1.5],
    ['118,5', 118.5],
    ['0,5', 0.5],
    ['-3', -3],
    ['−2,5', -2.5],
    ['–2.5', -2.5],
    ['－１２．５', -12.5],
    ['٣٫٥', 3.5],
    ['-۱۲٬۳۴۵٫۵', -12345.5],
    ['१२.५', 12.5],
    ['２ｅ－３', 0.002],
    ['2e-3', 0.002],
    ['1.234.567', 1234567],
    ['1,234.5', 1234.5],
    ['1.234,5', 1234.5],
    ['1 234,5', 1234.5],
    ['1 500', 1500],
    ['1\u202f234,5', 1234.5],
    ['1\u2007234,5', 1234.5],
    ['1’000.5', 1000.5],
    ['−12’345’678', -12345678],
    ['1,00,000', 100000],
    ['12,34,567.5', 1234567.5],
    ['1,00,00', undefined],
    ['1.00.000', undefined],
    ['0,125', 0.125],
    ['.5', 0.5],
    ['1e5', 1e5],
    ['', undefined],
    [' ', undefined],
    ['1,2,3', undefined],
    ['0x10', undefined],
    ['warm', undefined],
    ['Infinity', undefined],
    ['1e999', undefined],
    ['2e−3', 0.002],
    [' 1.25 ', 1.25],
    ['.55', 0.55],
    ['1.234,56', 1234.56],
    ['12,34,56,789', 123456789],
    ['-1,00,000.25', -100000.25],
    ['1.234.5', undefined],
    ['1,234,5', undefined],
    ['n1.234,5', undefined],
    ['1.234,5n', undefined],
    ['n1,00,000', undefined],
    ['1,00,000n', undefined],
  ])('%j is %s in any region', (text, value) => {
    expect(parseNumber(text, 'en-US')).toBe(value);
    expect(parseNumber(text, 'de-DE')).toBe(value);
  });

  it('says why a text is no number', () => {
    expect([' ', 'warm', '1e999', '1.234.5'].map((text) => readNumber(text, 'en').problem)).toEqual([
      'missing',
      'not a number',
      'too large',
      'not a number',
    ]);
  });

  it('have a point or a comma, whatever the region writes', () => {
    expect(['en-US', 'de-DE', 'fr-CH', 'ar-EG'].map((locale) => decimalSign(locale))).toEqual([
      '.',
      ',',
      ',',
      '.',
    ]);
  });

  it('refuses what could be two numbers, and says which', () => {
    expect(parseNumber('1.500', 'en-US')).toBe(1.5);
    expect(readNumber('1.500', 'de-DE').problem).toBe('may mean 1500 or 1,5; write one of these');
    expect(parseNumber('1,500', 'de-DE')).toBe(1.5);
    expect(readNumber('1,500', 'en-US').problem).toBe('may mean 1500 or 1.5; write one of these');
  });

  it('are written so that they are read again, every digit kept', () => {
    for (const locale of ['en-US', 'de-DE', 'fr-CH'])
      for (const value of [1.234, 1234.5, -0.1 - 0.2, 1e-9, 6.02e23, 1500, 0])
        expect(parseNumber(writeNumber(value, locale), locale)).toBe(value);
    expect(writeNumber(118.5, 'de-DE')).toBe('118,5');
    expect(writeNumber(9e12, 'en')).toBe('9e12');
    expect(writeNumber(-2.5e14, 'de-DE')).toBe('-2,5e14');
    expect(writeNumber(120_000, 'en')).toBe('120000');
    expect([1e6, 1e7].map((value) => writeNumber(value, 'en'))).toEqual(['1000000', '1e7']);
    expect([null, undefined, 7, 'THF', false].map(writeValue)).toEqual(['', '', '7', 'THF', 'false']);
  });

  it('of one block from a spreadsheet have one decimal sign', () => {
    const block = [
      ['A', '1.234', '0.5'],
      ['B', '2.500', ''],
    ];
    expect(localCells(block, 'de-DE')).toEqual([
      ['A', '1,234', '0,5'],
      ['B', '2,500', ''],
    ]);
    expect(localCells(block, 'en-US')).toEqual(block);
    expect(localCells([[' 1,234', '0,5 ']], 'en-US')).toEqual([['1.234', '0.5']]);
    for (const cells of [['1.500', '0,5'], ['1.500'], ['1.5', '0,5']])
      expect(localCells([cells], 'de-DE')).toEqual([cells]);
  });
});

describe('sentences of the server', () => {
  const german = (text: string, names?: readonly string[]) => inRegion(text, names, 'de-DE');
  it('have the decimal sign of the person', () => {
    expect(german('Expected: Yield 88.2 (95 % interval 74.4 to -92.3); gain 1.5e-7.')).toBe(
      'Expected: Yield 88,2 (95 % interval 74,4 to -92,3); gain 1,5e-7.',
    );
    expect(german('The limit is 0.5, not 12.5%.')).toBe('The limit is 0,5, not 12,5%.');
    expect(inRegion('0.5', [], 'en-GB')).toBe('0.5');
  });
  it('keep names, what is quoted, versions and addresses', () => {
    const names = ['Acid 0.5 M', 'x'];
    expect(german('Acid 0.5 M at 0.25 beats x', names)).toBe('Acid 0.5 M at 0,25 beats x');
    expect(german("variable 'pH 7.4' is above 8.1; “1.5” too")).toBe(
      "variable 'pH 7.4' is above 8,1; “1.5” too",
    );
    expect(german('version 1.2.3 at 127.0.0.1, CAT-1.5, H2.5O')).toBe(
      'version 1.2.3 at 127.0.0.1, CAT-1.5, H2.5O',
    );
    expect(german("a run's 1.5 and its neighbour's 2.5")).toBe("a run's 1,5 and its neighbour's 2,5");
  });
});

describe('digits', () => {
  it('a number that is missing has no unit', () => {
    expect(showWithUnit(12.3456, '%', 3)).toBe('12.3 %');
    expect(showWithUnit(null, '%')).toBe('–');
    expect(showWithUnit(Number.NaN, '%')).toBe('–');
  });
  it('numbers of one scale have as many as distinguish them', () => {
    const near = [41.998, 41.9985, 41.999];
    expect(near.map(distinctFormatter(near))).toEqual(['41.998', '41.9985', '41.999']);
    expect([101325.1, 101325.2].map(distinctFormatter([101325.1, 101325.2]))).toEqual([
      '101325.1',
      '101325.2',
    ]);
    expect([20, 40, 60].map(distinctFormatter([20, 40, 60], 3))).toEqual(['20', '40', '60']);
    expect(distinctFormatter([42, 42])(42)).toBe('42');
    expect([1e12, 1.00001e12].map(distinctFormatter([1e12, 1.00001e12]))).toEqual(['1e12', '1.00001e12']);
  });

  it('of an estimate go to the second digit of its error', () => {
    expect(showToError(87.3219, 2.14)).toBe('87.3');
    expect(showToError(87.3219, 0.021)).toBe('87.322');
    expect(showToError(12345.6, 340)).toBe('12350');
    expect(showToError(-0.0004, 0.21)).toBe('0.00');
    expect(showToError(4.2, null)).toBe('4.2');
    expect(showToError(4.23456, 0)).toBe('4.235');
    expect(showToError(Number.NaN, 1)).toBe('–');
    expect(showToError(3e-7, 2e-8)).toBe('3.0e−7'.replace('3.0', '3'));
  });

  it('of a table of statistics are as many in every row', () => {
    const rows = [2, -0.3549, -0.0001, 51.8, 2.5e7, null, Number.NaN];
    expect(rows.map((value) => showFixed(value, 2))).toEqual([
      ...['2.00', '−0.35', '0.00', '51.80', '2.5e7', '–', '–'],
    ]);
    expect([0.3, 0.00204, 2e-5, null].map(chance)).toEqual(['0.3000', '0.0020', '< 0.0001', '–']);
    vi.stubGlobal('navigator', { language: 'de' });
    expect([0.3, 2e-5].map(chance)).toEqual(['0,3000', '< 0,0001']);
    vi.unstubAllGlobals();
  });

  it('of both numbers agree', () => {
    expect(showEstimate(87.3219, 2.14, '%')).toBe('87.3 ± 2.1 %');
    expect(showEstimate(87.3219, 0, '%')).toBe('87.32 %');
    expect(showEstimate(88.6, 0.0000102, '%')).toBe('88.6 ± 1e−5 %');
    expect(showEstimate(1.5, null)).toBe('1.5');
    expect(show(-0.00001234)).toBe('−1.234e−5');
  });
});

describe('a setting', () => {
  it('has the same digits on a card, in a list, in a field and in the audit log', () => {
    for (const [value, text] of [
      [121 / 3, '40.3333'],
      [0.1 + 0.2, '0.3'],
      [1234.5678, '1234.57'],
      [1_004_000, '1004000'],
      [2_512_345, '2512345'],
      [0.000012, '0.000012'],
      [1e8, '1e8'],
    ] as const) {
      expect(showSetting(value)).toBe(text);
      expect(plannedText({ inputs: { x: value } } as unknown as QueueItem, 'x')).toBe(text);
      expect(valueWords(value)).toBe(text);
    }
    expect([showSetting(80, '°C'), showSetting('THF', null), showSetting(null, '°C')]).toEqual([
      '80 °C',
      'THF',
      '–',
    ]);
  });
});

describe('lists', () => {
  it('are taken apart at cells, never at commas', () => {
    expect(entriesOf('1,4-dioxane')).toEqual(['1,4-dioxane']);
    expect(entriesOf('1,4-dioxane\nN,N-DMF\r\n toluene \n')).toEqual(['1,4-dioxane', 'N,N-DMF', 'toluene']);
    expect(entriesOf('THF\tDMSO; dry')).toEqual(['THF', 'DMSO; dry']);
  });

  it('of numbers keep decimal commas', () => {
    expect(numbersOf('0,5; 1; 2')).toEqual(['0,5', '1', '2']);
    expect(numbersOf('1, 2, 5')).toEqual(['1', '2', '5']);
    expect(numbersOf('0.5\t1\n2')).toEqual(['0.5', '1', '2']);
  });
});

it.each([
  ['82', '-', '-82'],
  ['-82', '-', '82'],
  ['−0,5', '-', '0,5'],
  ['99', '>', '>99'],
  ['>99', '>', '99'],
  ['>99', '<', '<99'],
  ['≥ 99', '<', '<99'],
  ['>5', '-', '>-5'],
  ['>= -5', '<', '<-5'],
  ['', '<', '<'],
] as const)('the keys of a touch screen turn %j with %s into %j', (text, sign, after) => {
  expect(withSign(text, sign)).toBe(after);
});
