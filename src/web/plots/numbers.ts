const flat = new WeakMap<object, Float64Array>();
const order = new WeakMap<object, boolean>();

/** The same numbers in one block of memory, gaps as NaN. Kept as long as the list that they come from. */
export function numbersOf(values: ArrayLike<number | null | undefined>): Float64Array {
  if (values instanceof Float64Array) return values;
  let block = flat.get(values);
  if (!block) {
    block = Float64Array.from(values, (value) => (typeof value === 'number' ? value : Number.NaN));
    flat.set(values, block);
  }
  return block;
}

/** Whether no value is below the one before it. */
export function isAscending(values: ArrayLike<number>): boolean {
  const known = order.get(values);
  if (known !== undefined) return known;
  let rising = true;
  for (let i = 1; i < values.length && rising; i++)
    rising = (values[i] as number) >= (values[i - 1] as number);
  order.set(values, rising);
  return rising;
}

/** Number of leading values below `bound`, of values that never fall. */
export function countBelow(values: ArrayLike<number>, bound: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] as number) < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}
