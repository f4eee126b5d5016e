import { signOf } from '../../acquisition/goal.ts';
import { expectedImprovement, probabilityOfImprovement } from '../../acquisition/strategies/analytic.ts';
import { jointDesirability } from '../../acquisition/strategies/desirability.ts';
import { meetsLimits } from '../../acquisition/strategies/limits.ts';
import { concatenate } from '../../linalg/concatenate.ts';
import { sobolNormal } from '../../random/sobol.ts';
import type { Predictor } from '../surrogates.ts';
import type { CampaignTask } from '../task.ts';

/** Mean gain of a run over another, as values of the curve, and the probability of any. */
export interface Gain {
  readonly gain: number;
  readonly probability: number;
}

/** Pairs of drawn outputs. */
const DRAWS = 256;

type Aims = Pick<CampaignTask, 'goals' | 'desirability' | 'outcomeConstraints'>;

/**
 * What a point promises over the best run, with what is uncertain of both: the curve at a point beside that run is as
 * uncertain as the curve there, and can hardly be better. Outputs that break a limit gain nothing.
 *
 * @param best [d], the settings of the best run
 */
export function gainOverBest(
  predictors: readonly Predictor[],
  aims: Aims,
  point: Float64Array,
  best: Float64Array,
): Gain {
  if (point.every((value, k) => value === best[k])) return { gain: 0, probability: 0 };
  const pair = concatenate([point, best]);
  return aims.desirability || aims.outcomeConstraints || predictors[0].warp
    ? drawnGain(predictors, aims, pair)
    : analyticGain(predictors[0], aims, pair);
}

/** Of one objective: the difference of the two values is normal under each member of the model. */
function analyticGain({ parts }: Predictor, { goals }: Aims, pair: Float64Array): Gain {
  const options = { sign: signOf(goals[0]), best: 0, xi: 0, kappa: 0 } as const;
  let [gain, probability] = [0, 0];
  for (const { posterior, weight } of parts) {
    const { mean, cov } = posterior.joint(pair, 1, 2);
    const difference = mean[0] - mean[1];
    const deviation = Math.sqrt(Math.max(0, cov[0] + cov[3] - 2 * cov[1]));
    gain += weight * expectedImprovement(difference, deviation, options).value;
    probability += weight * probabilityOfImprovement(difference, deviation, options).value;
  }
  return { gain, probability };
}

/**
 * Of pairs that are drawn for each objective, whose latent values at the two points are normal with the moments of the model. In joint desirability
 * either run is worth nothing where it breaks a limit; of one objective the best run counts in full.
 */
function drawnGain(predictors: readonly Predictor[], aims: Aims, pair: Float64Array): Gain {
  const { goals, desirability, outcomeConstraints } = aims;
  const M = predictors.length;
  const moments = predictors.map((predictor) => pairMoments(predictor, pair));
  const Z = sobolNormal(DRAWS, 2 * M, 'worth');
  const sign = signOf(goals[0]);
  const isKept = (y: Float64Array) => meetsLimits(outcomeConstraints, (objective) => y[objective]);
  const worthOf = (y: Float64Array) => {
    if (!desirability) return sign * y[0];
    return isKept(y) ? jointDesirability(desirability, y) : 0;
  };
  const [here, there] = [new Float64Array(M), new Float64Array(M)];
  let [gain, wins] = [0, 0];
  for (let s = 0; s < DRAWS; s++) {
    moments.forEach(({ mean, factor }, k) => {
      const [a, b] = Z.subarray(2 * (s * M + k));
      here[k] = predictors[k].output(mean[0] + factor[0] * a);
      there[k] = predictors[k].output(mean[1] + factor[1] * a + factor[2] * b);
    });
    const more = worthOf(here) - worthOf(there);
    if (!(more > 0 && isKept(here))) continue;
    gain += more;
    wins++;
  }
  return { gain: gain / DRAWS, probability: wins / DRAWS };
}

/** Latent means at two points over all members of the model, and the lower factor of their covariance. */
function pairMoments({ parts }: Predictor, pair: Float64Array) {
  const each = parts.map(({ posterior }) => posterior.joint(pair, 1, 2));
  const weighted = (value: (part: (typeof each)[number]) => number) =>
    each.reduce((sum, part, k) => sum + parts[k].weight * value(part), 0);
  const mean = [0, 1].map((i) => weighted((part) => part.mean[i]));
  const covariance = (i: 0 | 1, j: 0 | 1) =>
    weighted((part) => part.cov[2 * i + j] + (part.mean[i] - mean[i]) * (part.mean[j] - mean[j]));
  const first = Math.sqrt(covariance(0, 0));
  const shared = first > 0 ? covariance(0, 1) / first : 0;
  const own = Math.sqrt(Math.max(0, covariance(1, 1) - shared ** 2));
  return { mean, factor: [first, shared, own] };
}
