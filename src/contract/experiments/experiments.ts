import { type Static, Type } from 'typebox';
import { autoTrained } from '../models/model.ts';
import { maybe, nullable, oneLine, Timestamp, titled } from '../schema-parts.ts';
import { Inputs, Output, Row } from '../values.ts';
import { Attachment } from './row-details.ts';

const Noise = maybe(Type.Number({ description: 'Variance, squared output units, ≥ 0' }));
export const Iteration = maybe(Type.Integer({ minimum: 0 }));
const Reason = maybe(Type.String());

/** Optional facts of any run. */
const remarks = {
  status: maybe(Type.Literal('failed', { description: 'The settings gave no result; output is absent' })),
  error: maybe(Type.String({ description: 'Why it failed' })),
  comment: maybe(Type.String()),
  attachments: maybe(Type.Array(Attachment, { maxItems: 100 })),
};

const experiment = {
  inputs: Inputs,
  output: Type.Optional(Output),
  noise: Noise,
  iteration: Iteration,
  reason: Reason,
  ...remarks,
};

export const ExperimentRequest = Type.Object(experiment, {
  title: 'ExperimentRequest',
  description:
    '`output` is required unless `status` is `failed`; a failed run may also leave out observed variables',
  examples: [
    { inputs: { temperature: 80, solvent: 'THF' }, output: { yield: { above: 99 }, cost: null } },
    { inputs: { temperature: 180, solvent: 'THF' }, status: 'failed', error: 'reactor over pressure' },
    { inputs: { temperature: 80, solvent: 'THF' }, output: 0.42 },
    { inputs: { temperature: 80, solvent: 'THF' }, output: { yield: 0.42, cost: 3 }, noise: 0.01 },
  ],
});
export type ExperimentRequest = Static<typeof ExperimentRequest>;

export const ExperimentCreated = Type.Object(
  {
    experiment_id: Type.Integer({ description: 'Row index, from 0' }),
    inputs: Inputs,
    output: nullable(Output),
    added_at: Timestamp,
    iteration: Type.Integer(),
    provenance_id: Type.String(),
    message: Type.String(),
    n_experiments: Type.Integer(),
    warnings: Type.Array(Type.String(), {
      description:
        'Remarks about recorded values that look wrong, and the reason if auto_train trained no model',
    }),
    ...autoTrained,
  },
  {
    title: 'ExperimentCreated',
    examples: [
      {
        experiment_id: 12,
        inputs: { temperature: 80, solvent: 'THF' },
        output: 0.42,
        added_at: '2026-11-21T12:00:00.000Z',
        iteration: 4,
        provenance_id: '3f0e7c58-58a5-4b7b-8a0f-6d1e5a2b9c11',
        message: 'experiment recorded',
        n_experiments: 13,
        warnings: [],
        model_trained: false,
        training_metrics: null,
      },
    ],
  },
);
export type ExperimentCreated = Static<typeof ExperimentCreated>;

export const BatchRequest = Type.Object(
  {
    experiments: Type.Array(ExperimentRequest),
    complete_waiting: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'An experiment whose settings match a pending run to six digits completes that run. No run is completed if pending runs of several blocks or plots match and some of them would be left',
      }),
    ),
  },
  { title: 'BatchRequest', examples: [{ experiments: [{ inputs: { temperature: 80 }, output: 0.4 }] }] },
);
export type BatchRequest = Static<typeof BatchRequest>;

export const BatchRecorded = Type.Object(
  {
    added: Type.Integer(),
    total_experiments: Type.Integer(),
    n_experiments: Type.Integer({ description: 'Same as total_experiments' }),
    message: Type.String(),
    completed_item_ids: Type.Array(Type.String(), {
      description: 'Runs of the queue that complete_waiting completed',
    }),
    ambiguous: Type.Array(Type.Integer(), {
      description:
        'Experiments, by index, that match pending runs of several blocks or plots; these runs are still pending',
    }),
    warnings: Type.Array(Type.String()),
    ...autoTrained,
  },
  {
    title: 'BatchRecorded',
    examples: [
      {
        added: 2,
        total_experiments: 15,
        n_experiments: 15,
        message: '2 experiments recorded',
        completed_item_ids: [],
        ambiguous: [],
        warnings: ["variable 'temperature': 130 is outside its bounds [20, 120]"],
        model_trained: false,
        training_metrics: null,
      },
    ],
  },
);
export type BatchRecorded = Static<typeof BatchRecorded>;

