import type { SessionSummary } from '../contract/session.ts';
import { filterInSlices, sortInSlices } from '../engine/slices.ts';
import type { Log, Repository } from './repository.ts';
import { surroundings } from './run-edits.ts';
import { fromDocument } from './session/document.ts';
import { inSlices } from './slices.ts';
import type { Store } from './store/store.ts';
import { nextTurn } from './turns.ts';

/** Sessions that are read at the same time for a list. */
const summariesTogether = 8;

/** Lists sessions: those in memory as they are there, the others from their documents. */
export class Summaries {
  readonly #store: Store;
  readonly #repository: Repository;
  readonly #log: Log;

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
    for (let from = 0; from < page.length; from += summariesTogether) {
      const some = page.slice(from, from + summariesTogether);
      items.push(...(await Promise.all(some.map((id) => this.#summary(id)))));
      await nextTurn();
    }
    return { items, total: sorted.length };
  }

  async #summary(id: string): Promise<SessionSummary> {
    try {
      const open = this.#repository.peek(id)?.state;
      const { now } = surroundings();
      const state = open ?? (await inSlices(fromDocument((await this.#store.load(id))?.document, id, now)));
      return {
        session_id: id,
        name: state.metadata.name,
        created_at: state.metadata.created_at,
        last_modified: state.metadata.last_modified,
        n_variables: state.variables.length,
        n_experiments: state.rows.length,
        readable: true,
      };
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
}
