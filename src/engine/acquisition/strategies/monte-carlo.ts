import type { Posterior } from '../../gp/posterior/posterior.ts';
import { concatenate } from '../../linalg/concatenate.ts';
import { sobolNormal } from '../../random/sobol.ts';
import { type Problem, startsIn, withPending } from '../problem.ts';
import { searchBatch } from '../search/batch.ts';
import type { Scorer } from '../search/climb.ts';
import { latticeColumns } from '../search/moves.ts';
import { countedIn, startsAround } from '../search/search.ts';
import { type Acquisition, logExpectedImprovement, upperConfidenceBound } from './analytic.ts';
import { beta, botorch, kappaAsBeta, type Proposal, type RunStrategy, type Strategy } from './definition.ts';
import { byDesirability } from './joined.ts';
import { limitedMember, limitedValue } from './limited-value.ts';
import {
  type MonteCarloOptions,
  type MonteCarloScorer,
  monteCarlo,
  monteCarloScorer,
} from './monte-carlo-scorer.ts';
import { analyticOptions, betaOf, onePointAfter } from './one-point.ts';
import { onePointScorer } from './one-point-scorer.ts';

/** Beyond this batch size members are chosen one after the other by fantasies, each an O(n²) update. */
export const JOINT_LIMIT = 16;
/** More pending points than this are fantasies rather than drawn with every batch. */
const CROWD = 32;

/** Samples that members of a batch are chosen by, at most; all of them refine it. */
const SAMPLES_OF_MEMBERS = 128;

/** What a batch is scored by, and what one point alone is. */
interface Form {
  /** The score that is climbed, and the value that is reported. */
  readonly climbed: MonteCarloOptions['kind'];
  readonly kind: MonteCarloOptions['kind'];
  readonly alone: Acquisition;
  readonly isLog: boolean;
}

/** Batches over fixed samples; members of large batches are chosen one after another by fantasies, with outcome constraints by draws. */
function monteCarloBatch(form: Form): RunStrategy {
  return (problem) => {
    const opened: MonteCarloScorer[] = [];
    const drawn = sharedDraws();
    try {
      return proposeBatch(problem, form, (posterior, options) => {
        const scorer = monteCarloScorer(posterior, { ...options, baseSamples: drawn(posterior, options) });
        opened.push(scorer);
        return scorer;
      });
    } finally {
      for (const scorer of opened) scorer.free();
    }
  };
}

/** Normal draws by their numbers of samples and of points: the scorers of a batch have one seed, and many of them the same draws. */
function sharedDraws() {
  const known = new Map<string, Float64Array>();
  return ({ model }: Posterior, { samples, seed, q, pending }: MonteCarloOptions): Float64Array => {
    const points = q + pending.length / model.d;
    const sizes = `${samples}×${points}`;
    const draws = known.get(sizes) ?? sobolNormal(samples, points, seed);
    known.set(sizes, draws);
    return draws;
  };
}

function proposeBatch(problem: Problem, form: Form, open: typeof monteCarloScorer): Proposal {
  const { task, posteriors, fantasies, signs, incumbents, generator } = problem;
  const { isLog } = form;
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
    crowded ? concatenate(chosen) : withPending(task, chosen);
  const whole = (kind: MonteCarloOptions['kind'], q: number) => ({
    ...shared,
    ...{ kind, q, samples, pending: drawnWith([]) },
  });
  /** With the smoothed maximum two equal members are worth 0.7 % more than one, and a replicate more than most second runs. */
  const climbed = (options: MonteCarloOptions, by: Posterior): Scorer => ({
    ...open(by, options),
    ...(isLog ? { exact: open(by, { ...options, exact: true }) } : {}),
  });
  const kind = form.climbed;
  const worthOf = (points: readonly Float64Array[]) => {
    const [options, all] = [whole(form.kind, points.length), concatenate(points)];
    if (constrained) return limitedValue(problem, posterior, options, all);
    return open(posterior, options).values(all)[0];
  };
  const unit = isLog ? 1 : posteriors[0].outputScale;
  const constrained = (task.outcomeConstraints ?? []).length > 0;
  if (task.count > JOINT_LIMIT || constrained) {
    const points = oneByOne(problem, posterior, form.alone, { ...whole(form.kind, 1), unit, crowded });
    return { points, value: worthOf(points) };
  }
  const sized = { ...problem, options: countedIn(unit, problem.options) };
  const { starts, alone, local, free } = opening(sized, form, crowded);
  const member = (chosen: readonly Float64Array[]): Scorer => {
    const pending = drawnWith(chosen);
    if (pending.length === 0) return alone;
    const few = Math.min(samples, SAMPLES_OF_MEMBERS);
    return {
      ...climbed({ ...whole(kind, 1), samples: few, pending }, local ?? posterior),
      ...(local ? {} : { screen: alone.screen ?? alone }),
    };
  };
  // One point with no pending runs needs no samples.
  const jointly = task.count > 1 || drawnWith([]).length > 0 ? whole(kind, task.count) : undefined;
  try {
    const score = jointly && {
      ...climbed(jointly, posterior),
      ...(local ? { rough: open(local, jointly) } : {}),
    };
    const { points } = searchBatch(sized, member, score, starts);
    return { points, value: worthOf(points) };
  } finally {
    free();
  }
}

