import { expect, it } from 'vitest';
import { withCostChanges } from '../../../../src/contract/costs/cost-changes.ts';
import { costChanges, noCosts, withChanges } from '../../../../src/web/features/costs/cost-changes.ts';

const linear = { kind: 'linear' as const, proportional_term: 1, constant_term: 0 };
const before = {
  ...noCosts,
  run_cost: 2,
  variables: { a: linear, b: linear },
  measurements: { y: 1 },
  uncharged: 3,
};

it('sends what was changed, by name, and leaves what others entered meanwhile', () => {
  const { uncharged: _, ...rest } = before;
  const after = { ...rest, budget: 9, variables: { a: { ...linear, proportional_term: 5 } } };
  const changes = costChanges(before, after);
  expect(changes).toEqual({
    budget: 9,
    uncharged: null,
    variables: { a: { ...linear, proportional_term: 5 }, b: null },
  });
  expect(withChanges(before, changes)).toEqual(after);
  const others = {
    ...before,
    units: 'EUR',
    measurements: { y: 7 },
    variables: { ...before.variables, c: linear },
  };
  expect(withChanges(others, changes)).toEqual({
    ...after,
    units: 'EUR',
    measurements: { y: 7 },
    variables: { a: { ...linear, proportional_term: 5 }, c: linear },
  });
  expect(withChanges(after, costChanges(after, before))).toEqual(before);
  expect(costChanges(before, { ...before })).toEqual({});
});

it('takes parts out whole by null, and replaces parts that have no names', () => {
  const model = { run_cost: 2, units: { a: 1 }, variables: { a: linear } };
  expect(withCostChanges(model, { variables: null })).toEqual({ run_cost: 2, units: { a: 1 } });
  expect(withCostChanges(model, { variables: {} })).toEqual(model);
  expect(withCostChanges(model, { units: { b: 2 } })).toEqual({ ...model, units: { b: 2 } });
});
