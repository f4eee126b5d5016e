import type {
  ImportColumn,
  ImportedRow,
  ImportPlan,
  ImportProblem,
  ProblemKind,
} from '../../../contract/imports/imports.ts';
import { brokenConstraints, brokenLimits } from '../../broken-limits.ts';
import { readCell } from '../cells/cell.ts';
import { names } from '../cells/column-words.ts';
import { durationIn } from '../cells/durations.ts';
import { exclusionIn } from '../columns/excluded-rows.ts';
import { isExported } from '../files/exported-table.ts';
import type { KnownSession } from '../known-session.ts';
import type { Table, TableCell } from '../table.ts';
import { CellReader } from './cell-reader.ts';
import { type Draft, emptyDraft } from './imported-row.ts';
import { Problems } from './problems.ts';
import { type QueueMatch, rowsOfQueue } from './queue-runs.ts';

export interface Evaluation {
  readonly rows: readonly ImportedRow[];
  readonly problems: readonly ImportProblem[];
  readonly skipped: number;
  /** Categories that rows bring to variables of the session. */
  readonly newCategories: Readonly<Record<string, readonly string[]>>;
}

/** What tables say about a failed run in a column of states; exported ones add the error where one is known. */
const failedStatus = /^failed(?:$|:\s|\s*[-–—,(]\s*\S)/i;

class Evaluator {
  readonly problems: Problems;
  readonly cells: CellReader;
  readonly #columns: readonly ImportColumn[];
  readonly #plan: ImportPlan;
  readonly #decimal: '.' | ',';
  readonly #known: KnownSession;
  /** Per column, which cells exclude their row. */
  readonly #exclusions: readonly (((cell: TableCell) => boolean) | undefined)[];

  constructor(table: Table, columns: readonly ImportColumn[], known: KnownSession, plan: ImportPlan) {
    this.#columns = columns;
    this.#plan = plan;
    this.#known = known;
    this.#decimal = table.settings.decimal;
    this.problems = new Problems(plan, table.lines);
    const isExport = isExported(table.columns);
    this.#exclusions = columns.map(({ column, meaning }, i) =>
      meaning === 'note' && !isExport
        ? exclusionIn(
            column,
            table.rows.flatMap((row, at) => (table.summary.has(at) ? [] : [row[i] ?? ''])),
          )
        : undefined,
    );
    this.cells = new CellReader(table, columns, known, plan, this.problems);
  }

  /** A row that sums up others: recorded only where it has the ID of a run or somebody says that it is one. */
  summary(cells: readonly TableCell[], number: number, more?: readonly TableCell[]): ImportedRow | undefined {
    const said = this.#plan.rows[String(number)];
    if (said?.action === 'skip') return undefined;
    const id = this.#columns.findIndex((one) => one.meaning === 'id' && one.name === 'ProvenanceId');
    if (id >= 0 && (cells[id] ?? '') !== '') return this.row(cells, number, more);
    const value = String(cells.find((cell) => cell !== '') ?? '');
    const message = `the row is a total, a mean, the end of a range, a title or a footnote: '${value}'`;
    const draft = emptyDraft();
    const problem = { row: number, column: null, value, kind: 'summary_row', message } as const;
    const choice = this.problems.note(draft, problem);
    return choice === 'keep' ? this.row(cells, number, more) : undefined;
  }

  row(cells: readonly TableCell[], number: number, more?: readonly TableCell[]): ImportedRow | undefined {
    const said = this.#plan.rows[String(number)];
    if (said?.action === 'skip') return undefined;
    const draft = { ...emptyDraft(), failed: said?.action === 'failed' || this.#saysFailed(cells) };
    if (more !== undefined) {
      const value = more.filter((cell) => cell !== '').join(', ');
      const message = `the row has more cells than there are columns: '${value}' lies beyond the last one`;
      this.problems.note(draft, { row: number, column: null, value, kind: 'long_row', message });
    }
    const own = this.#columns.map((column, i) => {
      const edited = said?.cells?.[column.column];
      return edited === undefined ? (cells[i] ?? '') : this.#edited(edited, column);
    });
    own.forEach((cell, i) => {
      if (this.#exclusions[i]?.(cell) === true)
        this.#excluded(draft, this.#columns[i] as ImportColumn, cell, number);
    });
    // What a blank or a standard lacks is not asked for.
    if (draft.skip) return undefined;
    own.forEach((cell, i) => {
      this.cells.read(draft, i, cell, number);
    });
    Object.assign(draft.inputs, this.#plan.constants);
    this.#limits(draft, number);
    if (draft.failed && said?.action !== 'failed') this.#failedWithValues(draft, number);
    if (draft.failed) for (const name of Object.keys(draft.outputs)) draft.outputs[name] = null;
    const { skip, ...row } = draft;
    return skip ? undefined : { row: number, ...row, censored: draft.failed ? {} : draft.censored };
  }

  /** A run that the program or a user who made the file does not count. */
  #excluded(draft: Draft, { column }: ImportColumn, cell: TableCell, row: number): void {
    const value = String(cell);
    const message = `the file excludes the run: column '${column}' has '${value}'`;
    this.problems.note(draft, { row, column, value, kind: 'excluded_row', message });
  }

  /** A run that failed and yet has results: either is a mistake of the file, or the values were measured before. */
  #failedWithValues(draft: Draft, row: number): void {
    const values = Object.entries(draft.outputs).filter(([, value]) => value !== null);
    if (values.length === 0) return;
    const value = values.map(([name, output]) => `'${name}' ${output}`).join(', ');
    const message = `the run is marked as failed and has a result: ${value}; a failed run has none`;
    if (
      this.problems.note(draft, { row, column: null, value, kind: 'output_of_failed', message }) !== 'value'
    )
      return;
    draft.failed = false;
    const { Status: status, Comment: comment, ...others } = draft.extras;
    const remark = [comment, status].filter((text) => typeof text === 'string' && text !== '').join('; ');
    draft.extras = { ...others, ...(remark === '' ? {} : { Comment: remark }) };
  }

  /** Whether a column of the status of runs tells that the run failed. */
  #saysFailed(cells: readonly TableCell[]): boolean {
    return this.#columns.some(({ meaning, name }, i) => {
      if (meaning !== 'note' || !names.state.test(name)) return false;
      const text = String(cells[i] ?? '');
      return failedStatus.test(text) || readCell(text, this.#decimal).kind === 'failed';
    });
  }

  /** What a user typed instead: with either decimal sign. */
  #edited(text: string, { duration }: ImportColumn): TableCell {
    const lasts = duration === null ? undefined : durationIn(text, duration);
    if (lasts !== undefined) return lasts;
    if (readCell(text, this.#decimal).kind !== 'text') return text;
    const parsed = readCell(text, this.#decimal === ',' ? '.' : ',');
    return parsed.kind === 'number' && parsed.unit === null ? parsed.value : text;
  }

  /** Settings that a run of this session may not have, of a run that was made. */
  #limits(draft: Draft, row: number): void {
    const { rules, constraints } = this.#known;
    const at = { row, column: null, value: null };
    for (const message of brokenLimits(rules, draft.inputs))
      this.problems.note(draft, { ...at, kind: 'outside_limits', message });
    for (const message of brokenConstraints(constraints, draft.inputs))
      this.problems.note(draft, { ...at, kind: 'outside_constraint', message });
  }
}

