import { detailColumns } from '../../../contract/experiments/bookkeeping.ts';
import { censoredCell, resultCell, type Side } from '../../../contract/experiments/censored.ts';
import type { RowDetail } from '../../../contract/experiments/row-details.ts';
import type { Cell, Row } from '../../../contract/values.ts';
import type { CensoredRows } from '../../../engine/gp/censoring/censored.ts';
import { eachInSlices, filterInSlices, mapInSlices, type Slices } from '../../../engine/slices.ts';
import { keepKeys, keptKeys, keysOf } from '../document/document-keys.ts';
import type { List } from '../document/document-list.ts';
import { copied } from '../document/document-patch.ts';
import type { State } from '../state.ts';
import { attachmentCell } from './attachment-cell.ts';
import { hasResult } from './measured-rows.ts';

/** ProvenanceId of a row → what is known about it. */
export type RowDetails = Readonly<Record<string, RowDetail>>;

/** Rows between two places where the work may be interrupted. */
const perSlice = 256;

/** A column that details fill in a listing and in exported tables. */
type DetailColumn = (typeof detailColumns)[number];

/** Columns that some details fill; details are never changed, so they are scanned once. */
const filled = new WeakMap<RowDetails, ReadonlySet<DetailColumn>>();

const isEmpty = (detail: RowDetail): boolean => Object.keys(detail).length === 0;

/** What a detail says in a column; undefined: nothing. */
const cellOf: Readonly<Record<DetailColumn, (detail: RowDetail) => string | undefined>> = {
  Status: ({ status, error }) =>
    status !== undefined && error !== undefined ? `${status}: ${error}` : status,
  Censored: ({ censored }) => (censored === undefined ? undefined : censoredCell(censored) || undefined),
  Comment: ({ comment }) => comment,
  Attachments: ({ attachments }) => attachments && attachmentCell(attachments),
};

const fills = (detail: RowDetail, column: DetailColumn): boolean => cellOf[column](detail) !== undefined;

/** Notes of a row in addition to its values; undefined without a note. */
export function detailOf(details: RowDetails, row: Row): RowDetail | undefined {
  const id = row.ProvenanceId;
  return typeof id === 'string' && Object.hasOwn(details, id) ? details[id] : undefined;
}

/** The details with those of some rows put in place; an empty one is taken out. */
export function* withDetails(
  details: RowDetails,
  changed: ReadonlyMap<string, RowDetail>,
): Slices<RowDetails> {
  if (changed.size === 0) return details;
  const next = (yield* copied(details)) as Record<string, RowDetail>;
  const added: string[] = [];
  const removed = new Set<string>();
  const now = new Set(filled.get(details));
  let gone = !filled.has(details);
  let n = 0;
  for (const [id, detail] of changed) {
    const has = Object.hasOwn(next, id);
    for (const column of detailColumns) {
      if (fills(detail, column)) now.add(column);
      else if (has && fills(next[id] as RowDetail, column)) gone = true;
    }
    if (isEmpty(detail)) {
      if (has) removed.add(id);
      delete next[id];
    } else {
      if (!has) added.push(id);
      next[id] = detail;
    }
    if (++n % perSlice === 0) yield;
  }
  const before = keysOf(details);
  const left = removed.size === 0 ? before : yield* filterInSlices(before, (id) => !removed.has(id));
  keepKeys(next, added.length === 0 ? left : left.concat(added));
  if (!gone) filled.set(next, now);
  return next;
}

/** The details of rows that are still there. */
export function* detailsOfRows(details: RowDetails, rows: List<Row>): Slices<RowDetails> {
  if (!hasDetails(details)) return details;
  const kept: Record<string, RowDetail> = {};
  const ids = new Set<string>();
  yield* eachInSlices(
    rows,
    (row) => {
      const detail = detailOf(details, row);
      if (detail === undefined) return;
      kept[row.ProvenanceId as string] = detail;
      ids.add(row.ProvenanceId as string);
    },
    perSlice,
  );
  keepKeys(kept, [...ids]);
  return kept;
}

/** Columns of details that would hide a variable, an objective or a column of an upload stay out of tables. */
function shownColumns(state: State): readonly DetailColumn[] {
  const taken = new Set([...state.variables.map(({ name }) => name), ...state.targets]);
  return detailColumns.filter((name) => !taken.has(name));
}

/** The cells of a shown row without those of its details. */
export function withoutDetails(state: State, row: Row): Row {
  const shown: readonly string[] = shownColumns(state);
  return Object.fromEntries(Object.entries(row).filter(([name]) => !shown.includes(name)));
}

/** Makes rows as they are shown: with the cells of their details. */
export function shownIn(state: State): (row: Row) => Row {
  if (!hasDetails(state.details)) return (row) => row;
  const shown = shownColumns(state);
  return (row) => {
    const detail = detailOf(state.details, row);
    if (detail === undefined) return row;
    const cells = shown.flatMap((column) => {
      const cell = cellOf[column](detail);
      return cell === undefined ? [] : [[column, cell] as const];
    });
    return { ...row, ...Object.fromEntries(cells) };
  };
}

function* filledBy(details: RowDetails): Slices<ReadonlySet<DetailColumn>> {
  const known = filled.get(details);
  if (known !== undefined) return known;
  const columns = new Set<DetailColumn>();
  yield* eachInSlices(
    keysOf(details),
    (id) => {
      for (const column of detailColumns) if (fills(details[id] as RowDetail, column)) columns.add(column);
    },
    perSlice,
  );
  filled.set(details, columns);
  return columns;
}

/** Columns that are shown of what is known about the rows. */
export function* detailNames(state: State): Slices<readonly string[]> {
  if (!hasDetails(state.details)) return [];
  const columns = yield* filledBy(state.details);
  return shownColumns(state).filter((name) => columns.has(name));
}

/** Whether details of many rows are some: to look for one, V8 lists all of them. */
const known = new WeakMap<RowDetails, boolean>();

/** Whether anything is known about any row. */
export function hasDetails(details: RowDetails): boolean {
  const before = keptKeys(details) ? true : known.get(details);
  if (before !== undefined) return before;
  let has = false;
  for (const _ in details) {
    has = true;
    break;
  }
  known.set(details, has);
  return has;
}

/** Rows as they are shown. The same array where no row has a detail. */
export function* detailedInSlices(state: State): Slices<List<Row>> {
  return hasDetails(state.details) ? yield* mapInSlices(state.rows, shownIn(state)) : state.rows;
}

/** Where the true value lies, where a value is a limit; undefined: it was measured. */
export const sideOf = (details: RowDetails, row: Row, target: string): Side | undefined =>
  hasResult(row, target) ? detailOf(details, row)?.censored?.[target] : undefined;

/** Rows whose value of an objective is a limit, counted from 0 among these; null where none is. */
export function* censoredIn(
  details: RowDetails,
  rows: List<Row>,
  target: string,
): Slices<CensoredRows | null> {
  if (!hasDetails(details)) return null;
  const found: [number, number][] = [];
  yield* eachInSlices(rows, (row, i) => {
    const side = sideOf(details, row, target);
    if (side !== undefined) found.push([i, side === 'above' ? 1 : -1]);
  });
  if (found.length === 0) return null;
  return {
    rows: Int32Array.from(found, ([row]) => row as number),
    sides: Int32Array.from(found, ([, side]) => side as number),
  };
}

/** A row of an exported table: `>99` where the value is a limit. */
export function exportedCells(details: RowDetails, row: Row, columns: readonly string[]): Cell[] {
  const sides = detailOf(details, row)?.censored;
  return columns.map((column) => resultCell(row[column] ?? null, sides?.[column]));
}
