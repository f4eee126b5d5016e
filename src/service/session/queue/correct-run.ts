import { limitOf } from '../../../contract/experiments/censored.ts';
import type { RowPatch, RowPatched } from '../../../contract/experiments/experiments.ts';
import type { RowDetail } from '../../../contract/experiments/row-details.ts';
import type { Measured, Output, Row } from '../../../contract/values.ts';
import type { Slices } from '../../../engine/slices.ts';
import { correctRow } from '../experiments/correct-row.ts';
import { detailOf } from '../rows/row-details.ts';
import type { Change, Environment, State, StoredQueueItem } from '../state.ts';
import { queueUpdated } from './queue.ts';

/** The results of a row as a finished run of the queue has them; null: it has none. */
function outputOf(targets: readonly string[], row: Row, { censored }: RowDetail): Output | null {
  const values = targets.map((target): [string, Measured] => {
    const value = typeof row[target] === 'number' ? row[target] : null;
    const side = censored?.[target];
    return [target, side === undefined || value === null ? value : limitOf(side, value)];
  });
  if (values.every(([, value]) => value === null)) return null;
  const [[, only] = []] = values;
  return values.length === 1 ? (only as Output) : Object.fromEntries(values);
}

/** The finished run as its row is now. */
function runAs({ targets, variables }: State, run: StoredQueueItem, row: Row, detail: RowDetail) {
  const inputs = variables.flatMap(({ name }) => (row[name] == null ? [] : [[name, row[name]]]));
  const isFailed = detail.status === 'failed';
  return {
    ...run,
    status: isFailed ? ('failed' as const) : ('done' as const),
    output: outputOf(targets, row, detail),
    noise: typeof row.Noise === 'number' ? row.Noise : null,
    error: isFailed ? (detail.error ?? null) : null,
    actual_inputs: Object.fromEntries(inputs),
  };
}

/** As `correctRow`, and the finished run of the queue whose result the row is. */
export function* correctRun(
  state: State,
  request: RowPatch & { readonly id: string },
  environment: Environment,
): Slices<Change<RowPatched>> {
  const change = yield* correctRow(state, request, environment);
  const { state: corrected, answer, events = [] } = change;
  const place = answer.experiment_id;
  const at = corrected.queue.findIndex(({ dataset_ref }) => dataset_ref === place);
  const row = corrected.rows.at(place);
  if (corrected === state || at < 0 || row === undefined) return change;
  const detail = detailOf(corrected.details, row) ?? {};
  const before = corrected.queue[at] as StoredQueueItem;
  // A row has a reason even where its run has none.
  const run = { ...runAs(corrected, before, row, detail), reason: request.reason ?? before.reason };
  const next = { ...corrected, queue: corrected.queue.with(at, run) };
  return { state: next, answer, events: [...events, queueUpdated(next)] };
}
