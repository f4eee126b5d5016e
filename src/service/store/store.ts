import type { SessionEvent } from '../../contract/sessions/events.ts';
import type { PatchStep } from '../session/document/document-patch.ts';
import type { Document } from '../session/format/document.ts';
import type { DataFolder } from './data-folder.ts';
import type { JobQueue } from './job-queue.ts';

/** A document and the number of changes that made it: 1 when it was first saved, one more with every write. */
export interface Stored {
  readonly document: unknown;
  readonly revision: number;
}

/** Steps that lead from one revision to a later one. */
export interface Changes {
  readonly steps: readonly PatchStep[];
  readonly revision: number;
}

/** What is committed together with a write, or not at all. A local store has no use for it. */
export interface CommitExtras {
  /** Events for the clients of the session once the write is committed. */
  readonly events?: readonly SessionEvent[];
  /** Queued jobs whose results the write applies: each at most once. */
  readonly jobs?: readonly string[];
}

/** One change of one session. `expected` is the revision that it was made from, 0 where there must be none yet. */
export type Write =
  /** The whole document, whatever is there. */
  | {
      readonly kind: 'save';
      readonly id: string;
      readonly document: Document;
      readonly expected: number;
      readonly along?: CommitExtras;
    }
  /** What changed, see `document-patch.ts`. The steps may be large: they are to be written in pieces. */
  | {
      readonly kind: 'append';
      readonly id: string;
      readonly steps: readonly PatchStep[];
      readonly expected: number;
      readonly along?: CommitExtras;
    };

/**
 * What is kept when nobody is looking: documents by exact ID, each with a revision.
 *
 * A store holds no document in memory. Writes to one session are carried out in the order in which they were asked
 * for. A write that rejects was not acknowledged; after a StoreError a local store may or may not find it again when
 * it is next opened, so the writer sends the whole document next.
 */
