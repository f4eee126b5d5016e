import { CancelledError, ValueError } from '../errors.ts';
import { type Moments, momentsAt } from '../gp/ensemble/distribution.ts';
import { createPosterior, type Posterior } from '../gp/posterior/posterior.ts';
import { latentView, outputWarpOf, searchedWarp } from '../gp/transforms/output-warp.ts';
import { checkMagnitudes } from '../gp/transforms/scaling.ts';
import { concatenate } from '../linalg/concatenate.ts';
import { extent } from '../linalg/extent.ts';
import type { RunContext } from '../run-context.ts';
import { counted, didYouMean, oneOf } from '../words.ts';
import { costAware } from './cost/cost-aware.ts';
import type { CostTask } from './cost/task.ts';
import { withAutoSurrogate } from './models/auto-surrogate.ts';
import { type Problem, prepareProblem, release } from './problem.ts';
import type { Proposal, Strategy } from './strategies/definition.ts';
import { desirabilityMoments } from './strategies/desirability.ts';
import { describeFront, frontOf } from './strategies/front.ts';
import { analyticOptions } from './strategies/one-point.ts';
import { momentsKnownAt } from './strategies/one-point-scorer.ts';
import { findStrategy, type StrategyName, strategies, strategiesWhere } from './strategies/table.ts';
import { checkOptions } from './suggest-options.ts';
import type { SuggestResult, SuggestTask } from './task.ts';

/** Knowledge ratio above which a held or observed slice is called unknown. */
const UNKNOWN = 0.9;
const UNKNOWN_SLICE =
  'the data say almost nothing about the held or observed values (knowledge ratio above 0.9)';

/**
 * Proposes the next experiments.
 *
 * Same task and seed, same answer. Every point lies in the space, on its lattice and within its constraints.
 *
 * @throws ValueError when the strategy does not fit recipe, batch size or number of objectives, or an option is wrong
 * @throws InfeasibleRegionError when constraints with what is fixed leave no point
 * @throws ValueError for recorded outputs whose variances are too large or too small for fp64
 */
export function suggest(task: SuggestTask, context: RunContext): SuggestResult {
  const name = checkTask(task);
  for (const { y } of task.models) checkMagnitudes(y);
  const auto = task.options?.surrogate === 'auto' && task.cost === undefined;
  const rule: Strategy = strategies[name];
  const directed = directedTask(task, rule);
  const searched = auto ? withAutoSurrogate(directed, context) : asPredicted(directed);
  const isJoined = searched.desirability !== undefined;
  const takesSparse = (rule.sparse === true && task.cost === undefined) || isJoined;
  const problem = prepareProblem(searched, context, takesSparse);
  try {
    if (context.cancelled?.()) throw new CancelledError('suggest: cancelled');
    if (!isJoined) remarkOnMargin(problem, rule);
    if (task.cost !== undefined) {
      const proposal = costAware(problem, costsOf(name, task.cost));
      return { ...report(task, problem, proposal, name), cost: proposal.cost };
    }
    const proposal =
      problem.region.settled.size === task.space.dimensions.length
        ? allFixed(problem)
        : ((isJoined ? rule.joined : undefined) ?? rule.run)(problem);
    return report(task, problem, proposal, name);
  } finally {
    release(problem);
  }
}

/** With a margin beyond the range of the results no gain counts, and the search follows the uncertainty alone. */
function remarkOnMargin(problem: Problem, { parameters }: Strategy): void {
  if (parameters.sklearn?.xi === undefined) return;
  const { xi } = analyticOptions(problem);
  const [low, high] = extent(problem.task.models[0].y);
  const range = high - low;
  if (!(range > 0) || xi <= range) return;
  const [told, less] = [range.toPrecision(2), (range / 100).toPrecision(1)].map(Number);
  problem.remarks.push({
    text: `xi is ${xi}, more than the range of the results, ${told}: no improvement counts, and EI and PI propose the most uncertain point; send a smaller xi, such as ${less}`,
  });
}

