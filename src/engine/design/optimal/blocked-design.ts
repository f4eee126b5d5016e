import { ValueError } from '../../errors.ts';
import { choleskyLower, logDeterminant } from '../../linalg/cholesky.ts';
import { concatenate, rowsOf } from '../../linalg/concatenate.ts';
import { addInformation, trace, traceOfProduct } from '../../linalg/products.ts';
import { createGenerator, type Generator } from '../../random/generator.ts';
import type { RunContext } from '../../run-context.ts';
import { counted } from '../../words.ts';
import { fromCoded, modelMatrix, toCoded } from './model/coding.ts';
import { columnsByDimension, designModel, isBlend, type LinearModel } from './model/model-terms.ts';
import { boxMoments, sampleMoments } from './model/moments.ts';
import { requireFullRank } from './model/rank-deficiency.ts';
import { listCandidates } from './region/candidates.ts';
import { codedRegion } from './region/coded-region.ts';
import { latticeLevels } from './region/levels.ts';
import { regionMoments, weightsOf } from './region/region-moments.ts';
import { efficiencyGain, LATTICE_TOLERANCE } from './search/default-search.ts';
import { tiedValues } from './search/tied-values.ts';
import {
  type Block,
  blockInformation,
  type SplitPlotProblem,
  splitPlotState,
} from './split-plots/split-plot-moves.ts';
import { refineSplitPlot, searchSplitPlot } from './split-plots/split-plot-search.ts';
import type { CommonCriterion, OptimalDesignResult, OptimalDesignTask } from './task.ts';

interface BlockedTask extends OptimalDesignTask {
  readonly blocks: readonly number[];
}

/**
 * Searches the best design in blocks of given sizes, such as days, whose levels are fixed effects: coordinate exchange
 * with X'X − Σ t t'/m, t being the totals of the m runs of a block. Values that equalities tie move together. Existing runs are blocks of their own.
 *
 * D and A are those of all effects but the levels of the blocks. I is the average variance of a prediction less the
 * average prediction over the region, since the level of a further block is not known.
 *
 * @throws ValueError for blocks that do not fit the task, or too few runs; see `optimalDesign`
 */
export function optimalBlockedDesign(task: BlockedTask, context: RunContext): OptimalDesignResult {
  const { space, seed } = task;
  const d = space.dimensions.length;
  const existing = toCoded(space.dimensions, task.existing ?? new Float64Array(0));
  const groups = existingGroups(task, existing.length / d);
  const criterion = checkBlocks(task, groups.length, existing.length / d);
  const generator = createGenerator(seed);
  const { problem, feasibility } = poseProblem(task, criterion, existing, groups);
  const found = searchSplitPlot(problem, generator, context, (share) =>
    context.progress?.(0.9 * share, 'optimal design: exchange within blocks'),
  );
  if (found === undefined) throw new ValueError(notEstimable(problem));
  const refined = task.continuous === false ? found : refineSplitPlot(problem, found);
  const best = efficiencyGain(problem, found, refined) > LATTICE_TOLERANCE ? refined : found;
  const rows = shuffledWithin(best.rows, task.blocks, d, generator);
  const points = concatenate([task.existing ?? existing, fromCoded(space.dimensions, rows)]);
  context.progress?.(1, 'optimal design: done');
  const own = task.blocks.flatMap((size, b) => new Array<number>(size).fill(groups.length + b + 1));
  const given = new Int32Array(existing.length / d);
  groups.forEach((members, b) => {
    for (const i of members) given[i] = b + 1;
  });
  return {
    points,
    count: points.length / d,
    blocks: Int32Array.from([...given, ...own]),
    summary: summaryOf(problem, criterion, rows, points.length / d, groups.length + task.blocks.length),
    feasibility,
  };
}

