import { describe, expect, it } from 'vitest';
import { climb, type Scorer } from '../../../src/engine/acquisition/search/climb.ts';
import { search, usualSearch } from '../../../src/engine/acquisition/search/search.ts';
import { createMembership, createSeparation } from '../../../src/engine/acquisition/search/separation.ts';
import { startsOf } from '../../../src/engine/acquisition/search/starts.ts';
import { createGenerator } from '../../../src/engine/random/generator.ts';
import { createFeasibleRegion } from '../../../src/engine/space/feasible-region.ts';
import type { Space } from '../../../src/engine/space/space.ts';

const square: Space = {
  dimensions: [
    { kind: 'real', name: 'a', low: -2, high: 2 },
    { kind: 'real', name: 'b', low: 0, high: 100 },
  ],
  constraints: [],
};
const lattice: Space = {
  dimensions: [
    { kind: 'integer', name: 'n', low: 1, high: 5 },
    { kind: 'categorical', name: 'c', labels: ['x', 'y', 'z'] },
  ],
  constraints: [],
};

/** Two hills over a, the higher one on the right; counts what it is asked. */
function hills(): Scorer & { asked: number } {
  const scorer = {
    q: 1,
    asked: 0,
    values: (points: Float64Array) => scorer.gradients(points).value,
    gradients(points: Float64Array) {
      const value = new Float64Array(points.length / 2);
      const gradient = new Float64Array(points.length);
      scorer.asked += value.length;
      for (let i = 0; i < value.length; i++) {
        const [a, b] = [points[2 * i], points[2 * i + 1]];
        const side = a < 0 ? -1 : 1;
        value[i] = -((a - side) ** 4) - ((b - 50) / 100) ** 4 + side;
        gradient[2 * i] = -4 * (a - side) ** 3;
        gradient[2 * i + 1] = (-4 * ((b - 50) / 100) ** 3) / 100;
      }
      return { value, gradient };
    },
  };
  return scorer;
}

describe('where a search starts', () => {
  it('is every point of a small lattice, once', () => {
    const { points, whole } = startsOf(
      createFeasibleRegion(lattice, new Map()),
      new Float64Array(0),
      { spread: 8, nearby: 8 },
      createGenerator(1),
    );
    expect(whole).toBe(true);
    const rows = Array.from({ length: points.length / 2 }, (_, i) => `${points[2 * i]} ${points[2 * i + 1]}`);
    expect(rows).toHaveLength(15);
    expect(new Set(rows).size).toBe(15);
  });

  it('is centre, spread and nearby points otherwise, all inside', () => {
    const region = createFeasibleRegion(square, new Map());
    const good = Float64Array.of(2, 100);
    const { points, whole } = startsOf(region, good, { spread: 32, nearby: 16 }, createGenerator(1));
    expect(whole).toBe(false);
    expect(points).toHaveLength(2 * (1 + 32 + 16));
    for (let i = 0; i < points.length; i += 2) expect(region.contains(points.subarray(i, i + 2))).toBe(true);
    expect([...points.subarray(0, 2)]).toEqual([...region.center]);
  });
});

