import { invalidate } from './cache.ts';
import { type Call, part, send } from './http.ts';
import { at, forgetDataset, keyOf } from './session.ts';
import type {
  Constraint,
  Inputs,
  Output,
  QueueItem,
  QueueList,
  SessionCreated,
  SuggestRequest,
  TrainRequest,
  UploadResponse,
  Variable,
  VariableRequest,
} from './types.ts';

/**
 * Requests that change a session, as data: pages send them, and show them as curl, TypeScript or Python.
 * What they make out of date is loaded again at once; other browsers hear of it over the socket.
 */
export const calls = {
  createSession: (metadata: { name: string; description?: string; author?: string }): Call => ({
    method: 'POST',
    path: 'sessions',
    body: { metadata },
  }),
  patchMetadata: (id: string, body: object): Call => ({ method: 'PATCH', path: at(id, 'metadata'), body }),
  deleteSession: (id: string): Call => ({ method: 'DELETE', path: at(id) }),
  importSession: (file: File): Call => ({ method: 'POST', path: 'sessions/import', form: { file } }),
  addVariable: (id: string, body: VariableRequest): Call => ({
    method: 'POST',
    path: at(id, 'variables'),
    body,
  }),
  putVariable: (id: string, body: VariableRequest): Call => ({
    method: 'PUT',
    path: at(id, `variables/${part(body.name)}`),
    body,
  }),
  deleteVariable: (id: string, name: string): Call => ({
    method: 'DELETE',
    path: at(id, `variables/${part(name)}`),
  }),
  loadSpace: (id: string, variables: readonly object[], constraints: readonly Constraint[]): Call => ({
    method: 'POST',
    path: at(id, 'variables/load'),
    body: { variables, constraints },
  }),
  addConstraint: (
    id: string,
    body: {
      constraint_type: Constraint['type'];
      coefficients: Record<string, number>;
      rhs: number;
      name?: string;
    },
  ): Call => ({ method: 'POST', path: at(id, 'constraints'), body }),
  deleteConstraint: (id: string, name: string): Call => ({
    method: 'DELETE',
    path: at(id, `constraints/${part(name)}`),
  }),
  recordBatch: (
    id: string,
    experiments: readonly { inputs: Inputs; output: Output; noise?: number }[],
  ): Call => ({
    method: 'POST',
    path: at(id, 'experiments/batch'),
    body: { experiments },
  }),
  upload: (id: string, file: File, targets: readonly string[]): Call => ({
    method: 'POST',
    path: at(id, 'experiments/upload'),
    form: { target_column: targets.join(','), file },
  }),
  stage: (id: string, items: readonly { inputs: Inputs; reason?: string }[]): Call => ({
    method: 'POST',
    path: at(id, 'experiments/queue'),
    body: { items },
  }),
  startItem: (id: string, item: string): Call => ({
    method: 'POST',
    path: at(id, `experiments/queue/${part(item)}/start`),
  }),
  completeItem: (
    id: string,
    item: string,
    body: { outputs: number[]; noise?: number; actual_inputs?: Inputs },
    autoTrain: boolean,
  ): Call => ({
    method: 'POST',
    path: at(id, `experiments/queue/${part(item)}/complete`),
    query: { auto_train: autoTrain },
    body,
  }),
  failItem: (id: string, item: string, error: string): Call => ({
    method: 'POST',
    path: at(id, `experiments/queue/${part(item)}/fail`),
    body: { error },
  }),
  removeItem: (id: string, item: string): Call => ({
    method: 'DELETE',
    path: at(id, `experiments/queue/${part(item)}`),
  }),
  purgeQueue: (id: string): Call => ({ method: 'POST', path: at(id, 'experiments/queue/purge') }),
  train: (id: string, body: TrainRequest): Call => ({ method: 'POST', path: at(id, 'model/train'), body }),
  suggest: (id: string, body: SuggestRequest): Call => ({
    method: 'POST',
    path: at(id, 'acquisition/suggest'),
    body,
  }),
  findOptimum: (id: string, body: object): Call => ({
    method: 'POST',
    path: at(id, 'acquisition/find-optimum'),
    body,
  }),
  predict: (id: string, inputs: readonly Inputs[]): Call => ({
    method: 'POST',
    path: at(id, 'model/predict'),
    body: { inputs },
  }),
  contour: (id: string, body: object): Call => ({
    method: 'POST',
    path: at(id, 'visualizations/contour'),
    body,
  }),
};

/** Sends a change and marks as out of date what it touched (names as in the cache; none: everything). */
export async function change<T = unknown>(
  id: string,
  call: Call,
  names: readonly string[] = [''],
  signal?: AbortSignal,
): Promise<T> {
  const answer = await send<T>(call, signal);
  for (const name of names) invalidate(keyOf(id, name));
  return answer;
}

export async function createSession(name: string, description = ''): Promise<string> {
  const { session_id } = await send<SessionCreated>(calls.createSession({ name, description }));
  invalidate('sessions');
  return session_id;
}

export async function importSession(file: File): Promise<string> {
  const { session_id } = await send<SessionCreated>(calls.importSession(file));
  invalidate('sessions');
  return session_id;
}

/** Puts a file in the place of the table. */
export async function upload(id: string, file: File, targets: readonly string[]): Promise<UploadResponse> {
  const answer = await send<UploadResponse>(calls.upload(id, file, targets));
  forgetDataset(id);
  invalidate(keyOf(id));
  return answer;
}

export const stage = (
  id: string,
  items: readonly { inputs: Inputs; reason?: string }[],
): Promise<QueueList> => change<QueueList>(id, calls.stage(id, items), ['queue']);

export const removeItem = (id: string, item: QueueItem): Promise<unknown> =>
  change(id, calls.removeItem(id, item.id), ['queue']);

/** A variable as a request spells it: only the fields that its type has. */
export function asRequest(variable: Variable): VariableRequest {
  const request: VariableRequest = { name: variable.name, type: variable.type, role: variable.role };
  if (variable.bounds) request.bounds = variable.bounds;
  if (variable.categories) request.categories = variable.categories;
  if (variable.allowed_values) request.allowed_values = variable.allowed_values;
  if (variable.unit) request.unit = variable.unit;
  if (variable.description) request.description = variable.description;
  if (variable.changes && variable.role !== 'observed') request.changes = variable.changes;
  return request;
}
