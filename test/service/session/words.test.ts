import { describe, expect, it } from 'vitest';
import { digits, list, roundedToError, show, valuesMissing } from '../../../src/service/session/words.ts';

it('a value that is absent is shown as nothing', () => {
  expect([undefined, null, 'a', 1].map(show)).toEqual(['nothing', 'null', "'a'", '1']);
});

it('120 characters of a value are shown', () => {
  const long = 'a'.repeat(1e5);
  expect(show(long)).toBe(`'${'a'.repeat(119)}…'`);
  expect(show([long])).toBe(`["${'a'.repeat(117)}…`);
  expect(list([long, 'b'])).toBe(`'${'a'.repeat(119)}…', 'b'`);
});

describe('an estimate in words', () => {
  it.each([
    [87.3219, 2.14, '87.3'],
    [100.3821, 19.548, '100'],
    [1234.5, 260, '1230'],
    [0.000123456, 0.0000021, '0.0001235'],
    [-0.004, 1.2, '0.0'],
    [101.61221368, 0, '101.6'],
    [101.61221368, Number.NaN, '101.6'],
    [4.8012e-9, 1.2e-10, '4.80e-9'],
    [4.8012e9, 2.1e8, '4.80e9'],
    [-4.8012e-9, 1.2e-10, '-4.80e-9'],
    [4.8012e9, 2.1e6, '4801200000'],
    [0, 1.2e-10, '0'],
    [1e-12, 1.2e-10, '0'],
    [5.3, 1e-20, '5.3'],
    [0.1, 1e-120, '0.1'],
    [4.8012e-9, 1e-120, '4.801e-9'],
    [5.5e20, 3, '550000000000000000000'],
    [1.23456e15, 3e3, '1235000000000000'],
    [1234.5, 1e-10, '1234.50000000000'],
    [1.2e-6, 1e-7, '0.00000120'],
    [1e-7, 2e-6, '0'],
    [12345678, 3e8, '10000000'],
    [1e6, 3e9, '0'],
    [-12.5, 12, '-13'],
    [-0.4, 30, '0'],
    [-0.4, 1.2, '-0.4'],
    [-0.0001, 0.2, '0.00'],
  ])('has the digits that its error deserves: %d within %d', (value, error, text) => {
    expect(roundedToError(value, error)).toBe(text);
  });
});

it.each([
  [123456, 3, '123000'],
  [0.00012345, 3, '0.000123'],
  [990000000, 3, '990000000'],
  [1e9, 3, '1e9'],
  [-99999999, 2, '-1e8'],
])('a value with few digits is written out unless many zeros follow: %d, %d digits', (value, count, text) => {
  expect(digits(value, count)).toBe(text);
});

it('variables without values are named, one and several', () => {
  expect(valuesMissing(['T'])).toBe("variable 'T' has no value; give one");
  expect(valuesMissing(['T', 'p'])).toBe("variables 'T', 'p' have no values; give one each");
});
