import { expect, it } from 'vitest';
import type { Document } from '../../../src/service/session/format/document.ts';
import { openFiles } from '../support/file-server.ts';
import { SimulatedDisk } from '../support/simulated-disk.ts';

const rows = (...x: readonly string[]): Document =>
  ({ rows: x.map((one) => ({ x: one })) }) as unknown as Document;

/** Longer than the document, so that the journal is compacted after it. */
const pushed = (x: string) => [['push', ['rows'], [{ x, more: '.'.repeat(200) }]]] as const;

async function serverOn(disk: SimulatedDisk) {
  const view = disk.view();
  const { store } = await openFiles(view, { smallJournal: 0 });
  return { view, store };
}

type Server = Awaited<ReturnType<typeof serverOn>>;

const rowsOf = async ({ store }: Server): Promise<readonly string[] | undefined> =>
  ((await store.load('s'))?.document as { rows: { x: string }[] } | undefined)?.rows.map(({ x }) => x);

/** A server with rows in the session that falls asleep past its look at the owner, before it touches the next journal. */
async function asleep(disk: SimulatedDisk): Promise<{ server: Server; late: Promise<unknown> }> {
  const server = await serverOn(disk);
  let revision = await server.store.save('s', rows('a'), 0);
  revision = await server.store.append('s', pushed('b'), revision);
  disk.plan = (operation, path) => {
    if (operation === 'unlink' && path.endsWith('.journal')) server.view.sleep();
    return undefined;
  };
  const late = server.store.append('s', pushed('late'), revision).catch(() => {});
  while (!server.view.isAsleep) await new Promise((resolve) => setImmediate(resolve));
  disk.plan = () => undefined;
  disk.forgetLocks();
  return { server, late };
}

it('a late call of an earlier owner meets no file of a session that was deleted and created again', async () => {
  const disk = new SimulatedDisk();
  const { server, late } = await asleep(disk);
  const next = await serverOn(disk);
  await next.store.remove('s');
  await next.store.save('s', rows('new'), 0);
  await next.store.append('s', pushed('newer'), 1);
  server.view.wake();
  await late;
  await next.store.close();
  expect(disk.names('/data/sessions').filter((name) => name.endsWith('.journal')).length).toBeGreaterThan(0);
  expect(await rowsOf(await serverOn(disk))).toEqual(['new', 'newer']);
});

it('a late call does no harm either after an owner in between that gave the folder back', async () => {
  const disk = new SimulatedDisk();
  const { server, late } = await asleep(disk);
  await (await serverOn(disk)).store.close();
  const third = await serverOn(disk);
  const found = await third.store.load('s');
  await third.store.append('s', pushed('kept'), found?.revision ?? 0);
  server.view.wake();
  await late;
  await third.store.close();
  expect(await rowsOf(await serverOn(disk))).toEqual(['a', 'b', 'kept']);
});
