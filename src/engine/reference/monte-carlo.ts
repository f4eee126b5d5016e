import { ShapeError } from '../errors.ts';
import type { Tensor } from '../tensor/index.ts';
import * as t from '../tensor/index.ts';

/** Samples of a joint posterior and what is asked of them; everything to be maximized. */
export interface Sampled {
  /** f [G, S, q] */
  readonly drawn: Tensor;
  /** Posterior mean [G, q]. */
  readonly mean: Tensor;
  /** f*, in the units of the samples. */
  readonly best: number;
  readonly beta: number;
  /** +1 to maximize f, −1 to minimize it. */
  readonly sign: number;
  /** Smooths max(·, 0) of log-qEI and the step of qPI. */
  readonly tau: number;
  /** Smooths the maximum over q of log-qEI. */
  readonly tauMax: number;
  /** qUCB: deviations from the average of the samples (0) or from the posterior mean (1). */
  readonly centre: number;
}

/** sign·f − sign·f*. */
const gains = ({ drawn, sign, best }: Sampled): Tensor => t.multiply(t.subtract(drawn, best), sign);

/** log(τ·(softplus(x) + 0.1/(1 + x²))), x = u/τ: a fat-tailed max(u, 0). Source: Ament et al. 2023, arXiv:2310.20708. */
export function logSmoothPositive(u: Tensor, tau: number): Tensor {
  const x = t.divide(u, tau);
  const soft = t.add(t.softplus(x), t.divide(0.1, t.add(1, t.square(x))));
  return t.log(t.multiply(soft, tau));
}

/** M + τ·log Σ_j p((M − v_j)/τ) with M = max v and p(x) = 2/(2 + 2x + x²), over the last axis. Source: as above. */
function fatMaximum(v: Tensor, tau: number): Tensor {
  const most = t.max(v, -1);
  const x = t.divide(t.subtract(v.tape.reshape(most, [...most.shape, 1]), v), tau);
  const weights = t.divide(2, t.add(2, t.add(t.multiply(x, 2), t.square(x))));
  return t.add(most, t.multiply(t.log(t.sum(weights, -1)), tau));
}

/** log of the average over samples of the smoothed improvement of the best of q. */
function logExpectedImprovement(at: Sampled): Tensor {
  const best = fatMaximum(logSmoothPositive(gains(at), at.tau), at.tauMax);
  return t.subtract(t.logSumExp(best, -1), Math.log(at.drawn.shape[1]));
}

/** Average over samples of the improvement of the best of q. */
const expectedImprovement = (at: Sampled): Tensor => t.mean(t.maximum(t.max(gains(at), -1), 0), -1);

/** Average over samples of max_j c_j + √(βπ/2)·|g_j − c_j|, g = sign·f. Source: Wilson et al. 2017, arXiv:1712.00424. */
function upperConfidenceBound({ drawn, mean, beta, sign, centre }: Sampled): Tensor {
  const [G, , q] = drawn.shape;
  const middle = centre === 1 ? mean : t.mean(drawn, 1);
  const spread = t.abs(t.subtract(drawn, drawn.tape.reshape(middle, [G, 1, q])));
  const bound = t.add(
    drawn.tape.reshape(t.multiply(middle, sign), [G, 1, q]),
    t.multiply(spread, Math.sqrt((beta * Math.PI) / 2)),
  );
  return t.mean(t.max(bound, -1), -1);
}

/** Average over samples of the smoothed step of the best of q over f*. */
const probabilityOfImprovement = (at: Sampled): Tensor =>
  t.mean(t.sigmoid(t.divide(t.max(gains(at), -1), at.tau)), -1);

/** Average over samples of the best of q. */
const simpleRegret = ({ drawn, sign }: Sampled): Tensor => t.mean(t.max(t.multiply(drawn, sign), -1), -1);

const kinds = [
  logExpectedImprovement,
  expectedImprovement,
  upperConfidenceBound,
  probabilityOfImprovement,
  simpleRegret,
];

/** Value [G] of a Monte-Carlo acquisition by its `kind` in the op `mc_acquisition`. */
export function monteCarlo(kind: number, at: Sampled): Tensor {
  const evaluate = kinds[kind];
  if (!evaluate) throw new ShapeError(`mc_acquisition: kind must be 0 to ${kinds.length - 1}, got ${kind}`);
  return evaluate(at);
}
