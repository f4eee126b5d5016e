import type { AuditEntry } from '../../../contract/sessions/audit.ts';
import { ValueError } from '../../../engine/errors.ts';
import { eachInSlices, type Slices } from '../../../engine/slices.ts';
import { NotFoundError } from '../../errors.ts';
import { sourceOf } from '../audit.ts';
import { campaignPartsOf } from '../campaign-parts.ts';
import { mapList } from '../document/document-list.ts';
import { type HistoryRecord, type Renaming, type Step, stepsOf, type UndoStep } from '../history-record.ts';
import type { Environment, State } from '../state.ts';
import { provenanceRenamed, rowRenamed } from '../variables/renamed-tables.ts';
import { differences, summary } from './compare.ts';
import { applyUndo, isOfColumn, sizeOf, undoInto } from './undo.ts';

/** Values that replaced tables may keep in the history, all changes together. */
const keptValues = 1_000_000;
/** A change that keeps fewer is small. */
const smallRecord = 2_000;

/** The one variable that has another name at its place, where the rows were changed too. */
function renamingOf(before: State, after: State): Renaming | undefined {
  if (before.rows === after.rows || before.variables.length !== after.variables.length) return undefined;
  const [at, ...others] = after.variables.flatMap(({ name }, i) =>
    name === before.variables[i]?.name ? [] : [i],
  );
  const [from, to] = [after.variables[at ?? -1]?.name, before.variables[at ?? -1]?.name];
  return from === undefined || to === undefined || others.length > 0 ? undefined : { from, to };
}

/** Rows and provenance with the names of a renaming. */
function* tablesRenamed(
  { rows, provenance }: Pick<State, 'rows' | 'provenance'>,
  { from, to }: Renaming,
): Slices<Pick<State, 'rows' | 'provenance'>> {
  return {
    rows: yield* mapList(rows, (row) => rowRenamed(row, from, to)),
    provenance: yield* mapList(provenance, (one) => provenanceRenamed(one, from, to)),
  };
}

/** Steps that lead back from one state, its tables renamed back, to the one before. */
function* undoOf(before: State, after: State, renamed: Renaming | undefined): Slices<Step[]> {
  const steps: Step[] = [];
  const named = renamed === undefined ? after : { ...after, ...(yield* tablesRenamed(after, renamed)) };
  for (const part of campaignPartsOf(after)) yield* undoInto(named[part], before[part], [part], steps);
  return steps;
}

/** The newest records whose steps are few enough together; those before lose their steps. */
function* bounded(records: readonly HistoryRecord[], most: number): Slices<readonly HistoryRecord[]> {
  let kept = 0;
  let last = records.length;
  while (last > 0 && kept <= most) kept += yield* sizeOf(stepsOf(records[--last] as HistoryRecord) ?? []);
  if (kept <= most) return records;
  return records.map((record, i) => {
    if (i > last || stepsOf(record) === undefined) return record;
    const { steps: _steps, ...rest } = record;
    return { ...rest, undo: null };
  });
}

/** Number of the last change of the campaign; 0 before the first one. */
export const revisionOf = ({ history }: State): number => history.at(-1)?.revision ?? 0;

/** The revision before the first recorded change. */
const firstRevision = ({ history }: Pick<State, 'history'>): number => (history[0]?.revision ?? 1) - 1;

/** The state after a change, with the record of it; a change that touches nothing of the campaign has none. */
export function* withHistory(
  before: State,
  after: State,
  { now, person }: Environment,
  most = keptValues,
): Slices<State> {
  const renamed = renamingOf(before, after);
  const steps = yield* undoOf(before, after, renamed);
  yield;
  // A change of a counter alone is not recorded.
  if (steps.every((step) => step[1][0] === 'data_revision')) return after;
  const record: HistoryRecord = {
    revision: revisionOf(before) + 1,
    time: now,
    ...(person === undefined ? {} : { who: person }),
    what: summary(yield* differences(before, after, 4)),
    audit: after.audit.length,
    entries: after.audit.length - before.audit.length,
    ...(steps.some(isOfColumn) ? { undo: null, steps } : { undo: steps as UndoStep[] }),
    ...(renamed === undefined ? {} : { renamed }),
  };
  const history = before.history.concat(record);
  const isSmall = (yield* sizeOf(steps)) <= Math.min(smallRecord, most / 10);
  return { ...after, history: isSmall ? history : yield* bounded(history, most) };
}

