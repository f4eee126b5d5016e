import type { CostModelPatch } from '../../contract/costs/cost.ts';
import { type Call, callTo, sessionCall } from './call.ts';
import { send } from './http.ts';
import { invalidate, keyOf, sessionsKey } from './queries.ts';
import { forgetDataset } from './session.ts';
import type {
  BacktestRequest,
  CandidatesPatch,
  Constraint,
  Import,
  ImportPatch,
  Inputs,
  Measured,
  NewVariableRequest,
  ObjectivesRequest,
  Output,
  QueueItem,
  QueueList,
  RowPatch,
  RowsRemoval,
  RowsRestoring,
  RulesRequest,
  SuggestRequest,
  TrainRequest,
  UploadResponse,
  Variable,
  VariablePatch,
  VariableRequest,
} from './types.ts';

interface NewConstraint {
  constraint_type: Constraint['type'];
  coefficients: Record<string, number>;
  rhs: number;
  name?: string;
}

interface Completion {
  outputs: Measured[];
  noise?: number;
  actual_inputs?: Inputs;
}

/** The result of a staged run, with all of its settings. */
interface CompletedItem {
  item_id: string;
  inputs: Inputs;
  output: Measured[];
}

type Experiments = readonly { inputs: Inputs; output?: Output; noise?: number; status?: 'failed' }[];
type Staged = readonly { inputs: Inputs; reason?: string; after?: string }[];

const item = (id: string) => ({ item_id: id });

/**
 * Requests that change a session, as data: pages send them, and show them as curl, TypeScript or Python.
 * What they make out of date is loaded again at once; other browsers hear of it over the socket.
 */
/** Who takes a step of a run, where the server cannot know it. */
const stepBy = (by: string | undefined) => (by === undefined ? {} : { body: { by } });

export const calls = {
  createSession: (metadata: { name: string; description?: string; author?: string }) =>
    callTo('POST', '/api/v1/sessions', {}, { body: { metadata } }),
  patchMetadata: (
    id: string,
    body: { name?: string; description?: string; author?: string; tags?: string[] },
  ) => sessionCall('PATCH', id, 'metadata', { body }),
  deleteSession: (id: string) => callTo('DELETE', '/api/v1/sessions/{session_id}', { session_id: id }),
  importSession: (file: File) => callTo('POST', '/api/v1/sessions/import', {}, { form: { file } }),
  save: (id: string) => sessionCall('POST', id, 'save'),
  addVariable: (id: string, body: NewVariableRequest) => sessionCall('POST', id, 'variables', { body }),
  patchVariable: (id: string, name: string, body: VariablePatch) =>
    sessionCall('PATCH', id, 'variables/{variable_name}', { body }, { variable_name: name }),
  deleteVariable: (id: string, name: string) =>
    sessionCall('DELETE', id, 'variables/{variable_name}', {}, { variable_name: name }),
  loadSpace: (id: string, variables: readonly object[], constraints: readonly Constraint[]) =>
    sessionCall('POST', id, 'variables/load', {
      body: { variables: [...variables], constraints: [...constraints] },
    }),
  addConstraint: (id: string, body: NewConstraint) => sessionCall('POST', id, 'constraints', { body }),
  deleteConstraint: (id: string, name: string) =>
    sessionCall('DELETE', id, 'constraints/{name}', {}, { name }),
  objectives: (id: string, metadata: Record<string, { label?: string | null; unit?: string | null }>) =>
    sessionCall('PUT', id, 'objective-metadata', { body: { metadata } }),
  putObjectives: (id: string, body: ObjectivesRequest) => sessionCall('PUT', id, 'objectives', { body }),
  uploadCandidates: (id: string, file: File) =>
    sessionCall('POST', id, 'candidates/upload', { form: { file } }),
  patchCandidates: (id: string, body: CandidatesPatch) => sessionCall('PATCH', id, 'candidates', { body }),
  deleteCandidates: (id: string) => sessionCall('DELETE', id, 'candidates'),
  /** Records experiments; those with the settings of pending runs complete these. */
  recordBatch: (id: string, experiments: Experiments) =>
    sessionCall('POST', id, 'experiments/batch', {
      body: { experiments: [...experiments], complete_waiting: true },
    }),
  correctRow: (id: string, row: string, body: RowPatch) =>
    sessionCall('PATCH', id, 'experiments/{provenance_id}', { body }, { provenance_id: row }),
  removeRow: (id: string, row: string, why?: string) =>
    sessionCall('DELETE', id, 'experiments/{provenance_id}', why ? { query: { why } } : {}, {
      provenance_id: row,
    }),
  /** Takes rows out: all of them, or none when one is gone. With `restage` the runs whose results they are become pending again. */
  removeRows: (id: string, rows: readonly string[], more: RowsRemoval) =>
    sessionCall('POST', id, 'experiments/remove-batch', { body: { provenance_ids: [...rows], ...more } }),
  /** Puts removed rows back as they were, beside what was recorded since. */
  restoreRows: (id: string, rows: readonly string[], more: RowsRestoring) =>
    sessionCall('POST', id, 'experiments/restore-batch', { body: { provenance_ids: [...rows], ...more } }),
  deleteExperiments: (id: string) => sessionCall('DELETE', id, 'experiments'),
  upload: (id: string, file: File, targets: readonly string[]) =>
    sessionCall('POST', id, 'experiments/upload', { form: { target_column: targets.join(','), file } }),
  openImport: (id: string, file: File): Call<Import> =>
    sessionCall('POST', id, 'imports', { form: { file } }),
  patchImport: (id: string, one: string, body: ImportPatch): Call<Import> =>
    sessionCall('PATCH', id, 'imports/{import_id}', { body }, { import_id: one }),
  commitImport: (id: string, one: string) =>
    sessionCall('POST', id, 'imports/{import_id}/commit', {}, { import_id: one }),
  dropImport: (id: string, one: string) =>
    sessionCall('DELETE', id, 'imports/{import_id}', {}, { import_id: one }),
  stage: (id: string, items: Staged) =>
    sessionCall('POST', id, 'experiments/queue', { body: { items: [...items] } }),
  approveItem: (id: string, one: string, by?: string) =>
    sessionCall('POST', id, 'experiments/queue/{item_id}/approve', stepBy(by), item(one)),
  startItem: (id: string, one: string, by?: string) =>
    sessionCall('POST', id, 'experiments/queue/{item_id}/start', stepBy(by), item(one)),
  putRules: (id: string, body: RulesRequest) => sessionCall('PUT', id, 'rules', { body }),
  completeItem: (id: string, one: string, body: Completion) =>
    sessionCall('POST', id, 'experiments/queue/{item_id}/complete', { body }, item(one)),
  /** Results of staged runs: all of them, or none when one is refused. */
  completeItems: (id: string, entries: readonly CompletedItem[], by: string | undefined) =>
    sessionCall('POST', id, 'experiments/record-batch', {
      body: { entries: [...entries], ...(by !== undefined && { by }) },
    }),
  failItem: (id: string, one: string, body: { error: string; record: boolean }) =>
    sessionCall('POST', id, 'experiments/queue/{item_id}/fail', { body }, item(one)),
  removeItem: (id: string, one: string) =>
    sessionCall('DELETE', id, 'experiments/queue/{item_id}', {}, item(one)),
  /** Takes pending runs out of the queue: all of them, or none when one is under way. */
  removeItems: (id: string, items: readonly Pick<QueueItem, 'id'>[]) =>
    sessionCall('POST', id, 'experiments/queue/remove-batch', {
      body: { item_ids: items.map((one) => one.id) },
    }),
  purgeQueue: (id: string) => sessionCall('POST', id, 'experiments/queue/purge'),
  train: (id: string, body: TrainRequest) => sessionCall('POST', id, 'model/train', { body }),
  /** The same, as a job that continues when the page is left. */
  trainBehind: (id: string, body: TrainRequest) => ({
    ...calls.train(id, body),
    waitSeconds: 0,
  }),
  predict: (id: string, inputs: readonly Inputs[]) =>
    sessionCall('POST', id, 'model/predict', { body: { inputs: [...inputs] } }),
  suggest: (id: string, body: SuggestRequest) => sessionCall('POST', id, 'acquisition/suggest', { body }),
  findOptimum: (id: string) => sessionCall('POST', id, 'acquisition/find-optimum', { body: {} }),
  backtest: (id: string, body: BacktestRequest) => sessionCall('POST', id, 'backtest', { body }),
  branch: (id: string, body: { revision: number; name?: string }) =>
    sessionCall('POST', id, 'branch', { body }),
  lock: (id: string, who: string) => sessionCall('POST', id, 'lock', { body: { locked_by: who } }),
  unlock: (id: string, token: string | null) =>
    sessionCall('DELETE', id, 'lock', { query: token === null ? {} : { lock_token: token } }),
  patchCosts: (id: string, body: CostModelPatch) => sessionCall('PATCH', id, 'cost-model', { body }),
  deleteCosts: (id: string) => sessionCall('DELETE', id, 'cost-model'),
};

