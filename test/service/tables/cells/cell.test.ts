import { describe, expect, it } from 'vitest';
import { findDecimal, hasDecimalComma, readCell } from '../../../../src/service/tables/cells/cell.ts';

const number = (value: number, unit: string | null = null, error: number | null = null) => ({
  kind: 'number',
  value,
  unit,
  error,
});

describe('a cell of numbers', () => {
  it.each([
    ['45.2', 45.2],
    ['.5', 0.5],
    ['5.', 5],
    ['+3', 3],
    ['-3', -3],
    ['−3', -3],
    ['– 3', -3],
    ['－3', -3],
    ['1e-3', 0.001],
    ['1E3', 1000],
    ['1.5e+2', 150],
    ['1.5e−3', 0.0015],
    ['1e-12', 1e-12],
    ['2.5E+10', 2.5e10],
    ['.25', 0.25],
    ['1,234.5', 1234.5],
    ["1'234", 1234],
    ['12’345.5', 12345.5],
    ['1 234 567', 1234567],
    ['-1\u202f234.5', -1234.5],
    ['12,34,567.5', 1234567.5],
    ['1,5', 1.5],
    ['0,1234', 0.1234],
    ['0,125', 0.125],
    ['-0,125', -0.125],
    [',125', 0.125],
    ['1234,567', 1234.567],
    ['~25,5', 25.5],
    ['– 25,5', -25.5],
    ['-25,55', -25.55],
    ['−25,5', -25.5],
    ['1,500', 1500],
    ['1.5·10^-3', 0.0015],
    ['1.5 x 10-3', 0.0015],
    ['1.5×10⁻³', 0.0015],
    ['1.20D-03', 0.0012],
    ['2*10^(4)', 20000],
    ['3 ⋅ 10²', 300],
    ['10⁻³', 0.001],
    ['6.02·10^23', 6.02e23],
    ['6.02·10 ^ 23', 6.02e23],
    ['1.5·10-12', 1.5e-12],
    ['1.5·10⁻¹²', 1.5e-12],
    ['10 ^ 3', 1000],
    ['10^3', 1000],
    ['~5', 5],
    ['ca. 5', 5],
    ['approx 5', 5],
    ['about 5', 5],
    ['ca 5', 5],
    ['ca.5', 5],
    ['circa 5', 5],
    ['approx.5', 5],
    ['etwa 5', 5],
    ['env 5', 5],
    ['env. 5', 5],
    ['45.2*', 45.2],
    ['45.2 †‡', 45.2],
    ['４５．２', 45.2],
  ])('%j is %s', (text, value) => {
    expect(readCell(text, '.')).toEqual(number(value));
    expect(readCell(` ${text} `, '.')).toEqual(number(value));
  });

  it.each([
    ['0,5', 0.5],
    [',5', 0.5],
    ['1.234,5', 1234.5],
    ['1.234.567', 1234567],
    ['1 234,5', 1234.5],
    ['40.0', 40],
    ['40.55', 40.55],
    ['-4.5', -4.5],
    ['−4.5', -4.5],
    ['1.2345', 1.2345],
    ['0.125', 0.125],
    ['−0.125', -0.125],
    ['.125', 0.125],
    ['1234.567', 1234.567],
    [',25', 0.25],
    ['1,5e10', 1.5e10],
    ['1.500', 1500],
    ['1,500', 1.5],
    ['1,5e-3', 0.0015],
    ['1,5·10⁴', 15000],
  ])('%j is %s where commas are decimal', (text, value) => {
    expect(readCell(text, ',')).toEqual(number(value));
  });

  it.each([
    ['45.2 %', 45.2, '%'],
    ['4５％', 45, '%'],
    ['2.5 mL/min', 2.5, 'mL/min'],
    ['-20°C', -20, '°C'],
    ['$ 12.5', 12.5, '$'],
    ['€12', 12, '€'],
    ['€ 12,5', 12.5, '€'],
    ['0,125 g', 0.125, 'g'],
    ['45 %*', 45, '%'],
    ['1,5 g', 1.5, 'g'],
    ['25,5 mL', 25.5, 'mL'],
    ['25,55%', 25.55, '%'],
    ['$12.5*', 12.5, '$'],
  ])('%j has its unit', (text, value, unit) => {
    expect(readCell(text, '.')).toEqual(number(value, unit));
  });

  it.each([
    ['40 ± 1.2', null, 1.2],
    ['40.0(12)', null, 1.2],
    ['40(3)', null, 3],
    ['40.0(12) %', '%', 1.2],
    ['40 +/- 1.2 %', '%', 1.2],
    ['40 +- 1,25', null, 1.25],
    ['40 (± 2)', null, 2],
    ['40 % ± 1.2 %', '%', 1.2],
    ['40 % ± 1.2', '%', 1.2],
    ['40 % (± 1.2)', '%', 1.2],
    ['40 g/(L·h) ± 1.2', 'g/(L·h)', 1.2],
    ['4.00e1(3)', null, 0.3],
    ['40 ± 1e-2', null, 0.01],
    ['40±1.2', null, 1.2],
    ['40 +/-1.2', null, 1.2],
    ['40 ±1e-10', null, 1e-10],
    ['40 ± 1e1', null, 10],
    ['40,0±0,25', null, 0.25],
    ['40,00 ± 0,25', null, 0.25],
    ['40,00 ± 0,125', null, 0.125],
    ['40%± 1.2', '%', 1.2],
    ['40 % +- 1.2', '%', 1.2],
    ['40 ( ± 1.2 )', null, 1.2],
    ['40 (± 1.2 %)', '%', 1.2],
  ])('%j has its error', (text, unit, error) => {
    expect(readCell(text, '.')).toEqual({ ...number(40, unit), error: expect.closeTo(error, 12) });
  });

  it.each([
    ['<5', 'below', 5, null],
    ['≤ 0.1', 'below', 0.1, null],
    ['=< 3', 'below', 3, null],
    ['<=3', 'below', 3, null],
    ['<<3', 'below', 3, null],
    ['>>3', 'above', 3, null],
    ['>99 %', 'above', 99, '%'],
    ['>= 99', 'above', 99, null],
    ['≥99', 'above', 99, null],
    ['=>99', 'above', 99, null],
    ['< -5', 'below', -5, null],
    ['>99,5', 'above', 99.5, null],
    ['< 0,125 %', 'below', 0.125, '%'],
    ['<,5', 'below', 0.5, null],
    ['>1,500', 'above', 1500, null],
  ] as const)('%j is a limit', (text, side, value, unit) => {
    expect(readCell(text, '.')).toEqual({ kind: 'censored', side, value, unit });
  });

  it.each([
    ['below', '<LOD|< loq|≤ MDL|LOD|BDL|blq|below LOQ|unter BG|below detection|below detection limit|<nwg'],
    ['above', '>ULOQ|> uloq|uloq|ALOQ|> max|≥ LOQ'],
  ])('limits that the file does not give are %s', (side, words) => {
    for (const word of words.split('|')) expect(readCell(word, '.')).toEqual({ kind: 'unstated', side });
  });

  it('words for no value, and for a failed run', () => {
    for (const word of [
      '',
      '  ',
      '-',
      '—',
      '?',
      '*',
      'n/a',
      'N.D.',
      'n. d.',
      'n.  d.',
      '#DIV/0!',
      'not determined',
      'k.A.',
    ])
      expect(readCell(word, '.')).toEqual({ kind: 'missing' });
    for (const word of ['failed', 'No reaction', 'Fehler'])
      expect(readCell(word, '.')).toEqual({ kind: 'failed' });
  });

  it.each([
    'THF',
    '1,4-dioxane',
    '9H-fluorene',
    '4-methyl',
    '0x10',
    '10-3',
    '1.5 x 103',
    '1.2.3',
    '5 to 7',
    '3 h 20',
    '1e999',
    '<5 to 7',
    '40 ± x',
    '±3',
    '1,23,45',
    'a5',
    'x ~5',
    'cat 5',
    'circa5',
    '5–7',
    '5 − 3',
    '–x',
    '*5',
    'x$5',
    '5 > 3',
    '40 ± 1.2.3',
    '40 ±..',
    '40 % ± 1.2 g',
    '40 x(12)',
    '40 x ± 1,4-dioxane',
    'LOD x',
    'uloq2',
    'x uloq',
    'below the rest',
    '5-',
    '5–',
    '3+',
    '45?',
    '45 !',
  ])('%j is text', (text) => {
    expect(readCell(text, '.')).toEqual({ kind: 'text' });
  });

  it('that is a number already is that number', () => {
    expect(readCell(-7.25, ',')).toEqual(number(-7.25));
  });
});

