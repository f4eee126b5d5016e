/** Bytes that the least array counts for, so that their number stays bounded. */
const LEAST = 512;

/** Arrays that nobody uses, for the next who asks for the same length. */
export interface ArrayPool {
  /** [length] with the numbers of its last use, or zeros. */
  take(length: number): Float64Array;
  /** Takes it back; the caller must not use it afterwards. */
  put(values: Float64Array): void;
}

/** Arrays of one length. */
interface Stack {
  readonly arrays: Float64Array[];
  /** Number of the last `put`. */
  lastPut: number;
}

/**
 * Keeps at most `most` bytes. Beyond that, lengths are dropped, the least recently requested first.
 *
 * Why: memory outside of the heap counts towards the garbage collector's limits. Five folds of 500 rows allocated enough for a full
 * collection per training, which took as long as the fit.
 */
export function createArrayPool(most: number): ArrayPool {
  const shelves = new Map<number, Stack>();
  let bytes = 0;
  let puts = 0;
  const sizeOf = (length: number): number => Math.max(8 * length, LEAST);
  const drop = ([length, { arrays }]: readonly [number, Stack]) => {
    bytes -= arrays.length * sizeOf(length);
    shelves.delete(length);
  };
  return {
    take(length) {
      const values = shelves.get(length)?.arrays.pop();
      if (values === undefined) return new Float64Array(length);
      bytes -= sizeOf(length);
      return values;
    },
    put(values) {
      const { length } = values;
      const size = sizeOf(length);
      if (size > most) return;
      let own = shelves.get(length);
      if (own === undefined) {
        own = { arrays: [], lastPut: 0 };
        shelves.set(length, own);
      }
      own.arrays.push(values);
      own.lastPut = ++puts;
      bytes += size;
      while (bytes > most) drop([...shelves].reduce((a, b) => (b[1].lastPut < a[1].lastPut ? b : a)));
    },
  };
}
