import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRecord } from '../../contract/is-record.ts';
import { StoreError } from '../errors.ts';
import { release } from '../release.ts';
import { readFully, removeFile, writeAtomically, writeFully } from './atomic-write.ts';
import { type Disk, errorCode, isFull, nodeDisk } from './disk.ts';
import { type FolderLock, lockWithSqlite } from './folder-lock.ts';
import { lockName, removeUnfinished, restoringName } from './folder-names.ts';

/** The right to write to a folder. Another server may take it while this one is suspended. */
export interface Owner {
  /** Counts the owners of the folder, from 1 on. */
  readonly epoch: number;
  /**
   * Every owner of this epoch and later ones gave the folder back, up to this one. One before it may only be asleep, and
   * yet carry out the call to the disk that it was stopped at.
   */
  readonly orderlySince: number;
  /** @throws StoreError another server owns the folder by now */
  check(): Promise<void>;
  /** Releases the folder. */
  release(): Promise<void>;
}

/** Of a store that does not ask who else writes to its folder. */
export const noOwner: Owner = {
  epoch: 1,
  orderlySince: 1,
  check: async () => {},
  release: async () => {},
};

/** Milliseconds between heartbeats, and for how long a newcomer looks out for one. */
const beatEvery = 5000;
const watchFor = 15_000;

/** Who has the folder, as `owner-<epoch>-<random>.json` says. */
interface Note {
  readonly epoch: number;
  /** As in `Owner`. */
  readonly orderlySince: number;
  readonly id: string;
  readonly host: string;
  /** Of the running kernel: another one's locks may not be seen here. */
  readonly boot: string;
  readonly pid: number;
  readonly release: string;
  readonly started: string;
  /** Heartbeats given. */
  readonly beats: number;
  /** The server ended in order. */
  readonly done: boolean;
}

const noteName = /^owner-(\d{1,15})-[0-9a-f-]+\.json$/;

function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    // Elsewhere than on Linux: machines are distinguished, and their restarts are not.
    return hostname();
  }
}

/** Of a fixed length, so that it can be written over in place. */
const noteText = (note: Note): string => `${JSON.stringify(note).padEnd(500)}\n`;

async function readNote(disk: Disk, path: string): Promise<Partial<Note> | undefined> {
  try {
    const file = await disk.open(path, 'read');
    const content = await readFully(file).finally(() => file.close());
    const note: unknown = JSON.parse(content.toString('utf8'));
    return isRecord(note) ? (note as Partial<Note>) : {};
  } catch (error) {
    // One that a crash or a power cut left without content tells nothing.
    return errorCode(error) === 'ENOENT' ? undefined : {};
  }
}

interface FoundNote {
  readonly path: string;
  readonly epoch: number;
  readonly note: Partial<Note>;
}

/** The newest epoch last. */
async function readNotes(disk: Disk, dataDir: string): Promise<FoundNote[]> {
  const found: FoundNote[] = [];
  for (const name of await disk.names(dataDir)) {
    const epoch = noteName.exec(name)?.[1];
    const path = join(dataDir, name);
    const note = epoch === undefined ? undefined : await readNote(disk, path);
    if (note !== undefined) found.push({ path, epoch: Number(epoch), note });
  }
  return found.sort((a, b) => a.epoch - b.epoch);
}

const isIn = (notes: readonly FoundNote[], { path }: FoundNote): boolean =>
  notes.some((note) => note.path === path);

const describe = ({ pid, host, started, release: version }: Partial<Note>): string =>
  pid === undefined
    ? 'another server'
    : `another server (process ${pid} on host '${host}', started ${started}, release ${version})`;

const refusal = (dataDir: string, holder: string): Error =>
  new Error(
    `start-up: DATA_DIR '${dataDir}' belongs to ${holder}, and two servers would overwrite each other's sessions; ` +
      'stop that server, or set DATA_DIR to another folder',
  );

const halfRestored = (dataDir: string): Error =>
  new Error(
    `start-up: a restore into DATA_DIR '${dataDir}' was not finished; restore it again, or empty the folder`,
  );

export interface ClaimOptions {
  readonly disk?: Disk;
  readonly lock?: (path: string) => Promise<FolderLock | 'busy' | 'unsupported'>;
  readonly boot?: string;
  readonly beatEvery?: number;
  readonly watchFor?: number;
  readonly say?: (line: string) => void;
}

/**
 * Takes a folder for this server alone.
 *
 * A lock of the operating system tells whether another server lives that this kernel knows of. Where the last owner
 * ran under another kernel, or there are no locks, its heartbeats are watched. Then its note is removed, which ends
 * its right to write, should it only have been asleep: every write looks for the note of its own epoch.
 *
 * @throws Error worded for the operator: somebody else has it, or it cannot be written
 */
