import type { Document } from '../session/document.ts';

/** What is kept when nobody is looking: whole documents by exact ID. */
export interface Store {
  /**
   * The document last saved under this ID (letter case included), nobody else's; undefined when there is none.
   *
   * @throws SessionFileUnreadableError it is there and cannot be read
   */
  load(id: string): Promise<unknown | undefined>;
  /** As `load`, for a passing look: nothing is kept in memory for saves to come. */
  peek(id: string): Promise<unknown | undefined>;
  /**
   * Keeps the document; once the promise resolves it outlives a power cut. Parts that are the same objects as in the
   * document saved before are taken as unchanged, so a document must never be changed in place.
   *
   * @throws StoreError nothing was kept; what was saved before still is
   */
  save(id: string, document: Document): Promise<void>;
  /**
   * Forgets the document, readable or not; false when there was none.
   *
   * @throws StoreError it is still there
   */
  remove(id: string): Promise<boolean>;
  /** IDs of all documents, readable or not. */
  list(): Promise<string[]>;
  /** Copies aside, for recovery. */
  readonly backups: BackupStore;
  /** Waits for writes under way and lets go of files. */
  close(): Promise<void>;
}

export interface Backup {
  readonly id: string;
  /** ISO 8601. */
  readonly time: string;
  readonly document: unknown;
}

/** Copies of sessions taken between saves. */
export interface BackupStore {
  /** Keeps a copy; of the older copies of this session only the newest stays. */
  put(id: string, time: string, document: Document): Promise<void>;
  /** The newest copy of one session; unreadable ones are passed over. */
  newest(id: string): Promise<Backup | undefined>;
  /** The newest copy of every session, newest first. */
  list(): Promise<Backup[]>;
  /** Removes all copies of one session; their number. */
  remove(id: string): Promise<number>;
  /** Hands the copies of one session to another. */
  rename(from: string, to: string): Promise<void>;
  /** Removes copies taken before a time (ISO 8601); their number. */
  removeOlder(time: string): Promise<number>;
}
