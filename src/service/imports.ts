import { randomUUID } from 'node:crypto';
import { resultCell } from '../contract/experiments/censored.ts';
import type { PreviewResponse, UploadResponse } from '../contract/experiments/experiments.ts';
import type {
  Import,
  ImportCommitted,
  ImportMode,
  ImportPatch,
  ImportPlan,
  ImportProblem,
} from '../contract/imports/imports.ts';
import type { Row } from '../contract/values.ts';
import { ValueError } from '../engine/errors.ts';
import { NoVariablesError, RevisionConflictError } from './errors.ts';
import { isPlainId } from './key-ids.ts';
import { cellTextLength, tooLargeTable } from './limits.ts';
import type { RequestOptions } from './request-options.ts';
import { type FileRows, importRows } from './session/imports/import-rows.ts';
import {
  goneImport,
  isRecorded,
  RowsMeanwhileError,
  recordImport,
  usualMode,
} from './session/imports/recorded-import.ts';
import { boundsOfFile } from './session/objectives/bounds-warnings.ts';
import { freeRuns } from './session/queue/matched-runs.ts';
import { runOf } from './session/queue/steps.ts';
import type { State, StoredQueueItem } from './session/state.ts';
import { rulesView } from './session/variables/rules.ts';
import type { Sessions } from './sessions.ts';
import { KeyedQueue } from './store/keyed-queue.ts';
import type { RecordStore, UploadStore } from './store/store.ts';
import type { KnownSession, RecordedRow, RecordedRun } from './tables/known-session.ts';
import { checkEffective } from './tables/requests/check-effective.ts';
import type { ImportAnswer } from './tables/requests/describe.ts';
import { previewOf } from './tables/requests/preview.ts';
import { readInThread } from './tables/requests/read-in-thread.ts';
import type { UploadChoices } from './tables/requests/upload-plan.ts';
import type { TooLargeTableError } from './tables/table.ts';
import { chosenConversion, converted } from './tables/units/unit-conversion.ts';

/** How long a file is kept for its client to decide. */
const lifetimeMs = 3600 * 1000;

/** Kinds of problems that an upload in one step answers with warnings. */
const warnedKinds: readonly string[] = ['out_of_bounds', 'repeated_id', 'output_of_failed'];

const uploadId = (id: string): string => `import-${id}`;

/** Plans are records: a revision shows whether two servers change one at once. */
const planKind = 'import';

/** What is stored in addition to the bytes of a file. */
interface Kept {
  readonly session_id: string;
  readonly filename: string;
  readonly created_at: string;
  readonly plan: ImportPlan;
  /** Nobody chose the mode: it follows the rows that the session has. */
  readonly usual_mode?: true;
}

const emptyPlan = (mode: ImportMode): ImportPlan => ({
  settings: {},
  columns: [],
  choices: {},
  rows: {},
  constants: {},
  mode,
});

/** The parts of a session that decide what the columns of a file are. */
function knownOf(state: State): KnownSession {
  const isUntouched =
    state.campaign.goals === null &&
    state.rows.length === 0 &&
    state.targets.length === 1 &&
    state.targets[0] === 'Output';
  return {
    variables: state.variables,
    targets: isUntouched ? [] : state.targets,
    units: new Map(
      Object.entries(state.objective_metadata).flatMap(([name, { unit }]) => (unit ? [[name, unit]] : [])),
    ),
    ids: state.rows.flatMap(({ ProvenanceId: id }) => (typeof id === 'string' ? [id] : [])),
    hasRows: state.rows.length > 0,
    rules: rulesView(state),
    constraints: state.constraints,
    ...queueOf(state),
  };
}

/** Runs of the queue as tables name them. */
function queueOf(state: State): Pick<KnownSession, 'waiting' | 'recorded' | 'since'> {
  const numbers = new Map(state.queue.map(({ id }, i) => [id, i + 1]));
  const named = ({ id, inputs }: StoredQueueItem) => ({ id, inputs, number: numbers.get(id) ?? 0 });
  return {
    waiting: freeRuns(state).map((item) => ({ ...named(item), labels: runOf(state, item.id).labels ?? {} })),
    ...recordedOf(state, named),
  };
}

/** Recorded rows that rows of a file are compared with, in addition to those of the queue. */
const rowsCompared = 10_000;

