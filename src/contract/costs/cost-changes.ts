/** How `PATCH …/cost-model` changes a cost model, apart from the schemas: the page needs this rule without them. */

import { isRecord } from '../is-record.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Parts of a cost model that are changed entry by entry; the others are replaced whole. */
const partsByName: readonly string[] = ['variables', 'changes', 'measurements', 'value_per_unit'];

export const isByName = (part: string): boolean => partsByName.includes(part);

const withoutNulls = (record: Fields): Fields =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));

/** A cost model with some parts changed: entries of a record by their names, everything else whole; null takes out. */
export function withCostChanges(model: Fields, changes: Fields): Fields {
  const changed = Object.entries(changes).map(([part, value]) => {
    if (!isByName(part) || !isRecord(value)) return [part, value];
    return [part, withoutNulls({ ...(model[part] as Fields | undefined), ...value })];
  });
  return withoutNulls({ ...model, ...Object.fromEntries(changed) });
}
