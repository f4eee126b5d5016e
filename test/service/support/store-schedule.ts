import { changed, reload, type Tracked, tracked, writeOnce } from './model-run.ts';
import { type Plan, randomNumbers } from './simulated-disk.ts';
import { filePlace, type Place, type Server } from './store-place.ts';

const codes = ['EIO', 'ENOSPC', 'EMFILE', 'EBUSY_ONCE', 'short'];

interface Counts {
  acknowledged: number;
  refused: number;
  crashes: number;
  powerCuts: number;
  takeovers: number;
  /** Changes larger than what was kept, begun as writes of the whole document; and those that a crash or power cut ended. */
  bulk: number;
  bulk_cut: number;
}

/** A random run of one store, held against a plain model. Same seed, same run. */
export class Schedule {
  readonly #random: () => number;
  readonly #place: Place;
  readonly #outlives: boolean;
  readonly #sessions = ['a', 'b', 'c'].map(tracked);
  readonly #words: string;
  readonly #seed: number;
  #server!: Server;
  #count = 0;
  readonly counts: Counts = {
    acknowledged: 0,
    refused: 0,
    crashes: 0,
    powerCuts: 0,
    takeovers: 0,
    bulk: 0,
    bulk_cut: 0,
  };

  /** @param place  one in which nothing outlives the server is given; files otherwise */
  constructor(seed: number, place?: Place) {
    this.#seed = seed;
    this.#words = `seed ${seed}`;
    this.#random = randomNumbers(seed);
    this.#place = place ?? filePlace(seed + 1_000_003);
    this.#outlives = place === undefined;
  }

