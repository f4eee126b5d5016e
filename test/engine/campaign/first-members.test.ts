import { describe, expect, test } from 'vitest';
import { suggestCampaign } from '../../../src/engine/campaign/suggest-campaign.ts';
import type { SuggestionKind } from '../../../src/engine/campaign/task.ts';
import { createTsBackend } from '../../../src/engine/compute/ts/index.ts';
import type { Dimension } from '../../../src/engine/space/space.ts';
import { quickTask } from './tasks.ts';

const backend = createTsBackend();
const numbers: Dimension[] = ['x', 'y'].map((name) => ({ kind: 'real', name, low: 0, high: 1 }));

/** Kinds of four suggestions after runs with these settings, results around 5. */
function kindsAfter(
  dimensions: readonly Dimension[],
  settings: readonly (readonly number[])[],
): SuggestionKind[] {
  const y = Float64Array.from(settings, (_, run) => 5 + 0.1 * Math.cos(run ** 2));
  const rows = { X: Float64Array.from(settings.flat()), n: settings.length, outputs: [y] };
  return suggestCampaign(quickTask(rows, dimensions, 'maximize', 4), { backend }).suggestions.map(
    ({ kind }) => kind,
  );
}

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
});
