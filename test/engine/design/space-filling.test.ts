import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { spaceFillingQuality } from '../../../bench/support/space-filling-quality.ts';
import type { DesignOptions } from '../../../src/engine/design/options.ts';
import { correlationCriterion } from '../../../src/engine/design/space-filling/correlation-criterion.ts';
import { discrepancyCriterion } from '../../../src/engine/design/space-filling/discrepancy-criterion.ts';
import { distanceCriterion } from '../../../src/engine/design/space-filling/distance-criterion.ts';
import type { LatinCriterion, LatinState } from '../../../src/engine/design/space-filling/latin-criterion.ts';
import {
  type LatinColumn,
  latinHypercube,
} from '../../../src/engine/design/space-filling/latin-hypercube.ts';
import { marginCounts } from '../../../src/engine/design/space-filling/margin-counts.ts';
import { maxProCriterion } from '../../../src/engine/design/space-filling/maxpro-criterion.ts';
import { spreadDesign } from '../../../src/engine/design/space-filling/spread-design.ts';
import { createGenerator } from '../../../src/engine/random/generator.ts';
import { halton, hammersley } from '../../../src/engine/random/halton.ts';
import { sobol } from '../../../src/engine/random/sobol.ts';
import { createFeasibleRegion } from '../../../src/engine/space/feasible-region.ts';
import { atMost, box, oracle, real, rowsOf, spaceOf } from './support.ts';

fc.configureGlobal({ seed: 1 });

interface Fact {
  d: number;
  n: number;
  method: string;
  centered_discrepancy: number;
  min_distance: number;
}

const facts = oracle<{ space_filling: Fact[] }>('doe-classical.json').space_filling;
const factOf = (method: string, d: number, n: number) =>
  facts.find((fact) => fact.method === method && fact.d === d && fact.n === n) as Fact;

const reals = (d: number): LatinColumn[] =>
  Array.from({ length: d }, () => ({ levels: Number.POSITIVE_INFINITY, isLabel: false }));
const search = (n: number, d: number, criterion: NonNullable<DesignOptions['lhsCriterion']>, seed = 1) =>
  latinHypercube({ n, columns: reals(d), criterion }, createGenerator(seed));

describe('sequences have the discrepancy and distance that SciPy measures', () => {
  const sequences: [string, (n: number, d: number) => Float64Array][] = [
    ['scipy Sobol plain', sobol],
    ['scipy Halton plain', halton],
    ['ref hammersly', hammersley],
  ];
  test.each(sequences)('%s', (method, points) => {
    const known = facts.filter((fact) => fact.method === method);
    expect(known.length).toBeGreaterThan(1);
    for (const { d, n, centered_discrepancy, min_distance } of known) {
      const quality = spaceFillingQuality(points(n, d), d);
      expect(quality.centeredDiscrepancy).toBeCloseTo(centered_discrepancy, 5);
      expect(quality.minDistance).toBeCloseTo(min_distance, 3);
    }
  });
});

describe('Latin hypercubes', () => {
  test.each(['none', 'centered', 'maximin', 'correlation', 'ratio', 'discrepancy', 'maxpro'] as const)(
    '%s has one point in every cell and follows the seed',
    (criterion) => {
      const points = search(6, 2, criterion);
      for (let k = 0; k < 2; k++) {
        const cells = rowsOf(points, 2).map((row) => Math.min(5, Math.floor(row[k] * 6 + 1e-9)));
        expect(new Set(cells).size).toBe(6);
      }
      expect(search(6, 2, criterion)).toEqual(points);
      expect(search(6, 2, criterion, 3)).not.toEqual(points);
    },
  );

  test.each([
    [2, 16],
    [4, 32],
  ])(
    '%i variables, %i points: 20 %% less discrepancy than SciPy, 1.6 times the distance of the reference',
    (d, n) => {
      const low = spaceFillingQuality(search(n, d, 'discrepancy'), d).centeredDiscrepancy;
      expect(low).toBeLessThan(0.8 * factOf('scipy LHS random-cd', d, n).centered_discrepancy);
      const far = spaceFillingQuality(search(n, d, 'maximin'), d).minDistance;
      expect(far).toBeGreaterThan(1.6 * factOf('ref lhs', d, n).min_distance);
    },
  );

  test.each([
    [2, 9, 10],
    [2, 14, 17],
    [3, 8, 21],
  ])(
    '%i variables, %i points: the best hypercube that is known, squared distance %i in cells',
    (d, n, best) => {
      // Of nine points by enumeration of all permutations; of the others the best of many long searches.
      const distance = spaceFillingQuality(search(n, d, 'maximin'), d).minDistance * (n - 1);
      expect(Math.round(distance ** 2)).toBe(best);
    },
  );

  test('maxpro finds the best of all hypercubes of six points in three variables', () => {
    // By enumeration of all pairs of permutations, on the grid from 0 to 1.
    const rows = rowsOf(search(6, 3, 'maxpro'), 3);
    const terms = rows.flatMap((a, i) =>
      rows.slice(0, i).map((b) => 1 / a.reduce((product, x, k) => product * (x - b[k]) ** 2, 1)),
    );
    const maxPro = (terms.reduce((sum, term) => sum + term, 0) / terms.length) ** (1 / 3);
    expect(maxPro).toBeCloseTo(9.47815 * (5 / 6) ** 2, 3);
  });

  test('the correlation criterion leaves hardly any', () => {
    expect(spaceFillingQuality(search(20, 4, 'correlation'), 4).maxCorrelation).toBeLessThan(0.05);
    expect(spaceFillingQuality(search(20, 4, 'none'), 4).maxCorrelation).toBeGreaterThan(0.1);
  });

  test('columns with few levels are balanced', () => {
    const columns = [...reals(2), { levels: 3, isLabel: true }, { levels: 4, isLabel: false }];
    const points = latinHypercube({ n: 24, columns, criterion: 'maximin' }, createGenerator(2));
    for (const [k, levels] of [
      [2, 3],
      [3, 4],
    ]) {
      const counts = new Array<number>(levels).fill(0);
      for (const row of rowsOf(points, 4)) counts[Math.floor(row[k] * levels)]++;
      expect(counts).toEqual(new Array<number>(levels).fill(24 / levels));
    }
  });
});

