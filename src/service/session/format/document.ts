import type { Provenance } from '../../../contract/experiments/provenance.ts';
import { isRecord } from '../../../contract/is-record.ts';
import type { ModelBackend } from '../../../contract/models/model.ts';
import type { AuditEntry } from '../../../contract/sessions/audit.ts';
import type { Control } from '../../../contract/sessions/control.ts';
import type { Inputs, Row } from '../../../contract/values.ts';
import type { Constraint } from '../../../contract/variables/constraints.ts';
import type { StoredVariable } from '../../../contract/variables/variables.ts';
import { type CostModel, parseCostModel } from '../../../engine/cost/cost-model.ts';
import { ValueError } from '../../../engine/errors.ts';
import type { Slices } from '../../../engine/slices.ts';
import { release } from '../../release.ts';
import { isList, type List, shareable } from '../document/document-list.ts';
import { type PatchStep, patched } from '../document/document-patch.ts';
import {
  type CampaignSettings,
  defaultConfig,
  emptyState,
  idleControl,
  type LastSuggestion,
  type LockInfo,
  type ModelRecord,
  noCampaign,
  noRules,
  type OutcomeConstraint,
  type SessionMetadata,
  type State,
  type StoredQueueItem,
  type StoredRules,
} from '../state.ts';
import type { StoredReply } from '../stored-reply.ts';
import { list, show } from '../words.ts';
import { checkDocument } from './document-check.ts';
import { currentFormat, migrate, revertTo } from './migrations.ts';

/**
 * The stored form of a session, described in docs/session-file.md: the layout of release 0.4.0, and what is ours
 * under `athanor`, which 0.4.0 ignores.
 */
export interface Document {
  readonly version: string;
  readonly metadata: SessionMetadata & { readonly session_id: string };
  readonly audit_log: { readonly entries: List<AuditEntry> };
  readonly search_space: {
    readonly variables: readonly StoredVariable[];
    readonly derived_variables: readonly unknown[];
    readonly constraints: readonly Constraint[];
  };
  readonly experiments: {
    readonly data: List<Row>;
    readonly n_total: number;
    readonly target_columns: readonly string[];
  };
  readonly staged_experiments: readonly StoredQueueItem[];
  readonly outcome_constraints: readonly OutcomeConstraint[];
  readonly objective_metadata: State['objective_metadata'];
  readonly control: Control;
  readonly last_suggestions: readonly Inputs[];
  readonly provenance: List<Provenance>;
  readonly config: Readonly<Record<string, unknown>>;
  readonly model_config?: {
    readonly backend: string;
    readonly kernel: string;
    readonly kernel_params: Readonly<Record<string, unknown>> | null;
    readonly hyperparameters: unknown;
    readonly metrics: unknown;
    readonly training_config: unknown;
    readonly fitted?: false;
  };
  readonly athanor: {
    readonly format: number;
    /** That wrote it. */
    readonly release: string;
    readonly data_revision: number;
    readonly last_suggestion: LastSuggestion | null;
    readonly model: ModelRecord | null;
    readonly cost_model: CostModel | null;
    /** Data that 0.4.0 cannot store: failed runs, limits, comments. */
    readonly row_details: State['details'];
    readonly replies?: readonly StoredReply[];
    readonly campaign: CampaignSettings;
    readonly rules: State['rules'];
    readonly runs: State['runs'];
    readonly history: State['history'];
    readonly enforce_lock?: true;
  };
  readonly _session_store_metadata?: {
    readonly created_at: string;
    readonly last_accessed: string;
    readonly lock_info: LockInfo | null;
  };
}

/** `auto` as release 0.4.0 knows it: the call to make there. Ours is under `athanor`. */
const knownBackend = (backend: ModelBackend): 'sklearn' | 'botorch' =>
  backend === 'auto' ? 'botorch' : backend;