/** Sends a change and marks as out of date what it touched (names as in the cache; none: everything). */
export async function change<T>(
  id: string,
  call: Call<T>,
  names: readonly string[] = [''],
  signal?: AbortSignal,
): Promise<T> {
  const answer = await send<T>(call, signal);
  for (const name of names) invalidate(name === '' ? keyOf(id) : keyOf(id, name));
  return answer;
}

export async function createSession(name: string, description = ''): Promise<string> {
  const { session_id } = await send(calls.createSession({ name, description }));
  invalidate(sessionsKey);
  return session_id;
}

export async function importSession(file: File): Promise<string> {
  const { session_id } = await send(calls.importSession(file));
  invalidate(sessionsKey);
  return session_id;
}

/** Puts a file in the place of the table. */
export async function upload(id: string, file: File, targets: readonly string[]): Promise<UploadResponse> {
  const answer = await send(calls.upload(id, file, targets));
  forgetDataset(id);
  invalidate(keyOf(id));
  return answer;
}

export const stage = (id: string, items: Staged): Promise<QueueList> =>
  change(id, calls.stage(id, items), ['queue']);

export const removeItem = (id: string, one: QueueItem): Promise<unknown> =>
  change(id, calls.removeItem(id, one.id), ['queue']);

/** A variable as a request spells it: only the fields that its type has. */
export function asRequest(variable: Variable): VariableRequest {
  const request: VariableRequest = { name: variable.name, type: variable.type, role: variable.role };
  if (variable.bounds) request.bounds = variable.bounds;
  if (variable.categories) request.categories = variable.categories;
  if (variable.allowed_values) request.allowed_values = variable.allowed_values;
  if (variable.unit) request.unit = variable.unit;
  if (variable.description) request.description = variable.description;
  if (variable.scale) request.scale = variable.scale;
  if (variable.step !== undefined) request.step = variable.step;
  if (variable.retired) request.retired = variable.retired;
  if (variable.unavailable) request.unavailable = variable.unavailable;
  if (variable.changes && variable.role !== 'observed') request.changes = variable.changes;
  return request;
}
