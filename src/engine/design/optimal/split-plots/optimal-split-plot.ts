import { InfeasibleRegionError, ValueError } from '../../../errors.ts';
import { choleskyLower, inverseFromFactor, logDeterminant } from '../../../linalg/cholesky.ts';
import { trace, traceOfProduct } from '../../../linalg/products.ts';
import { createGenerator, type Generator } from '../../../random/generator.ts';
import type { RunContext } from '../../../run-context.ts';
import { counted } from '../../../words.ts';
import { fromCoded, modelMatrix, toCoded } from '../model/coding.ts';
import { buildModel, columnsByDimension, type LinearModel } from '../model/model-terms.ts';
import { boxMoments, sampleMoments } from '../model/moments.ts';
import { isEstimable, requireFullRank } from '../model/rank-deficiency.ts';
import { listCandidates } from '../region/candidates.ts';
import { type CodedRegion, codedRegion, isFeasible } from '../region/coded-region.ts';
import { latticeLevels } from '../region/levels.ts';
import { regionMoments, weightsOf } from '../region/region-moments.ts';
import { type SplitPlotProblem, splitPlotInformation } from './split-plot-moves.ts';
import { refineSplitPlot, searchSplitPlot } from './split-plot-search.ts';
import { checkStrata, type Plots, plotStructure } from './split-plot-structure.ts';
import type { OptimalSplitPlotResult, OptimalSplitPlotTask } from './split-plot-task.ts';

/**
 * Searches the best split-plot (or split-split-plot) design under given variance ratios: D, A or I of generalized least
 * squares with V = I + Σ ratio·Z Z'.
 *
 * @throws ValueError for strata that do not fit, fewer runs than columns, equality constraints, or a model that no
 * design in these plots can estimate
 * @throws InfeasibleRegionError when constraints leave no point
 * @throws CancelledError
 */
export function optimalSplitPlotDesign(
  task: OptimalSplitPlotTask,
  context: RunContext,
): OptimalSplitPlotResult {
  checkStrata(task);
  const { space } = task;
  const criterion = task.criterion ?? 'D';
  const model = buildModel(space.dimensions, task);
  const p = model.columns.length;
  const plots = plotStructure(task.strata);
  const runs = plots[plots.length - 1].count;
  if (runs < p) {
    throw new ValueError(
      `split-plot design: the plots contain ${counted(runs, 'run')}, the model has ${counted(p, 'column')}; add plots or runs per plot`,
    );
  }
  const problem = poseProblem(task, model, plots, runs);
  const generator = createGenerator(task.seed);
  const found = searchSplitPlot(problem, generator, context, (share) =>
    context.progress?.(0.9 * share, 'split-plot design: exchange by stratum'),
  );
  if (found === undefined) {
    throw new ValueError(
      `split-plot design: no design in these plots was found that can estimate all ${p} columns; ` +
        'add plots (the terms of hard variables alone need as many), or drop terms',
    );
  }
  const best = task.continuous === true ? refineSplitPlot(problem, found) : found;
  const rows = reorder(best.rows.slice(), plots, space.dimensions.length, generator);
  context.progress?.(1, 'split-plot design: done');
  const points = fromCoded(space.dimensions, rows);
  const whole = plots[0].runsPerPlot;
  const inner = plots.length > 2 ? plots[1].runsPerPlot : undefined;
  return {
    points,
    count: runs,
    wholePlot: Int32Array.from({ length: runs }, (_, i) => Math.floor(i / whole) + 1),
    ...(inner === undefined
      ? {}
      : { subplot: Int32Array.from({ length: runs }, (_, i) => Math.floor(i / inner) + 1) }),
    summary: summarize(problem, criterion, points),
  };
}

/** Values per real variable, unless the task says: more where constraints leave too few of them for the model. */
const LEVELS = [3, 5, 9, 17];

interface Lattice {
  /** Per dimension its coded values. */
  readonly levels: readonly Float64Array[];
  /** [N, d] feasible candidates; empty without constraints. */
  readonly pool: Float64Array;
  readonly generator: Generator;
}

