import type { Posterior } from '../../gp/posterior/posterior.ts';
import { kthLargest } from '../../linalg/select.ts';
import { type Problem, startsIn } from '../problem.ts';
import type { Scorer } from '../search/climb.ts';
import { measurementNoise } from '../search/repeats.ts';
import { countedIn, search } from '../search/search.ts';
import { successScorer } from '../search/success-scorer.ts';
import {
  type Acquisition,
  type AnalyticOptions,
  logExpectedImprovement,
  logProbabilityOfImprovement,
  posteriorMean,
  upperConfidenceBound,
} from './analytic.ts';
import { logAugmentedImprovement } from './augmented-improvement.ts';
import {
  beta,
  both,
  botorch,
  kappa,
  kappaAsBeta,
  type RunStrategy,
  type Strategy,
  xi,
} from './definition.ts';
import { byDesirability } from './joined.ts';
import { isBounded, rangesOf } from './limits.ts';
import { onePointScorer } from './one-point-scorer.ts';

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

/** β of a request to the recipe botorch; `checkTask` has seen that it is not negative. */
export const betaOf = ({ task }: Problem): number => task.beta ?? task.kappa ?? 0.5;

/** Noise below this share of the variance of the outputs hides nothing. */
const HIDING = 1e-8;

/** What the search climbs: with `options.noisy` EI and LogEI less what the noise hides of them. */
export function searchedAcquisition(acquisition: Acquisition, { task, posteriors: [posterior] }: Problem) {
  const noise = measurementNoise(posterior);
  const hides = task.options?.noisy === true && noise > HIDING * posterior.outputScale ** 2;
  const improves = acquisition === logExpectedImprovement;
  return hides && improves ? logAugmentedImprovement(Math.sqrt(noise)) : acquisition;
}

/**
 * Scores one point after others, each a row [d], were chosen (fantasies at their posterior means).
 *
 * @param unit 1 for a logarithmic acquisition, else the size of its values
 */
export function onePointAfter(
  problem: Problem,
  acquisition: Acquisition,
  chosen: readonly Float64Array[],
  unit = 1,
): Scorer {
  const { task, fantasies } = problem;
  const conditioned = fantasies.map((fantasy) => fantasy.after(chosen));
  const plain = rangesOf(
    task.outcomeConstraints,
    conditioned.map(() => 1),
  );
  const constraints = (plain ?? []).flatMap((range, k) =>
    isBounded(range) ? [{ range, posterior: conditioned[k] }] : [],
  );
  const options = analyticOptions(problem);
  const scorer = onePointScorer(conditioned[0], acquisition, options, constraints, unit);
  if (chosen.length > 0 || constraints.length > 0) return scorer;
  const { part, nearby, rough: near } = problem;
  const local = (posterior: Posterior) => onePointScorer(posterior, acquisition, options);
  const around: Pick<Scorer, 'around'> = nearby
    ? { around: (points, work) => passing(nearby(points, true), local, work) }
    : {};
  if (part) {
    const values = (points: Float64Array) => screened(conditioned[0], part, acquisition, options, points);
    return { ...scorer, ...around, screen: { ...scorer, values } };
  }
  if (near === undefined) return scorer;
  const rough = local(near);
  return { ...scorer, ...around, screen: rough, rough };
}

/** Does work with the scores by a posterior, which is freed after it. */
function passing<T>(
  posterior: Posterior,
  score: (posterior: Posterior) => Scorer,
  work: (scorer: Scorer) => T,
): T {
  try {
    return work(score(posterior));
  } finally {
    posterior.free();
  }
}

/** From this many rows on, only the `most` points that are best by a part of the rows are scored by the means of all rows. */
const BY_MEANS = { from: 450, most: 224 };

/**
 * Scores [m] of points [m, d] by the means of a posterior and the deviations given a part of its rows. The means take work for every row: with many rows only those
 * points have them that are best by the part alone, and the others are worth nothing.
 */
function screened(
  { model: { n, d }, mean: meanOf }: Posterior,
  part: Posterior,
  acquisition: Acquisition,
  options: AnalyticOptions,
  points: Float64Array,
): Float64Array {
  const m = points.length / d;
  const { mean, std } = part.predict(points, m);
  const worth = new Float64Array(m);
  for (let i = 0; i < m; i++) {
    const { value } = acquisition(mean[i], std[i], options);
    worth[i] = Number.isNaN(value) ? Number.NEGATIVE_INFINITY : value;
  }
  const most = n < BY_MEANS.from ? m : BY_MEANS.most;
  const least = m > most ? kthLargest(worth, most) : Number.NEGATIVE_INFINITY;
  const rows: number[] = [];
  for (let i = 0; i < m; i++) if (worth[i] >= least) rows.push(i);
  const some = new Float64Array(rows.length * d);
  for (let i = 0, at = 0; i < rows.length; i++)
    for (let from = rows[i] * d; from < (rows[i] + 1) * d; from++) some[at++] = points[from];
  const means = meanOf(some, rows.length);
  const values = new Float64Array(m).fill(Number.NEGATIVE_INFINITY);
  for (let i = 0; i < rows.length; i++) values[rows[i]] = acquisition(means[i], std[rows[i]], options).value;
  return values;
}

