import { describe, expect, test } from 'vitest';
import { suggestCampaign } from '../../../../src/engine/campaign/suggest-campaign.ts';
import type { CampaignTask, SuggestionKind } from '../../../../src/engine/campaign/task.ts';
import { createTsBackend } from '../../../../src/engine/compute/ts/index.ts';
import type { Dimension } from '../../../../src/engine/space/space.ts';
import { quickTask } from '../tasks.ts';

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
    const first = suggestions.filter(({ despite }) => despite === 'crowded');
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

  describe('where all runs gave the same results', () => {
    const known = around(0.6);
    const zeros = Float64Array.from(known, () => 0);
    const runsAfter = (change: Partial<CampaignTask>) =>
      suggestionsAfter(numbers, known, { outputs: [zeros], ...change }).suggestions;
    const limits = (side: 1 | -1) => [
      { rows: Int32Array.from(known.keys()), sides: Int32Array.from(known, () => side) },
    ];
    const isAlike = (change: Partial<CampaignTask>) => runsAfter(change)[0]?.despite === 'alike';

    test('spread, far from them and from each other', () => {
      const all = [...known];
      for (const { point, kind, despite } of runsAfter({})) {
        expect([kind, despite]).toEqual(['first_points', 'alike']);
        const gaps = all.map(([x = 0, y = 0]) => Math.hypot(x - (point[0] ?? 0), y - (point[1] ?? 0)));
        expect(Math.min(...gaps)).toBeGreaterThan(0.15);
        all.push([...point]);
      }
    });

    test('are recommended without settings of their own, which would be a guess', () => {
      const task = (outputs: Float64Array[]) =>
        suggestionsAfter(numbers, known, { outputs, count: 0, outputBounds: [{ low: 0, high: 100 }] });
      expect(task([zeros]).recommendation).not.toHaveProperty('settings');
      expect(task([zeros.map(() => 100)]).recommendation).not.toHaveProperty('settings');
      expect(task([zeros.map((_, row) => row % 3)]).recommendation).toHaveProperty('settings');
    });

    test('spread as long as one has no other result', () => {
      expect(isAlike({ outputs: [zeros.with(3, 0.1)] })).toBe(false);
      const partial = zeros.map((_, row) => (row < 4 ? 0 : Number.NaN));
      expect(isAlike({ outputs: [zeros, partial], goals: ['maximize', 'minimize'] })).toBe(true);
      expect(isAlike({ outputs: [zeros, partial.with(1, 2)], goals: ['maximize', 'minimize'] })).toBe(false);
    });

    test('do not spread where no better result can be measured', () => {
      expect(isAlike({ outputBounds: [{ low: 0, high: 100 }] })).toBe(true);
      expect(isAlike({ outputBounds: [{ low: 0, high: 100 }], goals: ['minimize'] })).toBe(false);
      expect(isAlike({ censored: limits(-1) })).toBe(true);
      expect(isAlike({ censored: limits(1) })).toBe(false);
    });

    test('do not spread where they reach every goal', () => {
      const part = { shape: 'larger', low: -1, high: 1, target: 0, curve: 1, importance: 1 } as const;
      expect(isAlike({ desirability: [part] })).toBe(true);
      expect(isAlike({ desirability: [{ ...part, high: 0 }] })).toBe(false);
    });

    test('do not spread where categories are to be chosen, from a list, or by cost', () => {
      const colour: Dimension = { kind: 'categorical', name: 'c', labels: ['a', 'b'] };
      const withColour = known.map((point, row) => [...point, row % 2]);
      const { suggestions } = suggestionsAfter([...numbers, colour], withColour, { outputs: [zeros] });
      expect(suggestions[0]?.kind).not.toBe('first_points');
      const held = suggestionsAfter([...numbers, colour], withColour, {
        outputs: [zeros],
        fixed: new Map([[2, 0]]),
      });
      expect(held.suggestions[0]?.despite).toBe('alike');
      const points = Float64Array.from(around(0.9).flat());
      expect(isAlike({ candidates: { points, repeats: false } })).toBe(false);
      expect(isAlike({ cost: { model: { fixed: 1, running: [null, null], changing: [null, null] } } })).toBe(
        false,
      );
    });

    test('spread no more where none lies apart', () => {
      const grid = Array.from({ length: 81 }, (_, i) => [(i % 9) / 8, Math.floor(i / 9) / 8]);
      const { suggestions } = suggestionsAfter(numbers, grid, { outputs: [new Float64Array(81)] });
      expect(suggestions.map(({ kind }) => kind)).not.toContain('first_points');
    });
  });
});
