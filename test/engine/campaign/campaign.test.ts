import { describe, expect, it } from 'vitest';
import { hypervolume } from '../../../src/engine/acquisition/strategies/dominated-volume.ts';
import { frontGrowth } from '../../../src/engine/campaign/recommendation/front-growth.ts';
import { bestMeasured, learnedRows, promisingRows } from '../../../src/engine/campaign/rows/learned-rows.ts';
import { nextRuns, suggestCampaign } from '../../../src/engine/campaign/suggest-campaign.ts';
import type { CampaignTask } from '../../../src/engine/campaign/task.ts';
import { createTsBackend } from '../../../src/engine/compute/ts/index.ts';
import { createGenerator } from '../../../src/engine/random/generator.ts';
import type { Space } from '../../../src/engine/space/space.ts';

const backend = createTsBackend();
const space: Space = {
  dimensions: [
    { kind: 'real', name: 'x', low: 0, high: 1 },
    { kind: 'real', name: 'y', low: 0, high: 1 },
  ],
  constraints: [],
};

/** Noisy runs of a smooth hill, one of them raised. */
function campaign(n: number, raised = 0): CampaignTask {
  const generator = createGenerator(`hill/${n}`);
  const X = Float64Array.from({ length: 2 * n }, () => generator.uniform());
  const y = Float64Array.from({ length: n }, (_, i) => {
    const [a, b] = [X[2 * i] as number, X[2 * i + 1] as number];
    return -4 * (a - 0.4) ** 2 - 4 * (b - 0.6) ** 2 + 0.1 * generator.normal() + (i === 3 ? raised : 0);
  });
  return {
    X,
    n,
    d: 2,
    categorical: [false, false],
    outputs: [y],
    space,
    goals: ['maximize'],
    fixed: new Map(),
    pending: new Float64Array(0),
    count: 1,
    seed: 1,
    effort: 'normal',
  };
}

/** Every run that is possible was made twice. */
const Y = Float64Array.of(1.2, 2.1, 2.8, 0.9, 1.8, 3.3);
const replicated: CampaignTask = {
  ...campaign(6),
  ...{ X: Float64Array.of(1, 2, 3, 1, 2, 3), n: 6, d: 1, outputs: [Y], categorical: [false], count: 2 },
  space: { dimensions: [{ kind: 'integer', name: 'x', low: 1, high: 3 }], constraints: [] },
};