/** What is kept on disk. */
export function toDocument(state: State): Document {
  const { model } = state;
  return {
    version: '1.1.0',
    metadata: { session_id: state.id, ...state.metadata },
    audit_log: { entries: state.audit },
    search_space: {
      variables: state.variables,
      derived_variables: state.derived_variables,
      constraints: state.constraints,
    },
    experiments: { data: state.rows, n_total: state.rows.length, target_columns: state.targets },
    staged_experiments: state.queue,
    outcome_constraints: state.outcome_constraints,
    objective_metadata: state.objective_metadata,
    control: state.control,
    last_suggestions: state.last_suggestions,
    provenance: state.provenance,
    config: state.config,
    ...(model === null
      ? {}
      : {
          model_config: {
            backend: knownBackend(model.backend),
            kernel: model.kernel,
            kernel_params: model.kernel_params,
            hyperparameters: model.hyperparameters,
            metrics: model.metrics,
            training_config: {
              ...model.training_config,
              backend: knownBackend(model.training_config.backend),
            },
            ...(model.fitted ? {} : { fitted: false as const }),
          },
        }),
    athanor: {
      format: currentFormat,
      release,
      data_revision: state.data_revision,
      last_suggestion: state.last_suggestion,
      model,
      cost_model: state.cost_model,
      row_details: state.details,
      replies: state.replies,
      campaign: state.campaign,
      rules: state.rules,
      runs: state.runs,
      history: state.history,
      ...(state.enforce_lock ? { enforce_lock: true } : {}),
    },
    _session_store_metadata: {
      created_at: state.metadata.created_at,
      last_accessed: state.last_accessed,
      lock_info: state.lock,
    },
  };
}

/** What a client gets: the document without the lock and without answers to others. */
export function exportDocument(state: State): Document {
  const { _session_store_metadata, ...rest } = toDocument(state);
  const { replies: _replies, enforce_lock: _lock, ...athanor } = rest.athanor;
  return { ...rest, athanor };
}

/** A part that may be absent and, where present, must have the given shape. */
function part<T>(source: Record<string, unknown>, key: string, fallback: T): T {
  const value = source[key];
  if (value === undefined || value === null) return fallback;
  const fits = Array.isArray(fallback) ? isList(value) : isRecord(value);
  if (!fits) {
    throw new ValueError(
      `session file: '${key}' must be ${Array.isArray(fallback) ? 'an array' : 'an object'}, got ${show(value)}`,
    );
  }
  return value as T;
}

const text = (value: unknown, fallback: string): string => (typeof value === 'string' ? value : fallback);

function readMetadata(source: Record<string, unknown>, now: string): SessionMetadata {
  const tags = Array.isArray(source.tags) ? source.tags.filter((tag) => typeof tag === 'string') : [];
  const created = text(source.created_at, now);
  return {
    name: text(source.name, 'Untitled Session'),
    description: text(source.description, ''),
    tags,
    author: text(source.author, ''),
    created_at: Number.isNaN(Date.parse(created)) ? now : created,
    last_modified: text(source.last_modified, now),
  };
}

/** The training call of a file that has no record of ours; a model is to be rebuilt from it. */
function readTrainingCall(config: Record<string, unknown> | null): ModelRecord | null {
  if (config === null || (config.backend !== 'sklearn' && config.backend !== 'botorch')) return null;
  const backend = config.backend;
  const kernel = text(config.kernel, 'Matern');
  const kernel_params = isRecord(config.kernel_params) ? config.kernel_params : null;
  const call = isRecord(config.training_config) ? config.training_config : {};
  return {
    backend,
    kernel,
    kernel_params,
    training_config: {
      backend,
      kernel,
      kernel_params,
      calibration_enabled: call.calibration_enabled === true,
      ...(typeof call.input_transform_type === 'string'
        ? { input_transform_type: call.input_transform_type }
        : {}),
      ...(typeof call.output_transform_type === 'string'
        ? { output_transform_type: call.output_transform_type }
        : {}),
      ...(typeof call.optimizer === 'string' ? { optimizer: call.optimizer } : {}),
    },
    fitted: false,
    hyperparameters: {},
    metrics: {},
    trained_at: null,
    training_time_s: 0,
    targets: [],
    goals: null,
    columns: [],
    n_rows: 0,
    data_revision: 0,
    data_hash: '',
    fits: [],
    options: null,
  };
}

