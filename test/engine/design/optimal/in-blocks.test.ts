import { describe, expect, it } from 'vitest';
import { evaluateDesign } from '../../../../src/engine/design/analysis/evaluate.ts';
import { modelMatrix, toCoded } from '../../../../src/engine/design/optimal/model/coding.ts';
import { buildModel } from '../../../../src/engine/design/optimal/model/model-terms.ts';
import { optimalDesign } from '../../../../src/engine/design/optimal/optimal-design.ts';
import type { OptimalDesignTask } from '../../../../src/engine/design/optimal/task.ts';
import type { Space } from '../../../../src/engine/space/space.ts';
import { determinant, inverse, product, transposed } from '../dense.ts';
import { atMost, box, equals, labels, real, spaceOf } from '../support.ts';
import { backend } from './support.ts';

const context = { backend };

const make = (task: Partial<OptimalDesignTask> & { space: Space }) =>
  optimalDesign({ modelType: 'interaction', seed: 1, effort: 0.1, ...task }, context);

const blocksOf = ({ blocks }: { blocks?: Int32Array }) => [...(blocks ?? [])];

/** The design judged with its blocks as a category. */
function judged(
  space: Space,
  points: Float64Array,
  blocks: readonly number[],
  modelType: 'interaction' | 'quadratic',
) {
  const names = [...new Set(blocks)].map(String);
  const d = space.dimensions.length;
  const rows = blocks.flatMap((block, i) => [
    ...points.subarray(i * d, (i + 1) * d),
    names.indexOf(String(block)),
  ]);
  return evaluateDesign({
    space: { dimensions: [...space.dimensions, labels('Block', ...names)], constraints: [] },
    points: Float64Array.from(rows),
    modelType,
    block: d,
  });
}

