import type { Posterior } from '../../gp/posterior/posterior.ts';
import { sobolNormal } from '../../random/sobol.ts';
import type { Problem } from '../problem.ts';
import type { Scorer } from '../search/climb.ts';
import { expectedImprovement, logExpectedImprovement } from './analytic.ts';
import { logFeasibility } from './feasibility.ts';
import { rangesOf } from './limits.ts';
import { type MonteCarloOptions, monteCarlo } from './monte-carlo-scorer.ts';
import { positiveDeviation } from './one-point-scorer.ts';
import {
  type Pool,
  type ScenarioValue,
  scenarioNormals,
  scenarioObjective,
  scenarioScorer,
} from './scenarios.ts';

/** Scenarios of the values at pending and chosen points; a member given a scenario is exact, so few are enough. */
const SCENARIOS = 8;

type LimitedOptions = Omit<MonteCarloOptions, 'q'>;

/** Logarithms [m] of the probabilities that the outcome constraints are met at points [m, d], by the models as they are. */
function logChances(problem: Problem, points: Float64Array, m: number): Float64Array {
  const { posteriors, signs } = problem;
  const within = rangesOf(problem.task.outcomeConstraints, signs);
  const moments = posteriors.map((posterior) => posterior.predict(points, m));
  return Float64Array.from({ length: m }, (_, i) => {
    const mean = Float64Array.from(moments, (of, k) => signs[k] * of.mean[i]);
    const deviation = Float64Array.from(moments, ({ std }, k) => positiveDeviation(std[i], posteriors[k]));
    return logFeasibility(within, mean, deviation);
  });
}

/** √(βπ/2): E factor·|Y − μ| = √β·σ. */
const boundFactor = (beta: number): number => Math.sqrt((beta * Math.PI) / 2);

/** What an output y of point j of [m, d] counts for with outcome constraints, as in `limitedValue`. */
function worthOf(
  problem: Problem,
  posterior: Posterior,
  { kind, sign, best, beta }: LimitedOptions,
  points: Float64Array,
): (y: number, j: number) => number {
  const m = points.length / posterior.model.d;
  const logs = logChances(problem, points, m);
  if (kind !== monteCarlo.qUCB) return (y, j) => Math.exp(logs[j]) * Math.max(0, sign * (y - best));
  const mean = posterior.mean(points, m);
  const factor = boundFactor(beta);
  return (y, j) => sign * mean[j] + factor * Math.abs(y - mean[j]) + posterior.outputScale * logs[j];
}

/** The largest worth of m outputs from `at` on. */
function mostOf(worth: (y: number, j: number) => number, drawn: Float64Array, at: number, m: number): number {
  let most = Number.NEGATIVE_INFINITY;
  for (let j = 0; j < m; j++) most = Math.max(most, worth(drawn[at + j], j));
  return most;
}

/**
 * Value of a batch [q, d] with outcome constraints, pending points included, output units: E max_j p_j·(g(Y_j − f*))⁺ for qEI and
 * E max_j (gμ_j + √(βπ/2)·|Y_j − μ_j| + s·log p_j) for qUCB, with p_j the probability that member j meets them and s the scale of
 * the outputs. For one member these are EI and UCB with the same constraints.
 *
 * Source of the weights: Gardner et al. 2014, Proc. ICML 32(2), 937–945; of batches Balandat et al. 2020, arXiv:1910.06403.
 */
export function limitedValue(
  problem: Problem,
  posterior: Posterior,
  options: LimitedOptions,
  batch: Float64Array,
): number {
  const { pending, samples, seed } = options;
  const points = Float64Array.of(...pending, ...batch);
  const m = points.length / posterior.model.d;
  const worth = worthOf(problem, posterior, options, points);
  const drawn = posterior.sample(points, m, sobolNormal(samples, m, seed));
  let total = 0;
  for (let s = 0; s < samples; s++) total += mostOf(worth, drawn, s * m, m);
  return total / samples;
}

/**
 * Scores one more member of a batch by `limitedValue` beside the points before it, at least one, over scenarios of their values: qEI by
 * the logarithm of what the member adds, qUCB by the value itself.
 *
 * @param options their `pending` holds the points before it, [p, d]
 */
