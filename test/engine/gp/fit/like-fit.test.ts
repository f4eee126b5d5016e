import { describe, expect, it } from 'vitest';
import { createTsBackend } from '../../../../src/engine/compute/ts/index.ts';
import { fitParameters, subset } from '../../../../src/engine/gp/fit/fit.ts';
import { planOf, problemOf } from '../../../../src/engine/gp/fit/plan-fit.ts';
import type { TrainTask } from '../../../../src/engine/gp/task.ts';
import { createGenerator } from '../../../../src/engine/random/generator.ts';

function taskOf(n: number): TrainTask {
  const generator = createGenerator('like fits');
  const d = 3;
  const X = Float64Array.from({ length: n * d }, () => generator.uniform());
  const y = Float64Array.from(
    { length: n },
    (_, i) => Math.sin(7 * X[i * d]) + X[i * d + 1] ** 2 + 0.1 * generator.normal(),
  );
  const categorical = new Array<boolean>(d).fill(false);
  return {
    X,
    n,
    d,
    categorical,
    outputs: [y],
    recipe: 'botorch',
    kernel: 'matern',
    kernelParams: {},
    seed: 1,
  };
}

describe('a fit that begins at the optimum of a like one', () => {
  const task = taskOf(60);
  const [y] = task.outputs;
  const problem = problemOf(task, y, planOf(task, y), {}, undefined);
  const part = subset(problem, 48, 3);
  const context = { backend: createTsBackend() };

  it('ends where a search ends, after few likelihoods', () => {
    const { theta, learned } = fitParameters(problem, { seed: 1 }, context);
    const searched = fitParameters(part, { seed: 1 }, context);
    const from = { theta, ...(learned && { learned }), growth: 48 / 60 };
    const found = fitParameters(part, { seed: 1, from }, context);
    expect(found.objective).toBeGreaterThan(searched.objective - 5e-3);
    expect(found.evaluations).toBeLessThan(15);
    expect(searched.evaluations).toBeGreaterThan(5 * found.evaluations);
  });

  it('looks at all rows, however many they are', () => {
    const many = taskOf(320);
    const outputs = many.outputs[0];
    const all = problemOf(many, outputs, planOf(many, outputs), {}, undefined);
    const backend = createTsBackend();
    const rows = new Set<number>();
    const watched = {
      ...backend,
      run(steps: Parameters<typeof backend.run>[0]) {
        for (const { dims } of steps) rows.add(dims[1]);
        backend.run(steps);
      },
    };
    const theta = Float64Array.from(planOf(many, outputs).parameters, ({ initial }) => initial);
    fitParameters(all, { seed: 1, from: { theta, growth: 1 }, maxIterations: 2 }, { backend: watched });
    expect([...rows]).toEqual([320]);
  });
});

describe('a fit that has to reach a density', () => {
  const task = taskOf(60);
  const [y] = task.outputs;
  const problem = problemOf(task, y, planOf(task, y), {}, undefined);
  const context = { backend: createTsBackend() };

  it.each([1, 3])(
    'of %i starts is given up where it does not promise to, and is as it was where it does',
    (restarts) => {
      const whole = fitParameters(problem, { seed: 1, restarts }, context);
      const hopeless = fitParameters(problem, { seed: 1, restarts, least: whole.objective + 50 }, context);
      expect(hopeless.evaluations).toBeLessThan(0.8 * whole.evaluations);
      expect(Number.isFinite(hopeless.objective)).toBe(true);
      expect(hopeless.fallbacks).toEqual([]);
      const within = fitParameters(problem, { seed: 1, restarts, least: whole.objective - 50 }, context);
      expect(within).toEqual(whole);
    },
  );

  it('from the optimum of a like one likewise', () => {
    const theta = Float64Array.from(planOf(task, y).parameters, ({ initial }) => initial);
    const from = { theta, growth: 1 };
    const whole = fitParameters(problem, { seed: 1, from }, context);
    const hopeless = fitParameters(problem, { seed: 1, from, least: whole.objective + 50 }, context);
    expect(hopeless.evaluations).toBeLessThan(whole.evaluations);
    expect(fitParameters(problem, { seed: 1, from, least: whole.objective - 50 }, context)).toEqual(whole);
  });

  it('of one start ends where a step gains less than asked', () => {
    const whole = fitParameters(problem, { seed: 1, restarts: 1 }, context);
    const rough = fitParameters(problem, { seed: 1, restarts: 1, leastGain: 1e-3 }, context);
    expect(rough.evaluations).toBeLessThan(whole.evaluations);
    expect(whole.objective - rough.objective).toBeLessThan(1e-2);
  });
});

describe('a fit of more rows than it begins with, asked for a likelihood out of reach', () => {
  const task = taskOf(310);
  const [y] = task.outputs;
  const problem = problemOf(task, y, planOf(task, y), {}, undefined);
  const context = { backend: createTsBackend() };
  const whole = fitParameters(problem, { seed: 1, restarts: 1 }, context);

  it('is abandoned before its end', () => {
    const least = whole.objective + 1000;
    const { evaluations } = fitParameters(problem, { seed: 1, restarts: 1, least }, context);
    expect(evaluations).toBeLessThan(whole.evaluations);
  });

  it('ends where it does otherwise if it reaches that', () => {
    const least = whole.objective - 1;
    expect(fitParameters(problem, { seed: 1, restarts: 1, least }, context).theta).toEqual(whole.theta);
  });
});
