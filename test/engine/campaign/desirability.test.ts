import { describe, expect, it } from 'vitest';
import type { CostTask } from '../../../src/engine/acquisition/cost/task.ts';
import { prepareProblem, release } from '../../../src/engine/acquisition/problem.ts';
import {
  type Desirability,
  jointDesirability,
  searchedDesirability,
} from '../../../src/engine/acquisition/strategies/desirability.ts';
import {
  desirabilityImprovement,
  expectedDesirability,
  rankedByDesirability,
} from '../../../src/engine/acquisition/strategies/desirability-improvement.ts';
import { type Range, rangesOf } from '../../../src/engine/acquisition/strategies/limits.ts';
import { nextRuns, suggestCampaign } from '../../../src/engine/campaign/suggest-campaign.ts';
import type { CampaignTask } from '../../../src/engine/campaign/task.ts';
import { fitModel } from '../../../src/engine/gp/fit/plan-fit.ts';
import type { GpModel } from '../../../src/engine/gp/model.ts';
import { createGenerator } from '../../../src/engine/random/generator.ts';
import type { Space } from '../../../src/engine/space/space.ts';
import { randomModel } from '../acquisition/random-model.ts';
import { fastest } from '../compute/backends.ts';

const context = { backend: fastest };
const larger: Desirability = { shape: 'larger', low: 10, high: 20, curve: 1, importance: 1 };
const smaller: Desirability = { ...larger, shape: 'smaller', curve: 2 };
const target: Desirability = { ...larger, shape: 'target', target: 12, curve: 0.5 };

const space: Space = {
  dimensions: [
    { kind: 'real', name: 'a', low: 0, high: 1 },
    { kind: 'real', name: 'b', low: 0, high: 1 },
  ],
  constraints: [],
};
const outputsAt = (a: number, b: number) => [10 * a + 2 * b, 6 * a * a + 4 * (1 - b)];

/** Runs of two outputs that rise with a; the second falls with b. */
function campaign(n: number, change: Partial<CampaignTask> = {}): CampaignTask {
  const generator = createGenerator('desirability');
  const X = Float64Array.from({ length: 2 * n }, () => generator.uniform());
  const rows = Array.from({ length: n }, (_, i) => outputsAt(X[2 * i] as number, X[2 * i + 1] as number));
  return {
    X,
    n,
    d: 2,
    categorical: [false, false],
    outputs: [0, 1].map((k) => Float64Array.from(rows, (row) => row[k] as number)),
    space,
    goals: ['maximize', 'minimize'],
    fixed: new Map(),
    pending: new Float64Array(0),
    count: 1,
    seed: 1,
    effort: 'fast',
    ...change,
  };
}

