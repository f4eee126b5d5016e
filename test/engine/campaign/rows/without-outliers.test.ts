import { describe, expect, it } from 'vitest';
import { nextRuns, suggestCampaign } from '../../../../src/engine/campaign/suggest-campaign.ts';
import type { CampaignTask } from '../../../../src/engine/campaign/task.ts';
import { createGenerator } from '../../../../src/engine/random/generator.ts';
import { fastest as backend } from '../../compute/backends.ts';
import { quickTask } from '../tasks.ts';

const dimensions = ['a', 'b'].map((name) => ({ kind: 'real' as const, name, low: 0, high: 1 }));
const n = 18;

/** A smooth result from about 0 to 100 with noise, and some values in place of what was measured. */
function lab(by: Readonly<Record<number, number>>, change: Partial<CampaignTask> = {}) {
  const generator = createGenerator('sound');
  const X = Float64Array.from({ length: 2 * n }, generator.uniform);
  const y = Float64Array.from({ length: n }, (_, i) => {
    const truth = 100 * Math.exp(-6 * (X[2 * i] - 0.7) ** 2 - 3 * (X[2 * i + 1] - 0.4) ** 2);
    const measured = truth + 2 * generator.normal();
    return by[i] ?? measured;
  });
  return quickTask({ X, n, outputs: [y] }, dimensions, 'maximize', 2, change);
}

const suggested = (task: CampaignTask) => suggestCampaign(task, { backend });

describe('a campaign with an outlier', () => {
  it('goes on as if that run had failed, and names it', () => {
    const clean = suggested(lab({}));
    const doubtful = suggested(lab({ 5: -500 }));
    expect(doubtful.warnings).toEqual([expect.stringContaining('the result -500 is far from all others')]);
    const [one, two] = [clean, doubtful].map(({ recommendation }) => recommendation?.forecast);
    expect(Math.abs((one?.mean[0] ?? 0) - (two?.mean[0] ?? 1e9))).toBeLessThan(10);
    expect(two?.stdMeasurement[0]).toBeLessThan(3 * (one?.stdMeasurement[0] ?? 0));
    expect(doubtful.recommendation?.row).toBe(clean.recommendation?.row);
    expect(doubtful.recommendation?.settings).toBeDefined();
    const { X } = lab({});
    for (const { nearest, point } of doubtful.suggestions) {
      const row = nearest?.row ?? -1;
      expect(row).not.toBe(5);
      const distance = Math.hypot(X[2 * row] - point[0], X[2 * row + 1] - point[1]) / Math.SQRT2;
      expect(distance).toBeCloseTo(nearest?.distance ?? -1, 10);
    }
  });

  it('has the same next runs for programs', () => {
    const task = lab({ 5: -500 });
    expect(nextRuns(task, { backend })).toEqual(suggested(task).suggestions.map(({ point }) => point));
  });

  it('repeats one on the good side, and leaves it out once a repeat contradicts it', () => {
    const task = lab({ 5: 5000 });
    const first = suggested(task);
    expect(first.warnings).toEqual([]);
    expect(first.suggestions.map(({ kind }) => kind)).toContain('replicate');
    const point = task.X.slice(10, 12);
    expect(first.suggestions.find(({ kind }) => kind === 'replicate')?.point).toEqual(point);
    const again = suggested({
      ...task,
      ...{ n: n + 1, X: Float64Array.of(...task.X, ...point) },
      outputs: [Float64Array.of(...(task.outputs[0] ?? []), 40)],
    });
    expect(again.warnings).toEqual([expect.stringContaining('the result 5000 is far from all others')]);
    expect(again.suggestions[0]?.forecast?.mean[0]).toBeLessThan(130);
  });

  it('with several objectives has no such output in that run', () => {
    const { X, outputs } = lab({ 5: -500 });
    const cost = Float64Array.from({ length: n }, (_, i) => 10 * X[2 * i]);
    const both = {
      ...lab({}),
      outputs: [outputs[0] as Float64Array, cost],
      goals: ['maximize', 'minimize'] as const,
    };
    const { warnings, suggestions } = suggested(both);
    expect(warnings).toEqual([expect.stringContaining('the result -500')]);
    expect(suggestions[0]?.forecast?.stdMeasurement[0]).toBeLessThan(60);
  });

  it('goes on where no output of a run is believed', () => {
    const { X, outputs } = lab({ 5: -500 });
    const cost = Float64Array.from({ length: n }, (_, i) => (i === 5 ? 9999 : 10 * X[2 * i]));
    const both = {
      ...lab({}),
      outputs: [outputs[0] as Float64Array, cost],
      goals: ['maximize', 'minimize'] as const,
    };
    const { warnings, suggestions, pareto } = suggested(both);
    expect(warnings).toEqual([expect.stringContaining('-500'), expect.stringContaining('9999')]);
    expect(suggestions[0]?.forecast?.mean.every(Number.isFinite)).toBe(true);
    expect(pareto?.rows).not.toContain(5);
  });
});
