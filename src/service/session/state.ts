import type { Provenance } from '../../contract/experiments/provenance.ts';
import type { RowDetail } from '../../contract/experiments/row-details.ts';
import type { ComputedBy } from '../../contract/models/computed-by.ts';
import type {
  Hyperparameters,
  Importance,
  ModelBackend,
  ModelMetrics,
  TrainingConfig,
  Validation,
} from '../../contract/models/model.ts';
import type { ObjectiveGoal, ObjectiveJoin, ResultBounds } from '../../contract/objectives/objectives.ts';
import type { QueueStatus } from '../../contract/queue/queue.ts';
import type { AuditEntry } from '../../contract/sessions/audit.ts';
import type { Control } from '../../contract/sessions/control.ts';
import type { SessionEvent } from '../../contract/sessions/events.ts';
import type { Goal, Inputs, Output, Row, Scalar } from '../../contract/values.ts';
import type { Constraint } from '../../contract/variables/constraints.ts';
import type { StoredVariable } from '../../contract/variables/variables.ts';
import type { CostModel } from '../../engine/cost/cost-model.ts';
import type { Slices } from '../../engine/slices.ts';
import type { LabelColumn } from '../candidate-columns.ts';
import type { List } from './document/document-list.ts';
import type { HistoryRecord } from './history-record.ts';
import type { StoredReply } from './stored-reply.ts';

export interface SessionMetadata {
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly author: string;
  readonly created_at: string;
  readonly last_modified: string;
}

/** A queue item; a staged experiment is one that is pending. */
export interface StoredQueueItem {
  readonly id: string;
  readonly inputs: Inputs;
  readonly reason: string | null;
  readonly status: QueueStatus;
  readonly output: Output | null;
  readonly noise: number | null;
  readonly error: string | null;
  readonly dataset_ref: number | null;
  readonly staged_at: string | null;
  readonly started_at: string | null;
  readonly completed_at: string | null;
  readonly plot: Readonly<Record<string, number>> | null;
  readonly actual_inputs: Inputs | null;
}

export interface LockInfo {
  readonly locked: boolean;
  readonly locked_by: string;
  readonly client_id: string | null;
  readonly locked_at: string;
  readonly lock_token: string;
}

/** What is kept of a fitted GP besides the data, which the rows give back. */
export interface StoredFit {
  /** `engine/gp/model.ts` without X, y and noise, arrays as in `packed-arrays.ts`. */
  readonly model: Readonly<Record<string, unknown>>;
  readonly given_noise: boolean;
  readonly cross_validation: {
    readonly actual: readonly number[];
    readonly predicted: readonly number[];
    readonly std: readonly number[];
    readonly rows: readonly number[];
    /** Backend `auto`: share of the predictive distribution below the actual value; absent in models of earlier builds. */
    readonly level?: readonly number[];
  } | null;
}

/** A model column as it was at training time. */
export interface ModelColumn {
  readonly name: string;
  readonly labels: readonly string[] | null;
  /** The model has logarithms of the values. */
  readonly log?: true;
}

/** A training call and, where it succeeded, its result. */
export interface ModelRecord {
  readonly backend: ModelBackend;
  readonly kernel: string;
  readonly kernel_params: Readonly<Record<string, unknown>> | null;
  readonly training_config: TrainingConfig;
  readonly fitted: boolean;
  readonly hyperparameters: Hyperparameters;
  readonly metrics: ModelMetrics;
  readonly trained_at: string | null;
  readonly training_time_s: number;
  /** Absent in models of earlier releases. */
  readonly computed_by?: ComputedBy;
  /** Objectives the model predicts, in order. */
  readonly targets: readonly string[];
  readonly goals: readonly Goal[] | null;
  readonly columns: readonly ModelColumn[];
  /** The first `n_rows` rows in which all targets were measured were used. */
  readonly n_rows: number;
  readonly data_revision: number;
  /** Of X, outputs and noise: tells whether the rows still are those of the training. */
  readonly data_hash: string;
  readonly fits: readonly StoredFit[];
  /** By objective, from five rows on. */
  readonly validation?: Readonly<Record<string, Validation>>;
  /** By objective, what its predictions keep to; absent where nothing is bounded, and for backends other than auto. */
  readonly bounds?: Readonly<Record<string, ResultBounds>>;
  /** By objective; absent for backends other than auto. */
  readonly importance?: Readonly<Record<string, Importance[]>>;
  readonly options: Readonly<Record<string, number | string | boolean>> | null;
  /** It was trained again when the session was opened, as the rows of the training had changed. */
  readonly trained_again?: true;
}

