import type { RowDetail } from '../../../contract/experiments/row-details.ts';
import { isRecord } from '../../../contract/is-record.ts';
import { isOpen } from '../../../contract/queue/run-status.ts';
import type { AuditEntry } from '../../../contract/sessions/audit.ts';
import type { Row } from '../../../contract/values.ts';
import { eachInSlices, mapInSlices, type Slices } from '../../../engine/slices.ts';
import { NotFoundError } from '../../errors.ts';
import { auditEntry, sourceOf } from '../audit.ts';
import { columnsInSlices } from '../experiments/experiments.ts';
import { isQueueItem } from '../format/document-check.ts';
import { runOf } from '../queue/steps.ts';
import { detailOf, shownIn } from '../rows/row-details.ts';
import type { Environment, RunDetail, State, StoredQueueItem } from '../state.ts';

/** A row that goes. */
export interface RowToRemove {
  readonly id: string;
  /** Its index in the table, from 0. */
  readonly place: number;
  readonly row: Row;
}

/** The finished run of the queue whose result a row was. */
export interface FinishedRun {
  readonly item: StoredQueueItem;
  /** Its index in the queue, from 0. */
  readonly place: number;
  readonly steps?: RunDetail['steps'];
  /** The item that waits in its place. */
  readonly waits_as?: string;
}

/** A removed row as the audit log has it. */
export interface Removed extends RowToRemove {
  readonly detail: RowDetail;
  readonly run?: FinishedRun;
  /** Objectives that the session had. */
  readonly targets: readonly string[];
}

/** The finished runs of the queue by the index of their row. */
export function finishedRuns(state: State): Map<number, FinishedRun> {
  return new Map(
    state.queue.flatMap((item, place): [number, FinishedRun][] => {
      const { steps } = runOf(state, item.id);
      const run = { item, place, ...(steps === undefined ? {} : { steps }) };
      return item.dataset_ref === null ? [] : [[item.dataset_ref, run]];
    }),
  );
}

/** Entries of the audit log that hold all of rows that go, so that they can be put back, and the rows as tables show them. */
export function* removedEntries(
  state: State,
  gone: readonly RowToRemove[],
  runs: ReadonlyMap<number, FinishedRun>,
  environment: Environment,
  why = '',
): Slices<{ entry: AuditEntry; row: Row }[]> {
  const columns = yield* columnsInSlices(state);
  const show = shownIn(state);
  return yield* mapInSlices(gone, ({ id, place, row }) => {
    const shown = show(row);
    const before = Object.fromEntries(columns.map((column) => [column, shown[column] ?? null]));
    const run = runs.get(place);
    const detail = detailOf(state.details, row) ?? null;
    const parameters = { id, row: place, before, detail, targets: state.targets, ...(run && { run }) };
    return { entry: auditEntry('experiment_removed', parameters, environment, why), row: before };
  });
}

/** A log may come from a file: what is no finished run is left out. */
function runIn(value: unknown): Pick<Removed, 'run'> {
  if (!isRecord(value) || !isRecord(value.item) || !isQueueItem(value.item)) return {};
  return !isOpen(value.item) && Number.isInteger(value.place) ? { run: value as unknown as FinishedRun } : {};
}

/**
 * Removed rows as they were when they went last, in the order of the identifiers.
 *
 * @throws NotFoundError the audit log has no such row
 */
export function* removedRows(state: State, ids: readonly string[]): Slices<Removed[]> {
  const wanted = new Set(ids);
  const found = new Map<string, Removed>();
  yield* eachInSlices(state.audit, (entry) => {
    const { id, row: place, before, detail, targets, run } = entry.parameters;
    if (entry.entry_type !== 'experiment_removed' || typeof id !== 'string' || !wanted.has(id)) return;
    // Entries of clients, and those from before details were kept, do not hold the whole row.
    if (sourceOf(entry).source !== undefined || typeof place !== 'number' || !isRecord(before)) return;
    if (detail === undefined) return;
    const row = before as Row;
    const known = Array.isArray(targets) ? (targets as string[]) : state.targets;
    found.set(id, { id, place, row, detail: (detail ?? {}) as RowDetail, targets: known, ...runIn(run) });
  });
  return ids.map((id) => {
    const kept = found.get(id);
    if (kept === undefined) throw new NotFoundError(`no removed experiment has the ProvenanceId '${id}'`);
    return kept;
  });
}
