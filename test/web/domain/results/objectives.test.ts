import { replaceEqualDeep } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import type { ObjectiveList } from '../../../../src/web/api/types.ts';
import { lastingOf, runAtGoals } from '../../../../src/web/domain/results/objectives.ts';

const listAfter = (results: number, most: number): ObjectiveList => ({
  objectives: [
    {
      name: 'Yield',
      label: null,
      unit: '%',
      goal: 'maximize',
      target: null,
      at_least: null,
      at_most: null,
      importance: 1,
      desirability: null,
      desirability_now: { low: 0, high: most, curve: 1 },
      bounds: null,
      bounds_now: { low: 0, high: 100, assumed: 'unit %' },
      n_values: results,
    },
  ],
  join: 'pareto',
  declared: true,
});

it('objectives stay the same object while results come, so that no row is drawn again for them', () => {
  const before = lastingOf(listAfter(3, 40));
  expect(replaceEqualDeep(before, lastingOf(listAfter(4, 55)))).toBe(before);
  const renamed = listAfter(4, 55);
  const [objective] = renamed.objectives;
  expect(
    replaceEqualDeep(before, lastingOf({ ...renamed, objectives: [{ ...objective, unit: 'mg' } as never] })),
  ).not.toBe(before);
});

it('finds the first run that surely meets all goals', () => {
  const wanted = (name: string, goal: string, limits: object) =>
    ({
      name,
      label: name,
      unit: undefined,
      declared: { goal, at_least: null, at_most: null, ...limits },
    }) as never;
  const both = [wanted('yield', 'at_least', { at_least: 90 }), wanted('impurity', 'at_most', { at_most: 2 })];
  const rows = [
    { yield: 95, impurity: 3 },
    { yield: 95, impurity: null },
    { yield: 80, impurity: 1, Censored: 'yield >' },
    { yield: 99, impurity: 2, Censored: 'yield >' },
  ];
  expect(runAtGoals(rows, both)).toBe(3);
  expect(runAtGoals(rows.slice(0, 3), both)).toBeUndefined();
  // More is better: no run ends that.
  expect(runAtGoals(rows, [...both, wanted('yield', 'maximize', {})])).toBeUndefined();
  expect(runAtGoals(rows, [{ name: 'yield', label: 'yield', unit: undefined }])).toBeUndefined();
});