describe('a campaign', () => {
  it('proposes no run that nobody can tell from a recorded one, on exact data', () => {
    const { X, ...rest } = campaign(12);
    const points = Array.from({ length: 12 }, (_, i) => [X[2 * i] ?? 0, X[2 * i + 1] ?? 0] as const);
    for (let n = 12; n < 32; n++) {
      const y = points.map(([a, b]) => -4 * (a - 0.4) ** 2 - 4 * (b - 0.6) ** 2);
      const now = {
        ...rest,
        X: Float64Array.from(points.flat()),
        n,
        outputs: [Float64Array.from(y)],
        seed: n,
      };
      const [point] = nextRuns(now, { backend });
      const [a = 0, b = 0] = point ?? [];
      const nearest = Math.min(...points.map((p) => Math.max(Math.abs(p[0] - a), Math.abs(p[1] - b))));
      expect(nearest).toBeGreaterThan(1e-3);
      points.push([a, b]);
    }
  });

  it.each([1, 2, 3])('goes on where every result is the same: seed %i', (seed) => {
    const { X: _, ...rest } = campaign(0);
    const points: number[] = [];
    for (let n = 0; n < 12; n++) {
      const now = { ...rest, X: Float64Array.from(points), n, outputs: [new Float64Array(n).fill(3)] };
      const { suggestions } = suggestCampaign({ ...now, seed: 100 * seed + n }, { backend });
      expect(suggestions).toHaveLength(1);
      points.push(...(suggestions[0]?.point ?? []));
    }
    expect(points).toHaveLength(24);
  });

  it('reports what more runs gain where one of two objectives is the same in every run', () => {
    const task = campaign(6);
    const outputs = [
      Float64Array.from({ length: 6 }, (_, i) => task.X[2 * i] ?? 0),
      new Float64Array(6).fill(4),
    ];
    for (const seed of [1, 2, 3]) {
      const asked = { ...task, outputs, goals: ['maximize', 'minimize'] as const, count: 3, seed };
      const { suggestions, stop } = suggestCampaign(asked, { backend });
      expect(suggestions).toHaveLength(3);
      expect(stop?.expectedGain).toBeGreaterThanOrEqual(0);
    }
  });

  it('refuses an output whose square is beyond fp64, and names it', () => {
    const task = campaign(12);
    task.outputs[0]?.set([1e300], 4);
    expect(() => suggestCampaign(task, { backend })).toThrow(
      /output: expected magnitudes up to 1e\+150, got 1e\+300; correct/,
    );
  });

  it('learns from some of many runs, the best one among them, and says so', () => {
    const task = campaign(1500);
    const [suggestion] = suggestCampaign({ ...task, effort: 'fast', advice: false }, { backend }).suggestions;
    expect(suggestion?.warnings).toEqual([
      'the models use 600 of the 1500 runs: those nearest to the best one and an even selection of the others',
    ]);
    const best = (task.outputs[0] as Float64Array).indexOf(Math.max(...(task.outputs[0] as Float64Array)));
    const part = learnedRows(task, best, task.categorical);
    expect(part.n).toBe(600);
    expect(Math.max(...(part.outputs[0] as Float64Array))).toBe(task.outputs[0]?.[best]);
    expect(promisingRows(task).n).toBe(300);
  }, 600_000);

  it('compares runs to come with the best of many by a target, by several goals and within limits', () => {
    const task = campaign(900);
    const [y] = task.outputs as [Float64Array];
    const sorted = y.slice().sort();
    const middle = sorted[450] as number;
    const part = { low: middle - 1, high: middle + 1, curve: 1, importance: 1 };
    const wanted: CampaignTask = { ...task, desirability: [{ ...part, shape: 'target', target: middle }] };
    expect(promisingRows(wanted).outputs[0]).toContain(middle);
    expect(bestMeasured(wanted, 0)).toBe(y.indexOf(middle));
    const other = y.map((value) => Math.abs(value - (sorted[700] as number)));
    const joined: CampaignTask = {
      ...task,
      outputs: [y, other],
      goals: ['maximize', 'maximize'],
      desirability: [
        { ...part, shape: 'target', target: middle },
        { ...part, shape: 'target', target: other[y.indexOf(middle)] as number },
      ],
    };
    expect(promisingRows(joined).outputs[0]).toContain(middle);
    const limited = {
      ...task,
      outcomeConstraints: [{ objective: 0, bound: 'upper' as const, value: middle }],
    };
    expect(Math.min(...(promisingRows(task).outputs[0] as Float64Array))).toBeGreaterThan(middle);
    expect(promisingRows(limited).outputs[0]).toContain(middle);
  });

  describe('the settings to use', () => {
    const settingsOf = (task: CampaignTask) =>
      suggestCampaign({ ...task, count: 0, advice: false }, { backend }).recommendation?.settings;

    it('have the best cautious forecast, near the top of the hill, and the same for every seed', () => {
      const task = campaign(24);
      const settings = settingsOf(task);
      const [x, y] = settings?.point ?? [];
      expect(Math.hypot((x as number) - 0.4, (y as number) - 0.6)).toBeLessThan(0.15);
      const row = suggestCampaign({ ...task, count: 0, advice: false }, { backend }).recommendation;
      const cautious = (one?: { mean: readonly number[]; std: readonly number[] }) =>
        (one?.mean[0] as number) - (one?.std[0] as number);
      expect(cautious(settings?.forecast)).toBeGreaterThanOrEqual(cautious(row?.forecast));
      expect(settingsOf({ ...task, seed: 77 })).toEqual(settings);
    });

    it('are warned of where no run lies near them', () => {
      const told = (task: CampaignTask) => {
        const { recommendation, warnings } = suggestCampaign(
          { ...task, count: 0, advice: false },
          { backend },
        );
        return [recommendation?.settings?.point, warnings.filter((text) => text.includes('settings to use'))];
      };
      const wide = campaign(24);
      expect(told(wide)[1]).toEqual([]);
      // A history from a small part of the ranges, which rises towards the other end.
      const X = wide.X.map((value) => 0.1 + 0.1 * value);
      const y = Float64Array.from({ length: 24 }, (_, i) => 30 * X[2 * i] + 0.3 * Math.cos(i ** 2));
      const [settings, warnings] = told({ ...wide, X, outputs: [y] });
      expect((settings as Float64Array)[0]).toBeGreaterThan(0.35);
      expect(warnings).toEqual([
        'no run lies within a tenth of the ranges of the settings to use: make a run there before you rely on them',
      ]);
    });

    it('keep to held values, and the recommended run does not', () => {
      const task = { ...campaign(24), count: 0, advice: false };
      const rowOf = (one: CampaignTask) => suggestCampaign(one, { backend }).recommendation;
      const held = rowOf({ ...task, fixed: new Map([[0, 0.75]]) });
      expect(held?.settings?.point[0]).toBe(0.75);
      expect(held?.row).toBe(rowOf(task)?.row);
    });

    it('mirror those of the negated outputs, to be minimized', () => {
      const task = campaign(24);
      const negated = (task.outputs[0] as Float64Array).map((value) => -value);
      const [a, b] = [settingsOf(task), settingsOf({ ...task, goals: ['minimize'], outputs: [negated] })];
      for (const k of [0, 1]) expect(b?.point[k]).toBeCloseTo(a?.point[k] as number, 1);
    });

    it('stay where a run is nearly as likely to give a result as the surest one', () => {
      const { X, outputs, ...rest } = campaign(40);
      const works = (x: number) => x < 0.45;
      const kept = Array.from({ length: 40 }, (_, i) => i).filter((i) => works(X[2 * i] as number));
      const raised = Float64Array.from(kept, (i) => (outputs[0]?.[i] as number) + 4 * (X[2 * i] as number));
      const task = {
        ...rest,
        X: Float64Array.from(kept.flatMap((i) => [X[2 * i] as number, X[2 * i + 1] as number])),
        n: kept.length,
        outputs: [raised],
      };
      expect(settingsOf(task)?.point[0]).toBeGreaterThan(0.6);
      const success = Uint8Array.from({ length: 40 }, (_, i) => (works(X[2 * i] as number) ? 1 : 0));
      const point = settingsOf({ ...task, successes: { X, n: 40, success } })?.point ?? [];
      expect(point[0]).toBeGreaterThan(0.2);
      expect(point[0]).toBeLessThan(0.5);
    });

    it('are not given for exact data, lists and limits', () => {
      const task = campaign(24);
      const exact = Float64Array.from({ length: 24 }, (_, i) => 3 * (task.X[2 * i] as number));
      expect(settingsOf({ ...task, outputs: [exact] })).toBeUndefined();
      const points = Float64Array.of(0.1, 0.2, 0.3, 0.4);
      expect(settingsOf({ ...task, candidates: { points, repeats: false } })).toBeUndefined();
      const outcomeConstraints = [{ objective: 0, bound: 'upper', value: 0 }] as const;
      expect(settingsOf({ ...task, outcomeConstraints })).toBeUndefined();
    });
  });

  it('says of a replicate that it is one in the reason alone, and does not warn of it', () => {
    const { suggestions } = suggestCampaign(replicated, { backend });
    for (const { kind, usedUp, warnings } of suggestions) {
      expect({ kind, usedUp, warnings }).toEqual({ kind: 'replicate', usedUp: true, warnings: [] });
    }
  });

  it.each([
    ['a front', { outputs: [Y, Y.map((y) => 2 - y ** 2)], goals: ['maximize', 'maximize'] as const }],
    ['costs', { cost: { model: { fixed: 1, running: [null], changing: [null] } } }],
  ])('the same with %s', (_, change) => {
    const { suggestions } = suggestCampaign({ ...replicated, ...change }, { backend });
    expect(suggestions.map(({ kind, usedUp, warnings }) => ({ kind, usedUp, warnings }))).toEqual([
      { kind: 'replicate', usedUp: true, warnings: [] },
      { kind: 'replicate', usedUp: true, warnings: [] },
    ]);
  });

  it('measures a result again that is too good to be believed, once', () => {
    const task = campaign(24, 3);
    const replicates = (one: CampaignTask) =>
      Array.from({ length: 6 }, (_, seed) => suggestCampaign({ ...one, seed, advice: false }, { backend }))
        .map(({ suggestions: [first] }) => first)
        .filter((first) => first?.warnings.some((text) => text.includes('measure it again')));
    const doubted = replicates(task);
    expect(doubted.length).toBeGreaterThan(0);
    for (const first of doubted) {
      expect(first?.kind).toBe('replicate');
      expect([...(first?.point ?? [])]).toEqual([...task.X.slice(6, 8)]);
    }
    const X = Float64Array.from([...task.X, ...task.X.slice(6, 8)]);
    const y = Float64Array.from([...(task.outputs[0] as Float64Array), -0.1]);
    expect(replicates({ ...task, X, n: 25, outputs: [y] })).toEqual([]);
    expect(replicates(campaign(24))).toEqual([]);
  });

  it('does not measure a doubted result again where its run may no longer be made', () => {
    const task = campaign(24, 3);
    const [x = 0, y = 0] = task.X.slice(6, 8);
    const [low, high] = x < 0.5 ? [x + 0.004, 1] : [0, x - 0.004];
    const narrowed: Space = {
      ...space,
      dimensions: [
        { kind: 'real', name: 'x', low, high },
        { kind: 'real', name: 'y', low: 0, high: 1 },
      ],
    };
    const grid = Array.from({ length: 49 }, (_, i) => [(i % 7) / 6, Math.floor(i / 7) / 6]);
    const candidates = { points: Float64Array.from(grid.flat()), repeats: true };
    const doubtedBy = (changed: Partial<CampaignTask>) =>
      Array.from({ length: 6 }, (_, seed) =>
        suggestCampaign({ ...task, ...changed, seed, advice: false }, { backend }),
      ).filter(({ suggestions: [first] }) => first?.point[0] === x && first.point[1] === y).length;
    expect(doubtedBy({})).toBeGreaterThan(0);
    expect([doubtedBy({ space: narrowed }), doubtedBy({ candidates })]).toEqual([0, 0]);
  });

  it('gives members of a batch apart, the first as if alone, and honours pending runs', () => {
    const task = { ...campaign(12), advice: false };
    const four = suggestCampaign({ ...task, count: 4 }, { backend }).suggestions.map(({ point }) => [
      ...point,
    ]);
    expect(new Set(four.map(String)).size).toBe(4);
    const alone = suggestCampaign(task, { backend }).suggestions[0];
    expect([...(alone?.point ?? [])]).toEqual(four[0]);
    const taken = { ...task, pending: Float64Array.from(four[0] ?? []) };
    expect([...(suggestCampaign(taken, { backend }).suggestions[0]?.point ?? [])]).not.toEqual(four[0]);
  });

  it.each([
    [false, 3],
    [true, 5],
  ])('looks ahead at the runs of a list that can still be made, repeats: %s', (repeats, ahead) => {
    const task = campaign(12);
    const others = [0.1, 0.9, 0.5, 0.5, 0.9, 0.1];
    const candidates = { points: Float64Array.of(...task.X, ...others), repeats };
    const { stop } = suggestCampaign({ ...task, candidates, effort: 'fast', advice: true }, { backend });
    expect(stop?.runs).toBe(ahead);
  });

  it('several objectives: keeps to a list, and reports what hypervolume more runs promise', () => {
    const { outputs, ...task } = campaign(12);
    const [y] = outputs as [Float64Array];
    const other = y.map((value, i) => (task.X[2 * i] as number) - 0.5 * value);
    const generator = createGenerator('list');
    const points = Float64Array.from({ length: 2 * 12 }, () => generator.uniform());
    const listed = new Set(Array.from({ length: 12 }, (_, i) => points.slice(2 * i, 2 * i + 2).join()));
    const several: CampaignTask = {
      ...task,
      outputs: [y, other],
      goals: ['maximize', 'maximize'],
      effort: 'fast',
      count: 3,
      candidates: { points, repeats: false },
    };
    const { suggestions, stop } = suggestCampaign(several, { backend });
    const chosen = suggestions.map(({ point }) => point.join());
    expect(new Set(chosen).size).toBe(3);
    for (const point of chosen) expect(listed).toContain(point);
    expect(stop?.hypervolume).toBeGreaterThan(0);
    expect(stop?.expectedGain).toBeGreaterThanOrEqual(stop?.interval[0] as number);
    expect(stop?.expectedGain).toBeLessThanOrEqual(stop?.interval[1] as number);
    const limited = { outcomeConstraints: [{ objective: 1, bound: 'lower' as const, value: 1e6 }] };
    const none = suggestCampaign({ ...several, ...limited }, { backend });
    expect(none.stop).toMatchObject({ expectedGain: 0, hypervolume: 0 });
  });

  it('counts the front within the limits, not what lies beyond them, as reached', () => {
    // The second output depends on y most of all. Runs with x above 0.5 break the limit of the first, and beat all others.
    const X = Float64Array.of(0, 0.5, 0.2, 0.1, 0.3, 0.9, 0.48, 0.5, 0.7, 0.2, 0.8, 0.5, 1, 0.5, 0.4, 0);
    const n = X.length / 2;
    const task: CampaignTask = {
      ...campaign(0),
      X,
      n,
      outputs: [
        Float64Array.from({ length: n }, (_, i) => X[2 * i] as number),
        Float64Array.from(
          { length: n },
          (_, i) => 1 - (2 * (X[2 * i + 1] as number) - 1) ** 2 + 0.1 * (X[2 * i] as number),
        ),
      ],
      goals: ['maximize', 'maximize'],
      referencePoint: [0, 0],
      outcomeConstraints: [{ objective: 0, bound: 'upper', value: 0.5 }],
      effort: 'fast',
      seed: 2,
    };
    const { value, pareto, suggestions } = suggestCampaign(task, { backend });
    expect([...(pareto?.rows ?? [])]).toEqual([3]);
    expect(pareto?.hypervolume).toBeCloseTo(0.48 * 1.048, 9);
    expect(value).toBeLessThan(0.1);
    expect(suggestions[0]?.dominated).toBe(false);
  });

  it('reports the hypervolume after each run', () => {
    const outputs = [Float64Array.of(1, 2, 0, 3, 1), Float64Array.of(1, 0.5, 3, 1, 1)];
    const growth = frontGrowth({ outputs, goals: ['maximize', 'maximize'], referencePoint: [0, 0] });
    for (let n = 1; n <= 5; n++) {
      const rows = Array.from({ length: n }, (_, i) => outputs.map((output) => output[i] as number));
      expect(growth[n - 1]).toBeCloseTo(hypervolume(rows, [0, 0]), 12);
    }
  });

  it.each([
    { m: 2, reference: [2, 1] },
    { m: 3, reference: [1, 2, 0] },
  ])('tells it of $m objectives with equal values and rows below the reference', ({ m, reference }) => {
    const random = createGenerator('front');
    const outputs = Array.from({ length: m }, () =>
      Float64Array.from({ length: 60 }, () => Math.floor(10 * random.uniform())),
    );
    const growth = frontGrowth({
      outputs,
      goals: Array(m).fill('maximize'),
      referencePoint: reference,
      outcomeConstraints: [{ objective: 0, bound: 'upper', value: 8 }],
    });
    for (let n = 1; n <= 60; n++) {
      const rows = Array.from({ length: n }, (_, i) => outputs.map((output) => output[i] as number));
      const feasible = rows.filter(([first]) => (first as number) <= 8);
      expect(growth[n - 1]).toBeCloseTo(hypervolume(feasible, reference), 9);
    }
  });
});
