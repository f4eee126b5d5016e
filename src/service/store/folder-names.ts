import { join } from 'node:path';
import { isTemporary, removeFile } from './atomic-write.ts';
import type { Disk } from './disk.ts';
import { Slices } from './slices.ts';

/** Past this, numbers of generations are no longer exact; no store gets there by counting. */
export const lastGeneration = 2 ** 48;

/** The file of a data folder whose lock its owner holds. */
export const lockName = 'owner.lock';

/** The folder within a data folder that a restore fills first. */
export const restoringName = '.restoring';

const documentName = /^([\w-]+)\.json$/;
const journalName = /^([\w-]+)\.(\d{1,15})\.journal$/;

/** Which sessions a folder holds, and their journals. */
export interface FolderNames {
  readonly ids: Set<string>;
  /** Generations of the journals of a session, in no order. */
  readonly journals: Map<string, Set<number>>;
  /** Files being written, or left unfinished by a process that died. */
  readonly temporary: readonly string[];
}

/** The document of a session. */
export const documentPath = (folder: string, id: string): string => join(folder, `${id}.json`);

/** A journal of a session: what changed after the document of that generation. */
export const journalPath = (folder: string, id: string, generation: number): string =>
  join(folder, `${id}.${generation}.journal`);

/** One pass over the folder. */
export async function readNames(disk: Disk, folder: string): Promise<FolderNames> {
  const temporary: string[] = [];
  const found: FolderNames = { ids: new Set(), journals: new Map(), temporary };
  const slices = new Slices();
  for (const [i, name] of (await disk.names(folder)).entries()) {
    if (i % 1000 === 0) await slices.pause();
    if (isTemporary(name)) temporary.push(name);
    const document = documentName.exec(name)?.[1];
    if (document !== undefined) found.ids.add(document);
    const [, id, digits] = journalName.exec(name) ?? [];
    if (id === undefined) continue;
    const generation = Number(digits);
    if (generation <= lastGeneration) noteJournal(found, id, generation);
  }
  return found;
}

/** Takes a journal into the names that are known. */
export function noteJournal({ journals }: FolderNames, id: string, generation: number): void {
  const known = journals.get(id);
  if (known === undefined) journals.set(id, new Set([generation]));
  else known.add(generation);
}

/** Removes what writes left behind whose process died; only the owner of the folder may. */
export async function removeTemporary(
  disk: Disk,
  folder: string,
  { temporary }: Pick<FolderNames, 'temporary'>,
): Promise<number> {
  let removed = 0;
  for (const name of temporary) {
    // A file that cannot be removed stays; it does no harm.
    if (await removeFile(join(folder, name), disk).catch(() => false)) removed++;
  }
  return removed;
}

/** Of a data folder; the folder of the sessions, which may hold very many, is scanned when it is first used. */
const smallFolders = ['.', 'records', 'uploads', 'recovery'];

/**
 * Removes unfinished files of accounts, settings, records, uploads and recovery copies; only the owner of the folder may. An earlier
 * owner that only sleeps cannot give them their names then.
 */
export async function removeUnfinished(disk: Disk, dataDir: string): Promise<number> {
  let removed = 0;
  for (const name of smallFolders) {
    const folder = join(dataDir, name);
    // One that cannot be listed is reported by whoever uses it.
    const names = await disk.names(folder).catch(() => []);
    removed += await removeTemporary(disk, folder, { temporary: names.filter(isTemporary) });
  }
  return removed;
}
