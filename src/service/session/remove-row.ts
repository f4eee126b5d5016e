import type { RowRemoved } from '../../contract/experiments.ts';
import { filterInSlices, type Slices } from '../../engine/slices.ts';
import { NotFoundError } from '../errors.ts';
import { auditEntry, withAudit } from './audit.ts';
import { placeOf } from './correct-row.ts';
import { shareable } from './document-list.ts';
import { columnsInSlices } from './experiments.ts';
import { shownIn, withDetails } from './row-details.ts';
import type { Change, State, Surroundings } from './state.ts';
import { withoutGone } from './steps.ts';

/**
 * Takes out one row that should not be there. The audit log keeps it, and so does its provenance record; a finished item of the queue whose
 * result it was goes with it.
 *
 * @throws NotFoundError no row has this ProvenanceId
 */
export function* removeRow(
  state: State,
  { id, why }: { readonly id: string; readonly why?: string | undefined },
  surroundings: Surroundings,
): Slices<Change<RowRemoved>> {
  const position = yield* placeOf(state.rows, id);
  const row = position < 0 ? undefined : state.rows.at(position);
  if (row === undefined) throw new NotFoundError(`no experiment has the ProvenanceId '${id}'`);
  const shown = shownIn(state)(row);
  const columns = yield* columnsInSlices(state);
  const removed = Object.fromEntries(columns.map((column) => [column, shown[column] ?? null]));
  const queue = state.queue
    .filter(({ dataset_ref }) => dataset_ref !== position)
    .map((item) =>
      item.dataset_ref !== null && item.dataset_ref > position
        ? { ...item, dataset_ref: item.dataset_ref - 1 }
        : item,
    );
  const next = withoutGone({
    ...state,
    rows: shareable(yield* filterInSlices(state.rows, (one) => one !== row)),
    details: yield* withDetails(state.details, new Map([[id, {}]])),
    queue,
    data_revision: state.data_revision + 1,
  });
  const entry = auditEntry(
    'experiment_removed',
    { id, row: position, before: removed },
    surroundings,
    why ?? '',
  );
  const answer = {
    row: removed,
    experiment_id: position,
    n_experiments: next.rows.length,
    data_revision: next.data_revision,
  };
  const { row: _row, experiment_id: _at, ...counts } = answer;
  return {
    state: withAudit(next, entry),
    answer,
    events: [{ type: 'experiment_removed', data: { id, row: position, ...counts } }],
  };
}
