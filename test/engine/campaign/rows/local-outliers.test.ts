import { describe, expect, it } from 'vitest';
import { nextRuns, suggestCampaign } from '../../../../src/engine/campaign/suggest-campaign.ts';
import type { CampaignTask } from '../../../../src/engine/campaign/task.ts';
import { createGenerator } from '../../../../src/engine/random/generator.ts';
import { fastest as backend } from '../../compute/backends.ts';
import { quickTask } from '../tasks.ts';

const dimensions = ['a', 'b'].map((name) => ({ kind: 'real' as const, name, low: 0, high: 1 }));
const n = 24;

/** A smooth yield up to 90 with noise, half of the runs near its best; some results in place of what was measured. */
function lab(by: Readonly<Record<number, number>>, change: Partial<CampaignTask> = {}) {
  const generator = createGenerator('unlike');
  const X = Float64Array.from({ length: 2 * n }, (_, at) =>
    at < n ? generator.uniform() : (at % 2 === 0 ? 0.7 : 0.4) + 0.1 * generator.normal(),
  );
  const y = Float64Array.from({ length: n }, (_, i) => {
    const truth = 90 * Math.exp(-3 * (X[2 * i] - 0.7) ** 2 - 2 * (X[2 * i + 1] - 0.4) ** 2);
    const measured = truth + 2 * generator.normal();
    return by[i] ?? measured;
  });
  return quickTask({ X, n, outputs: [y] }, dimensions, 'maximize', 2, change);
}

/** A result that rises up to where both settings together are too much, and falls to a fifth there; some runs near the best. */
function precipitating(key: string) {
  const generator = createGenerator(key);
  const X = Float64Array.from({ length: 40 }, (_, at) =>
    at < 24 ? generator.uniform() : (at % 2 === 0 ? 0.6 : 0.5) + 0.1 * generator.normal(),
  );
  const sums = Array.from({ length: 20 }, (_, i) => X[2 * i] + X[2 * i + 1]);
  const y = Float64Array.from(sums, (sum) => (sum > 1.3 ? 10 : 50 + 15 * sum) + generator.normal());
  const task = quickTask({ X, n: 20, outputs: [y] }, dimensions, 'maximize', 1);
  return { task, sums };
}

const suggested = (task: CampaignTask) => suggestCampaign(task, { backend });
const named = (value: string) => [
  expect.stringContaining(`the result ${value} is unlike those of the runs around it`),
];

describe('a campaign with a result that the runs around it contradict', () => {
  it('leaves it out and names it, so that noise and best value are those of the other runs', () => {
    const clean = suggested(lab({}));
    const spilled = suggested(lab({ 15: 12.5 }));
    expect(clean.warnings).toEqual([]);
    expect(spilled.warnings).toEqual(named('12.5'));
    expect(spilled.noiseStd?.[0]).toBeLessThan(2 * (clean.noiseStd?.[0] ?? 0));
    const [one, two] = [clean, spilled].map(({ recommendation }) => recommendation?.forecast.mean[0] ?? 0);
    expect(Math.abs(one - two)).toBeLessThan(4);
    for (const { nearest } of spilled.suggestions) expect(nearest?.row).not.toBe(15);
  });

  it('has the same next runs for programs', () => {
    const task = lab({ 15: 12.5 });
    expect(nextRuns(task, { backend })).toEqual(suggested(task).suggestions.map(({ point }) => point));
  });

  it('does so where less is better', () => {
    const { outputs, ...task } = lab({ 15: 12.5 });
    const turned = {
      ...task,
      goals: ['minimize' as const],
      outputs: outputs.map((y) => y.map((value) => -value)),
    };
    expect(suggested(turned).warnings).toEqual(named('-12.5'));
  });

  it('believes a run that no run is around, however bad it is', () => {
    const task = lab({ 3: -450 });
    const moved = (x: number) => {
      const X = task.X.map((value, at) => (at % 2 === 0 ? 0.6 * value : value));
      X.set([x, 0.5], 6);
      return { ...task, X };
    };
    expect(suggested(moved(0.95)).warnings).toEqual([]);
    expect(suggested(moved(0.35)).warnings).toHaveLength(1);
  });

  it('believes runs that lie together beyond a step', () => {
    for (const key of ['cliff 3', 'cliff 18', 'cliff 21']) {
      const { task, sums } = precipitating(key);
      expect(sums.filter((sum) => sum > 1.3).length).toBeGreaterThan(2);
      expect(suggested(task).warnings).toEqual([]);
    }
  });

  it('believes it once a run at the same settings confirms it', () => {
    const task = lab({ 15: 12.5 });
    const [y] = task.outputs;
    const again = {
      ...task,
      ...{ n: n + 1, X: Float64Array.of(...task.X, ...task.X.slice(30, 32)) },
      outputs: [Float64Array.of(...y, 14)],
    };
    expect(suggested(again).warnings).toEqual([]);
  });

  it('believes a result that several runs have: tests that fail, no reaction at all', () => {
    expect(suggested(lab({ 15: 12.5, 2: 40, 7: 40 })).warnings).toEqual(named('12.5'));
    expect(suggested(lab({ 15: 12.5, 2: 12.5, 7: 12.5 })).warnings).toEqual([]);
    const { outputs, ...task } = lab({});
    const passes = outputs[0].map((y, i) => Number(y > 75 && i !== 15 && i !== 20));
    expect(suggested({ ...task, outputs: [passes] }).warnings).toEqual([]);
  });

  it('believes a result on the good side, and all of a list whose runs can be made once', () => {
    expect(suggested(lab({ 15: 160 })).warnings).toEqual([]);
    const { X } = lab({});
    const points = Float64Array.of(...X, 0.5, 0.5, 0.6, 0.6, 0.7, 0.3);
    const spilled = lab({ 15: 12.5 }, { candidates: { points, repeats: false } });
    expect(suggested(spilled).warnings).toEqual([]);
    expect(suggested(lab({ 15: 12.5 }, { candidates: { points, repeats: true } })).warnings).toEqual(
      named('12.5'),
    );
  });
});
