import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Desirability } from '../../../src/engine/acquisition/strategies/desirability.ts';
import { suggestCampaign } from '../../../src/engine/campaign/suggest-campaign.ts';
import type { CampaignTask } from '../../../src/engine/campaign/task.ts';
import { createGenerator } from '../../../src/engine/random/generator.ts';
import type { Dimension } from '../../../src/engine/space/space.ts';
import { fastest } from '../compute/backends.ts';
import { quickTask } from './tasks.ts';

const context = { backend: fastest };
const real = (name: string, low = 0, high = 1): Dimension => ({ kind: 'real', name, low, high });
const catalyst: Dimension = { kind: 'categorical', name: 'c', labels: ['A', 'B', 'C'] };
const bowl = (x: readonly number[]) => -x.reduce((sum, v, k) => sum + (v - 0.3 - 0.1 * k) ** 2, 0);
const larger = (low: number, high: number): Desirability => ({
  shape: 'larger',
  low,
  high,
  curve: 1,
  importance: 1,
});

interface Lab {
  readonly name: string;
  readonly dimensions: readonly Dimension[];
  readonly outputs: (x: readonly number[]) => number[];
  readonly noise: number;
  readonly change?: Partial<CampaignTask>;
}

const plane = [real('a'), real('b')];
const compromise = { desirability: [larger(0, 1.3), larger(0, 1)] };
const labs: Lab[] = [
  { name: 'noise', dimensions: plane, outputs: (x) => [bowl(x)], noise: 0.05 },
  { name: 'much noise', dimensions: plane, outputs: (x) => [bowl(x)], noise: 0.3 },
  { name: 'no noise', dimensions: plane, outputs: (x) => [bowl(x)], noise: 0 },
  {
    name: 'categories',
    dimensions: [catalyst, ...plane],
    outputs: ([c, ...x]) => [bowl(x) + 0.2 * (c ?? 0)],
    noise: 0.05,
  },
  {
    name: 'two goals',
    dimensions: plane,
    outputs: (x) => [bowl(x), bowl(x.map((v) => v - 0.3))],
    noise: 0.05,
  },
  ...[0, 0.05].map((noise) => ({
    name: `joint desirability, noise ${noise}`,
    dimensions: [real('T', 20, 90), real('b')],
    outputs: ([t = 0, b = 0]: readonly number[]) => [t / 70, 1 - ((t - 20) / 70) ** 2 + 0.1 * b],
    noise,
    change: compromise,
  })),
];

function taskOf({ name, dimensions, outputs, noise, change }: Lab, count: number): CampaignTask {
  const generator = createGenerator(`batches/${name}`);
  const rows = Array.from({ length: 14 }, () =>
    dimensions.map((one) => {
      if (one.kind === 'categorical') return generator.integer(one.labels.length);
      return one.kind === 'real' ? one.low + (one.high - one.low) * generator.uniform() : 0;
    }),
  );
  const measured = rows.map((row) => outputs(row).map((value) => value + noise * generator.normal()));
  const objectives = [...(measured[0] ?? []).keys()];
  const results = objectives.map((k) => Float64Array.from(measured, (values) => values[k] ?? 0));
  const recorded = { X: Float64Array.from(rows.flat()), n: rows.length, outputs: results };
  return quickTask(recorded, dimensions, 'maximize', count, change);
}

/** The first rows of the demonstration's data. */
function suzuki(n: number, count: number): CampaignTask {
  const file = new URL('../../../src/demo/data/suzuki.csv', import.meta.url);
  const lines = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .slice(1, n + 1);
  const rows = lines.map((line) => line.split(',').map(Number));
  const dimensions = [real('T', 75, 90), real('Pd', 0.5, 5), real('ArBpin', 1, 1.8), real('K3PO4', 1.5, 3)];
  return {
    ...taskOf({ name: 'suzuki', dimensions, outputs: () => [0], noise: 0 }, count),
    X: Float64Array.from(rows.flatMap((row) => row.slice(0, 4))),
    n,
    outputs: [Float64Array.from(rows, (row) => row[4] ?? 0)],
    effort: 'normal',
    seed: 1,
  };
}

/** Largest difference over the columns, in spans; of categories 1. */
const distance = (dimensions: readonly Dimension[], a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Math.max(
    ...dimensions.map((one, k) => {
      const gap = Math.abs((a[k] ?? 0) - (b[k] ?? 0));
      return one.kind === 'real' ? gap / (one.high - one.low) : Math.sign(gap);
    }),
  );

describe('the members of a batch', () => {
  it.each(labs.flatMap((lab) => [3, 24].map((count) => ({ ...lab, count }))))(
    'are apart, or are said to be repeats: $name, q = $count',
    ({ count, ...lab }) => {
      const { suggestions } = suggestCampaign(taskOf(lab, count), context);
      expect(suggestions).toHaveLength(count);
      suggestions.forEach(({ point, kind }, i) => {
        for (const earlier of suggestions.slice(0, i)) {
          const gap = distance(lab.dimensions, earlier.point, point);
          expect(gap === 0 ? kind === 'replicate' : gap > 1e-3, `member ${i}: ${kind}, gap ${gap}`).toBe(
            true,
          );
        }
      });
    },
  );

  it.each(labs.slice(0, 4))(
    'measure no point more than twice, and say of which run a repeat is one: $name',
    (lab) => {
      const { suggestions } = suggestCampaign(taskOf(lab, 24), context);
      suggestions.forEach(({ point, kind, repeats }, i) => {
        const earlier = suggestions
          .slice(0, i)
          .filter((other) => distance(lab.dimensions, other.point, point) === 0);
        expect(earlier.length).toBeLessThan(2);
        expect(kind === 'replicate').toBe(repeats !== undefined);
        if (typeof repeats === 'number') expect(suggestions[repeats]?.point).toEqual(point);
      });
    },
  );

  // Noise of 3 % and a best place at a corner: to go there again looked best to each member.
  it.each([
    { n: 96, count: 4 },
    { n: 247, count: 2 },
    { n: 247, count: 4 },
    { n: 247, count: 24 },
  ])(
    'are runs that noise can tell apart, or a run and its repeat: Suzuki coupling, $n rows, q = $count',
    ({ n, count }) => {
      const task = suzuki(n, count);
      const { suggestions } = suggestCampaign(task, context);
      suggestions.forEach(({ point, repeats }, i) => {
        for (const [k, earlier] of suggestions.slice(0, i).entries()) {
          const gap = distance(task.space.dimensions, earlier.point, point);
          expect(repeats === k || gap > 0.02, `runs ${k + 1} and ${i + 1}: gap ${gap}`).toBe(true);
        }
      });
      expect(suggestions.filter(({ repeats }) => typeof repeats === 'number').length).toBeLessThanOrEqual(
        count / 2,
      );
    },
  );

  it('explore when the best compromise is known, rather than go there again', () => {
    const lab = labs.find(({ name }) => name === 'joint desirability, noise 0.05');
    const { suggestions } = suggestCampaign(taskOf(lab as Lab, 3), context);
    const [first, ...others] = suggestions.map(({ point }) => point);
    for (const point of others)
      expect(distance((lab as Lab).dimensions, first as Float64Array, point)).toBeGreaterThan(0.02);
  });
});
