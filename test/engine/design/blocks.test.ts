import { describe, expect, test } from 'vitest';
import { blocking } from '../../../src/engine/design/classical/blocks.ts';
import {
  fractionRuns,
  fullFraction,
  lowFactors,
  minimumAberration,
} from '../../../src/engine/design/classical/regular-fraction.ts';
import { initialDesign } from '../../../src/engine/design/initial-design.ts';
import type { DesignInfo, InitialDesignTask } from '../../../src/engine/design/task.ts';
import type { Space } from '../../../src/engine/space/space.ts';
import { box, context, labels, real, rowsOf, spaceOf } from './support.ts';

const make = (space: Space, method: string, options: Partial<InitialDesignTask> = {}) =>
  initialDesign({ space, method, seed: 1, ...options }, context);

/** Sets of aliased effects. */
const aliasesOf = (info: DesignInfo | null): string[] => (info as { aliases: string[] }).aliases;

/** The product of some columns and a weight, summed over the runs. */
function sumOf(rows: readonly number[][], effect: readonly number[], sign: (run: number) => number): number {
  return rows.reduce((sum, row, run) => sum + effect.reduce((all, k) => all * row[k], sign(run)), 0);
}

describe('blocks of two-level runs', () => {
  // Interactions of two factors that are lost, of the arrangements that textbooks suggest (Montgomery, table 7.9).
  test.each([
    [3, 2, 0],
    [3, 4, 3],
    [4, 2, 0],
    [4, 4, 1],
    [4, 8, 6],
    [5, 2, 0],
    [5, 4, 0],
    [5, 8, 2],
    [5, 16, 10],
    [6, 2, 0],
    [6, 4, 0],
    [6, 8, 0],
    [6, 16, 3],
    [7, 8, 0],
    [7, 16, 0],
  ])('2^%i in %i blocks loses %i interactions of two factors', (factors, count, lost) => {
    expect(blocking('full_factorial', fullFraction(factors), count, 1).confounded).toHaveLength(lost);
  });

  test.each([
    [4, 16, 4],
    [5, 16, 2],
    [7, 32, 4],
    [9, 64, 8],
  ])(
    '%i factors in %i runs: %i equal blocks, orthogonal to main effects and to what is not named',
    (k, runs, count) => {
      const fraction = runs === 2 ** k ? fullFraction(k) : minimumAberration(k, runs);
      const { blockOf, confounded } = blocking('x', fraction, count, 1);
      const rows = fractionRuns(fraction);
      const blocks = rows.map((_, run) => blockOf(lowFactors(run, fraction.baseFactors)));
      for (let block = 1; block <= count; block++) {
        const indicator = (run: number) => (blocks[run] === block ? 1 : 0);
        expect(blocks.filter((one) => one === block)).toHaveLength(runs / count);
        for (let i = 0; i < k; i++) {
          expect(sumOf(rows, [i], indicator)).toBe(0);
          for (let j = i + 1; j < k; j++) {
            const isLost = confounded.some(([a, b]) => a === i && b === j);
            expect(Math.abs(sumOf(rows, [i, j], indicator)), `${i}*${j}`).toBe(isLost ? runs / count : 0);
          }
        }
      }
    },
  );

  test('full_factorial and fractional_factorial list blocks one after another, each with its centre runs', () => {
    const { points, blocks, designInfo } = make(box(3), 'full_factorial', { nBlocks: 2, nCenter: 1 });
    expect([...(blocks ?? [])]).toEqual([1, 1, 1, 1, 1, 2, 2, 2, 2, 2]);
    const rows = rowsOf(points, 3);
    expect(rows.slice(0, 4).map(([a, b, c]) => a * b * c)).toEqual([1, 1, 1, 1]);
    expect(rows[4]).toEqual([0, 0, 0]);
    expect(designInfo).toMatchObject({ blockRuns: [5, 5], centerRuns: 2, confoundedWithBlocks: [] });
    const part = make(box(5), 'fractional_factorial', { nRuns: 16, nBlocks: 2, nCenter: 0 });
    expect(part.designInfo).toMatchObject({ blockRuns: [8, 8], resolution: 5 });
    expect(part.designInfo?.['confoundedWithBlocks']).toHaveLength(1);
  });

  test('what cannot be done is said', () => {
    expect(() => make(box(3), 'full_factorial', { nBlocks: 3 })).toThrow(
      /n_blocks is 3, .* into 2 or 4 blocks/,
    );
    expect(() => make(box(3), 'full_factorial', { nBlocks: 8 })).toThrow(
      'full_factorial: n_blocks is 8, and 8 two-level runs can be divided into 2 or 4 blocks of at least two runs',
    );
    expect(() => make(box(3), 'ccd', { nBlocks: 4 })).toThrow(
      /^ccd: n_blocks is 4, and 8 two-level runs and the axial runs can be divided into 2, 3 or 5 blocks/,
    );
    expect(() => make(box(2), 'full_factorial', { nBlocks: 2, nLevels: 3 })).toThrow(/'x1' has 3/);
    expect(() => make(box(8), 'full_factorial', { nBlocks: 2 })).toThrow(/at most 128/);
    expect(() => make(box(7), 'fractional_factorial', { nBlocks: 2 })).toThrow(/confound main effects/);
    expect(() => make(box(2), 'ccd', { nBlocks: 3 })).toThrow(/confound two-factor interactions/);
    expect(() => make(box(5), 'fractional_factorial', { nBlocks: 2, foldOver: 'full' })).toThrow(/exclude/);
  });
});