function recordedOf(
  state: State,
  named: (item: StoredQueueItem) => Pick<RecordedRun, 'id' | 'number' | 'inputs'>,
): Pick<KnownSession, 'recorded' | 'since'> {
  const ids = new Set<unknown>(state.queue.flatMap(({ id, dataset_ref: at }) => (at === null ? [] : [id])));
  // A row has the identifier of its run; its place of once says nothing where the table was replaced.
  const places = new Map<unknown, number>();
  state.rows.forEach(({ ProvenanceId: id }, i) => {
    if (ids.has(id)) places.set(id, i);
  });
  const last = Math.max(0, state.rows.length - rowsCompared);
  const first = Math.min(places.values().next().value ?? last, last);
  return {
    recorded: state.queue.flatMap((item) => {
      const place = places.get(item.id);
      return place === undefined ? [] : [{ ...named(item), row: place - first }];
    }),
    since: Array.from({ length: state.rows.length - first }, (_, i) =>
      madeOf(state, state.rows.at(first + i) as Row),
    ),
  };
}

/** Settings and results of a recorded row; limits are texts such as `>99`. */
function madeOf(state: State, row: Row): RecordedRow {
  const cellOf = (name: string): [string, number | string][] =>
    typeof row[name] === 'number' || typeof row[name] === 'string' ? [[name, row[name]]] : [];
  const sides = state.details[String(row.ProvenanceId)]?.censored;
  const resultOf = (name: string): [string, number | string][] =>
    cellOf(name).map(([, value]) => [name, resultCell(value, sides?.[name])]);
  return {
    inputs: Object.fromEntries(state.variables.flatMap(({ name }) => cellOf(name))),
    results: Object.fromEntries(state.targets.flatMap(resultOf)),
  };
}

/** What the import will do to the bounds of its objectives. */
const boundsRemarks = (state: State, { description: { columns, mode } }: ImportAnswer): string[] =>
  columns.flatMap((column) => {
    const { name, meaning, unit, min, max } = column;
    if (meaning !== 'output' || min === null || max === null) return [];
    const how = chosenConversion(column);
    const [low, high] = [min, max].map((value) => (how === undefined ? value : converted(value, how)));
    return boundsOfFile(state, { name, unit, low: low as number, high: high as number }, mode === 'replace');
  });

/** Whether columns and rows are others once the file is read by these settings; a decimal sign changes neither. */
function isOtherTable(before: ImportPlan['settings'], patch: ImportPatch['settings'] = {}): boolean {
  const { decimal: _, ...settings } = { ...before, ...patch };
  const { decimal: __, ...now } = before;
  return JSON.stringify(settings) !== JSON.stringify(now);
}

/** What a patch changes of a plan. Other ways of reading the file start its columns and rows again. */
export function patched(given: ImportPlan, patch: ImportPatch): ImportPlan {
  const plan = isOtherTable(given.settings, patch.settings) ? { ...given, columns: [], rows: {} } : given;
  const columns = new Map(plan.columns.map((one) => [one.column, one]));
  for (const one of patch.columns ?? []) {
    const before = columns.get(one.column);
    const synonyms = { ...before?.synonyms, ...one.synonyms };
    columns.set(one.column, { ...before, ...one, synonyms });
  }
  const rows = { ...plan.rows };
  for (const [row, said] of Object.entries(patch.rows ?? {})) {
    const cells = { ...rows[row]?.cells, ...said.cells };
    rows[row] = { ...rows[row], ...said, ...(Object.keys(cells).length === 0 ? {} : { cells }) };
  }
  return {
    settings: { ...plan.settings, ...patch.settings },
    columns: [...columns.values()],
    choices: { ...plan.choices, ...patch.choices },
    rows,
    constants: Object.fromEntries(
      Object.entries({ ...plan.constants, ...patch.constants }).filter(
        (one): one is [string, number | string] => one[1] !== null,
      ),
    ),
    mode: patch.mode ?? plan.mode,
  };
}

/** `row 2 (line 4)`: as a plan counts rows, and as a spreadsheet does. */
const placeOf = ({ row, line }: ImportProblem): string =>
  `row ${row}${line === null ? '' : ` (line ${line})`}`;

/** Files on their way into sessions: kept for an hour, read in threads, and taken over as a whole or not at all. */
export class Imports {
  readonly #sessions: Sessions;
  readonly #uploads: UploadStore;
  readonly #plans: RecordStore;
  /** Decisions about one file are made one after another: each begins from those before. */
  readonly #turns = new KeyedQueue();

  constructor(sessions: Sessions) {
    this.#sessions = sessions;
    this.#uploads = sessions.store.uploads;
    this.#plans = sessions.store.records;
  }

