import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import type { Cell, Inputs, Row } from '../../contract/common.ts';
import type { PreviewResponse, Provenance, UploadResponse } from '../../contract/experiments.ts';
import { ValueError } from '../../engine/errors.ts';
import { NoVariablesError } from '../errors.ts';
import { auditEntry, withEntries } from './audit.ts';
import { atPlace, columnsOf } from './experiments.ts';
import { checkEntry, provenanceOf } from './record.ts';
import { bookkeeping, type Change, type State, type Surroundings } from './state.ts';
import { list, show } from './words.ts';

/** A table as text cells. */
interface Table {
  readonly columns: readonly string[];
  readonly records: readonly Readonly<Record<string, string>>[];
}

/**
 * Comma separated text with a header row: quoted fields may hold commas, quotes and line breaks; any line ending.
 *
 * @throws ValueError empty, a column without or with a repeated name, or a row of another length
 */
export function readTable(text: string): Table {
  let lines: string[][];
  try {
    lines = parse(text, { bom: true, skip_empty_lines: true });
  } catch (cause) {
    throw new ValueError(`CSV: ${(cause as Error).message}`, { cause });
  }
  const [header, ...cells] = lines;
  if (header === undefined)
    throw new ValueError('CSV: the file is empty; send a header row and at least one row');
  const columns = header.map((name) => name.trim());
  const twice = columns.find((name, i) => columns.indexOf(name) !== i);
  if (twice !== undefined) throw new ValueError(`CSV: column ${show(twice)} stands there twice; rename one`);
  const inherited = columns.find((name) => name in Object.prototype);
  if (inherited !== undefined)
    throw new ValueError(`CSV: a column cannot be named ${show(inherited)}; rename it`);
  return {
    columns,
    records: cells.map((row) =>
      Object.fromEntries(columns.map((name, i) => [name, (row[i] as string).trim()])),
    ),
  };
}

/** The number that a cell spells; undefined when it spells none. */
function numberOf(cell: string): number | undefined {
  const value = cell === '' ? Number.NaN : Number(cell);
  return Number.isFinite(value) ? value : undefined;
}

const usualTargets = ['output', 'y', 'target', 'yield', 'response'];

export function previewCsv(text: string): PreviewResponse {
  const { columns, records } = readTable(text);
  const notTargets = ['Iteration', 'Reason', 'Noise', 'ProvenanceId'];
  const available = columns.filter((name) => !notTargets.includes(name));
  const usual = usualTargets
    .map((wanted) => available.find((name) => name.toLowerCase() === wanted))
    .find((name) => name !== undefined);
  const isNumeric = (name: string) =>
    records.some((record) => numberOf(record[name] as string) !== undefined);
  const first = available.find(isNumeric) ?? null;
  const hasOutput = columns.includes('Output');
  return {
    columns: [...columns],
    available_targets: available,
    has_output: hasOutput,
    recommended_target: hasOutput ? null : (usual ?? first),
    n_rows: records.length,
  };
}

/** What an upload says besides its file. */
export interface UploadChoices {
  /** Objectives, with commas between. */
  readonly targets: string | undefined;
  /** JSON object: CSV column → name in the session. */
  readonly mapping: string | undefined;
  readonly noiseColumn: string | undefined;
  readonly iterationColumn: string | undefined;
}

function mappingOf(choices: UploadChoices): Map<string, string> {
  let parsed: unknown = {};
  try {
    parsed = choices.mapping ? JSON.parse(choices.mapping) : {};
  } catch (cause) {
    throw new ValueError(`column_mapping: expected JSON, got ${show(choices.mapping)}`, { cause });
  }
  const entries = Object.entries(parsed as object);
  const wrong = entries.find(([, name]) => typeof name !== 'string');
  if (typeof parsed !== 'object' || Array.isArray(parsed) || wrong !== undefined) {
    throw new ValueError(`column_mapping: expected an object of CSV column → name, got ${show(parsed)}`);
  }
  const mapping = new Map<string, string>(entries);
  if (choices.noiseColumn) mapping.set(choices.noiseColumn, 'Noise');
  if (choices.iterationColumn) mapping.set(choices.iterationColumn, 'Iteration');
  return mapping;
}

function renamed(table: Table, mapping: ReadonlyMap<string, string>): Table {
  if (mapping.size === 0) return table;
  const absent = [...mapping.keys()].filter((name) => !table.columns.includes(name));
  if (absent.length > 0) {
    throw new ValueError(
      `column_mapping: the file has no column ${list(absent)}; it has ${list(table.columns)}`,
    );
  }
  const columns = table.columns.map((name) => mapping.get(name) ?? name);
  const twice = columns.find((name, i) => columns.indexOf(name) !== i);
  if (twice !== undefined) throw new ValueError(`column_mapping: two columns become ${show(twice)}`);
  return {
    columns,
    records: table.records.map((record) =>
      Object.fromEntries(Object.entries(record).map(([name, cell]) => [mapping.get(name) ?? name, cell])),
    ),
  };
}