describe('digits alone', () => {
  const texts = [
    '0',
    '7',
    '007',
    '12.5',
    '0.125',
    '1148',
    '12,5',
    '0,125',
    '1,148',
    '1.148',
    '9'.repeat(20),
    '9'.repeat(400),
  ];

  it.each(texts.flatMap((text) => [['.', text] as const, [',', text] as const]))(
    'with the decimal sign %s are read as with a sign before them: %s',
    (decimal, text) => {
      const signed = readCell(`+${text}`, decimal);
      expect(readCell(text, decimal)).toEqual(signed);
      const negative = signed.kind === 'number' ? { ...signed, value: -signed.value } : signed;
      expect(readCell(`-${text}`, decimal)).toEqual(negative);
    },
  );
});

describe('the decimal sign of a file', () => {
  it.each([
    [['1,5', '2'], ';', ',', true],
    [['1.5', '2'], ';', '.', true],
    [['1,5', '2.5', '2.25'], ';', '.', true],
    [['1,500'], ';', ',', false],
    [['1,500'], ',', '.', false],
    [['1.500'], ';', '.', false],
    [['1,500', '1,5'], ';', ',', true],
    [['0,500'], ';', ',', true],
    [['1,234,567'], ';', '.', true],
    [['1.234.567'], ';', ',', true],
    [['-1,25,300'], ';', '.', true],
    [['1,4-dioxane', '2'], ';', '.', true],
    [['40,0 ± 1', 'x'], ';', ',', true],
    [['40,0 (± 1)', 'x'], ';', ',', true],
    [['2,5 %', 'x'], ';', ',', true],
    [['7', 'x'], null, '.', true],
    [[' 1,5 '], ';', ',', true],
    [['1,5e10'], ';', ',', true],
    [['1,5·10^3'], ';', ',', true],
    [['1,5 x 10-3'], ';', ',', true],
    [['1,5(12)'], ';', ',', true],
    [['1,5 +- 1'], ';', ',', true],
    [['1,5 +/- 1'], ';', ',', true],
    [['12,500'], ';', ',', false],
    [['1500,250'], ';', ',', true],
    [['1,5', '1.5'], ';', '.', true],
    [['1,500', '1.500'], ';', '.', false],
    [['1,500', '12.500', '2,500'], ';', ',', false],
    [['-1.234.567'], ';', ',', true],
    [[' 1,234,567 '], ';', '.', true],
    [['1,5 of 3'], ';', '.', true],
    [[7, '1,5'], ';', ',', true],
    [['.5', '1,500'], ';', '.', true],
    [['1,148', '2,056', '378', '796'], ';', '.', false],
    [['1.148', '2.056', '378', '796'], ';', ',', false],
    [['1.148', '2.056', 378, 796], null, ',', false],
    // One of them may be a decimal number by chance; numbers of three digits before the sign are no groups of a column.
    [['1,148', '2,056', '378', '12'], ';', ',', false],
    [['1,148', '378', '796'], ';', ',', false],
    [['1,148', '112,056', '378', '796'], ';', ',', false],
  ] as const)('of %j apart by %j is %j', (cells, delimiter, decimal, isSure) => {
    expect(
      findDecimal(
        cells.map((cell) => [cell]),
        delimiter,
      ),
    ).toEqual({ decimal, isSure });
  });

  it('is a comma in a number with digits on both sides', () => {
    expect(['1,5', '< 1,5', '1,5e3', '1.5', '1,4-dioxane', 'a,5'].map(hasDecimalComma)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
