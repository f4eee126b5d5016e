import type { Cell, Inputs } from '../../contract/common.ts';
import type {
  ImportColumn,
  ImportPlan,
  ImportProblem,
  ProblemChoice,
  ProblemKind,
} from '../../contract/imports.ts';
import type { StoredVariable } from '../../contract/variables.ts';
import { brokenConstraints, brokenLimits } from '../broken-limits.ts';
import { seen } from '../normal-form.ts';
import { type Reading, readCell } from './cell.ts';
import { durationIn } from './durations.ts';
import type { KnownSession } from './guess.ts';
import { bareNumber, numericColumns } from './numeric-columns.ts';
import type { Table, TableCell } from './table.ts';

/** One run of the file, ready to be recorded. */
export interface ImportedRow {
  /** Row of the file, from 1. */
  readonly row: number;
  readonly inputs: Inputs;
  /** Objective → value; null: not measured. A censored value is its limit. */
  readonly outputs: Readonly<Record<string, number | null>>;
  readonly censored: Readonly<Record<string, 'above' | 'below'>>;
  readonly failed: boolean;
  readonly noise: number | null;
  readonly iteration: number | null;
  readonly reason: string | null;
  readonly provenanceId: string | null;
  readonly extras: Readonly<Record<string, Cell>>;
}

export interface Evaluation {
  readonly rows: readonly ImportedRow[];
  readonly problems: readonly ImportProblem[];
  readonly skipped: number;
  /** Categories that rows bring to variables of the session. */
  readonly newCategories: Readonly<Record<string, readonly string[]>>;
}

/** What may be done about a problem; the first is done by default. */
export const choicesOf: Readonly<Record<ProblemKind, readonly ProblemChoice[]>> = {
  missing_output: ['missing', 'failed', 'skip'],
  failed_output: ['failed', 'missing', 'skip'],
  output_of_failed: ['failed', 'value', 'skip'],
  censored_output: ['censored', 'value', 'missing', 'skip'],
  unreadable_output: ['ask', 'missing', 'failed', 'skip'],
  missing_input: ['ask', 'skip'],
  unreadable_input: ['ask', 'skip'],
  new_category: ['ask', 'add', 'skip'],
  out_of_bounds: ['keep', 'skip'],
  outside_limits: ['keep', 'skip'],
  outside_constraint: ['keep', 'skip'],
  summary_row: ['skip', 'keep'],
  repeated_id: ['renumber', 'skip'],
  long_row: ['ask', 'keep', 'skip'],
  unreadable_noise: ['ask', 'missing', 'skip'],
  unreadable_iteration: ['ask', 'missing', 'skip'],
};

/** The category that a cell means: as written, else without the blanks around it. */
function categoryOf(text: string, declared: readonly string[]): string | undefined {
  if (declared.includes(text)) return text;
  const trimmed = text.trim();
  if (declared.includes(trimmed)) return trimmed;
  const alike = declared.filter((one) => one.trim() === trimmed);
  return alike.length === 1 ? alike[0] : undefined;
}

/** A number of a column; one with another unit than the column's is no number of it. */
function fits(reading: Reading, unit: string | null): boolean {
  if (reading.kind !== 'number' && reading.kind !== 'censored') return false;
  return reading.unit === null || unit === null || seen(reading.unit) === seen(unit);
}

/** A limit by name is censored at the limit that was stated for its column. */
const withLimit = (reading: Reading, limit: number | null): Reading =>
  reading.kind === 'unstated' && limit !== null
    ? { kind: 'censored', value: limit, side: reading.side, unit: null }
    : reading;

/** What exported tables say of a failed run in the column `Status`, with the error where one is known. */
const failedStatus = /^failed(?:: |$)/;

/** A row that is being read: what was found, and whether it is still to be recorded. */
interface Draft {
  inputs: Inputs;
  outputs: Record<string, number | null>;
  censored: Record<string, 'above' | 'below'>;
  failed: boolean;
  noise: number | null;
  iteration: number | null;
  reason: string | null;
  provenanceId: string | null;
  extras: Record<string, Cell>;
  skip: boolean;
}

const emptyDraft = (): Draft => ({
  inputs: {},
  outputs: {},
  censored: {},
  failed: false,
  noise: null,
  iteration: null,
  reason: null,
  provenanceId: null,
  extras: {},
  skip: false,
});

