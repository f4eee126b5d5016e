import type { Owner } from './owner.ts';

/** State of the files of one session. Writes run one after another. */
export interface FilesState {
  revision: number;
  /** Of the document and of the journal that is written to. */
  generation: number;
  journal: number;
  /** Size that the document must have; a second one while the document is being replaced. */
  documentBytes: readonly number[];
  /** Whole lines of the journal. */
  journalBytes: number;
  /** The journal may hold more than whole lines; they are cut off before the next write. */
  torn: boolean;
  /** Steps cannot be added: the files are not what they should be. */
  needsWhole: boolean;
  /** An owner who may only be asleep wrote these files: nothing is added to them. */
  inherited: boolean;
  /** The last thing that was started; never rejects. */
  tail: Promise<void>;
  /** Compaction of the journal into the document, off the path of writers; never rejects. */
  compaction: Promise<void> | undefined;
  removed: boolean;
}

export const emptyFilesState = (): FilesState => ({
  revision: 0,
  generation: 0,
  journal: 0,
  documentBytes: [],
  journalBytes: 0,
  torn: false,
  needsWhole: true,
  inherited: false,
  tail: Promise.resolve(),
  compaction: undefined,
  removed: false,
});

/** Generations that one owner may go through before they run into those of the next. */
export const stride = 2 ** 20;

/** Where the generations of an owner begin: an earlier one knows of no file from there on. */
export const firstGeneration = (epoch: number): number => (epoch - 1) * stride;

/** Whether an owner may have written a file of this generation who is only asleep. */
export function isInherited(generation: number, { epoch, orderlySince }: Owner): boolean {
  // The last owner's generations may run past those of its epoch where somebody removed the notes before it.
  return (epoch > 1 && orderlySince === epoch) || generation < firstGeneration(orderlySince);
}
