import type { SessionEvent } from '../contract/sessions/events.ts';
import {
  JobSupersededError,
  OutcomeUnknownError,
  RevisionConflictError,
  retryOnConflict,
  SessionFileUnreadableError,
  SessionNotFoundError,
  StoreError,
  StoreUnavailableError,
} from './errors.ts';
import { isPlainId, removeNoted } from './key-ids.ts';
import {
  endSession,
  type OpenSession,
  OpenSessions,
  openSession,
  type QueuedEdit,
  versionOf,
} from './open-sessions.ts';
import type { Publisher } from './publisher.ts';
import { readFreshness } from './read-freshness.ts';
import { readAgain, readSession } from './read-session.ts';
import type { RequestOptions } from './request-options.ts';
import { checkVersion, type Outcome, type PureEdit, runAll, runEdit } from './run-edits.ts';
import { lacksModel } from './session/fitted-models.ts';
import { documentIn } from './session/format/document.ts';
import { checkLock } from './session/metadata/lock.ts';
import type { State } from './session/state.ts';
import type { CommitExtras, Store } from './store/store.ts';
import type { StoredModels } from './stored-models.ts';
import { conflictChannel } from './telemetry.ts';
import { formatFor, writeSession } from './write-session.ts';

/** The operator's log. */
export interface Log {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

export interface RepositoryOptions {
  readonly store: Store;
  readonly publisher: Publisher;
  readonly log: Log;
  /** Sessions kept in memory beyond those that are being worked on, unsaved or listened to. */
  readonly limit: number;
  /** Throws at a change that makes a session larger than it may be. */
  readonly checkGrowth: (before: State | undefined, after: State) => void;
  /** Brings back models, which are not part of the state: `rebuild` those that are there at once, `trainAgain` the others. */
  readonly models: Pick<StoredModels, 'rebuild' | 'trainAgain'>;
}

/**
 * Sessions by ID: loaded when first asked for, changed one edit at a time.
 *
 * load → pure edit → commit → publish → answer. No event is sent before the commit. Changes that arrive while
 * a commit is under way share the next one. When another server committed first, the edits run again on fresh state.
 *
 * A write that fails: a shared store refuses the change (503) and nothing happened. A local store continues with the
 * session in memory, which the answer tells (`X-Service-Saved: false`), and the next write takes all of it.
 */
export class Repository {
  readonly #options: RepositoryOptions;
  readonly #open: OpenSessions;
  readonly #loading = new Map<string, Promise<OpenSession>>();

  constructor(options: RepositoryOptions) {
    this.#options = options;
    this.#open = new OpenSessions(options.limit, (id) => options.publisher.isHeard(id));
  }

  /** The session where it is in memory. */
  peek(id: string): OpenSession | undefined {
    return this.#open.peek(id);
  }

  openIds(): Iterable<string> {
    return this.#open.ids();
  }

