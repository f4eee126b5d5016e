import { randomUUID } from 'node:crypto';
import type { AutoTrainQuery, TrainingMetrics } from '../contract/model.ts';
import type { SessionSummary } from '../contract/session.ts';
import type { LearningCurve, LearningCurveQuery } from '../contract/visualizations.ts';
import { CancelledError, ValueError } from '../engine/errors.ts';
import { SessionFileUnreadableError, SessionNotFoundError, StoreError } from './errors.ts';
import type { Pool } from './jobs/pool.ts';
import type { TaskName, TaskTable } from './jobs/task-table.ts';
import { type Listener, type OpenSession, OpenSessions, tell } from './open-sessions.ts';
import { exportDocument, fromDocument, toDocument } from './session/document.ts';
import { checkImport } from './session/document-check.ts';
import { rebuildModel } from './session/fit.ts';
import { learningCurve, learningCurveTasks } from './session/plots.ts';
import type { Change, State, Surroundings } from './session/state.ts';
import {
  applyAutoTrain,
  applyTrain,
  autoTrainRequest,
  autoTrainRows,
  failRetrain,
  prepareRetrain,
  prepareTrain,
} from './session/train.ts';
import type { Store } from './store/store.ts';

/** What the service writes for its operator. */
export interface Log {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

/** A pure change of a session. */
export type Edit<Request, Answer> = (
  state: State,
  request: Request,
  surroundings: Surroundings,
) => Change<Answer>;

/** A job of a session: what goes to the workers, and what later needs of the state it was prepared from. */
export interface Prepared<Name extends TaskName, Context> {
  readonly name: Name;
  readonly task: TaskTable[Name]['task'];
  readonly context: Context;
}

/** Puts a result into the state as it is now, which may not be the one that the job was prepared from. */
export type Apply<Name extends TaskName, Context, Answer> = (
  state: State,
  result: TaskTable[Name]['result'],
  context: Context,
  surroundings: Surroundings,
) => Change<Answer>;

/** Sessions kept in memory beyond those that are being worked on, unsaved or listened to. */
const openLimit = 200;

/** Whether an ID may name a file: no wildcards, no path characters. */
export const isPlainId = (id: string): boolean => /^[A-Za-z0-9_-]{1,128}$/.test(id);

const surroundings = (): Surroundings => ({ now: new Date().toISOString(), newId: randomUUID });

/**
 * Open sessions: loaded when first asked for, changed one edit at a time, saved, and worked on by jobs.
 *
 * Edits are synchronous, so that they cannot interleave. A job is prepared from the state of its start and its result
 * is applied to the state of its end: edits that arrive in between are kept, and the result carries the revision of
 * the data that it was made from.
 */
export class Sessions {
  readonly #store: Store;
  readonly #pool: Pick<Pool, 'run'>;
  readonly #log: Log;
  readonly #open: OpenSessions;
  readonly #loading = new Map<string, Promise<OpenSession>>();
  /** Sessions that are being deleted: a save that comes late must not bring them back. */
  readonly #leaving = new Set<string>();

  constructor(store: Store, pool: Pick<Pool, 'run'>, log: Log, limit = openLimit) {
    this.#store = store;
    this.#pool = pool;
    this.#log = log;
    this.#open = new OpenSessions(limit);
  }

  get store(): Store {
    return this.#store;
  }

  /** A new session, saved. */
  async create<Request>(
    edit: Edit<Request, unknown>,
    request: Request,
    empty: (id: string) => State,
  ): Promise<State> {
    const id = randomUUID();
    const { state } = edit(empty(id), request, surroundings());
    this.#open.add(this.#open.prepare(state, undefined));
    await this.save(id);
    return state;
  }

  /** A new session from a document of ours or of release 0.4.0; its model is rebuilt where that works. */
  async import(source: unknown): Promise<State> {
    checkImport(source);
    const id = randomUUID();
    const { now } = surroundings();
    const { lock: _lock, ...rest } = fromDocument(source, id, now);
    const session = this.#open.prepare({ ...rest, lock: null, last_accessed: now }, undefined);
    await this.#restoreModel(session);
    this.#open.add(session);
    await this.save(id);
    return session.state;
  }

  /** What the state tells. */
  async read<Answer>(id: string, view: (state: State) => Answer): Promise<Answer> {
    const session = await this.#get(id);
    return view({ ...session.state, last_accessed: surroundings().now });
  }

  /** Carries out a change and tells the session's clients; nothing is saved yet. */
  async edit<Request, Answer>(id: string, edit: Edit<Request, Answer>, request: Request): Promise<Answer> {
    const session = await this.#get(id);
    return this.#apply(session, edit(session.state, request, surroundings()));
  }