const Page = {
  skip: Type.Optional(Type.Integer({ minimum: 0, default: 0 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 100 })),
};

export const ExportQuery = titled('ExportQuery', {
  format: Type.Optional(
    Type.Enum(['csv', 'xlsx'], {
      default: 'csv',
      description: 'XLSX stores numbers as numbers and texts as texts; no cell is a formula',
    }),
  ),
  escape_formulas: Type.Optional(
    Type.Boolean({
      description: 'Puts an apostrophe before text that a spreadsheet would read as a formula',
    }),
  ),
  units: Type.Optional(
    Type.Boolean({
      description:
        'Puts a line with the units of variables and objectives below the names, if any has one; an import reads it',
    }),
  ),
});

export const ListExperimentsQuery = Type.Object({
  ...Page,
  sort_by: Type.Optional(Type.String({ description: 'Column' })),
  order: Type.Optional(Type.Enum(['asc', 'desc'])),
  filter: Type.Optional(
    Type.String({
      description:
        'JSON: {column: value | {op: value}}, op one of eq, ne, lt, le, gt, ge, in; a row must meet all',
      examples: ['{"temperature":{"ge":80}}'],
    }),
  ),
});
export type ListExperimentsQuery = Static<typeof ListExperimentsQuery>;

export const ExperimentList = Type.Object(
  {
    experiments: Type.Array(Row),
    items: Type.Array(Row, { description: 'Same as experiments (pagination envelope)' }),
    total: Type.Integer({ description: 'Rows that pass the filter' }),
    skip: Type.Integer(),
    limit: Type.Integer(),
    target_column: Type.String(),
    target_columns: Type.Array(Type.String()),
    n_experiments: Type.Integer({ description: 'All rows of the session' }),
  },
  {
    title: 'ExperimentList',
    examples: [
      {
        experiments: [{ temperature: 80, Output: 0.42, Iteration: 0, Reason: 'Manual', ProvenanceId: 'p' }],
        items: [{ temperature: 80, Output: 0.42, Iteration: 0, Reason: 'Manual', ProvenanceId: 'p' }],
        total: 1,
        skip: 0,
        limit: 100,
        target_column: 'Output',
        target_columns: ['Output'],
        n_experiments: 1,
      },
    ],
  },
);
export type ExperimentList = Static<typeof ExperimentList>;

export const TargetStats = Type.Object(
  {
    min: Type.Number(),
    max: Type.Number(),
    mean: Type.Number(),
    std: nullable(Type.Number({ description: 'ddof 1; null with fewer than two outputs' })),
  },
  { description: 'Measured values of the first objective; limits such as `<9` do not count' },
);
export type TargetStats = Static<typeof TargetStats>;

export const DataSummary = Type.Object(
  {
    n_experiments: Type.Integer(),
    has_data: Type.Boolean(),
    has_noise: Type.Optional(Type.Boolean({ description: 'Every row has a noise variance' })),
    target_stats: maybe(TargetStats),
    feature_names: maybe(Type.Array(Type.String())),
    error: Type.Optional(Type.String()),
  },
  {
    title: 'DataSummary',
    examples: [
      {
        n_experiments: 2,
        has_data: true,
        has_noise: false,
        target_stats: { min: 0.1, max: 0.4, mean: 0.25, std: 0.2121 },
        feature_names: ['temperature'],
      },
    ],
  },
);
export type DataSummary = Static<typeof DataSummary>;

export const PreviewResponse = titled('PreviewResponse', {
  columns: Type.Array(Type.String()),
  available_targets: Type.Array(Type.String()),
  has_output: Type.Boolean(),
  recommended_target: nullable(Type.String()),
  n_rows: Type.Integer(),
});
export type PreviewResponse = Static<typeof PreviewResponse>;

export const UploadQuery = Type.Object({
  target_columns: Type.Optional(
    Type.String({ description: 'Same as the form field target_column; several objectives with commas' }),
  ),
});

const FilePlan = Type.Optional(
  Type.String({ description: 'JSON: how to read the file and to handle problems, as in an import' }),
);

