import type { DataSummary } from '../../../contract/experiments/experiments.ts';
import type {
  CreateSessionRequest,
  Metadata,
  MetadataPatch,
  SessionCreated,
  SessionDetail,
  SessionState,
} from '../../../contract/sessions/session.ts';
import type { Slices } from '../../../engine/slices.ts';
import { costSummary } from '../costs/cost.ts';
import { summarize } from '../experiments/experiments.ts';
import { frontView } from '../objectives/front.ts';
import { type Change, expiresAt, type State } from '../state.ts';
import { answerSpelling } from '../variables/variable-spelling.ts';
import { lockView } from './lock.ts';

function withMetadata(state: State, patch: MetadataPatch): State {
  const { metadata } = state;
  return {
    ...state,
    metadata: {
      ...metadata,
      name: patch.name ?? metadata.name,
      description: patch.description ?? metadata.description,
      tags: patch.tags ?? metadata.tags,
      author: patch.author ?? metadata.author,
    },
  };
}

/** Metadata of a new session; the `metadata` object takes precedence over the other fields. */
export function describeNew(state: State, request: CreateSessionRequest | null): Change<null> {
  const { metadata, ...flat } = request ?? {};
  return { state: withMetadata(withMetadata(state, flat), metadata ?? {}), answer: null };
}

/** What is answered about a new session. */
export function created(state: State): SessionCreated {
  return { session_id: state.id, created_at: state.metadata.created_at, expires_at: expiresAt(state) };
}

/** The metadata as requests spell them. */
export function metadataView(state: State): Metadata {
  const { name, created_at, last_modified, description, tags, author } = state.metadata;
  return { session_id: state.id, name, created_at, last_modified, description, tags: [...tags], author };
}

/** Changes the fields that are given; the others stay. */
export function patchMetadata(state: State, patch: MetadataPatch): Change<Metadata> {
  const next = withMetadata(state, patch);
  const answer = metadataView(next);
  return { state: next, answer, events: [{ type: 'metadata_changed', data: { ...answer } }] };
}

/** The data summary; when it cannot be computed, the row count and why. */
function* dataSummary(state: State): Slices<DataSummary> {
  try {
    return yield* summarize(state);
  } catch (error) {
    const count = state.rows.length;
    return { n_experiments: count, has_data: count > 0, error: (error as Error).message };
  }
}

/** The session at a glance: variables by type, data and model in numbers. */
export function* detail(state: State): Slices<SessionDetail> {
  const { name, description, tags, author, last_modified } = state.metadata;
  const named = (type: string) => state.variables.filter((v) => v.type === type).map((v) => v.name);
  const model = state.model?.fitted ? state.model : null;
  return {
    session_id: state.id,
    created_at: state.metadata.created_at,
    last_accessed: state.last_accessed,
    expires_at: expiresAt(state),
    metadata: { name, description, tags: [...tags], author, last_modified },
    target_columns: [...state.targets],
    search_space: {
      n_variables: state.variables.length,
      variables: state.variables.map(answerSpelling),
      categorical_variables: named('categorical'),
      discrete_variables: named('discrete'),
    },
    experiments: { count: state.rows.length, target_column: state.targets[0] ?? 'Output' },
    data: yield* dataSummary(state),
    model: {
      trained: model !== null,
      is_trained: model !== null,
      backend: model?.backend ?? null,
      kernel: model?.kernel ?? null,
      hyperparameters: model?.hyperparameters ?? null,
      metrics: model?.metrics ?? null,
    },
    lock: lockView(state),
    data_revision: state.data_revision,
  };
}

/** @param committed the same object until the session changes: its front is known when it is asked for again */
export function* stateView(state: State, committed: State): Slices<SessionState> {
  return {
    session_id: state.id,
    n_variables: state.variables.length,
    n_experiments: state.rows.length,
    model_trained: state.model?.fitted ?? false,
    model_backend: state.model?.fitted ? state.model.backend : null,
    last_suggestion: state.last_suggestions[0] ?? null,
    last_acquisition_value: state.last_suggestion?.acquisition_value ?? null,
    last_goal: state.last_suggestion?.goal ?? null,
    cost: costSummary(state),
    pareto: yield* frontView(committed),
  };
}
