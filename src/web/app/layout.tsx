import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { calls, change } from '../api/actions.ts';
import { tokenOf } from '../api/http.ts';
import { reconnect, useLive } from '../api/live.ts';
import { useUnsaved } from '../api/saving.ts';
import { useDetail, useLock, useQueue } from '../api/session.ts';
import { lazyPart } from '../components/lazy-part.ts';
import { PermissionFieldset, useRefusal } from '../components/permission-fieldset.tsx';
import { Remarks } from '../components/remarks.tsx';
import { go, link, type Route } from '../components/route.ts';
import { setTheme, useTheme } from '../components/theme.ts';
import { attempt } from '../components/toasts.tsx';
import { useMe } from '../domain/account/account.ts';
import { useAssistantOn } from '../domain/assistant.ts';
import { ProgressStrip } from '../domain/models/progress-strip.tsx';
import { when } from '../text/format.ts';
import { Gone, usePresence } from './gone.tsx';
import { groups, views } from './views.ts';
import { openWindow } from './windows.ts';

function LinkPill(props: { id: string }) {
  const live = useLive();
  const isThere = usePresence(props.id) === 'there';
  const [, tick] = useState(0);
  useEffect(() => {
    if (live.state !== 'waiting') return;
    const timer = setInterval(() => tick((n) => n + 1), 500);
    return () => clearInterval(timer);
  }, [live.state]);
  if (live.state === 'off' || !isThere) return null;
  if (live.state === 'waiting') {
    const seconds = Math.max(0, Math.ceil(((live.retryAt ?? 0) - Date.now()) / 1000));
    return (
      <button type="button" className="pill warn" title="Try again now" onClick={reconnect}>
        <i aria-hidden="true" /> Offline. Retrying in {seconds} s
      </button>
    );
  }
  return (
    <span
      className={`pill ${live.state}`}
      title={live.state === 'live' ? 'Changes by others appear here automatically' : undefined}
    >
      <i aria-hidden="true" /> {live.state === 'live' ? 'Live' : 'Connecting…'}
    </span>
  );
}

/** Shown when the server could not write a change to its disk; asks it to try again. */
function UnsavedPill(props: { id: string }) {
  if (!useUnsaved(props.id)) return null;
  return (
    <PermissionFieldset>
      <button
        type="button"
        className="pill warn"
        title="The server could not write the last change to its disk. A backup is kept. Try again"
        onClick={() => void attempt(() => change(props.id, calls.save(props.id), []))}
      >
        <i aria-hidden="true" /> Not saved
      </button>
    </PermissionFieldset>
  );
}

const nextTheme = { system: 'dark', dark: 'light', light: 'system' } as const;
const signs = { system: '◐', dark: '☾', light: '☀' } as const;

function ThemeButton() {
  const theme = useTheme();
  return (
    <button
      type="button"
      className="plain icon"
      title={`Colours: ${theme}`}
      aria-label={`Colours: ${theme}. Change`}
      onClick={() => setTheme(nextTheme[theme])}
    >
      {signs[theme]}
    </button>
  );
}

const AccountMenu = lazyPart(() =>
  import('../features/account/account-menu.tsx').then((part) => ({ default: part.AccountMenu })),
);

/** What the role of whoever is here, or their key, does not include. */
function Role() {
  const why = useRefusal();
  return why === undefined ? null : <p className="note lead">{why}</p>;
}

/** Nothing on a server that asks nobody. */
function Account() {
  const person = useMe()?.person;
  if (!person) return null;
  return (
    <Suspense fallback={null}>
      <AccountMenu name={person.name} />
    </Suspense>
  );
}

function SessionName(props: { id: string }) {
  const detail = useDetail(props.id);
  const lock = useLock(props.id);
  return (
    <span className="session-name">
      <a href={link(props.id, 'settings')}>
        {detail.data ? detail.data.metadata.name || 'Untitled session' : 'Session'}
      </a>
      {lock.data?.locked && (
        <span className="badge" title={`Locked by ${lock.data.locked_by ?? 'someone'}`}>
          🔒 {lock.data.locked_by}
        </span>
      )}
    </span>
  );
}

