/** Rows of a table by their numbers. */
export interface EqualRows {
  /** [n] number of the group of each row; groups are numbered as they first occur. */
  readonly group: Int32Array;
  readonly count: number;
}

const bits = new Float64Array(1);
const halves = new Uint32Array(bits.buffer);

/** Groups rows [n, d] of finite numbers that are equal; 0 and −0 are. O(n·d). */
export function equalRows(X: Float64Array, n: number, d: number): EqualRows {
  const group = new Int32Array(n);
  // A hash table of twice as many places, a power of two: the number of the first row with that hash, or −1.
  const places = new Int32Array(2 ** Math.ceil(Math.log2(2 * n + 1))).fill(-1);
  let count = 0;
  for (let row = 0; row < n; row++) {
    let at = hashOf(X, row * d, d) & (places.length - 1);
    while (places[at] >= 0 && !areEqual(X, places[at] * d, row * d, d)) at = (at + 1) & (places.length - 1);
    if (places[at] < 0) {
      places[at] = row;
      group[row] = count++;
    } else group[row] = group[places[at]];
  }
  return { group, count };
}

/** FNV-1a over 32-bit words, its high bits mixed into the low ones. */
function hashOf(X: Float64Array, from: number, d: number): number {
  let hash = 0x811c9dc5;
  for (let at = from; at < from + d; at++) {
    bits[0] = X[at] + 0; // −0 becomes 0
    hash = Math.imul(hash ^ halves[0], 0x01000193);
    hash = Math.imul(hash ^ (hash >>> 15) ^ halves[1], 0x01000193);
  }
  return hash ^ (hash >>> 16);
}

function areEqual(X: Float64Array, a: number, b: number, d: number): boolean {
  for (let k = 0; k < d; k++) if (X[a + k] !== X[b + k]) return false;
  return true;
}
