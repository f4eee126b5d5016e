import { ValueError } from '../../engine/errors.ts';
import { NotFoundError } from '../errors.ts';
import { differences, same, sharedEnds, summary } from './compare.ts';
import { grown, hasGrownFrom } from './document-patch.ts';
import type { HistoryRecord, Path, Renaming, UndoStep } from './history-record.ts';
import { isRecord } from './is-record.ts';
import { provenanceRenamed, rowRenamed } from './renamed-tables.ts';
import { mapInSlices, type Slices } from './slices.ts';
import type { State, Surroundings } from './state.ts';

/** Parts of the state outside the campaign: its viewers, what can be computed again, and its history. */
const aside: ReadonlySet<keyof State> = new Set([
  'id',
  'metadata',
  'last_accessed',
  'audit',
  'model',
  'lock',
  'enforce_lock',
  'control',
  'replies',
  'last_suggestions',
  'last_suggestion',
  'history',
]);

const partsOf = (state: State): (keyof State)[] =>
  (Object.keys(state) as (keyof State)[]).filter((part) => !aside.has(part));

/** Values that replaced tables may keep in the history, all changes together. */
const KEPT_VALUES = 1_000_000;
/** Items that are compared between two places where the work may be interrupted. */
const PER_SLICE = 4096;
/** A change that keeps fewer is small. */
const SMALL = 2_000;

function* undoArray(
  after: readonly unknown[],
  before: readonly unknown[],
  path: Path,
  steps: UndoStep[],
): Slices<void> {
  if (hasGrownFrom(before, after)) {
    steps.push(['splice', path, before.length, after.length - before.length, []]);
    return;
  }
  if (before.length === after.length) {
    const changed: number[] = [];
    for (let i = 0; i < before.length && changed.length * 2 <= before.length; i++) {
      if (before[i] !== after[i]) changed.push(i);
      if (i % PER_SLICE === PER_SLICE - 1) yield;
    }
    if (changed.length * 2 <= before.length) {
      for (const [n, i] of changed.entries()) {
        steps.push(['splice', path, i, 1, [before[i]]]);
        if (n % PER_SLICE === PER_SLICE - 1) yield;
      }
      return;
    }
  }
  const { start, end } = yield* sharedEnds(before, after);
  steps.push(['splice', path, start, after.length - end - start, before.slice(start, before.length - end)]);
}

function* undoInto(after: unknown, before: unknown, path: Path, steps: UndoStep[]): Slices<void> {
  if (after === before) return;
  if (Array.isArray(after) && Array.isArray(before)) {
    yield* undoArray(after, before, path, steps);
    return;
  }
  if (!isRecord(after) || !isRecord(before)) {
    steps.push(['set', path, before]);
    return;
  }
  for (const key of Object.keys(after)) {
    if (!Object.hasOwn(before, key)) steps.push(['drop', [...path, key]]);
  }
  for (const [key, value] of Object.entries(before)) {
    if (!Object.hasOwn(after, key)) steps.push(['set', [...path, key], value]);
    else yield* undoInto(after[key], value, [...path, key], steps);
  }
}

/** Whether two tables are equal once each entry of the second was renamed. */
function* isSameTable<T>(before: readonly T[], after: readonly T[], made: (entry: T) => T): Slices<boolean> {
  if (before.length !== after.length) return false;
  for (const [i, entry] of after.entries()) {
    if (!same(made(entry), before[i])) return false;
    if (i % 64 === 63) yield;
  }
  return true;
}

/** The renaming of one variable, where that is all that happened to rows and provenance. */
function* renamingOf(before: State, after: State): Slices<Renaming | undefined> {
  if (before.rows === after.rows || before.variables.length !== after.variables.length) return undefined;
  const [at, ...others] = after.variables.flatMap(({ name }, i) =>
    name === before.variables[i]?.name ? [] : [i],
  );
  const [from, to] = [after.variables[at ?? -1]?.name, before.variables[at ?? -1]?.name];
  if (from === undefined || to === undefined || others.length > 0) return undefined;
  const isRenaming =
    (yield* isSameTable(before.rows, after.rows, (row) => rowRenamed(row, from, to))) &&
    (yield* isSameTable(before.provenance, after.provenance, (one) => provenanceRenamed(one, from, to)));
  return isRenaming ? { from, to } : undefined;
}

