import { ValueError } from '../../errors.ts';
import { concatenate } from '../../linalg/concatenate.ts';
import { addInformation, identity } from '../../linalg/products.ts';
import { createGenerator, type Generator } from '../../random/generator.ts';
import type { RunContext } from '../../run-context.ts';
import { isLattice } from '../../space/encode.ts';
import { createFeasibleRegion } from '../../space/feasible-region.ts';
import type { Space } from '../../space/space.ts';
import { counted } from '../../words.ts';
import { specifiedModel } from '../analysis/mixture-form.ts';
import type { FeasibilityBlock } from '../task.ts';
import { optimalBlockedDesign } from './blocked-design.ts';
import { fromCoded, modelMatrix, toCoded } from './model/coding.ts';
import { buildModel, designModel, type LinearModel } from './model/model-terms.ts';
import { boxMoments, sampleMoments } from './model/moments.ts';
import { refuseWithoutNewRuns, requireFullRank } from './model/rank-deficiency.ts';
import { latticeSize, listCandidates } from './region/candidates.ts';
import { type CodedRegion, codedRegion } from './region/coded-region.ts';
import { latticeLevels } from './region/levels.ts';
import { allowedOf, regionMoments } from './region/region-moments.ts';
import { spreadUnmodelledDimensions } from './region/unmodelled-dimensions.ts';
import { localSearchWork } from './search/coordinate-search.ts';
import { searchContinuously, searchLattice } from './search/default-search.ts';
import { aliasWork, exchangeByFullEvaluation } from './search/full-evaluation-exchange.ts';
import type { DesignProblem, FoundDesign } from './search/problem.ts';
import { checkSearchWork } from './search/search-work.ts';
import { summarize } from './summary.ts';
import type {
  OptimalAlgorithm,
  OptimalCriterion,
  OptimalDesignResult,
  OptimalDesignSummary,
  OptimalDesignTask,
} from './task.ts';

/**
 * Searches the best design for a model: runs to choose, existing ones kept, repeats allowed.
 *
 * The number of runs lies between p and the number of candidate points, as the interface has it; a task that names
 * `coordinate_exchange` itself may ask for more. The result is evaluated from scratch, in raw units, after the search.
 * The same task gives the same design on any backend and number of threads.
 *
 * @throws ValueError for contradicting specifications, too few or too many runs, or a model that the candidates cannot
 * estimate (the message names the terms)
 * @throws InfeasibleRegionError when constraints leave no point
 * @throws CancelledError
 */
export function optimalDesign(task: OptimalDesignTask, context: RunContext): OptimalDesignResult {
  if (task.blocks !== undefined) return optimalBlockedDesign({ ...task, blocks: task.blocks }, context);
  const { space, seed } = task;
  const criterion = task.criterion ?? 'D';
  const { algorithm = 'coordinate_exchange' } = task;
  // The interface's algorithms refuse a mixture under an intercept, as the interface has it.
  const model =
    algorithm === 'coordinate_exchange' ? designModel(space, task) : buildModel(space.dimensions, task);
  refuseLargeTask(task, model, criterion);
  const existing = toCoded(space.dimensions, task.existing ?? new Float64Array(0));
  const generator = createGenerator(seed);
  const { problem, feasibility } = poseProblem(task, model, existing, criterion);
  context.progress?.(0, 'optimal design: searching');
  const found = search(task, problem, criterion, context);
  const rows = found.rows.slice();
  spreadUnmodelledDimensions(model, problem.region, rows, generator);
  shuffleRows(rows, space.dimensions.length, generator);
  const chosen = fromCoded(space.dimensions, rows);
  const points = concatenate([task.existing ?? existing, chosen]);
  context.progress?.(1, 'optimal design: done');
  return {
    points,
    count: points.length / space.dimensions.length,
    summary: summaryOf(task, algorithm, model, problem, points),
    feasibility,
  };
}

/** @throws ValueError a task whose search would not end in some minutes, before anything is done for it */
function refuseLargeTask(task: OptimalDesignTask, model: LinearModel, criterion: OptimalCriterion): void {
  const p = model.columns.length;
  const d = model.dimensions.length;
  const existing = (task.existing?.length ?? 0) / d;
  const n = Math.max(p, task.nPoints ?? Math.ceil((task.pMultiplier ?? 1) * p));
  const levels = model.dimensions.map((dimension) => latticeLevels(dimension, task.levels ?? 5));
  const isPlain = criterion === 'D' || criterion === 'alias';
  const sized = {
    model,
    levels,
    runs: Math.max(0, n - existing),
    weights: isPlain ? undefined : new Float64Array(0),
  };
  const search = localSearchWork(sized);
  const judging = criterion === 'alias' ? aliasWork(model, n) : 0;
  const way = `request fewer terms or runs${criterion === 'D' ? '' : ", or criterion 'D'"}`;
  checkSearchWork(
    'optimal design',
    `${p} columns in ${n} runs under ${criterion}`,
    Math.max(search, judging),
    way,
  );
}