/** The rows with the runs of the queue that they complete; of those that are none, or are recorded, the problems say what is done. */
function withoutRecorded(
  rows: readonly ImportedRow[],
  ofQueue: ReadonlyMap<ImportedRow, QueueMatch>,
  problems: Problems,
): ImportedRow[] {
  const at = { column: null, value: null };
  return rows.flatMap((row) => {
    const { item, problem } = ofQueue.get(row) ?? {};
    if (problem === undefined) return item === undefined ? row : { ...row, item };
    const choice = problems.note(emptyDraft(), { row: row.row, ...at, ...problem });
    return choice === 'skip' ? [] : row;
  });
}

/** Problems that nobody needs to know of a row that is left out: a value is missing, such as one that is read at the bench, or an identifier is taken. */
const onlyOfKept: ReadonlySet<ProblemKind> = new Set(['missing_input', 'missing_output', 'repeated_id']);

/** Reads every row by what its columns are taken for, and lists what is in the way. */
export function evaluateRows(
  table: Table,
  columns: readonly ImportColumn[],
  known: KnownSession,
  plan: ImportPlan,
): Evaluation {
  const evaluator = new Evaluator(table, columns, known, plan);
  const rows = table.rows.flatMap(
    (cells, i) =>
      evaluator[table.summary.has(i) ? 'summary' : 'row'](cells, i + 1, table.tooLong.get(i)) ?? [],
  );
  const isAppended = plan.mode === 'append';
  const kept = withoutRecorded(rows, rowsOfQueue(table, rows, known, isAppended), evaluator.problems);
  const gone = new Set(rows.map(({ row }) => row));
  for (const { row } of kept) gone.delete(row);
  return {
    rows: kept,
    problems: evaluator.problems.found.filter(({ kind, row }) => !onlyOfKept.has(kind) || !gone.has(row)),
    skipped: table.rows.length - kept.length,
    newCategories: Object.fromEntries(
      [...evaluator.cells.added].map(([name, values]) => [name, [...values]]),
    ),
  };
}
