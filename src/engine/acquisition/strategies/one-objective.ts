import { ValueError } from '../../errors.ts';
import { type Problem, withPending } from '../problem.ts';
import { searchBatch } from '../search/batch.ts';
import type { Scorer } from '../search/climb.ts';
import { measurementNoise } from '../search/repeats.ts';
import { packed, rowsOf, search } from '../search/search.ts';
import { nearbyPoints, spreadPoints, startsOf } from '../search/starts.ts';
import {
  type AnalyticOptions,
  logExpectedImprovement,
  logProbabilityOfImprovement,
  posteriorMean,
  upperConfidenceBound,
} from './analytic.ts';
import { logAugmentedImprovement } from './augmented-improvement.ts';
import { integratedVarianceScorer } from './integrated-variance.ts';
import {
  type MonteCarloOptions,
  type MonteCarloScorer,
  monteCarlo,
  monteCarloScorer,
} from './monte-carlo.ts';
import { onePointScorer } from './one-point.ts';
import type { StrategyName } from './rules.ts';

/** What a strategy gives back: points of the region, its value there, and its name where another one proposed them. */
export interface Proposal {
  readonly points: readonly Float64Array[];
  readonly value: number;
  readonly strategy?: StrategyName;
}

export type Strategy = (problem: Problem) => Proposal;

