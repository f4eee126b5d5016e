import { expect, it } from 'vitest';
import { expectationOf } from '../../../../src/web/domain/results/objectives.ts';

const current = { unit: 'mV', bounds: undefined };

it('what is expected has the digits that its error leaves, and does not look like a result', () => {
  expect(expectationOf(current, 1304, 210, false)).toBe('about 1300 mV');
  expect(expectationOf(current, 1304, 210, true)).toBe('1300 ± 210 mV');
  expect(expectationOf(current, 87.2981, 2.14, true)).toBe('87.3 ± 2.1 mV');
  expect(expectationOf(current, 1304, undefined, true)).toBe('about 1300 mV');
});

it('± beyond a bound is left out', () => {
  const yields = { unit: '%', bounds: { kind: 'declared', low: 0, high: 100 } as never };
  expect(expectationOf(yields, 98.34, 3.2, true)).toBe('about 98.3 %');
});
