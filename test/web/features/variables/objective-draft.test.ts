import { describe, expect, it } from 'vitest';
import { estimateOf, goalWords } from '../../../../src/web/domain/results/objectives.ts';
import { paretoFront, regret, worth } from '../../../../src/web/domain/results/trace.ts';
import {
  anotherDraft,
  draftOf,
  readObjectives,
} from '../../../../src/web/features/variables/objective-draft.ts';

const declared = {
  name: 'yield',
  label: null,
  unit: '%',
  goal: 'target' as const,
  target: 80,
  at_least: 70,
  at_most: null,
  importance: 2,
  desirability: { low: 60, high: 95, curve: 1 },
  desirability_now: { low: 60, high: 95, curve: 1 },
  bounds: null,
  bounds_now: { low: 0, high: 100, assumed: "its unit is '%'" },
  n_values: 3,
};

describe('objectives as typed', () => {
  it('are read back as they were declared', () => {
    const { request, ok } = readObjectives([draftOf(declared)], 'pareto');
    expect(ok).toBe(true);
    expect(request).toEqual({
      objectives: [
        {
          name: 'yield',
          unit: '%',
          goal: 'target',
          target: 80,
          at_least: 70,
          at_most: null,
          importance: 2,
          desirability: { low: 60, high: 95, curve: 1 },
          bounds: null,
        },
      ],
    });
  });

  it('say what is missing beside each field', () => {
    const draft = draftOf(declared);
    const errorsOf = (change: object) => readObjectives([{ ...draft, ...change }], 'pareto').errors[0];
    expect(errorsOf({ target: '' })).toEqual({ target: 'Enter a number' });
    expect(errorsOf({ goal: 'at_most' })).toEqual({ atMost: 'Enter a number' });
    expect(errorsOf({ atMost: 'x' })).toEqual({ atMost: '“x” is not a number' });
    expect(errorsOf({ atMost: '60' })).toEqual({ atMost: 'Must be above the minimum acceptable value' });
    expect(errorsOf({ high: '' })).toEqual({ high: 'Enter a number' });
    expect(errorsOf({ importance: '0' })).toEqual({ importance: 'Enter a number above 0' });
    expect(errorsOf({ name: ' ' })).toEqual({ name: 'Enter a name' });
  });

  it('have bounds as declared, with an open end by a word, and none of their own where nothing is typed', () => {
    const boundsOf = (change: object) => readObjectives([{ ...draftOf(declared), ...change }], 'pareto');
    expect(boundsOf({ lowest: '0', highest: '100' }).request.objectives[0]?.bounds).toEqual([0, 100]);
    expect(boundsOf({ lowest: 'none' }).request.objectives[0]?.bounds).toEqual([null, null]);
    expect(boundsOf({ highest: '1' }).request.objectives[0]?.bounds).toEqual([null, 1]);
    expect(draftOf({ ...declared, bounds: [0, null] })).toMatchObject({ lowest: '0', highest: 'none' });
    expect(boundsOf({ lowest: '5', highest: '5' }).errors[0]).toEqual({
      highest: 'Must be above the lowest',
    });
    expect(boundsOf({ lowest: 'x' }).errors[0]).toEqual({
      lowest: '“x” is not a number; write none for no bound',
    });
  });

  it('are joined by desirability where a goal needs it, and have names of their own', () => {
    const one = draftOf(declared);
    const other = anotherDraft([one]);
    expect(other).toMatchObject({ name: 'Output 2', goal: 'maximize' });
    expect(readObjectives([one, other], 'pareto').request.join).toBe('desirability');
    const plain = { ...one, goal: 'maximize' as const };
    expect(readObjectives([plain, other], 'pareto').request.join).toBe('pareto');
    expect(readObjectives([plain, { ...other, name: 'yield' }], 'pareto').errors[1]).toHaveProperty('name');
  });
});

describe('goals', () => {
  it('in words', () => {
    const yields = { name: 'yield', label: 'yield', unit: '%' };
    expect(goalWords(yields, 'maximize')).toBe('maximize yield');
    expect(goalWords({ ...yields, declared }, { target: 80 })).toBe('yield close to 80 %, at least 70 %');
    const most = { ...declared, goal: 'at_most' as const, at_least: null, at_most: 2 };
    expect(goalWords({ ...yields, declared: most }, 'minimize')).toBe('yield at most 2 %');
  });

  it('have estimates without an error where the 95 % interval reaches a bound', () => {
    const yields = { unit: '%', bounds: declared.bounds_now };
    expect(estimateOf(yields, 87.31, 2.1)).toBe('87.3 ± 2.1 %');
    expect(estimateOf(yields, 98.6, 2.1)).toBe('98.6 %');
    // The reason of a suggestion gives the interval 92.9 to 100 here.
    expect(estimateOf(yields, 97.04, 2.1)).toBe('97.0 %');
    expect(estimateOf(yields, 97.04, 2.1, [92.9, 100])).toBe('97.0 (95 %: 93 to 100) %');
    expect(estimateOf(yields, 95.04, 2.1, [90.9, 99.2])).toBe('95.0 ± 2.1 %');
    expect(estimateOf(yields, 2.04, 1.2, [0, 4.4])).toBe('2.0 (95 %: 0 to 4.4) %');
    expect(estimateOf(yields, 99.9, 0)).toBe('99.9 %');
    expect(estimateOf({ unit: '%' }, 98.6, 2.1)).toBe('98.6 ± 2.1 %');
    // A median of results that are learned by their logarithms: 1200 ± 1700 would be negative in part.
    expect(estimateOf({ unit: 'mV' }, 1200, 1700, [3.12, 4310])).toBe('1200 (95 %: 3.1 to 4300) mV');
    expect(estimateOf({ unit: 'mV' }, 1200, 40, [1120, 1280])).toBe('1200 ± 40 mV');
  });

  it('a value to reach orders results by their distance to it', () => {
    expect(worth(78, { target: 80 })).toBe(worth(82, { target: 80 }));
    expect(regret([70, 79, 84], 80, { target: 80 })).toEqual([10, 1, 4]);
    expect(
      paretoFront(
        [
          [80, 1],
          [90, 5],
          [85, 0],
        ],
        [{ target: 80 }, 'maximize'],
      ),
    ).toEqual([0, 1]);
  });
});