export const functions = {
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

/** Noise below this share of the variance of the outputs hides nothing. */
const HIDING = 1e-8;

/** What the search climbs: with `options.noisy` EI and LogEI less what the noise hides of them. */
export function climbed(name: keyof typeof functions, { task, posteriors: [posterior] }: Problem) {
  const noise = measurementNoise(posterior);
  const hides = task.options?.noisy === true && noise > HIDING * posterior.outputScale ** 2;
  const improves = functions[name] === logExpectedImprovement;
  return hides && improves ? logAugmentedImprovement(Math.sqrt(noise)) : functions[name];
}

/** Scores one point after others were chosen (believed to come out at their means). */
export function onePointAfter(
  problem: Problem,
  acquisition: (typeof functions)[keyof typeof functions],
  chosen: readonly Float64Array[],
): Scorer {
  const { task, fantasies } = problem;
  const conditioned = fantasies.map((fantasy) => fantasy.after(chosen));
  const constraints = (task.outcomeConstraints ?? []).map((constraint) => ({
    ...constraint,
    posterior: conditioned[constraint.objective],
  }));
  return onePointScorer(conditioned[0], acquisition, analyticOptions(problem), constraints);
}

/** The analytic strategies: optimized in log form, EI and PI given back as they are. */
export function onePoint(name: keyof typeof functions): Strategy {
  return (problem) => {
    const { region, good, generator, options, repeats, remarks } = problem;
    const isLog = name !== 'UCB' && name !== 'PosteriorMean';
    const tolerance = options.tolerance * (isLog ? 1 : problem.posteriors[0].outputScale);
    const acquisition = climbed(name, problem);
    const scorer = onePointAfter(problem, acquisition, []);
    const starts = startsOf(region, good, options, generator);
    const found = search(scorer, region, starts, generator, { ...options, tolerance });
    const best = repeats.choose(found, remarks);
    const value =
      acquisition === functions[name]
        ? best.value
        : onePointAfter(problem, functions[name], []).values(best.point)[0];
    const plain = name === 'EI' || name === 'PI';
    return { points: [best.point], value: plain ? Math.exp(value) : value };
  };
}

/** Beyond this batch size members are chosen one after the other on believed outcomes, each an O(n²) update. */
const JOINT_LIMIT = 16;
/** More pending points than this are believed rather than drawn with every batch. */
const CROWD = 32;

/** Samples that members of a batch are chosen by, at most; all of them refine it. */
const SAMPLES_OF_MEMBERS = 128;

/** qEI and qUCB over fixed samples; large batches and outcome constraints by believed outcomes. */
export function monteCarloBatch(name: 'qEI' | 'qUCB'): Strategy {
  return (problem) => {
    const opened: MonteCarloScorer[] = [];
    try {
      return proposeBatch(problem, name, (posterior, options) => {
        const scorer = monteCarloScorer(posterior, options);
        opened.push(scorer);
        return scorer;
      });
    } finally {
      for (const scorer of opened) scorer.free();
    }
  };
}

function proposeBatch(problem: Problem, name: 'qEI' | 'qUCB', open: typeof monteCarloScorer): Proposal {
  const { task, posteriors, fantasies, signs, incumbents, generator } = problem;
  const isLog = name === 'qEI';
  const samples = task.samples ?? 128;
  const shared = {
    sign: signs[0],
    best: incumbents.best,
    beta: betaOf(problem),
    seed: generator.childSeed(),
  };
  const crowded = task.pending.length > CROWD * task.space.dimensions.length;
  const posterior = crowded ? fantasies[0].base : posteriors[0];
  const drawnWith = (chosen: readonly Float64Array[]) =>
    crowded ? packed(chosen) : withPending(task, chosen);
  const whole = (kind: MonteCarloOptions['kind'], q: number) =>
    open(posterior, { ...shared, kind, q, samples, pending: drawnWith([]) });
  const kind = isLog ? monteCarlo.logQEI : monteCarlo.qUCB;
  const worthOf = (points: readonly Float64Array[]) =>
    whole(isLog ? monteCarlo.qEI : kind, points.length).values(packed(points))[0];
  const constrained = (task.outcomeConstraints ?? []).length > 0;
  if (task.count > JOINT_LIMIT || constrained) {
    const points = believingBatch(problem, isLog ? 'LogEI' : 'UCB');
    return { points, value: worthOf(points) };
  }
  const alone = remembered(onePointAfter(problem, functions[isLog ? 'LogEI' : 'UCB'], []));
  const member = (chosen: readonly Float64Array[]): Scorer => {
    const pending = drawnWith(chosen);
    if (pending.length === 0) return alone;
    const few = Math.min(samples, SAMPLES_OF_MEMBERS);
    return { ...open(posterior, { ...shared, kind, q: 1, samples: few, pending }), screen: alone };
  };
  const tolerance = problem.options.tolerance * (isLog ? 1 : posteriors[0].outputScale);
  const options = { ...problem.options, tolerance };
  // One point with nothing under way needs no samples.
  const jointly = task.count > 1 || drawnWith([]).length > 0 ? whole(kind, task.count) : undefined;
  const { points } = searchBatch({ ...problem, options }, member, jointly);
  return { points, value: worthOf(points) };
}

/** Scores of the points asked for first are kept: they are the starts of every member. */
function remembered(scorer: Scorer): Scorer {
  let first: { readonly points: Float64Array; readonly values: Float64Array } | undefined;
  return {
    ...scorer,
    values(points) {
      if (points === first?.points) return first.values;
      const values = scorer.values(points);
      first ??= { points, values };
      return values;
    },
  };
}

/** Greedy batch on believed outcomes: after each member the posterior takes it in at its mean. */
function believingBatch(problem: Problem, name: keyof typeof functions): readonly Float64Array[] {
  const options = {
    ...problem.options,
    spread: 128,
    nearby: 32,
    restarts: 4,
    iterations: 6,
    tolerance: 1e-3,
  };
  return searchBatch({ ...problem, options }, (chosen) => onePointAfter(problem, functions[name], chosen))
    .points;
}

/** Points that stand for the region when variances are averaged over it. */
const VARIANCE_POINTS = 500;

/** qIPV and qNIPV: the batch after which the average variance over the region is least. */
export const integratedVariance: Strategy = (problem) => {
  const { task, posteriors, fantasies, region, generator } = problem;
  const over = spreadPoints(region, VARIANCE_POINTS, generator);
  const noise = measurementNoise(posteriors[0]);
  const scale = posteriors[0].outputScale ** 2;
  const options = { ...problem.options, spread: 128, nearby: 0, restarts: 6, tolerance: 1e-5 * scale };
  const after = (chosen: readonly Float64Array[], q: number) =>
    integratedVarianceScorer(fantasies[0].after(chosen), over, q, noise);
  const whole = task.count > JOINT_LIMIT || task.count === 1 ? undefined : after([], task.count);
  return searchBatch({ ...problem, options }, (chosen) => after(chosen, 1), whole);
};

/** Thompson sampling: every member is the best of the candidates under a function drawn from the posterior. */
export const thompson: Strategy = (problem) => {
  const { task, fantasies, region, good, generator, options, repeats, remarks, signs } = problem;
  const candidates = [
    ...rowsOf(spreadPoints(region, options.spread, generator), region),
    ...rowsOf(nearbyPoints(region, good, options.nearby, generator), region),
  ];
  const m = candidates.length;
  const Z = Float64Array.from({ length: task.count * m }, () => generator.normal());
  const drawn = fantasies[0].base.sample(packed(candidates), m, Z);
  const points: Float64Array[] = [];
  let value = Number.NEGATIVE_INFINITY;
  for (let j = 0; j < task.count; j++) {
    const found = candidates
      .map((point, i) => ({ point, value: signs[0] * drawn[j * m + i] }))
      .sort((a, b) => b.value - a.value);
    const best = repeats.choose(found, remarks);
    repeats.add(best.point);
    points.push(best.point);
    value = Math.max(value, best.value);
  }
  return { points, value };
};
