/** Bytes that the least array counts for, so that their number stays bounded. */
const LEAST = 512;

/** Arrays that nobody uses, for the next who asks for the same length. */
export interface ArrayShelf {
  /** [length] with the numbers of its last use, or zeros. */
  take(length: number): Float64Array;
  /** Takes it back; the caller must not use it afterwards. */
  put(values: Float64Array): void;
}

/**
 * Keeps at most so many bytes. Beyond that, lengths are dropped, the one requested longest ago first.
 *
 * Why: memory outside of the heap counts towards the garbage collector's limits. Five folds of 500 rows allocated enough for a full
 * collection per training, which took as long as the fit.
 */
export function createArrayShelf(most: number): ArrayShelf {
  /** By length, in the order of last use. */
  const shelves = new Map<number, Float64Array[]>();
  let bytes = 0;
  const sizeOf = (length: number): number => Math.max(8 * length, LEAST);
  return {
    take(length) {
      const values = shelves.get(length)?.pop();
      if (values === undefined) return new Float64Array(length);
      bytes -= sizeOf(length);
      return values;
    },
    put(values) {
      const { length } = values;
      const size = sizeOf(length);
      if (size > most) return;
      const own = shelves.get(length) ?? [];
      own.push(values);
      shelves.delete(length);
      shelves.set(length, own);
      bytes += size;
      for (const [other, list] of shelves) {
        if (bytes <= most) return;
        bytes -= list.length * sizeOf(other);
        shelves.delete(other);
      }
    },
  };
}
