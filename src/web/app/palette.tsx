import { Command } from 'cmdk';
import { useState, useSyncExternalStore } from 'react';
import { requestLog } from '../api/http.ts';
import { useSessions } from '../api/session.ts';
import { Snippet } from '../components/copy-as.tsx';
import { Dialog } from '../components/dialog.tsx';
import { go, link } from '../components/route.ts';
import { setTheme } from '../components/theme.ts';
import { undoLast } from '../components/toasts.tsx';
import { views } from './views.ts';
import { openWindow, type Window } from './windows.ts';

interface Entry {
  readonly label: string;
  readonly hint: string;
  readonly run: () => void;
}

const close = (): void => openWindow('nothing');

const general: readonly Entry[] = [
  { label: 'All sessions', hint: 'Back to the list', run: () => go('#/sessions') },
  { label: 'Glossary', hint: 'Terms and their meaning', run: () => go('#/glossary') },
  { label: 'Undo', hint: 'Ctrl+Z', run: () => void undoLast() },
  { label: 'Requests as code', hint: 'curl, TypeScript, Python', run: () => openWindow('requests') },
  { label: 'Keyboard', hint: 'Keyboard shortcuts', run: () => openWindow('keys') },
  { label: 'Colours: dark', hint: 'Theme', run: () => setTheme('dark') },
  { label: 'Colours: light', hint: 'Theme', run: () => setTheme('light') },
  { label: 'Colours: as the system', hint: 'Theme', run: () => setTheme('system') },
  { label: 'API documentation', hint: 'Opens a new tab', run: () => window.open('./api/docs', '_blank') },
];

const pagesOf = (session: string): Entry[] =>
  [
    ...views,
    { view: 'bench', label: 'Bench page', about: 'Staged experiments for a phone' },
    { view: 'monitor', label: 'Monitor', about: 'Wall display of this session' },
  ].map((entry) => ({ label: entry.label, hint: entry.about, run: () => go(link(session, entry.view)) }));

function Palette({ session }: { session: string | undefined }) {
  const sessions = useSessions();
  const others = (sessions.data ?? []).map((entry) => ({
    key: entry.session_id,
    label: entry.name ?? entry.session_id,
    hint: 'Open session',
    run: () => go(link(entry.session_id, 'overview')),
  }));
  const entries = [...(session === undefined ? [] : pagesOf(session)), ...general, ...others];
  return (
    <Dialog title="Commands" onClose={close}>
      <Command label="Command" className="palette" loop>
        <Command.Input className="palette-input" placeholder="Go to, do, open…" data-first="" />
        <Command.List className="palette-list" label="Commands">
          <Command.Empty>
            <p className="hint">No matches.</p>
          </Command.Empty>
          {entries.map((entry) => (
            <Command.Item
              key={'key' in entry ? String(entry.key) : entry.label}
              value={'key' in entry ? `${entry.label} ${String(entry.key)}` : entry.label}
              keywords={[entry.hint]}
              onSelect={() => {
                close();
                entry.run();
              }}
            >
              <span>{entry.label}</span> <small>{entry.hint}</small>
            </Command.Item>
          ))}
        </Command.List>
      </Command>
    </Dialog>
  );
}

function Requests() {
  const list = useSyncExternalStore(requestLog.subscribe, requestLog.get);
  const [chosen, setChosen] = useState<number | undefined>();
  const entry = chosen === undefined ? list.find((item) => item.call.method !== 'GET') : list[chosen];
  return (
    <Dialog title="Requests of this page" onClose={close} wide>
      <p className="hint">
        Everything on this page is done by requests that you can send yourself. Select one to copy it.
      </p>
      <div className="split">
        <ul className="request-list">
          {list.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a log without other identity
            <li key={index}>
              <button type="button" aria-pressed={item === entry} onClick={() => setChosen(index)}>
                <b>{item.call.method}</b> {item.call.path.replace(/^api\/v1\/(sessions\/[^/]+\/?)?/, '…/')}
                <small>
                  {item.status === 0 ? 'no answer' : item.status} · {Math.round(item.ms)} ms
                </small>
              </button>
            </li>
          ))}
        </ul>
        {entry ? <Snippet call={entry.call} /> : <p className="hint">No request selected.</p>}
      </div>
    </Dialog>
  );
}

const keys: readonly (readonly [string, string])[] = [
  ['Ctrl K', 'Commands'],
  [
    'g then o v d s q e m a p c h t',
    'Overview, Variables, Designs, Suggest, Queue, Experiments, Model, Analysis, Progress, Costs, History, Settings',
  ],
  ['Ctrl Z', 'Undo the last change (in an input field: the text typed there)'],
  ['?', 'This list'],
  ['Arrow keys, Enter, Escape', 'Move, edit and leave cells in the experiments table'],
  ['Ctrl Enter', 'Values, comment and links of the experiment, to read, change or remove it'],
  ['Delete', 'Empty the selected cells; where whole rows are selected, remove these experiments'],
  ['Ctrl Delete', 'Remove the experiments of the selected cells'],
  ['Ctrl C / Ctrl V', 'Copy and paste cells from and to a spreadsheet'],
];

function Keys() {
  return (
    <Dialog title="Keyboard" onClose={close}>
      <dl className="keys">
        {keys.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

/** The window that is open: command palette, list of requests or list of keys. */
export function OpenWindow(props: { kind: Exclude<Window, 'nothing'>; session: string | undefined }) {
  if (props.kind === 'palette') return <Palette session={props.session} />;
  return props.kind === 'requests' ? <Requests /> : <Keys />;
}
