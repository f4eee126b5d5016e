import { randomUUID } from 'node:crypto';
import type { BranchRequest } from '../contract/sessions/history.ts';
import type { SessionCreated } from '../contract/sessions/session.ts';
import { idOfKey, wasDeleted } from './key-ids.ts';
import { type OpenSession, openSession } from './open-sessions.ts';
import type { Repository } from './repository.ts';
import { type Author, Replay, type RequestOptions } from './request-options.ts';
import { environment } from './run-edits.ts';
import { fromDocument } from './session/format/document.ts';
import { importedParts } from './session/format/document-check.ts';
import { branchOf } from './session/history/past.ts';
import { created } from './session/metadata/details.ts';
import { checkForeignFits } from './session/models/foreign-fits.ts';
import { replyTo, withReply } from './session/replies.ts';
import { type Change, type Environment, emptyState, type State } from './session/state.ts';
import { inSlices } from './slices.ts';
import type { Store } from './store/store.ts';

interface Dependencies {
  readonly store: Pick<Store, 'now' | 'records'>;
  readonly repository: Repository;
  /** Notes whose a new session is, before there is one. */
  own(session: string, author: Author): Promise<void>;
  /** Brings back the model of a session that was read. */
  complete(session: OpenSession): Promise<void>;
}

/** Makes sessions: new ones, from files, and from earlier states of others. What it answers is saved. */
export class SessionCreation {
  readonly #around: Dependencies;

  constructor(around: Dependencies) {
    this.#around = around;
  }

  /** A new session, saved. */
  async create<Request>(
    edit: (state: State, request: Request, environment: Environment) => Change<unknown>,
    request: Request,
    options: RequestOptions = {},
  ): Promise<SessionCreated> {
    const around = environment(this.#around.store, options);
    const id = await this.#newId(options);
    return this.#put(edit(emptyState(id, around.now), request, around).state, options);
  }

  /** A new session from a document of ours or of release 0.4.0; its model is rebuilt where that works. */
  async import(source: unknown, options: RequestOptions = {}): Promise<SessionCreated> {
    const parts = importedParts(source);
    const now = this.#around.store.now().toISOString();
    const read = await inSlices(fromDocument(parts, await this.#newId(options), now));
    // Schemas are compiled where somebody brings a file, and not at start-up.
    const { checkForeign } = await import('./session/format/foreign-document.ts');
    await inSlices(checkForeign(read));
    checkForeignFits(read);
    const session = openSession({ ...read, lock: null, replies: [], last_accessed: now }, undefined, 0, 0);
    await this.#around.complete(session);
    return this.#put(session.state, options);
  }

  /** A new session that begins as another one was after a change. */
  async branch(
    source: string,
    request: BranchRequest,
    options: RequestOptions = {},
  ): Promise<SessionCreated> {
    const { state } = await this.#around.repository.get(source);
    const around = environment(this.#around.store, options);
    const branch = branchOf(state, request, await this.#newId(options), around);
    return this.#put(await inSlices(branch), options);
  }

  async #put(state: State, { once, author }: RequestOptions): Promise<SessionCreated> {
    const answer = created(state);
    const kept =
      once === undefined ? state : withReply(state, once, answer, this.#around.store.now().toISOString());
    // Before the session exists, so that it is never visible without an owner.
    if (author !== undefined) await this.#around.own(state.id, author);
    await this.#around.repository.create(kept);
    return answer;
  }

  /**
   * An ID that no session has or had. Under an Idempotency-Key it follows from the key: so the new session itself holds the answer
   * that a second request gets, and is found by it.
   */
  async #newId({ once, author }: RequestOptions): Promise<string> {
    if (once === undefined) return randomUUID();
    for (let use = 0; ; use++) {
      const id = idOfKey(`${author === undefined ? '' : `${author.id} `}${once.key}`, use);
      const session = await this.#around.repository.find(id);
      if (session === undefined) {
        if (await wasDeleted(this.#around.store, id)) continue;
        return id;
      }
      const reply = replyTo(session.state, once, this.#around.store.now().toISOString());
      if (reply !== undefined) throw new Replay(reply);
    }
  }
}
