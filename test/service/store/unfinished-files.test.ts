import { expect, it } from 'vitest';
import { openAccountFile } from '../../../src/service/auth/account-file.ts';
import { addPerson } from '../../../src/service/auth/people.ts';
import type { Document } from '../../../src/service/session/format/document.ts';
import type { Store } from '../../../src/service/store/store.ts';
import { openFiles } from '../support/file-server.ts';
import { type DiskView, SimulatedDisk } from '../support/simulated-disk.ts';

const document = { metadata: { name: 'n' } } as unknown as Document;
const now = '2026-01-01T00:00:00.000Z';

const serverOn = async (view: DiskView): Promise<Store> => (await openFiles(view)).store;

async function addNamed(store: Store, name: string): Promise<void> {
  const accounts = await openAccountFile(store.folder!);
  await accounts.change((book) => addPerson(book, { name, role: 'member' }, now));
  await accounts.close();
}

const writes: readonly [string, string, (store: Store) => Promise<unknown>][] = [
  ['a record', '/data/records', (store) => store.records.put('kind', 'key', 1)],
  ['an upload', '/data/uploads', (store) => store.uploads.put('import-1', Buffer.from('x'))],
  ['a recovery copy', '/data/recovery', (store) => store.backups.put('s', now, document)],
  ['accounts', '/data', (store) => addNamed(store, 'Ann')],
];

/** @returns files that the write left unfinished, killed at its nth call, and those after the next start; undefined: it ended before */
async function leftByKill(folder: string, write: (store: Store) => Promise<unknown>, n: number) {
  const disk = new SimulatedDisk(n);
  const view = disk.view();
  const store = await serverOn(view);
  let seen = 0;
  disk.plan = () => {
    if (++seen === n) view.kill();
    return undefined;
  };
  const isKilled = new Promise<true>((resolve) => {
    const look = () => (view.dead ? resolve(true) : setImmediate(look));
    look();
  });
  if ((await Promise.race([write(store), isKilled])) !== true) {
    view.kill();
    return undefined;
  }
  const unfinished = () => disk.names(folder).filter((name) => name.endsWith('.tmp'));
  const before = unfinished();
  disk.plan = () => undefined;
  disk.forgetLocks();
  const next = disk.view();
  await serverOn(next);
  const after = unfinished();
  next.kill();
  return { before, after };
}

it.each(writes)('what a kill leaves of %s is gone after the next start', async (_what, folder, write) => {
  let cut = 0;
  for (let n = 1; ; n++) {
    const left = await leftByKill(folder, write, n);
    if (left === undefined) break;
    cut += left.before.length;
    expect(left.after).toEqual([]);
  }
  expect(cut).toBeGreaterThan(2);
});

it('a server that was stopped before it names its accounts does not replace those of the next one', async () => {
  const disk = new SimulatedDisk();
  const view = disk.view();
  const store = await serverOn(view);
  let isReadBack = false;
  disk.plan = (operation) => {
    if (operation === 'read') isReadBack = true;
    // Its last look at the owner, right before the rename.
    if (operation === 'stat' && isReadBack) view.sleep();
    return undefined;
  };
  const late = addNamed(store, 'Late').catch((error: Error) => error);
  while (!view.isAsleep) await new Promise((resolve) => setImmediate(resolve));
  disk.plan = () => undefined;
  disk.forgetLocks();
  const next = await serverOn(disk.view());
  await addNamed(next, 'Bob');
  view.wake();
  expect(String(await late)).toContain('could not be written');
  const { people } = await (await openAccountFile(next.folder!)).read();
  expect(people.map(({ name }) => name)).toEqual(['Bob']);
});
