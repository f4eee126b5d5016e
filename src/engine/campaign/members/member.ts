import { drawVariant, type Variant, variantWeights } from '../../acquisition/models/auto-surrogate.ts';
import { type Problem, prepareProblem, release } from '../../acquisition/problem.ts';
import type { Scorer } from '../../acquisition/search/climb.ts';
import { isNoisy } from '../../acquisition/search/repeats.ts';
import { successScorer } from '../../acquisition/search/success-scorer.ts';
import { logExpectedImprovement } from '../../acquisition/strategies/analytic.ts';
import type { Desirability } from '../../acquisition/strategies/desirability.ts';
import { frontOfOutputs, referenceOf } from '../../acquisition/strategies/front.ts';
import { onePointAfter, searchedAcquisition } from '../../acquisition/strategies/one-point.ts';
import { suggest } from '../../acquisition/suggest.ts';
import type { SuggestTask } from '../../acquisition/task.ts';
import { createPosterior } from '../../gp/posterior/posterior.ts';
import { createGenerator } from '../../random/generator.ts';
import type { RunContext } from '../../run-context.ts';
import { drawSet, valuesOfOtherColumns } from '../rows/few-columns.ts';
import { countedRuns } from '../rows/learned-rows.ts';
import { suspiciousRow } from '../rows/suspicious-row.ts';
import type { Surrogates } from '../surrogates.ts';
import type { CampaignTask } from '../task.ts';
import { candidatesOf, isAmong, type Member, memberOf } from './best-candidate.ts';
import { thinned } from './candidate-list.ts';
import { explorationPoints, isLimitReached, shouldExplore } from './exploration.ts';
import { informativeMember } from './informative-member.ts';
import { byDesirability, confirmation } from './joint-member.ts';
import { byKnowledge } from './knowledge-gradient.ts';

/** Share of the members that look only around the best run; see `options.local` of a suggestion. */
const LOCAL = 0.6;
/** Sizes of the search: by default and in the fast mode; for runs that only advice examines, the last two. */
const sizes = {
  normal: {},
  fast: { spread: 192, nearby: 64, restarts: 4, iterations: 40 },
  faster: { spread: 96, nearby: 32, restarts: 2, iterations: 15 },
  fastest: { spread: 96, nearby: 32, restarts: 2, iterations: 5 },
} as const;

/**
 * The next member of a batch: variant and box are drawn again for each, earlier members are pending.
 *
 * @param chosen earlier members, and pending runs, [p, d] in one
 */
export function chooseMember(
  task: CampaignTask,
  surrogates: Surrogates,
  chosen: Float64Array,
  { seed, size = task.effort }: { readonly seed: number; readonly size?: keyof typeof sizes },
  context: RunContext,
): Member {
  const set = drawSet(surrogates[0].sets, task, seed);
  const several = task.outputs.length > 1 && !task.desirability;
  const [{ variants }] = surrogates;
  const cautious = !(several || task.desirability || task.cost) && isCautious(task, variants, seed);
  const drawn = surrogates.map(({ variants }, k) =>
    drawVariant(cautious ? withNoise(variants) : (set?.variants() ?? variants), `${seed}/${k}`),
  );
  const outcomeConstraints = task.outcomeConstraints?.map((constraint) => ({
    ...constraint,
    value: drawn[constraint.objective].transform.apply(constraint.value),
  }));
  const parts = task.desirability?.map((part, k) => latentPart(part, drawn[k]));
  const { pending, lost } = countedRuns(task, chosen);
  const isPartial = task.outputs.some((y) => y.some(Number.isNaN));
  const asked: SuggestTask = {
    models: drawn.map(({ model }) => model),
    ...(isPartial ? { records: recordsOf(task) } : {}),
    recipe: 'botorch',
    space: task.space,
    strategy: several ? 'qNEHVI' : 'LogEI',
    count: 1,
    goals: task.goals,
    fixed: set ? valuesOfOtherColumns(set, task, seed) : task.fixed,
    pending,
    ...(pending.length < chosen.length ? { alsoPending: task.pending } : {}),
    ...(several || task.desirability ? {} : { settledFrom: lost }),
    seed,
    options: {
      ...(several || task.candidates || task.cost || task.desirability || cautious ? {} : { local: LOCAL }),
      noisy: true,
      ...sizes[size],
    },
    ...(size === 'faster' || size === 'fastest' ? { combinations: 0 } : {}),
    ...(several
      ? { referencePoint: referenceOf(frontOfOutputs({ ...task, byRange: true }), task.goals) }
      : {}),
    ...(outcomeConstraints ? { outcomeConstraints } : {}),
    ...(task.successes ? { successes: task.successes } : {}),
  };
  if (parts && !task.cost) return byDesirability(task, parts, asked, context);
  if (several || task.cost) {
    const member = byStrategy(task, parts, asked, context);
    const confirmed = parts && confirmation(task, parts, asked, context);
    return confirmed ? { ...member, ...confirmed } : member;
  }
  const undecided = cautious ? exactShare(variants) >= EXACT_SHARE : !isNoisyAsGiven(task, asked, context);
  return undecided || isForImprovement(task, seed)
    ? byVariant(task, asked, drawn[0], context)
    : byGain(task, asked, drawn[0], context, size);
}