function targetsOf(state: State, table: Table, choices: UploadChoices): string[] {
  const named = (choices.targets ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const targets = named.length > 0 ? named : ['Output'];
  for (const target of targets) {
    if (!table.columns.includes(target)) {
      throw new ValueError(
        `target_column: the file has no column ${show(target)}; it has ${list(table.columns)}`,
      );
    }
    if (state.variables.some((variable) => variable.name === target)) {
      throw new ValueError(`target_column: ${show(target)} is a variable; name the column that was measured`);
    }
    if (
      (bookkeeping as readonly string[]).includes(target) ||
      targets.indexOf(target) !== targets.lastIndexOf(target)
    ) {
      throw new ValueError(`target_column: ${show(target)} is a bookkeeping column, or is named twice`);
    }
  }
  return targets;
}

function numberCell(record: Readonly<Record<string, string>>, name: string): number {
  const cell = record[name] as string;
  const value = numberOf(cell);
  if (value === undefined) throw new ValueError(`column '${name}': expected a number, got ${show(cell)}`);
  return value;
}

/** A cell that nothing is known of: a number where it spells one. */
const plainCell = (cell: string): Cell => (cell === '' ? null : (numberOf(cell) ?? cell));

interface ReadRow {
  readonly row: Row;
  readonly record: Provenance | undefined;
  readonly warnings: readonly string[];
}

function readRow(
  state: State,
  columns: readonly string[],
  record: Readonly<Record<string, string>>,
  kept: ReadonlySet<string>,
  surroundings: Surroundings,
): ReadRow {
  const inputs: Inputs = Object.fromEntries(
    state.variables.map(({ name, type }) => [
      name,
      type === 'categorical' ? (record[name] as string) : numberCell(record, name),
    ]),
  );
  const output = Object.fromEntries(state.targets.map((target) => [target, numberCell(record, target)]));
  const optional = (name: string) => (record[name] ? numberCell(record, name) : undefined);
  const iteration = optional('Iteration') ?? 0;
  if (!Number.isInteger(iteration)) {
    throw new ValueError(`column 'Iteration': expected a whole number, got ${iteration}`);
  }
  const reason = record.Reason || 'Initial Design';
  const noise = optional('Noise');
  const checked = checkEntry(state, { inputs, output, noise, iteration, reason });
  const known = [...state.variables.map(({ name }) => name), ...state.targets, ...bookkeeping.slice(0, 4)];
  const row: Row = {
    ...inputs,
    ...output,
    Iteration: iteration,
    Reason: reason,
    ...(noise === undefined ? {} : { Noise: noise }),
    ProvenanceId: record.ProvenanceId || surroundings.newId(),
    ...Object.fromEntries(
      columns
        .filter((name) => !known.includes(name))
        .map((name) => [name, plainCell(record[name] as string)]),
    ),
  };
  const isKept = kept.has(row.ProvenanceId as string);
  return {
    row,
    record: isKept ? undefined : provenanceOf(state, checked, row, reason, surroundings),
    warnings: checked.warnings,
  };
}

/**
 * Replaces all rows by those of the file and sets the objectives; provenance records of the old rows stay.
 *
 * @throws NoVariablesError, ValueError naming row and column; nothing is changed then
 */
export function uploadCsv(
  state: State,
  { text, choices }: { text: string; choices: UploadChoices },
  surroundings: Surroundings,
): Change<UploadResponse> {
  if (state.variables.length === 0) {
    throw new NoVariablesError('the session has no variables; add variables before experiments');
  }
  const table = renamed(readTable(text), mappingOf(choices));
  const targets = targetsOf(state, table, choices);
  const absent = state.variables.map(({ name }) => name).filter((name) => !table.columns.includes(name));
  if (absent.length > 0) {
    throw new ValueError(`CSV: variable ${list(absent)} has no column; the file has ${list(table.columns)}`);
  }
  if (table.records.length === 0) throw new ValueError('CSV: the file has a header row and no other row');
  const target = { ...state, targets };
  const kept = new Set(state.provenance.map(({ id }) => id));
  const read = table.records.map((record, i) =>
    atPlace('CSV row', i + 1, () => readRow(target, table.columns, record, kept, surroundings)),
  );
  const records = read.flatMap(({ record }) => record ?? []);
  const next: State = {
    ...target,
    rows: read.map(({ row }) => row),
    provenance: [...state.provenance, ...records],
    audit: withEntries(
      state.audit,
      records.map((record) => auditEntry('experiment_completed', { ...record }, surroundings)),
    ),
    data_revision: state.data_revision + 1,
  };
  const count = read.length;
  return {
    state: next,
    answer: {
      added: count,
      total_experiments: count,
      n_experiments: count,
      target_columns: targets,
      message: `${count} experiments loaded, objective ${list(targets)}`,
      warnings: read.flatMap(({ warnings }, i) => warnings.map((warning) => `row ${i + 1}: ${warning}`)),
    },
    events: [
      {
        type: 'experiment_added',
        data: { n_experiments: count, n_added: count, data_revision: next.data_revision },
      },
    ],
  };
}

/** The table as CSV; an empty cell for null. It uploads again as it is. */
export function exportCsv(state: State): string {
  const columns = columnsOf(state);
  const quoted = (cells: readonly Cell[]): string => stringify([[...cells]], { record_delimiter: '\r\n' });
  // The writer of the package takes seconds for 100,000 rows; plain cells need none of it.
  const line = (cells: readonly Cell[]): string =>
    cells.some((cell) => typeof cell === 'string' && /[",\r\n]/.test(cell))
      ? quoted(cells)
      : `${cells.map((cell) => (cell === null ? '' : String(cell))).join(',')}\r\n`;
  const lines = state.rows.map((row) => line(columns.map((name) => row[name] ?? null)));
  return line(columns) + lines.join('');
}
