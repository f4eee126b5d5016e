import { suggest } from '../../src/engine/acquisition/suggest.ts';
import type { Backend } from '../../src/engine/compute/backend.ts';
import { initialDesign } from '../../src/engine/design/initial-design.ts';
import type { DesignMethodName } from '../../src/engine/design/methods.ts';
import { createPosterior } from '../../src/engine/gp/posterior/posterior.ts';
import { train } from '../../src/engine/gp/train.ts';
import { createGenerator } from '../../src/engine/random/generator.ts';
import type { QualityProblem } from './problems.ts';
import { createRecord, measuredTraceOf, type Recorded, traceOf } from './record.ts';

/** The choices of a loop beyond the defaults of the interface; see docs/experiments/strategies.md. */
export interface LoopOptions {
  /** First points: this many for each variable and for the constant, no more than ten. */
  readonly first: number;
  readonly design: DesignMethodName;
  readonly training: Readonly<Record<string, number | string | boolean>>;
  readonly suggesting: Readonly<Record<string, number | string | boolean>>;
  readonly strategy: string;
}

/** The loop that docs/experiments/strategies.md recommends. */
export const recommended: LoopOptions = {
  first: 2,
  design: 'concentric',
  training: { priors: 'dimension_scaled' },
  suggesting: { surrogate: 'auto', local: 0.6 },
  strategy: 'LogEI',
};

export interface LoopResult {
  /** Best regret (or hypervolume) after each evaluation. */
  readonly trace: number[];
  /** Regret of the point that measured best so far, after each evaluation; without noise that is the trace. */
  readonly measuredBest: number[];
  /** Noisy problems: regret of the recorded point that the model likes best, at the budgets. */
  readonly recommended: number[];
  /** CPU seconds per iteration of training and suggesting. */
  readonly cpuPerIteration: number;
}

/** One campaign: first points, then train and suggest one point at a time. */
export function runLoop(
  problem: QualityProblem,
  seed: number,
  options: LoopOptions,
  backend: Backend,
  clock: () => number,
): LoopResult {
  const { space, budgets } = problem;
  const d = space.dimensions.length;
  const generator = createGenerator(`quality/${problem.name}/${seed}`);
  const total = Math.max(...budgets);
  const record = createRecord(problem, generator);
  const { truth, measure } = record;
  const nPoints = Math.min(10, Math.round(options.first * (d + 1)));
  const task = { space, method: options.design, nPoints, seed: generator.childSeed() };
  const first = initialDesign(task, { backend });
  for (let i = 0; i < first.count; i++) measure(first.points.subarray(i * d, (i + 1) * d));
  const recommended: number[] = [];
  let cpu = 0;
  let iterations = 0;
  while (truth.length < total) {
    const before = clock();
    const models = trainOn(problem, record, generator.childSeed(), options, backend);
    const answer = suggest(
      {
        models,
        recipe: 'botorch',
        space,
        strategy: models.length > 1 ? 'qNEHVI' : options.strategy,
        count: 1,
        goals: models.map(() => 'minimize' as const),
        fixed: new Map(),
        pending: new Float64Array(0),
        seed: generator.childSeed(),
        options: { ...options.suggesting, ...(problem.noise > 0 ? { noisy: true } : {}) },
        ...(problem.reference ? { referencePoint: problem.reference } : {}),
      },
      { backend },
    );
    cpu += clock() - before;
    iterations++;
    measure(answer.points);
    if (problem.noise > 0 && budgets.includes(truth.length)) {
      recommended.push(recommend(problem, record, options, backend));
    }
  }
  return {
    trace: traceOf(problem, record),
    measuredBest: measuredTraceOf(problem, record),
    recommended,
    cpuPerIteration: cpu / iterations,
  };
}

function trainOn(
  problem: QualityProblem,
  { X, seen }: Pick<Recorded, 'X' | 'seen'>,
  seed: number,
  options: LoopOptions,
  backend: Backend,
) {
  const d = problem.space.dimensions.length;
  const outputs = seen[0].map((_, k) => Float64Array.from(seen, (row) => row[k]));
  const task = {
    X: Float64Array.from(X),
    n: seen.length,
    d,
    categorical: problem.space.dimensions.map((dimension) => dimension.kind === 'categorical'),
    outputs,
    recipe: 'botorch' as const,
    kernel: 'matern',
    kernelParams: {},
    seed,
    options: options.training,
  };
  return train(task, { backend }).models;
}

/** Regret of the recorded point with the best posterior mean. */
function recommend(
  problem: QualityProblem,
  recorded: Recorded,
  options: LoopOptions,
  backend: Backend,
): number {
  const { X, seen, truth } = recorded;
  const [model] = trainOn(problem, recorded, 1, options, backend);
  const posterior = createPosterior(model, backend);
  const { mean } = posterior.predict(Float64Array.from(X), seen.length);
  posterior.free();
  const best = mean.reduce((top, value, i) => (value < mean[top] ? i : top), 0);
  return truth[best][0] - problem.optimum;
}