  /** Reads a file for the first time and keeps it. */
  async open(
    sessionId: string,
    { filename, content }: { filename: string; content: Uint8Array },
    patch: ImportPatch,
  ): Promise<Import> {
    const mode = await this.#sessions.read(sessionId, usualMode);
    const id = randomUUID();
    const kept: Kept = {
      session_id: sessionId,
      filename,
      created_at: this.#sessions.store.now().toISOString(),
      plan: patched(emptyPlan(mode), patch),
      ...(patch.mode === undefined ? { usual_mode: true as const } : {}),
    };
    const answer = await this.#read(sessionId, content, kept.plan, false);
    checkEffective(patch, answer.description);
    await this.#removeOld(new Date(Date.parse(kept.created_at) - lifetimeMs));
    await this.#uploads.put(uploadId(id), content);
    try {
      await this.#plans.put(planKind, id, kept, { expected: 0 });
    } catch (error) {
      await this.#uploads.remove(uploadId(id)).catch(() => undefined);
      throw error;
    }
    return viewOf(id, kept, answer);
  }

  async #removeOld(time: Date): Promise<void> {
    await this.#uploads.removeOlder(time, uploadId(''));
    for (const { key, value } of await this.#plans.list(planKind))
      if (Date.parse((value as Kept).created_at) < time.getTime()) await this.#plans.remove(planKind, key);
  }

  async get(sessionId: string, id: string): Promise<Import> {
    const { kept, content } = await this.#find(sessionId, id);
    return viewOf(id, kept, await this.#read(sessionId, content, kept.plan, false));
  }

  /** Puts decisions in place; they are kept only where the file can be read by them. */
  patch(sessionId: string, id: string, patch: ImportPatch): Promise<Import> {
    return this.#turns.take([id], () => this.#patch(sessionId, id, patch));
  }

  async #patch(sessionId: string, id: string, patch: ImportPatch): Promise<Import> {
    const { kept, revision, content } = await this.#find(sessionId, id);
    const { usual_mode, ...stated } = kept;
    const chosen = patch.mode !== undefined || usual_mode === undefined;
    const next = { ...(chosen ? stated : kept), plan: patched(kept.plan, patch) };
    const answer = await this.#read(sessionId, content, next.plan, false);
    checkEffective(patch, answer.description);
    try {
      await this.#plans.put(planKind, id, next, { expected: revision });
    } catch (error) {
      if (!(error instanceof RevisionConflictError)) throw error;
      // Another server kept a decision meanwhile: this one joins it.
      return this.#patch(sessionId, id, patch);
    }
    return viewOf(id, next, answer);
  }

  /**
   * Records the runs; afterwards the file is gone.
   *
   * @throws ValueError something still needs a decision; nothing was changed
   */
  commit(sessionId: string, id: string, options: RequestOptions = {}): Promise<ImportCommitted> {
    return this.#turns.take([id], () => this.#commit(sessionId, id, options));
  }

