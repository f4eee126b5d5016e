/** Bytes of memory that short arrays share. */
const SHARED = 2 ** 13;
/** An array of more bytes has memory of its own. */
const SHORT = 2 ** 10;
/** V8 keeps arrays of up to this many bytes on its heap. */
const ON_HEAP = 64;

let shared = new ArrayBuffer(SHARED);
let taken = 0;

/** Offset of `bytes` unused bytes of `shared`, which is replaced where they do not fit or a caller has transferred it. */
function place(bytes: number): number {
  if (taken + bytes > shared.byteLength) {
    shared = new ArrayBuffer(SHARED);
    taken = 0;
  }
  const from = taken;
  taken += Math.ceil(bytes / 8) * 8;
  return from;
}

/**
 * `new Float64Array(length)` for the many short arrays of a search or a fit: views of memory that they share, each of a part of its own. Memory outside of the
 * heap takes a microsecond to get, whatever its size; here one request serves ten arrays and more.
 */
export function zeros(length: number): Float64Array {
  const bytes = 8 * length;
  if (bytes <= ON_HEAP || bytes > SHORT) return new Float64Array(length);
  const from = place(bytes);
  return new Float64Array(shared, from, length);
}

/** `new Int32Array(length)` in the same way, the shortest too: those that native code reads leave the heap. */
export function integerZeros(length: number): Int32Array {
  const bytes = 4 * length;
  if (bytes > SHORT) return new Int32Array(length);
  const from = place(bytes);
  return new Int32Array(shared, from, length);
}

/** The numbers in memory of their own, which may be transferred: the same array where it is so. */
export const owned = (values: Float64Array): Float64Array =>
  values.byteLength === values.buffer.byteLength ? values : values.slice();

/** A copy of the numbers [from, to), as `zeros` makes arrays. */
export function copyOf(values: Float64Array, from: number, to: number): Float64Array {
  if (8 * (to - from) > SHORT) return values.slice(from, to);
  const copy = zeros(to - from);
  for (let i = from; i < to; i++) copy[i - from] = values[i];
  return copy;
}