/** Steps that lead back from one state to the one before, its tables left out where they were only renamed. */
function* undoOf(before: State, after: State, renamed: Renaming | undefined): Slices<UndoStep[]> {
  const steps: UndoStep[] = [];
  const parts = partsOf(after).filter(
    (part) => renamed === undefined || (part !== 'rows' && part !== 'provenance'),
  );
  for (const part of parts) yield* undoInto(after[part], before[part], [part], steps);
  return steps;
}

function* valuesIn(value: unknown): Slices<number> {
  if (typeof value !== 'object' || value === null) return 1;
  let sum = 1;
  const entries = Array.isArray(value) ? value : Object.values(value);
  for (const [i, entry] of entries.entries()) {
    sum += typeof entry === 'object' ? yield* valuesIn(entry) : 1;
    if (i % 1024 === 1023) yield;
  }
  return sum;
}

/** Values that steps keep. Counted once for each list of them, as they are never changed. */
const sizes = new WeakMap<readonly UndoStep[], number>();

function* sizeOf(undo: readonly UndoStep[] | null): Slices<number> {
  if (undo === null) return 0;
  const known = sizes.get(undo);
  if (known !== undefined) return known;
  let sum = 0;
  for (const step of undo) {
    const kept = step[0] === 'splice' ? step[4] : [step[2]];
    sum += step[0] === 'splice' ? 1 : 0;
    for (const [i, value] of kept.entries()) {
      sum += yield* valuesIn(value);
      if (i % 64 === 63) yield;
    }
  }
  sizes.set(undo, sum);
  return sum;
}

/** The newest records whose steps are few enough together; those before lose their steps. */
function* bounded(records: readonly HistoryRecord[], most: number): Slices<readonly HistoryRecord[]> {
  let kept = 0;
  let last = records.length;
  while (last > 0 && kept <= most) kept += yield* sizeOf(records[--last]?.undo ?? null);
  if (kept <= most) return records;
  return records.map((record, i) => (i <= last && record.undo !== null ? { ...record, undo: null } : record));
}

export const revisionOf = ({ history }: State): number => history.at(-1)?.revision ?? 0;