/** For each audit entry the revision of the change that wrote it; undefined where none is known. Asked in order. */
function revisionsInOrder({ history }: State): (at: number) => number | undefined {
  let next = 0;
  return (at) => {
    while (next < history.length && at >= (history[next] as HistoryRecord).audit) next++;
    const record = history[next];
    return record !== undefined && at >= record.audit - record.entries ? record.revision : undefined;
  };
}

/** Position of an audit entry → revision of the change that wrote it. */
export function* entryRevisions(state: State): Slices<ReadonlyMap<number, number>> {
  const revisionAt = revisionsInOrder(state);
  const revisions = new Map<number, number>();
  for (let at = 0; at < state.audit.length; at++) {
    const revision = revisionAt(at);
    if (revision !== undefined) revisions.set(at, revision);
    if (at % 1024 === 1023) yield;
  }
  return revisions;
}

const runOf = (entry: AuditEntry): unknown =>
  entry.entry_type === 'experiment_completed' && sourceOf(entry).source === undefined
    ? entry.parameters.id
    : undefined;

/** ProvenanceId of a run → revision that recorded it: what was in force then is the state of that revision. */
export function* runRevisions(state: State): Slices<ReadonlyMap<string, number>> {
  const revisionAt = revisionsInOrder(state);
  const revisions = new Map<string, number>();
  yield* eachInSlices(state.audit, (entry, at) => {
    const id = runOf(entry);
    const revision = revisionAt(at);
    if (typeof id === 'string' && revision !== undefined) revisions.set(id, revision);
  });
  return revisions;
}

/** As `runRevisions`, of one run. */
export function runRevision(state: State, id: string): number | undefined {
  const at = state.audit.findLastIndex((entry) => runOf(entry) === id);
  return at < 0 ? undefined : revisionsInOrder(state)(at);
}

/**
 * The campaign as it was after a change; revision 0 is before the first one.
 *
 * @throws NotFoundError there is no such revision
 * @throws ValueError    it is no longer stored because too much has changed since
 */
export function* pastState(state: State, revision: number): Slices<State> {
  const { history } = state;
  const current = revisionOf(state);
  const first = firstRevision(state);
  if (revision > current || revision < first) {
    throw new NotFoundError(
      `revision ${revision} not found; the session has revisions ${first} to ${current}`,
    );
  }
  const past: Record<string, unknown> = { ...state };
  const own = new Set<unknown>();
  for (let i = history.length - 1; i >= 0; i--) {
    const record = history[i] as HistoryRecord;
    if (record.revision <= revision) break;
    const steps = stepsOf(record);
    if (steps === undefined) {
      throw new ValueError(
        `revision ${revision}: tables that were replaced since then are no longer kept; the oldest available revision is ${oldestKept(state)}`,
      );
    }
    const { renamed } = record;
    if (renamed !== undefined) Object.assign(past, yield* tablesRenamed(past as unknown as State, renamed));
    yield* applyUndo(past, steps, own);
    yield;
  }
  const at = revision - first;
  return {
    ...(past as unknown as State),
    history: history.slice(0, at),
    audit: state.audit.slice(0, at === 0 ? 0 : (history[at - 1] as HistoryRecord).audit),
    model: null,
    last_suggestions: [],
    last_suggestion: null,
  };
}

/** The oldest revision that can be examined. */
export function oldestKept({ history }: Pick<State, 'history'>): number {
  const lost = history.findLast((record) => stepsOf(record) === undefined);
  return lost?.revision ?? firstRevision({ history });
}
