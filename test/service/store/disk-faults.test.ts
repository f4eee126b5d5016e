import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SessionFileUnreadableError, StoreError } from '../../../src/service/errors.ts';
import type { Document } from '../../../src/service/session/format/document.ts';
import { fileStore } from '../../../src/service/store/file.ts';
import { claimFolder } from '../../../src/service/store/owner.ts';
import type { Store } from '../../../src/service/store/store.ts';
import { testApp } from '../support/app.ts';
import { type Fault, type Operation, operations, SimulatedDisk } from '../support/simulated-disk.ts';

type Rows = readonly { readonly x: number }[];

const document = (count: number, note = ''): Document =>
  ({ rows: Array.from({ length: count }, (_, x) => ({ x, note })) }) as unknown as Document;

const pushed = (x: number, note = '') => [['push', ['rows'], [{ x, note }]]] as const;

const rowsOf = async (store: Store): Promise<number | undefined> =>
  ((await store.load('s'))?.document as { rows: Rows } | undefined)?.rows.length;

/** A simulated disk with a session of three rows, the last two in a journal. */
async function threeRows(smallJournal = 1 << 16) {
  const disk = new SimulatedDisk();
  disk.makeFolder('/data/sessions');
  const open = () => fileStore('/data', { disk: disk.view(), smallJournal });
  const store = open();
  await store.save('s', document(1), 0);
  await store.append('s', pushed(1), 1);
  await store.append('s', pushed(2), 2);
  return { disk, store, open };
}

/** Fails the n-th call from now on that fits. */
function once(disk: SimulatedDisk, calls: readonly Operation[], fault: Fault, n = 1): void {
  let seen = 0;
  disk.plan = (operation) => {
    if (!calls.includes(operation)) return undefined;
    seen++;
    return seen === n ? fault : undefined;
  };
}

describe('a disk that takes fewer bytes than it is given', () => {
  it('is given the rest: no acknowledged line is cut', async () => {
    const { disk, store, open } = await threeRows();
    disk.plan = (operation) => (operation === 'write' ? { short: 7 } : undefined);
    expect(await store.append('s', pushed(3), 3)).toBe(4);
    expect(await store.save('s', document(9), 4)).toBe(5);
    disk.plan = () => undefined;
    expect(await rowsOf(open())).toBe(9);
  });

  it.each([0, 1, 2, 5, 10, 20, 30, 40, 50, 60])(
    'and is full after %i more: the write is refused, what was acknowledged stays, and the next write is kept',
    async (room) => {
      const { disk, store, open } = await threeRows();
      disk.room = room;
      const added = await store.append('s', pushed(3), 3).catch((error: unknown) => error);
      const kept = added === 4 ? 4 : 3;
      if (kept === 3) expect(added).toBeInstanceOf(StoreError);
      expect(await rowsOf(open())).toBe(kept);
      disk.room = 1e9;
      // Whether the writer adds or, as it is told to, sends all again.
      await store.append('s', pushed(kept), kept);
      await store.append('s', pushed(kept + 1), kept + 1);
      expect(await rowsOf(open())).toBe(kept + 2);
    },
  );

  it('and is full at every byte of a document: the old one stays, journals included', async () => {
    const size = Buffer.byteLength(JSON.stringify({ ...document(20), _generation: 2, _revision: 4 }));
    for (let room = 0; room < size; room++) {
      const { disk, store, open } = await threeRows();
      disk.room = room;
      await expect(store.save('s', document(20), 3)).rejects.toThrow(StoreError);
      expect(await rowsOf(open())).toBe(3);
      expect(disk.names('/data/sessions').filter((name) => name.endsWith('.tmp'))).toEqual([]);
    }
  });

  it('and is full during compaction: the journal stays until the new document was read back', async () => {
    const { disk, store, open } = await threeRows(300);
    for (let x = 3; x < 60; x++) {
      const fits = disk.content('/data/sessions/s.json')?.length ?? 0;
      disk.room = 120 + (x % 5) * Math.floor(fits / 4);
      await store.append('s', pushed(x, 'note'), x).catch(() => {});
      if ((await store.revision('s')) === x) {
        disk.room = 1e9;
        await store.append('s', pushed(x, 'note'), x);
      }
      // A second store does not wait for a compaction under way, which has to end first.
      expect(await rowsOf(store)).toBe(x + 1);
      expect(await rowsOf(open())).toBe(x + 1);
    }
    disk.room = 1e9;
    for (let x = 60; x < 99; x++) await store.append('s', pushed(x, 'note'), x);
    await store.close();
    expect(JSON.parse(String(disk.content('/data/sessions/s.json')))._generation).toBeGreaterThan(1);
    expect(await rowsOf(open())).toBe(99);
  });

  it('and lies about it: a document that reads back otherwise never takes the place of the old one', async () => {
    const { disk, store, open } = await threeRows();
    disk.plan = (operation, path) => {
      if (operation === 'sync' && path.endsWith('.tmp')) {
        const inode = disk.find(path) as { data: Buffer };
        inode.data = inode.data.subarray(0, -5);
      }
      return undefined;
    };
    await expect(store.save('s', document(20), 3)).rejects.toThrow('were read back with other content');
    expect(await rowsOf(open())).toBe(3);
  });
});