export function limitedMember(
  problem: Problem,
  posterior: Posterior,
  options: LimitedOptions,
): Scorer & { free(): void } {
  const { kind, pending, seed, sign } = options;
  const { d } = posterior.model;
  const p = pending.length / d;
  const S = Math.min(options.samples, SCENARIOS);
  const given = scenarioObjective(posterior, pending, scenarioNormals(S, p, 1, seed)[0], S);
  const none = new Float64Array(0);
  const alone = scenarioObjective(posterior, none, none, S);
  const worth = worthOf(problem, posterior, options, pending);
  const reached = Float64Array.from({ length: S }, (_, s) => mostOf(worth, given.samples, s * p, p));
  const isBound = kind === monteCarlo.qUCB;
  const value = isBound
    ? limitedBound(problem, posterior.outputScale, options, reached)
    : limitedGain(problem, options, reached);
  const scorer = scenarioScorer(
    { objectives: [given, alone], signs: [sign, sign], S, d },
    value,
    isBound ? average : undefined,
  );
  return { ...scorer, free: given.free };
}

const average: Pool = (values, slopes) => {
  slopes.fill(1 / values.length);
  return values.reduce((sum, value) => sum + value, 0) / values.length;
};

/** log p of a point and its slopes by mean and deviation, which are the same in all scenarios. */
function chanceOf({ task, signs }: Problem) {
  const within = rangesOf(task.outcomeConstraints, signs);
  const [mean, deviation, slopes] = [new Float64Array(1), new Float64Array(1), new Float64Array(2)];
  let log = 0;
  return (ofMean: number, ofDeviation: number) => {
    if (ofMean !== mean[0] || ofDeviation !== deviation[0]) {
      mean[0] = ofMean;
      deviation[0] = ofDeviation;
      slopes.fill(0);
      log = logFeasibility(within, mean, deviation, slopes);
    }
    return { log, slopes };
  };
}

/** log E (p·(gY − gf*)⁺ − w)⁺ with w what is reached without the member: log p + log EI over gf* + w/p. */
function limitedGain(problem: Problem, { sign, best }: LimitedOptions, reached: Float64Array): ScenarioValue {
  const chance = chanceOf(problem);
  return (s, mean, deviation, slopes) => {
    const { log, slopes: byMoments } = chance(mean[1], deviation[1]);
    const more = reached[s] > 0 ? reached[s] * Math.exp(-log) : 0;
    const over = { sign: 1, best: sign * best + more, xi: 0, kappa: 0 } as const;
    const gain = logExpectedImprovement(mean[0], deviation[0], over);
    const isPossible = Number.isFinite(gain.value);
    if (slopes) {
      const byLog = 1 + gain.dMean * more;
      slopes.fill(0);
      if (isPossible) slopes.set([gain.dMean, byLog * byMoments[0], gain.dDeviation, byLog * byMoments[1]]);
    }
    return isPossible ? log + gain.value : Number.NEGATIVE_INFINITY;
  };
}

/** E max(w, c + φ·|Y − μ|) with c = gμ + s·log p: w + max(c − w, 0) + φ·E(|Y − μ| − max(w − c, 0)/φ)⁺. */
function limitedBound(
  problem: Problem,
  scale: number,
  { beta }: LimitedOptions,
  reached: Float64Array,
): ScenarioValue {
  const chance = chanceOf(problem);
  const factor = Math.max(boundFactor(beta), 1e-9);
  return (s, mean, deviation, slopes) => {
    const { log, slopes: byMoments } = chance(mean[1], deviation[1]);
    const missing = reached[s] - (mean[1] + scale * log);
    const away = mean[0] - mean[1];
    const over = { sign: 1, best: Math.max(missing, 0) / factor, xi: 0, kappa: 0 } as const;
    const above = expectedImprovement(away, deviation[0], over);
    const below = expectedImprovement(-away, deviation[0], over);
    if (slopes) {
      const byAway = factor * (above.dMean - below.dMean);
      const byCentre = above.dMean + below.dMean;
      slopes[0] = byAway;
      slopes[1] = byCentre * (1 + scale * byMoments[0]) - byAway;
      slopes[2] = factor * (above.dDeviation + below.dDeviation);
      slopes[3] = byCentre * scale * byMoments[1];
    }
    return reached[s] + Math.max(-missing, 0) + factor * (above.value + below.value);
  };
}
