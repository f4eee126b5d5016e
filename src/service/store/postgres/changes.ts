import type { PatchStep } from '../../session/document/document-patch.ts';
import { parseInSlices } from '../json-slices.ts';
import type { Changes } from '../store.ts';
import type { Database, Statement } from './database.ts';

/** The write of the known revision tells whether the session is still the same one: another may have taken its ID. */
const later: Statement = {
  name: 'session-later',
  text: `select s.revision, w.steps, w.revision = $2::bigint as known, w.write_id
from session s join session_write w on w.session_id = s.id and w.revision >= $2::bigint
where s.id = $1::text order by w.revision limit 1001`,
};

/** Sessions of which the last write is remembered. */
const maxMarks = 10_000;

interface Mark {
  readonly revision: number;
  readonly writeId: string;
}

/** Reads what others changed in sessions that were loaded or written here before. */
export class LaterChanges {
  readonly #database: Database;
  /** The write behind the newest revision that this server knows, in the order of last use. */
  readonly #marks = new Map<string, Mark>();

  constructor(database: Database) {
    this.#database = database;
  }

  note(id: string, revision: number, writeId: string): void {
    this.#marks.delete(id);
    this.#marks.set(id, { revision, writeId });
    if (this.#marks.size <= maxMarks) return;
    for (const oldest of this.#marks.keys()) {
      this.#marks.delete(oldest);
      return;
    }
  }

  forget(id: string): void {
    this.#marks.delete(id);
  }

  /** Undefined when the revision is not known here, or a whole document was written since. */
  async since(id: string, revision: number): Promise<Changes | undefined> {
    const mark = this.#marks.get(id);
    if (mark?.revision !== revision) return undefined;
    const [first, ...rest] = await this.#database.read(later, [id, revision]);
    if (first?.known !== true || first.write_id !== mark.writeId) return undefined;
    const isWhole = rest.length === Number(first.revision) - revision;
    if (!isWhole || rest.some(({ steps }) => steps === null)) return undefined;
    const last = rest.at(-1);
    if (last !== undefined) this.note(id, revision + rest.length, last.write_id as string);
    const steps: PatchStep[] = [];
    for (const row of rest) {
      for (const step of (await parseInSlices(row.steps as string)) as PatchStep[]) steps.push(step);
    }
    return { steps, revision: revision + rest.length };
  }
}