/** How a one-point acquisition is climbed, and how its value is reported. */
interface Form {
  readonly acquisition: Acquisition;
  /** Whether it is a logarithm; steps of others are measured in output units. */
  readonly isLog: boolean;
  /** The value is reported as its exponential. */
  readonly plain?: true;
}

/** Rows from which starts that fall behind are abandoned: with fewer, a round costs little and the last may win. */
const RACE_FROM = 100;

/** Rows with which an evaluation by all of them costs more than the rounds of an approximation that save it; with more, its own rounds cost as much. */
const CORRECTS = { from: 700, below: 2000 };

/** Climbs one acquisition from many starts. */
function climbOnePoint({ acquisition, isLog, plain }: Form): RunStrategy {
  return (problem) => {
    const { region, generator, options, repeats, remarks } = problem;
    const unit = isLog ? 1 : problem.posteriors[0].outputScale;
    const climbing = searchedAcquisition(acquisition, problem);
    const scored = (by: Acquisition) =>
      successScorer(onePointAfter(problem, by, [], unit), problem.success, unit);
    const scorer = scored(climbing);
    const starts = startsIn(problem, options);
    const { n } = problem.posteriors[0];
    const found = search(scorer, region, starts, generator, {
      ...countedIn(unit, options),
      race: n >= RACE_FROM,
      corrects: n >= CORRECTS.from && n < CORRECTS.below,
      isKnown: repeats.has,
    });
    const best = repeats.choose(found, remarks);
    const value = climbing === acquisition ? best.value : scored(acquisition).values(best.point)[0];
    return { points: [best.point], value: plain ? Math.exp(value) : value };
  };
}

const improvement = { acquisition: logExpectedImprovement, isLog: true } as const;
const probability = { acquisition: logProbabilityOfImprovement, isLog: true } as const;

/** What all members have in common. */
const common = { batch: false, objectives: 'one', fixed: true, sparse: true } as const;
const improves = 'Looks for the largest improvement on the best so far.';
const likeliest = 'Looks for the most probable improvement, however small.';

/** Acquisitions of the mean and the deviation at one point. */
export const onePoint = {
  EI: {
    ...common,
    recipes: both,
    parameters: { sklearn: { xi } },
    label: 'Improve, one run (EI)',
    usual: ['sklearn'],
    purpose: improves,
    value: 'σ(φ(u) + uΦ(u)), u = (g(μ − f*) − ξ)/σ',
    aliases: ['expectedimprovement'],
    weighsCosts: true,
    discountsNoise: true,
    run: climbOnePoint({ ...improvement, plain: true }),
    joined: byDesirability({ by: 'gain' }),
  },
  LogEI: {
    ...common,
    recipes: botorch,
    parameters: {},
    label: 'Improve, one run (LogEI)',
    purpose: improves,
    value: 'logarithm of EI',
    aliases: ['logexpectedimprovement'],
    weighsCosts: true,
    discountsNoise: true,
    run: climbOnePoint(improvement),
    joined: byDesirability({ by: 'gain', isLog: true }),
  },
  PI: {
    ...common,
    recipes: both,
    parameters: { sklearn: { xi } },
    label: 'Likeliest gain (PI)',
    purpose: likeliest,
    value: 'Φ(u)',
    aliases: ['probabilityofimprovement'],
    run: climbOnePoint({ ...probability, plain: true }),
    joined: byDesirability({ by: 'chance' }),
  },
  LogPI: {
    ...common,
    recipes: botorch,
    parameters: {},
    purpose: likeliest,
    value: 'logarithm of PI',
    aliases: ['logprobabilityofimprovement'],
    run: climbOnePoint(probability),
    joined: byDesirability({ by: 'chance', isLog: true }),
  },
  UCB: {
    ...common,
    recipes: both,
    parameters: { sklearn: { kappa }, botorch: { beta, kappa: kappaAsBeta } },
    label: 'Optimistic, one run (UCB)',
    purpose: 'Mean plus a share of the uncertainty.',
    value: 'gμ + κσ; botorch: κ = √β',
    aliases: ['upperconfidencebound'],
    run: climbOnePoint({ acquisition: upperConfidenceBound, isLog: false }),
    joined: byDesirability({ by: 'bound' }),
  },
  PosteriorMean: {
    ...common,
    recipes: both,
    parameters: {},
    purpose: 'Goes to the best predicted value.',
    value: 'gμ',
    aliases: ['posterior_mean'],
    run: climbOnePoint({ acquisition: posteriorMean, isLog: false }),
    joined: byDesirability({ by: 'expected' }),
  },
} as const satisfies Record<string, Strategy>;
