import { describe, expect, test } from 'vitest';
import { initialDesign } from '../../../src/engine/design/initial-design.ts';
import { type DesignMethodName, designMethods } from '../../../src/engine/design/methods.ts';
import type { InitialDesignTask } from '../../../src/engine/design/task.ts';
import { decodeRows } from '../../../src/engine/space/encode.ts';
import { createFeasibleRegion } from '../../../src/engine/space/feasible-region.ts';
import type { LinearConstraint, Space } from '../../../src/engine/space/space.ts';
import { atMost, box, context, discrete, equals, integer, labels, real, rowsOf, spaceOf } from './support.ts';

const spaceFilling: DesignMethodName[] = [
  'random',
  'lhs',
  'sobol',
  'halton',
  'hammersly',
  'maximin',
  'maxpro',
  'concentric',
];
const reachesEqualities: readonly DesignMethodName[] = ['maximin', 'maxpro', 'concentric'];
const mixed = spaceOf([
  real('t', 20, 80),
  integer('n', 1, 4),
  discrete('d', 1, 2, 5),
  labels('k', 'u', 'v', 'w'),
]);

const make = (space: Space, method: DesignMethodName, options: Partial<InitialDesignTask> = {}) =>
  initialDesign({ space, method, seed: 3, nPoints: 12, ...options }, context);

describe.each(spaceFilling)('%s', (method) => {
  test('fills every type of variable with native values inside the space', () => {
    const { points, count, designInfo, feasibility } = make(mixed, method);
    expect(count).toBe(12);
    expect(designInfo).toBeNull();
    expect(feasibility).toBeNull();
    const region = createFeasibleRegion(mixed);
    for (const row of rowsOf(points, 4)) expect(region.contains(row)).toBe(true);
    for (const { t, n, d, k } of decodeRows(mixed, points)) {
      expect(typeof t).toBe('number');
      expect([1, 2, 3, 4]).toContain(n);
      expect([1, 2, 5]).toContain(d);
      expect(['u', 'v', 'w']).toContain(k);
    }
  });

  test('the same seed gives the same design', () => {
    const points = make(mixed, method, { nPoints: 5 }).points;
    expect(make(mixed, method, { nPoints: 5 }).points).toEqual(points);
    const other = make(mixed, method, { nPoints: 5, seed: 4 }).points;
    if (method === 'halton' || method === 'hammersly') expect(other).toEqual(points);
    else expect(other).not.toEqual(points);
  });

  test('keeps to inequalities, without repeats', () => {
    const space = spaceOf([real('a', 0, 10), real('b', 0, 10), labels('k', 'u', 'v')], [atMost(8, 1, 1, 0)]);
    const { points, feasibility } = make(space, method, { nPoints: 15 });
    const rows = rowsOf(points, 3);
    expect(rows).toHaveLength(15);
    for (const [a, b] of rows) expect(a + b).toBeLessThanOrEqual(8 + 1e-9);
    expect(new Set(rows.map((row) => row.join())).size).toBe(15);
    expect(feasibility).toEqual({
      constraintsApplied: ['sum ≤ 8'],
      nCandidatesTotal: null,
      nCandidatesFeasible: null,
      nBoundaryAdded: null,
      nVerticesAdded: null,
      vertexEnumerationSkipped: null,
      nPointsDropped: null,
      estimability: 'not_applicable',
    });
  });

  test('finds a region of one part in ten thousand', () => {
    const space = spaceOf(
      [real('a', 0, 1), real('b', 0, 1), real('c', 0, 1), real('d', 0, 1)],
      [atMost(0.22, 1, 1, 1, 1)],
    );
    const { points, count } = make(space, method, { nPoints: 10 });
    expect(count).toBe(10);
    for (const row of rowsOf(points, 4))
      expect(row[0] + row[1] + row[2] + row[3]).toBeLessThanOrEqual(0.22 + 1e-9);
  });

  test('a provably empty region is refused', () => {
    const space = spaceOf([real('a', 0, 10), real('b', 0, 10)], [atMost(-1, 1, 1)]);
    expect(() => make(space, method)).toThrow(expect.objectContaining({ name: 'InfeasibleRegionError' }));
  });

  test('an equality over whole numbers is met, one over reals only by the searched methods', () => {
    const whole = spaceOf([integer('a', 0, 20), integer('b', 0, 20), real('c')], [equals(20, 1, 1, 0)]);
    for (const [a, b] of rowsOf(make(whole, method).points, 3)) expect(a + b).toBe(20);
    const reals = spaceOf([real('a', 0, 1), real('b', 0, 1), real('c', 0, 1)], [equals(1, 1, 1, 1)]);
    if (!reachesEqualities.includes(method))
      expect(() => make(reals, method)).toThrow(expect.objectContaining({ name: 'InfeasibleRegionError' }));
    else for (const [a, b, c] of rowsOf(make(reals, method).points, 3)) expect(a + b + c).toBeCloseTo(1, 9);
  });

  test('one point and one variable are enough', () => {
    expect(make(box(1), method, { nPoints: 1 }).count).toBe(1);
    expect(make(box(3), method, { nPoints: 1 }).count).toBe(1);
    expect(make(box(1), method, { nPoints: 7 }).count).toBe(7);
    expect(make(spaceOf([labels('k', 'u', 'v')]), method, { nPoints: 3 }).count).toBe(3);
  });
});