describe('the search among starts', () => {
  it('finds the higher hill, and gives each candidate once, best first', () => {
    const region = createFeasibleRegion(square, new Map());
    const starts = startsOf(region, new Float64Array(0), { spread: 64, nearby: 0 }, createGenerator(3));
    const found = search(hills(), region, starts, createGenerator(4), usualSearch);
    expect(Math.abs(found[0].point[0] - 1)).toBeLessThan(0.1);
    expect(found[0].value).toBeGreaterThan(0.999);
    const apart = createSeparation(region);
    found.forEach((one, i) => {
      if (i > 0) expect(one.value).toBeLessThanOrEqual(found[i - 1].value);
      for (const other of found.slice(0, i)) expect(apart(one.point, other.point, 1e-6)).toBe(true);
    });
  });

  it('asks a score without smoothing at the refined points and the best candidates, and keeps the others behind', () => {
    const region = createFeasibleRegion(square, new Map());
    const starts = startsOf(region, new Float64Array(0), { spread: 128, nearby: 0 }, createGenerator(3));
    const plain = search(hills(), region, starts, createGenerator(4), usualSearch);
    const exact = hills();
    const found = search({ ...hills(), exact }, region, starts, createGenerator(4), usualSearch);
    expect(exact.asked).toBe(usualSearch.restarts + 32);
    expect(found).toHaveLength(plain.length);
    expect(found.slice(0, 8)).toEqual(plain.slice(0, 8));
  });

  describe('with an approximation for environment', () => {
    const region = createFeasibleRegion(square, new Map());
    const starts = () => startsOf(region, new Float64Array(0), { spread: 64, nearby: 0 }, createGenerator(3));
    const found = (scorer: Scorer, options = usualSearch) =>
      search(scorer, region, starts(), createGenerator(4), options);
    /** The hills through an approximation that is so much higher or has its tops elsewhere, and how often it was climbed. */
    function approximatedBy(offset: number, shift = 0) {
      const own = hills();
      const local: Scorer = {
        ...own,
        values: (points) =>
          own.values(points.map((v, at) => (at % 2 ? v : v + shift))).map((v) => v + offset),
        gradients(points) {
          const { value, gradient } = own.gradients(points.map((v, at) => (at % 2 ? v : v + shift)));
          return { value: value.map((v) => v + offset), gradient };
        },
      };
      const exact = hills();
      const scorer: Scorer = { ...exact, screen: hills(), around: (_points, work) => work(local) };
      return { scorer, asked: () => exact.asked };
    }

    it('asks the score itself at few points, and ends where it does without', () => {
      const { scorer, asked } = approximatedBy(0, 0.05);
      const plain = hills();
      const [best] = found(plain);
      expect(found(scorer)[0].value).toBeCloseTo(best.value, 4);
      expect(asked()).toBeLessThan(plain.asked / 2);
    });

    it('goes the other way where the approximation promises too much', () => {
      const [best] = found({ ...hills(), screen: hills() });
      expect(found(approximatedBy(2).scorer)[0]).toEqual(best);
    });

    it('reads a top far below the best only where starts do not race', () => {
      /** The hill on the left ten lower. */
      const sunk = (scorer: Scorer): Scorer => {
        const gradients = (points: Float64Array) => {
          const { value, gradient } = scorer.gradients(points);
          return { value: value.map((v, i) => (points[2 * i] < 0 ? v - 10 : v)), gradient };
        };
        return { ...scorer, values: (points) => gradients(points).value, gradients };
      };
      const evaluations = (race: boolean) => {
        const own = sunk(hills());
        let left = 0;
        const scorer: Scorer = {
          ...own,
          gradients(points) {
            for (let at = 0; at < points.length; at += 2) if (points[at] < 0) left++;
            return own.gradients(points);
          },
          screen: sunk(hills()),
          around: (_points, work) => work(sunk(hills())),
        };
        const [{ point }] = found(scorer, { ...usualSearch, restarts: 32, race });
        expect(point[0]).toBeGreaterThan(0);
        return left;
      };
      expect(evaluations(true)).toBe(0);
      expect(evaluations(false)).toBeGreaterThan(0);
    });

    it('and where it leads to a known point', () => {
      const all = found({ ...hills(), screen: hills() });
      expect(found(approximatedBy(0).scorer, { ...usualSearch, isKnown: () => true })).toEqual(all);
    });
  });

  it('distinguishes points by spans, and labels always', () => {
    const apart = createSeparation(createFeasibleRegion(square, new Map()));
    expect(apart([0, 0], [0.4, 0], 0.11)).toBe(false);
    expect(apart([0, 0], [0.4, 0], 0.09)).toBe(true);
    expect(apart([0, 0], [0, 9], 0.09)).toBe(false);
    const labels = createSeparation(createFeasibleRegion(lattice, new Map()));
    expect(labels([1, 0], [1, 1], 0.9)).toBe(true);
    expect(labels([1, 0], [1, 0], 0)).toBe(false);
  });

  it('a point is among rows that it is not apart from, one by one or together', () => {
    const region = createFeasibleRegion(square, new Map());
    const [apart, isAmong] = [createSeparation(region), createMembership(region)];
    const generator = createGenerator('membership');
    const rows = Float64Array.from(
      { length: 2 * 50 },
      (_, at) => generator.uniform() * (at % 2 === 0 ? 4 : 100),
    );
    let among = 0;
    for (let i = 0; i < 200; i++) {
      const point = [generator.uniform() * 4, generator.uniform() * 100];
      const near = Array.from({ length: 50 }, (_, row) => rows.subarray(2 * row, 2 * row + 2));
      const expected = near.some((row) => !apart(row, point, 0.05));
      expect(isAmong(rows, point, 0.05)).toBe(expected);
      if (expected) among++;
    }
    expect(among).toBeGreaterThan(20);
    expect(among).toBeLessThan(180);
    expect(isAmong(new Float64Array(0), [0, 0], 0.9)).toBe(false);
  });
});

