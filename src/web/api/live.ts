import type { QueryKey } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { backOff, reconnecting } from '../../client/back-off.ts';
import { sessionCall } from './call.ts';
import { readRevision, requestLog, revisionOf, watchAnswers } from './http.ts';
import { createListeners } from './listeners.ts';
import { invalidate, keyOf, sessionsKey } from './queries.ts';
import { forgetDataset } from './session.ts';

/** How the page hears of changes made elsewhere. */
export type LinkState = 'off' | 'connecting' | 'live' | 'waiting';

export interface Progress {
  readonly job: string;
  readonly label: string;
  /** 0 to 1, or undefined when the length of the work is not known. */
  readonly fraction: number | undefined;
}

export interface Live {
  readonly state: LinkState;
  /** Time of the next attempt while waiting, in ms since 1970. */
  readonly retryAt: number | undefined;
  readonly progress: readonly Progress[];
  /** Last event heard, for the wall display. */
  readonly last: { readonly type: string; readonly at: number } | undefined;
}

/** What a change of the table of runs makes out of date. */
const ofRows = [
  'data',
  'detail',
  'objectives',
  'state',
  'queue',
  'provenance',
  'audit',
  'candidates',
  'cost-model',
];

/** What each event makes out of date; an event not named here refreshes the whole session. */
const touched: Record<string, readonly string[]> = {
  connected: [],
  job_progress: [],
  session_saved: [],
  experiment_added: ofRows,
  experiment_removed: ofRows,
  experiment_restored: ofRows,
  experiments_cleared: ofRows,
  variables_changed: [
    'variables',
    'constraints',
    'detail',
    'state',
    'audit',
    'rules',
    'candidates',
    'cost-model',
  ],
  constraints_changed: ['constraints'],
  metadata_changed: ['detail'],
  objective_metadata_changed: ['objectives', 'detail', 'data', 'state', 'model', 'audit', 'plot'],
  queue_updated: ['queue', 'candidates', 'rules'],
  queue_item_updated: ['queue', 'candidates', 'rules'],
  model_trained: ['model', 'detail', 'state', 'plot', 'audit'],
  model_retrained: ['model', 'detail', 'state', 'plot'],
  acquisition_generated: ['state', 'audit'],
  lock_status_changed: ['lock', 'detail'],
  control_changed: ['control', 'audit'],
  audit_recorded: ['audit'],
};

/** What an event makes out of date; undefined: the whole session. */
export const outdatedBy = (type: string): readonly string[] | undefined => touched[type];

let session: string | undefined;
let socket: WebSocket | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let watch: ReturnType<typeof setInterval> | undefined;
let attempt = 0;
/** Of the last event: where a connection that was lost continues. */
let seen: number | undefined;
/** Oldest revision of the session that the page has read, and the one from which on the socket reports changes. */
let oldest = Number.POSITIVE_INFINITY;
let heardFrom: number | undefined;
let live: Live = { state: 'off', retryAt: undefined, progress: [], last: undefined };
const listeners = createListeners();

function update(change: Partial<Live>): void {
  live = { ...live, ...change };
  listeners.notify();
}

/** Events that report no change; after a `resync` it is unknown whether there was one. */
const quiet = new Set(['connected', 'job_progress', 'session_loaded', 'session_saved', 'resync']);

/** The list of running jobs after one more message about a job; a job at its end leaves the list. */
export function withProgress(list: readonly Progress[], data: Record<string, unknown>): readonly Progress[] {
  const job = String(data['job'] ?? 'work');
  const fraction = typeof data['fraction'] === 'number' ? data['fraction'] : undefined;
  const label = String(data['message'] || job);
  const others = list.filter((entry) => entry.job !== job);
  return fraction !== undefined && fraction >= 1 ? others : [...others, { job, label, fraction }];
}

/** Work that has said nothing for this long has ended without saying so: failed, or given up. */
const silence = 20_000;
let silent: ReturnType<typeof setTimeout> | undefined;

function noteProgress(data: Record<string, unknown>): void {
  update({ progress: withProgress(live.progress, data) });
  clearTimeout(silent);
  silent = setTimeout(() => update({ progress: [] }), silence);
}

// The answer to a request of this page ends its bar, whether it succeeded or not.
requestLog.subscribe(() => {
  if (live.progress.length > 0 && requestLog.get()[0]?.call.method !== 'GET') update({ progress: [] });
});

/** Whether the rows known so far may have changed, not only been added to. */
const replaced = (type: string, data: Record<string, unknown>): boolean =>
  type === 'experiments_cleared' ||
  type === 'experiment_removed' ||
  type === 'experiment_restored' ||
  type === 'experiment_changed' ||
  type === 'resync' ||
  data['rows_changed'] === true ||
  (type === 'experiment_added' && data['n_added'] === data['n_experiments']);

/** Milliseconds in which events are gathered: one change makes several, and a robot or a table brings many in a row. */
const together = 100;
/** Keys of answers that events made out of date and that are not asked for yet. */
const outdated = new Map<string, QueryKey>();
/** How much work of many requests is under way. */
let works = 0;

function renewOutdated(): void {
  if (works > 0) return;
  const keys = [...outdated.values()];
  outdated.clear();
  for (const key of keys) invalidate(key);
}

function outdate(keys: readonly QueryKey[]): void {
  if (outdated.size === 0 && keys.length > 0) setTimeout(renewOutdated, together);
  for (const key of keys) outdated.set(JSON.stringify(key), key);
}