/**
 * A stored document, of this or an earlier format, as a session.
 *
 * @param id     the session it becomes; an import gives a new one
 * @param known  an earlier state of this session: what both share is not checked again
 * @throws ValueError the document does not have the shape of a session
 */
export function* fromDocument(source: unknown, id: string, now: string, known?: State): Slices<State> {
  if (!isRecord(source)) throw new ValueError(`session file: expected a JSON object, got ${show(source)}`);
  const document = migrate(source);
  const empty = emptyState(id, now);
  const space = part<Record<string, unknown>>(document, 'search_space', {});
  const experiments = part<Record<string, unknown>>(document, 'experiments', {});
  const ours = part<Record<string, unknown>>(document, 'athanor', {});
  const stored = part<Record<string, unknown>>(document, '_session_store_metadata', {});
  const targets = part<string[]>(experiments, 'target_columns', []);
  const state: State = {
    ...empty,
    metadata: readMetadata(part(document, 'metadata', {}), now),
    last_accessed: text(stored.last_accessed, now),
    variables: part(space, 'variables', []),
    derived_variables: part(space, 'derived_variables', []),
    constraints: part(space, 'constraints', []),
    rows: shareable(part<List<Row>>(experiments, 'data', [])),
    targets: targets.length > 0 ? targets : empty.targets,
    details: part(ours, 'row_details', {}),
    provenance: shareable(part<List<Provenance>>(document, 'provenance', [])),
    queue: part(document, 'staged_experiments', []),
    outcome_constraints: part(document, 'outcome_constraints', []),
    objective_metadata: part(document, 'objective_metadata', {}),
    control: { ...idleControl, ...part(document, 'control', {}) },
    last_suggestions: part(document, 'last_suggestions', []),
    last_suggestion: (ours.last_suggestion as LastSuggestion | null | undefined) ?? null,
    audit: shareable(part<List<AuditEntry>>(part(document, 'audit_log', {}), 'entries', [])),
    config: part(document, 'config', defaultConfig),
    model:
      (ours.model as ModelRecord | null | undefined) ??
      readTrainingCall(part<Record<string, unknown> | null>(document, 'model_config', {})),
    cost_model: ours.cost_model == null ? null : parseCostModel(ours.cost_model),
    replies: part(ours, 'replies', []),
    campaign: { ...noCampaign, ...part<Partial<CampaignSettings>>(ours, 'campaign', {}) },
    rules: { ...noRules, ...part<Partial<StoredRules>>(ours, 'rules', {}) },
    runs: part(ours, 'runs', {}),
    history: part(ours, 'history', []),
    lock: (stored.lock_info as LockInfo | null | undefined) ?? null,
    enforce_lock: ours.enforce_lock === true,
    data_revision: typeof ours.data_revision === 'number' ? ours.data_revision : 0,
  };
  yield* checkDocument(state, known);
  return state;
}

/** Parts that every document of a store has had, in release 0.4.0 too. */
const storedParts = ['metadata', 'search_space', 'experiments'];

/**
 * A document of a store as a session; what a client gives may have fewer parts.
 *
 * @throws ValueError as `fromDocument`, and where a part is missing
 */
export function* fromStored(source: unknown, id: string, now: string): Slices<State> {
  const missing = storedParts.filter((name) => !isRecord(source) || !isRecord(source[name]));
  if (missing.length > 0)
    throw new ValueError(`session file: this is not a session; it lacks ${list(missing)}`);
  return yield* fromDocument(source, id, now);
}

/** What is kept where servers of the release before may read it. */
export const documentIn = (format: number, state: State): Document =>
  revertTo(format, { ...toDocument(state) }) as unknown as Document;

/**
 * A session as it is after steps that were written since.
 *
 * @param format of the stored document
 * @throws ValueError the result has not the shape of a session
 */
export function* withSteps(
  saved: State,
  steps: readonly PatchStep[],
  now: string,
  format: number,
): Slices<State> {
  const document = yield* patched({ ...documentIn(format, saved) }, steps);
  return yield* fromDocument(document, saved.id, now, saved);
}
