// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: a combobox with its list, after the ARIA pattern
// biome-ignore-all lint/suspicious/noArrayIndexKey: a log without other identity
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { requestLog } from '../api/http.ts';
import { useSessions } from '../api/session.ts';
import { Snippet } from '../components/copy-as.tsx';
import { Dialog } from '../components/dialog.tsx';
import { go, link, type Route } from './route.ts';
import { setTheme } from './theme.ts';
import { undoLast } from './toasts.tsx';
import { views } from './views.ts';

interface Command {
  readonly label: string;
  readonly hint: string;
  readonly run: () => void;
}

type Open = 'nothing' | 'palette' | 'requests' | 'keys';
let open: Open = 'nothing';
const listeners = new Set<() => void>();
function setOpen(next: Open): void {
  open = next;
  for (const listener of listeners) listener();
}
export const openPalette = (): void => setOpen('palette');
export const openRequests = (): void => setOpen('requests');

function Palette(props: { route: Route }) {
  const sessions = useSessions();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  const { session } = props.route;
  const commands = useMemo<Command[]>(() => {
    const here: Command[] =
      session === undefined
        ? []
        : [
            ...views.map((entry) => ({
              label: entry.label,
              hint: entry.about,
              run: () => go(link(session, entry.view)),
            })),
            {
              label: 'Bench page',
              hint: 'Staged experiments for a phone',
              run: () => go(link(session, 'bench')),
            },
            {
              label: 'Monitor',
              hint: 'Wall display of this session',
              run: () => go(link(session, 'monitor')),
            },
          ];
    const others = (sessions.data ?? []).map((entry) => ({
      label: entry.name ?? entry.session_id,
      hint: 'Open session',
      run: () => go(link(entry.session_id, 'overview')),
    }));
    return [
      ...here,
      { label: 'All sessions', hint: 'Back to the list', run: () => go('#/sessions') },
      { label: 'Undo', hint: 'Ctrl+Z', run: () => void undoLast() },
      { label: 'Requests as code', hint: 'curl, TypeScript, Python', run: openRequests },
      { label: 'Keyboard', hint: 'All keys', run: () => setOpen('keys') },
      { label: 'Colours: dark', hint: 'Theme', run: () => setTheme('dark') },
      { label: 'Colours: light', hint: 'Theme', run: () => setTheme('light') },
      { label: 'Colours: as the system', hint: 'Theme', run: () => setTheme('system') },
      { label: 'API documentation', hint: 'Opens a new tab', run: () => window.open('./api/docs', '_blank') },
      ...others,
    ];
  }, [session, sessions.data]);
  const words = text.toLowerCase().split(/\s+/);
  const found = commands.filter((command) =>
    words.every((word) => `${command.label} ${command.hint}`.toLowerCase().includes(word)),
  );
  const at = Math.min(chosen, Math.max(0, found.length - 1));
  const run = (command: Command | undefined): void => {
    if (!command) return;
    setOpen('nothing');
    command.run();
  };
  const move = (step: number): void => {
    const next = (at + step + found.length) % Math.max(1, found.length);
    setChosen(next);
    list.current?.children[next]?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <Dialog title="Commands" onClose={() => setOpen('nothing')}>
      <input
        className="palette-input"
        role="combobox"
        aria-label="Command"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={found.length > 0 ? `palette-${at}` : undefined}
        placeholder="Go to, do, open…"
        data-first=""
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setChosen(0);
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') move(1);
          else if (event.key === 'ArrowUp') move(-1);
          else if (event.key === 'Enter') run(found[at]);
          else return;
          event.preventDefault();
        }}
      />
      <ul id="palette-list" className="palette-list" role="listbox" aria-label="Commands" ref={list}>
        {found.map((command, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the input above
          <li
            key={`${command.label}/${command.hint}`}
            id={`palette-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            onClick={() => run(command)}
          >
            <span>{command.label}</span> <small>{command.hint}</small>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="hint">Nothing by that name.</p>}
    </Dialog>
  );
}

function Requests() {
  const list = useSyncExternalStore(requestLog.subscribe, requestLog.get);
  const [chosen, setChosen] = useState<number | undefined>();
  const entry = chosen === undefined ? list.find((item) => item.call.method !== 'GET') : list[chosen];
  return (
    <Dialog title="Requests of this page" onClose={() => setOpen('nothing')} wide>
      <p className="hint">
        Everything this page does is a request you can send yourself. Choose one and copy it.
      </p>
      <div className="split">
        <ul className="request-list">
          {list.map((item, index) => (
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
        {entry ? <Snippet call={entry.call} /> : <p className="hint">No request chosen.</p>}
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
  ['Ctrl Z', 'Undo the last change (outside of input fields)'],
  ['?', 'This list'],
  ['Arrow keys, Enter, Escape', 'Move, edit and leave cells in the experiments table'],
  ['Ctrl C / Ctrl V', 'Copy and paste cells from and to a spreadsheet'],
];

function Keys() {
  return (
    <Dialog title="Keyboard" onClose={() => setOpen('nothing')}>
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

const letters: Record<string, string> = {
  o: 'overview',
  v: 'variables',
  d: 'designs',
  s: 'suggest',
  q: 'queue',
  e: 'experiments',
  m: 'model',
  a: 'analysis',
  p: 'progress',
  c: 'costs',
  h: 'history',
  t: 'settings',
};

const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Command palette, list of requests, list of keys, and the keys themselves. */
export function CommandPalette(props: { route: Route }) {
  const state = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => open,
  );
  const { session } = props.route;
  useEffect(() => {
    let afterG = 0;
    const onKey = (event: KeyboardEvent): void => {
      const control = event.ctrlKey || event.metaKey;
      if (control && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        setOpen('palette');
      } else if (typing(event.target) || event.defaultPrevented || open !== 'nothing') return;
      else if (control && event.key.toLowerCase() === 'z') {
        event.preventDefault();
        void undoLast();
      } else if (control || event.altKey) return;
      else if (event.key === '?') setOpen('keys');
      else if (event.key === 'g') afterG = Date.now();
      else if (Date.now() - afterG < 1200) {
        const view = letters[event.key];
        afterG = 0;
        if (view !== undefined && session !== undefined) go(link(session, view));
      }
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [session]);
  if (state === 'palette') return <Palette route={props.route} />;
  if (state === 'requests') return <Requests />;
  if (state === 'keys') return <Keys />;
  return null;
}
