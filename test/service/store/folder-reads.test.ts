import { expect, it } from 'vitest';
import type { Document } from '../../../src/service/session/format/document.ts';
import { fileStore } from '../../../src/service/store/file.ts';
import { SimulatedDisk } from '../support/simulated-disk.ts';

const count = 40;
const idOf = (i: number) => `session-${String(i).padStart(3, '0')}`;

it('a load opens the files of its session, and reads the folder no more than once for all sessions', async () => {
  const disk = new SimulatedDisk();
  disk.makeFolder('/data/sessions');
  const writer = fileStore('/data', { disk: disk.view() });
  for (let i = 0; i < count; i++) {
    await writer.save(idOf(i), { rows: [{ x: i }] } as unknown as Document, 0);
    await writer.append(idOf(i), [['push', ['rows'], [{ x: i + 1 }]]], 1);
  }
  await writer.close();

  const calls: { readonly operation: string; readonly path: string }[] = [];
  disk.plan = (operation, path) => {
    calls.push({ operation, path });
    return undefined;
  };
  const store = fileStore('/data', { disk: disk.view() });
  await store.load(idOf(0));
  const foldersAtFirst = calls.filter(({ operation }) => operation === 'names').length;
  calls.length = 0;
  for (let i = 1; i < count; i++) {
    const before = calls.length;
    const loaded = await store.load(idOf(i));
    expect(loaded?.document).toMatchObject({ rows: [{ x: i }, { x: i + 1 }] });
    const opened = calls.slice(before).filter(({ operation }) => operation === 'open');
    expect(opened.length).toBeGreaterThan(0);
    expect(opened.filter(({ path }) => !path.includes(idOf(i)))).toEqual([]);
    // The document, its journal, and one look for a later one.
    expect(calls.length - before).toBeLessThan(20);
  }
  expect(calls.filter(({ operation }) => operation === 'names')).toEqual([]);
  expect(foldersAtFirst).toBeLessThan(5);
  await store.close();
});
