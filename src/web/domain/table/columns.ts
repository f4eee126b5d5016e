import { bookkeeping, plotColumns } from '../../../contract/experiments/bookkeeping.ts';
import type { Measured, Output, Row, Variable } from '../../api/types.ts';
import { readNumber, writeNumber } from '../../text/numbers.ts';
import { isMarkedFailed, readMeasured, withResult, writeMeasured } from '../results/measured.ts';

/** A column of the experiments table. */
export interface Column {
  readonly name: string;
  readonly kind: 'variable' | 'target' | 'noise' | 'fixed';
  readonly unit: string | undefined;
  readonly variable: Variable | undefined;
}

/** Columns in the order shown: variables, objectives, noise, then what the table itself keeps. */
export function tableColumns(
  variables: readonly Variable[],
  targets: readonly string[],
  present: readonly string[],
  units: Readonly<Record<string, string | undefined>> = {},
): Column[] {
  const own = new Set([...variables.map((variable) => variable.name), ...targets]);
  const fixed = ['Reason', ...plotColumns].filter((name) => present.includes(name));
  const extra = present.filter((name) => !own.has(name) && !bookkeeping.includes(name));
  return [
    ...variables.map<Column>((variable) => ({
      name: variable.name,
      kind: 'variable',
      unit: variable.unit ?? undefined,
      variable,
    })),
    ...targets.map<Column>((name) => ({ name, kind: 'target', unit: units[name], variable: undefined })),
    { name: 'Noise', kind: 'noise', unit: 'variance', variable: undefined },
    ...[...fixed, ...extra].map<Column>((name) => ({
      name,
      kind: 'fixed',
      unit: undefined,
      variable: undefined,
    })),
  ];
}

/** What a typed cell means: its value, or what is wrong with it. A warning is recorded all the same. */
export interface ParsedCell {
  readonly value: number | string | null;
  readonly error?: string;
  readonly warning?: string;
}

function readVariable(text: string, variable: Variable): ParsedCell {
  if (text === '') return { value: null, error: 'missing' };
  if (variable.type === 'categorical') {
    // Blanks around a name are lost on the way here, and a category may have some.
    const names = variable.categories ?? [];
    const name = names.find((one) => one === text) ?? names.find((one) => one.trim() === text.trim());
    return name === undefined ? { value: text, error: `one of: ${names.join('; ')}` } : { value: name };
  }
  const { value, problem } = readNumber(text);
  if (value === undefined) return { value: text, error: problem };
  if (variable.type === 'integer' && !Number.isInteger(value))
    return { value, warning: 'not a whole number' };
  if (variable.allowed_values && !variable.allowed_values.includes(value))
    return { value, warning: 'not one of the allowed values' };
  const [low, high] = variable.bounds ?? [];
  if (low !== undefined && high !== undefined && (value < low || value > high))
    return { value, warning: `outside ${writeNumber(low)} to ${writeNumber(high)}` };
  return { value };
}

export function readCell(text: string, column: Column): ParsedCell {
  const plain = text.trim();
  if (column.variable) return readVariable(plain, column.variable);
  if (column.kind === 'target') {
    const { value, problem } = readMeasured(plain);
    if (value === undefined) return { value: null, error: problem };
    return { value: writeMeasured(value) === '' ? null : typeof value === 'number' ? value : plain };
  }
  if (column.kind === 'noise') {
    if (plain === '') return { value: null };
    const { value, problem } = readNumber(plain);
    if (value === undefined) return { value: null, error: problem };
    return value < 0 ? { value, error: 'a variance cannot be negative' } : { value };
  }
  return { value: plain };
}

/** A row being typed: text per column name. */
export type DraftRow = Readonly<Record<string, string>>;

export const isBlank = (row: DraftRow): boolean => Object.values(row).every((text) => text.trim() === '');

/** `failed` in place of a result, as in files. */
export const isFailedText = (text: string | undefined): boolean => text?.trim().toLowerCase() === 'failed';

/** Whether a recorded run failed. A variable or objective named `Status` hides the column that says so. */
export const isFailed = (row: Row, columns: readonly Column[]): boolean =>
  isMarkedFailed(row) && columns.every(({ name, kind }) => name !== 'Status' || kind === 'fixed');

