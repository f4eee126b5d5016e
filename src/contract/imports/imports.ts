import { type Static, Type } from 'typebox';
import type { Side } from '../experiments/censored.ts';
import { hardLevels } from '../families.ts';
import { maybe, nullable, oneLine, Timestamp, titled, visibleName } from '../schema-parts.ts';
import { type Cell, type Inputs, Row, Scalar } from '../values.ts';
import { variableRoles } from '../variables/variable-roles.ts';
import { ImportSettings, Stacked, WaitingRuns } from './import-settings.ts';
import { tableFormats, tableFormatWords } from './table-formats.ts';

export const ColumnMeaning = Type.Enum([
  'input',
  'output',
  'noise',
  'iteration',
  'reason',
  'id',
  'note',
  'ignore',
]);
export type ColumnMeaning = Static<typeof ColumnMeaning>;

const InputType = Type.Enum(['real', 'integer', 'discrete', 'categorical']);
const NoiseOf = Type.Enum(['variance', 'standard_deviation']);
const ErrorsAs = Type.Enum(['noise', 'ignore'], {
  description: 'Errors behind values, as in `40 ± 1.2`: used as standard deviations of the noise, or ignored',
});

const Duration = Type.Enum(['h', 'min', 's'], {
  description:
    'Unit in which cells such as `1:30` (h:mm) and `1:30:00` are durations; null: they are times of day',
});
export type DurationUnit = Static<typeof Duration>;

const limitWords = 'Limit of the method, which `<LOD` and `<LOQ` in an output stand for';

/** What a column of the file is taken for; only what is sent is changed. */
export const ImportColumnPatch = Type.Object(
  {
    column: Type.String({ description: 'As spelled in the file' }),
    meaning: Type.Optional(ColumnMeaning),
    name: Type.Optional(visibleName({ description: 'Name in the session' })),
    unit: maybe(oneLine()),
    type: Type.Optional(InputType),
    role: Type.Optional(Type.Enum(variableRoles)),
    bounds: maybe(Type.Array(Type.Number(), { minItems: 2, maxItems: 2 })),
    noise_is: Type.Optional(NoiseOf),
    errors_as: Type.Optional(ErrorsAs),
    limit: maybe(Type.Number({ description: limitWords })),
    duration: maybe(Duration),
    convert: Type.Optional(
      Type.Boolean({
        description: 'Values are converted from the unit of the column to that of the session',
      }),
    ),
    fill_down: Type.Optional(
      Type.Boolean({ description: 'An empty cell has the value of the cell above it' }),
    ),
    synonyms: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        description: 'Of a categorical column: text of the file → category that it stands for',
      }),
    ),
  },
  {
    title: 'ImportColumnPatch',
    examples: [
      { column: 'T / °C', meaning: 'input', name: 'temperature', unit: '°C' },
      { column: 'Solvent', synonyms: { thf: 'THF' } },
    ],
  },
);
export type ImportColumnPatch = Static<typeof ImportColumnPatch>;

export const ProblemKind = Type.Enum([
  'missing_output',
  'failed_output',
  'output_of_failed',
  'censored_output',
  'unreadable_output',
  'missing_input',
  'unreadable_input',
  'new_category',
  'out_of_bounds',
  'outside_limits',
  'outside_constraint',
  'summary_row',
  'unmade_run',
  'recorded_run',
  'other_result',
  'repeated_id',
  'excluded_row',
  'long_row',
  'unreadable_noise',
  'unreadable_iteration',
]);
export type ProblemKind = Static<typeof ProblemKind>;

export const ProblemChoice = Type.Enum([
  'ask',
  'skip',
  'keep',
  'missing',
  'failed',
  'censored',
  'value',
  'add',
  'renumber',
]);
export type ProblemChoice = Static<typeof ProblemChoice>;

const RowChoice = Type.Object({
  action: maybe(Type.Enum(['skip', 'failed'])),
  cells: Type.Optional(
    Type.Record(Type.String(), Type.String(), {
      description: 'Column of the file → text that replaces the cell',
    }),
  ),
});

export const ImportMode = Type.Enum(['append', 'replace']);
export type ImportMode = Static<typeof ImportMode>;

