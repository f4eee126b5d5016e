import { useState } from 'react';
import { useAuthentication } from '../api/authentication.ts';
import type { Call } from '../api/call.ts';
import { keyVariable, type Language, languages, snippet } from '../api/snippets.ts';
import { readStored, writeStored } from '../api/storage.ts';
import { Dialog } from './dialog.tsx';
import { failed, notify } from './toasts.tsx';

export async function copyText(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify(`${what} copied.`);
  } catch {
    failed(new Error('The browser blocked copying. Select the text and copy it manually.'));
  }
}

/** Shows a request in the chosen language with a button that copies it. */
export function Snippet(props: { call: Call }) {
  const [language, setLanguage] = useState<Language>(
    () => (readStored('athanor.language') as Language | null) ?? 'curl',
  );
  const mode = useAuthentication();
  const withKey = mode !== undefined && mode !== 'off';
  const text = snippet(props.call, language, withKey);
  const choose = (name: Language): void => {
    writeStored('athanor.language', name);
    setLanguage(name);
  };
  return (
    <div className="snippet">
      <div className="row">
        <fieldset className="segments">
          <legend className="sr">Language</legend>
          {languages.map((name) => (
            <button key={name} type="button" aria-pressed={name === language} onClick={() => choose(name)}>
              {name}
            </button>
          ))}
        </fieldset>
        <button type="button" onClick={() => void copyText(text, 'Request')}>
          Copy
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>{text}</pre>
      {withKey && (
        <p className="hint">
          Put an API key into the environment as {keyVariable}. Keys are made in the account menu.
        </p>
      )}
    </div>
  );
}

/** A small button beside an action: the request it would send, for a script or a notebook. */
export function CopyAs(props: { call: () => Call; what: string }) {
  const [call, setCall] = useState<Call | undefined>();
  return (
    <>
      <button
        type="button"
        className="plain code"
        title={`${props.what} as curl, TypeScript or Python`}
        aria-label={`${props.what} as code`}
        onClick={() => setCall(props.call())}
      >
        {'</>'}
      </button>
      {call && (
        <Dialog title={`${props.what}, as code`} onClose={() => setCall(undefined)} wide>
          <Snippet call={call} />
        </Dialog>
      )}
    </>
  );
}