/** A recorded row as a failed run, without results. */
function asFailed(row: Row, columns: readonly Column[]): Row {
  const results = columns.filter(({ kind }) => kind === 'target').map(({ name }) => [name, null]);
  return { ...row, ...Object.fromEntries(results), Noise: null, Censored: null, Status: 'failed' };
}

const refusal = (name: string, text: string, error: string): string =>
  text.trim() === ''
    ? `${name}: ${error}. Press Ctrl Delete to remove the whole experiment.`
    : `${name}, “${text}”: ${error}`;

/**
 * A recorded row with another text in one cell; the same row where that changes nothing. `failed` in place of a result takes
 * all results of the run, and a result makes a good run of a failed one.
 *
 * @throws Error naming the column and a text that cannot be read
 */
export function withText(row: Row, column: Column, text: string, columns: readonly Column[]): Row {
  if (column.kind === 'fixed') return row;
  const failed = column.kind === 'target' && isFailed(row, columns);
  if (column.kind === 'target' && isFailedText(text)) return failed ? row : asFailed(row, columns);
  if (failed && text.trim() === '') return row;
  const { value, error } = readCell(text, column);
  if (error !== undefined) throw new Error(refusal(column.name, text, error));
  if (column.kind !== 'target') return { ...row, [column.name]: value };
  return withResult(failed ? { ...row, Status: null } : row, column.name, value);
}

/** All mistakes of a row, by column name. */
export function rowErrors(row: DraftRow, columns: readonly Column[]): Record<string, string> {
  const errors: Record<string, string> = {};
  if (isBlank(row)) return errors;
  const targets = columns.filter((column) => column.kind === 'target');
  const failed = targets.some(({ name }) => isFailedText(row[name]));
  for (const column of columns) {
    if (column.kind === 'fixed') continue;
    const text = row[column.name] ?? '';
    if (failed && column.kind === 'target') {
      if (text.trim() !== '' && !isFailedText(text)) errors[column.name] = 'a failed run has no result';
      continue;
    }
    if (failed && column.kind === 'noise') {
      if (text.trim() !== '') errors[column.name] = 'a failed run has no noise';
      continue;
    }
    const { error } = readCell(text, column);
    if (error !== undefined) errors[column.name] = error;
  }
  // Of several objectives some may be missing, not all.
  if (targets.every((column) => (row[column.name] ?? '').trim() === ''))
    for (const column of targets) errors[column.name] ??= 'missing';
  return errors;
}

/** A row without mistakes as the request body of one experiment. */
export function toExperiment(row: DraftRow, columns: readonly Column[]) {
  const inputs: Record<string, number | string> = {};
  const outputs: Record<string, Measured> = {};
  let noise: number | undefined;
  for (const column of columns) {
    if (column.kind === 'target') {
      outputs[column.name] = readMeasured(row[column.name] ?? '').value ?? null;
      continue;
    }
    const { value } = readCell(row[column.name] ?? '', column);
    if (value === null) continue;
    if (column.variable) inputs[column.name] = value;
    else if (column.kind === 'noise') noise = Number(value);
  }
  if (columns.some(({ kind, name }) => kind === 'target' && isFailedText(row[name])))
    return { inputs, status: 'failed' as const };
  const [only, ...others] = Object.values(outputs);
  const output: Output = typeof only === 'number' && others.length === 0 ? only : outputs;
  return noise === undefined ? { inputs, output } : { inputs, output, noise };
}

/** Names as people sort them: `run 2` before `run 10`, and by the rules of their language. */
const byName = new Intl.Collator(undefined, { numeric: true }).compare;

/** Rows in the order of one column; empty cells last. The result lists row numbers. */
export function sortedOrder(rows: readonly Row[], column: string, descending: boolean): number[] {
  const order = rows.map((_, index) => index);
  if (column === '') return order;
  const sign = descending ? -1 : 1;
  return order.sort((a, b) => {
    const x = rows[a]?.[column] ?? null;
    const y = rows[b]?.[column] ?? null;
    if (x === null || y === null) return x === y ? a - b : x === null ? 1 : -1;
    if (typeof x === 'number' && typeof y === 'number') return sign * (x - y) || a - b;
    return sign * byName(String(x), String(y)) || a - b;
  });
}
