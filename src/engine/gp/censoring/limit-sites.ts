import type { Backend } from '../../compute/backend.ts';
import { NotPositiveDefiniteError } from '../../errors.ts';
import { logNormalCdf, normalHazard } from '../../random/normal.ts';
import type { GpModel } from '../model.ts';
import { createPosterior } from '../posterior/posterior.ts';
import type { CensoredRows, CensoredSites } from './censored.ts';

/** Sites, and what they make the log likelihood differ by from that of the pseudo-measurements. */
export interface Propagated {
  readonly sites: CensoredSites;
  readonly correction: number;
}

/** Extra variance of a site that says nothing, model scale. */
const SILENT = 1e10;
/** Least noise variance that a limit is judged with, model scale. */
const LEAST_NOISE = 1e-10;
const SWEEPS = 30;
const TOLERANCE = 1e-6;

/** Posterior of the curve at the limits by the measured rows alone, model scale. */
function withoutLimits(model: GpModel, { rows, sides }: CensoredRows, backend: Backend) {
  const { members: _members, ...single } = model;
  const { d, outputScale, outputShift } = model;
  const silent = new Float64Array(rows.length).fill(SILENT * outputScale ** 2);
  const y = Float64Array.from(rows, (row) => model.y[row]);
  const posterior = createPosterior(
    { ...single, calibration: 1, censored: { rows, sides, y, extra: silent } },
    backend,
  );
  try {
    const X = new Float64Array(rows.length * d);
    rows.forEach((row, i) => {
      X.set(model.X.subarray(row * d, (row + 1) * d), i * d);
    });
    const { mean, cov } = posterior.joint(X, 1, rows.length);
    return {
      mu: mean.map((value) => (value - outputShift) / outputScale),
      S: cov.map((value) => value / outputScale ** 2),
    };
  } finally {
    posterior.free();
  }
}

/** Posterior at the limits, as their sites change. Model scale. */
interface Marginals {
  readonly mu: Float64Array;
  /** [m, m] */
  readonly S: Float64Array;
}

/** Changes precision and precision-times-mean of one site: a rank-one update, O(m²). */
function moveSite({ mu, S }: Marginals, i: number, byTau: number, byNu: number): void {
  if (byTau === 0 && byNu === 0) return;
  const m = mu.length;
  const column = S.slice(i * m, (i + 1) * m);
  const denominator = 1 + byTau * column[i];
  const shift = (byNu - byTau * mu[i]) / denominator;
  const factor = byTau / denominator;
  for (let a = 0; a < m; a++) {
    mu[a] += column[a] * shift;
    const scaled = factor * column[a];
    for (let b = 0; b < m; b++) S[a * m + b] -= scaled * column[b];
  }
}

/** The site that gives the moments of a limit seen from a cavity N(μ, v), by the noise variance; with log Ẑ. */
function siteAt(mu: number, v: number, limit: number, side: number, noise: number) {
  const width = Math.sqrt(noise + v);
  const z = (side * (mu - limit)) / width;
  const hazard = normalHazard(z);
  const share = Math.min(hazard * (hazard + z), 1 - 1e-12);
  const logZ = logNormalCdf(z);
  const extra = (width * width * (1 - share)) / share;
  if (!(share > 0) || !(extra < SILENT)) return { logZ, y: limit, extra: SILENT, silent: true };
  return { logZ, y: mu + (side * width) / (hazard + z), extra, silent: false };
}

/** Noise variances of the rows with limits, model scale. */
function noiseOf({ theta, noise, outputScale }: GpModel, { rows }: CensoredRows): Float64Array {
  const learned = Math.exp(theta[theta.length - 2]);
  return Float64Array.from(rows, (row) =>
    Math.max(LEAST_NOISE, learned + (noise?.[row] ?? 0) / outputScale ** 2),
  );
}

/**
 * Expectation propagation for limits: each has the likelihood Φ(±(f − limit)/σ), σ² the noise of its row, and becomes the
 * pseudo-measurement that gives the same mean and variance of the curve there. Its variance is never below σ², so that
 * any Gaussian likelihood takes it as a row with extra noise.
 *
 * The gradient of the likelihood of the pseudo-measurements, with fixed sites, is that of expectation propagation in every
 * parameter; in the noise too, as ∂/∂σ² is half the second derivative by the mean.
 *
 * Source: Rasmussen and Williams 2006, §3.6, for a probit likelihood of any width. Cost O(n³ + sweeps·m³).
 *
 * @param start sites of nearly the same model, to begin at
 */
export function propagateLimits(
  model: GpModel,
  limits: CensoredRows,
  backend: Backend,
  start?: CensoredSites,
): Propagated {
  const { outputScale, outputShift } = model;
  const m = limits.rows.length;
  const scaled = (value: number) => (value - outputShift) / outputScale;
  const at = Float64Array.from(limits.rows, (row) => scaled(model.y[row]));
  const noise = noiseOf(model, limits);
  const marginals = withoutLimits(model, limits, backend);
  const { mu, S } = marginals;
  const tau = new Float64Array(m);
  const nu = new Float64Array(m);
  const y = at.slice();
  const extra = new Float64Array(m).fill(SILENT);
  const move = (i: number, precision: number, value: number) => {
    moveSite(marginals, i, precision - tau[i], precision * value - nu[i]);
    tau[i] = precision;
    nu[i] = precision * value;
  };
  for (let i = 0; start !== undefined && i < m; i++) {
    const variance = noise[i] + start.extra[i] / outputScale ** 2;
    if (variance < SILENT) move(i, 1 / variance, scaled(start.y[i]));
  }
  let correction = 0;
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    let change = 0;
    correction = 0;
    for (let i = 0; i < m; i++) {
      const own = S[i * (m + 1)];
      const v = 1 / (1 / own - tau[i]);
      // No information is left where the measured rows determine the curve, or rounding took the variance.
      if (!(own > LEAST_NOISE) || !(v > 0)) continue;
      const centre = v * (mu[i] / own - nu[i]);
      const site = siteAt(centre, v, at[i], limits.sides[i], noise[i]);
      const variance = noise[i] + site.extra;
      const before = tau[i];
      y[i] = site.y;
      extra[i] = site.extra;
      move(i, site.silent ? 0 : 1 / variance, site.y);
      change = Math.max(change, Math.abs(tau[i] - before) * own);
      correction +=
        site.logZ +
        0.5 * Math.log(2 * Math.PI * (v + variance)) +
        (site.y - centre) ** 2 / (2 * (v + variance));
    }
    if (change < TOLERANCE) break;
  }
  return {
    sites: {
      ...limits,
      y: y.map((value) => outputShift + outputScale * value),
      extra: extra.map((value) => value * outputScale ** 2),
    },
    correction,
  };
}

/** Sites at the theta of a model, from those of nearly the same one; undefined where its covariance cannot be factored. */
export function sitesAt(model: GpModel, start: CensoredSites, backend: Backend): Propagated | undefined {
  try {
    return propagateLimits(model, start, backend, start);
  } catch (error) {
    if (error instanceof NotPositiveDefiniteError) return undefined;
    throw error;
  }
}
