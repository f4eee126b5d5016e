import { describe, expect, test } from 'vitest';
import { suggestCampaign } from '../../../src/engine/campaign/suggest-campaign.ts';
import type { CampaignTask, SuggestionKind } from '../../../src/engine/campaign/task.ts';
import { createTsBackend } from '../../../src/engine/compute/ts/index.ts';
import type { Dimension } from '../../../src/engine/space/space.ts';
import { quickTask } from './tasks.ts';

const backend = createTsBackend();
const numbers: Dimension[] = ['x', 'y'].map((name) => ({ kind: 'real', name, low: 0, high: 1 }));

/** Four suggestions after runs with these settings, results around 5. */
function suggestionsAfter(
  dimensions: readonly Dimension[],
  settings: readonly (readonly number[])[],
  change: Partial<CampaignTask> = {},
) {
  const y = Float64Array.from(settings, (_, run) => 5 + 0.1 * Math.cos(run ** 2));
  const rows = { X: Float64Array.from(settings.flat()), n: settings.length, outputs: [y] };
  return suggestCampaign(quickTask(rows, dimensions, 'maximize', 4, change), { backend });
}

const kindsAfter = (...campaign: Parameters<typeof suggestionsAfter>): SuggestionKind[] =>
  suggestionsAfter(...campaign).suggestions.map(({ kind }) => kind);

describe('first runs', () => {
  test('spread over the space after repeats of one setting, until half as many settings are known', () => {
    const kinds = kindsAfter(numbers, Array(7).fill([0.5, 0.5]));
    expect(kinds.slice(0, 2)).toEqual(['first_points', 'first_points']);
    expect(kinds.slice(2)).not.toContain('first_points');
  });

  test('end with enough runs of which half have settings of their own', () => {
    const settings = [
      [0.5, 0.5],
      [0.5, 0.5],
      [0.5, 0.5],
      [0.5, 0.5],
      [0.1, 0.2],
      [0.8, 0.7],
    ];
    expect(kindsAfter(numbers, settings)).not.toContain('first_points');
  });

  test('end where no other setting exists', () => {
    const yes: Dimension = { kind: 'categorical', name: 'c', labels: ['a'] };
    const onOff: Dimension = { kind: 'discrete', name: 'k', values: [0, 1] };
    expect(kindsAfter([yes, onOff], Array(6).fill([0, 1]))[0]).toBe('first_points');
    expect(kindsAfter([yes, onOff], [...Array(5).fill([0, 1]), [0, 0]])).not.toContain('first_points');
  });

  const around = (width: number) =>
    Array.from({ length: 12 }, (_, i) => [
      0.3 + width * (((5 * i) % 12) / 12),
      0.6 + width * (((7 * i) % 12) / 12),
    ]);

  test('spread after a history from a small part of the ranges, far from it and from each other', () => {
    const { suggestions } = suggestionsAfter(numbers, around(0.08));
    const first = suggestions.filter(({ isCrowded }) => isCrowded);
    expect(first.length).toBe(2);
    const known = around(0.08);
    for (const { point, kind } of first) {
      expect(kind).toBe('first_points');
      const gaps = known.map(([x = 0, y = 0]) => Math.hypot(x - (point[0] ?? 0), y - (point[1] ?? 0)));
      expect(Math.min(...gaps)).toBeGreaterThan(0.3);
      known.push([...point]);
    }
  });

  test('do not spread after a history from a third of the ranges, nor where no run lies apart', () => {
    expect(kindsAfter(numbers, around(0.35))).not.toContain('first_points');
    const coefficients = [1, 1];
    const space = { constraints: [{ name: 'sum', coefficients, rhs: 0.1, type: 'inequality' as const }] };
    const near = around(0.05).map(([x = 0, y = 0]) => [x - 0.3, y - 0.6]);
    const { suggestions } = suggestionsAfter(numbers, near, { space: { dimensions: numbers, ...space } });
    expect(suggestions.map(({ kind }) => kind)).not.toContain('first_points');
  });
});