  /**
   * Prepares a job from the state, runs it on the workers, and applies its result.
   *
   * @throws whatever preparing, the job or applying throws; CancelledError once `signal` fires
   */
  async work<Request, Name extends TaskName, Context, Answer>(
    id: string,
    prepare: (state: State, request: Request, surroundings: Surroundings) => Prepared<Name, Context>,
    apply: Apply<Name, Context, Answer>,
    request: Request,
    signal?: AbortSignal,
  ): Promise<Answer> {
    const session = await this.#get(id);
    const { name, task, context } = prepare(session.state, request, surroundings());
    const result = await this.#run(session, name, task, signal);
    if (this.#open.peek(id) !== session) throw new SessionNotFoundError(id);
    return this.#apply(session, apply(session.state, result, context, surroundings()));
  }

  /**
   * An edit that records experiments and, where asked for, trains afterwards. Failing to train is logged and leaves
   * what was recorded as it is.
   */
  async record<Request, Answer extends { model_trained: boolean; training_metrics: TrainingMetrics | null }>(
    id: string,
    edit: Edit<Request, Answer>,
    request: Request,
    { auto_train = false, ...wanted }: AutoTrainQuery,
  ): Promise<Answer> {
    const answer = await this.edit(id, edit, request);
    if (!auto_train || (await this.read(id, (state) => state.rows.length < autoTrainRows))) return answer;
    try {
      const prepare = (state: State) => prepareTrain(state, autoTrainRequest(state, wanted));
      const training_metrics = await this.work(id, prepare, applyAutoTrain, null);
      return { ...answer, model_trained: true, training_metrics };
    } catch (error) {
      this.#log.warn({ session_id: id, err: error }, 'training after recording failed');
      return answer;
    }
  }

  /** Trains on ever more rows, one job after another; a size that cannot be trained is left out of the scores. */
  async learningCurve(id: string, query: LearningCurveQuery, signal: AbortSignal): Promise<LearningCurve> {
    const session = await this.#get(id);
    const { sizes, tasks } = learningCurveTasks(session.state, query);
    const results = [];
    for (const task of tasks) {
      try {
        const { crossValidation } = await this.#run(session, 'train', task, signal);
        results.push(crossValidation[0]);
      } catch (error) {
        if (signal.aborted || !(error instanceof ValueError)) throw error;
        this.#log.info(
          { session_id: id, n: task.n, err: error },
          'a point of the learning curve was left out',
        );
        results.push(undefined);
      }
    }
    return learningCurve(sizes, results);
  }

