import { erfcx, logNormalCdf, normalCdf, normalHazard, normalPdf } from '../../random/normal.ts';

/**
 * One-point acquisitions of a normal posterior, to be maximized, with their derivatives.
 *
 * Everything is written for u = (g(μ − f*) − ξ)/σ with g = +1 to maximize and −1 to minimize; the callers map the
 * derivatives back.
 */
export interface Analytic {
  readonly value: number;
  /** ∂/∂μ and ∂/∂σ. */
  readonly dMean: number;
  readonly dDeviation: number;
}

/** g, f*, ξ and κ (UCB: gμ + κσ). */
export interface AnalyticOptions {
  readonly sign: 1 | -1;
  readonly best: number;
  readonly xi: number;
  readonly kappa: number;
}

/** An acquisition of one point, from its mean and deviation. */
export type Acquisition = (mean: number, deviation: number, options: AnalyticOptions) => Analytic;

const HALF_LOG_TWO_PI = 0.9189385332046728;
const SQRT_HALF_PI = 1.2533141373155003;
/** Below this u the Mills ratio is taken from its asymptotic series. */
const FAR = -60;

/**
 * The parts of log h(u), h(u) = φ(u) + uΦ(u), that stay finite: with m = Φ/φ and t = h/φ = 1 + u·m,
 * log h = log φ + log t, and h′/h = m/t.
 *
 * t cancels to about 1/u² in the lower tail: through erfcx it loses the digits of u², so past u = −60 it comes from
 * the asymptotic series t = u⁻²(1 − 3u⁻² + 15u⁻⁴ − …). Source: Ament et al. 2023, arXiv:2310.20708, appendix A.
 */
export function improvementParts(u: number): { logH: number; ratio: number; inverse: number } {
  if (u > -1) {
    const density = normalPdf(u);
    const mass = normalCdf(u);
    const h = density + u * mass;
    return { logH: Math.log(h), ratio: mass / h, inverse: density / h };
  }
  let m: number;
  let t: number;
  if (u > FAR) {
    m = SQRT_HALF_PI * erfcx(-u * Math.SQRT1_2);
    t = 1 + u * m;
  } else {
    const w = 1 / (u * u);
    t = w * (1 - w * (3 - w * (15 - w * (105 - 945 * w))));
    m = (t - 1) / u;
  }
  return { logH: -0.5 * u * u - HALF_LOG_TWO_PI + Math.log(t), ratio: m / t, inverse: 1 / t };
}

/** log EI = log σ + log h(u); −Infinity only where σ = 0 and nothing is gained. Relative accuracy 1e-10 for every u. */
export function logExpectedImprovement(mean: number, deviation: number, options: AnalyticOptions): Analytic {
  const gain = options.sign * (mean - options.best) - options.xi;
  if (deviation <= 0) {
    return gain > 0
      ? { value: Math.log(gain), dMean: options.sign / gain, dDeviation: 0 }
      : { value: Number.NEGATIVE_INFINITY, dMean: 0, dDeviation: 0 };
  }
  const { logH, ratio, inverse } = improvementParts(gain / deviation);
  return {
    value: Math.log(deviation) + logH,
    dMean: (options.sign * ratio) / deviation,
    dDeviation: inverse / deviation,
  };
}

/** EI = σ(φ(u) + uΦ(u)). Source: Jones, Schonlau and Welch 1998, doi:10.1023/A:1008306431147, equation 15. */
export function expectedImprovement(mean: number, deviation: number, options: AnalyticOptions): Analytic {
  const gain = options.sign * (mean - options.best) - options.xi;
  if (deviation <= 0) return { value: Math.max(0, gain), dMean: gain > 0 ? options.sign : 0, dDeviation: 0 };
  const u = gain / deviation;
  const { logH } = improvementParts(u);
  return { value: deviation * Math.exp(logH), dMean: options.sign * normalCdf(u), dDeviation: normalPdf(u) };
}

/** log PI = log Φ(u). */
export function logProbabilityOfImprovement(
  mean: number,
  deviation: number,
  options: AnalyticOptions,
): Analytic {
  const gain = options.sign * (mean - options.best) - options.xi;
  if (deviation <= 0) {
    return { value: gain > 0 ? 0 : Number.NEGATIVE_INFINITY, dMean: 0, dDeviation: 0 };
  }
  const u = gain / deviation;
  const slope = normalHazard(u) / deviation;
  return { value: logNormalCdf(u), dMean: options.sign * slope, dDeviation: -u * slope };
}

/** PI = Φ(u). Source: Kushner 1964, doi:10.1115/1.3653121. */
export function probabilityOfImprovement(
  mean: number,
  deviation: number,
  options: AnalyticOptions,
): Analytic {
  const gain = options.sign * (mean - options.best) - options.xi;
  if (deviation <= 0) return { value: gain > 0 ? 1 : 0, dMean: 0, dDeviation: 0 };
  const u = gain / deviation;
  const slope = normalPdf(u) / deviation;
  return { value: normalCdf(u), dMean: options.sign * slope, dDeviation: -u * slope };
}

/** UCB = gμ + κσ; for `minimize` the negated lower bound. Source: Srinivas et al. 2010, arXiv:0912.3995, equation 6. */
export function upperConfidenceBound(mean: number, deviation: number, options: AnalyticOptions): Analytic {
  return {
    value: options.sign * mean + options.kappa * deviation,
    dMean: options.sign,
    dDeviation: options.kappa,
  };
}

/** gμ. */
export function posteriorMean(mean: number, _deviation: number, options: AnalyticOptions): Analytic {
  return { value: options.sign * mean, dMean: options.sign, dDeviation: 0 };
}
