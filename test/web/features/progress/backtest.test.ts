import { describe, expect, it } from 'vitest';
import {
  backtestRequest,
  batchSizesOf,
  type Curve,
  chosenBy,
  runsWords,
  standard,
  targetWords,
} from '../../../../src/web/features/progress/backtest.ts';

const curve = (part: Partial<Curve>): Curve => ({
  searcher: 'auto',
  batch_size: 1,
  best: [],
  runs_to_target: 9,
  interval_80: [7, 12],
  reached: 1,
  ...part,
});

describe('a backtest on the page', () => {
  it.each([
    ['1, 4', [1, 4]],
    ['8', [8]],
    [' 2;4 2 ', [2, 4]],
    ['', undefined],
    ['0', undefined],
    ['1.5', undefined],
    ['101', undefined],
    ['1 2 3 4 5 6', undefined],
  ])('reads the batch sizes %j', (text, sizes) => expect(batchSizesOf(text)).toEqual(sizes));

  it('asks for what was typed, with a goal only where the campaign has none', () => {
    const form = { ...standard, batchSizes: '2', runs: 12 };
    expect(backtestRequest(form, undefined)).toEqual({
      mode: 'replay',
      batch_sizes: [2],
      runs: 12,
      repeats: 10,
    });
    expect(backtestRequest(form, 'minimize').goal).toBe('minimize');
  });

  it('names each way of choosing', () => {
    const names = (['auto', 'design', 'random', 'recorded'] as const).map((searcher) =>
      chosenBy({ searcher, batch_size: 4 }),
    );
    expect(names).toEqual(['Athanor, 4 at a time', 'spread design', 'random order', 'recorded order']);
    expect(chosenBy({ searcher: 'auto', batch_size: 1 })).toBe('Athanor, one at a time');
  });

  it('reports runs with their interval, and what was not reached', () => {
    expect(runsWords(curve({}), 30)).toBe('9 (7 to 12)');
    expect(runsWords(curve({ interval_80: [7, null] }), 30)).toBe('9 (7 to more than 30)');
    expect(runsWords(curve({ runs_to_target: null, interval_80: [28, null] }), 30)).toBe(
      'more than 30 (28 to more than 30)',
    );
    expect(runsWords(curve({ runs_to_target: null, interval_80: [null, null] }), 30)).toBe('more than 30');
    expect(runsWords(curve({ searcher: 'recorded', interval_80: [9, 9] }), 30)).toBe('9');
  });

  it('names the target of one objective, of a wanted value, and of several', () => {
    expect(targetWords(91.25, '%', ['maximize'])).toBe('91.25 %');
    expect(targetWords(0.5, undefined, [{ target: 7 }])).toBe('7 to within 0.5');
    expect(targetWords(12, '%', ['maximize', 'minimize'])).toBe(
      'best compromises that are 95 % as good as those of all runs',
    );
  });
});
