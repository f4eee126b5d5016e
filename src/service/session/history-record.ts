export type Path = readonly (string | number)[];

/** A step back: items of a list put back in place of others, a value put back, or a key taken away. */
export type UndoStep =
  | readonly ['splice', Path, number, number, readonly unknown[]]
  | readonly ['set', Path, unknown]
  | readonly ['drop', Path];

export interface Renaming {
  readonly from: string;
  readonly to: string;
}

/** One change of a campaign: what it was in words, and how to take it back. */
export interface HistoryRecord {
  /** Counts the changes of a session, from 1. */
  readonly revision: number;
  readonly time: string;
  readonly who?: string;
  readonly what: readonly string[];
  /** Entries of the audit log after the change. */
  readonly audit: number;
  /** Of these, those that the change wrote. */
  readonly entries: number;
  /** null: too much was replaced since to be kept, so that this and earlier states cannot be looked at. */
  readonly undo: readonly UndoStep[] | null;
  /** Rows and provenance only had a variable renamed: `from` is its name now, `to` the one before. No step touches them. */
  readonly renamed?: Renaming;
}
