import { readDraft, writeDrafts } from './draft.ts';

/** What the server remarked on one kind of change of a session. */
interface Remark {
  /** The message of the change, such as `3 experiments imported from runs.csv.` */
  readonly about: string;
  readonly texts: readonly string[];
  /** Texts beyond those kept. */
  readonly more: number;
}

/** Texts that are kept of one change: a file may have a remark on each of many thousand rows. */
const mostKept = 20;

export const remarksKey = (session: string): string => `remarks.${session}`;
export const noRemarks: readonly Remark[] = [];

const write = (session: string, remarks: readonly Remark[]): void =>
  writeDrafts([[remarksKey(session), remarks.length === 0 ? undefined : remarks]]);

/**
 * Keeps what the server remarked on a change, until a user dismisses it; the same remark is kept once.
 *
 * @returns forgets what this change added, for one that is taken back: another change may have had the same remark
 */
export function keepRemarks(session: string, about: string, texts: readonly string[]): () => void {
  const all = readDraft(remarksKey(session), noRemarks);
  const old = all.find((one) => one.about === about);
  const known = old?.texts ?? [];
  const added = [...new Set(texts)].filter((text) => !known.includes(text));
  if (added.length === 0) return () => {};
  const shown = added.slice(0, Math.max(0, mostKept - known.length));
  const beyond = added.length - shown.length;
  const remark = { about, texts: [...known, ...shown], more: (old?.more ?? 0) + beyond };
  write(session, [...all.filter((one) => one !== old), remark]);
  return () => takeOut(session, about, shown, beyond);
}

function takeOut(session: string, about: string, gone: readonly string[], beyond: number): void {
  const left = readDraft(remarksKey(session), noRemarks).map((one) =>
    one.about === about
      ? {
          ...one,
          texts: one.texts.filter((text) => !gone.includes(text)),
          more: Math.max(0, one.more - beyond),
        }
      : one,
  );
  write(
    session,
    left.filter(({ texts, more }) => texts.length + more > 0),
  );
}

/** Forgets what was remarked on a change. */
export function dismiss(session: string, about: string): void {
  const all = readDraft(remarksKey(session), noRemarks);
  write(
    session,
    all.filter((one) => one.about !== about),
  );
}