class Evaluator {
  readonly problems: ImportProblem[] = [];
  readonly added = new Map<string, Set<string>>();
  readonly #ids: Set<string>;
  readonly #columns: readonly ImportColumn[];
  readonly #plan: ImportPlan;
  readonly #decimal: '.' | ',';
  readonly #lines: readonly number[] | undefined;
  readonly #numeric: ReadonlySet<number>;
  readonly #known: KnownSession;
  readonly #variables: ReadonlyMap<string, StoredVariable>;

  constructor(table: Table, columns: readonly ImportColumn[], known: KnownSession, plan: ImportPlan) {
    this.#columns = columns;
    this.#plan = plan;
    this.#known = known;
    this.#decimal = table.settings.decimal;
    this.#lines = table.lines;
    this.#numeric = numericColumns(table, columns.length);
    this.#variables = new Map(known.variables.map((variable) => [variable.name, variable]));
    this.#ids = new Set(plan.mode === 'append' ? known.ids : []);
  }

  /** A row that sums up others: recorded only where it has the ID of a run or somebody says that it is one. */
  summary(cells: readonly TableCell[], number: number, isTooLong: boolean): ImportedRow | undefined {
    const said = this.#plan.rows[String(number)];
    if (said?.action === 'skip') return undefined;
    const id = this.#columns.findIndex((one) => one.meaning === 'id' && one.name === 'ProvenanceId');
    if (id >= 0 && (cells[id] ?? '') !== '') return this.row(cells, number, isTooLong);
    const value = String(cells.find((cell) => cell !== '') ?? '');
    const message = `the row is a total, a mean or a footnote: '${value}'`;
    const draft = emptyDraft();
    const choice = this.#note(draft, { row: number, column: null, value, kind: 'summary_row', message });
    return choice === 'keep' ? this.row(cells, number, isTooLong) : undefined;
  }

