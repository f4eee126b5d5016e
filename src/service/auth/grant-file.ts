import { chmod, type FileHandle, open, readFile } from 'node:fs/promises';
import type { GrantRole } from '../../contract/accounts.ts';
import { writeAtomically } from '../store/atomic-write.ts';
import { errorCode } from '../store/disk.ts';

type Roles = Map<string, GrantRole>;
type Line = readonly [session: string, person: string, role: GrantRole | null];

const none: ReadonlyMap<string, GrantRole> = new Map();

/** Lines of a file. A line that a crash cut off was not acknowledged and is skipped. */
function parseLines(text: string): Line[] {
  return text
    .split('\n')
    .slice(0, -1)
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as Line];
      } catch {
        return [];
      }
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
      for (const [person, role] of roles) yield `${JSON.stringify([session, person, role])}\n`;
    }
  }
}

/** Grants in memory, each change a line at the end of a file; the file is rewritten when it is opened. */
export interface GrantFile {
  ofSession(session: string): ReadonlyMap<string, GrantRole>;
  ofPerson(person: string): ReadonlyMap<string, GrantRole>;
  /** Once it resolves, the change outlives a power cut. */
  set(session: string, person: string, role: GrantRole | null): Promise<void>;
  close(): Promise<void>;
}

export async function openGrantFile(path: string): Promise<GrantFile> {
  const table = new GrantTable();
  try {
    const lines = parseLines(await readFile(path, 'utf8'));
    for (const line of lines) table.set(line);
    await writeAtomically(path, table.lines());
    await chmod(path, 0o600);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
  let file: Promise<FileHandle> | undefined;
  let last: Promise<void> = Promise.resolve();
  // After a write that failed the file may end within a line.
  let start = '';
  const append = async (line: Line): Promise<void> => {
    file ??= open(path, 'a', 0o600);
    const handle = await file;
    const text = `${start}${JSON.stringify(line)}\n`;
    start = '\n';
    await handle.appendFile(text);
    await handle.datasync();
    start = '';
    table.set(line);
  };
  return {
    ofSession: (session) => table.sessions.get(session) ?? none,
    ofPerson: (person) => table.people.get(person) ?? none,
    set(...line) {
      const next = last.then(() => append(line));
      last = next.catch(() => {});
      return next;
    },
    close: async () => {
      await last;
      await (await file)?.close();
    },
  };
}
