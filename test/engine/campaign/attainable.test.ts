import { describe, expect, it } from 'vitest';
import { isAttainable } from '../../../src/engine/acquisition/models/attainable.ts';
import type { Desirability } from '../../../src/engine/acquisition/strategies/desirability.ts';
import { suggestCampaign } from '../../../src/engine/campaign/suggest-campaign.ts';
import type { CampaignTask } from '../../../src/engine/campaign/task.ts';
import { createGenerator } from '../../../src/engine/random/generator.ts';
import { createFeasibleRegion } from '../../../src/engine/space/feasible-region.ts';
import type { Dimension } from '../../../src/engine/space/space.ts';
import { fastest } from '../compute/backends.ts';
import { quickTask } from './tasks.ts';

const context = { backend: fastest };
const labels = ['THF', 'DMF'];
const solvent: Dimension = { kind: 'categorical', name: 's', labels };
const real = (low: number, high: number): Dimension => ({ kind: 'real', name: 'x', low, high });

/** Runs of a hill with its top at 4; in DMF 30 more. In THF the runs stay 2 away from the top. */
function hill(n: number) {
  const generator = createGenerator('two solvents');
  const x = (row: number) => (row % 2 === 0 ? 6 + 4 * generator.uniform() : 10 * generator.uniform());
  const X = Float64Array.from(Array.from({ length: n }, (_, row) => [x(row), row % 2]).flat());
  const value = (row: number) => 60 - (X[2 * row] - 4) ** 2 + 30 * X[2 * row + 1] + 0.3 * generator.normal();
  return { X, n, outputs: [Float64Array.from({ length: n }, (_, row) => value(row))] };
}

const lab = (dimensions: readonly Dimension[], change: Partial<CampaignTask> = {}): CampaignTask =>
  quickTask(hill(16), dimensions, 'maximize', 1, { effort: 'normal', advice: true, ...change });
const larger: Desirability = { shape: 'larger', low: 0, high: 100, curve: 1, importance: 1 };

describe('a campaign after its variables were changed', () => {
  const retired = [real(0, 10), { ...solvent, open: [0] }];
  const narrowed = [real(6, 10), solvent];

  it.each([
    ['a category was retired', retired, {}, 1],
    ['a category was retired, by desirability', retired, { desirability: [larger] }, 100],
    ['a range was narrowed', narrowed, {}, 1],
  ] as const)('compares with runs that can still be made: %s', (_, dimensions, change, unit) => {
    const task = lab(dimensions, change);
    const region = createFeasibleRegion(task.space);
    const { suggestions, recommendation, stop, best = 0, warnings } = suggestCampaign(task, context);
    const [{ point, gain = 0, forecast }] = suggestions;
    const { row } = recommendation ?? { row: -1 };
    expect(isAttainable(region, task.X.subarray(2 * row, 2 * row + 2))).toBe(true);
    const top = dimensions === retired ? 60 : 86;
    expect(unit * best).toBeLessThan(top + 0.5);
    expect(unit * best).toBeGreaterThan(top - 8);
    expect(forecast?.mean[0]).toBeGreaterThan(top - 12);
    expect(point[1]).toBe(dimensions === retired ? 0 : 1);
    if (dimensions === retired) {
      expect(unit * gain).toBeGreaterThan(0.5);
      expect(unit * (stop?.expectedGain ?? 0)).toBeGreaterThan(0.5);
    }
    expect(warnings).toEqual([
      expect.stringMatching(
        /^\d+ of the 16 runs cannot be made with the present ranges, .* best of the others$/,
      ),
    ]);
  });

  it('compares with the nearest settings where no run can be made', () => {
    const { suggestions, best, warnings } = suggestCampaign(lab([real(10.5, 14), solvent]), context);
    expect(suggestions[0].point[0]).toBeGreaterThanOrEqual(10.5);
    expect(best).toBeLessThan(60);
    expect(warnings[0]).toMatch(/^16 of the 16 runs cannot be made .* nearest settings that can$/);
  });

  it('with two objectives, takes no run for dominated by one that cannot be made', () => {
    const { X, n, outputs } = hill(16);
    const second = outputs[0].map((value) => 0.5 * value);
    const task = quickTask({ X, n, outputs: [outputs[0], second] }, retired, 'maximize', 1, { advice: true });
    const { suggestions, stop } = suggestCampaign(task, context);
    expect(suggestions[0].dominated).toBe(false);
    expect(suggestions[0].forecast?.mean[0]).toBeGreaterThan(55);
    expect(stop?.interval[1]).toBeGreaterThan(0);
  });

  it('says nothing of runs that a held value alone puts beyond a constraint, and goes on in the slice', () => {
    const other = real(0, 10);
    const { X, n, outputs } = hill(16);
    const task = lab([real(0, 10), other], {
      ...{ X: X.map((value, at) => (at % 2 === 0 ? value : 1)), n, outputs, categorical: [false, false] },
      space: {
        dimensions: [real(0, 10), { ...other, name: 'z' }],
        constraints: [{ name: 'sum', type: 'inequality', coefficients: [1, 1], rhs: 11 }],
      },
      fixed: new Map([[1, 10]]),
    });
    const { suggestions, warnings, best } = suggestCampaign(task, context);
    expect(suggestions[0].point[1]).toBe(10);
    expect(suggestions[0].point[0]).toBeLessThanOrEqual(1);
    expect(best).toBeLessThan(90);
    expect(warnings).toEqual([]);
  });

  it('says and changes nothing where every run can be made', () => {
    const { warnings } = suggestCampaign(lab([real(0, 10), solvent]), context);
    expect(warnings).toEqual([]);
  });
});