/** `PATCH …/imports/{import_id}`: what is sent replaces what was there, per column, kind of problem and row. */
export const ImportPatch = Type.Object(
  {
    settings: Type.Optional(ImportSettings),
    columns: Type.Optional(Type.Array(ImportColumnPatch)),
    choices: Type.Optional(
      Type.Record(Type.String(), ProblemChoice, { description: 'Kind of problem → its solution' }),
    ),
    rows: Type.Optional(
      Type.Record(Type.String(), RowChoice, { description: 'Row of the file, from 1 → its solution' }),
    ),
    constants: Type.Optional(
      Type.Record(Type.String(), nullable(Scalar), {
        description: 'Variable without a column → its value in every row; null removes it',
      }),
    ),
    mode: Type.Optional(ImportMode),
  },
  {
    title: 'ImportPatch',
    examples: [
      { settings: { decimal: ',' } },
      { columns: [{ column: 'Bemerkung', meaning: 'note' }], choices: { unreadable_output: 'skip' } },
      { rows: { '7': { action: 'failed' }, '9': { cells: { 'Yield / %': '91.5' } } } },
      { constants: { pressure: 1.5 } },
    ],
  },
);
export type ImportPatch = Static<typeof ImportPatch>;

/** One run of a file, read and ready to be recorded. */
export interface ImportedRow {
  /** Row of the file, from 1. */
  row: number;
  inputs: Inputs;
  /** Objective → value; null: not measured. A censored value is its limit. */
  outputs: Record<string, number | null>;
  censored: Record<string, Side>;
  failed: boolean;
  noise: number | null;
  iteration: number | null;
  reason: string | null;
  provenanceId: string | null;
  /** Cells that are kept beside the run. */
  extras: Record<string, Cell>;
  /** Id of the run of the queue that the row names by its number. */
  item?: string;
}

/** What a client decided so far; kept with the file. */
export interface ImportPlan {
  readonly settings: ImportSettings;
  readonly columns: readonly ImportColumnPatch[];
  readonly choices: Readonly<Record<string, ProblemChoice>>;
  readonly rows: Readonly<Record<string, Static<typeof RowChoice>>>;
  /** Variable of the session → its value in every row, where the file has no column of it. */
  readonly constants: Readonly<Record<string, number | string>>;
  readonly mode: ImportMode;
}

const statedOf =
  'Of a new variable, from an exported workbook, as are the scale, the changes and the description';

export const ImportColumn = titled('ImportColumn', {
  column: Type.String({ description: 'As spelled in the file' }),
  meaning: ColumnMeaning,
  guessed: Type.Boolean({ description: 'The meaning is not confirmed' }),
  why: Type.String({ description: 'Reason of the guess' }),
  name: Type.String({ description: 'Name in the session' }),
  unit: nullable(Type.String()),
  exists: Type.Boolean({ description: 'The session already has this variable or objective' }),
  type: nullable(InputType),
  role: nullable(Type.Enum(variableRoles)),
  bounds: nullable(Type.Array(Type.Number())),
  categories: nullable(Type.Array(Type.String())),
  allowed_values: nullable(Type.Array(Type.Number(), { description: 'Of a new discrete variable' })),
  step: nullable(Type.Number({ description: statedOf })),
  scale: nullable(Type.Literal('log')),
  changes: nullable(Type.Enum(hardLevels)),
  description: nullable(Type.String()),
  noise_is: nullable(NoiseOf),
  errors_as: nullable(ErrorsAs),
  limit: nullable(Type.Number({ description: limitWords })),
  duration: nullable(Duration),
  convert: Type.Boolean({ description: 'Values are converted to the unit of the session' }),
  converts_to: nullable(
    Type.String({
      description:
        'Unit of the session to which they can be converted; null: the session has no unit or the same one, or no factor is certain',
    }),
  ),
  fill_down: Type.Boolean({ description: 'Empty cells have the value of the cell above' }),
  n_numbers: Type.Integer(),
  n_texts: Type.Integer(),
  n_missing: Type.Integer(),
  n_censored: Type.Integer(),
  n_unstated: Type.Integer({ description: 'Limits without their value, as in `<LOD`' }),
  n_failed: Type.Integer(),
  n_errors: Type.Integer({ description: 'Values with their error, as in `40 ± 1.2`' }),
  min: nullable(Type.Number()),
  max: nullable(Type.Number()),
  samples: Type.Array(Type.String(), { description: 'First different cells, as written' }),
});
export type ImportColumn = Static<typeof ImportColumn>;

const line = nullable(
  Type.Integer({
    description: 'Line of the sheet, from 1; null where rows are columns, and of Parquet and JSON files',
  }),
);

