import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runSlices } from '../../../src/engine/slices.ts';
import {
  appended,
  hasGrownFrom,
  isList,
  type List,
  mapList,
  shareable,
  skipSharedBlocks,
} from '../../../src/service/session/document/document-list.ts';
import { applySteps, diff, patched } from '../../../src/service/session/document/document-patch.ts';
import { sharedEnds } from '../../../src/service/session/history/compare.ts';
import { applyUndo, undoInto } from '../../../src/service/session/history/undo.ts';
import type { Step } from '../../../src/service/session/history-record.ts';
import { jsonChunks } from '../../../src/service/store/json-chunks.ts';

interface Item {
  readonly n: number;
}

const items = (count: number, from = 0): Item[] => Array.from({ length: count }, (_, i) => ({ n: from + i }));

const copy = <T>(value: unknown): T => JSON.parse(JSON.stringify(value)) as T;

/** Lengths around the ends of blocks, and where lists begin to have blocks. */
const count = fc.constantFrom(0, 1, 4095, 4096, 4097, 5000, 6143, 6144, 6145);

/** Changes of a list: an item replaced, or some put at its end. */
const changes = fc.array(
  fc.oneof(
    fc.record({ replace: fc.nat() }),
    fc.record({ push: fc.constantFrom(0, 1, 2, 1023, 1024, 1025, 5000) }),
  ),
  { minLength: 1, maxLength: 6 },
);

type Changes = readonly ({ replace: number } | { push: number })[];

/** The list, and an array that has the same items, after each change. */
function walk(start: number, all: Changes): { lists: List<Item>[]; arrays: Item[][] } {
  const lists = [shareable(items(start) as List<Item>)];
  const arrays = [[...(lists[0] as List<Item>)]];
  for (const [k, one] of all.entries()) {
    const [list, array] = [lists.at(-1) as List<Item>, arrays.at(-1) as Item[]];
    if ('push' in one) {
      const more = items(one.push, -1000 * k);
      lists.push(appended(list, more));
      arrays.push([...array, ...more]);
    } else if (array.length > 0) {
      const at = one.replace % array.length;
      const item = { n: -1 - k };
      lists.push(list.with(at, item));
      arrays.push(array.with(at, item));
    }
  }
  return { lists, arrays };
}

it('a list answers as an array of its items, whatever became of it', () => {
  fc.assert(
    fc.property(count, changes, fc.integer({ min: -9000, max: 9000 }), fc.integer(), (start, all, a, b) => {
      const { lists, arrays } = walk(start, all);
      for (const [i, array] of arrays.entries()) {
        const list = lists[i] as List<Item>;
        const odd = ({ n }: Item, at: number) => (n + at) % 2 === 1;
        const rare = ({ n }: Item) => n === -1;
        expect(isList(list)).toBe(true);
        expect(list.length).toBe(array.length);
        expect([...list]).toEqual(array);
        expect(list.at(a)).toBe(array.at(a));
        expect(list.slice(a, b)).toEqual(array.slice(a, b));
        expect(list.slice(a)).toEqual(array.slice(a));
        expect(list.map(odd)).toEqual(array.map(odd));
        expect(list.filter(odd)).toEqual(array.filter(odd));
        expect(list.flatMap(({ n }) => (n % 2 === 0 ? [n, n] : n))).toEqual(
          array.flatMap(({ n }) => (n % 2 === 0 ? [n, n] : n)),
        );
        expect([list.some(rare), list.every(odd)]).toEqual([array.some(rare), array.every(odd)]);
        expect(list.find(rare)).toBe(array.find(rare));
        expect(list.findLast(odd)).toBe(array.findLast(odd));
        expect(list.findLastIndex(rare)).toBe(array.findLastIndex(rare));
        expect([...runSlices(mapList(list, ({ n }) => n))]).toEqual(array.map(({ n }) => n));
        expect([...jsonChunks(list)].join('')).toBe(JSON.stringify(array));
        expect(JSON.stringify(list)).toBe(JSON.stringify(array));
      }
    }),
    { numRuns: 25, seed: 1 },
  );
});

it('what two lists differ in is found, and leads there and back', () => {
  fc.assert(
    fc.property(count, changes, fc.nat(), fc.nat(), (start, all, from, to) => {
      const { lists, arrays } = walk(start, all);
      const [i, j] = [from % lists.length, to % lists.length];
      const [before, after] = [{ list: lists[i] as List<Item> }, { list: lists[j] as List<Item> }];
      const [was, is] = [arrays[i] as Item[], arrays[j] as Item[]];
      const same = (k: number) => was[k] === is[k];
      expect(hasGrownFrom(before.list, after.list)).toBe(
        before.list === after.list || (was.length < is.length && was.every((_, k) => same(k))),
      );
      const { start: shared, end } = runSlices(sharedEnds(before.list, after.list));
      const shorter = Math.min(was.length, is.length);
      const first = Array.from({ length: shorter }, (_, k) => k).find((k) => !same(k)) ?? shorter;
      expect(shared).toBe(first);
      expect(was.slice(was.length - end)).toEqual(is.slice(is.length - end));
      const steps = runSlices(diff(before, after));
      const target = copy<Record<string, unknown>>(before);
      runSlices(applySteps(target, copy(steps)));
      expect(target).toEqual({ list: is });
      const made = runSlices(patched(before, copy(steps))) as { list: List<Item> };
      expect([...made.list]).toEqual(is);
      expect([...before.list]).toEqual(was);
      const back: Step[] = [];
      runSlices(undoInto(after, before, [], back));
      const past: Record<string, unknown> = { ...after };
      runSlices(applyUndo(past, copy(back), new Set()));
      expect([...(past.list as List<Item>)]).toEqual(was);
    }),
    { numRuns: 60, seed: 2 },
  );
});

it('a list of 250,000 with another item is the same but for one block', () => {
  const before = shareable(items(250_000) as List<Item>);
  const after = before.with(123_456, { n: -1 });
  const unlike: number[] = [];
  for (
    let i = skipSharedBlocks(before, after, 0);
    i < before.length;
    i = skipSharedBlocks(before, after, i + 1)
  )
    unlike.push(i);
  expect([unlike.length, unlike.includes(123_456)]).toEqual([1024, true]);
  const longer = appended(after, items(3));
  expect(skipSharedBlocks(after, longer, 0)).toBe(249_856);
  expect(hasGrownFrom(after, longer)).toBe(true);
});
