/** Which of the numbers 0 … n − 1 are in it; the nearest one is found in a handful of steps. */
class NumberSet {
  /** Bits; a bit of the next level is set where a word is not 0. */
  readonly #levels: Int32Array[] = [];

  constructor(n: number) {
    let words = n;
    do {
      words = Math.max(1, (words + 31) >> 5);
      this.#levels.push(new Int32Array(words));
    } while (words > 1);
  }

  add(value: number): void {
    for (const words of this.#levels) {
      const before = words[value >> 5];
      words[value >> 5] = before | (1 << (value & 31));
      if (before !== 0) return;
      value >>= 5;
    }
  }

  remove(value: number): void {
    for (const words of this.#levels) {
      words[value >> 5] &= ~(1 << (value & 31));
      if (words[value >> 5] !== 0) return;
      value >>= 5;
    }
  }

  /** The smallest one ≥ `value`; −1: none. */
  from(value: number): number {
    for (let level = 0; level < this.#levels.length; level++) {
      const words = this.#levels[level];
      const word = value >> 5;
      const bits = word < words.length ? words[word] & (-1 << (value & 31)) : 0;
      if (bits !== 0) return this.#down(level, word * 32 + 31 - Math.clz32(bits & -bits), false);
      value = word + 1;
    }
    return -1;
  }

  /** The largest one < `value`; −1: none. */
  before(value: number): number {
    for (let level = 0; level < this.#levels.length; level++) {
      const word = value >> 5;
      const words = this.#levels[level];
      const bits = word < words.length ? words[word] & ((1 << (value & 31)) - 1) : 0;
      if (bits !== 0) return this.#down(level, word * 32 + 31 - Math.clz32(bits), true);
      value = word;
    }
    return -1;
  }

  /** The last or first number below a bit of a level. */
  #down(level: number, value: number, last: boolean): number {
    for (level--; level >= 0; level--) {
      const bits = this.#levels[level][value];
      value = value * 32 + 31 - Math.clz32(last ? bits : bits & -bits);
    }
    return value;
  }
}

/**
 * Of two objectives, counted from the reference point: points that none beats. Each has a slot, in the order of the first objective; points of one
 * first value share theirs. The second objective falls from slot to slot.
 */
export class Staircase {
  readonly #taken: NumberSet;
  readonly #x: Float64Array;
  readonly #y: Float64Array;

  constructor(slots: number) {
    this.#taken = new NumberSet(slots);
    this.#x = new Float64Array(slots);
    this.#y = new Float64Array(slots);
  }

  /** Puts a point in place. @returns the area that it adds */
  add(slot: number, x: number, y: number): number {
    const taken = this.#taken;
    const right = taken.from(slot);
    let below = right < 0 ? 0 : this.#y[right];
    if (below >= y) return 0;
    // Points to the left that are no higher are beaten; below each step the area was there before.
    let area = 0;
    let edge = x;
    let left = taken.before(slot);
    for (; left >= 0 && this.#y[left] <= y; left = taken.before(left)) {
      area += (edge - this.#x[left]) * (y - below);
      edge = this.#x[left];
      below = this.#y[left];
      taken.remove(left);
    }
    taken.add(slot);
    this.#x[slot] = x;
    this.#y[slot] = y;
    return area + (edge - (left < 0 ? 0 : this.#x[left])) * (y - below);
  }

  clear(): void {
    for (let slot = this.#taken.from(0); slot >= 0; slot = this.#taken.from(slot)) this.#taken.remove(slot);
  }
}
