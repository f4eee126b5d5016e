import { ValueError } from '../errors.ts';
import {
  type AnalyticOptions,
  logExpectedImprovement,
  logProbabilityOfImprovement,
  posteriorMean,
  upperConfidenceBound,
} from './analytic.ts';
import { searchBatch } from './batch.ts';
import type { Scorer } from './climb.ts';
import type { StrategyName } from './index.ts';
import { type MonteCarloOptions, monteCarlo, monteCarloScorer } from './monte-carlo.ts';
import { onePointScorer } from './one-point.ts';
import { believe, type Problem, withPending } from './problem.ts';
import { search } from './search.ts';

/** What a strategy gives back: points of the region, its value there, and its name where another one proposed them. */
export interface Proposal {
  readonly points: readonly Float64Array[];
  readonly value: number;
  readonly strategy?: StrategyName;
}

export type Strategy = (problem: Problem) => Proposal;

const functions = {
  EI: logExpectedImprovement,
  LogEI: logExpectedImprovement,
  PI: logProbabilityOfImprovement,
  LogPI: logProbabilityOfImprovement,
  UCB: upperConfidenceBound,
  PosteriorMean: posteriorMean,
} as const;

/** ξ, κ, f* and the direction of a request; on botorch ξ is 0 and κ = √β with β from `beta`, `kappa` or 0.5. */
export function analyticOptions(problem: Problem): AnalyticOptions {
  const { task, signs, incumbents } = problem;
  const sklearn = task.recipe === 'sklearn';
  return {
    sign: signs[0],
    best: incumbents.best,
    xi: sklearn ? (task.xi ?? 0.01) : 0,
    kappa: sklearn ? (task.kappa ?? 1.96) : Math.sqrt(betaOf(problem)),
  };
}

function betaOf({ task }: Problem): number {
  const beta = task.beta ?? task.kappa ?? 0.5;
  if (!(beta >= 0)) throw new ValueError(`suggest: beta must not be negative, got ${beta}; send 0 or more`);
  return beta;
}

/** Scores one point after others were chosen (believed to come out at their means). */
export function onePointAfter(
  problem: Problem,
  name: keyof typeof functions,
  chosen: readonly Float64Array[],
): Scorer {
  const { task, posteriors } = problem;
  const given = withPending(task, chosen);
  const conditioned = posteriors.map((posterior) => believe(posterior, given));
  const constraints = (task.outcomeConstraints ?? []).map((constraint) => ({
    ...constraint,
    posterior: conditioned[constraint.objective],
  }));
  return onePointScorer(conditioned[0], functions[name], analyticOptions(problem), constraints);
}

/** The analytic strategies: optimized in log form, EI and PI given back as they are. */
export function onePoint(name: keyof typeof functions): Strategy {
  return (problem) => {
    const { region, good, generator, options, repeats, warnings } = problem;
    const isLog = name !== 'UCB' && name !== 'PosteriorMean';
    const tolerance = options.tolerance * (isLog ? 1 : problem.posteriors[0].outputScale);
    const scorer = onePointAfter(problem, name, []);
    const found = search(scorer, region, good, generator, { ...options, tolerance });
    const best = repeats.choose(found, warnings);
    const plain = name === 'EI' || name === 'PI';
    return { points: [best.point], value: plain ? Math.exp(best.value) : best.value };
  };
}

/** Beyond this batch size members are chosen one after the other on believed outcomes, each an O(n²) update. */
const JOINT_LIMIT = 16;

/** qEI and qUCB over fixed samples; large batches and outcome constraints by believed outcomes. */
export function monteCarloBatch(name: 'qEI' | 'qUCB'): Strategy {
  return (problem) => {
    const { task, posteriors, signs, incumbents, generator } = problem;
    const shared = {
      sign: signs[0],
      best: incumbents.best,
      beta: betaOf(problem),
      samples: task.samples ?? 128,
      seed: generator.childSeed(),
    };
    const scorer = (kind: MonteCarloOptions['kind'], q: number, chosen: readonly Float64Array[]) =>
      monteCarloScorer(posteriors[0], { ...shared, kind, q, pending: withPending(task, chosen) });
    const kind = name === 'qEI' ? monteCarlo.logQEI : monteCarlo.qUCB;
    const constrained = (task.outcomeConstraints ?? []).length > 0;
    if (task.count > JOINT_LIMIT || constrained) {
      const points = believingBatch(problem, name === 'qEI' ? 'LogEI' : 'UCB');
      return {
        points,
        value: scoreOf(scorer(name === 'qEI' ? monteCarlo.qEI : kind, points.length, []), points),
      };
    }
    const batch = searchBatch(problem, (chosen) => scorer(kind, 1, chosen), scorer(kind, task.count, []));
    const value =
      name === 'qEI' ? scoreOf(scorer(monteCarlo.qEI, task.count, []), batch.points) : batch.value;
    return { points: batch.points, value };
  };
}

function scoreOf(scorer: Scorer, points: readonly Float64Array[]): number {
  const flat = new Float64Array(points.reduce((sum, point) => sum + point.length, 0));
  points.forEach((point, i) => {
    flat.set(point, i * point.length);
  });
  return scorer.values(flat)[0];
}

/** Greedy batch on believed outcomes: after each member the posterior takes it in at its mean. */
export function believingBatch(problem: Problem, name: keyof typeof functions): Float64Array[] {
  const { task, region, good, generator, repeats, warnings, context } = problem;
  const options = { ...problem.options, spread: 256, restarts: 4, iterations: 30 };
  const chosen: Float64Array[] = [];
  for (let j = 0; j < task.count; j++) {
    const found = search(onePointAfter(problem, name, chosen), region, good, generator, options);
    const best = repeats.choose(found, warnings);
    repeats.add(best.point);
    chosen.push(best.point);
    context.progress?.((j + 1) / task.count, `chose ${j + 1} of ${task.count} points`);
  }
  return chosen;
}
