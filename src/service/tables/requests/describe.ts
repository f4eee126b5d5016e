import { censoredCell } from '../../../contract/experiments/censored.ts';
import type {
  AmbiguousNumber,
  Import,
  ImportColumn,
  ImportedRow,
  ImportPlan,
  ImportProblem,
  ProblemKind,
} from '../../../contract/imports/imports.ts';
import type { Row } from '../../../contract/values.ts';
import { counted } from '../../../engine/words.ts';
import { durationRemarks, durationsOf, withDurations } from '../cells/durations.ts';
import {
  ambiguousNumber,
  columnRemarks,
  couldBeDecimals,
  couldBeThousands,
} from '../columns/column-remarks.ts';
import { describeColumns } from '../columns/columns.ts';
import { checkConstants, constantRemarks, givenTwice } from '../columns/constants.ts';
import { sessionRemarks } from '../columns/session-remarks.ts';
import { unitFaults } from '../columns/unit-faults.ts';
import { isExported } from '../files/exported-table.ts';
import type { KnownSession } from '../known-session.ts';
import { readTable } from '../layout/read-table.ts';
import { duplicateRows } from '../rows/duplicate-rows.ts';
import { type Evaluation, evaluateRows } from '../rows/evaluate.ts';
import { choicesOf } from '../rows/problems.ts';
import type { Table, TableLimits } from '../table.ts';
import { withAccountingNegatives } from '../transforms/accounting-negatives.ts';
import { withBracketsApart } from '../transforms/bracketed.ts';
import { withFilledDown } from '../transforms/fill-down.ts';
import { withOneUnit } from '../transforms/one-unit.ts';
import { statedRanges, withRanges } from '../transforms/ranges.ts';
import { repeatGroups, withRepeats } from '../transforms/repeats.ts';
import { withRunsInRows } from '../transforms/stacked.ts';
import { withUnitColumns } from '../transforms/unit-columns.ts';
import { withWaitingRuns } from '../transforms/waiting-runs.ts';
import { conversionRemarks } from '../units/unit-conversion.ts';
import { planOfUpload, type UploadChoices } from './upload-plan.ts';

/** A file, and what of the session and of the client's decisions it is read by. */
export interface ImportTask {
  readonly bytes: Uint8Array;
  readonly plan: ImportPlan;
  readonly known: KnownSession;
  /** Whether the rows are wanted, too. */
  readonly withRows: boolean;
  /** The form of an upload says what the columns are. */
  readonly upload?: UploadChoices;
  readonly most: TableLimits;
}

export type ImportedRows = readonly ImportedRow[];

type Description = Omit<Import, 'import_id' | 'filename' | 'created_at' | 'expires_at'>;

export interface ImportAnswer {
  readonly description: Description;
  readonly rows: ImportedRows;
  readonly skipped: number;
  readonly newCategories: Evaluation['newCategories'];
}

/** Problems and rows that an answer lists. */
const maxListed = 500;
const maxShown = 20;

/** The row as the table will have it. */
function previewRow(row: ImportedRow): Row {
  const sides = censoredCell(row.censored);
  return {
    ...row.inputs,
    ...row.outputs,
    ...(row.noise !== null && { Noise: row.noise }),
    ...(row.iteration !== null && { Iteration: row.iteration }),
    ...(row.reason !== null && { Reason: row.reason }),
    ...(row.failed && { Status: 'failed' }),
    ...(sides !== '' && { Censored: sides }),
    ...row.extras,
  };
}

function countsOf(problems: readonly ImportProblem[]): Import['problem_counts'] {
  const counts = new Map<ProblemKind, { count: number; choice: ImportProblem['choice'] }>();
  for (const { kind, choice } of problems)
    counts.set(kind, { count: (counts.get(kind)?.count ?? 0) + 1, choice });
  return [...counts].map(([kind, own]) => ({ kind, ...own, choices: [...choicesOf[kind]] }));
}

/** Rows with a decision of their own. */
const decidedRows = (plan: ImportPlan, lines: Table['lines']): Import['decided'] =>
  Object.entries(plan.rows)
    .map(([row, { action = null, cells = {} }]) => ({
      row: Number(row),
      line: lines?.[Number(row) - 1] ?? null,
      action,
      cells: Object.keys(cells),
    }))
    .filter(({ action, cells }) => action !== null || cells.length > 0)
    .sort((a, b) => a.row - b.row);