  async run(steps: number): Promise<void> {
    // Long work pauses by the clock, which must not make two runs of one seed differ.
    const clock = randomNumbers(this.#seed);
    const { now } = performance;
    let time = 0;
    performance.now = () => {
      time += clock() * 6;
      return time;
    };
    try {
      await this.#start();
      for (let step = 0; step < steps; step++) await this.#step();
      await this.#settle();
      if (this.#outlives) await this.#crash(false);
      else for (const session of this.#sessions) await this.#evict(session);
      await this.#server.store.close();
    } catch (cause) {
      throw new Error(`${this.#words}: ${(cause as Error).message}`, { cause });
    } finally {
      performance.now = now;
      this.#place.close();
    }
  }

  #pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.#random() * list.length)] as T;
  }

  async #start(): Promise<void> {
    this.#server = await this.#place.open();
  }

  async #step(): Promise<void> {
    const chance = this.#random();
    if (chance < 0.7) this.#edit(this.#pick(this.#sessions));
    else if (chance < 0.8) await this.#evict(this.#pick(this.#sessions));
    else if (chance < 0.82) await this.#remove(this.#pick(this.#sessions));
    else if (!this.#outlives) this.#editFromElsewhere(this.#pick(this.#sessions));
    else if (chance < 0.87) this.#place.fail(this.#random() < 0.5 ? undefined : this.#faults());
    else if (chance < 0.92) this.#place.slow(this.#pick([0, 20, 200]));
    else if (chance < 0.95) await this.#crash(false);
    else if (chance < 0.98) await this.#crash(true);
    else await this.#takeover();
    // Some steps overlap with the next ones, some wait.
    if (this.#random() < 0.3) await this.#settle();
    else for (let turns = Math.floor(this.#random() * 30); turns > 0; turns--) await null;
  }

  #faults(): Plan {
    const rate = this.#pick([0.02, 0.1, 0.5]);
    const kind = this.#pick(codes);
    const once = new Set<string>();
    return (operation, path) => {
      if (this.#random() >= rate) return undefined;
      if (kind === 'short')
        return operation === 'write' ? { short: Math.floor(this.#random() * 40) + 1 } : undefined;
      if (kind !== 'EBUSY_ONCE') return kind;
      if (operation !== 'rename' || once.has(path)) return undefined;
      once.add(path);
      return 'EIO';
    };
  }

  #edit(session: Tracked): void {
    const { store } = this.#server;
    session.busy = session.busy.then(async () => {
      if (store !== this.#server.store) return;
      const next = changed(session.state ?? { rows: [] }, this.#random, ++this.#count);
      const written = writeOnce(store, session, next);
      if (session.bulk) this.counts.bulk++;
      if (await written) this.counts.acknowledged++;
      else this.counts.refused++;
    });
  }

  /** One who does not know the newest state is refused. */
  #editFromElsewhere(session: Tracked): void {
    const { store } = this.#server;
    session.busy = session.busy.then(async () => {
      for (const expected of [session.revision + 1, session.revision - 1]) {
        const refused = await store.save(session.id, { rows: [] } as never, expected).then(
          () => undefined,
          (error: Error) => error,
        );
        if (refused?.name === 'RevisionConflictError') continue;
        throw new Error(`a write to ${session.id} from revision ${expected} was taken`);
      }
    });
  }

  async #settle(): Promise<void> {
    await Promise.all(this.#sessions.map(({ busy }) => busy));
  }

  /** Only a session without unsaved changes is evicted. */
  async #evict(session: Tracked): Promise<void> {
    await session.busy;
    if (session.attempted.length > 0) return;
    this.#place.fail(undefined);
    await reload(this.#server.store, session, `${this.#words}: reloaded`);
  }

  async #remove(session: Tracked): Promise<void> {
    await session.busy;
    const { acknowledged, attempted } = session;
    session.attempted = [...attempted, undefined];
    try {
      await this.#server.store.remove(session.id);
      Object.assign(session, tracked(session.id));
    } catch {
      // It is kept, in part at most: the next write is of the whole.
      session.acknowledged = acknowledged;
      session.whole = true;
    }
  }

  /** The process dies where it stands; with a power cut also what was not synced. */
  async #crash(power: boolean): Promise<void> {
    if (power) this.counts.powerCuts++;
    else this.counts.crashes++;
    this.counts.bulk_cut += this.#sessions.filter(({ bulk }) => bulk).length;
    this.#server.kill();
    if (power) this.#place.powerCut();
    await this.#restart();
  }

  /** The server falls asleep, its lock is lost, another takes over, and perhaps a third one after it; the first wakes. */
  async #takeover(): Promise<void> {
    this.counts.takeovers++;
    const sleeper = this.#server;
    sleeper.sleep();
    const before = [...this.#sessions];
    const pending = before.map(({ attempted }) => [...attempted]);
    const known = before.map(({ acknowledged }) => acknowledged);
    await this.#restart();
    const taken = this.#sessions.map(({ state }) => state);
    // Its one call on the way may still put an unacknowledged write where it was going.
    const mayStillCome = () => {
      for (const [i, session] of this.#sessions.entries()) {
        if (session.acknowledged === known[i]) session.attempted = pending[i] ?? [];
      }
    };
    mayStillCome();
    if (this.#random() < 0.5) {
      // One in between, who gives the folder back in order.
      this.#edit(this.#pick(this.#sessions));
      if (this.#random() < 0.3) await this.#remove(this.#pick(this.#sessions));
      await this.#settle();
      await this.#server.store.close();
      await this.#restart();
      mayStillCome();
      this.#edit(this.#pick(this.#sessions));
      await this.#settle();
    }
    sleeper.wake();
    await Promise.all(before.map(({ busy }) => busy));
    for (const [i, { id, acknowledged }] of before.entries()) {
      // It may still say that it wrote what the new owner has read, and nothing else.
      if (acknowledged !== known[i] && acknowledged?.count !== taken[i]?.count) {
        throw new Error(`${this.#words}: a server that lost its folder acknowledged a write to ${id}`);
      }
    }
    const isTaken = await sleeper.store.save('late', { rows: [] } as never, 0).then(
      () => true,
      () => false,
    );
    if (isTaken) throw new Error(`${this.#words}: a server that lost its folder wrote a session`);
  }

  async #restart(): Promise<void> {
    this.#place.fail(undefined);
    await this.#start();
    for (const [i, session] of this.#sessions.entries()) {
      // The one before belongs to writes that never come back, or that come back to nobody.
      const next = { ...session, bulk: false, busy: Promise.resolve() };
      this.#sessions[i] = next;
      await reload(this.#server.store, next, `${this.#words}: after a crash`);
    }
  }
}