/** With categories alone: share of the members that follow improvement although the results have noise (decision 0203). */
const IMPROVEMENT = 0.5;

const isForImprovement = ({ candidates, categorical }: CampaignTask, seed: number): boolean =>
  !candidates && !categorical.includes(false) && createGenerator(`improve/${seed}`).uniform() < IMPROVEMENT;

/** The desirability of an output for a variant, which may model the logarithm or the logit of the output. */
function latentPart(part: Desirability, { model, transform }: Variant): Desirability {
  const warp = transform.warpOf?.(model);
  return warp ? { ...part, warp } : part;
}

const recordsOf = ({ X, outputs, censored }: CampaignTask): NonNullable<SuggestTask['records']> => ({
  ...{ X, outputs },
  ...(censored ? { censored } : {}),
});

/** Share of the exact variants below which the data are taken to have noise. */
const EXACT_SHARE = 0.01;
/** Share of the exact variants while rows are too few to tell. */
const UNDECIDED = 0.03;
/** Numeric columns up to which exact data show within some fifteen rows that they are exact. */
const FEW_COLUMNS = 3;

function exactShare(variants: readonly Variant[]): number {
  const weights = variantWeights(variants);
  return variants.reduce((sum, { noise }, k) => sum + (noise === 'exact' ? weights[k] : 0), 0);
}

const withNoise = (variants: readonly Variant[]): Variant[] =>
  variants.filter(({ noise }) => noise !== 'exact');

/** Many numeric columns: there noise cannot be recognized early, and averages over variants converge slowly, exact data or not. */
const hasManyNumbers = ({ candidates, categorical, d }: CampaignTask): boolean =>
  !candidates && !categorical.includes(true) && d > FEW_COLUMNS;

/**
 * Whether a member takes no variant without noise, which trusts a leading result, and does not stay around it: as often as the
 * data are likely to have noise, until they decide (decision 0204).
 */
function isCautious(task: CampaignTask, variants: readonly Variant[], seed: number): boolean {
  if (task.noise || hasManyNumbers(task)) return false;
  const share = exactShare(variants);
  return createGenerator(`bold/${seed}`).uniform() >= share / (share + UNDECIDED);
}

/** Whether variances are given that hide something. */
function isNoisyAsGiven(
  task: CampaignTask,
  { models: [model] }: SuggestTask,
  { backend }: RunContext,
): boolean {
  if (!task.noise || hasManyNumbers(task)) return false;
  const posterior = createPosterior(model, backend);
  const noisy = isNoisy(posterior);
  posterior.free();
  return noisy;
}

