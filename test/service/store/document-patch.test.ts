import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { runSlices } from '../../../src/engine/slices.ts';
import { appended, type List } from '../../../src/service/session/document/document-list.ts';
import {
  applySteps,
  diff as slicedDiff,
  patched as slicedPatched,
} from '../../../src/service/session/document/document-patch.ts';

fc.configureGlobal({ seed: 1 });

const diff = (...states: Parameters<typeof slicedDiff>) => runSlices(slicedDiff(...states));

const patched = (...all: Parameters<typeof slicedPatched>) => runSlices(slicedPatched(...all));

const json = fc.jsonValue({ maxDepth: 3 }).filter((value) => JSON.stringify(value) !== undefined);
const document = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), json);

const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value));

describe('patches', () => {
  it('turn any document into any other', () => {
    fc.assert(
      fc.property(document, document, (before, after) => {
        const target = copy(before);
        runSlices(applySteps(target, copy(diff(before, after))));
        expect(target).toEqual(copy(after));
        const held = copy(before);
        expect(patched(held, copy(diff(before, after)))).toEqual(copy(after));
        expect(held).toEqual(copy(before));
      }),
    );
  });

  it('share what they do not touch with a value that others hold', () => {
    const before = { rows: [{ x: 1 }, { x: 2 }], deep: { kept: [1], gone: 2 } };
    const after = patched(before, [
      ['push', ['rows'], [{ x: 3 }]],
      ['set', ['rows', 1], { x: 4 }],
      ['drop', ['deep', 'gone']],
    ]);
    expect(after).toEqual({ rows: [{ x: 1 }, { x: 4 }, { x: 3 }], deep: { kept: [1] } });
    expect((after.rows as unknown[])[0]).toBe(before.rows[0]);
    expect((after.deep as { kept: unknown }).kept).toBe(before.deep.kept);
  });

  it('are carried out in slices, and copy a long list once', () => {
    const rows = Array.from({ length: 40_000 }, (_, i) => ({ x: i }));
    const steps = rows.map((_, i) => ['set', ['rows', i], { x: -i }] as const);
    const withs = vi.spyOn(Array.prototype, 'with');
    const works = [applySteps({ rows: [...rows] }, steps), slicedPatched({ rows }, steps)];
    for (const work of works) {
      let turns = 0;
      for (let step = work.next(); !step.done; step = work.next()) turns++;
      expect(turns).toBe(Math.floor(40_000 / 256));
    }
    expect(withs).not.toHaveBeenCalled();
    withs.mockRestore();
    expect(patched({ rows }, steps).rows).toEqual(rows.map((_, i) => ({ x: -i })));
  });

  it('of what was not touched are empty, and of an array that grew hold its new items only', () => {
    fc.assert(
      fc.property(
        fc.array(json),
        fc.array(fc.array(json, { minLength: 1 }), { maxLength: 4 }),
        (start, additions) => {
          const before = { list: start as readonly unknown[], other: { deep: [1] } };
          expect(diff(before, { ...before })).toEqual([]);
          const after = { ...before, list: additions.reduce<List<unknown>>(appended, start) };
          const more = additions.flat(1);
          expect(diff(before, after)).toEqual(more.length === 0 ? [] : [['push', ['list'], more]]);
        },
      ),
    );
  });

  it('between any two of several lists that grew from one are right', () => {
    const growth = fc.tuple(fc.nat(), fc.array(fc.nat(), { minLength: 1, maxLength: 3 }));
    fc.assert(
      fc.property(fc.array(growth, { maxLength: 8 }), fc.nat(), fc.nat(), (growths, from, to) => {
        const lists: List<number>[] = [[-1]];
        for (const [at, more] of growths) lists.push(appended(lists[at % lists.length] ?? [], more));
        const before = { list: lists[from % lists.length] };
        const after = { list: lists[to % lists.length] };
        const target = copy(before);
        runSlices(applySteps(target, copy(diff(before, after))));
        expect(target).toEqual(after);
      }),
    );
  });

  it('of a few items replaced name these', () => {
    const rows = Array.from({ length: 10 }, (_, i) => ({ i }));
    const after = { rows: rows.with(3, { i: -3 }).concat([{ i: 10 }]) };
    expect(diff({ rows }, after)).toEqual([
      ['set', ['rows', 3], { i: -3 }],
      ['push', ['rows'], [{ i: 10 }]],
    ]);
  });
});
