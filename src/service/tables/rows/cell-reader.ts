import type { ImportColumn, ImportPlan } from '../../../contract/imports/imports.ts';
import type { Cell } from '../../../contract/values.ts';
import type { StoredVariable } from '../../../contract/variables/variables.ts';
import { brokenRange, brokenScale } from '../../broken-limits.ts';
import { type ParsedCell, readCell } from '../cells/cell.ts';
import { isUnit } from '../cells/column-name.ts';
import { bareNumber, numericColumns } from '../cells/numeric-columns.ts';
import { isExported } from '../files/exported-table.ts';
import type { KnownSession } from '../known-session.ts';
import type { Table, TableCell } from '../table.ts';
import { isSameUnit } from '../units/same-unit.ts';
import { type Conversion, chosenConversion, convertedCell } from '../units/unit-conversion.ts';
import type { Draft } from './imported-row.ts';
import type { Problems } from './problems.ts';

/** The category that a cell means: as written, else without the blanks around it. */
function categoryOf(text: string, declared: readonly string[]): string | undefined {
  if (declared.includes(text)) return text;
  const trimmed = text.trim();
  if (declared.includes(trimmed)) return trimmed;
  const alike = declared.filter((one) => one.trim() === trimmed);
  return alike.length === 1 ? alike[0] : undefined;
}

/** A number of a column; one with another unit than the column's, or with none that is known (`6O`), is no number of it. */
function fits(parsed: ParsedCell, unit: string | null): boolean {
  if (parsed.kind !== 'number' && parsed.kind !== 'censored') return false;
  return parsed.unit === null || (unit === null ? isUnit(parsed.unit) : isSameUnit(parsed.unit, unit));
}

/** A limit by name is censored at the limit that was stated for its column. */
const withLimit = (parsed: ParsedCell, limit: number | null): ParsedCell =>
  parsed.kind === 'unstated' && limit !== null
    ? { kind: 'censored', value: limit, side: parsed.side, unit: null }
    : parsed;

/** `45/47`: two measurements, a ratio or a fraction. */
const twoResults = /^\s*\d[\d.,]*\s*%?\s*[/;|]\s*\d[\d.,]*\s*%?\s*$/;

/** The position and the content of a cell. */
interface Place {
  readonly row: number;
  readonly column: string;
  readonly value: string;
}

/** Reads cells into runs, by what their columns are taken for. */
export class CellReader {
  /** Categories that rows bring to variables of the session. */
  readonly added = new Map<string, Set<string>>();
  readonly #ids: Set<string>;
  readonly #columns: readonly ImportColumn[];
  readonly #decimal: '.' | ',';
  readonly #numeric: ReadonlySet<number>;
  /** The server wrote the table: blanks around a category are its own. */
  readonly #isExport: boolean;
  readonly #variables: ReadonlyMap<string, StoredVariable>;
  readonly #problems: Problems;
  /** Column → how its values become those of the session. */
  readonly #conversions: ReadonlyMap<string, Conversion | undefined>;
  /** Column → text of the file → category. */
  readonly #synonyms: ReadonlyMap<string, ReadonlyMap<string, string>>;

