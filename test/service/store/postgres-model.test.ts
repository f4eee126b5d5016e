import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runSlices } from '../../../src/engine/slices.ts';
import {
  OutcomeUnknownError,
  RevisionConflictError,
  StoreUnavailableError,
} from '../../../src/service/errors.ts';
import { diff, patched } from '../../../src/service/session/document/document-patch.ts';
import type { Document } from '../../../src/service/session/format/document.ts';
import { postgresStore } from '../../../src/service/store/postgres/store.ts';
import type { Changes, Store, Stored } from '../../../src/service/store/store.ts';
import { LossyProxy } from '../support/lossy-proxy.ts';
import { canonical, changed } from '../support/model-run.ts';
import { postgresPrograms, query, TestPostgres } from '../support/postgres.ts';
import { randomNumbers } from '../support/simulated-disk.ts';

/** `ATHANOR_MODEL_SEEDS=100` for a longer run. */
const schedules = Number(process.env.ATHANOR_MODEL_SEEDS ?? 2);

type Json = Record<string, unknown>;

/** What one session must be: what was acknowledged last, and what may or may not have been written after it. */
interface Known {
  readonly id: string;
  acknowledged: { readonly text: string; readonly revision: number } | undefined;
  unknown: string[];
}

let postgres: TestPostgres;
let database: string;

/**
 * Two servers on one database, each behind a network of its own, change the same sessions at random while connections are cut,
 * answers are lost, backends are terminated and the database crashes. Held against a plain model.
 */