describe('a disk that answers with an error', () => {
  for (const code of ['EIO', 'EMFILE', 'ENOSPC', 'EROFS']) {
    it(`${code}, at whatever call of a write: nothing acknowledged is lost, and it goes on`, async () => {
      for (const kind of ['append', 'save'] as const) {
        for (let n = 1; n < 25; n++) {
          const { disk, store, open } = await threeRows();
          once(disk, operations, code, n);
          const done = kind === 'append' ? store.append('s', pushed(3), 3) : store.save('s', document(4), 3);
          const revision = await done.catch((error: unknown) => {
            expect(error).toBeInstanceOf(StoreError);
            return 3;
          });
          disk.plan = () => undefined;
          const left = await rowsOf(open());
          if (revision === 4) expect(left).toBe(4);
          else expect([3, 4]).toContain(left);
          expect(await store.save('s', document(7), revision)).toBe(revision + 1);
          await store.append('s', pushed(7), revision + 1);
          disk.powerCut();
          expect(await rowsOf(open())).toBe(8);
        }
      }
    });
  }

  it('when a journal is compacted: later writes go on in the next one, and a restart finds all', async () => {
    for (let n = 1; n < 40; n++) {
      const { disk, store, open } = await threeRows(60);
      let fails = false;
      let seen = 0;
      disk.plan = (_operation, path) => {
        // Only what compaction does: its document and the journals that it reads and removes.
        if (!fails || !/\.tmp$|s\.json$|s\.1\.journal$/.test(path)) return undefined;
        seen++;
        return seen === n ? 'EIO' : undefined;
      };
      fails = true;
      for (let x = 3; x < 8; x++) {
        const revision = await store.revision('s');
        await store.append('s', pushed(x), revision).catch(() => store.save('s', document(x + 1), revision));
      }
      await store.close();
      disk.plan = () => undefined;
      disk.powerCut();
      expect(await rowsOf(open())).toBe(8);
    }
  });

  it('reveals to the client neither paths on the server nor contents of files', async () => {
    const { disk, store, open } = await threeRows();
    disk.plan = (operation) => (operation === 'open' ? 'EMFILE' : undefined);
    const failed = (await open()
      .load('s')
      .catch((error: unknown) => error)) as Error;
    expect(failed).toBeInstanceOf(SessionFileUnreadableError);
    expect(failed.message).toMatch(/the disk answered EMFILE/);
    disk.plan = () => undefined;
    const inode = disk.find('/data/sessions/s.json') as { data: Buffer };
    inode.data = Buffer.from('{"secret": "hunter2"');
    const torn = (await store.load('s').catch((error: unknown) => error)) as Error;
    expect(torn.message).not.toMatch(/hunter2|\/data/);
    expect(torn.message).toMatch(/not valid JSON/);
  });

  it('reads a document that an editor has put a byte order mark before', async () => {
    const { disk, open } = await threeRows();
    const inode = disk.find('/data/sessions/s.json') as { data: Buffer };
    inode.data = Buffer.concat([Buffer.from('\ufeff'), inode.data]);
    expect(await rowsOf(open())).toBe(3);
  });
});

