import { describe, expect, it } from 'vitest';
import { toDocument } from '../../../src/service/session/format/document.ts';
import { emptyState } from '../../../src/service/session/state.ts';
import { fileStore } from '../../../src/service/store/file.ts';
import { claim, openFiles } from '../support/file-server.ts';
import { SimulatedDisk } from '../support/simulated-disk.ts';
import { until } from '../support/until.ts';

const document = toDocument(emptyState('s', '2026-01-01T00:00:00.000Z'));

const rename = [['set', ['metadata', 'name'], 'changed']] as const;

/** A folder with a session, left by a server that was killed or that ended. */
async function left(disk: SimulatedDisk, how: 'killed' | 'ended') {
  const view = disk.view();
  const { owner, store } = await openFiles(view);
  await store.save('s', document, 0);
  if (how === 'ended') await store.close();
  else {
    view.kill();
    void owner.release();
  }
}

const ownerNotes = (disk: SimulatedDisk) => disk.names('/data').filter((name) => name.startsWith('owner-'));

describe('a server that starts on a full disk', () => {
  it.each(['killed', 'ended'] as const)(
    'reads what the last one left, which was %s, and writes again once there is space',
    async (how) => {
      const disk = new SimulatedDisk();
      await left(disk, how);
      disk.room = 0;
      const { owner, store } = await openFiles(disk.view());
      expect(owner.epoch).toBe(2);
      expect(await store.load('s')).toMatchObject({ revision: 1, document: { metadata: document.metadata } });
      await expect(store.append('s', [...rename], 1)).rejects.toThrow('ENOSPC');
      await expect(store.save('t', document, 0)).rejects.toThrow('ENOSPC');
      disk.room = 1e9;
      await store.save('s', { ...document, metadata: { ...document.metadata, name: 'changed' } }, 1);
      await store.close();
      disk.powerCut();
      const next = await openFiles(disk.view());
      expect(next.owner.epoch).toBe(3);
      expect(await next.store.load('s')).toMatchObject({
        revision: 2,
        document: { metadata: { name: 'changed' } },
      });
      await next.store.close();
    },
  );

  it('makes room by a deletion', async () => {
    const disk = new SimulatedDisk();
    await left(disk, 'killed');
    const first = await openFiles(disk.view());
    await first.store.save(
      'large',
      { ...document, metadata: { ...document.metadata, name: 'n'.repeat(1e4) } },
      0,
    );
    await first.store.close();
    disk.room = 0;
    const { store } = await openFiles(disk.view());
    expect(await store.remove('large')).toBe(true);
    await store.save('t', document, 0);
    await store.close();
  });

  it('may be killed at any call of its start: the next one starts', async () => {
    for (let last = 0; ; last++) {
      const disk = new SimulatedDisk(last);
      await left(disk, 'killed');
      disk.room = 0;
      const view = disk.view();
      let calls = 0;
      disk.plan = () => {
        if (calls++ === last) view.kill();
        return undefined;
      };
      let isOpen = false;
      void claim(view).then((owner) => {
        isOpen = true;
        void owner.release();
      });
      await until(() => isOpen || view.dead);
      disk.plan = () => undefined;
      if (isOpen) {
        expect(last).toBeGreaterThan(8);
        return;
      }
      const { store } = await openFiles(disk.view());
      expect((await store.load('s'))?.revision).toBe(1);
      expect(ownerNotes(disk)).toHaveLength(1);
      await store.close();
    }
  });

  it('ends the right to write of the last one, should it only be suspended', async () => {
    const disk = new SimulatedDisk();
    const first = await openFiles(disk.view());
    await first.store.save('s', document, 0);
    disk.forgetLocks();
    disk.room = 0;
    const second = await openFiles(disk.view());
    disk.room = 1e9;
    await expect(first.store.append('s', [...rename], 1)).rejects.toThrow('lost its data folder');
    await second.store.append('s', [...rename], 1);
    await first.owner.release();
    await second.store.close();
  });

  it('keeps what fits beside a document that does not, and is given up', async () => {
    const disk = new SimulatedDisk();
    const open = () => fileStore('/data', { disk: disk.view(), smallJournal: 0 });
    const store = open();
    await store.save('s', document, 0);
    await store.save('t', document, 0);
    const long = [['set', ['metadata', 'name'], 'n'.repeat(5000)]] as const;
    disk.room = 8000;
    disk.slow = { unlink: 1e5 };
    const filled = Promise.withResolvers<void>();
    disk.plan = (operation) => {
      if (operation === 'write' && disk.room === 0) filled.resolve();
      return undefined;
    };
    // Its journal is longer than its document now, and both together do not fit.
    await store.append('s', [...long], 1);
    await filled.promise;
    await Promise.all([store.append('s', [...rename], 2), store.append('t', [...rename], 1)]);
    expect(disk.room).toBeGreaterThan(1000);
    disk.powerCut();
    const next = open();
    for (const [id, revision] of [
      ['s', 3],
      ['t', 2],
    ] as const)
      expect(await next.load(id)).toMatchObject({ revision, document: { metadata: { name: 'changed' } } });
  });

  it('refuses a folder that no server had before', async () => {
    const disk = new SimulatedDisk();
    disk.room = 0;
    await expect(claim(disk.view())).rejects.toThrow('ENOSPC');
  });
});