/** Numbers of the existing runs, by block. */
function existingGroups({ existingBlocks }: OptimalDesignTask, count: number): number[][] {
  const groups = new Map<number, number[]>();
  for (let i = 0; i < count; i++) {
    const block = existingBlocks?.[i] ?? 0;
    groups.set(block, [...(groups.get(block) ?? []), i]);
  }
  return [...groups.values()];
}

/** The criterion of the task. @throws ValueError for blocks that do not fit the task */
function checkBlocks(task: BlockedTask, givenBlocks: number, givenRuns: number): CommonCriterion {
  const { blocks, criterion = 'D', algorithm = 'coordinate_exchange', nPoints, pMultiplier } = task;
  const odd = blocks.find((size) => !(Number.isInteger(size) && size > 0));
  if (odd !== undefined)
    throw new ValueError(`blocks: a block has ${odd} runs; give whole numbers of at least 1`);
  if (blocks.length + givenBlocks < 2)
    throw new ValueError(
      'blocks: there is only one block; give the runs of two or more, or leave blocks out',
    );
  if (criterion !== 'D' && criterion !== 'A' && criterion !== 'I')
    throw new ValueError(`criterion: designs in blocks are searched under D, A or I, got '${criterion}'`);
  if (criterion === 'A' && isBlend(task.space, task))
    throw new ValueError(
      "criterion: 'A' of a mixture in blocks depends on which component the effects are compared with; use D or I",
    );
  if (algorithm !== 'coordinate_exchange')
    throw new ValueError(
      `algorithm: designs in blocks are searched by coordinate_exchange, got '${algorithm}'; leave it out`,
    );
  if (pMultiplier !== undefined)
    throw new ValueError('p_multiplier: the runs are those of the blocks; leave it out');
  if (task.moments === 'grid')
    throw new ValueError("moments: designs in blocks average over the region, got 'grid'; leave it out");
  const runs = givenRuns + blocks.reduce((sum, size) => sum + size, 0);
  if (nPoints !== undefined && nPoints !== runs)
    throw new ValueError(
      `n_points is ${nPoints}, and the blocks have ${counted(runs, 'run')}${givenRuns > 0 ? ', existing ones included' : ''}; leave n_points out`,
    );
  return criterion;
}

/** The model with its intercept (`whole`) and without: beside the levels of the blocks an intercept is not estimable. */
function effectsOf(
  task: BlockedTask,
  runs: number,
  blocks: number,
): { whole: LinearModel; effects: LinearModel } {
  const whole = designModel(task.space, task);
  const effects = { ...whole, columns: whole.columns.slice(1) };
  const p = effects.columns.length;
  if (p === 0) throw new ValueError('effects: the model has no effects; a design in blocks needs one');
  if (runs < p + blocks)
    throw new ValueError(
      `optimal design: ${counted(runs, 'run')} in ${counted(blocks, 'block')}, the model has ${counted(p, 'effect')} in addition to the blocks; request at least ${p + blocks} runs`,
    );
  return { whole, effects };
}

interface PosedProblem extends SplitPlotProblem {
  /** [p, p] covariance of the model's columns over the region. */
  readonly spread: Float64Array;
}