/** Text parts of the upload form; documentation of a multipart body. */
export const UploadForm = titled('UploadForm', {
  file: Type.String({
    format: 'binary',
    description:
      'CSV (UTF-8, UTF-16 or Windows-1252; comma, semicolon or tab; decimal point or comma), XLSX, ODS, Parquet or JSON',
  }),
  target_column: Type.Optional(
    Type.String({
      description: 'Objective column; several with commas or as a JSON array of names; default Output',
    }),
  ),
  target_columns: Type.Optional(Type.String({ description: 'Same as target_column' })),
  column_mapping: Type.Optional(
    Type.String({ description: 'JSON object: CSV column → name in the session' }),
  ),
  noise_column: Type.Optional(
    Type.String({ description: 'CSV column of the noise variance; default Noise' }),
  ),
  iteration_column: Type.Optional(
    Type.String({ description: 'CSV column of the iteration; default Iteration' }),
  ),
  plan: FilePlan,
});

/** A form with one file of JSON. */
export const JsonFileForm = titled('JsonFileForm', {
  file: Type.String({ format: 'binary' }),
  plan: Type.Optional(Type.String({ description: 'Refused: a plan applies to tables only' })),
});

/** A form with one table, and how it is read. */
export const FileForm = titled('FileForm', { file: Type.String({ format: 'binary' }), plan: FilePlan });

export const UploadResponse = Type.Object(
  {
    added: Type.Integer(),
    total_experiments: Type.Integer(),
    n_experiments: Type.Integer({ description: 'Same as total_experiments' }),
    target_columns: Type.Array(Type.String()),
    message: Type.String(),
    warnings: Type.Array(Type.String()),
  },
  {
    title: 'UploadResponse',
    examples: [
      {
        added: 247,
        total_experiments: 247,
        n_experiments: 247,
        target_columns: ['yield'],
        message: "247 experiments loaded, objective 'yield'",
        warnings: [],
      },
    ],
  },
);
export type UploadResponse = Static<typeof UploadResponse>;

export const RecordBatchRequest = Type.Object(
  {
    entries: Type.Array(Type.Object({ item_id: maybe(Type.String()), ...experiment }), { minItems: 1 }),
    by: maybe(Type.String({ maxLength: 200, description: 'Person or device that measured the named items' })),
  },
  { title: 'RecordBatchRequest', examples: [{ entries: [{ inputs: { temperature: 80 }, output: 0.4 }] }] },
);
export type RecordBatchRequest = Static<typeof RecordBatchRequest>;

export const RecordBatchResponse = titled('RecordBatchResponse', {
  message: Type.String(),
  n_added: Type.Integer(),
  n_experiments: Type.Integer(),
  completed_item_ids: Type.Array(Type.String()),
  warnings: Type.Array(Type.String()),
  ...autoTrained,
});
export type RecordBatchResponse = Static<typeof RecordBatchResponse>;

const Labels = Type.Object({
  label: maybe(oneLine()),
  unit: maybe(oneLine()),
});
export const ObjectiveMetadata = Type.Object(
  { metadata: Type.Record(Type.String(), Labels) },
  { title: 'ObjectiveMetadata', examples: [{ metadata: { Output: { label: 'Yield', unit: '%' } } }] },
);
export type ObjectiveMetadata = Static<typeof ObjectiveMetadata>;

export const RowParams = Type.Object({
  session_id: Type.String(),
  provenance_id: Type.String({ description: 'ProvenanceId of the row' }),
});

/** `PATCH …/experiments/{provenance_id}`: what is left out stays; null takes a remark or the noise away. */
export const RowPatch = Type.Object(
  {
    inputs: Type.Optional(Inputs),
    output: Type.Optional(Output),
    noise: Noise,
    iteration: Type.Optional(Type.Integer({ minimum: 0 })),
    reason: Type.Optional(Type.String()),
    ...remarks,
    why: maybe(Type.String({ description: 'Reason of the correction, for the audit log' })),
  },
  {
    title: 'RowPatch',
    description: 'With several objectives, `output` by name may contain only some of them',
    examples: [{ output: 0.43, why: 'integration repeated' }, { comment: 'stirrer was loose' }],
  },
);
export type RowPatch = Static<typeof RowPatch>;

export const RowPatched = titled('RowPatched', {
  row: Row,
  experiment_id: Type.Integer({ description: 'Row index, from 0' }),
  changed: Type.Array(Type.String(), { description: 'Columns and remarks that changed' }),
  warnings: Type.Array(Type.String()),
  data_revision: Type.Integer(),
});
export type RowPatched = Static<typeof RowPatched>;
