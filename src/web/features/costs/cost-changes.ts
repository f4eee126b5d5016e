import type { CostModel, CostModelPatch } from '../../../contract/costs/cost.ts';
import { isByName, withCostChanges } from '../../../contract/costs/cost-changes.ts';

export const noCosts: CostModel = {
  units: null,
  run_cost: 0,
  variables: {},
  changes: {},
  measurements: {},
  budget: null,
  value_per_unit: {},
};

type Entries = Readonly<Record<string, unknown>>;

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** Entries of one record that differ from those of another one; null for those that are gone. */
function entriesChanged(before: Entries, after: Entries): Entries {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return Object.fromEntries(
    names.filter((name) => !isSame(before[name], after[name])).map((name) => [name, after[name] ?? null]),
  );
}

/** What leads from one cost model to another: entries of variables and objectives by name. */
export function costChanges(before: CostModel, after: CostModel): CostModelPatch {
  const parts = Object.keys({ ...before, ...after }) as (keyof CostModel)[];
  return Object.fromEntries(
    parts
      .filter((part) => !isSame(before[part], after[part]))
      .map((part) => {
        const [old, now] = [before[part], after[part]];
        return [part, isByName(part) ? entriesChanged(old as Entries, now as Entries) : (now ?? null)];
      }),
  );
}

/** A cost model with changes put in place, as the server does it. */
export const withChanges = (model: CostModel, changes: CostModelPatch): CostModel => ({
  ...noCosts,
  ...withCostChanges({ ...model }, changes),
});