  async #commit(sessionId: string, id: string, options: RequestOptions): Promise<ImportCommitted> {
    const { kept, content } = await this.#find(sessionId, id);
    const answer = await this.#read(sessionId, content, kept.plan, true);
    const { blocking } = answer.description;
    if (blocking.length > 0) throw new ValueError(`import: ${blocking.join('; ')}; nothing was recorded`);
    const { filename, plan } = kept;
    const how = { filename, mode: plan.mode, reason: 'Imported', auditRows: false };
    const given = { id, file: fileOf(answer, how), isChosen: kept.usual_mode === undefined };
    const edit = this.#sessions.edit(sessionId, recordImport, given, options);
    const committed = await edit.catch((error: unknown) => {
      if (error instanceof RowsMeanwhileError) return this.#commit(sessionId, id, options);
      throw error;
    });
    // A file that cannot be removed now is removed with the old ones.
    await this.#drop(id).catch(() => {});
    return committed;
  }

  async remove(sessionId: string, id: string): Promise<void> {
    await this.#find(sessionId, id);
    await this.#drop(id);
  }

  async #drop(id: string): Promise<void> {
    await this.#plans.remove(planKind, id);
    await this.#uploads.remove(uploadId(id));
  }

  /** How a file would be read; nothing is stored. */
  async preview(sessionId: string, content: Uint8Array, patch: ImportPatch): Promise<PreviewResponse> {
    const plan = patched(emptyPlan('replace'), patch);
    const { description } = await this.#read(sessionId, content, plan, false);
    checkEffective(patch, description);
    return previewOf(description, await this.#sessions.read(sessionId, knownOf));
  }

  /** Replaces all rows by those of a file whose columns are recognized by name. */
  async upload(
    sessionId: string,
    { filename, content }: { filename: string; content: Uint8Array },
    choices: UploadChoices,
    patch: ImportPatch,
    { once, ...options }: RequestOptions = {},
  ): Promise<UploadResponse> {
    if (once !== undefined) await this.#sessions.checkReplay(sessionId, once);
    const isEmpty = await this.#sessions.read(sessionId, (state) => state.variables.length === 0);
    if (isEmpty) throw new NoVariablesError('the session has no variables; add variables before experiments');
    const plan = patched(emptyPlan('replace'), patch);
    const answer = await this.#read(sessionId, content, plan, true, choices);
    checkEffective(patch, answer.description);
    const { problems, blocking } = answer.description;
    const open = problems.find(({ choice }) => choice === 'ask');
    if (open !== undefined) throw new ValueError(`CSV ${placeOf(open)}: ${open.message}; correct the file`);
    if (blocking.length > 0) throw new ValueError(`CSV: ${blocking.join('; ')}`);
    const said = problems.filter(({ kind }) => warnedKinds.includes(kind));
    const bodyOf = (committed: ImportCommitted): UploadResponse => ({
      added: committed.added,
      total_experiments: committed.total_experiments,
      n_experiments: committed.total_experiments,
      target_columns: committed.target_columns,
      message: committed.message,
      warnings: [...said.map((one) => `${placeOf(one)}: ${one.message}`), ...committed.warnings],
    });
    const how = { filename, mode: 'replace', reason: 'Initial Design', auditRows: true } as const;
    const given = { ...options, once: once && { ...once, bodyOf } };
    return bodyOf(await this.#sessions.edit(sessionId, importRows, fileOf(answer, how), given));
  }

  async #read(
    sessionId: string,
    bytes: Uint8Array,
    plan: ImportPlan,
    withRows: boolean,
    upload?: UploadChoices,
  ): Promise<ImportAnswer> {
    const known = await this.#sessions.read(sessionId, knownOf);
    const { limits } = this.#sessions;
    const choices = upload === undefined ? {} : { upload };
    try {
      const most = { rows: limits.rows, cells: limits.cells, textLength: cellTextLength(limits) };
      const task = { bytes, plan, known, withRows, most, ...choices };
      const answer = await readInThread(task, limits.tableSeconds);
      const remarks = await this.#sessions.read(sessionId, (state) => boundsRemarks(state, answer));
      const { description } = answer;
      return {
        ...answer,
        description: { ...description, remarks: [...description.remarks, ...remarks] },
      };
    } catch (error) {
      if ((error as Error).name !== 'TooLargeTableError') throw error;
      return tooLargeTable(limits, error as TooLargeTableError);
    }
  }

  async #find(sessionId: string, id: string): Promise<{ kept: Kept; revision: number; content: Uint8Array }> {
    const now = this.#sessions.store.now();
    const isDone = await this.#sessions.read(sessionId, (state) => isRecorded(state, id, now.toISOString()));
    const gone = goneImport(id);
    if (isDone || !isPlainId(id)) throw gone;
    const [plan, content] = await Promise.all([
      this.#plans.get(planKind, id),
      this.#uploads.get(uploadId(id)),
    ]);
    if (plan === undefined || content === undefined) throw gone;
    const stored = plan.value as Kept;
    const kept = stored.usual_mode
      ? { ...stored, plan: { ...stored.plan, mode: await this.#sessions.read(sessionId, usualMode) } }
      : stored;
    const isOld = now.getTime() - Date.parse(kept.created_at) > lifetimeMs;
    if (kept.session_id !== sessionId || isOld) throw gone;
    return { kept, revision: plan.revision, content };
  }
}

function fileOf(
  { rows, description, skipped, newCategories }: ImportAnswer,
  how: { filename: string; mode: ImportMode; reason: string; auditRows: boolean },
): FileRows {
  return { rows, columns: description.columns, skipped, newCategories, ...how };
}

function viewOf(id: string, { filename, created_at }: Kept, { description }: ImportAnswer): Import {
  const expires_at = new Date(Date.parse(created_at) + lifetimeMs).toISOString();
  return { import_id: id, filename, created_at, expires_at, ...description };
}
