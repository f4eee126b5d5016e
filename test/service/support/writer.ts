import { runSlices } from '../../../src/engine/slices.ts';
import { diff } from '../../../src/service/session/document/document-patch.ts';
import { toDocument } from '../../../src/service/session/format/document.ts';
import type { State } from '../../../src/service/session/state.ts';
import type { Store } from '../../../src/service/store/store.ts';

/** Writes the states of one session to a store as a server does: the whole document first, then what changed. */
export class Writer {
  readonly #store: Store;
  #saved: State | undefined;
  #revision = 0;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Goes on with a session that is there. */
  static async resume(store: Store, state: State): Promise<Writer> {
    const writer = new Writer(store);
    writer.#saved = state;
    writer.#revision = await store.revision(state.id);
    return writer;
  }

  async save(state: State): Promise<void> {
    const saved = this.#saved;
    this.#saved = undefined;
    if (saved === undefined) {
      this.#revision = await this.#store.save(state.id, toDocument(state), this.#revision);
    } else {
      const steps = runSlices(diff({ ...toDocument(saved) }, { ...toDocument(state) }));
      if (steps.length > 0) this.#revision = await this.#store.append(state.id, steps, this.#revision);
    }
    this.#saved = state;
  }
}
