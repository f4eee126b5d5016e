import { errorCode, exposure, isFull } from './disk.ts';
import { fileStore } from './file.ts';
import { claimFolder } from './owner.ts';
import type { Store } from './store.ts';

/**
 * The sessions of a data folder, for this process alone until the store is closed.
 *
 * @throws Error worded for the operator: another server has the folder, or it cannot be written
 */
export async function openFolder(dataDir: string, say: (line: string) => void): Promise<Store> {
  try {
    const owner = await claimFolder(dataDir, { say });
    const exposed = await exposure(dataDir);
    if (exposed !== undefined) say(`start-up: DATA_DIR ${exposed}`);
    return fileStore(dataDir, { log: say, owner });
  } catch (cause) {
    const reason = errorCode(cause);
    if (reason === undefined) throw cause;
    const wayOut = isFull(cause)
      ? 'free some space on its disk'
      : 'set DATA_DIR to a folder that you can write';
    throw new Error(`start-up: DATA_DIR '${dataDir}' cannot be written (${reason}); ${wayOut}`, { cause });
  }
}