describe('a race of groups', () => {
  it('goes on with the best ones only, and takes those where they would have got alone', () => {
    const region = createFeasibleRegion(square, new Map());
    const starts = Float64Array.of(-0.2, 10, 0.2, 10, 1.9, 90);
    const options = { iterations: 60, tolerance: 1e-9 };
    const all = hills();
    const everyone = climb(all, region, starts, options);
    const few = hills();
    const kept = climb(few, region, starts, { ...options, keep: (rounds) => (rounds < 3 ? 3 : 1) });
    expect(few.asked).toBeLessThan(all.asked);
    const value = (points: Float64Array) => [...hills().values(points)];
    // The others end up to ten tolerances below the top that they share.
    expect(Math.max(...value(kept))).toBeGreaterThan(Math.max(...value(everyone)) - 1e-8);
    value(kept).forEach((reached, g) => {
      expect(reached).toBeGreaterThanOrEqual(value(starts)[g]);
    });
  });

  it('gives up those that cannot catch up, and takes the best where it would have got alone', () => {
    const region = createFeasibleRegion(square, new Map());
    const starts = Float64Array.of(-0.2, 10, -1.9, 30, 0.2, 10, 1.9, 90);
    const options = { iterations: 60, tolerance: 1e-9 };
    const all = hills();
    const everyone = climb(all, region, starts, options);
    const few = hills();
    const raced = climb(few, region, starts, { ...options, race: true });
    expect(few.asked).toBeLessThan(all.asked);
    const value = (points: Float64Array) => [...hills().values(points)];
    expect(Math.max(...value(raced))).toBe(Math.max(...value(everyone)));
    value(raced).forEach((reached, g) => {
      expect(reached).toBeGreaterThanOrEqual(value(starts)[g]);
    });
  });

  it('gives up those that crawl, beside other rules, and loses no more than a few times that gain', () => {
    const region = createFeasibleRegion(square, new Map());
    const starts = Float64Array.of(-0.2, 10, -1.9, 30, 0.2, 10, 1.9, 90);
    const options = { iterations: 60, tolerance: 1e-9 };
    const all = hills();
    const everyone = climb(all, region, starts, options);
    const few = hills();
    const crawled = climb(few, region, starts, { ...options, crawl: 1e6 });
    const best = hills();
    const both = climb(best, region, starts, {
      ...options,
      crawl: 1e6,
      keep: (rounds) => (rounds < 3 ? 4 : 1),
    });
    expect(few.asked).toBeLessThan(all.asked);
    expect(best.asked).toBeLessThan(few.asked);
    const value = (points: Float64Array) => [...hills().values(points)];
    for (const reached of [crawled, both])
      expect(Math.max(...value(reached))).toBeGreaterThan(Math.max(...value(everyone)) - 3e-3);
  });
});

it('a climb ends at the same place in whatever unit the score is', () => {
  const region = createFeasibleRegion(square, new Map());
  for (const unit of [1e-6, 1, 1e6]) {
    const { gradients } = hills();
    const scaled: Scorer = {
      q: 1,
      values: (points) => gradients(points).value.map((value) => unit * value),
      gradients(points) {
        const { value, gradient } = gradients(points);
        return { value: value.map((one) => unit * one), gradient: gradient.map((one) => unit * one) };
      },
    };
    const [a] = climb(scaled, region, Float64Array.of(1.9, 50), { iterations: 100, tolerance: 1e-5 * unit });
    expect(Math.abs(a - 1)).toBeLessThan(0.1);
  }
});

describe('a search over steps', () => {
  const stepped: Space = {
    dimensions: [
      { kind: 'real', name: 'free', low: 0, high: 1 },
      { kind: 'real', name: 'stepped', low: 0, high: 1, step: 0.25 },
    ],
    constraints: [],
  };
  /** A narrow ridge: its top (0.4, 0.3) lies between steps, and the best point on steps is (0.35, 0.25) with −0.0025. */
  const ridge: Scorer = {
    q: 1,
    values: (points) => ridge.gradients(points).value,
    gradients(points) {
      const value = new Float64Array(points.length / 2);
      const gradient = new Float64Array(points.length);
      for (let i = 0; i < value.length; i++) {
        const [a, b] = [points[2 * i], points[2 * i + 1]];
        value[i] = -100 * (a - b - 0.1) ** 2 - (b - 0.3) ** 2;
        gradient[2 * i] = -200 * (a - b - 0.1);
        gradient[2 * i + 1] = 200 * (a - b - 0.1) - 2 * (b - 0.3);
      }
      return { value, gradient };
    },
  };
  const region = createFeasibleRegion(stepped, new Map());
  const found = (scorer: Scorer, seed: number) => {
    const options = { ...usualSearch, spread: 8, nearby: 0 };
    const generator = createGenerator(seed);
    return search(
      scorer,
      region,
      startsOf(region, new Float64Array(0), options, generator),
      generator,
      options,
    );
  };

  it('ends at the best point that can be set', () => {
    for (let seed = 1; seed <= 5; seed++) {
      const [best] = found(ridge, seed);
      expect(best.point[1]).toBe(0.25);
      expect(best.point[0]).toBeCloseTo(0.35, 2);
      expect(best.value).toBeCloseTo(-0.0025, 4);
    }
  });

  it('reports the values of points on steps, by whatever climb they were found', () => {
    const around: Scorer = { ...ridge, screen: ridge, around: (_, work) => work(ridge) };
    for (const { point, value } of found(around, 1)) {
      expect(point[1] % 0.25).toBe(0);
      expect(value).toBe(ridge.values(point)[0]);
    }
  });
});