export interface LastSuggestion {
  readonly goal: Goal;
  readonly goals: readonly Goal[];
  readonly acquisition_value: number | null;
  readonly strategy: string;
  readonly iteration: number;
  /** As the request gave it, output units. */
  readonly ref_point?: readonly number[];
}

export interface OutcomeConstraint {
  readonly objective_name: string;
  readonly bound_type: 'lower' | 'upper';
  readonly value: number;
}

/** Runs that may be proposed, column by column. */
export interface CandidateTable {
  readonly names: readonly string[];
  readonly columns: readonly (readonly Scalar[])[];
  /** Other columns, such as names of compounds; absent: none. */
  readonly labels?: readonly LabelColumn[];
  /** Whether a run may be proposed again after it was made. */
  readonly repeats: boolean;
}

/** The aim of an objective in addition to its direction: a target value, its weight, where its desirability begins and ends. */
export interface Aim {
  readonly goal?: ObjectiveGoal;
  readonly target?: number;
  readonly importance?: number;
  readonly desirability?: { readonly low: number; readonly high: number; readonly curve: number };
  /** Ends of where results can lie; null: open. */
  readonly bounds?: readonly [number | null, number | null];
}

/** What belongs to the campaign and not to one request. */
export interface CampaignSettings {
  readonly goals: readonly Goal[] | null;
  readonly ref_point: readonly number[] | null;
  readonly candidates: CandidateTable | null;
  /** By objective; absent: directions and limits say all. */
  readonly aims?: Readonly<Record<string, Aim>>;
  /** How several objectives are joined; absent: by their front. */
  readonly join?: ObjectiveJoin;
}

/** Safety limit of one variable. */
export interface VariableRule {
  readonly variable: string;
  readonly at_least?: number;
  readonly at_most?: number;
}

/** Safety limit of a sum: Σ coefficient · value ≤ at_most. */
export interface LinearRule {
  readonly name: string;
  readonly coefficients: Readonly<Record<string, number>>;
  readonly at_most: number;
}

/** Safety limits, and whether runs need approval. */
export interface StoredRules {
  readonly limits: readonly VariableRule[];
  readonly linear: readonly LinearRule[];
  readonly approval: boolean;
}

/** A run in the hands of a worker until a time. */
export interface RunLease {
  readonly token: string;
  readonly worker: string;
  readonly leased_at: string;
  readonly expires_at: string;
  readonly seconds: number;
}

export type StepName = 'approved' | 'started' | 'measured';

/** Details of a queue item that release 0.4.0 does not have. */
export interface RunDetail {
  readonly lease?: RunLease;
  /** Leases that ended without a result. */
  readonly earlier?: readonly RunLease[];
  readonly steps?: readonly { readonly step: StepName; readonly by: string; readonly at: string }[];
  /** The other columns of the candidate list when the run was staged. */
  readonly labels?: Inputs;
}

