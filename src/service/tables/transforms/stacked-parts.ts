import type { Stacked } from '../../../contract/imports/import-settings.ts';
import { ValueError } from '../../../engine/errors.ts';
import { list } from '../../../engine/words.ts';
import { readCell } from '../cells/cell.ts';
import { splitUnit } from '../cells/column-name.ts';
import { names } from '../cells/column-words.ts';
import type { KnownSession } from '../known-session.ts';
import type { Table, TableCell } from '../table.ts';

type Rows = readonly (readonly TableCell[])[];

/** Names of columns that say what was measured. */
const measured =
  /^(?:responses?|parameters?|variables?|analytes?|measurements?|measurands?|metrics?|property|properties|attributes?|characteristics?|kpi|(?:result|response|parameter|property|metric|measurement|analyte)[\s_.-]*(?:name|type)|messgr(?:ö|oe)(?:ß|ss)en?|kenngr(?:ö|oe)(?:ß|ss)en?|zielgr(?:ö|oe)(?:ß|ss)en?|merkmale?|eigenschaft(?:en)?|analyt(?:en)?|paramètres?|réponses?|propriété)$/iu;
/** Names of columns that say how it was measured, and what where no other column does. */
const methods = /^tests?(?:[\s_.-]*(?:name|type))?$/i;
/** Names of columns that may as well hold a setting. */
const substances =
  /^(?:(?:component|compound|peak|substance|species)s?(?:[\s_.-]*name)?|komponenten?|substanz(?:en)?|verbindung(?:en)?)$/iu;
const values =
  /^(?:mean|(?:(?:measured|numeric|result|response|test)[\s_.-]*)?values?|results?|readings?|data|(?:calc(?:ulated|\.)?[\s_.-]*)?amt\.?|calc(?:ulated|\.)?[\s_.-]*(?:amount|conc(?:entration)?\.?)|amounts?|conc(?:entration)?\.?|(?:mess)?werte?|ergebnis(?:se)?|valeurs?|résultats?)$/iu;
const units = /^(?:units?|uom|einheit(?:en)?|unités?)$/iu;

export const namesUnits = (column: string): boolean => units.test(column);

/** Names of results that a table with one result per row has at most. */
const maxNames = 60;

/** Columns (from 0) of a table with one result per row. */
export interface Parts {
  readonly names: number;
  readonly values: number;
  /** Column of units; -1: none. */
  readonly unit: number;
  /** Columns by which rows belong to one run. */
  readonly keys: readonly number[];
}

export const textIn = (row: readonly TableCell[] | undefined, at: number): string =>
  String(row?.[at] ?? '').trim();

export const distinctIn = (rows: Rows, at: number): Set<string> =>
  new Set(rows.map((row) => textIn(row, at)));

/** Columns that hold neither name nor value nor unit of a result. */
export const othersOf = ({ columns }: Table, parts: Omit<Parts, 'keys'>): number[] =>
  columns.flatMap((_, at) => (at === parts.names || at === parts.values || at === parts.unit ? [] : [at]));

/** Rows (from 0) of each run; a name that recurs in a run begins a repeat of it. */
export function runsOf(rows: Rows, { names: at, keys }: Parts): number[][] {
  const runs = new Map<string, number[]>();
  const times = new Map<string, number>();
  for (const [i, row] of rows.entries()) {
    const key = JSON.stringify(keys.map((one) => textIn(row, one)));
    const name = JSON.stringify([key, textIn(row, at)]);
    const time = times.get(name) ?? 0;
    times.set(name, time + 1);
    const run = runs.get(`${time} ${key}`);
    if (run === undefined) runs.set(`${time} ${key}`, [i]);
    else run.push(i);
  }
  return [...runs.values()];
}

/** Whether rows fall into runs by these columns: most have several results, and at least half of all names. */
function fallInto(rows: Rows, parts: Parts): boolean {
  const runs = runsOf(rows, parts);
  const kinds = distinctIn(rows, parts.names).size;
  const full = runs.filter(({ length }) => length > 1 && length * 2 >= kinds);
  return runs.length > 1 && full.length * 2 > runs.length;
}

