import { describe, expect, it } from 'vitest';
import { comparedRows } from '../../../../src/engine/campaign/rows/compared-rows.ts';
import { reachedLimit } from '../../../../src/engine/campaign/rows/reached-limit.ts';
import { nextRuns, suggestCampaign } from '../../../../src/engine/campaign/suggest-campaign.ts';
import { createGenerator } from '../../../../src/engine/random/generator.ts';
import { createFeasibleRegion } from '../../../../src/engine/space/feasible-region.ts';
import type { Dimension } from '../../../../src/engine/space/space.ts';
import { fastest as backend } from '../../compute/backends.ts';
import { quickTask } from '../tasks.ts';

const real = (name: string): Dimension => ({ kind: 'real', name, low: 0, high: 1 });

/** Results of one objective over a line; sides of those that are limits: 1 above, −1 below. */
function onLine(
  goal: 'maximize' | 'minimize',
  y: readonly number[],
  sides: Readonly<Record<number, 1 | -1>>,
) {
  const rows = Int32Array.from(Object.keys(sides), Number);
  return quickTask(
    { X: Float64Array.from(y, (_, i) => i / 10), n: y.length, outputs: [Float64Array.from(y)] },
    [real('x')],
    goal,
    1,
    { censored: [{ rows, sides: Int32Array.from(Object.values(sides)) }] },
  );
}

describe('the limit that was reached', () => {
  it.each([
    ['the best result', 'minimize', [0.3, 0.05, 0.2], { 1: -1 }, 0.05],
    ['as good as a measured one', 'maximize', [99, 99, 80], { 1: 1 }, 99],
    ['worse than a measured one', 'minimize', [0.3, 0.05, 0.02], { 1: -1 }, undefined],
    ['on the other side', 'minimize', [0.3, 0.05, 0.2], { 1: 1 }, undefined],
    ['not measured', 'maximize', [99, Number.NaN, 80], { 0: 1 }, 99],
  ] as const)('is one where a limit is %s', (_, goal, y, sides, limit) => {
    expect(reachedLimit(onLine(goal, y, sides))).toBe(limit);
  });

  it('is none of several objectives, of joint desirability and of runs that violate a limit', () => {
    const task = onLine('minimize', [0.3, 0.05, 0.2], { 1: -1 });
    expect(reachedLimit({ ...task, outputs: [...task.outputs, ...task.outputs] })).toBeUndefined();
    expect(reachedLimit({ ...task, desirability: [] })).toBeUndefined();
    const outcomeConstraints = [{ objective: 0, bound: 'lower' as const, value: 0.1 }];
    expect(reachedLimit({ ...task, outcomeConstraints })).toBeUndefined();
  });

  it('counts runs that can still be made only', () => {
    const task = onLine('minimize', [0.05, 0.3, 0.2], { 0: -1 });
    const narrower: Dimension = { kind: 'real', name: 'x', low: 0.1, high: 1 };
    const region = createFeasibleRegion({ dimensions: [narrower], constraints: [] });
    expect(reachedLimit(comparedRows(task, region).compared)).toBeUndefined();
  });
});

/** Impurities of a valley in two columns, of which an assay shows those from 0.05 on. */
function belowDetection(goal: 'minimize' | 'maximize') {
  const generator = createGenerator('assay');
  const spread = Array.from({ length: 12 }, () => [generator.uniform(), generator.uniform()]);
  const near = Array.from({ length: 6 }, (_, i) => [0.5 + 0.01 * i, 0.4 + 0.005 * i]);
  const rows = [...spread, ...near];
  const impurities = rows.map(([x = 0, y = 0]) => {
    const r2 = (x - 0.5) ** 2 + (y - 0.4) ** 2;
    return Math.exp(-3.4 + 8 * r2 + 0.05 * generator.normal());
  });
  const isLimit = impurities.map((value) => value < 0.05);
  const limits = Int32Array.from(isLimit.keys()).filter((row) => isLimit[row]);
  const sign = goal === 'minimize' ? 1 : -1;
  const outputs = [Float64Array.from(impurities, (value) => sign * Math.max(0.05, value))];
  const censored = [{ rows: limits, sides: limits.map(() => -sign) }];
  return { rows, recorded: { X: Float64Array.from(rows.flat()), n: rows.length, outputs }, censored };
}

describe('a campaign whose best results are limits', () => {
  it.each(['minimize', 'maximize'] as const)(
    'proposes no run beside others that read the same, to %s',
    (goal) => {
      const { rows, recorded, censored } = belowDetection(goal);
      for (const seed of [1, 2, 3, 4]) {
        const task = quickTask(recorded, [real('a'), real('b')], goal, 2, { seed, censored });
        const made = [...rows];
        for (const point of nextRuns(task, { backend })) {
          const gaps = made.map(([x = 0, y = 0]) => Math.hypot(x - (point[0] ?? 0), y - (point[1] ?? 0)));
          expect(Math.min(...gaps) / Math.SQRT2).toBeGreaterThan(0.09);
          made.push([...point]);
        }
      }
    },
  );

  it('says so in the advice to stop', () => {
    const { recorded, censored } = belowDetection('minimize');
    const task = quickTask(recorded, [real('a'), real('b')], 'minimize', 1, { censored, advice: true });
    const { stop, suggestions } = suggestCampaign(task, { backend });
    expect(stop?.reachedLimit).toBe(0.05);
    expect(suggestions[0]?.purpose).toBe('elsewhere');
  });
});
