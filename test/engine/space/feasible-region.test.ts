import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InfeasibleRegionError } from '../../../src/engine/errors.ts';
import { createGenerator } from '../../../src/engine/random/generator.ts';
import { createFeasibleRegion, type FeasibleRegion } from '../../../src/engine/space/feasible-region.ts';
import type { Dimension, LinearConstraint, Space } from '../../../src/engine/space/space.ts';
import { arbitrarySpace } from './arbitrary-space.ts';

const real = (name: string, low = 0, high = 1): Dimension => ({ kind: 'real', name, low, high });
const row = (
  name: string,
  coefficients: number[],
  rhs: number,
  type: LinearConstraint['type'] = 'inequality',
): LinearConstraint => ({
  name,
  coefficients,
  rhs,
  type,
});
const mixture = (k: number): Space => ({
  dimensions: Array.from({ length: k }, (_, i) => real(`m${i}`)),
  constraints: [row('sum', new Array<number>(k).fill(1), 1, 'equality')],
});

function* points(region: FeasibleRegion, matrix: Float64Array) {
  const d = region.space.dimensions.length;
  for (let i = 0; i < matrix.length / d; i++) yield matrix.subarray(i * d, (i + 1) * d);
}

/** The region, or undefined when it is refused as empty. */
function regionOf(space: Space): FeasibleRegion | undefined {
  try {
    return createFeasibleRegion(space);
  } catch (error) {
    if (error instanceof InfeasibleRegionError) return undefined;
    throw error;
  }
}

