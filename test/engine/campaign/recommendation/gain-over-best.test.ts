import { afterAll, describe, expect, it } from 'vitest';
import {
  type Desirability,
  jointDesirability,
} from '../../../../src/engine/acquisition/strategies/desirability.ts';
import { gainOverBest } from '../../../../src/engine/campaign/recommendation/gain-over-best.ts';
import { suggestCampaign } from '../../../../src/engine/campaign/suggest-campaign.ts';
import { createPredictor } from '../../../../src/engine/campaign/surrogates.ts';
import { createTsBackend } from '../../../../src/engine/compute/ts/index.ts';
import { fitEnsemble } from '../../../../src/engine/gp/ensemble/fit.ts';
import { concatenate } from '../../../../src/engine/linalg/concatenate.ts';
import { createGenerator } from '../../../../src/engine/random/generator.ts';
import type { Dimension } from '../../../../src/engine/space/space.ts';
import { quickTask } from '../tasks.ts';

const context = { backend: createTsBackend() };
const dimensions: Dimension[] = [
  { kind: 'real', name: 'x', low: 0, high: 1 },
  { kind: 'real', name: 'y', low: 0, high: 1 },
];

/** Noisy runs of a hill with its top at (0.4, 0.6). */
function hill(n: number) {
  const generator = createGenerator(`hill/${n}`);
  const X = Float64Array.from({ length: 2 * n }, () => generator.uniform());
  const y = Float64Array.from(
    { length: n },
    (_, i) => -4 * (X[2 * i] - 0.4) ** 2 - 4 * (X[2 * i + 1] - 0.6) ** 2 + 0.1 * generator.normal(),
  );
  return { X, n, outputs: [y] };
}

const { X, n, outputs } = hill(20);
const data = { X, n, d: 2, categorical: [false, false], y: outputs[0] };
const model = fitEnsemble({ ...data, ranges: [[0, 1] as const, [0, 1] as const], seed: 1 }, context);
const predictor = createPredictor({ variants: [], sets: [], predictive: () => model }, context);
afterAll(() => predictor.free());

const best = Float64Array.of(0.45, 0.55);
const points = {
  'right beside': Float64Array.of(0.46, 0.55),
  'beside that one': Float64Array.of(0.5, 0.62),
  'far away': Float64Array.of(0.95, 0.1),
};

/** Pairs of values at a point and at the best run, drawn from all members of the model by their shares. */
function* pairsAt(point: Float64Array) {
  const generator = createGenerator('pairs');
  const each = 10_000;
  for (const { posterior, weight } of predictor.parts) {
    const Z = Float64Array.from({ length: 2 * each }, () => generator.normal());
    const drawn = posterior.sample(concatenate([point, best]), 2, Z);
    for (let s = 0; s < each; s++)
      yield { here: drawn[2 * s], there: drawn[2 * s + 1], share: weight / each };
  }
}

function drawnGain(
  point: Float64Array,
  worth: (value: number) => number,
  isKept: (value: number) => boolean,
) {
  let [gain, probability] = [0, 0];
  for (const { here, there, share } of pairsAt(point)) {
    const more = worth(here) - worth(there);
    if (!(more > 0 && isKept(here))) continue;
    gain += share * more;
    probability += share;
  }
  return { gain, probability };
}

describe('the gain over the best run', () => {
  it.each(Object.entries(points))('is that of pairs of values of the curve: %s', (_, point) => {
    const told = gainOverBest([predictor], { goals: ['maximize'] }, point, best);
    const drawn = drawnGain(
      point,
      (value) => value,
      () => true,
    );
    expect(Math.abs(told.gain - drawn.gain)).toBeLessThan(0.03 * drawn.gain + 1e-5);
    expect(Math.abs(told.probability - drawn.probability)).toBeLessThan(0.01);
    const mirrored = gainOverBest([predictor], { goals: ['minimize'] }, point, best);
    expect(told.probability + mirrored.probability).toBeCloseTo(1, 6);
  });

  it.each(Object.entries(points))('counts limits and joint desirability: %s', (_, point) => {
    const parts: Desirability[] = [{ shape: 'larger', low: -1, high: 0.5, curve: 1, importance: 1 }];
    const aims = { goals: ['maximize' as const], desirability: parts };
    const limited = { ...aims, outcomeConstraints: [{ objective: 0, bound: 'upper' as const, value: 0.02 }] };
    for (const [asked, isKept] of [
      [aims, () => true],
      [limited, (output: number) => output <= 0.02],
    ] as const) {
      const told = gainOverBest([predictor], asked, point, best);
      const joint = (output: number) => (isKept(output) ? jointDesirability(parts, [output]) : 0);
      const drawn = drawnGain(point, joint, isKept);
      // Few of the 256 pairs lie on both sides of the limit.
      expect(Math.abs(told.gain - drawn.gain)).toBeLessThan(0.3 * drawn.gain + 1e-4);
      expect(Math.abs(told.probability - drawn.probability)).toBeLessThan(0.06);
    }
  });

  it('is none for the best run itself', () => {
    const told = gainOverBest([predictor], { goals: ['maximize'] }, best.slice(), best);
    expect(told).toEqual({ gain: 0, probability: 0 });
  });

  it.each([12, 20, 30])(
    'of a run right beside the best one is little, as advice to stop says, after %i runs',
    (rows) => {
      const runs = hill(rows);
      const asked = { effort: 'normal', advice: true } as const;
      const { recommendation } = suggestCampaign(quickTask(runs, dimensions, 'maximize', 1, asked), context);
      const { row } = recommendation ?? { row: 0 };
      const beside = Float64Array.of(runs.X[2 * row] + 0.01, runs.X[2 * row + 1]);
      const candidates = { points: beside, repeats: false };
      const task = quickTask(runs, dimensions, 'maximize', 1, { ...asked, candidates });
      const { suggestions, stop } = suggestCampaign(task, context);
      expect(stop?.runs).toBe(1);
      expect(suggestions[0].gain).toBeGreaterThan(0);
      expect(suggestions[0].gain).toBeLessThan(5 * (stop?.expectedGain ?? 0));
    },
  );
});

describe('the noise that stop advice follows', () => {
  it('is little while the runs are few, and the noise once they are many', () => {
    const told = [12, 40].map((rows) => {
      const task = quickTask(hill(rows), dimensions, 'maximize', 1, { effort: 'normal', advice: true });
      const { stop, noiseStd } = suggestCampaign(task, context);
      return (stop?.leastNoise ?? 1) / (noiseStd?.[0] ?? 0);
    });
    expect(told[0]).toBeLessThan(0.2);
    expect(told[1]).toBeGreaterThan(0.6);
    expect(told[1]).toBeLessThan(1);
  });

  it('is that of joint desirability, where objectives are joined by it', () => {
    const desirability: Desirability[] = [{ shape: 'larger', low: -1, high: 0.5, curve: 1, importance: 1 }];
    const task = quickTask(hill(40), dimensions, 'maximize', 1, { advice: true, desirability });
    const { stop, noiseStd } = suggestCampaign(task, context);
    // A desirability that rises by 1 in 1.5 units of the output.
    expect(stop?.noise).toBeCloseTo((noiseStd?.[0] ?? 0) / 1.5, 2);
    expect(stop?.leastNoise).toBeLessThan(stop?.noise ?? 0);
    expect(stop?.leastNoise).toBeGreaterThan(0.5 * (stop?.noise ?? 0));
  });
});
