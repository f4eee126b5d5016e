import type { AutoTrainQuery, TrainingMetrics } from '../contract/models/model.ts';
import type { LearningCurve, LearningCurveQuery } from '../contract/models/visualizations.ts';
import { CancelledError } from '../engine/errors.ts';
import type { Slices } from '../engine/slices.ts';
import { SessionNotFoundError, StoreError, statusOf } from './errors.ts';
import { Executor } from './executor.ts';
import { originOf } from './jobs/origins.ts';
import type { Pool } from './jobs/pool.ts';
import type { TaskName, TaskTable } from './jobs/task-table.ts';
import { trainLearningCurve } from './learning-curve.ts';
import { checkGrowth, checkTraining, type Limits, standardLimits } from './limits.ts';
import { type OpenSession, versionOf } from './open-sessions.ts';
import { type Listener, type ListenOptions, LocalPublisher, type Publisher } from './publisher.ts';
import { type Log, Repository } from './repository.ts';
import { type Author, Replay, type RequestOptions } from './request-options.ts';
import { computedBy, environment } from './run-edits.ts';
import { exportDocument } from './session/format/document.ts';
import {
  applyAutoTrain,
  autoTrainRequest,
  autoTrainRows,
  checkAutoTrain,
  prepareTrain,
} from './session/models/train.ts';
import { type IdempotentRequest, replyTo, withReply } from './session/replies.ts';
import type { Change, Edit, Environment, State, View } from './session/state.ts';
import { SessionCreation } from './session-creation.ts';
import { SharedPublisher } from './shared-publisher.ts';
import { inSlices } from './slices.ts';
import type { Store } from './store/store.ts';
import { StoredModels } from './stored-models.ts';
import { Summaries } from './summaries.ts';

/** A job of a session: what goes to the workers, and what later needs of the state it was prepared from. */
export interface Prepared<Name extends TaskName, Context> {
  readonly name: Name;
  readonly task: TaskTable[Name]['task'];
  readonly context: Context;
}

export type Prepare<Request, Name extends TaskName, Context> = (
  state: State,
  request: Request,
  environment: Environment,
) => Prepared<Name, Context> | Slices<Prepared<Name, Context>>;

/** What recording answers about the training that follows it. */
export interface Recorded {
  readonly model_trained: boolean;
  readonly training_metrics: TrainingMetrics | null;
  /** Left out by answers that report no training. */
  readonly warnings?: readonly string[];
}

/** Why no model was trained after the recording, in words for the client. */
function withReason({ warnings }: Recorded, error: unknown): Pick<Recorded, 'warnings'> {
  if (warnings === undefined) return {};
  const isForeseen = error instanceof Error && statusOf(error) !== undefined;
  const reason = isForeseen ? error.message : 'the training failed; see the log of the server';
  return { warnings: [...warnings, `no model was trained: ${reason}`] };
}

/** Puts a result into the state as it is now, which may not be the one that the job was prepared from. */
export type Apply<Name extends TaskName, Context, Answer> = (
  state: State,
  result: TaskTable[Name]['result'],
  context: Context,
  environment: Environment,
) => Change<Answer> | Slices<Change<Answer>>;

interface SessionsOptions {
  readonly limits?: Limits;
  readonly open?: number;
  /** Notes whose a new session is, before there is one. */
  readonly own?: (session: string, author: Author) => Promise<void>;
}

/** Sessions kept in memory beyond those that are being worked on, unsaved or listened to. */
const openLimit = 200;

/**
 * What routes ask for: sessions are read, changed and worked on by jobs.
 *
 * Changes go through the repository, one at a time. A job is prepared from the state of its start and its result is
 * applied to the state of its end: changes that arrive in between are kept, and the result carries the revision of the
 * data that it was made from.
 */
export class Sessions {
  readonly store: Store;
  readonly #log: Log;
  readonly limits: Limits;
  readonly #publisher: Publisher;
  readonly #executor: Executor;
  readonly #repository: Repository;
  readonly #models: StoredModels;
  /** Makes sessions. */
  readonly creation: SessionCreation;
  /** Lists sessions. */
  readonly summaries: Summaries;

