import { type Static, Type } from 'typebox';
import { CostSummary } from '../costs/cost.ts';
import { DataSummary } from '../experiments/experiments.ts';
import { Hyperparameters, ModelBackend, ModelMetrics } from '../models/model.ts';
import { maybe, nullable, oneLine, Timestamp, titled, visibleName } from '../schema-parts.ts';
import { Front } from '../suggestions/acquisition.ts';
import { Goal, Inputs } from '../values.ts';
import { Variable } from '../variables/variables.ts';
import { Lock } from './lock.ts';

const settable = {
  name: maybe(visibleName()),
  description: maybe(Type.String()),
  tags: maybe(Type.Array(visibleName(), { maxItems: 100 })),
  author: maybe(oneLine()),
};

/** `PATCH …/metadata`: null or absent leaves a field alone. */
export const MetadataPatch = Type.Object(settable, {
  title: 'MetadataPatch',
  examples: [{ name: 'Suzuki coupling', author: 'Ann' }],
});
export type MetadataPatch = Static<typeof MetadataPatch>;

/** `metadata` takes precedence over the same field of the body. */
export const CreateSessionRequest = Type.Object(
  { metadata: maybe(MetadataPatch), ...settable },
  { title: 'CreateSessionRequest', examples: [{ metadata: { name: 'Suzuki coupling', tags: ['demo'] } }] },
);
export type CreateSessionRequest = Static<typeof CreateSessionRequest>;

export const SessionCreated = Type.Object(
  { session_id: Type.String(), created_at: Timestamp, expires_at: Timestamp },
  {
    title: 'SessionCreated',
    examples: [
      {
        session_id: '7b0c2f4e-5d0f-4f3c-9f57-1f1f7f0a2b11',
        created_at: '2026-11-21T12:00:00.000Z',
        expires_at: '2026-11-22T12:00:00.000Z',
      },
    ],
  },
);
export type SessionCreated = Static<typeof SessionCreated>;

const metadata = {
  name: Type.String(),
  description: Type.String(),
  tags: Type.Array(Type.String()),
  author: Type.String(),
  last_modified: Timestamp,
};

export const Metadata = titled('Metadata', { session_id: Type.String(), created_at: Timestamp, ...metadata });
export type Metadata = Static<typeof Metadata>;

export const SessionDetail = titled('SessionDetail', {
  session_id: Type.String(),
  created_at: Timestamp,
  last_accessed: Timestamp,
  expires_at: Timestamp,
  metadata: Type.Object(metadata),
  target_columns: Type.Array(Type.String()),
  search_space: Type.Object({
    n_variables: Type.Integer(),
    variables: Type.Array(Variable),
    categorical_variables: Type.Array(Type.String()),
    discrete_variables: Type.Array(Type.String()),
  }),
  experiments: Type.Object({ count: Type.Integer(), target_column: Type.String() }),
  data: DataSummary,
  model: Type.Object({
    trained: Type.Boolean(),
    is_trained: Type.Boolean({ description: 'Same as trained' }),
    backend: nullable(ModelBackend),
    kernel: nullable(Type.String()),
    hyperparameters: nullable(Hyperparameters),
    metrics: nullable(ModelMetrics),
  }),
  lock: Lock,
  data_revision: Type.Integer({ description: 'Counts changes of the experiments' }),
});
export type SessionDetail = Static<typeof SessionDetail>;

export const SessionState = titled('SessionState', {
  session_id: Type.String(),
  n_variables: Type.Integer(),
  n_experiments: Type.Integer(),
  model_trained: Type.Boolean(),
  model_backend: nullable(ModelBackend),
  last_suggestion: nullable(Inputs),
  last_acquisition_value: nullable(Type.Number()),
  last_goal: nullable(Goal),
  cost: nullable(CostSummary),
  pareto: nullable(Front),
});
export type SessionState = Static<typeof SessionState>;

export const SessionSummary = titled('SessionSummary', {
  session_id: Type.String(),
  name: nullable(Type.String()),
  created_at: nullable(Timestamp),
  last_modified: nullable(Timestamp),
  n_variables: nullable(Type.Integer()),
  n_experiments: nullable(Type.Integer()),
  readable: Type.Boolean({ description: 'false: the file exists but cannot be read' }),
});
export type SessionSummary = Static<typeof SessionSummary>;

export const ListSessionsQuery = Type.Object({
  skip: Type.Optional(Type.Integer({ minimum: 0, default: 0 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 100 })),
});

export const SessionList = titled('SessionList', {
  items: Type.Array(SessionSummary),
  total: Type.Integer(),
  skip: Type.Integer(),
  limit: Type.Integer(),
});
export type SessionList = Static<typeof SessionList>;