describe('journals', () => {
  it('that are missing in the middle are an error, not a state that never was', async () => {
    const { disk, open } = await threeRows();
    const line = disk.content('/data/sessions/s.1.journal') as Buffer;
    for (const generations of [[2], [1, 3]]) {
      disk.put('/data/sessions/s.1.journal', undefined);
      for (const generation of generations) {
        disk.put(`/data/sessions/s.${generation}.journal`, { data: line, synced: line, links: 0 });
      }
      await expect(open().load('s')).rejects.toThrow(/its journal [12] is missing/);
      for (const name of disk.names('/data/sessions').filter((name) => name.endsWith('.journal'))) {
        disk.put(`/data/sessions/${name}`, undefined);
      }
      disk.put('/data/sessions/s.1.journal', { data: line, synced: line, links: 0 });
    }
    expect(await rowsOf(open())).toBe(3);
  });

  it('that vanish under a running server are missed, and the next whole document heals the session', async () => {
    const { disk, store, open } = await threeRows();
    disk.put('/data/sessions/s.1.journal', undefined);
    await expect(store.load('s')).rejects.toThrow('its last journal, 1, is missing');
    await expect(store.append('s', pushed(3), 3)).rejects.toThrow(StoreError);
    await store.save('s', document(4), 3);
    expect(await rowsOf(open())).toBe(4);
  });

  it.each(['9007199254740993', '1e300', '-1', '1.5', '"7"', 'true'])(
    'of generation %s are refused, without counting for ever',
    async (generation) => {
      const { disk, open } = await threeRows();
      const data = Buffer.from(`{"rows": [], "_generation": ${generation}}`);
      disk.put('/data/sessions/s.json', { data, synced: data, links: 0 });
      await expect(open().load('s')).rejects.toThrow('_generation must be a whole number');
    },
  );

  it('are compacted once, also when the session was evicted and loaded meanwhile', async () => {
    for (let turns = 0; turns < 200; turns += 3) {
      const { disk, store, open } = await threeRows(60);
      await store.append('s', pushed(3), 3);
      for (let turn = 0; turn < turns; turn++) await null;
      // What the service does on eviction and the next request.
      expect(await rowsOf(store)).toBe(4);
      await store.append('s', pushed(4), 4);
      disk.powerCut();
      expect(await rowsOf(open())).toBe(5);
    }
  });
});

describe('what is not a file of the store', () => {
  let folder: string;
  let sessions: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'athanor-foreign-'));
    sessions = join(folder, 'sessions');
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  async function filled(): Promise<Store> {
    const store = fileStore(folder);
    await store.save('s', document(1), 0);
    return store;
  }

  const kinds: Record<string, (path: string) => void | Promise<() => void>> = {
    fifo: (path) => void execFileSync('mkfifo', [path]),
    folder: (path) => void mkdirSync(path),
    'symbolic link': (path) => {
      writeFileSync(join(folder, 'elsewhere'), '{"rows": []}');
      symlinkSync(join(folder, 'elsewhere'), path);
    },
    socket: async (path) => {
      const server = createServer();
      await new Promise<void>((resolve) => {
        server.listen(path, resolve);
      });
      return () => server.close();
    },
  };

  it.each(Object.keys(kinds))(
    'a %s in the place of a document is an error, and stops nobody',
    async (kind) => {
      const store = await filled();
      await store.close();
      const end = await kinds[kind]?.(join(sessions, 'odd.json'));
      const next = fileStore(folder);
      await expect(next.load('odd')).rejects.toThrow(SessionFileUnreadableError);
      expect((await next.list()).sort()).toEqual(['odd', 's']);
      expect(await rowsOf(next)).toBe(1);
      await next.append('s', pushed(1), 1);
      await next.close();
      end?.();
    },
  );

  it.each(Object.keys(kinds))(
    'a %s in the place of a journal is an error, and a save goes past it',
    async (kind) => {
      const store = await filled();
      const end = await kinds[kind]?.(join(sessions, 's.1.journal'));
      await expect(fileStore(folder).load('s')).rejects.toThrow(SessionFileUnreadableError);
      const revision = await store.append('s', pushed(1), 1).catch(() => store.save('s', document(2), 1));
      expect(revision).toBe(2);
      await store.close();
      expect(await rowsOf(fileStore(folder))).toBe(2);
      end?.();
    },
  );

  it('a folder that vanishes under a running server comes back with the next document', async () => {
    const service = await testApp(fileStore(folder), undefined, { DATA_DIR: folder });
    const path = await service.session({ name: 'kept' });
    rmSync(sessions, { recursive: true });
    const first = await service.call('POST', `${path}/variables`, {
      name: 'x',
      type: 'real',
      bounds: [0, 1],
    });
    expect(first.headers['x-service-saved']).toBe('true');
    await service.close();
    const again = await testApp(fileStore(folder));
    expect((await again.call('GET', `${path}/variables`)).body.variables).toHaveLength(1);
    await again.close();
  });

  it('a document that is removed, or put back from a copy, is written again as a whole', async () => {
    const service = await testApp(fileStore(folder));
    const path = await service.session({ name: 'kept' });
    const file = join(sessions, `${path.slice('/sessions/'.length)}.json`);
    const copy = readFileSync(file);
    for (const meddle of [
      () => rmSync(file),
      () => writeFileSync(file, copy.subarray(0, -9)),
      () => renameSync(file, `${file}.x`),
    ]) {
      await service.call('PATCH', `${path}/metadata`, { name: `n${Math.random()}` });
      meddle();
      const answer = await service.call('PATCH', `${path}/metadata`, { name: 'last' });
      expect(answer.headers['x-service-saved']).toBe('true');
      const again = await testApp(fileStore(folder));
      expect(
        (await again.call('GET', `${path}/metadata`)).body.name ?? (await again.call('GET', path)).body.name,
      ).toBe('last');
      await again.close();
      rmSync(file);
      expect((await service.call('POST', `${path}/save`)).status).toBe(200);
      expect(readdirSync(sessions)).toContain(file.slice(sessions.length + 1));
    }
    await service.close();
  });

  it('unfinished files of a crash are removed at the first look of who owns the folder', async () => {
    await (await filled()).close();
    const name = '.s.json.4711.abc123.tmp';
    writeFileSync(join(sessions, name), '{');
    // They may be those of another store.
    expect(await rowsOf(fileStore(folder))).toBe(1);
    expect(readdirSync(sessions)).toContain(name);
    const said: string[] = [];
    const owner = await claimFolder(folder);
    const store = fileStore(folder, { owner, log: (line) => said.push(line) });
    expect(await rowsOf(store)).toBe(1);
    expect(readdirSync(sessions)).toEqual(['s.json']);
    await store.close();
    expect(said).toEqual(['1 unfinished file(s) of an earlier run were removed']);
  });
});

