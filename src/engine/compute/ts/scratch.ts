/** Numbers that the pool keeps for later calls, all sizes together. */
const KEPT_LIMIT = 4e6;

const free = new Map<number, Float64Array[]>();
let kept = 0;

/**
 * A buffer [length] that one call of an op needs and the next can use again; an array of an evaluation costs more to zero and
 * collect than to fill. Contents are whatever the last user left.
 */
export function borrow(length: number): Float64Array {
  const found = free.get(length)?.pop();
  if (!found) return new Float64Array(length);
  kept -= length;
  return found;
}

/** Gives buffers back. The caller must hold no other reference to them. */
export function giveBack(...buffers: readonly Float64Array[]): void {
  for (const buffer of buffers) {
    if (buffer.length > KEPT_LIMIT) continue;
    if (kept + buffer.length > KEPT_LIMIT) {
      free.clear(); // sizes of problems that are long done
      kept = 0;
    }
    const list = free.get(buffer.length);
    if (list) list.push(buffer);
    else free.set(buffer.length, [buffer]);
    kept += buffer.length;
  }
}
