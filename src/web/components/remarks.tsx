import { count, sentence } from '../text/format.ts';
import { inRegion } from '../text/numbers.ts';
import { readDraft, useDraft, writeDrafts } from './draft.ts';

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

const keyOf = (session: string): string => `remarks.${session}`;
const nothing: readonly Remark[] = [];

const write = (session: string, remarks: readonly Remark[]): void =>
  writeDrafts([[keyOf(session), remarks.length === 0 ? undefined : remarks]]);

/** Keeps what the server remarked on a change, until a person dismisses it; the same remark is kept once. */
export function remember(session: string, about: string, texts: readonly string[]): void {
  if (texts.length === 0) return;
  const all = readDraft(keyOf(session), nothing);
  const old = all.find((one) => one.about === about);
  const union = [...new Set([...(old?.texts ?? []), ...texts])];
  const kept = union.slice(0, mostKept);
  const remark = { about, texts: kept, more: (old?.more ?? 0) + union.length - kept.length };
  write(session, [...all.filter((one) => one !== old), remark]);
}

/** Forgets what was remarked on a change: all of it, or texts of a change that was taken back. */
export function forgetRemarks(session: string, about: string, gone?: readonly string[]): void {
  const all = readDraft(keyOf(session), nothing);
  const old = all.find((one) => one.about === about);
  if (!old) return;
  const texts = gone ? old.texts.filter((text) => !gone.includes(text)) : [];
  const others = all.filter((one) => one !== old);
  write(session, texts.length === 0 ? others : [...others, { ...old, texts }]);
}

/** What the server remarked on changes of a session; each stays until it is dismissed. */
export function Remarks({ session }: { session: string }) {
  const [remarks] = useDraft(keyOf(session), nothing);
  return (
    <div className="remarks" aria-live="polite">
      {remarks.map(({ about, texts, more }) => (
        <div key={about} className="note warn lead">
          <div>
            <p>{about}</p>
            <ul>
              {texts.map((text) => (
                <li key={text}>{inRegion(sentence(text))}</li>
              ))}
              {more > 0 && <li>And {count(more, 'more remark')}.</li>}
            </ul>
          </div>
          <button
            type="button"
            className="plain"
            aria-label={`Dismiss: ${about}`}
            onClick={() => forgetRemarks(session, about)}
          >
            Dismiss
          </button>
        </div>
      ))}
    </div>
  );
}
