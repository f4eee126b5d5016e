import { accessSync, closeSync, constants, openSync } from 'node:fs';
import { errorCode } from './disk.ts';

/** Held until it is released or its process ends. */
export interface FolderLock {
  release(): void;
}

/** Results of SQLite: somebody has the lock. */
const busy = [5, 6];
/** The file cannot be opened, read or written, or is no lock of ours. */
const unusable = [8, 14, 23, 26];

/** Node 22 warns that its SQLite is experimental; what is used of it here, opening and a transaction, is not new. */
function loadSqlite(): typeof import('node:sqlite') | undefined {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return process.getBuiltinModule('node:sqlite');
  } catch {
    return undefined;
  } finally {
    process.emitWarning = emitWarning;
  }
}

/**
 * Makes the file for its owner alone: SQLite would make it readable by everybody. One that is there is left alone.
 *
 * @throws Error with a code of the system, which SQLite does not tell: the file cannot be made, or not be read and written
 */
function makeFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    accessSync(path, constants.R_OK | constants.W_OK);
  }
}

/**
 * A lock of the operating system on a file, through SQLite, which Node brings along and which knows how to lock on
 * every system. It is seen by every process of this kernel, in whatever container, and ends with its process.
 *
 * @returns 'unsupported' where the file system, or this release of Node, has no such locks
 * @throws Error the file cannot be made or used
 */
export async function lockWithSqlite(path: string): Promise<FolderLock | 'busy' | 'unsupported'> {
  const sqlite = loadSqlite();
  if (sqlite === undefined) return 'unsupported';
  const problem = (error: unknown) => {
    const number = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : undefined;
    if (number === undefined || unusable.includes(number)) return 'unusable';
    return busy.includes(number) ? 'busy' : 'unsupported';
  };
  makeFile(path);
  let database: InstanceType<typeof sqlite.DatabaseSync> | undefined;
  try {
    database = new sqlite.DatabaseSync(path, { timeout: 0 });
    // Nothing is written, so a full disk does not matter.
    database.exec('PRAGMA journal_mode = MEMORY; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    const held = database;
    return { release: () => held.close() };
  } catch (error) {
    database?.close();
    const kind = problem(error);
    if (kind !== 'unusable') return kind;
    const reason = errorCode(error) === 'ERR_SQLITE_ERROR' ? (error as Error).message : String(error);
    throw new Error(
      `start-up: the lock file '${path}' cannot be used (${reason}); remove it while no server uses its folder`,
      { cause: error },
    );
  }
}