/** Said above the pages of a session whose changes are refused here. */
function Locked(props: { id: string }) {
  const { data: lock } = useLock(props.id);
  if (!lock?.locked || !lock.enforced || tokenOf(props.id, lock.locked_at) !== null) return null;
  return (
    <p className="note warn lead" role="status">
      Locked by {lock.locked_by} since {when(lock.locked_at)}: changes are refused until the lock is released.
    </p>
  );
}

function Pages(props: { id: string; view: string }) {
  const queue = useQueue(props.id);
  const open = (queue.data?.n_pending ?? 0) + (queue.data?.n_running ?? 0);
  const me = useMe();
  const mayAsk = !me?.person || me.person.role === 'admin';
  const assistant = useAssistantOn() && mayAsk;
  const nav = useRef<HTMLElement>(null);
  // On a phone the menu is one line that scrolls; the page one is on should be in sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at again on every page
  useEffect(() => {
    const link = nav.current?.querySelector<HTMLElement>('[aria-current]');
    if (nav.current && link && nav.current.scrollWidth > nav.current.clientWidth)
      nav.current.scrollLeft = link.offsetLeft - (nav.current.clientWidth - link.offsetWidth) / 2;
  }, [props.view]);
  const shown = views.filter(
    (entry) => entry.view !== 'assistant' || assistant || props.view === 'assistant',
  );
  return (
    <nav ref={nav} className="menu" aria-label="Pages of this session">
      {groups.map((group) => (
        <div key={group} className="menu-group">
          {group !== '' && <p>{group}</p>}
          <ul>
            {shown
              .filter((entry) => entry.group === group)
              .map((entry) => (
                <li key={entry.view}>
                  <a
                    href={link(props.id, entry.view)}
                    aria-current={props.view === entry.view ? 'page' : undefined}
                    title={entry.about}
                  >
                    {entry.label}
                    {entry.view === 'queue' && open > 0 && <span className="count">{open}</span>}
                  </a>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

/** The menu of a session and one of its pages, below what is said on all of them. */
function Within(props: { id: string; view: string; children: ReactNode }) {
  const { id, view } = props;
  const isMissing = usePresence(id) === 'missing';
  return (
    <>
      {!isMissing && <Pages id={id} view={view} />}
      <main id="content" tabIndex={-1}>
        <Gone id={id} />
        {!isMissing && <Role />}
        <Locked id={id} />
        <Remarks session={id} />
        <ProgressStrip id={id} />
        {props.children}
      </main>
    </>
  );
}

export function Layout(props: { route: Route; children: ReactNode }) {
  const { session, view } = props.route;
  return (
    <div className={session === undefined ? 'shell' : 'shell with-menu'}>
      <button type="button" className="skip" onClick={() => document.getElementById('content')?.focus()}>
        Skip to content
      </button>
      <header className="top">
        <a className="brand" href="#/sessions">
          <img src="./icon.svg" alt="" width="22" height="22" />
          Athanor
        </a>
        {session !== undefined && <SessionName id={session} />}
        <span className="spring" />
        {session !== undefined && <UnsavedPill id={session} />}
        {session !== undefined && <LinkPill id={session} />}
        <button
          type="button"
          className="plain palette-button"
          aria-label="Commands Ctrl K"
          onClick={() => openWindow('palette')}
        >
          <span>Commands</span> <kbd>Ctrl K</kbd>
        </button>
        <button
          type="button"
          className="plain icon code"
          title="Requests of this page as code"
          aria-label="Requests of this page as code"
          onClick={() => openWindow('requests')}
        >
          {'</>'}
        </button>
        <button
          type="button"
          className="plain icon"
          title="Glossary"
          aria-label="Glossary"
          onClick={() => go('#/glossary')}
        >
          ?
        </button>
        <ThemeButton />
        <Account />
      </header>
      {session === undefined ? (
        <main id="content" tabIndex={-1}>
          {props.children}
        </main>
      ) : (
        <Within id={session} view={view}>
          {props.children}
        </Within>
      )}
    </div>
  );
}