  async #run<Name extends TaskName>(
    session: OpenSession,
    name: Name,
    task: TaskTable[Name]['task'],
    signal: AbortSignal | undefined,
  ): Promise<TaskTable[Name]['result']> {
    let isTold = false;
    const note = (fraction: number, message: string) => {
      isTold = true;
      tell(session, [{ type: 'job_progress', data: { job: name, fraction, message } }]);
    };
    session.jobs++;
    try {
      const result = await this.#pool.run(name, task, {
        key: session.state.id,
        ...(signal === undefined ? {} : { signal }),
        onProgress: note,
      });
      if (isTold) note(1, 'done');
      return result;
    } catch (error) {
      if (isTold) note(1, error instanceof CancelledError ? 'cancelled' : 'failed');
      throw error;
    } finally {
      session.jobs--;
    }
  }

  #apply<Answer>(session: OpenSession, change: Change<Answer>): Answer {
    if (change.state !== session.state) {
      const { now } = surroundings();
      session.state = {
        ...change.state,
        last_accessed: now,
        metadata: { ...change.state.metadata, last_modified: now },
      };
    }
    tell(session, change.events ?? []);
    return change.answer;
  }

  /** Whether the session changed since it was last saved. */
  hasUnsavedChanges(id: string): boolean {
    const session = this.#open.peek(id);
    return session !== undefined && session.saved !== session.state;
  }

  /**
   * Puts the session on disk if it changed since the last time.
   *
   * @returns false when the write failed, which is logged; the session stays as it is
   */
  async save(id: string): Promise<boolean> {
    const session = this.#open.peek(id);
    if (session === undefined || this.#leaving.has(id)) return false;
    const { state } = session;
    if (session.saved === state) return true;
    try {
      await this.#store.save(id, toDocument(state));
      session.saved = state;
      return true;
    } catch (error) {
      this.#log.warn({ session_id: id, err: error }, 'the session could not be saved');
      return false;
    }
  }

  /** Loads the session if need be and saves it; a failed write is an error here. */
  async saveNow(id: string): Promise<void> {
    const session = await this.#get(id);
    this.#apply(session, { state: { ...session.state }, answer: null });
    if (!(await this.save(id)))
      throw new StoreError(`session '${id}' could not be saved; see the server's log`);
    await this.#store.backups.remove(id);
    tell(session, [{ type: 'session_saved', data: { session_id: id } }]);
  }

  /** @throws StoreError the file is still there, and so is the session */
  async remove(id: string): Promise<void> {
    if (!isPlainId(id)) throw new SessionNotFoundError(id);
    await this.#loading.get(id)?.catch(() => {});
    const session = this.#open.peek(id);
    this.#leaving.add(id);
    let existed: boolean;
    let listeners: readonly Listener[];
    try {
      existed = await this.#store.remove(id);
      listeners = this.#open.remove(id);
    } finally {
      this.#leaving.delete(id);
    }
    if (!existed && session === undefined) throw new SessionNotFoundError(id);
    for (const listener of listeners) listener({ type: 'session_deleted', data: { session_id: id } });
  }

  /** Summaries of a page of all sessions, by ID. */
  async list(skip: number, limit: number): Promise<{ items: SessionSummary[]; total: number }> {
    const ids = new Set([...(await this.#store.list()), ...this.#open.ids()]);
    const sorted = [...ids].sort();
    const items = await Promise.all(sorted.slice(skip, skip + limit).map((id) => this.#summary(id)));
    return { items, total: sorted.length };
  }

  async #summary(id: string): Promise<SessionSummary> {
    try {
      const open = this.#open.peek(id)?.state;
      const { now } = surroundings();
      const state = open ?? fromDocument(await this.#store.peek(id), id, now);
      return {
        session_id: id,
        name: state.metadata.name,
        created_at: state.metadata.created_at,
        last_modified: state.metadata.last_modified,
        n_variables: state.variables.length,
        n_experiments: state.rows.length,
        readable: true,
      };
    } catch (error) {
      this.#log.warn({ session_id: id, err: error }, 'a session in the list cannot be read');
      return {
        session_id: id,
        name: null,
        created_at: null,
        last_modified: null,
        n_variables: null,
        n_experiments: null,
        readable: false,
      };
    }
  }

  /** The document that a client takes away. */
  async export(id: string): Promise<unknown> {
    return this.read(id, exportDocument);
  }

  /** Calls back with every event of the session until the returned function is called. The session need not exist. */
  listen(id: string, listener: Listener): () => void {
    return this.#open.listen(id, listener);
  }

  async #get(id: string): Promise<OpenSession> {
    const open = this.#open.use(id);
    if (open !== undefined) return open;
    if (!isPlainId(id)) throw new SessionNotFoundError(id);
    let loading = this.#loading.get(id);
    if (loading === undefined) {
      loading = this.#load(id).finally(() => this.#loading.delete(id));
      this.#loading.set(id, loading);
    }
    return loading;
  }

  async #load(id: string): Promise<OpenSession> {
    const document = await this.#store.load(id);
    if (document === undefined) throw new SessionNotFoundError(id);
    let state: State;
    try {
      state = fromDocument(document, id, new Date().toISOString());
    } catch (cause) {
      throw new SessionFileUnreadableError(`session '${id}': ${(cause as Error).message}`, { cause });
    }
    const session = this.#open.prepare(state, state);
    await this.#restoreModel(session);
    this.#open.add(session);
    tell(session, [
      {
        type: 'session_loaded',
        data: { session_id: id, model_trained: session.state.model?.fitted ?? false },
      },
    ]);
    return session;
  }

  /** Rebuilds the model from what was saved of it, else trains again by the saved call; failing is not an error. */
  async #restoreModel(session: OpenSession): Promise<void> {
    const { state } = session;
    if (state.model === null || rebuildModel(state, state.model)) return;
    try {
      const { name, task, context } = prepareRetrain(state);
      const result = await this.#run(session, name, task, undefined);
      // The call is not a new one: only its model is taken, not its entry in the audit log or its event.
      const { model } = applyTrain(session.state, result, context, surroundings()).state;
      session.state = { ...session.state, model };
      tell(session, [{ type: 'model_retrained', data: { backend: state.model.backend } }]);
    } catch (error) {
      if (error instanceof CancelledError) throw error;
      this.#log.warn({ session_id: state.id, err: error }, 'the model could not be trained again');
      session.state = failRetrain(session.state);
      tell(session, [{ type: 'model_retrain_failed', data: { reason: (error as Error).message } }]);
    }
  }
}
