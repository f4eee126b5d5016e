import type { Stacked } from '../../../contract/imports/import-settings.ts';
import { counted, list } from '../../../engine/words.ts';
import { freeName, splitUnit } from '../cells/column-name.ts';
import type { KnownSession } from '../known-session.ts';
import type { Table, TableCell } from '../table.ts';
import { distinctIn, foundParts, namedParts, othersOf, type Parts, runsOf, textIn } from './stacked-parts.ts';

type Row = readonly TableCell[];

/** A result by its name; its unit is null where it has none, and undefined where that differs between rows. */
interface Result {
  readonly name: string;
  readonly unit: string | null | undefined;
}

function resultsOf(table: Table, rows: readonly Row[], { names: at, values, unit }: Parts): Result[] {
  const ofAll = splitUnit(table.columns[values] as string).unit ?? table.units[values] ?? null;
  return [...distinctIn(rows, at)].map((name) => {
    if (unit < 0) return { name, unit: splitUnit(name).unit === null ? ofAll : null };
    const own = rows.filter((row) => textIn(row, at) === name && textIn(row, unit) !== '');
    const [only = '', ...more] = distinctIn(own, unit);
    return { name, unit: more.length > 0 ? undefined : only === '' || only === '-' ? null : only };
  });
}

/** What the rows of a run have in one column: different cells stand one after another. */
function joined(rows: readonly Row[], at: number): TableCell {
  const cells = [...new Set(rows.map((row) => row[at] ?? '').filter((cell) => cell !== ''))];
  return cells.length < 2 ? (cells[0] ?? '') : cells.join('; ');
}

function cellOf(rows: readonly Row[], parts: Parts, { name, unit }: Result): TableCell {
  const row = rows.find((one) => textIn(one, parts.names) === name);
  const value = row?.[parts.values] ?? '';
  const own = textIn(row, parts.unit);
  return unit === undefined && own !== '' && value !== '' ? `${value} ${own}` : value;
}

/** Names of columns, each different. */
function named(kept: readonly string[], results: readonly Result[], values: string): string[] {
  const taken = new Set([...kept, ...Object.getOwnPropertyNames(Object.prototype)]);
  const more = results.map(({ name }) => {
    const own = freeName(name === '' ? values : name, taken);
    taken.add(own);
    return own;
  });
  return [...kept, ...more];
}

/** The table with one row per run: its rows are joined, and every name of a result is a column. */
function unstacked(table: Table, places: readonly number[], rows: readonly Row[], parts: Parts): Table {
  const runs = runsOf(rows, parts);
  const results = resultsOf(table, rows, parts);
  const kept = othersOf(table, parts);
  const of = (run: readonly number[]) => run.map((i) => rows[i] as Row);
  const summary = [...table.summary].sort((a, b) => a - b);
  const first = [...runs.map(([i = 0]) => places[i] as number), ...summary];
  const isMixed = (at: number) => runs.some((run) => distinctIn(of(run), at).size > 1);
  const mixed = kept.flatMap((at, i) => (isMixed(at) ? [i] : []));
  const [what, values] = [table.columns[parts.names] as string, table.columns[parts.values] as string];
  return {
    ...table,
    columns: named(
      kept.map((at) => table.columns[at] as string),
      results,
      values,
    ),
    units: [...kept.map((at) => table.units[at] ?? null), ...results.map(({ unit }) => unit ?? null)],
    results: new Set(results.map((_, i) => kept.length + i)),
    joined: new Set(mixed),
    rows: [
      ...runs.map((run) => [
        ...kept.map((at) => joined(of(run), at)),
        ...results.map((result) => cellOf(of(run), parts, result)),
      ]),
      ...summary.map((i) => [...kept.map((at) => table.rows[i]?.[at] ?? ''), ...results.map(() => '')]),
    ],
    lines: table.lines && first.map((place) => table.lines?.[place] as number),
    tooLong: new Map(
      runs.flatMap((run, i): [number, Row][] => {
        const more = run.flatMap((row) => table.tooLong.get(places[row] as number) ?? []);
        return more.length > 0 ? [[i, more]] : [];
      }),
    ),
    summary: new Set(summary.map((_, i) => runs.length + i)),
    settings: { ...table.settings, stacked: { names: what, values } },
    remarks: [
      ...table.remarks,
      `each row of the file is one result, named in '${what}' and given in '${values}': ${rows.length} rows became ${counted(runs.length, 'run')} with a column per result`,
      ...(mixed.length > 0
        ? [
            `the rows of a run differ in ${list(mixed.map((i) => table.columns[kept[i] as number] as string))}; such cells are joined with semicolons`,
          ]
        : []),
    ],
  };
}

/**
 * A table with one row per run.
 *
 * @param stacked  what a client says; undefined: names and cells of columns decide, null: each row is a run
 * @throws ValueError the file has no column that the client names
 */
export function withRunsInRows(
  table: Table,
  stacked: Stacked | null | undefined,
  known: KnownSession,
): Table {
  if (stacked === null) return table;
  const places = table.rows.flatMap((_, i) => (table.summary.has(i) ? [] : [i]));
  const rows = places.map((i) => table.rows[i] as Row);
  const parts = stacked === undefined ? foundParts(table, rows, known) : namedParts(table, rows, stacked);
  return parts === undefined ? table : unstacked(table, places, rows, parts);
}
