import { count, sentence } from '../text/format.ts';
import { inRegion } from '../text/numbers.ts';
import { useDraft } from './draft.ts';
import { dismiss, noRemarks, remarksKey } from './kept-remarks.ts';

/** What the server remarked on changes of a session; each stays until it is dismissed. */
export function Remarks({ session }: { session: string }) {
  const [remarks] = useDraft(remarksKey(session), noRemarks);
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
            onClick={() => dismiss(session, about)}
          >
            Dismiss
          </button>
        </div>
      ))}
    </div>
  );
}
