import type { Document } from '../session/document.ts';
import type { Backup, BackupStore, Store } from './store.ts';

/** Keeps documents as text in memory: for tests and throw-away servers. */
export function memoryStore(): Store {
  const documents = new Map<string, string>();
  const load = async (id: string): Promise<unknown | undefined> => {
    const text = documents.get(id);
    return text === undefined ? undefined : JSON.parse(text);
  };
  return {
    load,
    peek: load,
    save: async (id, document) => {
      documents.set(id, JSON.stringify(document));
    },
    remove: async (id) => documents.delete(id),
    list: async () => [...documents.keys()],
    backups: memoryBackups(),
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
      copies.set(id, [...(copies.get(id) ?? []).slice(-1), { time, text: JSON.stringify(document) }]);
    },
    newest: async (id) => newest(id),
    list: async () =>
      [...copies.keys()]
        .map(newest)
        .filter((backup) => backup !== undefined)
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