class Run {
  readonly #random: () => number;
  readonly #words: string;
  readonly #known: readonly Known[] = [...'abcdef'].map((id) => ({
    id,
    acknowledged: undefined,
    unknown: [],
  }));
  readonly #proxies: LossyProxy[] = [];
  readonly #stores: Store[] = [];
  /** What each server read or wrote last, as it holds it in memory. */
  readonly #held = new Map<string, { readonly document: Json; readonly revision: number }>();
  #count = 0;
  #up: Promise<void> = Promise.resolve();
  readonly counts = { caughtUp: 0, acknowledged: 0, refused: 0, conflicts: 0, unknown: 0 };

  constructor(seed: number) {
    this.#random = randomNumbers(seed);
    this.#words = `seed ${seed}`;
  }

  async run(steps: number): Promise<void> {
    await query(database, 'truncate session, session_chunk, session_write, outbox');
    for (let i = 0; i < 2; i++) {
      const proxy = await LossyProxy.start(postgres.port);
      const url = database.replace(`:${postgres.port}/`, `:${proxy.port}/`);
      this.#proxies.push(proxy);
      this.#stores.push(
        await postgresStore({
          url,
          connections: 3,
          smallJournal: 800,
          patienceMs: 10_000,
          statementMs: 4000,
          connectMs: 1000,
        }),
      );
    }
    try {
      for (let step = 0; step < steps; step++) await this.#step();
      await this.#up;
      for (const known of this.#known) await this.#check(known);
    } catch (cause) {
      throw new Error(`${this.#words}: ${(cause as Error).message}`, { cause });
    } finally {
      for (const store of this.#stores) await store.close();
      for (const proxy of this.#proxies) await proxy.stop();
    }
  }

  async #step(): Promise<void> {
    const fault = this.#random();
    const proxy = this.#proxies[Math.floor(this.#random() * 2)] as LossyProxy;
    if (fault < 0.15) proxy.cutAnswers = 1;
    else if (fault < 0.2) proxy.cut();
    else if (fault < 0.25) {
      proxy.refuse(true);
      setTimeout(() => proxy.refuse(false), 60);
    } else if (fault < 0.3) {
      await this.#up;
      await query(
        postgres.url(),
        'select pg_terminate_backend(pid) from pg_stat_activity where application_name like $1',
        ['athanor%'],
      );
    } else if (fault < 0.32) {
      await this.#up;
      await postgres.down('SIGQUIT');
      this.#up = sleep(30).then(() => postgres.up());
    }
    // Changes of several sessions share a statement.
    const first = Math.floor(this.#random() * this.#known.length);
    const changing = this.#random() < 0.5 ? this.#known : this.#known.slice(first, first + 1);
    // Both servers at once, from what each of them loads: one of them meets a conflict at most.
    await Promise.all(changing.flatMap((known) => this.#stores.map((store) => this.#change(store, known))));
  }

  async #change(store: Store, known: Known): Promise<void> {
    const { id } = known;
    try {
      const name = `${this.#stores.indexOf(store)} ${id}`;
      const held = this.#held.get(name);
      const changes = held && (await store.changes?.(id, held.revision));
      const found = await store.load(id);
      this.#checkChanges(held?.document, changes, found);
      if (found !== undefined)
        this.#held.set(name, { document: found.document as Json, revision: found.revision });
      const state = (found?.document ?? { rows: [] }) as Json;
      const expected = found?.revision ?? 0;
      const next = changed(state, this.#random, ++this.#count);
      const text = JSON.stringify(next);
      const along = { events: [{ type: 'metadata_changed' as const, data: { revision: expected + 1 } }] };
      try {
        const revision =
          found === undefined || this.#random() < 0.1
            ? await store.save(id, next as unknown as Document, expected, along)
            : await store.append(id, runSlices(diff(state, next)), expected, along);
        if (revision !== expected + 1) throw new Error(`revision ${revision} after ${expected}`);
        this.counts.acknowledged++;
        if (known.acknowledged === undefined || revision > known.acknowledged.revision) {
          known.acknowledged = { text, revision };
        } else throw new Error(`${id}: revision ${revision} was acknowledged twice`);
      } catch (error) {
        if (error instanceof OutcomeUnknownError) {
          this.counts.unknown++;
          known.unknown.push(text);
        } else if (error instanceof RevisionConflictError) this.counts.conflicts++;
        else if (error instanceof StoreUnavailableError) this.counts.refused++;
        else throw error;
      }
    } catch (error) {
      // A read that found no database.
      if (!(error instanceof StoreUnavailableError)) throw error;
    }
  }

  /** What is held and the changes since are what is stored. */
  #checkChanges(held: Json | undefined, changes: Changes | undefined, found: Stored | undefined): void {
    if (held === undefined || changes === undefined || changes.revision !== found?.revision) return;
    this.counts.caughtUp++;
    const text = JSON.stringify(runSlices(patched(held, changes.steps)));
    if (canonical(text) !== canonical(JSON.stringify(found.document))) {
      throw new Error(`revision ${found.revision} by its changes is not what is stored`);
    }
  }

  async #check({ id, acknowledged, unknown }: Known): Promise<void> {
    const store = await postgresStore({ url: database });
    const found = await store.load(id);
    const rows = await query(
      database,
      'select count(*)::int as n, max(revision)::int as last from session_write where session_id = $1',
      [id],
    );
    await store.close();
    const loaded = found && canonical(JSON.stringify(found.document));
    const allowed = [acknowledged?.text, ...unknown].map(canonical);
    expect(allowed, `${this.#words}: session ${id}`).toContain(loaded);
    // One row per revision, none left out and none twice.
    expect(rows[0]?.n ?? 0).toBe(found?.revision ?? 0);
    // And one event of each, in order.
    const told = await query(database, 'select event from outbox where session_id = $1 order by seq', [id]);
    expect(told.map(({ event }) => JSON.parse(event as string).data.revision)).toEqual(
      Array.from({ length: found?.revision ?? 0 }, (_, i) => i + 1),
    );
    if (unknown.length === 0) expect(found?.revision).toBe(acknowledged?.revision);
  }
}

describe.skipIf(postgresPrograms === undefined)('random schedules of two servers on one database', () => {
  beforeAll(async () => {
    postgres = await TestPostgres.start();
    database = await postgres.database();
  });
  afterAll(() => postgres?.stop());

  it('lose nothing, do nothing twice, and say of nothing that was written that it was not', async () => {
    const counts = { caughtUp: 0, acknowledged: 0, refused: 0, conflicts: 0, unknown: 0 };
    const isEnough = () =>
      counts.acknowledged > 20 * schedules &&
      counts.conflicts > 5 * schedules &&
      counts.caughtUp > 5 * schedules;
    // How often two writes meet is up to the machine: further schedules until there was enough of each kind.
    for (let seed = 1; seed <= schedules || !isEnough(); seed++) {
      const run = new Run(seed);
      await run.run(60);
      for (const key of Object.keys(counts) as (keyof typeof counts)[]) counts[key] += run.counts[key];
    }
  });
});
