import { expect, it } from 'vitest';
import { suggestCampaign } from '../../../src/engine/campaign/suggest-campaign.ts';
import { createTsBackend } from '../../../src/engine/compute/ts/index.ts';
import type { Dimension } from '../../../src/engine/space/space.ts';
import { quickTask } from './tasks.ts';

const context = { backend: createTsBackend() };

it.each([1, 10, 1e7])('variables that never varied are varied over their range, of width %d', (width) => {
  const names = ['a', 'b', 'c'];
  const dimensions = names.map((name): Dimension => ({ kind: 'real', name, low: 0, high: width }));
  const rows = Array.from({ length: 9 }, (_, i) => [(i * width) / 10, width / 2, width / 2]);
  const y = Float64Array.from(rows, (_, i) => 10 - (i - 6) ** 2 / 5);
  const runs = { X: Float64Array.from(rows.flat()), n: rows.length, outputs: [y] };
  const { suggestions } = suggestCampaign(quickTask(runs, dimensions, 'maximize', 4), context);
  for (const { point } of suggestions) {
    const [, b, c] = point;
    expect(Math.max(Math.abs(b / width - 0.5), Math.abs(c / width - 0.5))).toBeGreaterThan(0.1);
  }
});