/** Two columns cannot be one thing, and a table needs something that was measured. */
function columnFaults(
  columns: readonly ImportColumn[],
  known: KnownSession,
  plan: ImportPlan,
  open: readonly ImportProblem[],
): string[] {
  const of = (...meanings: readonly string[]) => columns.filter(({ meaning }) => meanings.includes(meaning));
  const faults: string[] = [];
  const named = of('input', 'output').map(({ name }) => name);
  const twice = named.find((name, i) => named.indexOf(name) !== i);
  if (twice !== undefined)
    faults.push(`two columns are read as '${twice}'; change the meaning or name of one`);
  for (const meaning of ['noise', 'iteration', 'reason'] as const) {
    const errors = meaning === 'noise' ? columns.filter(({ errors_as }) => errors_as === 'noise') : [];
    if (of(meaning).length + errors.length > 1)
      faults.push(`two columns are read as the ${meaning}; keep one`);
  }
  if (of('output').length === 0) faults.push('no column is read as an output; choose the measured one');
  if (of('input').length === 0) faults.push('no column is read as an input; choose the settings');
  const present = new Set([...of('input').map(({ name }) => name), ...Object.keys(plan.constants)]);
  const absent = known.variables.map(({ name }) => name).filter((name) => !present.has(name));
  const waits = (known.waiting ?? []).length > 0 && plan.settings.waiting_runs == null;
  if (absent.length > 0)
    faults.push(
      `${absent.length === 1 ? 'variable' : 'variables'} ${absent.map((name) => `'${name}'`).join(', ')} ${absent.length === 1 ? 'has' : 'have'} no column; add one to the file, give a column this name, or set a value for all rows${waits ? ', or take the settings of the pending runs' : ''}`,
    );
  faults.push(...givenTwice(plan.constants, columns));
  for (const column of of('input')) {
    const isOpen = open.some((problem) => problem.column === column.column);
    faults.push(...inputFaults(column, known, plan, isOpen));
  }
  faults.push(...unitFaults(columns, known));
  const unknown = plan.columns.filter(({ column }) => !columns.some((one) => one.column === column));
  for (const { column } of unknown) faults.push(`the file has no column '${column}'`);
  return faults;
}

function inputFaults(
  { name, exists, type, bounds, categories }: ImportColumn,
  known: KnownSession,
  plan: ImportPlan,
  isOpen: boolean,
): string[] {
  if (known.targets.includes(name))
    return [`'${name}' is an objective of the session, but is read as an input`];
  if (exists) return [];
  if (known.hasRows && plan.mode === 'append')
    return [`the recorded rows have no value for the new input '${name}'`];
  const isRange = type === 'real' || type === 'integer';
  // Cells that are asked about may give the range.
  if (isRange && bounds === null)
    return isOpen ? [] : [`the input '${name}' has no range; give bounds, or read the column as a note`];
  if (isRange && bounds !== null && (bounds[0] as number) >= (bounds[1] as number)) {
    return [`the input '${name}': ${bounds[0]} is not below ${bounds[1]}`];
  }
  if (type === 'categorical' && (categories ?? []).length === 0)
    return [`the input '${name}' has no categories`];
  return [];
}

/** `rows 2 and 4`, `rows 1, 2, 3, 4, 5 and 7 more`. */
function numbered(what: string, numbers: readonly number[]): string {
  if (numbers.length === 1) return `${what} ${numbers[0]}`;
  const last = numbers.length > 5 ? `${numbers.length - 5} more` : String(numbers.at(-1));
  return `${what}s ${numbers.slice(0, Math.min(5, numbers.length - 1)).join(', ')} and ${last}`;
}

/** `row 4 (line 6) needs`, `rows 2 and 4 (lines 4 and 6) need`. */
function rowWords(rows: readonly number[], lines: readonly number[] | undefined): string {
  const places =
    lines &&
    ` (${numbered(
      'line',
      rows.map((row) => lines[row - 1] as number),
    )})`;
  return `${numbered('row', rows)}${places ?? ''} ${rows.length === 1 ? 'needs' : 'need'}`;
}

function blockingOf(
  table: Table,
  columns: readonly ImportColumn[],
  evaluation: Evaluation,
  ambiguous: AmbiguousNumber | null,
  task: ImportTask,
): string[] {
  const open = evaluation.problems.filter(({ choice }) => choice === 'ask');
  const faults = columnFaults(columns, task.known, task.plan, open);
  if (ambiguous !== null)
    faults.push(
      `'${ambiguous.text}' is ${ambiguous.point} or ${ambiguous.comma}; state whether the decimal sign is a point or a comma (settings.decimal)`,
    );
  if (table.rows.length === 0) faults.push('the file has a header row and no other row');
  else if (evaluation.rows.length === 0) faults.push('every row is left out');
  for (const alike of Map.groupBy(open, ({ kind, column }) => `${kind} ${column}`).values()) {
    const rows = [...new Set(alike.map(({ row }) => row))];
    const [, ...others] = new Set(alike.map(({ value }) => `'${value}'`));
    const more = others.length > 4 ? [...others.slice(0, 4), '…'] : others;
    faults.push(
      `${rowWords(rows, table.lines)} a decision: ${alike[0]?.message}${more.length > 0 ? `; others have ${more.join(', ')}` : ''}`,
    );
  }
  return faults;
}

