import { describe, expect, it } from 'vitest';
import { list, show, within } from '../../../src/service/session/words.ts';

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
  ])('has the digits that its error deserves: %d within %d', (value, error, text) => {
    expect(within(value, error)).toBe(text);
  });
});