describe('a campaign of joint desirability', () => {
  it('has a score with gradients that are those of its values', () => {
    const task = campaign(12);
    const models = task.outputs.map((y) =>
      fitModel(
        {
          X: task.X,
          n: 12,
          d: 2,
          categorical: [false, false],
          outputs: [y],
          recipe: 'botorch',
          kernel: 'rbf',
          kernelParams: {},
          seed: 1,
        },
        y,
        context,
      ),
    );
    const problem = prepareProblem(
      {
        models,
        recipe: 'botorch',
        space,
        strategy: 'qNEHVI',
        count: 1,
        goals: ['maximize', 'maximize'],
        fixed: new Map(),
        pending: Float64Array.of(0.2, 0.9),
        seed: 1,
        outcomeConstraints: [{ objective: 1, bound: 'upper', value: 4 }],
      },
      context,
    );
    const parts = [
      { ...larger, low: 2, high: 12 },
      { ...smaller, low: 1, high: 8 },
    ];
    const chosen = [Float64Array.of(0.7, 0.7)];
    for (const scorer of [
      desirabilityImprovement(problem, parts, task.X),
      desirabilityImprovement(problem, parts, task.X, { chosen, margin: 0.02 }),
      desirabilityImprovement(problem, parts, task.X, { anyGain: true }),
      expectedDesirability(problem, parts, problem.posteriors, 0),
      expectedDesirability(problem, parts, problem.posteriors, 1.5),
    ]) {
      const point = Float64Array.of(0.61, 0.83);
      const { value, gradient } = scorer.gradients(point);
      expect(value[0]).toBeCloseTo(scorer.values(point)[0] as number, 9);
      for (const k of [0, 1]) {
        const moved = (by: number) => scorer.values(point.with(k, (point[k] as number) + by))[0] as number;
        expect(gradient[k]).toBeCloseTo((moved(1e-5) - moved(-1e-5)) / 2e-5, 3);
      }
    }
    release(problem);
  });

  it('counts draws within the limits of its own outputs, not all draws times the probability of these', () => {
    const models = [1, 2].map((seed) => randomModel(2, 8, seed, 1e-8));
    const [{ X, y }, { y: others }] = models as [GpModel, GpModel];
    const scale = (values: Float64Array) => Math.max(...values) - Math.min(...values);
    const limit = [...others].sort((a, b) => a - b)[4] as number;
    const parts: Desirability[] = [
      { ...larger, low: Math.min(...y), high: Math.max(...y) + scale(y) / 2 },
      { ...smaller, low: limit, high: limit + scale(others), curve: 1 },
    ];
    const problem = prepareProblem(
      {
        ...{ models, space, recipe: 'botorch', strategy: 'qEI', count: 1, goals: ['maximize', 'maximize'] },
        ...{ fixed: new Map(), pending: new Float64Array(0), seed: 1 },
        outcomeConstraints: [
          { objective: 0, bound: 'lower', value: [...y].sort((a, b) => b - a)[3] as number },
          { objective: 1, bound: 'upper', value: limit },
        ],
      },
      context,
    );
    const { best } = rankedByDesirability(problem, parts, X, 2);
    const gains = desirabilityImprovement(problem, parts, X);
    const worth = expectedDesirability(problem, parts, problem.posteriors, 0);
    const generator = createGenerator('draws');
    const points = Float64Array.from({ length: 24 }, () => generator.uniform());
    const moments = problem.posteriors.map((posterior) => posterior.predict(points, 12));
    const within = rangesOf(problem.task.outcomeConstraints, [1, 1]) as Range[];
    for (let i = 0; i < 12; i++) {
      let [gain, expected] = [0, 0];
      for (let s = 0; s < 20_000; s++) {
        const drawn = moments.map(
          ({ mean, std }) => (mean[i] as number) + (std[i] as number) * generator.normal(),
        );
        if (
          !drawn.every((value, k) => value >= (within[k] as Range).low && value <= (within[k] as Range).high)
        )
          continue;
        const joint = searchedDesirability(parts, drawn);
        gain += Math.max(0, joint - best) / 20_000;
        expected += joint / 20_000;
      }
      const at = points.subarray(2 * i, 2 * i + 2);
      expect(Math.abs(Math.exp(worth.values(at)[0] as number) - expected)).toBeLessThan(
        0.02 * expected + 0.002,
      );
      expect(Math.abs(Math.exp(gains.values(at)[0] as number) - gain)).toBeLessThan(0.05 * gain + 0.002);
    }
    gains.free();
    release(problem);
  });

  it('finds the best compromise, and says what it expects', () => {
    const desirability = [
      { ...larger, low: 2, high: 8 },
      { ...smaller, low: 1, high: 5, curve: 1 },
    ];
    const answer = suggestCampaign(campaign(14, { desirability, count: 2 }), context);
    let best = 0;
    for (let a = 0; a <= 1; a += 0.01)
      for (let b = 0; b <= 1; b += 0.01)
        best = Math.max(best, jointDesirability(desirability, outputsAt(a, b)));
    const [suggestion] = answer.suggestions;
    const [a, b] = suggestion?.point ?? [];
    expect(jointDesirability(desirability, outputsAt(a as number, b as number))).toBeGreaterThan(best - 0.03);
    expect(suggestion?.desirability).toBeGreaterThan(best - 0.1);
    expect(answer.recommendation?.desirability).toBeLessThanOrEqual(best + 0.02);
    expect(answer.stop?.expectedGain).toBeGreaterThanOrEqual(0);
    expect(answer.pareto).toBeUndefined();
    const [one, other] = answer.suggestions.map(({ point }) => point);
    expect(Math.hypot(...(one ?? []).map((value, k) => value - (other?.[k] ?? 0)))).toBeGreaterThan(0.01);
  });

  it('gains nothing by what breaks a limit, and does not measure gains against it', () => {
    // Both rise with a; the second may be 5 at most. Beyond, the joint desirability goes on rising up to a = 0.75.
    const X = Float64Array.of(0, 0.1, 0.2, 0.3, 0.42, 0.6, 0.7, 0.8, 0.9, 1);
    const y = X.map((a) => 10 * a);
    const task: CampaignTask = {
      ...campaign(0),
      X,
      n: X.length,
      d: 1,
      categorical: [false],
      outputs: [y, y.map((value) => value + 0.01 * Math.sin(5 * value))],
      space: { dimensions: space.dimensions.slice(0, 1), constraints: [] },
      desirability: [
        { ...larger, low: 0, high: 10 },
        { ...smaller, low: 5, high: 15, curve: 1 },
      ],
      outcomeConstraints: [{ objective: 1, bound: 'upper', value: 5 }],
    };
    const { suggestions, best, recommendation, stop } = suggestCampaign(task, context);
    expect(recommendation?.row).toBe(4);
    expect(best).toBeCloseTo(Math.sqrt(0.42), 2);
    expect(suggestions[0]?.point[0]).toBeGreaterThan(0.42);
    expect(suggestions[0]?.point[0]).toBeLessThan(0.52);
    expect(stop?.expectedGain).toBeGreaterThan(0.02);
    expect(stop?.expectedGain).toBeLessThan(0.08);
  });

  it.each([1, 2, 3])(
    'counts the risk that the best run breaks a limit as the advice does, seed %i',
    (seed) => {
      // The second output has noise, and the only run of full worth lies just within its limit.
      const generator = createGenerator(`risk/${seed}`);
      const X = Float64Array.of(0, 0.1, 0.2, 0.3, 0.4, 0.49, 0.6, 0.7, 0.8, 0.9, 1);
      const y = X.map((a) => 10 * a);
      const task: CampaignTask = {
        ...campaign(0),
        X,
        n: X.length,
        d: 1,
        categorical: [false],
        outputs: [y, y.map((value) => value + 0.3 * generator.normal())],
        space: { dimensions: space.dimensions.slice(0, 1), constraints: [] },
        desirability: [
          { ...larger, low: 4, high: 4.8 },
          { ...smaller, low: 10, high: 15, curve: 1 },
        ],
        outcomeConstraints: [{ objective: 1, bound: 'upper', value: 5.05 }],
      };
      const { suggestions, best = 1, stop } = suggestCampaign(task, context);
      // No run is worth more than 1.
      const most = 1 - best + 0.01;
      expect(stop?.expectedGain).toBeGreaterThan(0);
      expect(stop?.expectedGain).toBeLessThan(most);
      expect(suggestions[0]?.gain).toBeLessThan(most);
    },
  );

  it('repeats a run that reaches every goal once, unless it has noise of its own or cannot be repeated', () => {
    const desirability = [
      { ...larger, low: 0, high: 6 },
      { ...smaller, low: 7, high: 12, curve: 1 },
    ];
    const task = campaign(14, { desirability, count: 3, advice: false });
    const reaches = (row: number) => task.outputs[0][row] >= 6 && task.outputs[1][row] <= 7;
    const { suggestions } = suggestCampaign(task, context);
    const [first, ...others] = suggestions;
    expect(first).toMatchObject({ kind: 'replicate', repeats: 'recorded', confirms: true });
    expect(reaches(first?.nearest?.row ?? -1)).toBe(true);
    for (const { confirms } of others) expect(confirms).toBeUndefined();
    const next = (change: Partial<CampaignTask>) =>
      suggestCampaign({ ...task, count: 1, ...change }, context);
    const pending = first?.point as Float64Array;
    expect(next({ pending }).suggestions[0]?.kind).not.toBe('replicate');
    const noise = new Float64Array(14).fill(0.01);
    expect(next({ noise }).suggestions[0]?.confirms).toBeUndefined();
    const candidates = { points: Float64Array.of(0.7, 0.7, 0.8, 0.9), repeats: false };
    expect(next({ candidates }).suggestions[0]?.kind).not.toBe('replicate');
    const listed = next({ candidates: { ...candidates, repeats: true } }).suggestions[0]
      ?.point as Float64Array;
    expect([0.7, 0.8]).toContain(listed[0]);
    const fixed = new Map([[0, pending[0] + 0.005]]);
    expect(next({ fixed }).suggestions[0]?.point[0]).toBe(pending[0] + 0.005);
    // Costs weigh gains, of which none is left.
    const running = [{ units: null, proportional_term: 1, constant_term: 0 }, null];
    const cost = { model: { running, changing: [null, null], fixed: 1 } } as unknown as CostTask;
    const { suggestions: paid, cost: report } = suggestCampaign({ ...task, cost, count: 1 }, context);
    expect(paid[0]).toMatchObject({ point: pending, confirms: true });
    expect(report?.total).toBeCloseTo(1 + (pending[0] as number), 6);
    const poor = { ...cost, budget: { total: 20, remaining: 1 + (pending[0] as number) / 2 } };
    expect(next({ cost: poor }).suggestions[0]?.confirms).toBeUndefined();
    const unreached = [{ ...larger, low: 0, high: 60 }, desirability[1] as Desirability];
    expect(next({ desirability: unreached }).suggestions[0]?.kind).not.toBe('replicate');
  });

  it('says of a run that it is expected to break a limit, and that nothing within was reached', () => {
    const desirability = [
      { ...larger, low: 2, high: 8 },
      { ...smaller, low: -100, high: 5, curve: 1 },
    ];
    const outcomeConstraints = [{ objective: 1, bound: 'upper' as const, value: -100 }];
    const answer = suggestCampaign(campaign(14, { desirability, outcomeConstraints }), context);
    expect(answer.suggestions[0]).toMatchObject({
      kind: 'explore',
      breaks: outcomeConstraints,
      gain: 0,
      probability: 0,
    });
    expect(answer.best).toBe(0);
    expect(answer.outside).toBe(true);
    expect(answer.stop?.expectedGain).toBe(0);
    const [, second] = campaign(14, {}).outputs;
    expect(answer.recommendation?.row).toBe(second?.indexOf(Math.min(...(second ?? []))));
  });

  it('recommends what comes closest where no run is worth anything, without and with one limit', () => {
    const task = campaign(14, { goals: ['maximize'] });
    const one = { ...task, outputs: task.outputs.slice(0, 1) };
    const [y] = one.outputs as [Float64Array];
    const highest = y.indexOf(Math.max(...y));
    const beyond = [{ ...larger, low: 50, high: 60 }];
    const worthless = suggestCampaign({ ...one, desirability: beyond }, context);
    expect([worthless.recommendation?.row, worthless.best, worthless.outside]).toEqual([
      highest,
      0,
      undefined,
    ]);
    const limit = { objective: 0, bound: 'upper' as const, value: -50 };
    const outside = suggestCampaign({ ...one, outcomeConstraints: [limit] }, context);
    expect(outside.recommendation?.row).toBe(y.indexOf(Math.min(...y)));
    expect(outside.outside).toBe(true);
  });

  it('reaches a target value of one output, from both sides', () => {
    for (const wanted of [4, 9]) {
      const task = campaign(10, {
        goals: ['maximize'],
        desirability: [{ ...target, low: 0, high: 12, target: wanted, curve: 1 }],
      });
      const [point] = nextRuns({ ...task, outputs: task.outputs.slice(0, 1) }, context);
      const [y] = outputsAt(point?.[0] as number, point?.[1] as number);
      expect(Math.abs((y as number) - wanted)).toBeLessThan(0.4);
    }
  });

  it('distinguishes low impurities where results over decades have bounds', () => {
    // A yield and an impurity in per cent, from 0.02 to 20, of which 0.02 to 0.1 matter.
    const truth = (a: number, b: number) => [
      30 + 60 * a,
      10 ** (-1.7 + 6 * Math.max(0, a - 0.5) + 3 * (b - 0.4) ** 2),
    ];
    const task = campaign(14);
    const rows = Array.from({ length: 14 }, (_, i) =>
      truth(...([task.X[2 * i], task.X[2 * i + 1]] as [number, number])),
    );
    const desirability = [
      { ...larger, low: 30, high: 90 },
      { ...smaller, low: 0.02, high: 0.1, curve: 1 },
    ];
    const worth = (outputs: readonly number[]) => jointDesirability(desirability, outputs);
    const outputs = [0, 1].map((k) => Float64Array.from(rows, (row) => row[k] as number));
    const outputBounds = [0, 1].map(() => ({ low: 0, high: 100 }));
    const { suggestions } = suggestCampaign({ ...task, outputs, desirability, outputBounds }, context);
    const [a, b] = suggestions[0]?.point ?? [];
    const known = Math.max(...rows.map(worth));
    const best = worth(truth(0.5, 0.4));
    expect(worth(truth(a as number, b as number))).toBeGreaterThan(known + 0.5 * (best - known));
    expect(suggestions[0]?.desirability).toBeLessThan(best + 0.05);
  });
});

