/** Puts the row that sorting by column k would put at `middle` there, smaller ones before it (Hoare's selection). */
export function select(
  points: Float64Array,
  rows: Int32Array,
  from: number,
  to: number,
  middle: number,
  D: number,
  k: number,
): void {
  let [low, high] = [from, to - 1];
  while (low < high) {
    const pivot = points[rows[(low + high) >> 1] * D + k];
    let [i, j] = [low, high];
    while (i <= j) {
      while (points[rows[i] * D + k] < pivot) i++;
      while (points[rows[j] * D + k] > pivot) j--;
      if (i > j) break;
      const held = rows[i];
      rows[i++] = rows[j];
      rows[j--] = held;
    }
    if (middle <= j) high = j;
    else if (middle >= i) low = i;
    else return;
  }
}

/** The value [n] that `most` others at least are no smaller than, itself among them; 1 ≤ most ≤ n, no NaN. O(n). */
export function kthLargest(values: Float64Array, most: number): number {
  const places = new Int32Array(values.length);
  for (let i = 0; i < places.length; i++) places[i] = i;
  const at = values.length - most;
  select(values, places, 0, places.length, at, 1, 0);
  return values[places[at]];
}
