import { describe, expect, it } from 'vitest';
import { fitVariants, type Variant } from '../../../src/engine/acquisition/models/auto-surrogate.ts';
import { identity } from '../../../src/engine/acquisition/models/output-transform.ts';
import { roundedByScore, roundingFor } from '../../../src/engine/campaign/members/rounded-points.ts';
import { suggestCampaign } from '../../../src/engine/campaign/suggest-campaign.ts';
import type { CampaignTask } from '../../../src/engine/campaign/task.ts';
import { createPosterior } from '../../../src/engine/gp/posterior/posterior.ts';
import { createFeasibleRegion } from '../../../src/engine/space/feasible-region.ts';
import { fastest } from '../compute/backends.ts';

const context = { backend: fastest };

/** Twelve made-up mixes of cement, slag, sand and water, with their strength; the slump is a straight line. */
const rows = [
  [0.43, 0.18, 0.25, 0.14, 42.1452],
  [0.28, 0.12, 0.39, 0.21, 22.3478],
  [0.28, 0.13, 0.5, 0.09, 31.6345],
  [0.43, 0.16, 0.17, 0.24, 30.2282],
  [0.46, 0.07, 0.39, 0.08, 45.4572],
  [0.4, 0.35, 0.16, 0.09, 55.0505],
  [0.15, 0.07, 0.61, 0.17, 14.3458],
  [0.15, 0.02, 0.55, 0.28, 8.8774],
  [0.58, 0.22, 0.12, 0.08, 66.3127],
  [0.6, 0.01, 0.21, 0.18, 37.9434],
  [0.6, 0.15, 0.1, 0.15, 51.9328],
  [0.48, 0.28, 0.1, 0.14, 50.3744],
] as const;
const slumpOf = (cement: number, water: number) => 900 * water - 60 * cement - 27;
const mixes = Float64Array.from(rows.flatMap((row) => row.slice(0, 4)));
const slumps = Float64Array.from(rows, ([cement, , , water]) => slumpOf(cement, water));
const share = (name: string, low: number, high: number) =>
  ({ kind: 'real', name, low, high, step: 0.01 }) as const;

/** The strongest mix with at least this slump. */
function concrete(least: number, change: Partial<CampaignTask> = {}): CampaignTask {
  return {
    X: mixes,
    n: rows.length,
    d: 4,
    categorical: [false, false, false, false],
    outputs: [Float64Array.from(rows, ([, , , , strength]) => strength), slumps],
    goals: ['maximize', 'maximize'],
    space: {
      dimensions: [
        share('cement', 0.1, 0.6),
        share('slag', 0, 0.5),
        share('sand', 0.1, 0.7),
        share('water', 0.05, 0.3),
      ],
      constraints: [{ name: 'whole', type: 'equality', coefficients: [1, 1, 1, 1], rhs: 1 }],
    },
    fixed: new Map(),
    pending: new Float64Array(0),
    count: 3,
    seed: 3,
    effort: 'fast',
    advice: false,
    desirability: [
      { shape: 'larger', low: 8, high: 95, curve: 1, importance: 1 },
      { shape: 'larger', low: least - 200, high: least, curve: 1, importance: 1 },
    ],
    outcomeConstraints: [{ objective: 1, bound: 'lower', value: least }],
    ...change,
  };
}

describe('a limit on a result that is a straight line', () => {
  it('has variants with lines, which know what is beyond the data', () => {
    const data = { X: mixes, n: rows.length, d: 4, categorical: [false, false, false, false], y: slumps };
    const options = { seed: '1', context, starts: 1 };
    const plain = fitVariants(data, [identity], options);
    const limited = fitVariants(data, [identity], { ...options, limited: true });
    expect(plain.some(({ form }) => form.lines)).toBe(false);
    expect(limited.slice(0, plain.length).map(({ evidence }) => evidence)).toEqual(
      plain.map(({ evidence }) => evidence),
    );
    const [likeliest] = limited.toSorted((a, b) => b.evidence - a.evidence);
    expect(likeliest?.form.lines).toBe(true);
    const posterior = createPosterior((likeliest as Variant).model, fastest);
    const { mean, std } = posterior.predict(Float64Array.of(0.1, 0.05, 0.7, 0.15), 1);
    posterior.free();
    expect(mean[0]).toBeCloseTo(slumpOf(0.1, 0.15), 2);
    expect(std[0]).toBeLessThan(0.1);
  });

  it('has variants with a level for each category', () => {
    const price = ([solvent, load, heat]: readonly number[]) =>
      ([3, 17, 9][solvent as number] as number) + 4 * (load as number) + 2 * (heat as number);
    const settings = Array.from({ length: 12 }, (_, i) => [i % 3, (i * 5) % 7, (i * 3) % 11]);
    const data = {
      X: Float64Array.from(settings.flat()),
      ...{ n: 12, d: 3, categorical: [true, false, false] },
      y: Float64Array.from(settings, price),
    };
    const options = { seed: '1', context, starts: 1, limited: true };
    const [likeliest] = fitVariants(data, [identity], options).toSorted((a, b) => b.evidence - a.evidence);
    expect(likeliest?.form.lines).toBe(true);
    const posterior = createPosterior((likeliest as Variant).model, fastest);
    const others = [
      [0, 6, 10],
      [1, 0, 10],
      [2, 6, 0],
    ];
    const { mean } = posterior.predict(Float64Array.from(others.flat()), 3);
    posterior.free();
    for (const [k, row] of others.entries()) expect(mean[k]).toBeCloseTo(price(row), 2);
  });

  it('is not hoped for where the answer rules it out', () => {
    const broken = [3, 5, 6].flatMap((seed) =>
      suggestCampaign(concrete(60, { seed }), context).suggestions.flatMap(({ breaks = [] }) => breaks),
    );
    expect(broken).toEqual([]);
  });

  it('is met by the last digit of a proposal', () => {
    const dimensions = ['a', 'b'].map((name) => ({ kind: 'real', name, low: 0, high: 1 }) as const);
    const { step: _step, ...free } = share('c', 0, 1);
    const space = { dimensions: [...dimensions, free], constraints: [] };
    const region = createFeasibleRegion(space, new Map());
    const round = roundingFor({ ...concrete(60), X: new Float64Array(0), space, d: 3 }, region);
    const point = Float64Array.of(0.12347, 0.55552, 0.5);
    // The sum may be at most 1.179.
    const score = ([a, b, c]: Float64Array) => (a + b + c <= 1.179 + 1e-12 ? a + b + c : -1);
    expect(Array.from(round(point))).toEqual([0.1235, 0.5555, 0.5]);
    expect(Array.from(roundedByScore(point, round, region, score))).toEqual([0.1235, 0.5555, 0.5]);
    const tighter = (x: Float64Array) => (score(x) <= 1.17895 ? score(x) : -1);
    expect(Array.from(roundedByScore(point, round, region, tighter))).toEqual([0.1234, 0.5555, 0.5]);
  });
});
