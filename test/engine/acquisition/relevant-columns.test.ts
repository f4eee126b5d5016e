import { describe, expect, it } from 'vitest';
import { fitVariants } from '../../../src/engine/acquisition/models/auto-surrogate.ts';
import { identity } from '../../../src/engine/acquisition/models/output-transform.ts';
import { relevantColumns } from '../../../src/engine/acquisition/models/relevant-columns.ts';
import { drawSet, mayLeaveOut, valuesOfOtherColumns } from '../../../src/engine/campaign/rows/few-columns.ts';
import { nextRuns } from '../../../src/engine/campaign/suggest-campaign.ts';
import { fitSurrogates } from '../../../src/engine/campaign/surrogates.ts';
import type { CampaignTask } from '../../../src/engine/campaign/task.ts';
import { fitModel } from '../../../src/engine/gp/fit/plan-fit.ts';
import { createPosterior } from '../../../src/engine/gp/posterior/posterior.ts';
import { createGenerator } from '../../../src/engine/random/generator.ts';
import { fastest } from '../compute/backends.ts';

const context = { backend: fastest };

/** Runs in d columns, an output of some of them. */
function runsOf(n: number, d: number, output: (x: ArrayLike<number>) => number) {
  const generator = createGenerator(`columns/${n}/${d}`);
  const X = Float64Array.from({ length: n * d }, () => generator.uniform());
  const y = Float64Array.from({ length: n }, (_, i) => output(X.subarray(i * d, (i + 1) * d)));
  return { X, y, n, d, categorical: Array.from({ length: d }, () => false) };
}

/** Columns 3, 17 and 31 matter. */
const hill = (x: ArrayLike<number>) =>
  -4 * (x[3] - 0.3) ** 2 - 3 * (x[17] - 0.7) ** 2 - 3 * (x[31] - 0.2) ** 2 + x[3] * x[17];

function campaign(n: number, d: number, output: (x: ArrayLike<number>) => number): CampaignTask {
  const { y, ...runs } = runsOf(n, d, output);
  return {
    ...runs,
    outputs: [y],
    space: {
      dimensions: Array.from({ length: d }, (_, k) => ({
        kind: 'real' as const,
        name: `x${k}`,
        low: 0,
        high: 1,
      })),
      constraints: [],
    },
    goals: ['maximize'],
    fixed: new Map(),
    pending: new Float64Array(0),
    count: 1,
    seed: 1,
    effort: 'normal',
  };
}

describe('few of many columns', () => {
  it('are found where only they matter', () => {
    const data = runsOf(60, 40, hill);
    const sets = relevantColumns(
      data,
      fitVariants(data, [identity], { seed: '1', context, starts: 1 }),
      context,
    );
    const likeliest = sets.reduce((best, set) => (set.share > best.share ? set : best));
    expect(likeliest.columns).toEqual([3, 17, 31]);
    expect(likeliest.share).toBeGreaterThan(0.5);
    expect(sets.reduce((sum, { share }) => sum + share, 0)).toBeLessThanOrEqual(0.8 + 1e-12);
  });

  it('are not believed in where all columns matter alike', () => {
    const data = runsOf(60, 24, (x) => -Array.from(x).reduce((sum, value) => sum + (value - 0.4) ** 2, 0));
    const sets = relevantColumns(
      data,
      fitVariants(data, [identity], { seed: '1', context, starts: 1 }),
      context,
    );
    expect(sets.reduce((sum, { share }) => sum + share, 0)).toBeLessThan(0.05);
  });

  it('leave the others out of the covariance', () => {
    const { y, ...runs } = runsOf(12, 5, (x) => Math.sin(5 * x[1]) + x[3]);
    const task = {
      ...runs,
      outputs: [y],
      recipe: 'botorch' as const,
      kernel: 'matern',
      kernelParams: {},
      seed: 1,
      options: { priors: 'dimension_scaled' as const },
      columns: [1, 3],
    };
    const model = fitModel(task, y, context);
    const points = Float64Array.of(0.1, 0.4, 0.2, 0.6, 0.9, 0.8, 0.4, 0.7, 0.6, 0.1);
    const posterior = createPosterior(model, context.backend);
    const { mean, std } = posterior.predict(points, 2);
    posterior.free();
    expect(mean[1]).toBe(mean[0]);
    expect(std[1]).toBe(std[0]);
    expect(model.theta.length).toBe(1 + 2 + 2);
  });

  it('hold the others as in the best run or at random, inside the space and as the request holds them', () => {
    const task = { ...campaign(15, 40, hill), fixed: new Map([[5, 0.25]]) };
    const set = { columns: [3, 17], share: 0.5 };
    const y = task.outputs[0] as Float64Array;
    const best = y.indexOf(Math.max(...y));
    let asBest = 0;
    for (let seed = 0; seed < 40; seed++) {
      const held = valuesOfOtherColumns(set, task, seed);
      expect([...held.keys()]).toHaveLength(38);
      expect(held.has(3) || held.has(17)).toBe(false);
      expect(held.get(5)).toBe(0.25);
      if (held.get(0) === task.X[best * 40]) asBest++;
      for (const value of held.values()) expect(value >= 0 && value <= 1).toBe(true);
    }
    expect(asBest).toBeGreaterThan(5);
    expect(asBest).toBeLessThan(35);
  });

  it('are held where the request holds one of them', () => {
    const task = { ...campaign(60, 40, hill), fixed: new Map([[3, 0.9]]) };
    for (let seed = 0; seed < 20; seed++)
      expect(valuesOfOtherColumns({ columns: [3, 17, 31], share: 1 }, task, seed).get(3)).toBe(0.9);
    const points = [1, 2, 3].flatMap((seed) => nextRuns({ ...task, seed }, context));
    expect(points.map((point) => point[3])).toEqual([0.9, 0.9, 0.9]);
  });

  it('are not those of a call on the same data that could not leave columns out', () => {
    const task = campaign(61, 24, (x) => -((x[3] - 0.3) ** 2));
    const listed = { ...task, candidates: { points: task.X, repeats: true } };
    expect(fitSurrogates(listed, context)[0]?.sets).toEqual([]);
    expect(fitSurrogates(task, context)[0]?.sets.length).toBeGreaterThan(0);
    expect(fitSurrogates(listed, context)[0]?.sets).toEqual([]);
  });

  it('are drawn by their shares', () => {
    const sets = [0.5, 0.25].map((share, k) => ({ columns: [k], share, variants: () => [] }));
    const drawn = Array.from(
      { length: 400 },
      (_, seed) => drawSet(sets, { fixed: new Map() }, seed)?.columns[0] ?? 2,
    );
    const counts = [0, 1, 2].map((k) => drawn.filter((one) => one === k).length / 400);
    [0.5, 0.25, 0.25].forEach((share, k) => {
      expect(Math.abs((counts[k] as number) - share)).toBeLessThan(0.08);
    });
    const sure = [{ columns: [4], share: 1, variants: () => [] }];
    expect(drawSet(sure, { fixed: new Map([[4, 0.5]]) }, 1)).toBeUndefined();
  });

  it('lead a campaign to the top in the columns that matter', () => {
    const task = campaign(60, 40, hill);
    const points = [1, 2, 3, 4, 5].map((seed) => nextRuns({ ...task, seed }, context)[0] as Float64Array);
    const best = Math.max(...(task.outputs[0] as Float64Array));
    expect(Math.max(...points.map(hill))).toBeGreaterThan(best);
    expect(mayLeaveOut(task)).toBe(true);
    expect(mayLeaveOut({ ...task, d: 20 })).toBe(false);
  });
});
