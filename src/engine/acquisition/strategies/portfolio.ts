import { sitesAmong } from '../../gp/censoring/censored.ts';
import { createPosterior } from '../../gp/posterior/posterior.ts';
import type { Problem } from '../problem.ts';
import { spreadPoints } from '../search/starts.ts';
import { logExpectedImprovement, logProbabilityOfImprovement, upperConfidenceBound } from './analytic.ts';
import { kappa, type RunStrategy, type Strategy, sklearn, xi } from './definition.ts';
import { analyticOptions, onePoint } from './one-point.ts';
import { onePointScorer } from './one-point-scorer.ts';

const portfolio = {
  EI: logExpectedImprovement,
  UCB: upperConfidenceBound,
  PI: logProbabilityOfImprovement,
} as const;
const names = ['EI', 'UCB', 'PI'] as const;

/** Past rounds that are replayed, and the candidates that each strategy chooses from then. */
const ROUNDS = 10;
const CANDIDATES = 256;

/**
 * A portfolio of EI, UCB and PI that learns which of them proposes well.
 *
 * The gains are rebuilt from the data at every call, so nothing needs to be kept between calls: for each of the last
 * rows the strategies propose with what was known before it, and each proposal earns what the model of today expects
 * there (in standard deviations of the outputs). One is drawn with probability ∝ exp(gain).
 *
 * Source: Brochu, Hoffman and de Freitas 2011, arXiv:1009.5419 (GP-Hedge, η = 1).
 */
const hedge: RunStrategy = (problem) => {
  const gains = pastGains(problem);
  const top = Math.max(...gains);
  const weights = gains.map((gain) => Math.exp(gain - top));
  let draw = problem.generator.uniform() * weights.reduce((sum, weight) => sum + weight, 0);
  let drawn = 0;
  while (drawn < names.length - 1 && draw > weights[drawn]) {
    draw -= weights[drawn];
    drawn++;
  }
  return { ...onePoint[names[drawn]].run(problem), strategy: names[drawn] };
};

/** Sum over past rounds of what each strategy's proposal is worth by the model of today. */
function pastGains(problem: Problem): number[] {
  const { posteriors, region, generator, context, signs } = problem;
  const [posterior] = posteriors;
  const { model, outputScale, outputShift } = posterior;
  const gains = names.map(() => 0);
  const candidates = spreadPoints(region, CANDIDATES, generator);
  const mean = posterior.mean(candidates, CANDIDATES);
  for (let n = Math.max(2, model.n - ROUNDS); n < model.n; n++) {
    const { noise, censored, ...rest } = model;
    const sites =
      censored &&
      sitesAmong(
        censored,
        Int32Array.from({ length: n }, (_, i) => i),
      );
    const earlier = {
      ...rest,
      n,
      calibration: 1,
      X: model.X.slice(0, n * model.d),
      y: model.y.slice(0, n),
      ...(noise ? { noise: noise.slice(0, n) } : {}),
      ...(sites ? { censored: sites } : {}),
    };
    const known = createPosterior(earlier, context.backend);
    const reached = known.mean(earlier.X, n).map((value) => signs[0] * value);
    const options = {
      ...analyticOptions(problem),
      best: signs[0] * reached.reduce((top, value) => Math.max(top, value)),
    };
    names.forEach((name, i) => {
      const score = onePointScorer(known, portfolio[name], options).values(candidates);
      const best = score.reduce((top, value, j) => (value > score[top] ? j : top), 0);
      gains[i] += (signs[0] * (mean[best] - outputShift)) / outputScale;
    });
    known.free();
  }
  return gains;
}

/** Strategies that choose among others. */
export const portfolios = {
  gp_hedge: {
    recipes: sklearn,
    batch: false,
    objectives: 'one',
    fixed: true,
    parameters: { sklearn: { xi, kappa } },
    label: 'Mixed (gp_hedge)',
    purpose: 'Chooses between EI, UCB and PI by their past gains.',
    value: 'EI, UCB or PI, drawn by their gains',
    run: hedge,
    joined: (problem) => ({ ...onePoint.EI.joined(problem), strategy: 'EI' }),
  },
} as const satisfies Record<string, Strategy>;