test('concentric points lie in shells around the middle, the Sobol points drawn inwards', () => {
  const space = spaceOf([real('a', 0, 10), real('b', -1, 1), labels('k', 'u', 'v')]);
  const rows = rowsOf(make(space, 'concentric', { nPoints: 9 }).points, 3);
  rowsOf(make(space, 'sobol', { nPoints: 9 }).points, 3).forEach(([a, b, k], i) => {
    const factor = Math.sqrt((i + 1) / 9);
    expect(rows[i][0]).toBeCloseTo(5 + factor * (a - 5), 12);
    expect(rows[i][1]).toBeCloseTo(factor * b, 12);
    expect(rows[i][2]).toBe(k);
  });
});

test('concentric points of a triangle are drawn to its Chebyshev centre', () => {
  const space = spaceOf([real('a', 0, 1), real('b', 0, 1)], [atMost(1, 1, 1)]);
  const [first] = rowsOf(make(space, 'concentric', { nPoints: 400 }).points, 2);
  const middle = 1 - Math.SQRT1_2;
  for (const value of first) expect(Math.abs(value - middle)).toBeLessThan(0.05);
});

test('levels of random, lhs and sobol designs are equally likely', () => {
  const space = spaceOf([labels('k', 'u', 'v', 'w'), integer('n', 1, 5)]);
  for (const method of ['lhs', 'sobol', 'random'] as const) {
    const rows = rowsOf(make(space, method, { nPoints: 960, lhsCriterion: 'none' }).points, 2);
    for (let label = 0; label < 3; label++) {
      const count = rows.filter(([k]) => k === label).length;
      expect(Math.abs(count - 320)).toBeLessThan(method === 'random' ? 60 : 2);
    }
    for (let n = 1; n <= 5; n++) {
      const count = rows.filter((row) => row[1] === n).length;
      expect(Math.abs(count - 192)).toBeLessThan(method === 'random' ? 60 : 2);
    }
  }
});

describe('constrained classical designs', () => {
  const square = (constraints: Space['constraints']) =>
    spaceOf([real('a', 0, 10), real('b', 0, 10)], constraints);

  test('lost runs are counted and the design passes while the model can be estimated', () => {
    const { count, designInfo, feasibility } = make(square([atMost(12, 1, 1)]), 'ccd', { ccdFace: 'faced' });
    expect(count).toBe(7);
    expect(designInfo).toMatchObject({ totalRuns: 10 });
    expect(feasibility).toMatchObject({ nPointsDropped: 3, estimability: 'passed' });
  });

  test('a design that can no longer estimate its model is refused by its terms', () => {
    const space = square([atMost(5, 1, 0)]);
    expect(() => make(space, 'full_factorial')).toThrow(
      expect.objectContaining({ name: 'DesignNotEstimableError' }),
    );
    expect(() => make(space, 'full_factorial')).toThrow(
      /drop 2 runs, and the remaining 3 cannot estimate a\*b/,
    );
    expect(() => make(square([atMost(15, 1, 1)]), 'full_factorial', { nCenter: 0 })).toThrow(
      /drop 1 run, and the remaining 3/,
    );
    expect(() => make(space, 'full_factorial', { nLevels: 3, nCenter: 0 })).toThrow(/a\^2/);
  });

  test('a waiver keeps it', () => {
    const { count, feasibility, warnings } = make(square([atMost(5, 1, 0)]), 'full_factorial', {
      allowInfeasible: true,
      nPoints: undefined,
    });
    expect(count).toBe(3);
    expect(warnings).toEqual([
      'full_factorial: 3 runs cannot estimate a*b (confounded with b) of the interaction model; use an optimal design',
    ]);
    expect(feasibility).toMatchObject({ nPointsDropped: 2, estimability: 'waived' });
  });

  test('no run left', () => {
    const space = square([atMost(2, 1, 1), atMost(-1, -1, -1)]);
    expect(() => make(space, 'full_factorial', { nCenter: 0 })).toThrow(/no run of the design meets/);
  });
});