export const ImportProblem = titled('ImportProblem', {
  row: Type.Integer({ description: 'Row of the file below the names, from 1' }),
  line,
  column: nullable(Type.String()),
  value: nullable(Type.String({ description: 'As written' })),
  kind: ProblemKind,
  message: Type.String(),
  choice: ProblemChoice,
  choices: Type.Array(ProblemChoice),
});
export type ImportProblem = Static<typeof ImportProblem>;

const Count = Type.Object({
  kind: ProblemKind,
  count: Type.Integer(),
  choice: ProblemChoice,
  choices: Type.Array(ProblemChoice),
});

const AmbiguousNumber = Type.Object({
  text: Type.String({ description: 'As written, such as `1.200`' }),
  point: Type.Number({ description: 'Its value if the decimal sign is a point' }),
  comma: Type.Number({ description: 'Its value if the decimal sign is a comma' }),
});
export type AmbiguousNumber = Static<typeof AmbiguousNumber>;

/** How the file was read. */
const ImportReading = titled('ImportReading', {
  format: Type.Enum([...tableFormats]),
  encoding: nullable(Type.String()),
  delimiter: nullable(Type.String()),
  decimal: Type.Enum(['.', ',']),
  sheet: nullable(Type.String()),
  sheets: Type.Array(Type.String()),
  header_row: Type.Integer(),
  transposed: Type.Boolean(),
  plate: Type.Boolean(),
  stacked: nullable(Stacked),
  repeats: nullable(Type.Array(Type.String())),
  waiting_runs: nullable(WaitingRuns),
});

export const Import = titled('Import', {
  import_id: Type.String(),
  filename: Type.String(),
  created_at: Timestamp,
  expires_at: Timestamp,
  mode: ImportMode,
  settings: ImportReading,
  repeat_groups: Type.Array(Type.Array(Type.String()), {
    description: 'Columns of results whose names differ only in a number; they may be repeats',
  }),
  n_waiting: Type.Integer({
    description: 'Pending runs of the queue whose results the file may contain',
  }),
  columns: Type.Array(ImportColumn),
  n_rows: Type.Integer({ description: 'Rows of the file' }),
  n_recorded: Type.Integer({ description: 'Rows that a commit would record' }),
  n_failed: Type.Integer({ description: 'Failed runs among them' }),
  blocking: Type.Array(Type.String(), {
    description: 'Reasons why a commit would be refused; empty: none',
  }),
  ambiguous_number: nullable({
    ...AmbiguousNumber,
    description:
      'A number that can be read in two ways, until `settings.decimal` is sent; null: the decimal sign is known from the file',
  }),
  problem_counts: Type.Array(Count),
  problems: Type.Array(ImportProblem, { description: 'The first 500; undecided ones first' }),
  preview: Type.Array(Row, { description: 'The first 20 rows as they would be recorded' }),
  sample: Type.Array(Type.Array(Type.String()), { description: 'The first 20 rows as written' }),
  constants: Type.Record(Type.String(), Scalar, {
    description: 'Variable without a column → its value in every row',
  }),
  decided: Type.Array(
    Type.Object({
      row: Type.Integer(),
      line,
      action: nullable(Type.String()),
      cells: Type.Array(Type.String()),
    }),
    {
      description: 'Rows with a decision, and the columns that were edited',
    },
  ),
  remarks: Type.Array(Type.String()),
});
export type Import = Static<typeof Import>;

export const ImportParams = Type.Object({ session_id: Type.String(), import_id: Type.String() });

export const ImportCommitted = titled('ImportCommitted', {
  added: Type.Integer(),
  skipped: Type.Integer(),
  failed: Type.Integer({ description: 'Failed runs among those added' }),
  total_experiments: Type.Integer(),
  target_columns: Type.Array(Type.String()),
  variables_added: Type.Array(Type.String()),
  completed_item_ids: Type.Array(Type.String(), {
    description: 'Pending runs of the queue that the added runs complete',
  }),
  warnings: Type.Array(Type.String()),
  message: Type.String(),
});
export type ImportCommitted = Static<typeof ImportCommitted>;

/** The parts of the form that opens an import. */
export const ImportForm = titled('ImportForm', {
  file: Type.String({ format: 'binary', description: tableFormatWords }),
  plan: Type.Optional(Type.String({ description: 'JSON, as the body of PATCH' })),
});
