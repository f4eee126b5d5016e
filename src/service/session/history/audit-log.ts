import type {
  AuditEntry,
  AuditEventRecorded,
  AuditEventRequest,
  AuditList,
  AuditLocked,
  AuditLockRequest,
  ConfigChanges,
} from '../../../contract/sessions/audit.ts';
import { ValueError } from '../../../engine/errors.ts';
import { filterInSlices, mapInSlices, type Slices } from '../../../engine/slices.ts';
import { fieldError } from '../../errors.ts';
import { auditEntry, canonicalJson, clientEntry, shortHash, sourceOf, withAudit } from '../audit.ts';
import { columnsOf } from '../experiments/experiments.ts';
import { nextIteration } from '../experiments/record.ts';
import { trainedModel } from '../fitted-models.ts';
import type { Change, Environment, State } from '../state.ts';
import { entryRevisions } from './history.ts';

/** The entries, or those of one type, oldest first, each with the revision that it came with where that is known. */
export function* listAudit(state: State, type: string | undefined): Slices<AuditList> {
  const revisions = yield* entryRevisions(state);
  const all = yield* mapInSlices(state.audit, (entry, at) => {
    const revision = revisions.get(at);
    return revision === undefined ? entry : { ...entry, revision };
  });
  const entries = type === undefined ? all : yield* filterInSlices(all, (entry) => entry.entry_type === type);
  return { entries, n_entries: entries.length };
}

function recorded(state: State, entry: AuditEntry) {
  return {
    state: withAudit(state, entry),
    events: [{ type: 'audit_recorded' as const, data: { entry_type: entry.entry_type } }],
  };
}

/** Hash of the table, column by column. */
function dataHash(state: State): string {
  const columns = columnsOf(state).map((name) => [name, state.rows.map((row) => row[name] ?? null)]);
  return shortHash(canonicalJson(Object.fromEntries(columns)));
}

/** Values and characters of one entry: the hash over them is made in one piece, about 10 µs a value. */
const most = { values: 10_000, characters: 1_000_000 };

/**
 * Checks what a client sends to be kept as it is.
 *
 * @throws ValidationError more than `most`
 * @throws ValueError JSON cannot hold one of its numbers again, such as 1e999
 */
function checkFree(free: unknown, field: string): void {
  const seen = { values: 0, characters: 0 };
  const count = (what: keyof typeof most, n: number): void => {
    seen[what] += n;
    if (seen[what] <= most[what]) return;
    const message = `one entry of the audit log has at most ${most[what]} ${what}, got more; put them into a file and note its name`;
    throw fieldError(['body', field], message, 'limit');
  };
  const look = (value: unknown, place: string): void => {
    count('values', 1);
    if (typeof value === 'string') count('characters', value.length);
    if (typeof value === 'number' && !Number.isFinite(value)) {
      throw new ValueError(`${place}: expected a finite number, got one beyond the range of a 64-bit float`);
    }
    if (typeof value !== 'object' || value === null) return;
    for (const key in value) {
      count('characters', key.length);
      look((value as Record<string, unknown>)[key], `${place}.${key}`);
    }
  };
  look(free, field);
}

function lockParameters(state: State, request: AuditLockRequest): Record<string, unknown> {
  if (request.lock_type === 'data') return { n_experiments: state.rows.length, data_hash: dataHash(state) };
  if (request.lock_type === 'model') {
    const { record: model } = trainedModel(state);
    return {
      backend: model.backend,
      kernel: model.kernel,
      hyperparameters: model.hyperparameters,
      cv_metrics: model.metrics,
      iteration: nextIteration(state),
    };
  }
  const { strategy, parameters, suggestions } = request;
  if (!strategy || parameters == null || Object.keys(parameters).length === 0 || !suggestions?.length) {
    throw new ValueError(
      'lock_type acquisition needs strategy, parameters and suggestions, none of them empty',
    );
  }
  checkFree(parameters, 'parameters');
  checkFree(suggestions, 'suggestions');
  return { strategy, parameters, suggestions, iteration: nextIteration(state) };
}

/** Notes a decision of the client: data, model or acquisition. @throws NoModelError, ValidationError, ValueError there is no model, there is too much, a part of an acquisition is missing, or a number is not finite */
export function lockAudit(
  state: State,
  request: AuditLockRequest,
  environment: Environment,
): Change<AuditLocked> {
  const parameters = lockParameters(state, request);
  const entry = auditEntry(`${request.lock_type}_locked`, parameters, environment, request.notes ?? '');
  return {
    ...recorded(state, entry),
    answer: { success: true, entry, message: `${request.lock_type} written to the audit log` },
  };
}

/** Notes an event of the client. @throws ValidationError, ValueError there is too much, or a number is not finite */
export function addAuditEvent(
  state: State,
  request: AuditEventRequest,
  environment: Environment,
): Change<AuditEventRecorded> {
  const { entry_type: type, parameters = {}, notes = '' } = request;
  checkFree(parameters, 'parameters');
  const entry = clientEntry(type, parameters, environment, notes);
  return { ...recorded(state, entry), answer: { entry } };
}

/** What the log says about changes of models and acquisitions, oldest first. */
export function configChanges(state: State): ConfigChanges {
  const objectOf = (value: unknown) =>
    (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  const changes = state.audit.flatMap((entry): ConfigChanges['changes'] => {
    const { parameters, timestamp } = entry;
    if (entry.entry_type === 'config_changed') {
      const now = { ...objectOf(parameters.new), ...sourceOf(entry) };
      return [{ timestamp, component: 'model', old: objectOf(parameters.old), new: now }];
    }
    if (entry.entry_type !== 'acquisition_locked') return [];
    const iteration = typeof parameters.iteration === 'number' ? parameters.iteration : null;
    const now = { strategy: parameters.strategy, ...objectOf(parameters.parameters), ...sourceOf(entry) };
    return [{ timestamp, component: 'acquisition', old: {}, new: now, iteration }];
  });
  return { changes };
}

/** Text that cannot close its fenced block. */
const fenced = (value: unknown): string => JSON.stringify(value, null, 2).replaceAll('```', '` ` `');

/** The log as readable text, entry by entry. */
export function* auditMarkdown(state: State): Generator<string> {
  const { name, author, description } = state.metadata;
  const head = [
    `# Audit log: ${name}`,
    '',
    `- Session: ${state.id}`,
    `- Author: ${author || '–'}`,
    `- Description: ${description || '–'}`,
    `- Experiments: ${state.rows.length}`,
    `- Entries: ${state.audit.length}`,
  ];
  yield `${head.join('\n')}\n`;
  for (const { timestamp, entry_type, notes, hash, parameters } of state.audit) {
    const lines = [
      '',
      `## ${timestamp} · ${entry_type}`,
      '',
      ...(notes === '' ? [] : [notes, '']),
      `Hash \`${hash}\``,
      '',
      '```json',
      fenced(parameters),
      '```',
    ];
    yield `${lines.join('\n')}\n`;
  }
}