describe('mixtures', () => {
  const blend = (...extra: Space['constraints']) =>
    spaceOf([real('a', 0, 1), real('b', 0, 1), real('c', 0, 1)], [equals(1, 1, 1, 1), ...extra]);

  test('simplex lattice and centroid', () => {
    const lattice = make(blend(), 'simplex_lattice', { latticeDegree: 3 });
    expect(lattice.count).toBe(10);
    expect(lattice.designInfo).toEqual({ latticeRuns: 10, totalRuns: 10, degree: 3 });
    const centroid = make(blend(), 'simplex_centroid');
    expect(centroid.count).toBe(7);
    expect(rowsOf(centroid.points, 3)[6]).toEqual([1 / 3, 1 / 3, 1 / 3]);
    for (const [a, b, c] of rowsOf(lattice.points, 3)) expect(a + b + c).toBeCloseTo(1, 12);
  });

  test('lower bounds shrink the simplex, totals scale it', () => {
    const space = spaceOf([real('a', 20, 100), real('b', 0, 100)], [equals(100, 1, 1)]);
    expect(rowsOf(make(space, 'simplex_lattice').points, 2)).toEqual([
      [100, 0],
      [60, 40],
      [20, 80],
    ]);
  });

  test('extreme vertices of a cut simplex, with their centroid', () => {
    const { points, count, designInfo } = make(
      blend(atMost(0.6, 1, 0, 0), atMost(-0.1, 0, -1, 0)),
      'extreme_vertices',
    );
    expect(designInfo).toMatchObject({ vertexRuns: 4, centerRuns: 1 });
    expect(count).toBe(5);
    const found = rowsOf(points, 3).map((row) => row.map((x) => Math.round(x * 1e6) / 1e6).join());
    expect(new Set(found.slice(0, 4))).toEqual(new Set(['0.6,0.1,0.3', '0,0.1,0.9', '0.6,0.4,0', '0,1,0']));
  });

  test('values are the decimals that can be set, and thirds keep their sum', () => {
    const bounds = [
      [0.05, 0.42],
      [0.1, 0.7],
      [0.13, 0.6],
    ];
    const limited = spaceOf(
      bounds.map(([low, high], k) => real('abc'[k], low, high)),
      [equals(1, 1, 1, 1)],
    );
    for (const method of ['extreme_vertices', 'simplex_lattice', 'simplex_centroid'] as const) {
      const rows = rowsOf(make(limited, method, { nCenter: 0 }).points, 3);
      for (const row of rows) expect(Math.abs(row[0] + row[1] + row[2] - 1)).toBeLessThan(1e-12);
      if (method === 'extreme_vertices')
        for (const value of rows.flatMap((row) => [...row])) expect(value).toBe(Number(value.toFixed(3)));
    }
    const centroid = rowsOf(make(blend(), 'simplex_centroid').points, 3);
    for (const row of centroid) expect(Math.abs(row[0] + row[1] + row[2] - 1)).toBeLessThan(1e-14);
  });

  test('a space without a total is refused', () => {
    expect(() => make(box(3), 'simplex_lattice')).toThrow(/equality constraint that fixes the sum/);
    expect(() => make(box(3), 'extreme_vertices')).toThrow(/needs linear constraints/);
  });

  test('more runs or vertices than can be made are refused, at once', () => {
    const many = (count: number, ...more: LinearConstraint[]) =>
      spaceOf(
        Array.from({ length: count }, (_, k) => real(`x${k}`, 0, 1)),
        [equals(1, ...new Array<number>(count).fill(1)), ...more],
      );
    expect(() => make(many(40), 'simplex_lattice', { latticeDegree: 8 })).toThrow(
      /314457495 runs are more than 100000/,
    );
    const cuts = Array.from({ length: 40 }, (_, k) =>
      atMost(0.5, ...Array.from({ length: 12 }, (_, j) => Math.sin(1 + k * 12 + j))),
    );
    expect(() => make(many(12, ...cuts), 'extreme_vertices')).toThrow(/with so many constraints \(41\)/);
    expect(make(many(12), 'extreme_vertices', { nCenter: 0 }).count).toBe(12);
  });
});