/** @throws ValueError for terms that the candidates cannot estimate */
function latticeFor(
  task: OptimalSplitPlotTask,
  model: LinearModel,
  region: CodedRegion,
  [count, ...finer]: readonly number[] = task.levels === undefined ? LEVELS : [task.levels],
): Lattice {
  const { space, seed } = task;
  const p = model.columns.length;
  const generator = createGenerator(`${seed} candidates`);
  const levels = space.dimensions.map((dimension) => latticeLevels(dimension, count));
  const isBare = region.limits.length === 0 && region.forbidden.length === 0;
  const pool = isBare ? new Float64Array(0) : listCandidates(space, region, count, generator).points;
  const moments = isBare ? boxMoments(model, levels) : sampleMoments(modelMatrix(model, pool), p);
  if (finer.length > 0 && !isBare && !isEstimable(model, moments))
    return latticeFor(task, model, region, finer);
  requireFullRank(model, moments, new Float64Array(p * p), task, 'split-plot design');
  return { levels, pool, generator };
}

type PosedProblem = SplitPlotProblem & { readonly moments: Float64Array };

function poseProblem(
  task: OptimalSplitPlotTask,
  model: SplitPlotProblem['model'],
  plots: readonly Plots[],
  runs: number,
): PosedProblem {
  const { space } = task;
  const p = model.columns.length;
  const region = codedRegion(space, task.forbidden);
  if (region.equalityLimits.length > 0) {
    throw new ValueError(
      'split-plot design: equality constraints tie the values of a run, which single moves cannot keep; ' +
        'express one of the tied variables through the others, or request a split-plot design with a method for each level (extreme_vertices for a mixture)',
    );
  }
  const { levels, pool, generator } = latticeFor(task, model, region);
  const criterion = task.criterion ?? 'D';
  const moments = regionMoments(model, space, region, generator);
  return {
    model,
    runs,
    existing: new Float64Array(0),
    fixedInformation: new Float64Array(p * p),
    weights: weightsOf(criterion, moments),
    region,
    levels,
    pool,
    judged: pool,
    finePool: pool,
    seed: task.seed,
    maxIterations: 100,
    effort: task.effort ?? 1,
    plots,
    stratum: task.changes.map((change) => plots.findIndex((own) => own.level === change)),
    columnsOf: columnsByDimension(model),
    moments,
  };
}

/** Plots in random order within their parent, runs within their plot. */
function reorder(rows: Float64Array, plots: readonly Plots[], d: number, generator: Generator): Float64Array {
  let order = [0];
  plots.forEach((level, s) => {
    const parents = s === 0 ? 1 : plots[s - 1].count;
    const inside = level.count / parents;
    order = order.flatMap((parent) =>
      [...generator.shuffle(Int32Array.from({ length: inside }, (_, k) => k))].map(
        (k) => parent * inside + k,
      ),
    );
  });
  return Float64Array.from(order.flatMap((i) => Array.from(rows.subarray(i * d, (i + 1) * d))));
}

/** From scratch, in the values that leave the engine. */
function summarize(
  problem: PosedProblem,
  criterion: 'D' | 'A' | 'I',
  points: Float64Array,
): OptimalSplitPlotResult['summary'] {
  const { model, runs: n } = problem;
  const p = model.columns.length;
  const d = model.dimensions.length;
  const coded = toCoded(model.dimensions, points);
  for (let at = 0; at < coded.length; at += d) {
    if (isFeasible(problem.region, coded, at, d)) continue;
    throw new InfeasibleRegionError(
      `split-plot design: run ${at / d + 1} violates the constraints; relax them or allow more levels`,
    );
  }
  const L = choleskyLower(splitPlotInformation(modelMatrix(model, coded), p, problem.plots), p);
  if (L === undefined)
    throw new ValueError('split-plot design: the design found is singular; add plots or drop terms');
  const C = inverseFromFactor(L, p);
  const det = Math.exp(logDeterminant(L, p) / p) / n;
  const traceOfC = trace(C, p);
  const averageVariance = traceOfProduct(C, problem.moments);
  return {
    criterion,
    score: { D: det ** p, A: -n * traceOfC, I: -n * averageVariance }[criterion],
    dEfficiency: 100 * det,
    aEfficiency: (100 * p) / (n * traceOfC),
    averageVariance,
    columns: p,
    runs: n,
    terms: model.terms.map((term) => term.name),
  };
}
