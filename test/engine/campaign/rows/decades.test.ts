import { describe, expect, it } from 'vitest';
import { inDecades } from '../../../../src/engine/campaign/rows/decades.ts';
import { suggestCampaign } from '../../../../src/engine/campaign/suggest-campaign.ts';
import type { CampaignTask } from '../../../../src/engine/campaign/task.ts';
import { createTsBackend } from '../../../../src/engine/compute/ts/index.ts';
import type { Dimension } from '../../../../src/engine/space/space.ts';
import { quickTask } from '../tasks.ts';

const context = { backend: createTsBackend() };
const list = [0.1, 0.3, 1, 3, 10, 30, 100];
const t: Dimension = { kind: 'real', name: 't', low: 0, high: 1 };
const kinds: readonly (readonly [string, Dimension])[] = [
  ['a range', { kind: 'real', name: 'load', low: 0.1, high: 100 }],
  ['a range with a step', { kind: 'real', name: 'load', low: 0.1, high: 100, step: 0.1 }],
  ['a list', { kind: 'discrete', name: 'load', values: list }],
];

/** Best at a load of 0.6. */
const truth = (load: number) => -((Math.log10(load) + 0.2) ** 2);

function campaign(load: Dimension, f: (load: number) => number, change: Partial<CampaignTask> = {}) {
  const loads = [...list, 0.3, 3, 30];
  const rows = loads.map((value, i) => [value, ((7 * i) % 10) / 10] as const);
  const recorded = {
    X: Float64Array.from(rows.flat()),
    n: rows.length,
    outputs: [Float64Array.from(rows, ([value, time], i) => f(value) + 0.1 * time + 0.01 * Math.sin(9 * i))],
  };
  return quickTask(recorded, [load, t], 'maximize', 3, { spanning: [0], ...change });
}

describe('a campaign over decades', () => {
  it.each(kinds)('learns and searches the logarithm of %s, and proposes its values', (_, load) => {
    const task = campaign(load, truth);
    const { suggestions, logarithmic } = suggestCampaign(task, context);
    expect(logarithmic).toEqual([0]);
    for (const { point, alternatives } of suggestions)
      for (const [value] of [point, ...alternatives.map((one) => one.point)]) {
        expect(value).toBeGreaterThanOrEqual(0.1);
        expect(value).toBeLessThanOrEqual(100);
        if (load.kind === 'discrete') expect(list).toContain(value);
        if (load.kind === 'real' && load.step) expect(Math.round(10 * value) / 10).toBe(value);
      }
    const [first] = suggestions;
    expect(Math.abs(Math.log10(first.point[0]) + 0.2)).toBeLessThan(0.6);
    // Distances are in spans of the logarithm: between neighbours of the list one sixth of it.
    expect(first.nearest?.distance).toBeLessThan(0.3);
  });

  it('stays on the values where the rows say so', () => {
    const { logarithmic } = suggestCampaign(
      campaign(kinds[0][1], (load) => load / 20),
      context,
    );
    expect(logarithmic).toBeUndefined();
  });

  it('gives held values, points of a candidate list and settings back as they were', () => {
    const held = 0.1 + 0.2;
    const fixed = suggestCampaign(campaign(kinds[0][1], truth, { fixed: new Map([[0, held]]) }), context);
    expect(fixed.logarithmic).toEqual([0]);
    expect(fixed.suggestions.map(({ point }) => point[0])).toEqual([held, held, held]);
    const points = Float64Array.from({ length: 40 }, (_, i) => (i % 2 ? (i % 10) / 10 : 0.1 + i / 7));
    const candidates = { points, repeats: false };
    const chosen = suggestCampaign(campaign(kinds[0][1], truth, { candidates }), context);
    expect(chosen.logarithmic).toEqual([0]);
    for (const { point } of chosen.suggestions) expect(points).toContain(point[0]);
  });

  it.each<readonly [string, Partial<CampaignTask>]>([
    ['nothing spans decades', { spanning: [] }],
    [
      'a constraint names the column',
      {
        space: {
          dimensions: [kinds[0][1], t],
          constraints: [{ name: 'sum', type: 'inequality', coefficients: [1, 1], rhs: 90 }],
        },
      },
    ],
    ['a pending run is at 0', { pending: Float64Array.of(0, 0.5) }],
    ['rows are too few', { n: 2, X: Float64Array.of(1, 0, 10, 1), outputs: [Float64Array.of(0, 1)] }],
  ])('stays on the values where %s', (_, change) => {
    const task = campaign(kinds[0][1], truth, change);
    expect(inDecades(task, context).task).toBe(task);
  });

  it('sums over the objectives what they say', () => {
    const one = campaign(kinds[0][1], truth);
    const straight = Float64Array.from({ length: one.n }, (_, i) => one.X[2 * i] / 20);
    const steep = straight.map((value) => -value);
    const several = (outputs: Float64Array[]) => {
      const goals = outputs.map(() => 'maximize' as const);
      return inDecades({ ...one, outputs, goals }, context).restored({
        ...{ suggestions: [], value: 0, warnings: [], seed: 1 },
      }).logarithmic;
    };
    expect(several([one.outputs[0], one.outputs[0]])).toEqual([0]);
    expect(several([straight, steep, one.outputs[0]])).toBeUndefined();
  });
});
