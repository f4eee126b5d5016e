import type { Slices } from '../../../engine/slices.ts';

/**
 * A list that is never changed. A long one is kept in blocks, which lists share that differ in few places: another item at one place of 250,000
 * makes 10 kB and not 2 MB, which would be garbage with the next change (decision 0199).
 */
export interface List<T> extends Iterable<T> {
  readonly length: number;
  at(index: number): T | undefined;
  slice(start?: number, end?: number): readonly T[];
  with(index: number, item: T): List<T>;
  map<U>(each: (item: T, index: number) => U): U[];
  flatMap<U>(each: (item: T, index: number) => U | readonly U[]): U[];
  filter(fits: (item: T, index: number) => boolean): T[];
  some(fits: (item: T, index: number) => boolean): boolean;
  every(fits: (item: T, index: number) => boolean): boolean;
  find(fits: (item: T, index: number) => boolean): T | undefined;
  findLast(fits: (item: T, index: number) => boolean): T | undefined;
  findLastIndex(fits: (item: T, index: number) => boolean): number;
  forEach(take: (item: T, index: number) => void): void;
}

/** Items of a block, a power of two. */
const blockLength = 1024;
const blockShift = 10;

/** Lists of more items are kept in blocks. */
const longChange = 4 * blockLength;

class Blocks<T> implements List<T> {
  readonly length: number;
  /** All but the last one are full. */
  readonly blocks: readonly (readonly T[])[];

  constructor(blocks: readonly (readonly T[])[], length: number) {
    this.blocks = blocks;
    this.length = length;
  }

  at(index: number): T | undefined {
    const place = index < 0 ? index + this.length : index;
    return this.blocks[place >> blockShift]?.[place & (blockLength - 1)];
  }

  *[Symbol.iterator](): Generator<T, undefined, undefined> {
    for (const block of this.blocks) for (let i = 0; i < block.length; i++) yield block[i] as T;
  }

  slice(start = 0, end = this.length): readonly T[] {
    const inside = (place: number) =>
      Math.min(this.length, place < 0 ? Math.max(0, this.length + place) : place);
    const [from, to] = [inside(start), inside(end)];
    const items = new Array<T>(Math.max(0, to - from));
    for (let i = 0; i < items.length; i++) items[i] = this.at(from + i) as T;
    return items;
  }

  with(index: number, item: T): List<T> {
    const place = index < 0 ? index + this.length : index;
    const block = this.blocks[place >> blockShift];
    if (place < 0 || place >= this.length || block === undefined) throw new RangeError(`no item ${index}`);
    const next = block.with(place & (blockLength - 1), item);
    return new Blocks(this.blocks.with(place >> blockShift, next), this.length);
  }

  concat(more: readonly T[]): List<T> {
    const last = this.blocks.at(-1) as readonly T[];
    const open = last.length < blockLength ? last : [];
    const full = open.length === 0 ? this.blocks : this.blocks.slice(0, -1);
    return new Blocks([...full, ...blocksOf(open.concat(more))], this.length + more.length);
  }

  map<U>(each: (item: T, index: number) => U): U[] {
    const results = new Array<U>(this.length);
    this.forEach((item, i) => {
      results[i] = each(item, i);
    });
    return results;
  }

  flatMap<U>(each: (item: T, index: number) => U | readonly U[]): U[] {
    return this.slice().flatMap((item, i) => each(item, i));
  }

  filter(fits: (item: T, index: number) => boolean): T[] {
    const kept: T[] = [];
    this.forEach((item, i) => {
      if (fits(item, i)) kept.push(item);
    });
    return kept;
  }

  some(fits: (item: T, index: number) => boolean): boolean {
    for (let i = 0; i < this.length; i++) if (fits(this.at(i) as T, i)) return true;
    return false;
  }

  every(fits: (item: T, index: number) => boolean): boolean {
    return !this.some((item, i) => !fits(item, i));
  }

  find(fits: (item: T, index: number) => boolean): T | undefined {
    for (let i = 0; i < this.length; i++) if (fits(this.at(i) as T, i)) return this.at(i);
    return undefined;
  }

  findLast(fits: (item: T, index: number) => boolean): T | undefined {
    const at = this.findLastIndex(fits);
    return at < 0 ? undefined : this.at(at);
  }

  findLastIndex(fits: (item: T, index: number) => boolean): number {
    let i = this.length - 1;
    while (i >= 0 && !fits(this.at(i) as T, i)) i--;
    return i;
  }

  forEach(take: (item: T, index: number) => void): void {
    for (let i = 0; i < this.length; i++) take(this.at(i) as T, i);
  }

  toJSON(): readonly T[] {
    return this.slice();
  }
}

const blocksOf = <T>(items: readonly T[]): (readonly T[])[] =>
  Array.from({ length: Math.ceil(items.length / blockLength) }, (_, i) =>
    items.slice(i * blockLength, (i + 1) * blockLength),
  );

/** The list as one that others may share the items of: in blocks where it is long. */
export const shareable = <T>(items: List<T>): List<T> =>
  Array.isArray(items) && items.length > longChange
    ? new Blocks(blocksOf(items as readonly T[]), items.length)
    : items;

/** The list with more items at its end. */
export function appended<T>(items: List<T>, more: readonly T[]): List<T> {
  if (more.length === 0) return items;
  return items instanceof Blocks ? items.concat(more) : shareable((items as readonly T[]).concat(more));
}

/** Whether a value of a document is a list. */
export const isList = (value: unknown): value is List<unknown> =>
  Array.isArray(value) || value instanceof Blocks;

/** Items that are made between two places where the work may be interrupted. */
const itemsPerSlice = 16;

/** The list with another item in place of each, in slices; a long one in blocks from the start. */
export function* mapList<T, U>(items: List<T>, each: (item: T) => U): Slices<List<U>> {
  const blocks: U[][] = [];
  for (let from = 0; from < items.length; from += blockLength) {
    const block = new Array<U>(Math.min(blockLength, items.length - from));
    for (let i = 0; i < block.length; i++) {
      block[i] = each(items.at(from + i) as T);
      if (i % itemsPerSlice === itemsPerSlice - 1) yield;
    }
    blocks.push(block);
  }
  return items.length > longChange ? new Blocks(blocks, items.length) : (blocks.flat(1) as U[]);
}

/** The next place from one on at which two lists may differ: blocks that they share are passed over. */
export function skipSharedBlocks(one: List<unknown>, other: List<unknown>, place: number): number {
  if (!(one instanceof Blocks && other instanceof Blocks)) return place;
  const first = place >> blockShift;
  let block = first;
  while (one.blocks[block] !== undefined && one.blocks[block] === other.blocks[block]) block++;
  return block === first ? place : block * blockLength;
}

function startsWith(items: readonly unknown[], first: readonly unknown[]): boolean {
  for (let i = 0; i < first.length; i++) if (items[i] !== first[i]) return false;
  return true;
}

/** Whether a list is another one with items at its end. */
export function hasGrownFrom(before: List<unknown>, after: List<unknown>): boolean {
  if (before === after) return true;
  if (before.length >= after.length) return false;
  // By index: a call of `at` for each item takes forty times as long, one of a function that compares them twenty times.
  if (Array.isArray(before) && Array.isArray(after)) return startsWith(after, before);
  for (
    let i = skipSharedBlocks(before, after, 0);
    i < before.length;
    i = skipSharedBlocks(before, after, i + 1)
  ) {
    if (before.at(i) !== after.at(i)) return false;
  }
  return true;
}