describe('an updated criterion equals one made from scratch', () => {
  const makers: [string, (state: LatinState) => LatinCriterion][] = [
    ['distance', (state) => distanceCriterion(state, false)],
    ['ratio', (state) => distanceCriterion(state, true)],
    ['discrepancy', discrepancyCriterion],
    ['correlation', correlationCriterion],
    ['maxpro', (state) => maxProCriterion(state, [0, 0, 0.25])],
  ];
  test.each(makers)('%s', (_, make) => {
    fc.assert(
      fc.property(fc.integer({ min: 3, max: 9 }), fc.integer({ min: 0, max: 1e6 }), (n, seed) => {
        const generator = createGenerator(seed);
        const levels = new Int32Array(3 * n).map((_, at) => at % n);
        for (let k = 0; k < 3; k++) generator.shuffle(levels.subarray(k * n, (k + 1) * n));
        const x = Float64Array.from(levels, (level, at) => (at >= 2 * n ? level % 4 : level / (n - 1)));
        const state: LatinState = { n, d: 3, levels, x, isLabel: [false, false, true] };
        const criterion = make(state);
        for (let step = 0; step < 20; step++) {
          const k = generator.integer(3);
          const a = generator.integer(n);
          const b = (a + 1 + generator.integer(n - 1)) % n;
          const tried = criterion.tried(k, a, b);
          criterion.commit(k, a, b);
          for (const values of [levels, x]) {
            const held = values[k * n + a];
            values[k * n + a] = values[k * n + b];
            values[k * n + b] = held;
          }
          const fresh = make(state).value();
          expect(tried).toBeCloseTo(fresh, 6);
          expect(criterion.value()).toBeCloseTo(fresh, 6);
        }
      }),
      { numRuns: 30 },
    );
  });
});

describe('points spread over a region', () => {
  const region = createFeasibleRegion(
    spaceOf([real('a', 0, 1), real('b', 0, 1), real('c', 0, 1)], [atMost(1, 1, 1, 1)]),
  );
  const spread = (aim: 'maximin' | 'maxpro' | 'stratified') =>
    spreadDesign({ space: region.space, region, n: 20, aim, generator: createGenerator(4) }, {});

  test('maximin keeps farther apart than chance, maxpro in projections', () => {
    const chance = region.sample(20, createGenerator(4));
    const quality = (points: Float64Array) => spaceFillingQuality(points, 3).minDistance;
    expect(quality(spread('maximin'))).toBeGreaterThan(2.5 * quality(chance));
    const projected = (points: Float64Array) =>
      Math.min(
        ...[0, 1, 2].map((k) => {
          const sorted = rowsOf(points, 3)
            .map((row) => row[k])
            .sort((x, y) => x - y);
          return Math.min(...sorted.slice(1).map((value, i) => value - sorted[i]));
        }),
      );
    expect(projected(spread('maxpro'))).toBeGreaterThan(3 * projected(chance));
  });

  test('stratified has even margins over the region', () => {
    const pool = region.sample(5000, createGenerator(9));
    const points = rowsOf(spread('stratified'), 3);
    for (let k = 0; k < 3; k++) {
      const quantiles = rowsOf(pool, 3)
        .map((row) => row[k])
        .sort((x, y) => x - y);
      const quarter = points.map((row) =>
        Math.floor((quantiles.filter((value) => value < row[k]).length * 4) / 5000),
      );
      for (let q = 0; q < 4; q++) {
        const count = quarter.filter((value) => value === q).length;
        expect(Math.abs(count - 5)).toBeLessThanOrEqual(1);
      }
    }
  });

  test('a box gives at least the distance of the hypercube that it starts from', () => {
    const start = spaceFillingQuality(
      latinHypercube({ n: 12, columns: reals(2), criterion: 'maximin' }, createGenerator(1)),
      2,
    ).minDistance;
    const free = spreadDesign(
      {
        space: spaceOf([real('a', 0, 1), real('b', 0, 1)]),
        region: undefined,
        n: 12,
        aim: 'maximin',
        generator: createGenerator(1),
      },
      {},
    );
    expect(spaceFillingQuality(free, 2).minDistance).toBeGreaterThan(1.1 * start);
  });
});

test('margin counts follow replacements', () => {
  const pool = Array.from({ length: 40 }, (_, i) => Float64Array.of(i / 40, (i * 7) % 40));
  const chosen = [0, 1, 2, 3];
  const margins = marginCounts(box(2), pool, chosen);
  const from = chosen[0];
  const gain = margins.tried(from, 35);
  expect(gain).toBeLessThan(0);
  margins.commit(from, 35);
  expect(margins.tried(35, from)).toBeCloseTo(-gain, 12);
});
