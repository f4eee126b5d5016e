import { describe, expect, it } from 'vitest';
import {
  measuredIn,
  readMeasured,
  rowsForFile,
  withResult,
  writeMeasured,
} from '../../../../src/web/domain/results/measured.ts';
import { measuredCount } from '../../../../src/web/domain/results/trace.ts';

describe('results as they come', () => {
  it.each([
    ['91.5', 91.5],
    ['>99', { above: 99 }],
    ['≥ 98,5', { above: 98.5 }],
    ['<= 0.1', { below: 0.1 }],
    ['', null],
  ])('%j is %j', (text, value) => {
    expect(readMeasured(text)).toEqual({ value });
  });

  it('are refused when they are none', () => {
    expect(readMeasured('n.d.').problem).toBe('not a number');
    expect(readMeasured('>').problem).toBe('missing');
  });

  it('keep their limits in a file, and lose them with another result', () => {
    const row = { t: 1, 'yield, %': 99, ton: 5, Censored: 'yield, % >, ton <' };
    expect(measuredIn(row, 'yield, %')).toEqual({ above: 99 });
    expect(writeMeasured(measuredIn(row, 'ton'))).toBe('<5');
    expect(rowsForFile([row], ['yield, %', 'ton'])).toEqual([{ t: 1, 'yield, %': '>99', ton: '<5' }]);
    expect(measuredIn(withResult(row, 'ton', 5), 'ton')).toBe(5);
    expect(measuredIn(withResult(row, 'ton', 5), 'yield, %')).toEqual({ above: 99 });
  });
});

it('a model learns from rows with a result of any objective, so that failed runs are none that it has not seen', () => {
  const rows = [
    { t: 1, a: 3, b: null },
    { t: 2, a: null, b: null, Status: 'failed' },
    { t: 3, a: null, b: 4 },
    { t: 4 },
  ];
  expect(measuredCount(rows, ['a', 'b'])).toBe(2);
  expect(measuredCount([{ a: 99, Censored: 'a >' }], ['a'])).toBe(1);
});
