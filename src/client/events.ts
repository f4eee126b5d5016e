import { backOff, reconnecting } from './back-off.ts';

/** A change of a session; `docs/events.md` lists the types. `resync`: changes may have been missed, so read again what you keep. */
export interface SessionEvent {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** Number in the session's sequence of events, if the server keeps one. */
  readonly seq?: number;
}

/** Options of `watchSession`. */
export interface WatchOptions {
  readonly onEvent: (event: SessionEvent) => void;
  /** Called with true when the connection opens, and with false when it is lost. */
  readonly onConnection?: (connected: boolean) => void;
  /** An API key, for a server with authentication. In Node only: a browser sends the cookie of its login. */
  readonly key?: string | undefined;
  /** Stops watching when it fires. */
  readonly signal?: AbortSignal;
}

/** The second argument of a socket: Node takes headers there too, which the types of browsers do not have. */
const protocolsOf = (key: string | undefined): string[] =>
  key === undefined ? [] : ({ headers: { authorization: `Bearer ${key}` } } as unknown as string[]);

/**
 * Reports the changes of a session until it is stopped. A lost connection is opened again. If the server keeps a sequence of events,
 * it then sends the missed ones; otherwise `onEvent` receives one event `resync`.
 *
 * ```ts
 * const stop = watchSession('http://127.0.0.1:8000', sessionId, { onEvent: ({ type }) => console.log(type) });
 * ```
 *
 * @param baseUrl root of the server
 * @returns a function that stops watching
 */
export function watchSession(
  baseUrl: string,
  sessionId: string,
  { onEvent, onConnection, key, signal }: WatchOptions,
): () => void {
  let socket: WebSocket | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attempt = 0;
  let isFirst = true;
  let last: number | undefined;

  const open = () => {
    const address = new URL(
      `ws/${encodeURIComponent(sessionId)}`,
      baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`,
    );
    address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
    if (last !== undefined) address.searchParams.set('since', String(last));
    const mine = new WebSocket(address, protocolsOf(key));
    socket = mine;
    mine.onopen = () => {
      attempt = 0;
      onConnection?.(true);
      if (!isFirst && last === undefined) onEvent({ type: 'resync', data: {} });
      isFirst = false;
    };
    mine.onmessage = ({ data }) => {
      if (mine !== socket) return;
      const event = JSON.parse(String(data)) as SessionEvent;
      // The number of a new connection is the latest one; what was missed comes after it.
      if (event.seq !== undefined && (event.type !== 'connected' || last === undefined)) last = event.seq;
      onEvent({ ...event, data: event.data ?? {} });
    };
    mine.onclose = () => {
      if (mine !== socket) return;
      if (attempt === 0) onConnection?.(false);
      timer = setTimeout(open, backOff(reconnecting, attempt++));
    };
  };

  const end = () => {
    const mine = socket;
    socket = undefined;
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
    mine?.close();
  };
  signal?.throwIfAborted();
  signal?.addEventListener('abort', end);
  open();
  return end;
}