/** Columns named as identifiers in which values recur. */
const idsOf = ({ columns }: Table, rows: Rows, others: readonly number[]): number[] =>
  others.filter(
    (at) =>
      names.id.test(splitUnit(columns[at] as string).name) && distinctIn(rows, at).size * 2 <= rows.length,
  );

/** Rows belong to one run where all other columns agree, except those that differ in every row; else where its identifier does. */
function keysOf(table: Table, rows: Rows, parts: Omit<Parts, 'keys'>) {
  const others = othersOf(table, parts);
  const recurring = others.filter((at) => distinctIn(rows, at).size < rows.length);
  const ids = idsOf(table, rows, others);
  const choices = [recurring, ...ids.map((id) => [id])].filter((keys) => keys.length > 0);
  return { ids, keys: choices.find((keys) => fallInto(rows, { ...parts, keys })) };
}

/** The parts of a table whose names and cells show one result per row; undefined where each row is a run. */
export function foundParts(table: Table, rows: Rows, known: KnownSession): Parts | undefined {
  const ours = new Set([...known.variables.map(({ name }) => name), ...known.targets]);
  const bare = table.columns.map((column) => splitUnit(column).name);
  const find = (pattern: RegExp) =>
    bare.findIndex(
      (name, i) => pattern.test(name) && !ours.has(name) && !ours.has(table.columns[i] as string),
    );
  const [sure, substance, method] = [find(measured), find(substances), find(methods)] as [
    number,
    number,
    number,
  ];
  const at = [sure, substance, method].find((one) => one >= 0) ?? -1;
  const value = find(values);
  if (at < 0 || value < 0 || at === value || rows.length < 4) return undefined;
  const kinds = distinctIn(rows, at);
  const areNames = [...kinds].every((name) => readCell(name, '.').kind === 'text');
  const numbers = rows.filter((row) => readCell(row[value] ?? '', table.settings.decimal).kind !== 'text');
  if (!areNames || kinds.size < 2 || kinds.size > maxNames || numbers.length * 2 <= rows.length)
    return undefined;
  const parts = { names: at, values: value, unit: find(units) };
  const { ids, keys } = keysOf(table, rows, parts);
  return keys !== undefined && (at !== substance || ids.length > 0) ? { ...parts, keys } : undefined;
}

/** An identifier that is in several rows, and the column of texts that differ in each of its rows. */
export function recurringRuns(table: Table, rows: Rows): { id: number; names: number } | undefined {
  const all = table.columns.map((_, at) => at);
  if (rows.length < 4) return undefined;
  for (const id of idsOf(table, rows, all)) {
    const runs = distinctIn(rows, id).size;
    for (const at of all) {
      const kinds = distinctIn(rows, at);
      if (at === id || kinds.size < 2 || kinds.size > maxNames) continue;
      if (![...kinds].every((name) => readCell(name, '.').kind === 'text')) continue;
      const parts = { names: at, values: -1, unit: -1, keys: [id] };
      if (fallInto(rows, parts) && runsOf(rows, parts).length === runs) return { id, names: at };
    }
  }
  return undefined;
}

/**
 * The parts of a table that a client names.
 *
 * @throws ValueError the file has no such column
 */
export function namedParts(table: Table, rows: Rows, stacked: Stacked): Parts {
  const [at, value] = (['names', 'values'] as const).map((field) => {
    const index = table.columns.indexOf(stacked[field]);
    if (index >= 0) return index;
    throw new ValueError(
      `stacked.${field}: the file has no column '${stacked[field]}'; it has ${list(table.columns)}`,
    );
  }) as [number, number];
  if (at === value)
    throw new ValueError(`stacked: names and values are one column, '${stacked.names}'; name two`);
  const unit = table.columns.findIndex((column, i) => units.test(column) && i !== at && i !== value);
  const parts = { names: at, values: value, unit };
  return { ...parts, keys: keysOf(table, rows, parts).keys ?? othersOf(table, parts) };
}