describe('a deletion that the disk refuses half-way', () => {
  it('has happened for good, or not at all', async () => {
    for (let n = 1; n < 15; n++) {
      const { disk, store, open } = await threeRows();
      once(disk, operations, 'EIO', n);
      const outcome = await store.remove('s').catch((error: unknown) => error);
      disk.plan = () => undefined;
      disk.powerCut();
      expect(await rowsOf(open())).toBe(outcome === true ? undefined : 3);
      if (outcome !== true) expect((outcome as Error).message).toContain('it is kept');
    }
  });
});

describe('a deletion after which the disk refuses everything', () => {
  it('leaves a session that is written again once the disk takes it', async () => {
    const disk = new SimulatedDisk();
    const said: string[] = [];
    const service = await testApp(fileStore('/data', { disk: disk.view(), log: (line) => said.push(line) }));
    const path = await service.session({ name: 'kept' });
    let isRenamed = false;
    disk.plan = (operation) => {
      if (isRenamed) return 'EIO';
      isRenamed = operation === 'rename';
      return undefined;
    };
    expect((await service.call('DELETE', path)).status).toBe(500);
    disk.plan = () => undefined;
    expect(said.at(-1)).toContain('its file could not be put back');
    expect((await service.call('GET', path)).body.metadata.name).toBe('kept');
    await service.close();
    disk.powerCut();
    const again = await testApp(fileStore('/data', { disk: disk.view() }));
    expect((await again.call('GET', `${path}/export`)).body.metadata.name).toBe('kept');
    await again.close();
  });
});

describe('a session that could not be written', () => {
  it('is written when the server ends, without another change', async () => {
    const disk = new SimulatedDisk();
    const service = await testApp(fileStore('/data', { disk: disk.view() }));
    const path = await service.session({ name: 'before' });
    disk.plan = (operation) => (operation === 'write' ? 'ENOSPC' : undefined);
    const refused = await service.call('PATCH', `${path}/metadata`, { name: 'after' });
    expect([refused.status, refused.headers['x-service-saved']]).toEqual([200, 'false']);
    disk.plan = () => undefined;
    await service.close();
    disk.powerCut();
    const again = await testApp(fileStore('/data', { disk: disk.view() }));
    expect((await again.call('GET', `${path}/export`)).body.metadata.name).toBe('after');
    await again.close();
  });
});