  /** @throws SessionNotFoundError, SessionFileUnreadableError */
  async get(id: string): Promise<OpenSession> {
    const open = this.#open.use(id);
    if (open !== undefined && (!this.#options.store.shared || (await this.#refresh(open)))) return open;
    return this.#fromStore(id);
  }

  async #fromStore(id: string): Promise<OpenSession> {
    if (!isPlainId(id)) throw new SessionNotFoundError(id);
    let loading = this.#loading.get(id);
    if (loading === undefined) {
      loading = this.#load(id).finally(() => this.#loading.delete(id));
      this.#loading.set(id, loading);
    }
    return loading;
  }

  /**
   * Puts a new session into the store.
   *
   * @throws StoreUnavailableError it was not written; there is no such session then
   */
  async create(state: State): Promise<OpenSession> {
    const { id } = state;
    this.#options.checkGrowth(undefined, state);
    try {
      const format = formatFor(this.#options.store);
      const revision = await this.#options.store.save(id, documentIn(format, state), 0);
      const session = openSession(state, state, revision, format);
      this.#open.add(session);
      return session;
    } catch (cause) {
      if (cause instanceof RevisionConflictError) throw cause;
      this.#options.log.warn({ session_id: id, err: cause }, 'a new session could not be written');
      throw new StoreUnavailableError('the new session could not be written; nothing was created', { cause });
    }
  }

  /** Refreshes sessions in memory ahead of requests; nothing relies on it. */
  warm(ids: readonly string[]): void {
    for (const id of ids) {
      const session = this.#open.peek(id);
      // A change in progress notices it when it commits.
      if (session !== undefined && !session.isChanging) void this.#refresh(session).catch(() => {});
    }
  }

  /** Undefined when there is none. */
  async find(id: string): Promise<OpenSession | undefined> {
    return this.get(id).catch((error: unknown) => {
      if (error instanceof SessionNotFoundError) return undefined;
      throw error;
    });
  }

  /**
   * @throws PreconditionFailedError the session is not at a version that the client accepts
   * @throws LockedError somebody else holds its lock
   */
  checkPreconditions(session: OpenSession, options: RequestOptions): void {
    if (options.lock !== undefined) checkLock(session.state, options.lock.token);
    checkVersion(session.state.id, versionOf(session), options);
  }

  /** Carries out one change in its turn; the answer comes when it is committed, or acknowledged as unsaved. */
  async change<Answer>(id: string, edit: PureEdit<Answer>, options: RequestOptions = {}): Promise<Answer> {
    return this.changeOpen(await this.toChange(id), edit, options);
  }

  /** The session to change: whether what is in memory is up to date, the commit finds out. */
  async toChange(id: string): Promise<OpenSession> {
    return this.#open.use(id) ?? (await this.get(id));
  }

  changeOpen<Answer>(
    session: OpenSession,
    edit: PureEdit<Answer>,
    options: RequestOptions = {},
  ): Promise<Answer> {
    const run: QueuedEdit['run'] = async (state, version) => {
      const done = await runEdit(state, version, edit, options, this.#options.store);
      this.#options.checkGrowth(state, done.state);
      return done;
    };
    return this.#inTurn(session, run, options.job);
  }

  /** A change by the server itself: no user, no history, no date. */
  amend(session: OpenSession, change: (state: State) => State, job: string | undefined): Promise<void> {
    return this.#inTurn(session, async (now) => ({ state: change(now), events: [], answer: undefined }), job);
  }

  #inTurn<Answer>(session: OpenSession, run: QueuedEdit['run'], job: string | undefined): Promise<Answer> {
    return new Promise<Answer>((resolve, reject) => {
      session.waiting.push({ run, job, resolve: resolve as (answer: unknown) => void, reject });
      if (!session.isChanging) void this.#changeInTurn(session);
    });
  }

  async #changeInTurn(session: OpenSession): Promise<void> {
    session.isChanging = true;
    while (session.waiting.length > 0) {
      const group = session.waiting;
      session.waiting = [];
      try {
        await this.#commit(session, group);
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    session.isChanging = false;
  }

  /** Carries out a group of changes as one write, and answers all of them. */
  async #commit(session: OpenSession, group: readonly QueuedEdit[]): Promise<void> {
    const attempt = async () => {
      if (session.isGone) throw new SessionNotFoundError(session.state.id);
      const ran = await runAll(session, group);
      if (session.saved === ran.state) {
        await this.#checkCurrent(session);
        return { ...ran, isWritten: false };
      }
      const jobs = group.flatMap(({ job }, i) =>
        'error' in (ran.outcomes[i] as Outcome) ? [] : (job ?? []),
      );
      await this.#write(session, ran.state, { events: ran.events, jobs });
      return { ...ran, isWritten: true };
    };
    const reload = (): Promise<void> => {
      conflictChannel.publish(undefined);
      return this.#reload(session);
    };
    const { id } = session.state;
    const { state, events, outcomes, isWritten } = await retryOnConflict(
      `session '${id}' is`,
      attempt,
      reload,
    );
    session.state = state;
    if (isWritten) this.#options.publisher.committed(id, events);
    else this.#options.publisher.publish(id, events);
    group.forEach(({ resolve, reject }, i) => {
      const outcome = outcomes[i] as Outcome;
      if ('error' in outcome) reject(outcome.error);
      else resolve(outcome.answer);
    });
  }

  /** Writes what the store does not have yet. A local store that cannot write leaves the session unsaved. */
  async #write(session: OpenSession, state: State, along: CommitExtras): Promise<void> {
    const { store, log } = this.#options;
    const { id } = state;
    try {
      session.revision = await writeSession(store, session, state, along);
      session.saved = state;
      if (session.unsaved > 0) log.info({ session_id: id }, 'the session is saved again');
      session.unsaved = 0;
    } catch (cause) {
      if (cause instanceof RevisionConflictError || cause instanceof JobSupersededError) throw cause;
      const failure = cause instanceof StoreError ? cause.message : undefined;
      // It is tried again every few seconds: a disk that stays full must not be filled by the log.
      if (session.unsaved === 0 || session.failure !== failure)
        log.warn({ session_id: id, err: cause }, 'the session could not be saved');
      if (store.shared) {
        if (cause instanceof OutcomeUnknownError) {
          // What is in memory may be behind what is there.
          this.#open.remove(id);
          throw cause;
        }
        throw new StoreUnavailableError('the change could not be written; nothing was changed', { cause });
      }
      if (session.isGone) throw new SessionNotFoundError(id);
      session.saved = undefined;
      session.unsaved += 1;
      session.failure = failure;
    }
  }

  /**
   * Writes the session again if it is not on disk as it is in memory.
   *
   * @returns false when the write failed, which is logged; the session stays as it is
   */
  async save(id: string): Promise<boolean> {
    const session = this.#open.peek(id);
    if (session === undefined || session.saved === session.state) return true;
    await this.changeOpen(session, (state) => ({ state, answer: null }));
    return session.saved === session.state;
  }

  /** Writes every session again that could not be written; the IDs of those that still could not. */
  async saveUnsaved(): Promise<readonly string[]> {
    const left: string[] = [];
    for (const id of [...this.#open.ids()]) if (!(await this.save(id))) left.push(id);
    return left;
  }

  /** The lock of an unreadable session cannot be checked. */
  async #checkLock(id: string, token: string | undefined): Promise<void> {
    try {
      checkLock(this.#open.peek(id)?.state ?? (await readSession(this.#options.store, id)).state, token);
    } catch (error) {
      if (!(error instanceof SessionFileUnreadableError || error instanceof SessionNotFoundError))
        throw error;
    }
  }

  /** @throws StoreError the session is still there */
  async remove(id: string, options: RequestOptions = {}): Promise<void> {
    if (!isPlainId(id)) throw new SessionNotFoundError(id);
    await this.#loading.get(id)?.catch(() => {});
    if (options.ifMatch !== undefined) this.checkPreconditions(await this.get(id), options);
    else if (options.lock !== undefined) await this.#checkLock(id, options.lock.token);
    const session = this.#open.peek(id);
    // From here on a late change must not bring it back.
    if (session !== undefined) session.isGone = true;
    const deleted: SessionEvent[] = [{ type: 'session_deleted', data: { session_id: id } }];
    const { store, log } = this.#options;
    const existed = await removeNoted(store, id, { events: deleted }, log).catch((error: unknown) => {
      if (session !== undefined) session.isGone = false;
      // A disk that refuses all may not have put the file back: the session is written again.
      if (session !== undefined && !store.shared) session.saved = undefined;
      throw error;
    });
    if (session !== undefined) endSession(session);
    this.#open.remove(id);
    await this.#dropLate(id);
    if (!existed && session === undefined) throw new SessionNotFoundError(id);
    this.#options.publisher.committed(id, deleted);
  }

  /** Who was reading the session while it was deleted may hold what is gone. */
  async #dropLate(id: string): Promise<void> {
    const late = await this.#loading.get(id)?.catch(() => undefined);
    if (late === undefined) return;
    endSession(late);
    if (this.#open.peek(id) === late) this.#open.remove(id);
  }

  async #load(id: string): Promise<OpenSession> {
    const { state, revision, format } = await readSession(this.#options.store, id);
    const session = openSession(state, state, revision, format);
    await this.#options.models.rebuild(state);
    this.#open.add(session);
    const tell = () => {
      const model_trained = session.state.model?.fitted === true && !lacksModel(session.state);
      const data = { session_id: id, model_trained };
      if (!session.isGone) this.#options.publisher.publish(id, [{ type: 'session_loaded', data }]);
    };
    // A training takes its time, which rows do not wait for.
    if (lacksModel(state)) void this.#options.models.trainAgain(session).then(tell);
    else tell();
    return session;
  }

  /**
   * Brings a session up to date with a store that others write to.
   *
   * @returns false when this one is gone: there may be another one under its ID
   */
  async #refresh(session: OpenSession): Promise<boolean> {
    const { id } = session.state;
    const options = readFreshness.getStore();
    const { revision } = session;
    if (options?.verified.has(id) || revision >= (options?.minRevision ?? Number.POSITIVE_INFINITY))
      return true;
    let found: number;
    try {
      found = await this.#options.store.revision(id);
    } catch (error) {
      if (!(error instanceof StoreUnavailableError) || options?.mayBeStale !== true) throw error;
      options.isStale = true;
      return true;
    }
    options?.verified.add(id);
    if (found < revision) {
      endSession(session);
      if (this.#open.peek(id) === session) this.#open.remove(id);
      return false;
    }
    // In its turn: a change may be under way, which may be the one that was found.
    if (found > session.revision) await this.changeOpen(session, (state) => ({ state, answer: null }));
    return true;
  }

  /**
   * What changes nothing is answered from the newest state too.
   *
   * @throws RevisionConflictError others changed the session since
   */
  async #checkCurrent(session: OpenSession): Promise<void> {
    const { store } = this.#options;
    if (!store.shared) return;
    const { id } = session.state;
    const found = await store.revision(id);
    if (found === 0) {
      endSession(session);
      this.#open.remove(id);
    }
    if (found !== session.revision) throw new RevisionConflictError(id, session.revision, found);
  }

  async #reload(session: OpenSession): Promise<void> {
    if (session.isGone) throw new SessionNotFoundError(session.state.id);
    const before = session.state;
    const { store, log, models } = this.#options;
    const { state, revision, format } = await readAgain(store, session, log);
    await models.rebuild(state, before);
    session.state = state;
    session.saved = state;
    session.revision = revision;
    session.format = format;
    session.unsaved = 0;
    if (lacksModel(state)) void models.trainAgain(session);
  }
}