/** The task as a strategy sees it: joint desirability is maximized, and has no effect where the goal has none. */
function directedTask(task: SuggestTask, rule: Strategy): SuggestTask {
  const { desirability, ...rest } = task;
  if (desirability === undefined) return task;
  if (rule.joined === undefined) return rest;
  return { ...task, goals: task.goals.map(() => 'maximize') };
}

/**
 * One objective, and joint desirability, are searched by the models of predictions, with limits as these have them. Fronts, and costs of
 * one objective, are in the units of the results.
 */
function asPredicted(task: SuggestTask): SuggestTask {
  const { models, cost, desirability, outcomeConstraints: limits } = task;
  if (!desirability && (models.length > 1 || cost)) return task;
  const warps = models.map(searchedWarp);
  if (warps.every((warp) => warp === undefined)) return task;
  const outcomeConstraints = limits?.map((limit) => {
    const warp = warps[limit.objective];
    return warp ? { ...limit, value: warp.latent(limit.value).value } : limit;
  });
  const parts = desirability?.map((part, k) => {
    const warp = warps[k];
    return warp ? { ...part, warp } : part;
  });
  return {
    ...task,
    models: models.map((model, k) => (warps[k] ? latentView(model) : model)),
    ...(outcomeConstraints && { outcomeConstraints }),
    ...(parts && { desirability: parts }),
  };
}

/** κ is the square root of β with the recipe botorch, where `kappa` is another name of `beta`. @throws ValueError it is negative */
function checkBeta({ recipe, beta, kappa }: SuggestTask): void {
  const [name, value] = beta === undefined ? ['kappa', kappa] : ['beta', beta];
  if (recipe === 'sklearn' || value === undefined || value >= 0) return;
  throw new ValueError(`suggest: ${name} must not be negative, got ${value}; send 0 or more`);
}

/** The rules of the table, for callers that have not applied them. */
function checkTask(task: SuggestTask): StrategyName {
  checkOptions(task.options);
  checkBeta(task);
  const name = findStrategy(task.strategy);
  if (name === undefined) {
    throw new ValueError(
      `suggest: strategy '${task.strategy}' is not known; ${didYouMean(task.strategy, Object.keys(strategies))}use one of ${Object.keys(strategies).join(', ')}`,
    );
  }
  const rule: Strategy = strategies[name];
  if (!rule.recipes.includes(task.recipe)) {
    throw new ValueError(
      `suggest: strategy '${name}' is not known to ${task.recipe}; use ${oneOf(rule.recipes)}`,
    );
  }
  if (task.count > 1 && !rule.batch) {
    const able = strategiesWhere(({ batch, objectives }) => batch && objectives === rule.objectives);
    throw new ValueError(
      `suggest: strategy '${name}' scores one point, n_suggestions is ${task.count}; use ${able} for a batch`,
    );
  }
  const isJoined = task.desirability !== undefined && rule.joined !== undefined;
  if (!isJoined && task.models.length > 1 !== (rule.objectives === 'several')) {
    const way = task.models.length > 1 ? 'qEHVI or qNEHVI' : 'EI or qEI';
    throw new ValueError(
      `suggest: strategy '${name}' does not fit ${counted(task.models.length, 'objective')}; use ${way}`,
    );
  }
  return name;
}

/** Gains are weighed against costs by the expected improvement only. */
function costsOf(name: StrategyName, cost: CostTask): CostTask {
  const rule: Strategy = strategies[name];
  if (rule.weighsCosts) return cost;
  const able = strategiesWhere(({ weighsCosts }) => weighsCosts === true);
  throw new ValueError(`suggest: strategy '${name}' does not weigh costs; use ${able}`);
}

/** All variables are held: the point itself, as often as requested. */
function allFixed(problem: Problem): Proposal {
  const { task, region } = problem;
  return { points: Array.from({ length: task.count }, () => region.center), value: Number.NaN };
}