export interface Store {
  /**
   * Whether other servers write to the same place. Then what this server holds in memory may be out of date, which
   * `revision` tells, and a write that fails is refused as a whole. Otherwise this server is the only writer, and may
   * continue with a session that it could not write.
   */
  readonly shared: boolean;
  /**
   * Format that documents are to be written in: an earlier one while servers of the release before may read them. Absent: the
   * current one.
   */
  readonly format?: () => number;
  /** The time that all who write to the same place use. */
  now(): Date;
  /**
   * The document last written under this ID (letter case included), nobody else's; undefined when there is none.
   *
   * @throws SessionFileUnreadableError it is there and cannot be read
   */
  load(id: string): Promise<Stored | undefined>;
  /** The revision alone; 0 when there is none. */
  revision(id: string): Promise<number>;
  /**
   * What was changed since a revision that this store loaded or wrote; undefined when that is not known, and the
   * whole document must be loaded.
   */
  changes?(id: string, since: number): Promise<Changes | undefined>;
  /**
   * Puts the whole document in place; once the promise resolves it outlives a power cut.
   *
   * @returns the new revision
   * @throws RevisionConflictError the revision is not the expected one; nothing was written
   * @throws StoreError            the write failed
   */
  save(id: string, document: Document, expected: number, along?: CommitExtras): Promise<number>;
  /** As `save`, for a document that is there: only what changed. */
  append(id: string, steps: readonly PatchStep[], expected: number, along?: CommitExtras): Promise<number>;
  /** All writes or none, also when the server dies in the middle; the new revisions, in order. Throws as `save`. */
  transaction(writes: readonly Write[]): Promise<readonly number[]>;
  /**
   * Forgets the document, readable or not; false when there was none.
   *
   * @throws StoreError it is still there
   */
  remove(id: string, along?: CommitExtras): Promise<boolean>;
  /** IDs of all documents, readable or not. */
  list(): Promise<string[]>;
  /**
   * A text for each session that is another one whenever what is stored under its ID is, whoever changed it: what was loaded
   * after a stamp was taken is what is stored while the stamp is the same. None where that is not known. To be asked for after `list`.
   */
  stamps?(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Copies aside, for recovery. */
  readonly backups: BackupStore;
  /** Files that clients sent and have not decided about yet. */
  readonly uploads: UploadStore;
  /** Records other than sessions: accounts, keys, counters. */
  readonly records: RecordStore;
  /** Where it keeps files; others beside them are written as its owner. */
  readonly folder?: DataFolder;
  /** What servers on a shared store hear of each other; undefined where this server is alone. */
  readonly events?: EventLog;
  /** Work for other machines; undefined where there are none. */
  readonly jobs?: JobQueue;
  /** @throws Error changes cannot be written now: the database is away, or another server owns the folder */
  check(): Promise<void>;
  /** Waits for writes under way and lets go of files. */
  close(): Promise<void>;
}

/** A copy by its session and time; the content of one never changes. */
export interface NamedBackup {
  readonly id: string;
  /** ISO 8601. */
  readonly time: string;
}

export interface Backup extends NamedBackup {
  readonly document: unknown;
}

/** Copies of sessions taken between saves. */
export interface BackupStore {
  /** Keeps a copy as the newest one, whatever the clock says; of the older copies of this session only the newest stays. */
  put(id: string, time: string, document: Document): Promise<void>;
  /** The newest copy of one session; unreadable ones are passed over. */
  newest(id: string): Promise<Backup | undefined>;
  /** The newest copy of every session by name, newest first; whether it can be read is not examined. */
  list(): Promise<NamedBackup[]>;
  /** Removes all copies of one session; their number. */
  remove(id: string): Promise<number>;
  /** Hands the copies of one session to another. */
  rename(from: string, to: string): Promise<void>;
  /** Removes copies taken before a time (ISO 8601); their number. */
  removeOlder(time: string): Promise<number>;
}

/** Bytes by ID that are kept for a while. All of its calls throw StoreUnavailableError. */
export interface UploadStore {
  /** Keeps the bytes, in place of those before; once the promise resolves they outlive a power cut. */
  put(id: string, bytes: Uint8Array): Promise<void>;
  get(id: string): Promise<Uint8Array | undefined>;
  /** False when there was nothing. */
  remove(id: string): Promise<boolean>;
  /** Removes what was put before a time under IDs that begin with `prefix`; the number of them. */
  removeOlder(time: Date, prefix: string): Promise<number>;
}

/** A small JSON value by kind and key. */
export interface KeptRecord {
  readonly key: string;
  readonly value: unknown;
  /** 1 when it was first put, one more with every change. */
  readonly revision: number;
  /** When there is no such record any more; absent: it stays. */
  readonly expires?: Date;
}

export interface PutOptions {
  /** The revision that the value was made from, 0 where there must be none yet; absent: whatever is there. */
  readonly expected?: number;
  /** After this time there is no such record. */
  readonly expires?: Date;
}

/** How often something happened since its window began. */
export interface Tally {
  readonly count: number;
  /** Milliseconds until counting starts again. Not a time: the clocks of server and database may differ. */
  readonly leftMs: number;
}

/** What `changeAll` makes of one record. */
export interface RecordChange {
  readonly kind: string;
  readonly key: string;
  /** Null: the record is removed. */
  readonly value: unknown;
  /** Revision that it must have; 0: there must be none. Absent: any. */
  readonly expected?: number;
}

/**
 * Small JSON values by kind (`a` to `z`, digits, `-`) and key, beside the sessions. A local store reads a whole kind into memory
 * and writes it as a whole: thousands of records, not millions.
 */
export interface RecordStore {
  get(kind: string, key: string): Promise<KeptRecord | undefined>;
  /** Kinds of which there is any, in order. */
  kinds(): Promise<string[]>;
  /** All of a kind, by key. */
  list(kind: string): Promise<KeptRecord[]>;
  /**
   * Once the promise resolves the record outlives a power cut.
   *
   * @returns the new revision
   * @throws RevisionConflictError the revision is not the expected one; nothing was written
   * @throws StoreError            the write failed
   */
  put(kind: string, key: string, value: unknown, options?: PutOptions): Promise<number>;
  /** False when there was none. */
  remove(kind: string, key: string): Promise<boolean>;
  /**
   * Several records at once. A store that servers share makes all changes or none; in files each kind is written separately.
   *
   * @throws RevisionConflictError as `put`; nothing was written
   * @throws StoreError            a write failed
   */
  changeAll(changes: readonly RecordChange[]): Promise<void>;
  /** Adds to a counter, which starts again `windowMs` after its first use. Counters need not outlive the server. */
  count(kind: string, key: string, windowMs: number, amount?: number): Promise<Tally>;
  /** Removes what has expired; the number of records. */
  removeExpired(now: Date): Promise<number>;
}

/** An event of a session; of one session, numbers follow each other. */
export interface LoggedEvent {
  readonly id: string;
  readonly seq: number;
  readonly event: SessionEvent;
  /** Seconds since it was written, by the clock of the store. */
  readonly age: number;
}

/** The events of the servers on one store, for an hour. */
export interface EventLog {
  /** Adds events that no write is about; to a session that is not there, nothing. */
  add(id: string, events: readonly SessionEvent[]): Promise<void>;
  /** Numbers of the first event that is kept, and of the last one there ever was; 0 where there was none. */
  extent(id: string): Promise<{ readonly first: number; readonly last: number }>;
  /** Events of each session after a number, in order; not all when they are many. */
  after(
    from: ReadonlyMap<string, number>,
  ): Promise<{ readonly events: readonly LoggedEvent[]; readonly isAll: boolean }>;
  /**
   * Calls back with sessions that may have new events, undefined when any may, until the returned function is called. It
   * comes soon and may be left out: look by yourself from time to time.
   */
  watch(listener: (ids: readonly string[] | undefined) => void): () => void;
}