  row(cells: readonly TableCell[], number: number, isTooLong: boolean): ImportedRow | undefined {
    const said = this.#plan.rows[String(number)];
    if (said?.action === 'skip') return undefined;
    const draft = { ...emptyDraft(), failed: said?.action === 'failed' || this.#saysFailed(cells) };
    if (isTooLong) {
      const message = 'the row has more cells than there are columns';
      this.#note(draft, { row: number, column: null, value: null, kind: 'long_row', message });
    }
    this.#columns.forEach((column, i) => {
      const edited = said?.cells?.[column.column];
      const cell = edited === undefined ? (cells[i] ?? '') : this.#edited(edited, column);
      this.#cell(draft, i, cell, number);
    });
    this.#limits(draft, number);
    if (draft.failed && said?.action !== 'failed') this.#failedWithValues(draft, number);
    if (draft.failed) for (const name of Object.keys(draft.outputs)) draft.outputs[name] = null;
    const { skip, ...row } = draft;
    return skip ? undefined : { row: number, ...row, censored: draft.failed ? {} : draft.censored };
  }

  /** A run that failed and yet has results: either is a mistake of the file, or the values were measured before. */
  #failedWithValues(draft: Draft, row: number): void {
    const values = Object.entries(draft.outputs).filter(([, value]) => value !== null);
    if (values.length === 0) return;
    const value = values.map(([name, output]) => `'${name}' ${output}`).join(', ');
    const message = `the run is marked as failed and has a result: ${value}; a failed run has none`;
    if (this.#note(draft, { row, column: null, value, kind: 'output_of_failed', message }) !== 'value')
      return;
    draft.failed = false;
    const { Status: status, Comment: comment, ...others } = draft.extras;
    const remark = [comment, status].filter((text) => typeof text === 'string' && text !== '').join('; ');
    draft.extras = { ...others, ...(remark === '' ? {} : { Comment: remark }) };
  }

  /** Whether the column `Status`, as exported tables have it, tells that the run failed. */
  #saysFailed(cells: readonly TableCell[]): boolean {
    const status = this.#columns.findIndex(({ meaning, name }) => meaning === 'note' && name === 'Status');
    return status >= 0 && failedStatus.test(String(cells[status] ?? ''));
  }

  /** What a person typed instead: with either decimal sign. */
  #edited(text: string, { duration }: ImportColumn): TableCell {
    const lasts = duration === null ? undefined : durationIn(text, duration);
    if (lasts !== undefined) return lasts;
    if (readCell(text, this.#decimal).kind !== 'text') return text;
    const reading = readCell(text, this.#decimal === ',' ? '.' : ',');
    return reading.kind === 'number' && reading.unit === null ? reading.value : text;
  }

  /** Writes a problem down and says what is done about it. */
  #note(draft: Draft, problem: Omit<ImportProblem, 'line' | 'choice' | 'choices'>): ProblemChoice {
    const choices = choicesOf[problem.kind];
    const wanted = this.#plan.choices[problem.kind];
    const choice = wanted !== undefined && choices.includes(wanted) ? wanted : (choices[0] as ProblemChoice);
    const { row, ...rest } = problem;
    const line = this.#lines?.[row - 1] ?? null;
    this.problems.push({ row, line, ...rest, choice, choices: [...choices] });
    if (choice === 'skip') draft.skip = true;
    if (choice === 'failed') draft.failed = true;
    return choice;
  }

  #cell(draft: Draft, at: number, cell: TableCell, row: number): void {
    const column = this.#columns[at] as ImportColumn;
    const { meaning, name } = column;
    if (meaning === 'input') this.#input(draft, column, cell, row);
    else if (meaning === 'output') this.#output(draft, column, cell, row);
    else if (meaning === 'noise') this.#noise(draft, column, cell, row);
    else if (meaning === 'iteration') this.#iteration(draft, column, cell, row);
    else if (meaning === 'reason') draft.reason = String(cell).trim() === '' ? null : String(cell);
    else if (meaning === 'id' && name === 'ProvenanceId') this.#id(draft, column, cell, row);
    else if (meaning !== 'ignore') draft.extras[name] = this.#extra(at, cell);
  }

  /** A cell that nothing is known of: a number where its column holds numbers. What people wrote stays text. */
  #extra(at: number, cell: TableCell): Cell {
    if (cell === '') return null;
    if (this.#columns[at]?.name === 'Comment') return String(cell);
    return typeof cell === 'string' && this.#numeric.has(at)
      ? (bareNumber(cell, this.#decimal) ?? cell)
      : cell;
  }

  #input(draft: Draft, column: ImportColumn, cell: TableCell, row: number): void {
    const at = { row, column: column.column, value: String(cell) };
    if (column.type === 'categorical') {
      this.#category(draft, column, String(cell), at);
      return;
    }
    const reading = readCell(cell, this.#decimal);
    if (reading.kind === 'missing') {
      const message = `the setting '${column.name}' has no value`;
      this.#note(draft, { ...at, kind: 'missing_input', message });
    } else if (reading.kind !== 'number' || !fits(reading, column.unit)) {
      const message = `column '${column.column}': expected a number, got '${at.value}'`;
      this.#note(draft, { ...at, kind: 'unreadable_input', message });
    } else {
      draft.inputs[column.name] = reading.value;
      this.#bounds(draft, column, reading.value, at);
    }
  }

  #bounds(
    draft: Draft,
    { name, bounds }: ImportColumn,
    value: number,
    at: { row: number; column: string; value: string },
  ): void {
    const [low, high] = bounds ?? [];
    if (low === undefined || high === undefined || (value >= low && value <= high)) return;
    const message = `variable '${name}': ${value} is outside its bounds [${low}, ${high}]`;
    this.#note(draft, { ...at, kind: 'out_of_bounds', message });
  }

  /** Settings that a run of this session may not have, of a run that was made. */
  #limits(draft: Draft, row: number): void {
    const { rules, constraints } = this.#known;
    const at = { row, column: null, value: null };
    for (const message of brokenLimits(rules, draft.inputs))
      this.#note(draft, { ...at, kind: 'outside_limits', message });
    for (const message of brokenConstraints(constraints, draft.inputs))
      this.#note(draft, { ...at, kind: 'outside_constraint', message });
  }

  #category(
    draft: Draft,
    { name, column, categories, exists }: ImportColumn,
    text: string,
    at: { row: number; column: string; value: string },
  ): void {
    if (text.trim() === '' && !(categories ?? []).includes(text)) {
      const message = `the setting '${name}' has no value`;
      this.#note(draft, { ...at, kind: 'missing_input', message });
      return;
    }
    const found = categoryOf(text, categories ?? []);
    if (found !== undefined) {
      draft.inputs[name] = found;
      return;
    }
    const declared = this.#variables.get(name)?.values ?? [];
    const message = `column '${column}': category '${text}' is not declared; the variable has ${declared.map((one) => `'${one}'`).join(', ')}`;
    const choice = this.#note(draft, { ...at, kind: 'new_category', message });
    draft.inputs[name] = text.trim();
    if (choice !== 'add' || !exists) return;
    const more = this.added.get(name) ?? new Set<string>();
    this.added.set(name, more.add(text.trim()));
  }

  #output(draft: Draft, column: ImportColumn, cell: TableCell, row: number): void {
    const { name } = column;
    const at = { row, column: column.column, value: String(cell) };
    const reading = withLimit(readCell(cell, this.#decimal), column.limit);
    draft.outputs[name] = null;
    if (reading.kind === 'missing') {
      if (draft.failed) return;
      this.#note(draft, { ...at, kind: 'missing_output', message: `'${name}' was not measured` });
    } else if (reading.kind === 'failed') {
      this.#note(draft, { ...at, kind: 'failed_output', message: `the run failed: '${at.value}'` });
    } else if (reading.kind === 'unstated') {
      const message = `column '${column.column}': '${at.value}' names a limit that the file does not give; state the limit of the column`;
      this.#note(draft, { ...at, kind: 'unreadable_output', message });
    } else if (!fits(reading, column.unit)) {
      const message = `column '${column.column}': expected a number, got '${at.value}'`;
      this.#note(draft, { ...at, kind: 'unreadable_output', message });
    } else if (reading.kind === 'censored') {
      const message = `'${name}' is ${reading.side} ${reading.value}`;
      const choice = this.#note(draft, { ...at, kind: 'censored_output', message });
      if (choice === 'missing') return;
      draft.outputs[name] = reading.value;
      if (choice === 'censored') draft.censored[name] = reading.side;
    } else if (reading.kind === 'number') {
      draft.outputs[name] = reading.value;
      if (column.errors_as === 'noise' && reading.error !== null) draft.noise = reading.error ** 2;
    }
  }

  #noise(draft: Draft, column: ImportColumn, cell: TableCell, row: number): void {
    const reading = readCell(cell, this.#decimal);
    if (reading.kind === 'missing') return;
    const value = reading.kind === 'number' ? reading.value : Number.NaN;
    if (value >= 0) draft.noise = column.noise_is === 'standard_deviation' ? value * value : value;
    else {
      const message = `column '${column.column}': expected a number of at least 0, got '${String(cell)}'`;
      this.#note(draft, {
        row,
        column: column.column,
        value: String(cell),
        kind: 'unreadable_noise',
        message,
      });
    }
  }

  #iteration(draft: Draft, column: ImportColumn, cell: TableCell, row: number): void {
    const reading = readCell(cell, this.#decimal);
    if (reading.kind === 'missing') return;
    if (reading.kind === 'number' && Number.isInteger(reading.value)) draft.iteration = reading.value;
    else {
      const message = `column '${column.column}': expected a whole number, got '${String(cell)}'`;
      this.#note(draft, {
        row,
        column: column.column,
        value: String(cell),
        kind: 'unreadable_iteration',
        message,
      });
    }
  }

  /** The first row keeps the ID; what is done about later ones stands in the plan. */
  #id(draft: Draft, column: ImportColumn, cell: TableCell, row: number): void {
    const id = String(cell).trim();
    if (id === '') return;
    if (this.#ids.has(id)) {
      const message = `ProvenanceId '${id}' is taken by an earlier row; this one gets a new ID`;
      this.#note(draft, { row, column: column.column, value: id, kind: 'repeated_id', message });
      return;
    }
    this.#ids.add(id);
    draft.provenanceId = id;
  }
}

/** Reads every row by what its columns are taken for, and lists what stands in the way. */
export function evaluateRows(
  table: Table,
  columns: readonly ImportColumn[],
  known: KnownSession,
  plan: ImportPlan,
): Evaluation {
  const evaluator = new Evaluator(table, columns, known, plan);
  const rows = table.rows.flatMap(
    (cells, i) =>
      evaluator[table.summary.has(i) ? 'summary' : 'row'](cells, i + 1, table.tooLong.has(i)) ?? [],
  );
  return {
    rows,
    problems: evaluator.problems,
    skipped: table.rows.length - rows.length,
    newCategories: Object.fromEntries([...evaluator.added].map(([name, values]) => [name, [...values]])),
  };
}
