import { join } from 'node:path';
import type { Document } from '../session/format/document.ts';
import { readFully, removeFile, writeAtomically } from './atomic-write.ts';
import { copyTime } from './backup-time.ts';
import { type Disk, errorCode } from './disk.ts';
import { jsonChunks } from './json-chunks.ts';
import { parseInSlices } from './json-slices.ts';
import type { Backup, BackupStore } from './store.ts';

interface BackupFile {
  readonly id: string;
  readonly time: string;
  readonly name: string;
}

/** 2026-11-21T12:00:00.123Z ↔ 20261121_120000123 */
const stampOf = (time: string): string => time.replace(/[-:.Z]/g, '').replace('T', '_');

function timeOf(stamp: string): string {
  const d = stamp.replace('_', '');
  const ms = d.slice(14) || '000';
  return `${d.slice(0, 4)}-${d.slice(4, 6)}-${d.slice(6, 8)}T${d.slice(8, 10)}:${d.slice(10, 12)}:${d.slice(12, 14)}.${ms}Z`;
}

/** Copies in a folder, the newest first. */
async function copiesIn(folder: string, disk: Disk): Promise<BackupFile[]> {
  const found: BackupFile[] = [];
  for (const name of await disk.names(folder)) {
    const [, id, stamp] = /^([\w-]+)_recovery_(\d{8}_\d{6,9})\.json$/.exec(name) ?? [];
    if (id !== undefined && stamp !== undefined) found.push({ id, time: timeOf(stamp), name });
  }
  return found.sort((a, b) => (a.time < b.time ? 1 : -1));
}

/** The first of the copies that can be read. */
async function firstReadable(
  list: readonly BackupFile[],
  folder: string,
  disk: Disk,
): Promise<Backup | undefined> {
  for (const { id, time, name } of list) {
    try {
      const opened = await disk.open(join(folder, name), 'read');
      const content = await readFully(opened).finally(() => opened.close());
      return { id, time, document: await parseInSlices(content) };
    } catch {
      // An older one may be whole.
    }
  }
  return undefined;
}

/** Files `<id>_recovery_<YYYYMMDD_HHMMSSmmm>.json`, UTC: the export document with `_recovery_metadata`. */
export function fileBackups(folder: string, disk: Disk): BackupStore {
  const files = (): Promise<BackupFile[]> => copiesIn(folder, disk);
  const ofSession = async (id: string) => (await files()).filter((file) => file.id === id);
  const remove = async (list: readonly BackupFile[]): Promise<number> => {
    for (const { name } of list) await removeFile(join(folder, name), disk);
    return list.length;
  };
  const newest = (list: readonly BackupFile[]) => firstReadable(list, folder, disk);
  return {
    put: async (id: string, now: string, document: Document) => {
      const before = await ofSession(id);
      const time = copyTime(now, before[0]?.time);
      const whole = {
        ...document,
        _recovery_metadata: { session_id: id, backup_time: time, session_name: document.metadata.name },
      };
      await disk.makeFolder(folder);
      const path = join(folder, `${id}_recovery_${stampOf(time)}.json`);
      await writeAtomically(path, jsonChunks(whole), { disk });
      // Only now: a failed copy must not remove an older one.
      await remove(before.slice(1));
    },
    newest: async (id) => newest(await ofSession(id)),
    list: async () => {
      const newestFirst = await files();
      const seen = new Set<string>();
      return newestFirst.flatMap(({ id, time }) => (seen.size === seen.add(id).size ? [] : [{ id, time }]));
    },
    remove: async (id) => remove(await ofSession(id)),
    rename: async (from, to) => {
      for (const { name } of await ofSession(from)) {
        const path = join(folder, `${to}${name.slice(from.length)}`);
        await disk.rename(join(folder, name), path).catch((error: unknown) => {
          // Somebody else was handed it, or it was removed.
          if (errorCode(error) !== 'ENOENT') throw error;
        });
      }
    },
    removeOlder: async (time) => remove((await files()).filter((file) => file.time < time)),
  };
}
