import type { Cell, Row } from '../../contract/common.ts';
import type { RowDetail } from '../../contract/row-details.ts';
import type { CensoredRows } from '../../engine/gp/censored.ts';
import { filterInSlices, mapInSlices, type Slices } from '../../engine/slices.ts';
import { keepKeys, keptKeys, keysOf } from './document-keys.ts';
import { copied } from './document-patch.ts';
import type { State } from './state.ts';

/** ProvenanceId of a row → what is known of it. */
export type RowDetails = Readonly<Record<string, RowDetail>>;

/** Rows between two places where the work may be interrupted. */
const perSlice = 256;

const isEmpty = (detail: RowDetail): boolean => Object.keys(detail).length === 0;

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
  let n = 0;
  for (const [id, detail] of changed) {
    const has = Object.hasOwn(next, id);
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
  return next;
}

/** The details of rows that are still there. */
export function* detailsOfRows(details: RowDetails, rows: readonly Row[]): Slices<RowDetails> {
  if (!hasDetails(details)) return details;
  const kept: Record<string, RowDetail> = {};
  const ids = new Set<string>();
  for (const [i, row] of rows.entries()) {
    const detail = detailOf(details, row);
    if (detail !== undefined) {
      kept[row.ProvenanceId as string] = detail;
      ids.add(row.ProvenanceId as string);
    }
    if (i % perSlice === perSlice - 1) yield;
  }
  keepKeys(kept, [...ids]);
  return kept;
}

/** Columns that details fill in a listing and in exported tables. */
const detailColumns = ['Status', 'Censored', 'Comment', 'Attachments'] as const;

const sign = { above: '>', below: '<' } as const;

/** What the detail says, as cells of a table. */
function cellsOf(detail: RowDetail): Record<string, Cell> {
  const { status, error, censored, comment, attachments } = detail;
  const sides = Object.entries(censored ?? {}).map(([name, side]) => `${name} ${sign[side]}`);
  return {
    ...(status === undefined ? {} : { Status: error === undefined ? status : `${status}: ${error}` }),
    ...(sides.length === 0 ? {} : { Censored: sides.join(', ') }),
    ...(comment === undefined ? {} : { Comment: comment }),
    ...(attachments === undefined ? {} : { Attachments: attachments.map(({ url }) => url).join(' ') }),
  };
}

/** Columns of details that would hide a variable, an objective or a column of an upload stay out of tables. */
function shownColumns(state: State): readonly string[] {
  const taken = new Set([...state.variables.map(({ name }) => name), ...state.targets]);
  return detailColumns.filter((name) => !taken.has(name));
}

/** A row as it is shown: with the cells of its detail. */
export function rowWithDetail(state: State, row: Row, shown = shownColumns(state)): Row {
  const detail = detailOf(state.details, row);
  if (detail === undefined) return row;
  const cells = Object.entries(cellsOf(detail)).filter(([name]) => shown.includes(name));
  return { ...row, ...Object.fromEntries(cells) };
}

/** Whether details of many rows are some: to look for one, V8 lists all of them. */
const known = new WeakMap<RowDetails, boolean>();

/** Whether anything is known of any row. */
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
export function* detailedInSlices(state: State): Slices<readonly Row[]> {
  if (!hasDetails(state.details)) return state.rows;
  const shown = shownColumns(state);
  return yield* mapInSlices(state.rows, (row) => rowWithDetail(state, row, shown));
}

/** Where the true value lies, where a value is a limit; undefined: it was measured. */
export const sideOf = (details: RowDetails, row: Row, target: string): 'above' | 'below' | undefined =>
  typeof row[target] === 'number' ? detailOf(details, row)?.censored?.[target] : undefined;

/** Rows whose value of an objective is a limit, counted from 0 among these; null where none is. */
export function* censoredIn(
  details: RowDetails,
  rows: readonly Row[],
  target: string,
): Slices<CensoredRows | null> {
  if (!hasDetails(details)) return null;
  const found: [number, number][] = [];
  for (const [i, row] of rows.entries()) {
    const side = sideOf(details, row, target);
    if (side !== undefined) found.push([i, side === 'above' ? 1 : -1]);
    if (i % 1024 === 1023) yield;
  }
  if (found.length === 0) return null;
  return {
    rows: Int32Array.from(found, ([row]) => row as number),
    sides: Int32Array.from(found, ([, side]) => side as number),
  };
}

/** A row of an exported table: `>99` where the value is a limit. */
export function exportedCells(details: RowDetails, row: Row, columns: readonly string[]): Cell[] {
  const sides = detailOf(details, row)?.censored;
  return columns.map((column) => {
    const value = row[column] ?? null;
    const side = sides?.[column];
    return side === undefined || value === null ? value : `${sign[side]}${value}`;
  });
}
