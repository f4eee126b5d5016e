import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keepingCopies, rewriteSessions } from '../../src/cli/commands/migrate.ts';
import type { LocalService } from '../../src/cli/local-service.ts';
import type { Document } from '../../src/service/session/format/document.ts';
import { currentFormat, storedFormat } from '../../src/service/session/format/migrations.ts';
import { Sessions } from '../../src/service/sessions.ts';
import { memoryStore } from '../../src/service/store/memory.ts';
import { transfer } from '../../src/service/store/transfer.ts';
import { inlinePool } from '../service/support/app.ts';
import { openFiles } from '../service/support/file-server.ts';
import { type DiskView, SimulatedDisk } from '../service/support/simulated-disk.ts';

const sample = join(import.meta.dirname, '../data/release-0.4.0/bo-default.json');
/** Of release 0.4.0, without a model that would be trained at each load. */
const { model_config: _, ...old } = JSON.parse(readFileSync(sample, 'utf8'));
const ids = ['a', 'b', 'c'];
const time = '2026-01-01T00:00:00.000Z';

const open = async (view: DiskView) => (await openFiles(view)).store;

type OpenStore = Awaited<ReturnType<typeof open>>;

/** What `athanor migrate` does with a data folder, the HTTP layer left out. */
async function migrate(store: OpenStore) {
  const sessions = new Sessions(keepingCopies(store), inlinePool, { info: () => {}, warn: () => {} });
  const request = async (method: string, path: string): Promise<unknown> => {
    if (method === 'GET') return { items: ids.map((session_id) => ({ session_id })), total: ids.length };
    return sessions.saveNow(path.split('/')[2] as string);
  };
  const answer = await rewriteSessions({ request } as unknown as LocalService);
  await sessions.close();
  await store.close();
  return answer;
}

/** A folder of release 0.4.0, with a copy for recovery. */
async function oldFolder(seed: number) {
  const disk = new SimulatedDisk(seed);
  const store = await open(disk.view());
  for (const id of ids) await store.save(id, old as Document, 0);
  await store.backups.put('b', time, old as Document);
  await store.close();
  disk.powerCut();
  return disk;
}

async function stateOf(store: OpenStore) {
  const formats = new Set<number>();
  const rows: unknown[] = [];
  for (const id of await store.list()) {
    const document = (await store.load(id))?.document as typeof old;
    formats.add(storedFormat(document));
    rows.push(document.experiments.data.map(({ x, y, Output }: Record<string, number>) => [x, y, Output]));
  }
  return { formats: [...formats].sort(), rows, copy: (await store.backups.newest('b'))?.time };
}

const rows = ids.map(() =>
  old.experiments.data.map(({ x, y, Output }: Record<string, number>) => [x, y, Output]),
);
const migrated = { formats: [currentFormat], rows, copy: time };

/** Runs the work with a fault at each of its calls in turn, until there is none left. */
async function atEachCall(work: (last: number, reached: () => boolean) => Promise<void>): Promise<void> {
  for (let last = 0, isOver = false; !isOver; last++) {
    await work(last, () => {
      isOver = true;
      return true;
    });
    if (last > 2000) throw new Error('no end');
  }
}

/** Runs the work until its call number `last`, where its process is killed and the power is cut; it has ended where it makes fewer calls. */
async function killedAt(
  disk: SimulatedDisk,
  last: number,
  work: (store: OpenStore) => Promise<unknown>,
  ended: () => boolean,
): Promise<void> {
  const view = disk.view();
  let calls = 0;
  const killed = new Promise<void>((resolve) => {
    disk.plan = () => {
      if (calls++ !== last) return undefined;
      view.kill();
      resolve();
      return 'EIO';
    };
  });
  await Promise.race([killed, open(view).then(work).then(ended)]);
  disk.plan = () => undefined;
  disk.powerCut();
  disk.forgetLocks();
}

describe('athanor migrate on a data folder', () => {
  it('may be killed at any call, by a power cut too: every session is whole, and the next run ends the work', async () => {
    await atEachCall(async (last, ended) => {
      const disk = await oldFolder(last);
      await killedAt(disk, last, migrate, ended);
      const between = await stateOf(await open(disk.view()));
      expect(between).toMatchObject({ rows, copy: time });
      disk.forgetLocks();
      expect(await migrate(await open(disk.view()))).toEqual({ migrated: ids, failed: new Map() });
      expect(await stateOf(await open(disk.view()))).toEqual(migrated);
    });
  });

  it.each(['ENOSPC', 'EIO'])(
    'names what %s at any call kept from being written, and loses nothing',
    async (code) => {
      let named = 0;
      await atEachCall(async (last, ended) => {
        const disk = await oldFolder(last);
        const store = await open(disk.view());
        let calls = 0;
        disk.plan = () => (calls++ >= last ? code : undefined);
        const { failed } = await migrate(store).catch(() => ({ failed: new Map<string, string>() }));
        if (calls <= last) ended();
        for (const reason of failed.values()) if (reason.includes(code)) named++;
        disk.plan = () => undefined;
        disk.forgetLocks();
        expect(await stateOf(await open(disk.view()))).toMatchObject({ rows, copy: time });
        disk.forgetLocks();
        expect(await migrate(await open(disk.view()))).toEqual({ migrated: ids, failed: new Map() });
      });
      expect(named).toBeGreaterThan(10);
    },
  );
});

describe('athanor migrate --to files', () => {
  it('may be killed at any call, by a power cut too, and be begun again', async () => {
    const source = memoryStore();
    for (const id of ids) await source.save(id, old as Document, 0);
    await source.backups.put('b', time, old as Document);
    await source.records.put('setting', 'a', { deep: [1, null] });
    const expires = new Date(Date.now() + 3_600_000);
    await source.records.put('deleted-session', 'd', null, { expires });
    await atEachCall(async (last, ended) => {
      const disk = new SimulatedDisk(last);
      await killedAt(disk, last, (store) => transfer(source, store), ended);
      const store = await open(disk.view());
      expect(await transfer(source, store)).toMatchObject({ problems: [], records: 2, backups: 1 });
      expect(await store.records.list('deleted-session')).toMatchObject([{ key: 'd', expires }]);
      expect((await stateOf(store)).rows).toEqual(rows);
      expect((await store.backups.newest('b'))?.time).toBe(time);
      expect((await store.records.get('setting', 'a'))?.value).toEqual({ deep: [1, null] });
    });
  });
});