/** Rows that are joined to runs of the queue by their numbers. */
const numberedRemarks = (rows: ImportedRows): string[] => {
  const runs = new Set(rows.flatMap(({ item }) => item ?? [])).size;
  return runs === 0
    ? []
    : [`${counted(runs, 'run')} of the queue ${runs === 1 ? 'is' : 'are'} recognized by number`];
};

/** Numbers that may have another decimal sign than the file. */
const signRemarks = (
  table: Table,
  columns: readonly ImportColumn[],
  { settings }: ImportPlan,
  ambiguous: AmbiguousNumber | null,
): string[] => [
  ...(settings.decimal === undefined && ambiguous === null ? couldBeDecimals(table, columns) : []),
  ...couldBeThousands(table, columns),
];

/** The table with one run per row and plain numbers. An upload names its columns and an export is as it was, so nothing of them is guessed. */
function rearranged(file: Table, { plan, known, upload }: ImportTask): Table {
  const isPlain = upload !== undefined || isExported(file.columns);
  const { stacked = isPlain ? null : undefined } = plan.settings;
  const { repeats, waiting_runs: waiting } = plan.settings;
  const runs = withRepeats(withRunsInRows(file, stacked, known), repeats);
  const table = withWaitingRuns(runs, isPlain && waiting === undefined ? null : waiting, known);
  return isPlain ? table : withOneUnit(withUnitColumns(withBracketsApart(withAccountingNegatives(table))));
}

/**
 * Reads a file as the plan says.
 *
 * @throws ValueError         the file cannot be read at all
 * @throws TooLargeTableError
 */
export async function describeImport(given: ImportTask): Promise<ImportAnswer> {
  const file = await readTable(given.bytes, given.plan.settings, given.most);
  const written = rearranged(file, given);
  const task =
    given.upload === undefined
      ? given
      : { ...given, plan: planOfUpload(written, given.known, given.upload, given.plan) };
  checkConstants(task.plan.constants, task.known.variables);
  const filled = withFilledDown(written, task.plan.columns);
  const durations = durationsOf(filled, task.known, task.plan.columns);
  const table = withDurations(filled, durations);
  const described = describeColumns(table, task.known, task.plan.columns, durations);
  // An upload puts all rows in the place of the table, whatever waits.
  const { waiting: _, recorded: __, since: ___, ...alone } = task.known;
  const known = task.upload === undefined ? task.known : alone;
  const evaluation = evaluateRows(table, described, known, task.plan);
  const columns = withRanges(described, evaluation.rows, table);
  const { rows, problems, skipped, newCategories } = evaluation;
  const ambiguous = ambiguousNumber(table, columns, task.plan.settings.decimal);
  const open = problems.filter(({ choice }) => choice === 'ask');
  const listed = [...open, ...problems.filter(({ choice }) => choice !== 'ask')].slice(0, maxListed);
  return {
    description: {
      mode: task.plan.mode,
      settings: table.settings,
      columns,
      n_rows: table.rows.length,
      n_recorded: rows.length,
      n_failed: rows.filter(({ failed }) => failed).length,
      blocking: blockingOf(table, columns, evaluation, ambiguous, task),
      ambiguous_number: ambiguous,
      problem_counts: countsOf(problems),
      problems: listed,
      preview: rows.slice(0, maxShown).map(previewRow),
      sample: written.rows.slice(0, maxShown).map((row) => row.map(String)),
      constants: { ...task.plan.constants },
      repeat_groups: repeatGroups(columns),
      n_waiting: task.known.waiting?.length ?? 0,
      decided: decidedRows(task.plan, table.lines),
      remarks: [
        ...table.remarks,
        ...statedRanges(table, columns),
        ...columnRemarks(table, columns, task.plan.columns),
        ...conversionRemarks(columns),
        ...sessionRemarks(columns, task.known),
        ...signRemarks(table, columns, task.plan, ambiguous),
        ...numberedRemarks(rows),
        ...duplicateRows(table, columns),
        ...constantRemarks(task.plan.constants, task.known.variables),
        ...durationRemarks(written, durations, task.plan.columns),
      ],
    },
    rows: task.withRows ? rows : [],
    skipped,
    newCategories,
  };
}
