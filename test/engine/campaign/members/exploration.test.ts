import { describe, expect, it } from 'vitest';
import { nextRuns } from '../../../../src/engine/campaign/suggest-campaign.ts';
import { createGenerator } from '../../../../src/engine/random/generator.ts';
import type { Dimension } from '../../../../src/engine/space/space.ts';
import { fastest as backend } from '../../compute/backends.ts';
import { quickTask } from '../tasks.ts';

const real = (name: string): Dimension => ({ kind: 'real', name, low: 0, high: 1 });

/** A smooth exact peak at (0.4, 0.6): a lattice of runs, and some at the top, so near each other that their results differ by millionths. */
const peak = (x: number, y: number) => 90 * Math.exp(-3 * (x - 0.4) ** 2 - 2 * (y - 0.6) ** 2);
const runs = [
  ...[0.1, 0.37, 0.63, 0.9].flatMap((x) => [0.1, 0.37, 0.63, 0.9].map((y) => [x, y])),
  ...[-1, 0, 1].map((i) => [0.4 + 0.002 * i, 0.6 - 0.003 * i]),
];
const solved = (rows: readonly number[][], count: number, seed: number) =>
  quickTask(
    {
      X: Float64Array.from(rows.flat()),
      n: rows.length,
      outputs: [Float64Array.from(rows, ([x, y]) => peak(x as number, y as number))],
    },
    [real('a'), real('b')],
    'maximize',
    count,
    { seed, effort: 'normal' },
  );
const distance = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Math.sqrt((((a[0] as number) - (b[0] as number)) ** 2 + ((a[1] as number) - (b[1] as number)) ** 2) / 2);

describe('a campaign of exact results with nothing to gain where it searched', () => {
  it('looks elsewhere, apart from every run and from the others of a batch', () => {
    for (const seed of [1, 2, 3, 4]) {
      const made = [...runs];
      for (const point of nextRuns(solved(runs, 3, seed), { backend })) {
        expect(Math.min(...made.map((run) => distance(run, point)))).toBeGreaterThan(0.09);
        made.push([...point]);
      }
    }
  });

  it('stays as long as there is something to gain', () => {
    const before = runs
      .slice(0, 16)
      .filter(([x, y]) => Math.hypot((x as number) - 0.4, (y as number) - 0.6) > 0.2);
    for (const seed of [1, 2, 3, 4]) {
      const [point] = nextRuns(solved(before, 1, seed), { backend });
      expect(distance(point as Float64Array, [0.4, 0.6])).toBeLessThan(0.1);
    }
  });
});

/** The same peak with a second exact result, which a limit bounds; desirability of the first rises up to `most`. */
const jointlySolved = (rows: readonly number[][], seed: number, most: number) => ({
  ...solved(rows, 3, seed),
  outputs: [peak, (x: number, y: number) => 3 + 2 * x - y].map((of) =>
    Float64Array.from(rows, ([x, y]) => of(x as number, y as number)),
  ),
  goals: ['maximize', 'maximize'] as const,
  desirability: [
    { shape: 'larger', low: 10, high: most, curve: 1, importance: 1 },
    { shape: 'smaller', low: 5, high: 8, curve: 1, importance: 1 },
  ] as const,
  outcomeConstraints: [{ objective: 1, bound: 'upper', value: 5 }] as const,
});

describe('a campaign of joint desirability of exact results with nothing to gain where it searched', () => {
  it('looks elsewhere, apart from every run and from the others of a batch', () => {
    for (const seed of [1, 2, 3]) {
      const made = [...runs];
      for (const point of nextRuns(jointlySolved(runs, seed, 130), { backend })) {
        expect(Math.min(...made.map((run) => distance(run, point)))).toBeGreaterThan(0.09);
        made.push([...point]);
      }
    }
  });

  it('stays where every goal is reached: nothing can be better', () => {
    const [point] = nextRuns(jointlySolved([...runs, [0.4, 0.6]], 1, 80), { backend });
    expect(peak(...([...(point as Float64Array)] as [number, number]))).toBeGreaterThan(75);
  });
});

/** Noisy results of a hill: spread runs, and many at its top. */
function crowdedTop(d: number) {
  const generator = createGenerator('noisy hill');
  const top = [0.4, 0.6, 0.5, 0.45].slice(0, d);
  const spread = Array.from({ length: 8 * d }, () => top.map(() => generator.uniform()));
  const near = Array.from({ length: 12 * d }, () => top.map((value) => value + 0.04 * generator.normal()));
  const rows = [...spread, ...near];
  const y = Float64Array.from(rows, (row) => {
    const r2 = row.reduce((sum, value, k) => sum + (value - (top[k] ?? 0)) ** 2, 0);
    return 90 * Math.exp(-2 * r2) + 2 * generator.normal();
  });
  return { rows, y, dimensions: top.map((_, k) => real(`x${k}`)) };
}

describe('a campaign of noisy results with next to nothing to gain at the top of a hill', () => {
  it.each([2, 4])('sends some of its runs, not all, away from every run, %d numbers', (d) => {
    const { rows, y, dimensions } = crowdedTop(d);
    const recorded = { X: Float64Array.from(rows.flat()), n: rows.length, outputs: [y] };
    const far = Array.from({ length: 24 }, (_, seed) => {
      const task = quickTask(recorded, dimensions, 'maximize', 1, { seed, effort: 'normal' });
      const [point = new Float64Array(0)] = nextRuns(task, { backend });
      const gaps = rows.map(
        (row) => Math.hypot(...row.map((value, k) => value - (point[k] ?? 0))) / Math.sqrt(d),
      );
      return Math.min(...gaps) > 0.15;
    }).filter(Boolean).length;
    expect(far).toBeGreaterThan(1);
    expect(far).toBeLessThan(13);
  });
});