describe('a limit near the bound of a result', () => {
  const purityAt = (a: number, b: number) => 100 / (1 + Math.exp(4 * a + 6 * (b - 0.4) ** 2 - 5.5));

  it.each([1, 2, 3])(
    'is searched by the logits of the results, so that the next run is expected to keep it, set %i',
    (set) => {
      const generator = createGenerator(`purity/${set}`);
      const n = 12;
      const X = Float64Array.from({ length: 2 * n }, () => generator.uniform());
      const at = (f: (a: number, b: number) => number) =>
        Float64Array.from({ length: n }, (_, i) => f(X[2 * i] as number, X[2 * i + 1] as number));
      const task = campaign(n, {
        X,
        outputs: [at(purityAt), at((a, b) => 5 + 20 * a + 4 * b)],
        outputBounds: [{ low: 0, high: 100 }, null],
        goals: ['maximize', 'maximize'],
        desirability: [
          { ...larger, low: 38, high: 98 },
          { ...larger, low: 5, high: 30 },
        ],
        outcomeConstraints: [{ objective: 0, bound: 'lower', value: 98 }],
        advice: false,
      });
      for (const seed of [1, 2, 3]) {
        const [{ point, forecast }] = suggestCampaign({ ...task, seed }, context).suggestions;
        const [a, b] = point as unknown as [number, number];
        expect(purityAt(a, b)).toBeGreaterThan(97.9);
        // On the edge of the limit, where the rate is best.
        expect(purityAt(a, b)).toBeLessThan(98.6);
        const [low, high] = forecast?.curve[0] ?? [];
        expect(high).toBeGreaterThan(98);
        expect((high as number) - (low as number)).toBeLessThan(1);
      }
    },
  );
});