/** Notes per point. A note about a repeat belongs to the last of equal members. */
function warningsOf({ task, remarks, repeats }: Problem, { points }: Proposal): string[][] {
  const warnings = points.map((): string[] => []);
  for (const { text, point, isRepeat } of remarks) {
    if (isRepeat && task.namesReplicates) continue;
    if (point === undefined) for (const own of warnings) own.push(text);
    else {
      const at = points.findLastIndex(
        (other, i) => repeats.same(other, point) && !warnings[i].includes(text),
      );
      warnings[at]?.push(text);
    }
  }
  return warnings;
}

/** Points at which slopes cost no more than a variance where the search has climbed by them: what they are read from is at hand. */
const FEW = 8;

/** Means and deviations at points [count, d]. */
function predictionOf({ nearby }: Problem, posterior: Posterior, points: Float64Array, count: number) {
  if (nearby === undefined || count > FEW) return posterior.predict(points, count);
  const known = count === 1 ? momentsKnownAt(posterior, points) : undefined;
  const { mean, variance } = known ?? posterior.predictGradient(points, count);
  const least = posterior.deviationScale * (posterior.model.stdFloor ?? 0);
  return { mean, std: variance.map((value) => Math.max(Math.sqrt(value), least)) };
}

/** What the models of the task say about the points, whatever surrogates proposed them. */
function report(task: SuggestTask, problem: Problem, proposal: Proposal, asked: StrategyName): SuggestResult {
  const points = concatenate(proposal.points);
  const count = proposal.points.length;
  const knowledgeRatio = new Float64Array(count);
  const mean: Float64Array[] = [];
  const std: Float64Array[] = [];
  const curves: { mean: Float64Array; std: Float64Array; output(value: number): number }[] = [];
  task.models.forEach((model, objective) => {
    const { backend } = problem.context;
    const view = latentView(model);
    const isSearched =
      problem.task === task ? view === model : view === problem.task.models[objective] && view !== model;
    const own = isSearched ? undefined : createPosterior({ ...view, calibration: 1 }, backend);
    const posterior = own ?? problem.posteriors[objective];
    const prediction = predictionOf(problem, posterior, points, count);
    const prior = posterior.priorStd(points, count);
    own?.free();
    const predicted: Pick<Moments, 'mean' | 'std' | 'latent'> =
      model.members || outputWarpOf(model) ? momentsAt(model, points, count, backend) : prediction;
    mean.push(predicted.mean);
    std.push(predicted.std.map((value) => value * model.calibration));
    curves.push(predicted.latent ?? { mean: predicted.mean, std: std[objective], output: (value) => value });
    prediction.std.forEach((value, i) => {
      knowledgeRatio[i] = Math.max(knowledgeRatio[i], Math.min(1, Math.max(0, value / prior[i])));
    });
  });
  const warnings = warningsOf(problem, proposal);
  knowledgeRatio.forEach((ratio, i) => {
    if (task.fixed.size > 0 && ratio > UNKNOWN) warnings[i].push(UNKNOWN_SLICE);
  });
  const { desirability: parts, outcomeConstraints: limits } = task;
  const joint = parts && {
    desirability: Float64Array.from(points.subarray(0, count), (_, i) => {
      const at = (of: 'mean' | 'std') => curves.map((curve) => curve[of][i]);
      return desirabilityMoments(parts, at('mean'), at('std'), curves, limits).expected;
    }),
  };
  return {
    points,
    value: proposal.value,
    knowledgeRatio,
    mean,
    std,
    warnings,
    ...(problem.success === undefined
      ? {}
      : { successProbability: problem.success.logProbability(points, count).map(Math.exp) }),
    seed: task.seed,
    strategy: proposal.strategy ?? asked,
    ...joint,
    ...(task.models.length > 1 && !task.desirability ? { pareto: describeFront(task, frontOf(task)) } : {}),
  };
}