describe('designs in blocks', () => {
  it.each([
    [2, 3],
    [4, 3],
  ])('a factorial in %i blocks loses no effect of the model that it need not lose', (count) => {
    // Main effects and two-factor interactions of 2³ twice, orthogonal to the blocks.
    const made = make({ space: box(3), blocks: new Array(count).fill(16 / count) });
    expect(made.summary.dEfficiency).toBeCloseTo(100, 8);
    expect(blocksOf(made)).toEqual(Array.from({ length: 16 }, (_, i) => 1 + Math.floor((i * count) / 16)));
    const found = judged(box(3), made.points, blocksOf(made), 'interaction');
    for (const { name, standardError } of found.quality?.coefficients ?? [])
      if (/^x/.test(name)) expect(standardError, name).toBeCloseTo(1 / 4, 10);
  });

  it('has the standard errors of a model with blocks, for uneven ones under A', () => {
    const space = spaceOf([real('a'), real('b'), labels('k', 'p', 'q')]);
    const made = make({
      space,
      modelType: 'quadratic',
      blocks: [5, 4, 6],
      criterion: 'A',
      continuous: false,
    });
    const blocks = blocksOf(made);
    expect([1, 2, 3].map((block) => blocks.filter((one) => one === block).length)).toEqual([5, 4, 6]);
    expect(made.summary).toMatchObject({ columns: 3 + 8, runs: 15, criterion: 'A' });
    expect(made.summary.terms[0]).toBe('Block');
    const model = buildModel(space.dimensions, { modelType: 'quadratic' });
    const X = modelMatrix(model, toCoded(space.dimensions, made.points));
    const full = blocks.map((block, i) => [
      ...[1, 2, 3].map((one) => Number(one === block)),
      ...X.subarray(i * 9 + 1, (i + 1) * 9),
    ]);
    const M = product(transposed(full), full);
    const trace = inverse(M).reduce((sum, row, i) => (i < 3 ? sum : sum + row[i]), 0);
    expect(made.summary.aEfficiency).toBeCloseTo(800 / (15 * trace), 9);
    expect(made.summary.dEfficiency).toBeCloseTo((100 * (determinant(M) / (5 * 4 * 6)) ** (1 / 8)) / 15, 9);
  });

  it('takes the blocks of runs that are there already', () => {
    const existing = Float64Array.from([-1, -1, 1, -1, -1, 1, 1, 1]);
    const space = box(2);
    const made = make({ space, modelType: 'quadratic', existing, blocks: [5], levels: 3 });
    expect([...made.points.subarray(0, 8)]).toEqual([...existing]);
    expect(blocksOf(made)).toEqual([1, 1, 1, 1, 2, 2, 2, 2, 2]);
    // A corner day and an axis day, as in a central composite design in blocks.
    const found = judged(space, made.points, blocksOf(made), 'quadratic');
    expect(found.inestimable).toEqual([]);
    const apart = make({
      space,
      modelType: 'quadratic',
      existing,
      existingBlocks: Int32Array.of(0, 0, 1, 1),
      blocks: [6],
    });
    expect(blocksOf(apart)).toEqual([1, 1, 2, 2, 3, 3, 3, 3, 3, 3]);
  });

  it('is better in its blocks than the best design without them is after its runs are divided', () => {
    const space = box(3);
    const sizes = [6, 6, 6];
    const made = make({ space, modelType: 'quadratic', blocks: sizes, effort: 0.3 });
    const plain = optimalDesign(
      {
        space,
        modelType: 'quadratic',
        nPoints: 18,
        seed: 1,
        effort: 0.05,
        levels: 3,
        continuous: false,
        algorithm: 'fedorov',
      },
      context,
    );
    const divided = judged(space, plain.points, blocksOf(made), 'quadratic');
    const own = judged(space, made.points, blocksOf(made), 'quadratic');
    expect(own.quality?.dEfficiency).toBeGreaterThan(divided.quality?.dEfficiency ?? 0);
  });

  it.each([[[11, 11]], [[8, 8, 7]], [[12]]])(
    'is found where all points of a narrow region of whole numbers are needed, in blocks of %j',
    (blocks) => {
      const dimensions = Array.from({ length: 5 }, (_, k) => ({
        ...{ kind: 'integer' as const, name: `x${k}`, low: 0, high: 3 },
      }));
      const space = { dimensions, constraints: [atMost(2, 1, 1, 1, 1, 1)] };
      // In one block: beside ten runs, made before, of at most one unit or of two of one kind.
      const earlier = Array.from({ length: 50 }, (_, at) =>
        at % 5 === Math.floor(at / 5) % 5 ? 1 + Math.floor(at / 25) : 0,
      );
      const existing = blocks.length === 1 ? { existing: Float64Array.from(earlier) } : {};
      const made = make({ space, modelType: 'quadratic', blocks, ...existing });
      expect(made.summary.dEfficiency).toBeGreaterThan(1);
      const points = Array.from({ length: made.count }, (_, i) =>
        made.points.subarray(5 * i, 5 * i + 5).join(),
      );
      // Twenty effects, and one comparison that ties the blocks together, need all 21.
      expect(new Set(points).size).toBe(21);
    },
  );

  it('keeps constraints, forbidden combinations and its seed', () => {
    const space = spaceOf([real('a'), real('b')], [atMost(0.5, 1, 1)]);
    const task = {
      space,
      blocks: [4, 5],
      criterion: 'I' as const,
      forbidden: [{ conditions: [{ dimension: 0, low: -1, high: -0.9 }] }],
    };
    const made = make(task);
    for (let i = 0; i < 9; i++) {
      const [a, b] = made.points.subarray(2 * i, 2 * i + 2);
      expect((a as number) + (b as number)).toBeLessThan(0.5 + 1e-8);
      expect(a).toBeGreaterThan(-0.9);
    }
    expect(make(task).points).toEqual(made.points);
  });

  const existing = Float64Array.from([-1, -1, 1, 1]);
  it.each([
    [{ blocks: [8] }, 'blocks: there is only one block'],
    [{ blocks: [8, 0] }, 'blocks: a block has 0 runs'],
    [{ blocks: [4, 2.5] }, 'blocks: a block has 2.5 runs'],
    [
      { blocks: [2, 2] },
      '4 runs in 2 blocks, the model has 3 effects in addition to the blocks; request at least 5 runs',
    ],
    [{ blocks: [4, 4], nPoints: 9 }, 'n_points is 9, and the blocks have 8 runs'],
    [
      { blocks: [4], nPoints: 4, existing },
      'n_points is 4, and the blocks have 6 runs, existing ones included',
    ],
    [{ blocks: [4, 4], pMultiplier: 2 }, 'p_multiplier'],
    [
      { blocks: [4, 4], criterion: 'G' as const },
      "criterion: designs in blocks are searched under D, A or I, got 'G'",
    ],
    [
      { blocks: [4, 4], algorithm: 'fedorov' as const },
      "algorithm: designs in blocks are searched by coordinate_exchange, got 'fedorov'",
    ],
    [{ blocks: [1, 1, 1, 1, 1, 1] }, '6 runs in 6 blocks'],
    [{ blocks: [4, 4], modelType: undefined, effects: [] }, 'effects: the model has no effects'],
    [
      {
        blocks: [4, 4],
        criterion: 'A' as const,
        space: spaceOf([real('a', 0), real('b', 0)], [equals(1, 1, 1)]),
      },
      "criterion: 'A' of a mixture in blocks",
    ],
  ])('refuses %j', (wrong, message) => {
    expect(() => make({ space: box(2), ...wrong })).toThrow(message);
  });
});
