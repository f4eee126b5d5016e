import { join } from 'node:path';
import type { GrantRole } from '../../contract/server/accounts.ts';
import { writeFully } from '../store/atomic-write.ts';
import { type DataFolder, damaged, putFile, readFile } from '../store/data-folder.ts';
import type { DiskFile } from '../store/disk.ts';
import { checkOwnerLeft } from './accounts.ts';

type Roles = Map<string, GrantRole>;
type Line = readonly [session: string, person: string, role: GrantRole | null];

const fileName = 'grants.jsonl';

const none: ReadonlyMap<string, GrantRole> = new Map();

const textOf = (line: Line): string => `${JSON.stringify(line)}\n`;

const isLine = (value: unknown): value is Line => {
  if (!Array.isArray(value) || value.length !== 3) return false;
  const [session, person, role] = value as unknown[];
  return (
    typeof session === 'string' && typeof person === 'string' && (role === null || typeof role === 'string')
  );
};

function parseLine(text: string): Line | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isLine(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Lines of a file. The last one, which a crash cut off, was not acknowledged and is skipped.
 *
 * @throws StoreError one before it is damaged: it may have taken a grant back
 */
function parseLines(text: string): Line[] {
  const texts = text.split('\n').slice(0, -1);
  const lines = texts.map(parseLine);
  if (lines.at(-1) === undefined) lines.pop();
  return lines.map((line, i) => {
    if (line === undefined) throw damaged(fileName, `line ${i + 1}`);
    return line;
  });
}

class GrantTable {
  readonly sessions = new Map<string, Roles>();
  readonly people = new Map<string, Roles>();

  set([session, person, role]: Line): void {
    for (const [table, key, other] of [
      [this.sessions, session, person],
      [this.people, person, session],
    ] as const) {
      const roles = table.get(key) ?? new Map<string, GrantRole>();
      if (role === null) roles.delete(other);
      else roles.set(other, role);
      if (roles.size > 0) table.set(key, roles);
      else table.delete(key);
    }
  }

  *lines(): Generator<string> {
    for (const [session, roles] of this.sessions) {
      for (const [person, role] of roles) yield textOf([session, person, role]);
    }
  }
}

/** Grants in memory, each change a line at the end of a file; the file is rewritten when it is opened. */
export interface GrantFile {
  ofSession(session: string): ReadonlyMap<string, GrantRole>;
  ofPerson(person: string): ReadonlyMap<string, GrantRole>;
  /** Once it resolves, the change outlives a power cut. @throws ConflictError it takes the role of the last owner */
  set(session: string, person: string, role: GrantRole | null): Promise<void>;
  close(): Promise<void>;
}

/** The lines on disk. After a failed write, and if the file was changed from outside, all lines are written again. */
class GrantLines {
  readonly #folder: DataFolder;
  readonly #table: GrantTable;
  #file: DiskFile | undefined;
  #bytes = 0;

  constructor(folder: DataFolder, table: GrantTable) {
    this.#folder = folder;
    this.#table = table;
  }

  async add(line: Line): Promise<void> {
    const file = this.#file;
    const stat = await file?.stat();
    if (file === undefined || stat?.links === 0 || stat?.size !== this.#bytes) return this.rewrite([line]);
    try {
      await this.#append(file, Buffer.from(textOf(line)));
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  async #append(file: DiskFile, bytes: Uint8Array): Promise<void> {
    const { owner } = this.#folder;
    await owner.check();
    await writeFully(file, bytes, this.#bytes);
    await file.sync();
    await owner.check();
    this.#bytes += bytes.length;
  }

  async rewrite(more: readonly Line[]): Promise<void> {
    await this.close();
    const { path, disk } = this.#folder;
    this.#bytes = await putFile(this.#folder, fileName, [...this.#table.lines(), ...more.map(textOf)]);
    // Without an open file the next change rewrites all lines.
    this.#file = await disk.open(join(path, fileName), 'update').catch(() => undefined);
  }

  async close(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    await file?.close().catch(() => {});
  }
}

export async function openGrantFile(folder: DataFolder): Promise<GrantFile> {
  const table = new GrantTable();
  const lines = new GrantLines(folder, table);
  const before = await readFile(folder, fileName);
  for (const line of parseLines(before?.toString() ?? '')) table.set(line);
  // If it fails, the next change rewrites the file.
  if (before !== undefined) await lines.rewrite([]).catch(() => {});
  let last: Promise<void> = Promise.resolve();
  return {
    ofSession: (session) => table.sessions.get(session) ?? none,
    ofPerson: (person) => table.people.get(person) ?? none,
    set(...line) {
      const next = last.then(async () => {
        const [session, person, role] = line;
        checkOwnerLeft(table.sessions.get(session) ?? none, person, role);
        await lines.add(line);
        table.set(line);
      });
      last = next.catch(() => {});
      return next;
    },
    close: async () => {
      await last;
      await lines.close();
    },
  };
}
