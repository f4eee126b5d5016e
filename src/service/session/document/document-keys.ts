/** Records of more keys than these are worth a list. */
const many = 1000;

const lists = new WeakMap<object, readonly string[]>();

/**
 * The own keys of a record. V8 lists all of them whenever a loop begins, which takes 17 ms for 100,000, so large records that
 * are not changed any more keep the list that `keepKeys` was given.
 */
export const keysOf = (record: object): readonly string[] => lists.get(record) ?? Object.keys(record);

/** The keys of a large record that are kept; undefined where none are. */
export const keptKeys = (record: object): readonly string[] | undefined => lists.get(record);

/** Keeps the keys of a large record, each once. From here on it must not gain or lose any. */
export function keepKeys(record: object, keys: readonly string[]): void {
  if (keys.length > many) lists.set(record, keys);
}

const read = new WeakMap<object, readonly string[]>();

/** Notes the keys of a large record while it is read. It may still change: `keysChanged` says so. */
export function noteKeys(record: object, keys: readonly string[]): void {
  if (keys.length > many) read.set(record, keys);
}

/** To be called when a record that was read gains or loses a key. */
export function keysChanged(record: object): void {
  read.delete(record);
}

/** Keeps the keys of a record that was read and is complete. */
export const keepRead = (record: object): void => keepKeys(record, read.get(record) ?? keysOf(record));
