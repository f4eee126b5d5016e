import type { SessionSummary } from '../contract/sessions/session.ts';
import { filterInSlices, sortInSlices } from '../engine/slices.ts';
import { yieldToEventLoop } from './event-loop.ts';
import type { Log, Repository } from './repository.ts';
import { fromStored } from './session/format/document.ts';
import type { State } from './session/state.ts';
import { inSlices } from './slices.ts';
import type { Store } from './store/store.ts';

/** Sessions that are read at the same time for a list. */
const summariesTogether = 8;

/** Summaries of closed sessions that are kept. */
const maxKept = 10_000;

interface Kept {
  /** Of what is stored, taken before it was read; see `Store.stamps`. */
  readonly stamp: string;
  readonly summary: SessionSummary;
}

/** Lists sessions: those in memory as they are there, the others from their documents, which are read once. */
export class Summaries {
  readonly #store: Store;
  readonly #repository: Repository;
  readonly #log: Log;
  /** In the order of last use. */
  readonly #kept = new Map<string, Kept>();

  constructor(store: Store, repository: Repository, log: Log) {
    this.#store = store;
    this.#repository = repository;
    this.#log = log;
  }

  /** A page of the sessions that are visible, by ID, and how many there are of them. */
  async list(
    skip: number,
    limit: number,
    isVisible: (id: string) => boolean = () => true,
  ): Promise<{ items: SessionSummary[]; total: number }> {
    const ids = new Set([...(await this.#store.list()), ...this.#repository.openIds()]);
    const visible = await inSlices(filterInSlices([...ids], isVisible));
    const sorted = await inSlices(sortInSlices(visible, (a, b) => (a < b ? -1 : a > b ? 1 : 0)));
    const items: SessionSummary[] = [];
    // A few at a time: files that are read together are also parsed together.
    const page = sorted.slice(skip, skip + limit);
    const closed = page.filter((id) => this.#repository.peek(id) === undefined);
    const stamps = await this.#store.stamps?.(closed);
    for (let from = 0; from < page.length; from += summariesTogether) {
      const some = page.slice(from, from + summariesTogether);
      items.push(...(await Promise.all(some.map((id) => this.#summary(id, stamps?.get(id))))));
      await yieldToEventLoop();
    }
    return { items, total: sorted.length };
  }

  async #summary(id: string, stamp: string | undefined): Promise<SessionSummary> {
    try {
      const open = this.#repository.peek(id)?.state;
      if (open !== undefined) return summaryOf(open);
      const kept = this.#kept.get(id);
      this.#kept.delete(id);
      if (stamp === undefined) return await this.#read(id);
      const summary = kept?.stamp === stamp ? kept.summary : await this.#read(id);
      this.#keep(id, { stamp, summary });
      return summary;
    } catch (error) {
      this.#log.warn({ session_id: id, err: error }, 'a session in the list cannot be read');
      return {
        session_id: id,
        name: null,
        created_at: null,
        last_modified: null,
        n_variables: null,
        n_experiments: null,
        readable: false,
      };
    }
  }

  async #read(id: string): Promise<SessionSummary> {
    const document = (await this.#store.load(id))?.document;
    return summaryOf(await inSlices(fromStored(document, id, this.#store.now().toISOString())));
  }

  #keep(id: string, kept: Kept): void {
    this.#kept.set(id, kept);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > maxKept && oldest !== undefined) this.#kept.delete(oldest);
  }
}

const summaryOf = ({ id, metadata, variables, rows }: State): SessionSummary => ({
  session_id: id,
  name: metadata.name,
  created_at: metadata.created_at,
  last_modified: metadata.last_modified,
  n_variables: variables.length,
  n_experiments: rows.length,
  readable: true,
});