/**
 * Where a batch starts, and what its first member is scored by. With many rows (and numbers alone) members are looked for
 * by an approximation for the surroundings of the best starts, and the batch climbs on it before the score itself is asked.
 */
function opening(problem: Problem, { alone: acquisition }: Form, crowded: boolean) {
  const { region, nearby, options, task } = problem;
  const alone = remembered(onePointAfter(problem, acquisition, []));
  const starts = startsIn(problem, options);
  const isJoint = task.count > 1 || task.pending.length > 0;
  if (!nearby || crowded || !isJoint || !alone.screen || starts.whole || latticeColumns(region).length > 0)
    return { starts, alone, local: undefined, free: () => {} };
  const { short, spread } = startsAround(alone.screen, region, starts.points, options);
  const local = nearby(spread, false);
  const opened = { starts: { points: short, whole: false }, local, free: () => local.free() };
  if (task.pending.length > 0) return { ...opened, alone };
  // The first member would make the same approximation again.
  const score = onePointScorer(local, acquisition, analyticOptions(problem));
  return { ...opened, alone: { ...alone, screen: score, around: (_, work) => work(score) } satisfies Scorer };
}

/** Scores of the first points are kept, because every member starts from them. */
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

/** A search for each member of a large batch. */
const MANY = { spread: 128, nearby: 32, restarts: 4, iterations: 6, tolerance: 1e-3 };

/** Greedy batch by fantasies: after each member the posterior takes it in at its mean. */
function fantasyBatch(problem: Problem, acquisition: Acquisition, unit: number): readonly Float64Array[] {
  const sizes = { ...problem.options, ...(problem.task.count > JOINT_LIMIT ? MANY : {}) };
  const options = countedIn(unit, sizes);
  const member = (chosen: readonly Float64Array[]) => onePointAfter(problem, acquisition, chosen, unit);
  return searchBatch({ ...problem, options }, member).points;
}

type OneByOneOptions = MonteCarloOptions & { readonly unit: number; readonly crowded: boolean };

/** Large batches, many pending points and sparse models by fantasies; else by draws, with outcome constraints. */
function oneByOne(
  problem: Problem,
  posterior: Posterior,
  acquisition: Acquisition,
  options: OneByOneOptions,
): readonly Float64Array[] {
  const isLarge = problem.task.count > JOINT_LIMIT || options.crowded || posterior.model.sparse;
  return isLarge
    ? fantasyBatch(problem, acquisition, options.unit)
    : limitedBatch(problem, posterior, acquisition, options);
}

/** Starts that are refined for a member with outcome constraints and other points. */
const LIMITED_RESTARTS = 4;

/** Greedy batch with outcome constraints: each member by what it adds to draws of pending and chosen points; the first one alone as one run is. */
function limitedBatch(
  problem: Problem,
  posterior: Posterior,
  acquisition: Acquisition,
  { unit, ...drawn }: OneByOneOptions,
): readonly Float64Array[] {
  const { restarts } = problem.options;
  const isAlone = problem.task.count === 1 && problem.task.pending.length === 0;
  const options = countedIn(unit, {
    ...problem.options,
    restarts: isAlone ? restarts : Math.min(restarts, LIMITED_RESTARTS),
  });
  const alone = remembered(onePointAfter(problem, acquisition, [], unit));
  let open: ReturnType<typeof limitedMember> | undefined;
  const member = (chosen: readonly Float64Array[]): Scorer => {
    const pending = withPending(problem.task, chosen);
    if (pending.length === 0) return alone;
    open?.free();
    open = limitedMember(problem, posterior, { ...drawn, pending });
    return { ...open, screen: alone };
  };
  try {
    const starts = startsIn(problem, options);
    return searchBatch({ ...problem, options }, member, undefined, starts).points;
  } finally {
    open?.free();
  }
}

/** Batches over samples of the joint posterior. */
export const monteCarloBatches = {
  qEI: {
    recipes: botorch,
    batch: true,
    objectives: 'one',
    fixed: true,
    sparse: true,
    parameters: {},
    label: 'Improve (qEI)',
    usual: ['botorch'],
    purpose: 'Looks for the largest improvement on the best so far. Any number of runs at once.',
    value: 'E max_j (g(Y_j − f*))⁺ over 128 Sobol normal samples, optimized in smoothed log form',
    aliases: ['qexpectedimprovement'],
    weighsCosts: true,
    samples: true,
    run: monteCarloBatch({
      climbed: monteCarlo.logQEI,
      kind: monteCarlo.qEI,
      alone: logExpectedImprovement,
      isLog: true,
    }),
    joined: byDesirability({ by: 'gain' }),
  },
  qUCB: {
    recipes: botorch,
    batch: true,
    objectives: 'one',
    fixed: true,
    sparse: true,
    parameters: { botorch: { beta, kappa: kappaAsBeta } },
    label: 'Optimistic (qUCB)',
    purpose: 'Measures where a good result is still plausible.',
    value: 'E max_j (gμ_j + √(βπ/2)·|Y_j − μ_j|)',
    aliases: ['qupperconfidencebound'],
    samples: true,
    run: monteCarloBatch({
      climbed: monteCarlo.qUCB,
      kind: monteCarlo.qUCB,
      alone: upperConfidenceBound,
      isLog: false,
    }),
    joined: byDesirability({ by: 'bound' }),
  },
} as const satisfies Record<string, Strategy>;