describe('blocks of a central composite design', () => {
  test.each([
    [3, 3],
    [4, 3],
    [5, 5],
  ])('%i factors in %i blocks are orthogonal to all terms (Box and Hunter 1957)', (k, count) => {
    for (const nCenter of [1, 2]) {
      const { points, blocks, designInfo } = make(box(k), 'ccd', { nBlocks: count, nCenter });
      const rows = rowsOf(points, k);
      const of = [...(blocks ?? [])];
      expect(designInfo?.['blockRuns']).toHaveLength(count);
      expect(new Set(of).size).toBe(count);
      for (let block = 1; block <= count; block++) {
        const share = of.filter((one) => one === block).length / rows.length;
        // Each block has its share of every term.
        const centred = (run: number) => (of[run] === block ? 1 : 0) - share;
        for (let i = 0; i < k; i++)
          for (const effect of [[i], ...Array.from({ length: k - i }, (_, j) => [i, i + j])])
            expect(sumOf(rows, effect, centred), `${effect}`).toBeCloseTo(0, 10);
      }
    }
  });

  test('two blocks are the cube and the axial runs of the plain design', () => {
    const plain = make(box(3), 'ccd');
    const inTwo = make(box(3), 'ccd', { nBlocks: 2 });
    expect(inTwo.points).toEqual(plain.points);
    expect([...(inTwo.blocks ?? [])]).toEqual([...new Array(9).fill(1), ...new Array(7).fill(2)]);
    expect(plain.blocks).toBeUndefined();
    expect(make(box(3), 'ccd', { nBlocks: 2, ccdAlpha: 'rotatable' }).warnings).toEqual([
      expect.stringContaining('correlated with the squares'),
    ]);
  });
});

describe('fold-over', () => {
  test('of resolution III on all variables clears main effects of pairs', () => {
    const { points, blocks, designInfo } = make(box(7), 'fractional_factorial', {
      foldOver: 'full',
      nCenter: 0,
    });
    const rows = rowsOf(points, 7);
    expect([...(blocks ?? [])]).toEqual([...new Array(8).fill(1), ...new Array(8).fill(2)]);
    expect(rows.slice(8)).toEqual(rows.slice(0, 8).map((row) => row.map((value) => -value)));
    expect(designInfo).toMatchObject({ resolution: 4, foldOver: 'full', factorialRuns: 16 });
    for (const set of aliasesOf(designInfo))
      expect(set.split(' = ').every((effect) => effect.includes('*'))).toBe(true);
  });

  test('on one variable clears it and its interactions', () => {
    const { points, designInfo } = make(box(7), 'fractional_factorial', { foldOver: 'x4', nCenter: 0 });
    const rows = rowsOf(points, 7);
    expect(rows.slice(8)).toEqual(
      rows.slice(0, 8).map((row) => row.map((value, k) => (k === 3 ? -value : value))),
    );
    const aliased = aliasesOf(designInfo).join(' = ').split(' = ');
    expect(aliased.some((effect) => effect.split('*').includes('x4'))).toBe(false);
    expect(aliased).toContain('x1');
  });

  test.each(['full', 'x1', 'x3', 'x5'])('by %s has the aliases that its runs have', (foldOver) => {
    const k = 6;
    const { points, designInfo } = make(box(k), 'fractional_factorial', {
      generators: 'a b c ab -ac bc',
      foldOver,
      nCenter: 0,
    });
    const rows = rowsOf(points, k);
    const single = Array.from({ length: k }, (_, i) => [i]);
    const effects = [
      ...single,
      ...single.flatMap(([i]) => Array.from({ length: k - i - 1 }, (_, j) => [i, i + j + 1])),
    ];
    const column = (effect: number[]) =>
      rows.map((row) => effect.reduce((all, at) => all * row[at], 1)).join();
    const nameOf = (effect: number[]) => effect.map((at) => `x${at + 1}`).join('*');
    const minus = (text: string) =>
      text
        .split(',')
        .map((value) => String(-Number(value)))
        .join();
    const sets = new Map<string, string[]>();
    for (const effect of effects) {
      const own = column(effect);
      const opposite = sets.get(minus(own));
      if (opposite) opposite.push(`-${nameOf(effect)}`);
      else sets.set(own, [...(sets.get(own) ?? []), nameOf(effect)]);
    }
    const wanted = [...sets.values()].filter((set) => set.length > 1).map((set) => set.join(' = '));
    expect([...aliasesOf(designInfo)].sort()).toEqual(wanted.sort());
  });

  test('of Plackett–Burman runs on all variables clears main effects of pairs', () => {
    const { points, blocks } = make(box(5), 'plackett_burman', { foldOver: 'full', nCenter: 0 });
    const rows = rowsOf(points, 5);
    expect(rows).toHaveLength(16);
    expect(blocks?.[8]).toBe(2);
    for (let i = 0; i < 5; i++)
      for (let j = 0; j < 5; j++)
        for (let l = j + 1; l < 5; l++) expect(sumOf(rows, [i, j, l], () => 1)).toBe(0);
  });

  test('that repeats the runs is refused, and names are checked', () => {
    expect(() => make(box(4), 'fractional_factorial', { foldOver: 'full' })).toThrow(/repeats the runs/);
    expect(() => make(box(2), 'fractional_factorial', { foldOver: 'full' })).toThrow(/has no aliases/);
    const space = spaceOf([real('a'), real('b'), labels('base', 'x', 'y')]);
    expect(() => make(space, 'fractional_factorial', { foldOver: 'c' })).toThrow(
      /'c' is neither 'full'.*a, b, base/,
    );
    const one = make(space, 'fractional_factorial', { foldOver: 'base', nCenter: 0 });
    expect(one.count).toBe(8);
    expect(rowsOf(one.points, 3).map((row) => row[2])).toEqual([1, 0, 0, 1, 0, 1, 1, 0]);
  });
});
