export type Path = readonly (string | number)[];

/** A step back: items of a list put back in place of others, a value put back, or a key taken away. */
export type UndoStep =
  | readonly ['splice', Path, number, number, readonly unknown[]]
  | readonly ['set', Path, unknown]
  | readonly ['drop', Path];

/**
 * A step back over entries of a list, from a place on: the values that a key of them had, or the number of those that did not have it.
 * Releases before do not know these.
 */
export type ColumnStep =
  | readonly ['put', Path, number, string, readonly unknown[]]
  | readonly ['omit', Path, number, string, number];

export type Step = UndoStep | ColumnStep;

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
  /** null, and no `steps`: too much was replaced since to be kept, so that this and earlier states cannot be examined. */
  readonly undo: readonly UndoStep[] | null;
  /** In place of `undo`, where there are steps over columns: a release that does not know these takes the past for lost. */
  readonly steps?: readonly Step[];
  /** A variable has another name in rows and provenance: `from` now, `to` before. It is renamed before the steps are carried out. */
  readonly renamed?: Renaming;
}

/** What leads back; undefined where it is not kept. */
export const stepsOf = ({ steps, undo }: HistoryRecord): readonly Step[] | undefined =>
  steps ?? undo ?? undefined;