describe('options', () => {
  test('a fraction by resolution or by runs', () => {
    expect(make(box(7), 'fractional_factorial', { resolution: 4, nCenter: 0 })).toMatchObject({ count: 16 });
    const { designInfo } = make(box(9), 'fractional_factorial', { nRuns: 32 });
    expect(designInfo).toMatchObject({ factorialRuns: 32, resolution: 4 });
    expect(make(box(4), 'fractional_factorial', { resolution: 4 }).designInfo).toEqual({
      factorialRuns: 8,
      centerRuns: 1,
      totalRuns: 9,
      generators: 'a b c abc',
      resolution: 4,
      definingWords: ['x1*x2*x3*x4'],
      aliases: ['x1*x2 = x3*x4', 'x1*x3 = x2*x4', 'x1*x4 = x2*x3'],
    });
    // Montgomery, Design and Analysis of Experiments, 8th ed., table 8.3: 2^(4−1) of resolution IV with D = ABC.
    for (const generators of ['a b c abc', 'D=ABC', 'D = ABC'])
      expect(make(box(4), 'fractional_factorial', { generators }).designInfo).toMatchObject({
        resolution: 4,
        aliases: ['x1*x2 = x3*x4', 'x1*x3 = x2*x4', 'x1*x4 = x2*x3'],
      });
    expect(make(box(4), 'fractional_factorial', { generators: 'a b c d' }).designInfo).toEqual({
      factorialRuns: 16,
      centerRuns: 1,
      totalRuns: 17,
      generators: 'a b c d',
    });
    expect(() => make(box(7), 'fractional_factorial', { resolution: 4, nRuns: 16 })).toThrow(
      /exclude each other/,
    );
  });

  test('arrays and screening designs', () => {
    const space = spaceOf([labels('k', 'u', 'v', 'w'), real('a'), real('b'), real('c'), real('d')]);
    expect(make(space, 'orthogonal_array').count).toBe(12);
    expect(make(box(6), 'definitive_screening')).toMatchObject({
      count: 13,
      designInfo: { screeningRuns: 12, centerRuns: 1, totalRuns: 13 },
    });
  });

  test.each([
    ['nPoints', 0],
    ['nLevels', 1],
    ['nCenter', -1],
    ['gsdReduction', 1.5],
  ])('%s = %d is refused', (name, value) => {
    expect(() => make(box(3), 'lhs', { [name]: value })).toThrow(
      new RegExp(`${name} must be a whole number`),
    );
  });

  test('no variables, too many runs, categorical or too few variables', () => {
    expect(() => make(spaceOf([]), 'lhs')).toThrow(/no variables/);
    expect(() => make(box(20), 'full_factorial')).toThrow(/1048576 runs/);
    expect(() => make(mixed, 'ccd')).toThrow(/'k' is categorical/);
    expect(() => make(box(1), 'doehlert')).toThrow(/at least 2 numeric variables, got 1/);
    expect(() => make(box(2), 'box_behnken')).toThrow(/at least 3 numeric variables, got 2/);
  });

  test('large designs are made without a search only', () => {
    expect(make(box(3), 'sobol', { nPoints: 8192 }).count).toBe(8192);
    expect(make(box(3), 'lhs', { nPoints: 8192, lhsCriterion: 'none' }).count).toBe(8192);
    expect(() => make(box(3), 'lhs', { nPoints: 2001 })).toThrow(/searches at most 2000 points, got 2001/);
  });

  test('a cancelled search stops', () => {
    const cancelling = Object.create(context, { cancelled: { value: () => true } }) as typeof context;
    expect(() => initialDesign({ space: box(3), method: 'lhs', seed: 1, nPoints: 50 }, cancelling)).toThrow(
      expect.objectContaining({ name: 'CancelledError' }),
    );
  });
});

test('every method is made', () => {
  const space = spaceOf([real('a', 0, 1), real('b', 0, 1), real('c', 0, 1)]);
  const blend = spaceOf(space.dimensions, [equals(1, 1, 1, 1)]);
  for (const method of Object.keys(designMethods) as DesignMethodName[]) {
    const isMixture = method.startsWith('simplex') || method === 'extreme_vertices';
    expect(make(isMixture ? blend : space, method, { nPoints: 5 }).count, method).toBeGreaterThan(1);
  }
});
