import { type Database, statement } from './database.ts';

const time = statement('clock', 'select extract(epoch from clock_timestamp()) * 1000 as now');

/** Milliseconds between looks. */
const lookEvery = 30_000;

/** An answer that took longer, in milliseconds, tells the time too vaguely. */
const longestRoundTrip = 1000;

/**
 * The clock of the database, the same for all servers on it: leases end at one time, whichever server is asked. Between looks it
 * continues with a clock that nobody sets.
 */
export class DatabaseClock {
  readonly #database: Database;
  /** What to add to `performance.now()`; until the first answer the clock of this machine counts. */
  #ahead = performance.timeOrigin;
  #timer: NodeJS.Timeout | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  now(): Date {
    return new Date(this.#ahead + performance.now());
  }

  /** Reads the time, and again and again until it is closed. A database that is away is asked later. */
  async follow(): Promise<void> {
    await this.#look().catch(() => {});
    this.#timer = setTimeout(() => void this.follow(), lookEvery);
    this.#timer.unref();
  }

  async #look(): Promise<void> {
    const sent = performance.now();
    const [row] = await this.#database.run(time);
    const received = performance.now();
    if (received - sent > longestRoundTrip) return;
    this.#ahead = Number(row?.now) - (sent + received) / 2;
  }

  close(): void {
    clearTimeout(this.#timer);
  }
}