  constructor(
    table: Table,
    columns: readonly ImportColumn[],
    known: KnownSession,
    plan: Pick<ImportPlan, 'mode' | 'columns'>,
    problems: Problems,
  ) {
    this.#columns = columns;
    this.#problems = problems;
    this.#decimal = table.settings.decimal;
    this.#isExport = isExported(table.columns);
    this.#numeric = numericColumns(table, columns.length, (at) => this.#isAsWritten(at));
    this.#variables = new Map(known.variables.map((variable) => [variable.name, variable]));
    this.#synonyms = new Map(
      plan.columns.map(({ column, synonyms = {} }) => [column, new Map(Object.entries(synonyms))]),
    );
    this.#conversions = new Map(columns.map((column) => [column.column, chosenConversion(column)]));
    this.#ids = new Set(plan.mode === 'append' ? known.ids : []);
  }

  /** Reads the cell of a column, from 0. */
  read(draft: Draft, index: number, cell: TableCell, row: number): void {
    const column = this.#columns[index] as ImportColumn;
    const { meaning, name } = column;
    const at = { row, column: column.column, value: String(cell) };
    if (meaning === 'input') this.#input(draft, column, cell, at);
    else if (meaning === 'output') this.#output(draft, column, cell, at);
    else if (meaning === 'noise') this.#noise(draft, column, cell, at);
    else if (meaning === 'iteration') this.#iteration(draft, cell, at);
    else if (meaning === 'reason') draft.reason = at.value.trim() === '' ? null : at.value;
    else if (meaning === 'id' && name === 'ProvenanceId') this.#id(draft, at);
    else if (meaning !== 'ignore') draft.extras[name] = this.#extra(index, cell);
  }

  /** A cell that nothing is known about: a number where its column holds numbers. What people wrote stays text. */
  #extra(at: number, cell: TableCell): Cell {
    if (cell === '') return null;
    if (this.#columns[at]?.name === 'Comment') return String(cell);
    return typeof cell === 'string' && this.#numeric.has(at)
      ? (bareNumber(cell, this.#decimal, this.#isAsWritten(at)) ?? cell)
      : cell;
  }

  /** Whether only what a number is written as is one: in names, and in a table that the server wrote. */
  #isAsWritten(at: number): boolean {
    return this.#columns[at]?.meaning === 'id' || (this.#isExport && this.#decimal === '.');
  }

  #input(draft: Draft, column: ImportColumn, cell: TableCell, at: Place): void {
    if (column.type === 'categorical') {
      const meant = this.#synonyms.get(column.column)?.get(at.value.trim());
      this.#category(draft, column, meant ?? at.value, at);
      return;
    }
    const parsed = readCell(cell, this.#decimal);
    if (parsed.kind === 'missing') {
      if (draft.failed && column.role === 'observed') return;
      const message = `the setting '${column.name}' has no value`;
      this.#problems.note(draft, { ...at, kind: 'missing_input', message });
    } else if (parsed.kind !== 'number' || !fits(parsed, column.unit)) {
      const message = `column '${column.column}': expected a number, got '${at.value}'`;
      this.#problems.note(draft, { ...at, kind: 'unreadable_input', message });
    } else {
      const meant = convertedCell(parsed, this.#conversions.get(column.column));
      if (meant.kind === 'number') this.#number(draft, column, meant.value, at);
    }
  }

  /** A number of the variable; one that it is not set to may have been measured all the same. */
  #number(draft: Draft, { name, type, bounds }: ImportColumn, value: number, at: Place): void {
    const [min, max] = bounds ?? [];
    const isWhole = type === 'integer';
    const range = min === undefined || max === undefined ? {} : { min, max };
    const variable = this.#variables.get(name) ?? { name, type: isWhole ? 'integer' : 'real', ...range };
    const wrong = brokenScale(variable, value);
    if (wrong !== undefined) {
      this.#problems.note(draft, { ...at, kind: 'unreadable_input', message: wrong });
      return;
    }
    draft.inputs[name] = value;
    const message = brokenRange(variable, value);
    if (message !== undefined) this.#problems.note(draft, { ...at, kind: 'out_of_bounds', message });
  }

  #category(
    draft: Draft,
    { name, column, categories, exists, role }: ImportColumn,
    text: string,
    at: Place,
  ): void {
    if (text.trim() === '' && !(categories ?? []).includes(text)) {
      if (draft.failed && role === 'observed') return;
      const message = `the setting '${name}' has no value`;
      this.#problems.note(draft, { ...at, kind: 'missing_input', message });
      return;
    }
    const written = this.#isExport ? text : text.trim();
    const found = exists ? categoryOf(text, categories ?? []) : written;
    if (found !== undefined) {
      draft.inputs[name] = found;
      return;
    }
    const declared = this.#variables.get(name)?.values ?? [];
    const message = `column '${column}': category '${text}' is not declared; the variable has ${declared.map((one) => `'${one}'`).join(', ')}`;
    const choice = this.#problems.note(draft, { ...at, kind: 'new_category', message });
    draft.inputs[name] = text.trim();
    if (choice !== 'add') return;
    const more = this.added.get(name) ?? new Set<string>();
    this.added.set(name, more.add(text.trim()));
  }

  #output(draft: Draft, column: ImportColumn, cell: TableCell, at: Place): void {
    const { name } = column;
    const written = withLimit(readCell(cell, this.#decimal), column.limit);
    const parsed = convertedCell(written, this.#conversions.get(column.column));
    draft.outputs[name] = null;
    if (parsed.kind === 'missing') {
      if (draft.failed) return;
      this.#problems.note(draft, { ...at, kind: 'missing_output', message: `'${name}' was not measured` });
    } else if (parsed.kind === 'failed') {
      this.#problems.note(draft, { ...at, kind: 'failed_output', message: `the run failed: '${at.value}'` });
    } else if (parsed.kind === 'unstated') {
      const message = `column '${column.column}': '${at.value}' is a limit that the file does not give; state the limit of the column`;
      this.#problems.note(draft, { ...at, kind: 'unreadable_output', message });
    } else if (!fits(parsed, column.unit)) {
      const two = twoResults.test(at.value) ? '; if these are two measurements, give each a row' : '';
      const message = `column '${column.column}': expected a number, got '${at.value}'${two}`;
      this.#problems.note(draft, { ...at, kind: 'unreadable_output', message });
    } else if (parsed.kind === 'censored') {
      const message = `'${name}' is ${parsed.side} ${parsed.value}`;
      const choice = this.#problems.note(draft, { ...at, kind: 'censored_output', message });
      if (choice === 'missing') return;
      draft.outputs[name] = parsed.value;
      if (choice === 'censored') draft.censored[name] = parsed.side;
    } else if (parsed.kind === 'number') {
      draft.outputs[name] = parsed.value;
      if (column.errors_as === 'noise' && parsed.error !== null) draft.noise = parsed.error ** 2;
    }
  }

  #noise(draft: Draft, column: ImportColumn, cell: TableCell, at: Place): void {
    const parsed = readCell(cell, this.#decimal);
    if (parsed.kind === 'missing') return;
    const value = parsed.kind === 'number' ? parsed.value : Number.NaN;
    if (value >= 0) draft.noise = column.noise_is === 'standard_deviation' ? value * value : value;
    else {
      const message = `column '${at.column}': expected a number of at least 0, got '${at.value}'`;
      this.#problems.note(draft, { ...at, kind: 'unreadable_noise', message });
    }
  }

  #iteration(draft: Draft, cell: TableCell, at: Place): void {
    const parsed = readCell(cell, this.#decimal);
    if (parsed.kind === 'missing') return;
    if (parsed.kind === 'number' && Number.isSafeInteger(parsed.value)) draft.iteration = parsed.value;
    else {
      const message = `column '${at.column}': expected a whole number, got '${at.value}'`;
      this.#problems.note(draft, { ...at, kind: 'unreadable_iteration', message });
    }
  }

  /** The first row keeps the ID; what is done about later ones is in the plan. */
  #id(draft: Draft, at: Place): void {
    const id = at.value.trim();
    if (id === '') return;
    if (this.#ids.has(id)) {
      const message = `ProvenanceId '${id}' is taken by an earlier row; this one gets a new ID`;
      this.#problems.note(draft, { ...at, value: id, kind: 'repeated_id', message });
      return;
    }
    this.#ids.add(id);
    draft.provenanceId = id;
  }
}