/** The design judged from scratch; of a mixture by its Scheffé polynomial, as the evaluation does. */
function summaryOf(
  task: OptimalDesignTask,
  algorithm: OptimalAlgorithm,
  model: LinearModel,
  { moments, judged }: PosedProblem,
  points: Float64Array,
): OptimalDesignSummary {
  const { criterion = 'D' } = task;
  const judge = (judgedModel: LinearModel, rows: Float64Array) =>
    summarize(judgedModel, rows, { criterion, algorithm, moments, judged });
  const own = judge(model, points);
  const blend = specifiedModel(task.space, points, task);
  if (algorithm !== 'coordinate_exchange' || blend.coding === undefined) return own;
  const { dEfficiency, aEfficiency, terms, score } = judge(blend.model.model, blend.points);
  const isInvariant = criterion === 'I' || criterion === 'G' || criterion === 'alias';
  return { ...own, dEfficiency, aEfficiency, terms, score: isInvariant ? own.score : score };
}

/** A problem with what only the evaluation needs. */
interface PosedProblem extends DesignProblem {
  /** [p, p] region moments. */
  readonly moments: Float64Array;
}

function poseProblem(
  task: OptimalDesignTask,
  model: LinearModel,
  existing: Float64Array,
  criterion: OptimalCriterion,
): { problem: PosedProblem; feasibility: FeasibilityBlock | null } {
  const { space } = task;
  const d = space.dimensions.length;
  const p = model.columns.length;
  const count = task.levels ?? 5;
  const levels = space.dimensions.map((dimension) => latticeLevels(dimension, count));
  const region = codedRegion(space, task.forbidden);
  const generator = createGenerator(`${task.seed} candidates`);
  const bare = space.constraints.length === 0 && region.forbidden.length === 0;
  const listed =
    bare && !needsList(task, criterion) ? undefined : listCandidates(space, region, count, generator);
  const fixedInformation = addInformation(new Float64Array(p * p), modelMatrix(model, existing), p);
  const latticeMoments =
    listed === undefined ? boxMoments(model, levels) : sampleMoments(modelMatrix(model, listed.points), p);
  // Before the number of runs: more of them would not help.
  requireFullRank(model, latticeMoments, fixedInformation, task);
  const n = runCount(task, p);
  const runs = n - existing.length / d;
  if (runs < 0) {
    throw new ValueError(
      `optimal design: n_points is ${n}, but ${counted(existing.length / d, 'run')} ${existing.length === d ? 'exists' : 'exist'} already; request more`,
    );
  }
  const candidates = listed?.count ?? latticeSize(space, count);
  if (n > candidates && task.algorithm !== 'coordinate_exchange') {
    throw new ValueError(
      `optimal design: n_points is ${n}, there are ${candidates} candidate points; request at most ${candidates} runs` +
        `${space.dimensions.every(isLattice) ? '' : ', or more n_levels'}, ` +
        "or send algorithm 'coordinate_exchange': then runs may repeat",
    );
  }
  if (runs === 0) refuseWithoutNewRuns(model, fixedInformation, n);
  const moments = task.moments === 'grid' ? latticeMoments : regionMoments(model, space, region, generator);
  const problem: PosedProblem = {
    model,
    runs,
    existing,
    fixedInformation,
    weights: weightsFor(criterion, moments, p),
    region,
    levels,
    pool: listed?.points ?? new Float64Array(0),
    judged: judgedPoints(space, region, listed?.points, criterion, generator),
    finePool:
      region.equalityLimits.length > 0
        ? listCandidates(space, region, 2 * count - 1, generator).points
        : new Float64Array(0),
    seed: task.seed,
    maxIterations: task.maxIterations ?? 200,
    effort: task.effort ?? 1,
    moments,
  };
  return { problem, feasibility: listed?.feasibility ?? null };
}

/** Points within a constrained region beside the candidates, between which a design could leave a large variance. */
const JUDGED = 500;

