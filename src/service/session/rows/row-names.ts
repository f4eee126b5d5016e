import type { Row } from '../../../contract/values.ts';
import { eachInSlices, type Slices } from '../../../engine/slices.ts';
import type { List } from '../document/document-list.ts';

/** Names that are in rows; tables are never changed, so they are scanned once. */
const present = new WeakMap<List<Row>, ReadonlySet<string>>();

/** Names that are in any row, in the order in which they come. */
export function* rowNames(rows: List<Row>): Slices<ReadonlySet<string>> {
  const known = present.get(rows);
  if (known !== undefined) return known;
  const names = new Set<string>();
  yield* eachInSlices(rows, (row) => {
    // Without a list of the names of each row: that would be 16 MB of garbage for 250,000.
    for (const name in row) names.add(name);
  });
  present.set(rows, names);
  return names;
}

/** Notes the names of a table that has some rows in place of others, or at its end; not where a name may be gone. */
export function keepNames(
  before: List<Row>,
  after: List<Row>,
  gone: readonly Row[],
  more: readonly Row[],
): void {
  const known = present.get(before);
  if (known === undefined) return;
  const added = new Set(more.flatMap((row) => Object.keys(row)));
  if (gone.some((row) => Object.keys(row).some((name) => !added.has(name)))) return;
  const isKnown = [...added].every((name) => known.has(name));
  present.set(after, isKnown ? known : new Set([...known, ...added]));
}
