import type { SessionEvent } from '../contract/sessions/events.ts';
import { type Listener, type ListenOptions, type Publisher, resync } from './publisher.ts';
import type { EventLog, LoggedEvent } from './store/store.ts';
import { type OutboxMeasure, outboxChannel } from './telemetry.ts';

/** A subscriber and its position; undefined until that is known. */
interface Subscriber {
  readonly listener: Listener;
  readonly options: ListenOptions;
  seq: number | undefined;
  /** Number of the last event when it began; later ones are sent as they happen. */
  began: number;
}

/** Milliseconds between checks of the log without an announcement: a server may have died before announcing. */
const lookEvery = 2000;

/** Progress of a job is sent to other servers once in this many milliseconds, its end always. */
const progressEvery = 500;

/** Events for this server alone: they concern its memory. */
const localEvents: readonly SessionEvent['type'][] = [
  'session_loaded',
  'model_retrained',
  'model_retrain_failed',
];

/**
 * Publishes what any server on the same store did. Events come from the store's log alone, in its order: so nothing is told that
 * is not committed, and nobody misses what another server committed.
 */
export class SharedPublisher implements Publisher {
  readonly #log: EventLog;
  readonly #hearers = new Map<string, Set<Subscriber>>();
  readonly #ignore: () => void;
  readonly #timer: NodeJS.Timeout;
  /** When progress was last sent, by session and job. */
  readonly #progress = new Map<string, number>();
  /** Sessions to look at. */
  readonly #due = new Set<string>();
  #looking: Promise<void> | undefined;

  /** @param changed  called for sessions that somebody listens to here and another server may have changed */
  constructor(log: EventLog, changed: (ids: readonly string[]) => void = () => {}) {
    this.#log = log;
    this.#ignore = log.watch((ids) => {
      const heard = ids === undefined ? [...this.#hearers.keys()] : ids.filter((id) => this.#hearers.has(id));
      this.#look(heard);
      changed(heard);
    });
    this.#timer = setInterval(() => this.#look([...this.#hearers.keys()]), lookEvery);
    this.#timer.unref();
  }

  listen(id: string, listener: Listener, options: ListenOptions = {}): () => void {
    const hearer: Subscriber = { listener, options, seq: undefined, began: 0 };
    const hearers = this.#hearers.get(id) ?? new Set();
    this.#hearers.set(id, hearers.add(hearer));
    this.#look([id]);
    return () => {
      hearers.delete(hearer);
      if (hearers.size === 0 && this.#hearers.get(id) === hearers) this.#hearers.delete(id);
    };
  }

  isHeard(id: string): boolean {
    return this.#hearers.has(id);
  }

  /** Through any server. */
  mayBeHeard(): boolean {
    return true;
  }

  publish(id: string, events: readonly SessionEvent[]): void {
    const own = events.filter(({ type }) => localEvents.includes(type));
    for (const { listener, seq } of this.#hearers.get(id) ?? []) {
      for (const event of own) listener(event, seq ?? 0);
    }
    const shared = events.filter((event) => !localEvents.includes(event.type) && this.#isDue(id, event));
    // An event without a commit concerns nothing stored: if it cannot be sent, it is dropped.
    if (shared.length > 0)
      void this.#log.add(id, shared).then(
        () => this.#look([id]),
        () => {},
      );
  }

  #isDue(id: string, { type, data }: SessionEvent): boolean {
    if (type !== 'job_progress') return true;
    const name = `${id} ${String(data.job)}`;
    const now = performance.now();
    if (data.fraction === 1) this.#progress.delete(name);
    else if (now - (this.#progress.get(name) ?? Number.NEGATIVE_INFINITY) < progressEvery) return false;
    else this.#progress.set(name, now);
    return true;
  }

  committed(id: string): void {
    this.#look([id]);
  }

  #look(ids: readonly string[]): void {
    for (const id of ids) if (this.#hearers.has(id)) this.#due.add(id);
    if (this.#due.size === 0) return;
    this.#looking ??= this.#tellDue().finally(() => {
      this.#looking = undefined;
    });
  }

  async #tellDue(): Promise<void> {
    while (this.#due.size > 0) {
      const ids = [...this.#due];
      this.#due.clear();
      try {
        await this.#start(ids);
        await this.#publish(ids);
      } catch {
        // The database is unreachable; the timer tries again.
        return;
      }
    }
  }

  /** Finds the position at which new subscribers begin. */
  async #start(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      const fresh = [...(this.#hearers.get(id) ?? [])].filter(({ seq }) => seq === undefined);
      if (fresh.length === 0) continue;
      const { first, last } = await this.#log.extent(id);
      for (const hearer of fresh) {
        const { since, started } = hearer.options;
        started?.(last);
        const isKept =
          since !== undefined && since <= last && (since === last || (first > 0 && since + 1 >= first));
        if (since !== undefined && !isKept) hearer.listener(resync(id), last);
        hearer.seq = isKept ? since : last;
        hearer.began = last;
      }
    }
  }

  async #publish(ids: readonly string[]): Promise<void> {
    const from = new Map<string, number>();
    for (const id of ids) {
      const seqs = [...(this.#hearers.get(id) ?? [])].flatMap(({ seq }) => seq ?? []);
      if (seqs.length > 0) from.set(id, Math.min(...seqs));
    }
    if (from.size === 0) return;
    const { events, isAll } = await this.#log.after(from);
    for (const event of events) this.#hand(event);
    if (!isAll) for (const id of from.keys()) this.#due.add(id);
  }

  #hand({ id, seq, event, age }: LoggedEvent): void {
    let isFresh = false;
    for (const hearer of [...(this.#hearers.get(id) ?? [])]) {
      if (hearer.seq === undefined || seq <= hearer.seq) continue;
      // Numbers of a session follow each other; what was removed in between had its time.
      if (seq > hearer.seq + 1) hearer.listener(resync(id), seq - 1);
      hearer.seq = seq;
      isFresh ||= seq > hearer.began;
      hearer.listener(event, seq);
    }
    if (isFresh) outboxChannel.publish({ seconds: Math.max(0, age) } satisfies OutboxMeasure);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#ignore();
    this.#hearers.clear();
    await this.#looking;
  }
}
