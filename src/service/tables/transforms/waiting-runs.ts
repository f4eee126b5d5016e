import type { WaitingRuns } from '../../../contract/imports/import-settings.ts';
import { ValueError } from '../../../engine/errors.ts';
import { counted, list } from '../../../engine/words.ts';
import { names as columnNames } from '../cells/column-words.ts';
import type { KnownSession, WaitingRun } from '../known-session.ts';
import { rowsFrom, type Table, type TableCell } from '../table.ts';
import { variableColumns } from '../units/variable-columns.ts';

/** `A1` and `a01` are one well. */
const spelled = (cell: TableCell): string =>
  String(cell)
    .trim()
    .toLowerCase()
    .replace(/^([a-p])0+(?=\d)/, '$1');

/** Runs by a column of their candidate list, where each has another entry. */
function byLabel(runs: readonly WaitingRun[], label: string): Map<string, WaitingRun> {
  const found = new Map<string, WaitingRun>();
  for (const run of runs) {
    const own = run.labels[label];
    if (own !== undefined) found.set(spelled(own), run);
  }
  return found.size === runs.length ? found : new Map();
}

/** The run that each row names in a column; by a number only where all cells are numbers of the queue. */
function namedRuns(
  cells: readonly TableCell[],
  runs: readonly WaitingRun[],
  mayCount: boolean,
): (WaitingRun | undefined)[] {
  const labels = [...new Set(runs.flatMap((run) => Object.keys(run.labels)))];
  const found = labels
    .map((label) => byLabel(runs, label))
    .map((known) => cells.map((cell) => known.get(spelled(cell))))
    .find((matches) => matches.some((run) => run !== undefined));
  if (found !== undefined || !mayCount) return found ?? [];
  const byNumber = new Map(runs.map((run) => [run.number, run]));
  const numbers = cells.map((cell) => (cell === '' ? 0 : Number(cell)));
  const areNumbers = numbers.every((n) => Number.isInteger(n) && n >= 0 && n <= mostOf(runs));
  const named = numbers.map((n) => byNumber.get(n));
  return areNumbers && named.some((run) => run !== undefined) ? named : [];
}

const mostOf = (runs: readonly WaitingRun[]): number => Math.max(...runs.map(({ number }) => number));

/** The place of each row when wells are counted down the columns of the plate: A1, B1, C1. */
function downColumns(wells: readonly TableCell[]): number[] {
  const places = wells.map((cell) => {
    const [, row = '', column = ''] = /^([a-p])(\d+)$/.exec(spelled(cell)) ?? [];
    if (row === '')
      throw new ValueError(
        `waiting_runs: '${cell}' is not a well; match the rows by their order, or name a column`,
      );
    return Number(column) * 100 + row.charCodeAt(0);
  });
  const sorted = [...places].sort((a, b) => a - b);
  return places.map((place) => sorted.indexOf(place));
}

const wellColumn = ({ columns }: Table): number =>
  columns.findIndex((column) => columnNames.well.test(column));

/** The run of each row as a client says it. @throws ValueError the rows are not those of the runs */
function runsAsSaid(table: Table, rows: readonly number[], said: WaitingRuns, runs: readonly WaitingRun[]) {
  const cellsOf = (at: number) => rows.map((i) => table.rows[i]?.[at] ?? '');
  if (said.by !== 'column' && said.column !== undefined)
    throw new ValueError(
      `waiting_runs.column: '${said.column}' has no effect with by: '${said.by}'; leave it out, or send by: 'column'`,
    );
  if (said.by === 'column') {
    const at = table.columns.indexOf(said.column ?? '');
    if (at < 0)
      throw new ValueError(
        `waiting_runs: the file has no column '${said.column ?? ''}'; it has ${list(table.columns)}`,
      );
    const found = namedRuns(cellsOf(at), runs, true);
    if (found.length === 0)
      throw new ValueError(
        `waiting_runs: column '${said.column}' neither names the pending runs nor has their numbers, ${runs[0]?.number} to ${mostOf(runs)}`,
      );
    return found;
  }
  if (rows.length !== runs.length)
    throw new ValueError(
      `waiting_runs: the file has ${counted(rows.length, 'row')} and ${counted(runs.length, 'run')} are pending; matching by order needs equal numbers; otherwise name the column that identifies the runs`,
    );
  if (said.by === 'order') return rows.map((_, k) => runs[k]);
  const well = wellColumn(table);
  if (well < 0)
    throw new ValueError(`waiting_runs: the file has no column of wells; it has ${list(table.columns)}`);
  return downColumns(cellsOf(well)).map((k) => runs[k]);
}

/** A column that names pending runs as their candidate list does. */
function foundColumn(table: Table, rows: readonly number[], runs: readonly WaitingRun[]): WaitingRuns | null {
  const at = table.columns.findIndex(
    (_, k) =>
      namedRuns(
        rows.map((i) => table.rows[i]?.[k] ?? ''),
        runs,
        false,
      ).length > 0,
  );
  return at < 0 ? null : { by: 'column', column: table.columns[at] as string };
}

/**
 * The table of results of staged runs with a column for each setting that it does not have. A row of no pending run, such as a
 * control, is left out.
 *
 * @param said  what a client says; undefined: where no setting is in the file, names of the runs decide. null: the settings are in the file
 * @throws ValueError the rows are not those of the pending runs
 */
export function withWaitingRuns(
  table: Table,
  said: WaitingRuns | null | undefined,
  known: KnownSession,
): Table {
  const runs = known.waiting ?? [];
  const names = known.variables.map(({ name }) => name);
  const held = new Set(variableColumns(table.columns, known.variables).values());
  if (said === null || (said === undefined && (runs.length === 0 || held.size > 0))) return table;
  if (runs.length === 0) throw new ValueError('waiting_runs: no run is pending in the queue; send null');
  const rows = table.rows.flatMap((_, i) => (table.summary.has(i) ? [] : [i]));
  const how = said ?? foundColumn(table, rows, runs);
  if (how === null) return table;
  const matches = runsAsSaid(table, rows, how, runs);
  const absent = names.filter(
    (name) => !held.has(name) && runs.some(({ inputs }) => inputs[name] !== undefined),
  );
  const kept = rows.flatMap((i, k) => (matches[k] === undefined ? [] : [{ i, run: matches[k] }]));
  const left = rows.length - kept.length;
  return {
    ...table,
    ...rowsFrom(
      table,
      kept.map(({ i }) => i),
    ),
    columns: [...table.columns, ...absent],
    units: [...table.units, ...absent.map(() => null)],
    rows: kept.map(({ i, run }) => [
      ...(table.rows[i] as readonly TableCell[]),
      ...absent.map((name) => run.inputs[name] ?? ''),
    ]),
    settings: { ...table.settings, waiting_runs: how },
    remarks: [
      ...table.remarks,
      `${list(absent)} ${absent.length === 1 ? 'is' : 'are'} taken from the pending runs, ${wordsOf(how)}`,
      ...(left > 0
        ? [`${counted(left, 'row')} without a pending run ${left === 1 ? 'is' : 'are'} left out`]
        : []),
    ],
  };
}

const wordsOf = ({ by, column }: WaitingRuns): string =>
  by === 'column'
    ? `which column '${column}' identifies`
    : by === 'order'
      ? 'in the order of the queue'
      : 'in the order of the queue down the columns of the plate';