describe('feasible region', () => {
  test('every sample and every repaired point lies inside, and repair leaves it alone', () => {
    let tried = 0;
    let empty = 0;
    fc.assert(
      fc.property(arbitrarySpace(), fc.integer(), (space, seed) => {
        tried++;
        const region = regionOf(space);
        if (region === undefined) {
          empty++;
          return;
        }
        const generator = createGenerator(seed);
        expect(region.contains(region.center)).toBe(true);
        for (const point of points(region, region.sample(5, generator))) {
          expect(region.contains(point)).toBe(true);
          const moved = point.map((value) => value + 10 * generator.normal());
          const repaired = region.repair(moved);
          expect(region.contains(repaired)).toBe(true);
          expect(region.repair(repaired)).toEqual(repaired);
        }
      }),
      { numRuns: Number(process.env.ATHANOR_PROPERTY_RUNS ?? 1000), seed: 6 },
    );
    expect(empty).toBeLessThan(0.5 * tried);
  });

  const outcome = (space: Space, fixed?: ReadonlyMap<number, number>) => () =>
    createFeasibleRegion(space, fixed);
  const pair = (...constraints: LinearConstraint[]): Space => ({
    dimensions: [real('a'), real('b')],
    constraints,
  });

  test('an empty region names the constraints in conflict, and only those', () => {
    const space = pair(row('low', [1, 1], 0.5), row('other', [1, 0], 0.7), row('high', [-1, -1], -0.6));
    expect(outcome(space)).toThrow(InfeasibleRegionError);
    expect(outcome(space)).toThrow(
      "constraints 'low', 'high' cannot be met: no point is left; relax one of them",
    );
  });

  test('inequalities that leave a slice without volume are refused, equalities and held values are not', () => {
    expect(outcome(pair(row('up', [1, 1], 0.5), row('down', [-1, -1], -0.5)))).toThrow(
      /'up', 'down'.*region without volume/,
    );
    expect([
      ...outcome(pair(row('both', [1, 1], 1, 'equality'), row('same', [1, -1], 0, 'equality')))().center,
    ]).toEqual([0.5, 0.5]);
    expect([...outcome(pair(row('cap', [1, 1], 1)), new Map([[0, 1]]))().center]).toEqual([1, 0]);
  });

  test('a held value without a point is named with the constraint', () => {
    expect(outcome(pair(row('cap', [1, 1], 0.5)), new Map([[0, 0.8]]))).toThrow(
      "constraint 'cap' with 'a' = 0.8 cannot be met: no point is left; hold another value or relax it",
    );
  });

  test('whole numbers that miss an equality are found out', () => {
    const whole = (name: string): Dimension => ({ kind: 'integer', name, low: 0, high: 10 });
    const space = { dimensions: [whole('i'), whole('j')], constraints: [row('odd', [2, 2], 7, 'equality')] };
    expect(outcome(space)).toThrow(/'odd' cannot be met: no point with allowed values is left/);
  });

  test('implied constraints are dropped', () => {
    const region = createFeasibleRegion(
      pair(row('x', [1, 1], 1.5), row('y', [1, 1], 1.6), row('z', [2, 2], 3)),
    );
    expect([...region.redundant].sort()).toEqual(['x', 'y']);
  });

  test('corners of a cut square', () => {
    const corners = createFeasibleRegion(pair(row('cap', [1, 1], 1.5))).vertices();
    const found = new Set(
      Array.from({ length: 5 }, (_, i) => [...(corners ?? []).slice(2 * i, 2 * i + 2)].join()),
    );
    expect(found).toEqual(new Set(['0,0', '1,0', '0,1', '1,0.5', '0.5,1']));
    expect(createFeasibleRegion(mixture(20)).vertices()).toBeUndefined();
  });

  test.each([1e-9, 1e-3, 1, 1e6, 1e12])('limits bind and repairs are near at a scale of %f', (scale) => {
    const region = createFeasibleRegion({
      dimensions: [real('x', 0, scale), real('y', 0, scale)],
      constraints: [row('sum', [1, 1], scale)],
    });
    expect(region.contains([0.6 * scale, 0.5 * scale])).toBe(false);
    const [x, y] = region.repair([scale, 0.8 * scale]);
    expect(x / scale).toBeCloseTo(0.6, 11);
    expect(y / scale).toBeCloseTo(0.4, 11);
    for (const point of points(region, region.sample(50, createGenerator(1))))
      expect(point[0] + point[1]).toBeLessThanOrEqual(scale * (1 + 1e-9));
  });

  test('a narrow range far from zero keeps its digits', () => {
    // Twelve digits of 10⁹ are hundredths: as much as the range holds.
    const region = createFeasibleRegion({
      dimensions: [
        real('x', 1e9, 1e9 + 0.01),
        real('y', 0, 0.01),
        { kind: 'discrete', name: 'z', values: [0.1, 2e9 + 0.125] },
      ],
      constraints: [row('sum', [-1, -1, -1e-12], -1e9 - 0.0123)],
    });
    const [x, y] = region.repair([1e9, 0, 0.1]);
    expect(x - 1e9).toBeCloseTo(0.00615, 6);
    expect(y).toBeCloseTo(0.00615, 6);
    expect(region.repair([1e9, 0, 2e9 + 0.125])[2]).toBe(2e9 + 0.125);
  });

  test.each([1e-170, 1e160, 1e300])('limits bind where squares of a range of %s are no numbers', (size) => {
    const dimensions = ['x', 'y'].map((name) => ({ kind: 'real' as const, name, low: 0, high: size }));
    const region = createFeasibleRegion({
      dimensions,
      constraints: [
        { name: 'most', type: 'inequality', coefficients: [1, 1], rhs: size },
        { name: 'least', type: 'inequality', coefficients: [-1, -1], rhs: -size / 2 },
      ],
    });
    const generator = createGenerator(1);
    const sums = Array.from({ length: 50 }, () => region.sample(1, generator)).concat([
      region.repair([size, size]),
      region.repair([0, 0]),
    ]);
    for (const [x, y] of sums) {
      expect(x / size + y / size).toBeLessThanOrEqual(1 + 1e-9);
      expect(x / size + y / size).toBeGreaterThanOrEqual(0.5 - 1e-9);
    }
  });

  test('repair gives the nearest lattice point', () => {
    const space: Space = {
      dimensions: [
        { kind: 'integer', name: 'i', low: 0, high: 9 },
        { kind: 'discrete', name: 'v', values: [0, 0.5, 2, 7] },
        real('r'),
      ],
      constraints: [row('cap', [1, 1, 2], 6), row('eq', [0, 1, -4], 0, 'equality')],
    };
    const region = createFeasibleRegion(space);
    const generator = createGenerator(4);
    for (let trial = 0; trial < 50; trial++) {
      const target = [9 * generator.uniform(), 7 * generator.uniform(), generator.uniform()];
      const distance = (p: ArrayLike<number>) =>
        ((p[0] - target[0]) / 9) ** 2 + ((p[1] - target[1]) / 7) ** 2 + (p[2] - target[2]) ** 2;
      let nearest = Number.POSITIVE_INFINITY;
      for (let i = 0; i <= 9; i++) {
        for (const v of [0, 0.5, 2])
          if (i + v + 0.5 * v <= 6 + 1e-9) nearest = Math.min(nearest, distance([i, v, v / 4]));
      }
      const snapped = [
        Math.round(target[0]),
        [0, 0.5, 2, 7].reduce((a, b) => (Math.abs(b - target[1]) < Math.abs(a - target[1]) ? b : a)),
        target[2],
      ];
      const repaired = region.repair(target);
      if (!region.contains(snapped)) expect(distance(repaired)).toBeLessThan(nearest + 1e-9);
    }
  });

  test('hit-and-run fills a 20-component mixture evenly', () => {
    const region = createFeasibleRegion(mixture(20));
    const n = 1000;
    const sample = region.sample(n, createGenerator(1));
    let square = 0;
    for (const point of points(region, sample)) {
      expect(region.contains(point)).toBe(true);
      square += point.reduce((sum, value) => sum + value * value, 0) / n;
    }
    expect(square).toBeGreaterThan(0.9 * (2 / 21));
    expect(square).toBeLessThan(1.1 * (2 / 21));
  });
});