/** The state after a change, with the record of it; a change that touches nothing of the campaign has none. */
export function* withHistory(
  before: State,
  after: State,
  { now, person }: Surroundings,
  most = KEPT_VALUES,
): Slices<State> {
  const renamed = yield* renamingOf(before, after);
  const undo = yield* undoOf(before, after, renamed);
  yield;
  // A change of a counter alone is not recorded.
  if (undo.every((step) => step[1][0] === 'data_revision')) return after;
  const record: HistoryRecord = {
    revision: revisionOf(before) + 1,
    time: now,
    ...(person === undefined ? {} : { who: person }),
    what: summary(yield* differences(before, after, 4)),
    audit: after.audit.length,
    entries: after.audit.length - before.audit.length,
    undo,
    ...(renamed === undefined ? {} : { renamed }),
  };
  const history = grown(before.history, [record]);
  const isSmall = (yield* sizeOf(undo)) <= Math.min(SMALL, most / 10);
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

const runOf = ({ entry_type, parameters }: State['audit'][number]): unknown =>
  entry_type === 'experiment_completed' ? parameters.id : undefined;

/** ProvenanceId of a run → revision that recorded it: what was in force then is the state of that revision. */
export function* runRevisions(state: State): Slices<ReadonlyMap<string, number>> {
  const revisionAt = revisionsInOrder(state);
  const revisions = new Map<string, number>();
  for (const [at, entry] of state.audit.entries()) {
    const id = runOf(entry);
    const revision = revisionAt(at);
    if (typeof id === 'string' && revision !== undefined) revisions.set(id, revision);
    if (at % 1024 === 1023) yield;
  }
  return revisions;
}

/** As `runRevisions`, of one run. */
export function runRevision(state: State, id: string): number | undefined {
  const at = state.audit.findLastIndex((entry) => runOf(entry) === id);
  return at < 0 ? undefined : revisionsInOrder(state)(at);
}

/** Carries out steps on a value that nobody else holds; lists and records are copied when they are first touched. */
function applyUndo(state: Record<string, unknown>, steps: readonly UndoStep[], own: Set<unknown>): void {
  const owned = (holder: Record<string | number, unknown>, key: string | number): unknown => {
    const value = holder[key];
    if (own.has(value)) return value;
    const copy = Array.isArray(value) ? [...value] : { ...(value as object) };
    own.add(copy);
    holder[key] = copy;
    return copy;
  };
  for (const step of steps) {
    const path = step[1];
    let holder: Record<string | number, unknown> = state;
    for (const key of path.slice(0, -1)) holder = owned(holder, key) as Record<string | number, unknown>;
    const last = path.at(-1) as string | number;
    if (step[0] === 'drop') delete holder[last];
    else if (step[0] === 'set') holder[last] = step[2];
    else {
      const [, , start, count, items] = step;
      const list = owned(holder, last) as unknown[];
      if (items.length < 1000) list.splice(start, count, ...items);
      else {
        // A call cannot have as many arguments as a table has rows.
        const whole = list.slice(0, start).concat(items, list.slice(start + count));
        own.add(whole);
        holder[last] = whole;
      }
    }
  }
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
  const first = (history[0]?.revision ?? 1) - 1;
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
    if (record.undo === null) {
      throw new ValueError(
        `revision ${revision}: tables that were replaced since then are no longer kept; the oldest available revision is ${oldestKept(state)}`,
      );
    }
    const { renamed } = record;
    if (renamed !== undefined) {
      const { rows, provenance } = past as unknown as State;
      past.rows = yield* mapInSlices(rows, (row) => rowRenamed(row, renamed.from, renamed.to));
      past.provenance = yield* mapInSlices(provenance, (one) =>
        provenanceRenamed(one, renamed.from, renamed.to),
      );
    }
    applyUndo(past, record.undo, own);
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

/** The oldest revision that can be looked at. */
export function oldestKept({ history }: Pick<State, 'history'>): number {
  const lost = history.findLast((record) => record.undo === null);
  return lost?.revision ?? (history[0]?.revision ?? 1) - 1;
}

const isPath = (path: unknown): boolean =>
  Array.isArray(path) &&
  path.length > 0 &&
  path.every((key) => typeof key === 'number' || (typeof key === 'string' && !(key in Object.prototype))) &&
  !aside.has(path[0]);

function isStep(step: unknown): boolean {
  if (!Array.isArray(step) || !isPath(step[1])) return false;
  const [kind, , start, count, items] = step;
  if (kind === 'splice') return Number.isInteger(start) && Number.isInteger(count) && Array.isArray(items);
  return kind === 'set' || kind === 'drop';
}

const isRenaming = (value: unknown): boolean =>
  isRecord(value) && typeof value.from === 'string' && typeof value.to === 'string';

/** Whether a record of a file is one. */
export const isHistoryRecord = ({
  revision,
  time,
  what,
  audit,
  entries,
  undo,
  renamed,
}: Readonly<Record<string, unknown>>): boolean =>
  Number.isInteger(revision) &&
  typeof time === 'string' &&
  Array.isArray(what) &&
  what.every((text) => typeof text === 'string') &&
  Number.isInteger(audit) &&
  Number.isInteger(entries) &&
  (undo === null || (Array.isArray(undo) && undo.every(isStep))) &&
  (renamed === undefined || isRenaming(renamed));