/** Carries out work of many requests; what their events make out of date is read once, at its end. */
export async function readOnceAfter<T>(work: () => Promise<T>): Promise<T> {
  works++;
  try {
    return await work();
  } finally {
    works--;
    renewOutdated();
  }
}

function note(type: string, data: Record<string, unknown>): void {
  if (type === 'job_progress') noteProgress(data);
  else if (!quiet.has(type)) update({ last: { type, at: Date.now() }, progress: [] });
  if (session === undefined) return;
  const id = session;
  if (replaced(type, data)) forgetDataset(id);
  const names = data['rows_changed'] === true ? undefined : outdatedBy(type);
  outdate(names ? names.map((name) => keyOf(id, name)) : [keyOf(id)]);
  if (!quiet.has(type)) outdate([sessionsKey, keyOf(id, 'history')]);
  if (type === 'resync') outdate([sessionsKey]);
}

/** Changes between the first read and the first connection are not reported, so what was read before is read again. */
function catchUp(): void {
  if (session === undefined || heardFrom === undefined || oldest >= heardFrom) return;
  heardFrom = undefined;
  forgetDataset(session);
  invalidate(keyOf(session));
}

watchAnswers((path, answer) => {
  if (session === undefined || !`${path}/`.startsWith(`api/v1/sessions/${encodeURIComponent(session)}/`))
    return;
  oldest = Math.min(oldest, revisionOf(answer) ?? oldest);
  catchUp();
});

/** Asks which revision the first connection begins with. */
async function noteStart(id: string): Promise<void> {
  const revision = await readRevision(sessionCall('GET', id, 'lock')).catch(() => Number.POSITIVE_INFINITY);
  if (id !== session) return;
  heardFrom = revision;
  catchUp();
}

function open(): void {
  if (session === undefined) return;
  const address = new URL(`ws/${encodeURIComponent(session)}`, document.baseURI.split('#')[0]);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  if (seen !== undefined) address.searchParams.set('since', String(seen));
  update({ state: 'connecting', retryAt: undefined });
  const mine = new WebSocket(address);
  socket = mine;
  let isRefused = true;
  mine.onopen = () => {
    if (mine !== socket) return;
    isRefused = false;
    attempt = 0;
    watch = setInterval(() => void checkReach(mine), checkEvery);
    update({ state: 'live', progress: [] });
  };
  mine.onmessage = (message) => {
    if (mine !== socket) return;
    const event = JSON.parse(String(message.data)) as {
      type: string;
      data?: Record<string, unknown>;
      seq?: number;
    };
    // The number of a new connection is the latest one; what was missed comes after it.
    if (event.type !== 'connected') seen = event.seq ?? seen;
    else if (seen === undefined && session !== undefined) {
      seen = event.seq;
      void noteStart(session);
    }
    // The server goes away: nothing has changed, and nobody would answer.
    if (event.type !== 'reconnect') note(event.type, event.data ?? {});
  };
  mine.onclose = () => {
    if (mine !== socket) return;
    // A session that was deleted, or is not shared any more, is refused like one that cannot be reached; its detail says which.
    if (isRefused && session !== undefined) invalidate(keyOf(session, 'detail'));
    retry();
  };
}

/** Connects again after a wait. */
function retry(): void {
  clearInterval(watch);
  const wait = backOff(reconnecting, attempt++);
  update({ state: 'waiting', retryAt: Date.now() + wait });
  timer = setTimeout(open, wait);
}

/** Gives up a connection that has ended without being closed, as where a network or a machine was lost. */
function drop(): void {
  if (live.state !== 'live') return;
  const lost = socket;
  socket = undefined;
  lost?.close();
  retry();
}

/** Milliseconds between questions whether the server can be reached, and for which an answer is waited for. */
const checkEvery = 20_000;
const answerWithin = 10_000;

/** Any answer will do; a page that nobody sees does not ask. */
async function checkReach(mine: WebSocket): Promise<void> {
  if (document.hidden) return;
  const signal = AbortSignal.timeout(answerWithin);
  const answers = await fetch('./', { method: 'HEAD', cache: 'no-store', signal }).then(
    () => true,
    () => false,
  );
  if (!answers && mine === socket) drop();
}

/** Follows one session; `undefined` lets go. */
export function follow(id: string | undefined): void {
  if (id === session) return;
  if (session !== undefined) {
    // Changes of a session that is not followed are not reported, so it is read again when it is shown again.
    forgetDataset(session);
    invalidate(keyOf(session));
  }
  session = id;
  clearTimeout(timer);
  clearInterval(watch);
  const old = socket;
  socket = undefined;
  old?.close();
  attempt = 0;
  seen = undefined;
  oldest = Number.POSITIVE_INFINITY;
  heardFrom = undefined;
  update({ state: 'off', retryAt: undefined, progress: [], last: undefined });
  open();
}

/** Tries again now instead of waiting for the next attempt. */
export function reconnect(): void {
  if (live.state !== 'waiting') return;
  clearTimeout(timer);
  open();
}

// The browser hears of its network before the next attempt, and of its loss before a connection ends.
globalThis.addEventListener?.('online', reconnect);
globalThis.addEventListener?.('offline', drop);

export const useLive = (): Live => useSyncExternalStore(listeners.subscribe, () => live);
