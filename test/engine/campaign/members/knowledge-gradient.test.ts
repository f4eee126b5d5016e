import { afterAll, describe, expect, it } from 'vitest';
import { prepareProblem, release } from '../../../../src/engine/acquisition/problem.ts';
import { byKnowledge, logKnowledgeGain } from '../../../../src/engine/campaign/members/knowledge-gradient.ts';
import { createTsBackend } from '../../../../src/engine/compute/ts/index.ts';
import { fitEnsemble } from '../../../../src/engine/gp/ensemble/fit.ts';
import { membersOf } from '../../../../src/engine/gp/ensemble/posterior.ts';
import type { GpModel } from '../../../../src/engine/gp/model.ts';
import { createPosterior } from '../../../../src/engine/gp/posterior/posterior.ts';
import { createGenerator } from '../../../../src/engine/random/generator.ts';
import { normalQuantile } from '../../../../src/engine/random/normal.ts';
import type { Space } from '../../../../src/engine/space/space.ts';

describe('the gain of knowledge', () => {
  const generator = createGenerator('lines');
  const lines = (m: number) => Array.from({ length: m }, () => generator.normal());

  it.each([1, 2, 3, 7, 40])('of %i lines is the mean of their maximum over a normal', (m) => {
    const [a, b] = [lines(m), lines(m)];
    const N = 200_000;
    let sum = 0;
    for (let k = 0; k < N; k++) {
      const z = normalQuantile((k + 0.5) / N);
      sum += Math.max(...a.map((value, j) => value + (b[j] as number) * z));
    }
    expect(Math.exp(logKnowledgeGain(a, b))).toBeCloseTo(sum / N - Math.max(...a), 3);
  });

  it('of parallel lines is none, and keeps its digits where it is small', () => {
    expect(logKnowledgeGain([1, 2, 0], [0.3, 0.3, 0.3])).toBe(Number.NEGATIVE_INFINITY);
    // log φ(30) + log(1/30² − 3/30⁴ + 15/30⁶ …), the improvement on a value that is 30 deviations better.
    const expected = -450 - 0.5 * Math.log(2 * Math.PI) + Math.log(1 / 900 - 3 / 810_000 + 15 / 7.29e8);
    expect(logKnowledgeGain([0, 30], [1, 0])).toBeCloseTo(expected, 6);
  });
});

describe('candidates by the knowledge gradient', () => {
  const backend = createTsBackend();
  const space: Space = {
    dimensions: [
      { kind: 'real', name: 'x', low: 0, high: 1 },
      { kind: 'categorical', name: 'c', labels: ['a', 'b', 'c'] },
    ],
    constraints: [],
  };
  const generator = createGenerator('runs');
  const n = 16;
  const X = Float64Array.from({ length: 2 * n }, (_, i) =>
    i % 2 === 0 ? generator.uniform() : generator.integer(3),
  );
  const y = Float64Array.from(
    { length: n },
    (_, i) => (X[2 * i] as number) ** 2 + 0.5 * (X[2 * i + 1] as number) + 0.2 * generator.normal(),
  );
  // A variant in which the columns matter.
  const ensemble = fitEnsemble({ X, n, d: 2, categorical: [false, true], y, seed: 1 }, { backend });
  const model = membersOf(ensemble)[5]?.model as GpModel;
  const task = {
    models: [model],
    recipe: 'botorch',
    space,
    strategy: 'LogEI',
    count: 1,
    goals: ['minimize'],
    fixed: new Map(),
    pending: new Float64Array(0),
    seed: 1,
    options: { noisy: true },
  } as const;
  const problem = prepareProblem(task, { backend });
  afterAll(() => release(problem));

  /** Mean gain of one measurement at a point: the best expected value of `after` once it is made, less that of `before`. */
  function meanGain(point: Float64Array, before: Float64Array, after: Float64Array): number {
    let gain = 0;
    const posterior = createPosterior(model, backend);
    const noise = Math.exp(model.theta[model.theta.length - 2] as number) * model.outputScale ** 2;
    const { mean, std } = posterior.predict(point, 1);
    const best = Math.min(...posterior.mean(before, before.length / 2));
    const N = 400;
    for (let k = 0; k < N; k++) {
      const z = normalQuantile((k + 0.5) / N);
      const result = (mean[0] as number) + Math.hypot(std[0] as number, Math.sqrt(noise)) * z;
      const then = posterior.condition(point, Float64Array.of(result));
      gain += (best - Math.min(...then.mean(after, after.length / 2))) / N;
      then.free();
    }
    posterior.free();
    return gain;
  }
  const rows = X.slice();

  it('of a list have the value that the definition gives: only a run that was made can be used', () => {
    const points = Array.from({ length: 4 }, (_, i) => Float64Array.of(0.05 + 0.3 * i, i % 3));
    const list = { points: Float64Array.from(points.flatMap((point) => [...point])), repeats: true };
    const found = byKnowledge(problem, 'fastest', list);
    const largest = found[0]?.value as number;
    expect(found).toHaveLength(4);
    for (const { point, value } of found) {
      const gain = meanGain(point, rows, Float64Array.from([...rows, ...point]));
      expect(Math.abs(Math.exp(value) - gain)).toBeLessThan(0.02 * Math.exp(largest));
    }
  });

  it('have the value that the definition gives, where settings need not be measured to be used', () => {
    const found = byKnowledge(problem, 'fastest');
    const [{ point, value }] = found as [(typeof found)[number]];
    const dense = Float64Array.from({ length: 2 * 3 * 200 }, (_, i) =>
      i % 2 === 0 ? Math.floor(i / 6) / 199 : Math.floor(i / 2) % 3,
    );
    const all = Float64Array.from([...rows, ...dense]);
    const gain = meanGain(point, all, all);
    // The best value is looked for at some 200 points, not at 600.
    expect(Math.exp(value) / gain).toBeGreaterThan(0.9);
    expect(Math.exp(value) / gain).toBeLessThan(1.02);
  });

  it('are best first, in the region, and the same for the same seed', () => {
    const found = byKnowledge(problem, 'fast');
    expect(found.every(({ point }) => problem.region.contains(point))).toBe(true);
    expect(byKnowledge(problem, 'fast')).toEqual(found);
  });

  it('gain less where a run is pending', () => {
    const [best] = byKnowledge(problem, 'normal');
    const point = best?.point as Float64Array;
    const list = { points: point, repeats: true };
    const after = prepareProblem({ ...task, pending: point }, { backend });
    const [again] = byKnowledge(after, 'normal', list);
    const [alone] = byKnowledge(problem, 'normal', list);
    release(after);
    expect(again?.value).toBeLessThan(alone?.value as number);
  });
});