/** A whole session as plain, immutable data; everything in it is JSON. */
export interface State {
  readonly id: string;
  readonly metadata: SessionMetadata;
  readonly last_accessed: string;
  readonly variables: readonly StoredVariable[];
  readonly derived_variables: readonly unknown[];
  readonly constraints: readonly Constraint[];
  readonly rows: List<Row>;
  readonly targets: readonly string[];
  /** ProvenanceId of a row → what is known about it in addition to its numbers; only rows of which something is. */
  readonly details: Readonly<Record<string, RowDetail>>;
  readonly provenance: List<Provenance>;
  readonly queue: readonly StoredQueueItem[];
  readonly outcome_constraints: readonly OutcomeConstraint[];
  readonly objective_metadata: Readonly<
    Record<string, { readonly label?: string | null; readonly unit?: string | null }>
  >;
  readonly control: Control;
  readonly last_suggestions: readonly Inputs[];
  readonly last_suggestion: LastSuggestion | null;
  readonly audit: List<AuditEntry>;
  readonly config: Readonly<Record<string, unknown>>;
  readonly model: ModelRecord | null;
  readonly lock: LockInfo | null;
  /** Changes need the token of the lock while somebody holds it. */
  readonly enforce_lock: boolean;
  /** What experiments cost; null: nothing is known. */
  readonly cost_model: CostModel | null;
  /** Answers kept for repeated requests. */
  readonly replies: readonly StoredReply[];
  readonly campaign: CampaignSettings;
  readonly rules: StoredRules;
  /** Queue item → who has it and who did what; only items of which something is known. */
  readonly runs: Readonly<Record<string, RunDetail>>;
  /** Every change of the campaign, and the way back. */
  readonly history: readonly HistoryRecord[];
  /** Counts changes of rows and objectives. */
  readonly data_revision: number;
}

/** Result of a change: the next state, the answer, and the events for other clients. */
export interface Change<Answer> {
  readonly state: State;
  readonly answer: Answer;
  readonly events?: readonly SessionEvent[];
}

/** What a pure change reads besides its request: the time, the author, new identifiers. */
export interface Environment {
  /** ISO 8601. */
  readonly now: string;
  /** Name of the user who makes the change, with authentication. */
  readonly person?: string | undefined;
  newId(): string;
  /** Of a change that applies the result of a job. */
  readonly computed_by?: ComputedBy;
}

/** A pure change of a session; long ones are cut into slices. */
export type Edit<Request, Answer> = (
  state: State,
  request: Request,
  environment: Environment,
) => Change<Answer> | Slices<Change<Answer>>;

/** What a read takes from the state; long ones are cut into slices. */
export type View<Answer> = (state: State, committed: State) => Answer | Slices<Answer>;

export const idleControl: Control = {
  requested: 'run',
  requested_at: null,
  requested_by: null,
  reported: 'idle',
  reported_at: null,
  reported_by: null,
  detail: null,
};

export const defaultConfig = { random_state: 42, verbose: true, auto_train: false, auto_train_threshold: 5 };

export const noCampaign: CampaignSettings = { goals: null, ref_point: null, candidates: null };

export const noRules: StoredRules = { limits: [], linear: [], approval: false };

/** A session without variables or data. @param now ISO 8601 */
export function emptyState(id: string, now: string): State {
  return {
    id,
    metadata: {
      name: 'Untitled Session',
      description: '',
      tags: [],
      author: '',
      created_at: now,
      last_modified: now,
    },
    last_accessed: now,
    variables: [],
    derived_variables: [],
    constraints: [],
    rows: [],
    targets: ['Output'],
    details: {},
    provenance: [],
    queue: [],
    outcome_constraints: [],
    objective_metadata: {},
    control: idleControl,
    last_suggestions: [],
    last_suggestion: null,
    audit: [],
    config: defaultConfig,
    model: null,
    lock: null,
    enforce_lock: false,
    cost_model: null,
    replies: [],
    campaign: noCampaign,
    rules: noRules,
    runs: {},
    history: [],
    data_revision: 0,
  };
}

/** Values of one variable: beyond any limit of a server, and few enough to be scanned at once. */
export const maxValues = 100_000;

/** Time to live reported to clients; nothing is deleted when it ends. */
const lifetimeMs = 24 * 3600 * 1000;

/** 24 hours after its last use, ISO 8601: reported to clients, and nothing is deleted then. */
export function expiresAt(state: State): string {
  return new Date(Date.parse(state.last_accessed) + lifetimeMs).toISOString();
}