/** Under the variant that was drawn. */
function byVariant(task: CampaignTask, asked: SuggestTask, variant: Variant, context: RunContext): Member {
  const problem = prepareProblem(asked, context);
  try {
    const improvement = onePointAfter(problem, searchedAcquisition(logExpectedImprovement, problem), []);
    return byImprovement(task, problem, successScorer(improvement, problem.success), variant);
  } finally {
    release(problem);
  }
}

/** Under the variant that was drawn, too: with noise a run is worth by how much it raises the best expected value anywhere (decision 0174). */
function byGain(
  task: CampaignTask,
  asked: SuggestTask,
  variant: Variant,
  context: RunContext,
  size: keyof typeof sizes,
): Member {
  const { settledFrom: _settled, ...rest } = asked;
  const { local: _local, ...options } = asked.options ?? {};
  const problem = prepareProblem({ ...rest, options }, context);
  try {
    const doubted = doubtedMember(task, problem);
    if (doubted) return doubted;
    const member = memberOf(task, problem, byKnowledge(problem, size, task.candidates), (best) => best);
    const leaves = !task.candidates && task.categorical.includes(false);
    const isOver = isLimitReached(task, problem) || shouldExplore(task, problem, member.value, variant);
    if (!leaves || !isOver) return { ...member, purpose: 'knowledge' };
    const improvement = onePointAfter(problem, searchedAcquisition(logExpectedImprovement, problem), []);
    const far = explorationPoints(task, problem, successScorer(improvement, problem.success));
    return { ...memberOf(task, problem, far, (best) => best), purpose: 'elsewhere' };
  } finally {
    release(problem);
  }
}

/** Runs of a list that strategies examine, whose scores cost more than those of one objective. */
const LISTED = 2048;

/** Several objectives and costs: by the strategy that knows them. */
function byStrategy(
  task: CampaignTask,
  desirability: readonly Desirability[] | undefined,
  asked: SuggestTask,
  context: RunContext,
): Member {
  const { candidates, d } = task;
  const generator = createGenerator(`listed/${asked.seed}`);
  const listed = candidates && { listed: thinned(candidates, LISTED, d, generator).points };
  const { points, value, warnings, cost } = suggest(
    {
      ...asked,
      namesReplicates: true,
      ...(desirability ? { desirability } : {}),
      ...(task.cost ? { cost: task.cost } : {}),
      ...listed,
    },
    context,
  );
  const decided = cost ? { cost, purpose: 'cost' as const } : { purpose: 'variant' as const };
  return { point: points, value, found: [], warnings: warnings[0] ?? [], ...decided };
}

function byImprovement(task: CampaignTask, problem: Problem, scorer: Scorer, variant: Variant): Member {
  const doubted = doubtedMember(task, problem);
  if (doubted) return doubted;
  const found = candidatesOf(task, problem, scorer);
  const member = memberOf(task, problem, found, (best) => informativeMember(problem, best, found));
  const leaves = variant.noise === 'exact' || hasManyNumbers(task);
  const isOver =
    isLimitReached(task, problem) || (leaves && shouldExplore(task, problem, member.value, variant));
  if (task.candidates || !isOver) return { ...member, purpose: 'variant' };
  const far = explorationPoints(task, problem, scorer);
  return { ...memberOf(task, problem, far, (best) => best), purpose: 'elsewhere' };
}

/** A repeat of a leading result that is hard to believe. */
function doubtedMember(task: CampaignTask, problem: Problem): Member | undefined {
  const row = task.candidates?.repeats === false ? undefined : suspiciousRow(problem);
  if (row === undefined) return undefined;
  const point = task.X.slice(row * task.d, (row + 1) * task.d);
  const { candidates } = task;
  const isPossible = candidates ? isAmong(candidates.points, point) : problem.whole.contains(point);
  return isPossible ? { point, value: Number.NaN, found: [], doubted: true, warnings: [] } : undefined;
}