  constructor(
    store: Store,
    pool: Pick<Pool, 'run'>,
    log: Log,
    { limits = standardLimits, open = openLimit, own = async () => {} }: SessionsOptions = {},
  ) {
    this.store = store;
    this.#log = log;
    this.limits = limits;
    this.#publisher =
      store.events === undefined
        ? new LocalPublisher()
        : new SharedPublisher(store.events, (ids) => this.#repository.warm(ids));
    this.#executor = new Executor(pool, this.#publisher);
    this.#models = new StoredModels({
      store,
      publisher: this.#publisher,
      log,
      train: (session, task) => this.#run(session, 'train', task),
      amend: (...change) => this.#repository.amend(...change),
    });
    this.#repository = new Repository({
      store,
      publisher: this.#publisher,
      log,
      limit: open,
      checkGrowth: (before, after) => checkGrowth(limits, before, after),
      models: this.#models,
    });
    this.creation = new SessionCreation({
      store,
      repository: this.#repository,
      own,
      complete: (session) => this.#models.complete(session),
    });
    this.summaries = new Summaries(store, this.#repository, log);
  }

  /** @throws Replay the request was carried out before: the answer that was given then */
  async checkReplay(id: string, once: IdempotentRequest): Promise<void> {
    const { state } = await this.#repository.get(id);
    const reply = replyTo(state, once, this.store.now().toISOString());
    if (reply !== undefined) throw new Replay(reply);
  }

  /** @throws PreconditionFailedError the session is at another version */
  async checkVersion(id: string, options: RequestOptions): Promise<void> {
    this.#repository.checkPreconditions(await this.#repository.get(id), { ifMatch: options.ifMatch });
  }

  /** A view of the state; `committed` is the same object until the session changes. @throws CancelledError `signal` fired */
  async read<Answer>(id: string, view: View<Answer>, signal?: AbortSignal): Promise<Answer> {
    const session = await this.#repository.get(id);
    return this.#models.for(session, async () => {
      const { state } = session;
      return inSlices(view({ ...state, last_accessed: this.store.now().toISOString() }, state), signal);
    });
  }

  /** Carries out a change; the session's clients are notified when it is committed. */
  async edit<Request, Answer>(
    id: string,
    edit: Edit<Request, Answer>,
    request: Request,
    options: RequestOptions = {},
  ): Promise<Answer> {
    const session = await this.#repository.toChange(id);
    const change = (): Promise<Answer> =>
      this.#repository.changeOpen(session, (state, around) => edit(state, request, around), options);
    return this.#models.for(session, change);
  }

  /**
   * Prepares a job from the state, runs it on the workers, and applies its result.
   *
   * @throws whatever preparing, the job or applying throws; CancelledError once `signal` fires; SessionNotFoundError the session was
   * deleted meanwhile, which gives the job up
   */
  async work<Request, Name extends TaskName, Context, Answer>(
    id: string,
    prepare: Prepare<Request, Name, Context>,
    apply: Apply<Name, Context, Answer>,
    request: Request,
    options: RequestOptions = {},
  ): Promise<Answer> {
    const session = await this.#repository.get(id);
    this.#repository.checkPreconditions(session, options);
    const { result, context } = await this.#hold(session, async () => {
      const prepared = async () =>
        inSlices(prepare(session.state, request, environment(this.store, options)));
      const { name, task, context } = await this.#models.for<Prepared<Name, Context>>(session, prepared);
      return { result: await this.#run(session, name, task, options), context };
    });
    if (session.isGone) throw new SessionNotFoundError(id);
    const origin = originOf(result);
    const by = computedBy(origin);
    const { state } = session;
    const applied = await inSlices(
      apply(state, result, context, { ...environment(this.store, options), ...by }),
    );
    // An edit that changes nothing does not wait for a commit in progress.
    if (applied.state === state) {
      this.#publisher.publish(id, applied.events ?? []);
      return applied.answer;
    }
    return this.#repository.changeOpen(
      session,
      (now, around) => (now === state ? applied : apply(now, result, context, { ...around, ...by })),
      { author: options.author, job: origin.job },
    );
  }

  /**
   * An edit that records experiments and, where asked for, trains afterwards. Failing to train is logged, is a warning of the
   * answer, and leaves what was recorded as it is.
   */
  async record<Request, Answer extends Recorded>(
    id: string,
    edit: Edit<Request, Answer>,
    request: Request,
    query: AutoTrainQuery,
    options: RequestOptions = {},
  ): Promise<Answer> {
    checkAutoTrain(query);
    const { auto_train = false, ...wanted } = query;
    const answer = await this.edit(id, edit, request, options);
    if (!auto_train || (await this.read(id, (state) => state.rows.length < autoTrainRows))) return answer;
    const { once, author, signal, onProgress } = options;
    const trained = (training_metrics: TrainingMetrics): Answer => ({
      ...answer,
      model_trained: true,
      training_metrics,
    });
    const prepare = (state: State) => prepareTrain(state, autoTrainRequest(state, wanted));
    const apply: typeof applyAutoTrain = (state, result, context, around) => {
      const change = applyAutoTrain(state, result, context, around);
      if (once === undefined) return change;
      return { ...change, state: withReply(change.state, once, trained(change.answer), around.now) };
    };
    try {
      return trained(await this.work(id, prepare, apply, null, { author, signal, onProgress }));
    } catch (error) {
      this.#log.warn({ session_id: id, err: error }, 'training after recording failed');
      return { ...answer, ...withReason(answer, error) };
    }
  }

  /** Trains on ever more rows; see `trainLearningCurve`. */
  async learningCurve(
    id: string,
    query: LearningCurveQuery,
    options: RequestOptions,
  ): Promise<LearningCurve> {
    const session = await this.#repository.get(id);
    const curve = () =>
      trainLearningCurve(session.state, query, {
        train: (task) => this.#run(session, 'train', task, options),
        publish: (events) => this.#publisher.publish(id, events),
        leftOut: (n, err) =>
          this.#log.info({ session_id: id, n, err }, 'a point of the learning curve was left out'),
        signal: options.signal,
      });
    return this.#models.for(session, curve);
  }

  async #run<Name extends TaskName>(
    session: OpenSession,
    name: Name,
    task: TaskTable[Name]['task'],
    options: RequestOptions = {},
  ): Promise<TaskTable[Name]['result']> {
    if (name === 'train') checkTraining(this.limits, task as TaskTable['train']['task']);
    const { id } = session.state;
    const job = new AbortController();
    const giveUp = () => job.abort();
    if (session.isGone || options.signal?.aborted) giveUp();
    options.signal?.addEventListener('abort', giveUp, { once: true });
    session.running.add(job);
    try {
      const run = () => this.#executor.run(id, name, task, { ...options, signal: job.signal });
      return await this.#hold(session, run);
    } catch (error) {
      if (session.isGone && error instanceof CancelledError) throw new SessionNotFoundError(id);
      throw error;
    } finally {
      options.signal?.removeEventListener('abort', giveUp);
      session.running.delete(job);
    }
  }

  /** Keeps the session in memory while it is worked on. */
  async #hold<Result>(session: OpenSession, action: () => Promise<Result>): Promise<Result> {
    session.jobs++;
    try {
      return await action();
    } finally {
      session.jobs--;
    }
  }

  /** Tells states of a session apart: its revision, for ETag and If-Match; undefined when it is not in memory. */
  versionOf(id: string): string | undefined {
    const session = this.#repository.peek(id);
    return session && versionOf(session);
  }

  /** As `versionOf`, of any session. */
  async version(id: string): Promise<string> {
    return versionOf(await this.#repository.get(id));
  }

  /** Whether the session changed since it was last saved. */
  hasUnsavedChanges(id: string): boolean {
    const session = this.#repository.peek(id);
    return session !== undefined && session.saved !== session.state;
  }

  /** Whether the session is on disk as it is in memory; what is not is written again first. */
  async save(id: string): Promise<boolean> {
    return this.#repository.save(id);
  }

  /** Writes every session again that could not be written; the IDs of those that still could not. */
  saveUnsaved(): Promise<readonly string[]> {
    return this.#repository.saveUnsaved();
  }

  /** Loads the session if need be and saves it; a failed write is an error here. */
  async saveNow(id: string): Promise<void> {
    await this.#repository.change(id, (state) => ({ state: { ...state }, answer: null }));
    if (this.hasUnsavedChanges(id)) {
      const reason = this.#repository.peek(id)?.failure;
      throw new StoreError(reason ?? `session '${id}' could not be saved; see the server's log`);
    }
    await this.store.backups.remove(id);
    this.#publisher.publish(id, [{ type: 'session_saved', data: { session_id: id } }]);
  }

  /** @throws StoreError the file is still there, and so is the session */
  async remove(id: string, options: RequestOptions = {}): Promise<void> {
    await this.#repository.remove(id, options);
  }

  /** The document that a client takes away. */
  async export(id: string): Promise<unknown> {
    return this.read(id, exportDocument);
  }

  /** Calls back with every event of the session until the returned function is called. The session need not exist. */
  listen(id: string, listener: Listener, options?: ListenOptions): () => void {
    return this.#publisher.listen(id, listener, options);
  }

  /** Stops sending events. */
  close(): Promise<void> {
    return this.#publisher.close();
  }
}
