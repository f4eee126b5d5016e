import type { Row } from '../../contract/common.ts';
import type { RowDetail } from '../../contract/row-details.ts';
import type { RestoreBatchRequest, RowsRestored } from '../../contract/row-removal.ts';
import { ValueError } from '../../engine/errors.ts';
import { eachInSlices, mapInSlices, type Slices } from '../../engine/slices.ts';
import { ConflictError, NotFoundError } from '../errors.ts';
import { auditEntry, sourceOf, withEntries } from './audit.ts';
import { shareable } from './document-list.ts';
import { isRecord } from './is-record.ts';
import { checkEntry } from './record.ts';
import { checkNamedOnce } from './remove-rows.ts';
import { withDetails, withoutDetails } from './row-details.ts';
import type { Change, State, Surroundings } from './state.ts';

/** A row as the audit log has it. */
interface Kept {
  readonly id: string;
  /** Its index in the table when it went, from 0. */
  readonly place: number;
  readonly row: Row;
  readonly detail: RowDetail;
}

/** The rows as they were when they went last, in the order of the request. */
function* keptRows(state: State, ids: readonly string[]): Slices<Kept[]> {
  const wanted = checkNamedOnce(ids);
  const found = new Map<string, Kept>();
  yield* eachInSlices(state.audit, (entry) => {
    const { id, row: place, before, detail } = entry.parameters;
    if (entry.entry_type !== 'experiment_removed' || typeof id !== 'string' || !wanted.has(id)) return;
    // Entries of clients, and those from before details were kept, do not hold the whole row.
    if (sourceOf(entry).source !== undefined || typeof place !== 'number' || !isRecord(before)) return;
    if (detail === undefined) return;
    found.set(id, { id, place, row: before as Row, detail: (detail ?? {}) as RowDetail });
  });
  return ids.map((id) => {
    const kept = found.get(id);
    if (kept === undefined) throw new NotFoundError(`no removed experiment has the ProvenanceId '${id}'`);
    return kept;
  });
}

/** @throws ConflictError a row is in the table */
function* checkAbsent({ rows }: State, ids: readonly string[]): Slices<void> {
  const wanted = new Set<unknown>(ids);
  yield* eachInSlices(rows, ({ ProvenanceId: id }) => {
    if (wanted.has(id))
      throw new ConflictError(`experiment '${id}' is in the table already; nothing was restored`);
  });
}

/**
 * The row as it is stored.
 *
 * @throws ValueError the variables have changed, so that it does not fit them
 */
function storedRow(state: State, { id, row: shown, detail }: Kept): Row {
  const row = withoutDetails(state, shown);
  const names = [...state.variables.map(({ name }) => name), ...state.targets];
  const inputs = state.variables.flatMap(({ name }) => (row[name] == null ? [] : [[name, row[name]]]));
  const output = Object.fromEntries(
    state.targets.map((name) => [name, (row[name] ?? null) as number | null]),
  );
  try {
    checkEntry(state, {
      inputs: Object.fromEntries(inputs),
      output,
      status: detail.status,
      noise: row.Noise as number | null,
      iteration: row.Iteration as number,
    });
  } catch (cause) {
    if (!(cause instanceof ValueError)) throw cause;
    const why = `does not fit the variables and objectives as they are now (${cause.message})`;
    throw new ValueError(`experiment '${id}' ${why}; record it again`, { cause });
  }
  return Object.fromEntries(
    Object.entries({ ...row, ...output }).filter(([name, value]) => value !== null || names.includes(name)),
  );
}

/** A table with rows put back where they were, as far as it is as long, and where each of its own rows is then. */
function* tableWith(
  { rows }: State,
  back: readonly { readonly place: number; readonly row: Row }[],
): Slices<{ rows: Row[]; places: number[] }> {
  const inOrder = back.toSorted((a, b) => a.place - b.place);
  const next: Row[] = [];
  let taken = 0;
  const places = yield* mapInSlices(rows, (row) => {
    for (; taken < inOrder.length && (inOrder[taken]?.place ?? 0) <= next.length; taken++)
      next.push(inOrder[taken]?.row as Row);
    return next.push(row) - 1;
  });
  return { rows: next.concat(inOrder.slice(taken).map(({ row }) => row)), places };
}

/**
 * Puts rows back that were removed, each as it was and under its ProvenanceId: all of them, or none. Rows that were recorded
 * since stay.
 *
 * @throws NotFoundError the audit log has no such row
 * @throws ConflictError a row is in the table
 * @throws ValueError    a row is named twice, or does not fit the variables as they are now
 */
export function* restoreRows(
  state: State,
  { provenance_ids: ids, why }: RestoreBatchRequest,
  surroundings: Surroundings,
): Slices<Change<RowsRestored>> {
  const kept = yield* keptRows(state, ids);
  yield* checkAbsent(state, ids);
  const back = yield* mapInSlices(kept, (one) => ({ ...one, row: storedRow(state, one) }));
  const { rows, places } = yield* tableWith(state, back);
  const next: State = {
    ...state,
    rows: shareable(rows),
    details: yield* withDetails(state.details, new Map(back.map(({ id, detail }) => [id, detail]))),
    queue: state.queue.map((item) =>
      item.dataset_ref === null ? item : { ...item, dataset_ref: places[item.dataset_ref] ?? null },
    ),
    data_revision: state.data_revision + 1,
  };
  const at = new Map(yield* mapInSlices(rows, ({ ProvenanceId: id }, place) => [id, place] as const));
  const restored = ids.map((id) => ({ id, row: at.get(id) as number }));
  const firstFirst = restored.toSorted((a, b) => a.row - b.row);
  const audit = firstFirst.map((one) => auditEntry('experiment_restored', one, surroundings, why ?? ''));
  const counts = { n_experiments: rows.length, data_revision: next.data_revision };
  return {
    state: { ...next, audit: withEntries(next.audit, audit) },
    answer: { experiment_ids: restored.map(({ row }) => row), ...counts },
    events: firstFirst.map((one) => ({
      type: 'experiment_restored' as const,
      data: { ...one, ...counts },
    })),
  };
}
