import { describe, expect, it } from 'vitest';
import { suggestCampaign } from '../../../src/engine/campaign/suggest-campaign.ts';
import type { Backend } from '../../../src/engine/compute/backend.ts';
import { createGenerator } from '../../../src/engine/random/generator.ts';
import { fastest as backend } from '../compute/backends.ts';
import { quickTask } from './tasks.ts';

const LISTED = 40_000;
const { uniform } = createGenerator('long list');
const points = Float64Array.from({ length: 2 * LISTED }, uniform);
const X = Float64Array.from({ length: 24 }, uniform);

const y = Float64Array.from({ length: 12 }, (_, i) => (X[2 * i] - 0.3) ** 2 + (X[2 * i + 1] - 0.6) ** 2);
const dimensions = ['a', 'b'].map((name) => ({ kind: 'real' as const, name, low: 0, high: 1 }));

const taskOf = (count: number) =>
  quickTask({ X, n: 12, outputs: [y] }, dimensions, 'minimize', count, {
    candidates: { points, repeats: false },
  });

/** Runs proposed, and the numbers that the search wrote to the backend for them. */
function proposed(count: number) {
  let written = 0;
  const counting: Backend = Object.assign(Object.create(backend), {
    write(slot: Parameters<Backend['write']>[0], values: Float64Array) {
      written += values.length;
      backend.write(slot, values);
    },
  });
  const { suggestions } = suggestCampaign(taskOf(count), { backend: counting });
  return { runs: suggestions.map(({ point }) => [...point]), written };
}

describe('a batch from a long list', () => {
  it('looks through the whole list once, and takes each run of it at most once', () => {
    const [one, many] = [proposed(1), proposed(40)];
    expect(many.written).toBeLessThan(10 * one.written);
    expect(many.runs[0]).toEqual(one.runs[0]);
    expect(new Set(many.runs.map(String)).size).toBe(40);
    const listed = new Set(Array.from({ length: LISTED }, (_, i) => `${points[2 * i]},${points[2 * i + 1]}`));
    for (const run of many.runs) expect(listed).toContain(String(run));
  });
});
