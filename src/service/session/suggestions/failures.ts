import type { Inputs, Row } from '../../../contract/values.ts';
import { isObserved } from '../../../contract/variables/variable-roles.ts';
import type { SuccessData } from '../../../engine/gp/success/success.ts';
import { eachInSlices, type Slices } from '../../../engine/slices.ts';
import type { Space } from '../../../engine/space/space.ts';
import { encodeInSlices } from '../models/fit.ts';
import { hasAnyResult } from '../rows/measured-rows.ts';
import { detailOf, hasDetails } from '../rows/row-details.ts';
import type { State } from '../state.ts';

/** A run with today's observed values for those that were not recorded: a run may fail before they are read. */
export function withObserved(row: Row, observed: Inputs): Row {
  const ownValues = Object.entries(row).filter(([, value]) => value !== null);
  return { ...observed, ...Object.fromEntries(ownValues) };
}

/**
 * Today's values of the observed variables that a failed run lacks. All runs are taken to have had them, so that such a variable
 * says nothing: with today's values for the failed runs alone it would tell failures from results, whatever was set.
 */
function* unreadValues({ details, rows, variables }: State, observed: Inputs): Slices<Inputs> {
  const unread = new Set<string>();
  const names = variables.filter(isObserved).map(({ name }) => name);
  yield* eachInSlices(names.length === 0 ? [] : rows, (row) => {
    if (detailOf(details, row)?.status !== 'failed') return;
    for (const name of names) if (row[name] == null) unread.add(name);
  });
  return Object.fromEntries(Object.entries(observed).filter(([name]) => unread.has(name)));
}

/**
 * What failures teach: every run that gave a result, and every one that failed. Runs of which nothing was measured yet
 * say neither. Empty where no run failed.
 */
export function* successesOf(
  state: State,
  space: Space,
  observed: Inputs,
): Slices<{ successes?: SuccessData }> {
  const { details, targets } = state;
  if (!hasDetails(details)) return {};
  const rows: Row[] = [];
  const outcomes: number[] = [];
  const unread = yield* unreadValues(state, observed);
  yield* eachInSlices(state.rows, (recorded) => {
    const isFailed = detailOf(details, recorded)?.status === 'failed';
    const row = { ...recorded, ...unread };
    if (!space.dimensions.every(({ name }) => row[name] !== undefined && row[name] !== null)) return;
    if (!isFailed && !hasAnyResult(row, targets)) return;
    rows.push(row);
    outcomes.push(isFailed ? 0 : 1);
  });
  if (!outcomes.includes(0)) return {};
  return {
    successes: {
      X: yield* encodeInSlices(space, rows),
      n: rows.length,
      success: Uint8Array.from(outcomes),
    },
  };
}
