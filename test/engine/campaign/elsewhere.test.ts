import { describe, expect, it } from 'vitest';
import { nextRuns } from '../../../src/engine/campaign/suggest-campaign.ts';
import type { Dimension } from '../../../src/engine/space/space.ts';
import { presentBackends } from '../compute/backends.ts';
import { quickTask } from './tasks.ts';

const backend = presentBackends[presentBackends.length - 1][1];
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
