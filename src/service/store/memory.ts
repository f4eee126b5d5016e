import { runSlices } from '../../engine/slices.ts';
import { RevisionConflictError, StoreError } from '../errors.ts';
import { applySteps } from '../session/document/document-patch.ts';
import type { Document } from '../session/format/document.ts';
import { copyTime } from './backup-time.ts';
import { memoryRecords } from './records.ts';
import type { Backup, BackupStore, Store, Write } from './store.ts';
import { memoryUploads } from './uploads.ts';

interface Kept {
  readonly text: string;
  readonly revision: number;
}

/**
 * Keeps documents as text in memory: for tests and throw-away servers.
 *
 * @param shared takes the place of a database that several servers write to
 */
export function memoryStore(shared = false): Store {
  const kept = new Map<string, Kept>();
  const revisionOf = (id: string): number => kept.get(id)?.revision ?? 0;
  const after = (write: Write): Kept => {
    const { id, expected } = write;
    const before = kept.get(id);
    if (revisionOf(id) !== expected) throw new RevisionConflictError(id, expected, revisionOf(id));
    if (write.kind === 'save') return { text: JSON.stringify(write.document), revision: expected + 1 };
    if (before === undefined) throw new StoreError(`session '${id}': there is nothing to append to`);
    const document = JSON.parse(before.text) as Record<string, unknown>;
    // Text, not values: the stored copy must share nothing with the writer's state.
    runSlices(applySteps(document, JSON.parse(JSON.stringify(write.steps))));
    return { text: JSON.stringify(document), revision: expected + 1 };
  };
  const transaction = async (writes: readonly Write[]): Promise<readonly number[]> => {
    const before = new Map(kept);
    try {
      for (const write of writes) kept.set(write.id, after(write));
    } catch (error) {
      kept.clear();
      for (const [id, one] of before) kept.set(id, one);
      throw error;
    }
    return writes.map(({ expected }) => expected + 1);
  };
  const one = async (write: Write): Promise<number> => {
    const next = after(write);
    kept.set(write.id, next);
    return next.revision;
  };
  return {
    shared,
    now: () => new Date(),
    load: async (id) => {
      const found = kept.get(id);
      return found && { document: JSON.parse(found.text), revision: found.revision };
    },
    revision: async (id) => revisionOf(id),
    save: (id, document, expected) => one({ kind: 'save', id, document, expected }),
    append: (id, steps, expected) => one({ kind: 'append', id, steps, expected }),
    transaction,
    remove: async (id) => kept.delete(id),
    list: async () => [...kept.keys()],
    backups: memoryBackups(),
    uploads: memoryUploads(),
    records: memoryRecords(),
    check: async () => {},
    close: async () => {},
  };
}

interface Copy {
  readonly time: string;
  readonly text: string;
}

function memoryBackups(): BackupStore {
  const copies = new Map<string, Copy[]>();
  const newest = (id: string): Backup | undefined => {
    const copy = copies.get(id)?.at(-1);
    return copy && { id, time: copy.time, document: JSON.parse(copy.text) };
  };
  return {
    put: async (id: string, time: string, document: Document) => {
      const before = (copies.get(id) ?? []).slice(-1);
      const copy = { time: copyTime(time, before[0]?.time), text: JSON.stringify(document) };
      copies.set(id, [...before, copy]);
    },
    newest: async (id) => newest(id),
    list: async () =>
      [...copies]
        .map(([id, list]) => ({ id, time: list.at(-1)?.time ?? '' }))
        .sort((a, b) => (a.time < b.time ? 1 : -1)),
    remove: async (id) => {
      const count = copies.get(id)?.length ?? 0;
      copies.delete(id);
      return count;
    },
    rename: async (from, to) => {
      const moved = copies.get(from);
      if (moved === undefined) return;
      copies.delete(from);
      copies.set(to, moved);
    },
    removeOlder: async (time) => {
      let removed = 0;
      for (const [id, list] of copies) {
        const kept = list.filter((copy) => copy.time >= time);
        removed += list.length - kept.length;
        if (kept.length > 0) copies.set(id, kept);
        else copies.delete(id);
      }
      return removed;
    },
  };
}