/** Values per real variable of the lattice over which G takes its largest variance: the most that make no more points than this. */
const JUDGED_LEVELS = [21, 11, 9, 7];
const MOST_JUDGED = 1500;

/** The points over which G takes its largest variance: a finer lattice, or under constraints the candidates and an even sample of the region. */
function judgedPoints(
  space: Space,
  region: CodedRegion,
  candidates: Float64Array | undefined,
  criterion: OptimalCriterion,
  generator: Generator,
): Float64Array {
  if (criterion !== 'G' || candidates === undefined) return new Float64Array(0);
  if (space.constraints.length === 0) {
    const finer = JUDGED_LEVELS.find((count) => latticeSize(space, count) <= MOST_JUDGED);
    return finer === undefined ? candidates : listCandidates(space, region, finer, generator).points;
  }
  const sample = allowedOf(createFeasibleRegion(space).sample(JUDGED, generator), space, region);
  return concatenate([candidates, toCoded(space.dimensions, sample)]);
}

function runCount(task: OptimalDesignTask, p: number): number {
  if ((task.nPoints === undefined) === (task.pMultiplier === undefined)) {
    throw new ValueError('optimal design: send exactly one of n_points, p_multiplier and blocks');
  }
  const n = task.nPoints ?? Math.ceil((task.pMultiplier ?? 1) * p);
  if (n < p) {
    throw new ValueError(
      `optimal design: n_points is ${n}, the model has ${counted(p, 'column')}; request at least ${counted(p, 'run')}`,
    );
  }
  return n;
}

/** Whether the search or the evaluation works on a list of candidate points. */
function needsList(task: OptimalDesignTask, criterion: OptimalCriterion): boolean {
  return (task.algorithm ?? 'coordinate_exchange') !== 'coordinate_exchange' || criterion === 'G';
}

function weightsFor(criterion: OptimalCriterion, moments: Float64Array, p: number): Float64Array | undefined {
  if (criterion === 'A' || criterion === 'E') return identity(p);
  return criterion === 'I' || criterion === 'G' ? moments : undefined;
}

/** The search that the task names, then what criteria besides D, A and I add. */
function search(
  task: OptimalDesignTask,
  problem: DesignProblem,
  criterion: OptimalCriterion,
  context: RunContext,
): FoundDesign {
  if (problem.runs === 0) return { rows: new Float64Array(0), value: 0 };
  const algorithm = task.algorithm ?? 'coordinate_exchange';
  const plain = criterion === 'D' || criterion === 'A' || criterion === 'I';
  const end = plain ? 0.98 : 0.5;
  const report = (share: number) => context.progress?.(end * share, `optimal design: ${algorithm}`);
  const { best, lattice } = searchPlain(task, problem, context, report);
  if (plain) return best;
  // A design that is good under D has no large variance anywhere (Kiefer and Wolfowitz 1960).
  const byD =
    criterion === 'G' ? [searchPlain(task, { ...problem, weights: undefined }, context, () => {}).best] : [];
  const continuous = task.continuous ?? algorithm === 'coordinate_exchange';
  const designs = [best, ...byD, ...lattice];
  return exchangeByFullEvaluation(problem, { criterion, continuous }, designs, context, (share) =>
    context.progress?.(0.5 + share / 2, `optimal design: criterion ${criterion}`),
  );
}

/** The search under the criterion of the problem's weights. */
function searchPlain(
  task: OptimalDesignTask,
  problem: DesignProblem,
  context: RunContext,
  report: (share: number) => void,
): { best: FoundDesign; lattice: readonly FoundDesign[] } {
  const algorithm = task.algorithm ?? 'coordinate_exchange';
  const continuous = task.continuous ?? algorithm === 'coordinate_exchange';
  const lattice = searchLattice(problem, algorithm, !continuous, context, (share) =>
    report(continuous ? share / 2 : share),
  );
  const best = continuous
    ? searchContinuously(problem, lattice, context, (share) => report(0.5 + share / 2))
    : lattice[0];
  return { best, lattice };
}

function shuffleRows(rows: Float64Array, d: number, generator: { integer(count: number): number }): void {
  for (let i = rows.length / d - 1; i > 0; i--) {
    const k = generator.integer(i + 1);
    const held = rows.slice(i * d, (i + 1) * d);
    rows.copyWithin(i * d, k * d, (k + 1) * d);
    rows.set(held, k * d);
  }
}
