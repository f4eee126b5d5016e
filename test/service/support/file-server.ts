import { fileStore } from '../../../src/service/store/file.ts';
import { claimFolder } from '../../../src/service/store/owner.ts';
import type { DiskView } from './simulated-disk.ts';

/** The folder of the files. */
const dataDir = '/data';

/** The folder of a simulated disk, claimed by a server that neither waits for an earlier one nor writes that it lives. */
export const claim = (view: DiskView) =>
  claimFolder(dataDir, { disk: view, lock: view.lock, boot: 'one', beatEvery: 1e9, watchFor: 0 });

/** The claimed folder with its store. @param options of the store */
export async function openFiles(view: DiskView, options: { readonly smallJournal?: number } = {}) {
  const owner = await claim(view);
  return { owner, store: fileStore(dataDir, { disk: view, owner, ...options }) };
}
