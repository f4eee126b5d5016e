import { basename, dirname } from 'node:path';
import type { Disk, DiskFile, FileStat } from '../../../src/service/store/disk.ts';
import type { FolderLock } from '../../../src/service/store/folder-lock.ts';

/** Numbers in [0, 1), the same for the same seed. */
export function randomNumbers(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const errno = (code: string): Error => Object.assign(new Error(`${code}: simulated`), { code });

interface Inode {
  data: Buffer;
  /** What a power cut leaves for certain. */
  synced: Buffer;
  links: number;
  modified?: number;
}

const numbers = new WeakMap<Inode, number>();
let inodes = 0;

function numberOf(inode: Inode): number {
  const number = numbers.get(inode) ?? ++inodes;
  numbers.set(inode, number);
  return number;
}

const factsOf = (inode: Inode): FileStat => {
  const { data, links, modified = 0 } = inode;
  return { size: data.length, links, modified, changed: modified, inode: numberOf(inode), isExposed: false };
};

interface Folder {
  readonly entries: Map<string, Inode>;
  /** By name: what it stood for at the last sync of the folder, and everything since. */
  readonly history: Map<string, (Inode | undefined)[]>;
}

/** Every call that can fail. */
export const operations = [
  'open',
  'write',
  'read',
  'truncate',
  'sync',
  'rename',
  'unlink',
  'stat',
  'names',
  'folder',
  'syncFolder',
] as const;

export type Operation = (typeof operations)[number];

/** What goes wrong: a code of the system, or a number of bytes that are taken before it does. */
export type Fault = string | { readonly short: number };

export type Plan = (operation: Operation, path: string, bytes: number) => Fault | undefined;

const sector = 512;

/**
 * A file system in memory that forgets what was not synced, in the worst order, when the power is cut; that fails
 * where a plan says so; and that is seen through views, one per process, which can be killed or put to sleep.
 */
export class SimulatedDisk {
  readonly #folders = new Map<string, Folder>();
  readonly #locks = new Map<string, DiskView>();
  readonly random: () => number;
  plan: Plan = () => undefined;
  /** Turns that calls of a kind take, besides the few that each takes: while one is on its way, others overtake it. */
  slow: Partial<Record<Operation, number>> = {};
  /** Bytes that still fit. */
  room = Number.POSITIVE_INFINITY;

  constructor(seed = 1) {
    this.random = randomNumbers(seed);
  }

  view(): DiskView {
    return new DiskView(this);
  }

  folder(path: string): Folder | undefined {
    return this.#folders.get(path);
  }

  makeFolder(path: string): void {
    for (let at = path; at !== '/' && at !== '.'; at = dirname(at)) {
      if (!this.#folders.has(at)) this.#folders.set(at, { entries: new Map(), history: new Map() });
    }
  }

  removeFolder(path: string): void {
    for (const at of [...this.#folders.keys()]) {
      if (at !== path && !at.startsWith(`${path}/`)) continue;
      for (const inode of this.#folders.get(at)?.entries.values() ?? []) inode.links = 0;
      this.#folders.delete(at);
    }
  }

  find(path: string): Inode | undefined {
    return this.#folders.get(dirname(path))?.entries.get(basename(path));
  }

  put(path: string, inode: Inode | undefined): void {
    const folder = this.#folders.get(dirname(path));
    if (folder === undefined) throw errno('ENOENT');
    const name = basename(path);
    const before = folder.entries.get(name);
    folder.history.set(name, [...(folder.history.get(name) ?? [before]), inode]);
    if (before !== undefined) before.links--;
    if (inode === undefined) folder.entries.delete(name);
    else {
      folder.entries.set(name, inode);
      inode.links++;
    }
  }

  /** Bytes taken: as many as there is room for. */
  write(inode: Inode, bytes: Uint8Array, at: number): number {
    const growth = Math.max(0, at + bytes.length - inode.data.length);
    const taken = bytes.length - Math.max(0, growth - this.room);
    if (taken <= 0 && bytes.length > 0) throw errno('ENOSPC');
    const data = Buffer.alloc(Math.max(inode.data.length, at + taken));
    inode.data.copy(data);
    data.set(bytes.subarray(0, taken), at);
    this.room -= data.length - inode.data.length;
    inode.data = data;
    inode.modified = Date.now();
    return taken;
  }

  /** The content of a file, for tests that look or meddle. */
  content(path: string): Buffer | undefined {
    return this.find(path)?.data;
  }

  names(path: string): string[] {
    return [...(this.#folders.get(path)?.entries.keys() ?? [])].sort();
  }

  lock(path: string, view: DiskView): FolderLock | 'busy' {
    const holder = this.#locks.get(path);
    if (holder !== undefined && !holder.dead) return 'busy';
    this.#locks.set(path, view);
    return { release: () => this.#locks.delete(path) };
  }

  forgetLocks(): void {
    this.#locks.clear();
  }

  /** Every unsynced name and every unsynced sector is there or not, each by itself. */
  powerCut(): void {
    for (const folder of this.#folders.values()) {
      for (const [name, states] of folder.history) {
        const left = states[Math.floor(this.random() * states.length)];
        if (left === undefined) folder.entries.delete(name);
        else folder.entries.set(name, left);
      }
      folder.history.clear();
    }
    for (const folder of this.#folders.values()) {
      for (const inode of folder.entries.values()) {
        inode.data = this.#torn(inode);
        inode.synced = inode.data;
        inode.links = 1;
      }
    }
  }

  #torn({ data, synced }: Inode): Buffer {
    if (data.equals(synced)) return data;
    const [low, high] = [Math.min(data.length, synced.length), Math.max(data.length, synced.length)];
    const sizes = [data.length, synced.length, low + Math.floor(this.random() * (high - low + 1))];
    const size = sizes[Math.floor(this.random() * 3)] as number;
    const left = Buffer.alloc(size);
    for (let at = 0; at < size; at += sector) {
      const unchanged = data.subarray(at, at + sector).equals(synced.subarray(at, at + sector));
      const source = unchanged || this.random() < 0.5 ? synced : data;
      // What never was written reads as zeros.
      if (at < source.length) source.copy(left, at, at, Math.min(at + sector, size));
    }
    return left;
  }
}

/** The disk as one process sees it. */
export class DiskView implements Disk {
  readonly #disk: SimulatedDisk;
  /** After a kill no call comes back. */
  dead = false;
  #asleep: Promise<void> | undefined;
  #wake = () => {};

  constructor(disk: SimulatedDisk) {
    this.#disk = disk;
  }

  kill(): void {
    this.dead = true;
    this.wake();
  }

  get isAsleep(): boolean {
    return this.#asleep !== undefined;
  }

  sleep(): void {
    this.#asleep ??= new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  wake(): void {
    this.#wake();
    this.#asleep = undefined;
  }

  lock = async (path: string): Promise<FolderLock | 'busy'> => this.#disk.lock(path, this);

  /** After some turns, so that calls of several writers mix; fails where that is planned. */
  async #call<T>(operation: Operation, path: string, action: (short: number) => T, bytes = 0): Promise<T> {
    const most = 4 + (this.#disk.slow[operation] ?? 0);
    for (let turns = Math.floor(this.#disk.random() * most); turns >= 0; turns--) await null;
    while (this.#asleep !== undefined) await this.#asleep;
    // One of its own: a shared one would hold on to everything that waits for it.
    if (this.dead) return new Promise<never>(() => {});
    const fault = this.#disk.plan(operation, path, bytes);
    if (typeof fault === 'string') throw errno(fault);
    return action(Math.min(fault?.short ?? bytes, bytes));
  }

  open(path: string, mode: 'read' | 'update' | 'create'): Promise<DiskFile> {
    return this.#call('open', path, () => {
      let inode = this.#disk.find(path);
      if (mode === 'create') {
        if (inode !== undefined) throw errno('EEXIST');
        inode = { data: Buffer.alloc(0), synced: Buffer.alloc(0), links: 0 };
        this.#disk.put(path, inode);
      }
      if (inode === undefined) throw errno('ENOENT');
      return this.#file(inode, path);
    });
  }

  #file(inode: Inode, path: string): DiskFile {
    return {
      write: (bytes, at) =>
        this.#call(
          'write',
          path,
          (taken) => this.#disk.write(inode, bytes.subarray(0, taken), at),
          bytes.length,
        ),
      read: (into, at) =>
        this.#call('read', path, () =>
          at < inode.data.length ? inode.data.copy(into, 0, at, at + into.length) : 0,
        ),
      truncate: (size) =>
        this.#call('truncate', path, () => {
          this.#disk.room += Math.max(0, inode.data.length - size);
          inode.data = Buffer.concat([inode.data.subarray(0, size)], size);
        }),
      sync: () =>
        this.#call('sync', path, () => {
          inode.synced = inode.data;
        }),
      stat: () => this.#call('stat', path, () => factsOf(inode)),
      close: async () => {},
    };
  }

  rename(from: string, to: string): Promise<void> {
    return this.#call('rename', to, () => {
      const inode = this.#disk.find(from);
      if (inode === undefined) throw errno('ENOENT');
      const replaced = this.#disk.find(to);
      this.#disk.put(to, inode);
      this.#disk.put(from, undefined);
      if (replaced !== undefined && replaced.links === 0) this.#disk.room += replaced.data.length;
    });
  }

  unlink(path: string): Promise<void> {
    return this.#call('unlink', path, () => {
      const inode = this.#disk.find(path);
      if (inode === undefined) throw errno('ENOENT');
      this.#disk.put(path, undefined);
      this.#disk.room += inode.data.length;
    });
  }

  stat(path: string): Promise<FileStat | undefined> {
    return this.#call('stat', path, () => {
      const inode = this.#disk.find(path);
      return inode && factsOf(inode);
    });
  }

  names(folder: string): Promise<readonly string[]> {
    return this.#call('names', folder, () => this.#disk.names(folder));
  }

  makeFolder(path: string): Promise<void> {
    return this.#call('folder', path, () => this.#disk.makeFolder(path));
  }

  syncFolder(path: string): Promise<void> {
    return this.#call('syncFolder', path, () => {
      const folder = this.#disk.folder(path);
      if (folder === undefined) throw errno('ENOENT');
      folder.history.clear();
    });
  }
}
