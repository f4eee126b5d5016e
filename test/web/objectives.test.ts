import { replaceEqualDeep } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import type { ObjectiveList } from '../../src/web/api/types.ts';
import { lastingOf } from '../../src/web/domain/objectives.ts';

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