function poseProblem(
  task: BlockedTask,
  criterion: CommonCriterion,
  existing: Float64Array,
  groups: readonly (readonly number[])[],
) {
  const { space, levels: count = 5 } = task;
  const d = space.dimensions.length;
  const runs = task.blocks.reduce((sum, size) => sum + size, 0);
  const { whole, effects } = effectsOf(task, runs + existing.length / d, groups.length + task.blocks.length);
  const p = effects.columns.length;
  const region = codedRegion(space, task.forbidden);
  const generator = createGenerator(`${task.seed} candidates`);
  const isTied = region.equalityLimits.length > 0;
  const constrained = isTied || region.limits.length > 0 || region.forbidden.length > 0;
  const listed = constrained ? listCandidates(space, region, count, generator) : undefined;
  const levels = space.dimensions.map((dimension) => latticeLevels(dimension, count));
  requireFullRank(
    whole,
    listed === undefined
      ? boxMoments(whole, levels)
      : sampleMoments(modelMatrix(whole, listed.points), p + 1),
    addInformation(new Float64Array((p + 1) ** 2), modelMatrix(whole, existing), p + 1),
    task,
  );
  const W = regionMoments(whole, space, region, generator);
  const spread = Float64Array.from({ length: p * p }, (_, at) => {
    const [a, b] = [1 + Math.floor(at / p), 1 + (at % p)];
    return W[a * (p + 1) + b] - W[a] * W[b];
  });
  const pool = listed?.points ?? new Float64Array(0);
  const problem: PosedProblem = {
    model: effects,
    runs,
    existing,
    fixedInformation: existingInformation(effects, existing, groups),
    weights: weightsOf(criterion, spread),
    region,
    levels,
    pool,
    judged: pool,
    finePool: pool,
    seed: task.seed,
    maxIterations: task.maxIterations ?? 200,
    effort: task.effort ?? 1,
    plots: [{ level: 'easy', count: runs, runsPerPlot: 1, weight: 0 }],
    stratum: space.dimensions.map(() => 0),
    columnsOf: columnsByDimension(effects),
    blockOf: blocksByRun(task.blocks),
    tied: isTied ? tiedValues(region, pool, d) : undefined,
    spread,
  };
  return { problem, feasibility: listed?.feasibility ?? null };
}

function blocksByRun(sizes: readonly number[]): Block[] {
  let first = 0;
  return sizes.flatMap((size) => {
    const block = { first, size };
    first += size;
    return new Array<Block>(size).fill(block);
  });
}

function existingInformation(
  model: LinearModel,
  existing: Float64Array,
  groups: readonly (readonly number[])[],
): Float64Array {
  const rows = rowsOf(existing, model.dimensions.length);
  const sorted = Float64Array.from(groups.flatMap((members) => members.flatMap((i) => [...rows[i]])));
  const blocks = new Set(blocksByRun(groups.map((members) => members.length)));
  return blockInformation(modelMatrix(model, sorted), model.columns.length, blocks);
}

const notEstimable = ({ model, runs }: SplitPlotProblem): string =>
  `optimal design: no design of ${runs} new runs in these blocks was found that can estimate all ${model.columns.length} effects; allow more runs or fewer terms`;

/** Runs in random order within their block. */
function shuffledWithin(
  rows: Float64Array,
  sizes: readonly number[],
  d: number,
  generator: Generator,
): Float64Array {
  let first = 0;
  const order = sizes.flatMap((size) => {
    const own = [...generator.shuffle(Int32Array.from({ length: size }, (_, i) => i))].map((i) => first + i);
    first += size;
    return own;
  });
  return Float64Array.from(order.flatMap((i) => [...rows.subarray(i * d, (i + 1) * d)]));
}

/** Computed from the rows alone, so that no error of the updates remains. */
function summaryOf(
  problem: PosedProblem,
  criterion: CommonCriterion,
  rows: Float64Array,
  n: number,
  blocks: number,
): OptimalDesignResult['summary'] {
  const p = problem.model.columns.length;
  const state = splitPlotState(problem, rows, 0);
  const L = state && choleskyLower(state.M, p);
  if (state === undefined || L === undefined) throw new ValueError(notEstimable(problem));
  const traceOfC = trace(state.C, p);
  const averageVariance = traceOfProduct(state.C, problem.spread);
  const det = Math.exp(logDeterminant(L, p) / p) / n;
  return {
    criterion,
    algorithm: 'coordinate_exchange',
    score: criterion === 'A' ? -n * traceOfC : criterion === 'I' ? -n * averageVariance : det ** p,
    dEfficiency: 100 * det,
    aEfficiency: (100 * p) / (n * traceOfC),
    averageVariance,
    columns: p + blocks,
    runs: n,
    terms: ['Block', ...problem.model.terms.slice(1).map(({ name }) => name)],
  };
}