export async function claimFolder(dataDir: string, options: ClaimOptions = {}): Promise<Owner> {
  const { disk = nodeDisk, boot = bootId(), say = () => {} } = options;
  await disk.makeFolder(dataDir);
  const lock = await (options.lock ?? lockWithSqlite)(join(dataDir, lockName));
  try {
    const notes = await readNotes(disk, dataDir);
    const last = notes.at(-1);
    if (lock === 'busy') throw refusal(dataDir, describe(last?.note ?? {}));
    if ((await disk.names(dataDir)).includes(restoringName)) throw halfRestored(dataDir);
    const isKnownDead = lock !== 'unsupported' && last?.note.boot === boot;
    if (last !== undefined && last.note.done !== true && !isKnownDead) {
      say(`DATA_DIR '${dataDir}' was not released by ${describe(last.note)}; waiting for heartbeats`);
      await watch(disk, dataDir, last, options.watchFor ?? watchFor);
    }
    const epoch = (last?.epoch ?? 0) + 1;
    const note: Note = {
      epoch,
      // Nobody was there before the first one.
      orderlySince:
        last === undefined ? 1 : last.note.done === true ? (last.note.orderlySince ?? epoch) : epoch,
      id: randomUUID(),
      host: hostname().slice(0, 64),
      boot: boot.slice(0, 64),
      pid: process.pid,
      release,
      started: new Date().toISOString(),
      beats: 0,
      done: false,
    };
    const path = join(dataDir, `owner-${note.epoch}-${note.id}.json`);
    await putNote(disk, dataDir, path, note, last);
    const rival = (await readNotes(disk, dataDir)).find(
      (other) => other.path !== path && !isIn(notes, other),
    );
    if (rival !== undefined) {
      await removeFile(path, disk);
      throw refusal(dataDir, describe(rival.note));
    }
    for (const old of notes) await removeFile(old.path, disk);
    const unfinished = await removeUnfinished(disk, dataDir);
    if (unfinished > 0) say(`${unfinished} unfinished file(s) of an earlier run were removed`);
    await disk.syncFolder(dataDir);
    const every = options.beatEvery ?? beatEvery;
    return new FolderOwner({ disk, dataDir, path, note, lock, every });
  } catch (error) {
    if (typeof lock === 'object') lock.release();
    throw error;
  }
}

/** Puts a note in place. On a full disk it takes the place of the last note, so that the server can at least start and read. */
async function putNote(
  disk: Disk,
  dataDir: string,
  path: string,
  note: Note,
  last: FoundNote | undefined,
): Promise<void> {
  try {
    await writeAtomically(path, [noteText(note)], { disk });
  } catch (error) {
    if (last === undefined || !isFull(error)) throw error;
    // Until it is overwritten, the note describes the last owner; the epoch is the one in its name.
    await disk.rename(last.path, path);
    await writeOver(disk, path, note);
    await disk.syncFolder(dataDir);
  }
}

async function writeOver(disk: Disk, path: string, note: Note): Promise<void> {
  const file = await disk.open(path, 'update');
  try {
    await writeFully(file, Buffer.from(noteText(note)), 0);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** @throws Error the note changed meanwhile: its server lives */
async function watch(disk: Disk, dataDir: string, last: FoundNote, duration: number): Promise<void> {
  const steps = 10;
  for (let step = 0; step < steps; step++) {
    await sleep(duration / steps);
    const now = (await readNotes(disk, dataDir)).at(-1);
    if (now?.note.done === true) return;
    const isSame = now?.path === last.path && now.note.beats === last.note.beats;
    if (now !== undefined && !isSame) throw refusal(dataDir, describe(now.note));
  }
}

interface OwnerParts {
  readonly disk: Disk;
  readonly dataDir: string;
  readonly path: string;
  readonly note: Note;
  readonly lock: FolderLock | 'unsupported';
  readonly every: number;
}

class FolderOwner implements Owner {
  readonly #parts: OwnerParts;
  readonly #timer: NodeJS.Timeout;
  #note: Note;
  #beating: Promise<void> = Promise.resolve();
  readonly epoch: number;
  readonly orderlySince: number;

  constructor(parts: OwnerParts) {
    this.#parts = parts;
    this.#note = parts.note;
    this.epoch = parts.note.epoch;
    this.orderlySince = parts.note.orderlySince;
    this.#timer = setInterval(() => {
      // A beat that fails is no reason to stop: the lock holds, and the next one may work.
      this.#beating = this.#beating.then(() => this.#write({ beats: this.#note.beats + 1 })).catch(() => {});
    }, parts.every);
    this.#timer.unref();
  }

  async #write(changes: Partial<Note>): Promise<void> {
    this.#note = { ...this.#note, ...changes };
    await writeOver(this.#parts.disk, this.#parts.path, this.#note).catch((error: unknown) => {
      if (errorCode(error) !== 'ENOENT') throw error;
    });
  }

  async check(): Promise<void> {
    const { disk, dataDir, path, note } = this.#parts;
    if ((await disk.stat(path)) !== undefined) return;
    const other = (await readNotes(disk, dataDir)).at(-1);
    if (other !== undefined) {
      throw new StoreError(
        `this server lost its data folder to ${describe(other.note)}; restart it elsewhere`,
      );
    }
    // Nobody took it: the note, or the whole folder, was removed by hand.
    await disk.makeFolder(dataDir);
    await writeAtomically(path, [noteText({ ...note, beats: this.#note.beats })], { disk });
  }

  async release(): Promise<void> {
    clearInterval(this.#timer);
    await this.#beating;
    await this.#write({ done: true }).catch(() => {});
    const { lock } = this.#parts;
    if (lock !== 'unsupported') lock.release();
  }
}
