import { describe, expect, it } from 'vitest';
import type { Document } from '../../../src/service/session/format/document.ts';
import { Sessions } from '../../../src/service/sessions.ts';
import { fileStore } from '../../../src/service/store/file.ts';
import type { Store, Stored } from '../../../src/service/store/store.ts';
import { inlinePool } from '../support/app.ts';
import { SimulatedDisk } from '../support/simulated-disk.ts';
import { addRows } from '../support/states.ts';

const silent = { info: () => {}, warn: () => {} };
const folder = '/data/sessions';

/** A session of three rows, the last two in a journal, about to get 1,500 more at once. */
async function threeRows() {
  const disk = new SimulatedDisk();
  disk.makeFolder(folder);
  const view = disk.view();
  const written: string[] = [];
  const store = fileStore('/data', { disk: view });
  const watched: Store = {
    ...store,
    save: (...args) => store.save(...args).finally(() => written.push('whole')),
    append: (...args) => store.append(...args).finally(() => written.push('steps')),
  };
  const sessions = new Sessions(watched, inlinePool, silent);
  const { session_id: id } = await sessions.creation.create((state) => ({ state, answer: null }), null);
  for (const count of [1, 2]) await sessions.edit(id, addRows, count);
  const grow = () => sessions.edit(id, addRows, 1500);
  return { disk, view, id, sessions, written, grow };
}

async function rowsOn(disk: SimulatedDisk, id: string): Promise<number> {
  const stored = (await fileStore('/data', { disk: disk.view() }).load(id)) as Stored;
  return (stored.document as Document).experiments.data.length;
}

async function rowsAfterPowerCut(disk: SimulatedDisk, id: string): Promise<number> {
  disk.plan = () => undefined;
  disk.powerCut();
  return rowsOn(disk, id);
}

describe('a change that is written as the document', () => {
  it('is there as a whole or not at all after a crash at any call, between document and journal too', async () => {
    let beside = 0;
    const found = new Set<number>();
    for (let n = 1, reached = true; reached; n++) {
      const { disk, view, id, written, grow } = await threeRows();
      let seen = 0;
      const stopped = new Promise<void>((resolve) => {
        disk.plan = () => {
          seen++;
          if (seen !== n) return undefined;
          view.kill();
          resolve();
          // The call itself may have been carried out, or not.
          return n % 2 === 0 ? 'EIO' : undefined;
        };
      });
      await Promise.race([grow(), stopped]);
      reached = seen >= n;
      const names = disk.names(folder);
      const { _generation: generation } = JSON.parse(String(disk.content(`${folder}/${id}.json`)));
      if (generation > 1 && names.includes(`${id}.1.journal`)) beside++;
      const isAcknowledged = written.at(-1) === 'whole' && written.length === 4;
      const rows = await rowsAfterPowerCut(disk, id);
      expect(isAcknowledged ? [1503] : [3, 1503]).toContain(rows);
      found.add(rows);
    }
    expect([...found].sort()).toEqual([1503, 3]);
    expect(beside).toBeGreaterThan(0);
  });

  it.each(['ENOSPC', 'EIO'])(
    '%s at any call: the old document stays or the new one, and the next change writes all',
    async (code) => {
      let failed = 0;
      for (let n = 1, reached = true; reached; n++) {
        const { disk, id, sessions, grow } = await threeRows();
        let seen = 0;
        disk.plan = () => (++seen === n ? code : undefined);
        await grow();
        reached = seen >= n;
        disk.plan = () => undefined;
        const isSaved = !sessions.hasUnsavedChanges(id);
        if (!isSaved) failed++;
        expect(isSaved ? [1503] : [3, 1503]).toContain(await rowsOn(disk, id));
        await sessions.edit(id, addRows, 1);
        expect(sessions.hasUnsavedChanges(id)).toBe(false);
        expect(await rowsAfterPowerCut(disk, id)).toBe(1504);
        expect(disk.names(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
      }
      expect(failed).toBeGreaterThan(5);
    },
  );
});
