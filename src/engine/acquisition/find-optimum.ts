import { distributionAt, momentsOf } from '../gp/ensemble/distribution.ts';
import { mixtureQuantile, quantileSlopes } from '../gp/ensemble/mixture.ts';
import { createEnsemblePosterior, type EnsemblePosterior } from '../gp/ensemble/posterior.ts';
import { createPosterior } from '../gp/posterior/posterior.ts';
import { fitSuccess } from '../gp/success/success.ts';
import { latentView, outputWarpOf, searchedWarp } from '../gp/transforms/output-warp.ts';
import { createGenerator } from '../random/generator.ts';
import type { RunContext } from '../run-context.ts';
import { createFeasibleRegion } from '../space/feasible-region.ts';
import { signOf } from './goal.ts';
import { findIncumbents, goodPoints } from './models/incumbent.ts';
import type { Scorer } from './search/climb.ts';
import { countedIn, search, usualSearch } from './search/search.ts';
import { startsOf } from './search/starts.ts';
import { successScorer } from './search/success-scorer.ts';
import { posteriorMean } from './strategies/analytic.ts';
import { expectedDesirability } from './strategies/desirability-improvement.ts';
import { rangesOf } from './strategies/limits.ts';
import { limitedScorer, onePointScorer } from './strategies/one-point-scorer.ts';
import type { FindOptimumResult, FindOptimumTask } from './task.ts';

/** Sizes of the search, which nothing is measured after. */
const sizes = { ...usualSearch, spread: 1024, restarts: 12, tolerance: 1e-7 };

/**
 * Where the model expects the best output: its posterior mean, or the expected desirability of the output, maximized (the
 * mean also minimized) over the region. The mean is that of all draws of the hyperparameters, as predictions are, and with logarithms or logits the
 * median; desirability follows their mode. With outcome constraints, and where runs failed, the score is less by the logarithm of the probability that
 * the limits are met, and that a run gives a result, as it is of the strategy PosteriorMean.
 *
 * Searches like a suggestion, so that nothing grows with the product of levels; memory O(n·1000).
 *
 * @throws InfeasibleRegionError when constraints with what is fixed leave no point
 */
export function findOptimum(task: FindOptimumTask, context: RunContext): FindOptimumResult {
  const region = createFeasibleRegion(task.space, task.fixed);
  const warp = searchedWarp(task.model);
  const model = task.desirability && !warp ? task.model : latentView(task.model);
  const posterior = createPosterior(model, context.backend);
  const told = outputWarpOf(task.model);
  const isMixed = task.model.members !== undefined || told !== undefined;
  const mixed = isMixed ? createEnsemblePosterior(task.model, context.backend) : undefined;
  const isLatent = model !== task.model && told !== undefined;
  const limits = task.outcomeConstraints?.map((limit) =>
    isLatent ? { ...limit, value: told.latent(limit.value).value } : limit,
  );
  try {
    const asked = {
      models: [model],
      recipe: 'botorch',
      space: task.space,
      strategy: 'PosteriorMean',
      count: 1,
      goals: [task.goal],
      fixed: task.fixed,
      pending: new Float64Array(0),
      seed: task.seed,
      ...(limits && { outcomeConstraints: limits }),
      ...(task.desirability && { desirability: [{ ...task.desirability, ...(warp && { warp }) }] }),
    } as const;
    const incumbents = findIncumbents(asked, [posterior], region);
    const sign = signOf(task.goal);
    const unit = asked.desirability ? 1 : model.outputScale;
    const ofMean = () =>
      mixed
        ? (told?.isNonlinear ? medianScorer : meanScorer)(mixed, sign, model.d)
        : onePointScorer(posterior, posteriorMean, { sign, best: 0, xi: 0, kappa: 0 });
    const [range] = rangesOf(limits, [1]) ?? [];
    const valued = asked.desirability
      ? expectedDesirability({ task: asked, signs: [1] }, asked.desirability, [posterior], 0)
      : range
        ? limitedScorer(ofMean(), [{ posterior, range }], unit)
        : ofMean();
    const success = task.successes && fitSuccess(task.successes, task.space);
    const scorer = successScorer(valued, success, unit);
    const options = countedIn(unit, sizes);
    const good = goodPoints(region, incumbents, 10);
    const generator = createGenerator(task.seed);
    const [best] = search(scorer, region, startsOf(region, good, options, generator), generator, options);
    const { mean, std } = mixed ? momentsOf(mixed.predict(best.point, 1)) : posterior.predict(best.point, 1);
    const found = { point: best.point, mean: mean[0], std: std[0] };
    return success
      ? { ...found, successProbability: Math.exp(success.logProbability(best.point, 1)[0]) }
      : found;
  } finally {
    mixed?.free();
    posterior.free();
  }
}

/** Mean of the curve over all members of a model, times the sign, at points [m, d]. */
function meanScorer({ members }: EnsemblePosterior, sign: 1 | -1, d: number): Scorer {
  const weighted = (parts: readonly Float64Array[]) =>
    parts[0].map((_, i) => members.reduce((sum, { weight }, k) => sum + sign * weight * parts[k][i], 0));
  return {
    q: 1,
    values: (points) => weighted(members.map(({ posterior }) => posterior.mean(points, points.length / d))),
    gradients(points) {
      const all = members.map(({ posterior }) => posterior.predictGradient(points, points.length / d));
      return {
        value: weighted(all.map(({ mean }) => mean)),
        gradient: weighted(all.map(({ dMean }) => dMean)),
      };
    },
  };
}

/**
 * Median of the curve over all members of a model, as predictions give it, times the sign, at points [m, d]: as the latent value of that output. The mean
 * of latent values lies elsewhere where members differ. Slopes are those of the latent median: far from all results, where the output grows less than it
 * does, a climb along them ends early.
 */
function medianScorer({ members, predict }: EnsemblePosterior, sign: 1 | -1, d: number): Scorer {
  const weights = members.map(({ weight }) => weight);
  const values = (points: Float64Array) => {
    const m = points.length / d;
    const prediction = predict(points, m);
    return Float64Array.from({ length: m }, (_, i) => {
      const told = distributionAt(prediction, i, 'curve').quantile(0.5);
      return sign * (prediction.warp?.latent(told).value ?? told);
    });
  };
  return {
    q: 1,
    values,
    gradients(points) {
      const all = members.map(({ posterior }) => {
        const moments = posterior.predictGradient(points, points.length / d);
        const least = 1e-9 * posterior.outputScale;
        return { ...moments, std: moments.variance.map((value) => Math.max(Math.sqrt(value), least)) };
      });
      const gradient = new Float64Array(points.length);
      for (let i = 0; i < points.length / d; i++) {
        const mixture = {
          weights,
          means: all.map(({ mean }) => mean[i]),
          deviations: all.map(({ std }) => std[i]),
        };
        const { byMean, byDeviation } = quantileSlopes(mixture, mixtureQuantile(mixture, 0.5));
        all.forEach(({ std, dMean, dVariance }, k) => {
          const byVariance = byDeviation[k] / (2 * std[i]);
          for (let at = i * d; at < (i + 1) * d; at++)
            gradient[at] += sign * (byMean[k] * dMean[at] + byVariance * dVariance[at]);
        });
      }
      return { value: values(points), gradient };
    },
  };
}
