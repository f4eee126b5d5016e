import { describe, expect, it } from 'vitest';
import { evaluateDesign } from '../../../../src/engine/design/analysis/evaluate.ts';
import { optimalDesign } from '../../../../src/engine/design/optimal/optimal-design.ts';
import type { OptimalDesignTask } from '../../../../src/engine/design/optimal/task.ts';
import type { Space } from '../../../../src/engine/space/space.ts';
import { determinant, type Matrix, product, transposed } from '../dense.ts';
import { atMost, equals, integer, labels, real, rowsOf, spaceOf } from '../support.ts';
import { backend } from './support.ts';

const make = (task: Partial<OptimalDesignTask> & { space: Space }) =>
  optimalDesign({ modelType: 'quadratic', seed: 1, effort: 0.2, ...task }, { backend });

const components = (count: number) => Array.from({ length: count }, (_, i) => real(`m${i}`, 0, 1));
const blends = (count: number): Space =>
  spaceOf(components(count), [equals(1, ...new Array<number>(count).fill(1))]);

/** Every choice of `size` of the points, repeats allowed. */
function* choices(points: Matrix, size: number, from = 0): Generator<Matrix> {
  if (size === 0) yield [];
  else
    for (let i = from; i < points.length; i++)
      for (const rest of choices(points, size - 1, i)) yield [points[i], ...rest];
}

/** det of the information about effects of Scheffé's quadratic beside the levels of blocks, per level and per run. */
function detOf(blocks: readonly Matrix[]): number {
  const rows = blocks.flatMap((block, b) =>
    block.map((x) => [
      ...blocks.map((_, at) => Number(at === b)),
      ...x.slice(0, -1),
      ...x.flatMap((value, i) => x.slice(i + 1).map((other) => value * other)),
    ]),
  );
  const found = determinant(product(transposed(rows), rows));
  return Number.isNaN(found) ? 0 : found / blocks.reduce((all, { length }) => all * length, 1);
}

const split = (rows: Matrix, of: ArrayLike<number>): Matrix[] =>
  [...new Set(Array.from(of))].map((block) => rows.filter((_, i) => of[i] === block));

describe('mixtures in blocks', () => {
  it.each([
    [2, 5, [4, 3]],
    [3, 3, [4, 4]],
    [3, 3, [5, 3]],
  ])(
    '%i components on a lattice of %i levels, blocks %j: none of the lattice is better',
    (count, levels, blocks) => {
      const space = blends(count);
      const lattice: number[][] = [];
      const fill = (head: number[], left: number): void => {
        if (head.length === count - 1) lattice.push([...head, left / (levels - 1)]);
        else for (let k = 0; k <= left; k++) fill([...head, k / (levels - 1)], left - k);
      };
      fill([], levels - 1);
      let best = 0;
      for (const first of choices(lattice, blocks[0]))
        for (const second of choices(lattice, blocks[1])) best = Math.max(best, detOf([first, second]));
      const made = make({ space, blocks, levels, continuous: false });
      const rows = rowsOf(made.points, count);
      for (const row of rows) expect(row.reduce((sum, x) => sum + x, 0)).toBeCloseTo(1, 12);
      // Of two components the candidates are the lattice; of three there are projections on the plane beside it.
      const share = detOf(split(rows, made.blocks ?? [])) / best;
      if (count === 2) expect(share).toBeCloseTo(1, 8);
      else expect(share).toBeGreaterThan(1 - 1e-8);
      // Off the lattice it is no worse.
      const free = make({ space, blocks, levels });
      expect(detOf(split(rowsOf(free.points, count), free.blocks ?? []))).toBeGreaterThan(best * (1 - 1e-8));
      for (const row of rowsOf(free.points, count))
        expect(row.reduce((sum, x) => sum + x, 0)).toBeCloseTo(1, 10);
    },
  );

  it('keeps limits, process variables, categories and whole numbers, under I', () => {
    const space = spaceOf(
      [...components(3), real('oven', 100, 200), labels('mill', 'a', 'b'), integer('shift', 1, 3)],
      [equals(1, 1, 1, 1, 0, 0, 0), atMost(0.7, 1, 0, 0, 0, 0, 0)],
    );
    const made = make({ space, modelType: 'linear', blocks: [6, 6, 5], criterion: 'I' });
    for (const [a, b, c, oven, mill, shift] of rowsOf(made.points, 6)) {
      expect(a + b + c).toBeCloseTo(1, 9);
      expect(a).toBeLessThan(0.7 + 1e-9);
      expect(oven).toBeGreaterThanOrEqual(100);
      expect([0, 1]).toContain(mill);
      expect([1, 2, 3]).toContain(shift);
    }
    expect(make({ space, modelType: 'linear', blocks: [6, 6, 5], criterion: 'I' }).points).toEqual(
      made.points,
    );
  });

  it('is evaluated with its blocks', () => {
    const space = blends(3);
    const made = make({ space, blocks: [6, 6] });
    const of = [...(made.blocks ?? [])];
    const points = rowsOf(made.points, 3).flatMap((row, i) => [...row, of[i] - 1]);
    const { quality, inestimable } = evaluateDesign({
      space: spaceOf([...space.dimensions, labels('Block', '1', '2')], [equals(1, 1, 1, 1, 0)]),
      points: Float64Array.from(points),
      modelType: 'quadratic',
      block: 3,
    });
    expect(inestimable).toEqual([]);
    expect(quality?.terms.map(({ name }) => name)).toEqual([
      'Block',
      'Linear mixture',
      'm0*m1',
      'm0*m2',
      'm1*m2',
    ]);
  });

  it('an equality that is no mixture keeps the values that it ties', () => {
    const space = spaceOf([real('a', 0, 10), real('b', 0, 10), real('c', 0, 1)], [equals(20, 2, 3, 0)]);
    const made = make({ space, effects: ['a', 'c', 'a*c'], blocks: [4, 4], modelType: undefined });
    for (const [a, b] of rowsOf(made.points, 3)) expect(2 * a + 3 * b).toBeCloseTo(20, 9);
  });
});
