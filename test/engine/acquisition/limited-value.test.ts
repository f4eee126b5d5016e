import { expect, test } from 'vitest';
import { prepareProblem, release } from '../../../src/engine/acquisition/problem.ts';
import { limitedMember, limitedValue } from '../../../src/engine/acquisition/strategies/limited-value.ts';
import { monteCarlo } from '../../../src/engine/acquisition/strategies/monte-carlo-scorer.ts';
import { suggest } from '../../../src/engine/acquisition/suggest.ts';
import type { SuggestTask } from '../../../src/engine/acquisition/task.ts';
import { createTsBackend } from '../../../src/engine/compute/ts/index.ts';
import { randomModel } from './random-model.ts';

const context = { backend: createTsBackend() };
const BETA = 0.5;

function taskOf(d: number, n: number, seed: number, more: Partial<SuggestTask> = {}): SuggestTask {
  const model = randomModel(d, n, seed, 1e-2);
  return {
    models: [model],
    recipe: 'botorch',
    space: {
      dimensions: Array.from({ length: d }, (_, k) => ({ kind: 'real', name: `x${k}`, low: 0, high: 1 })),
      constraints: [],
    },
    strategy: 'qEI',
    count: 1,
    goals: ['maximize'],
    fixed: new Map(),
    pending: new Float64Array(0),
    outcomeConstraints: [{ objective: 0, bound: 'upper', value: Math.max(...model.y) }],
    seed,
    ...more,
  };
}

/** Does work with the value of batches of a task. */
function valued<T>(
  task: SuggestTask,
  work: (of: {
    value(batch: Float64Array): number;
    member(before: Float64Array): ReturnType<typeof limitedMember>;
  }) => T,
): T {
  const problem = prepareProblem(task, context, true);
  const [posterior] = problem.posteriors;
  const kind = task.strategy === 'qUCB' ? monteCarlo.qUCB : monteCarlo.qEI;
  const { best } = problem.incumbents;
  const options = { kind, sign: problem.signs[0], best, beta: BETA, samples: 2048, seed: 3 };
  const { pending } = task;
  try {
    return work({
      value: (batch) => limitedValue(problem, posterior, { ...options, pending }, batch),
      member: (before) =>
        limitedMember(problem, posterior, { ...options, pending: Float64Array.of(...pending, ...before) }),
    });
  } finally {
    release(problem);
  }
}

const kinds = ['qEI', 'qUCB'] as const;
const goals = ['maximize', 'minimize'] as const;
const cases = kinds.flatMap((strategy) => goals.map((goal) => [strategy, goal] as const));

test.each(cases)('a member of %s (%s) is scored by what the value gains', (strategy, goal) => {
  const before = Float64Array.of(0.2, 0.7, 0.6, 0.4);
  valued(taskOf(2, 8, 3, { strategy, goals: [goal] }), ({ value, member }) => {
    const scorer = member(before);
    const base = value(before);
    for (const point of [Float64Array.of(0.9, 0.1), Float64Array.of(0.5, 0.9), Float64Array.of(0.05, 0.3)]) {
      const whole = value(Float64Array.of(...before, ...point));
      const [score] = scorer.values(point);
      const told = strategy === 'qEI' ? base + Math.exp(score) : score;
      expect(Math.abs(told - whole)).toBeLessThan(0.05 * Math.max(Math.abs(whole), 0.2));
    }
    scorer.free();
  });
});

test.each(cases)('slopes of a member of %s (%s) are those of differences', (strategy, goal) => {
  const before = Float64Array.of(0.2, 0.7, 0.6, 0.4);
  valued(taskOf(2, 8, 4, { strategy, goals: [goal] }), ({ member }) => {
    const scorer = member(before);
    for (const point of [Float64Array.of(0.9, 0.1), Float64Array.of(0.5, 0.9)]) {
      const { value, gradient } = scorer.gradients(point);
      expect(value[0]).toBeCloseTo(scorer.values(point)[0], 10);
      point.forEach((x, k) => {
        const at = (to: number) => scorer.values(point.with(k, to))[0];
        const difference = (at(x + 1e-5) - at(x - 1e-5)) / 2e-5;
        expect(gradient[k]).toBeCloseTo(difference, 4);
      });
    }
    scorer.free();
  });
});

/** What one exchange of members for points of a grid adds to the value, as a share of it. */
function gainOfExchange(task: SuggestTask, points: Float64Array): number {
  return valued(task, ({ value }) => {
    const before = value(points);
    let top = before;
    for (let j = 0; j < points.length; j++)
      for (let i = 0; i <= 60; i++) top = Math.max(top, value(points.with(j, i / 60)));
    return top / before - 1;
  });
}

test.each(kinds.flatMap((strategy) => [1, 18, 26].map((seed) => [strategy, seed] as const)))(
  'no other member beside pending runs makes a batch of %s better (table %d)',
  (strategy, seed) => {
    const task = taskOf(1, 6, seed, { strategy, count: 2, pending: Float64Array.of(0.3, 0.8) });
    const { points } = suggest(task, context);
    expect(gainOfExchange(task, points)).toBeLessThan(0.03);
  },
);
