import { improvementParts } from './analytic.ts';
import type { Range } from './limits.ts';
import type { Boxes } from './pareto.ts';

/** log h, h′/h and φ/h at one bound, or the same of an h of which outcome constraints leave a part. */
type Parts = ReturnType<typeof improvementParts>;

/** Of E[(y − e)⁺·1(y ≥ c)]/σ = h(v) + wΦ(v), v = (μ − c)/σ, w = (c − e)/σ ≥ 0. */
function partsFrom(mean: number, deviation: number, edge: number, from: number): Parts {
  const c = Math.max(edge, from);
  const v = (mean - c) / deviation;
  const parts = improvementParts(v);
  if (c === edge) return parts;
  const w = (c - edge) / deviation;
  const whole = 1 + w * parts.ratio;
  return {
    logH: parts.logH + Math.log(whole),
    ratio: (parts.ratio + w * parts.inverse) / whole,
    inverse: (parts.inverse * (1 - w * v)) / whole,
  };
}

/** Of E[(y − e)·1(c ≤ y ≤ b)]/σ for a mean below b: what is above c less what is above b. */
function partsBelow(mean: number, deviation: number, edge: number, { low, high }: Range): Parts {
  const all = partsFrom(mean, deviation, edge, low);
  const above = partsFrom(mean, deviation, edge, high);
  const share = Math.exp(above.logH - all.logH);
  const rest = Math.max(-Math.expm1(above.logH - all.logH), 1e-300);
  return {
    logH: all.logH + Math.log(rest),
    ratio: (all.ratio - above.ratio * share) / rest,
    inverse: (all.inverse - above.inverse * share) / rest,
  };
}

/**
 * The same for a mean above b, where that difference cancels: F(b) − F(c), F(x) = E[(y − e)·1(y ≤ x)]/σ = wΦ(t) − h(t) with
 * t = (x − μ)/σ and w = (x − e)/σ.
 */
function partsAbove(mean: number, deviation: number, edge: number, { low, high }: Range): Parts {
  const c = Math.max(edge, low);
  const [to, from] = [improvementParts((high - mean) / deviation), improvementParts((c - mean) / deviation)];
  const [wTo, wFrom] = [(high - edge) / deviation, (c - edge) / deviation];
  const share = Math.exp(from.logH - to.logH);
  const whole = Math.max(wTo * to.ratio - 1 - share * (wFrom * from.ratio - 1), 1e-300);
  const bySlope = (w: number, { ratio, inverse }: Parts) => ratio - w * inverse;
  const byWidth = (w: number, x: number, { inverse }: Parts) => -inverse * (1 + (w * (x - mean)) / deviation);
  return {
    logH: to.logH + Math.log(whole),
    ratio: (bySlope(wTo, to) - share * bySlope(wFrom, from)) / whole,
    inverse: (byWidth(wTo, high, to) - share * byWidth(wFrom, c, from)) / whole,
  };
}

/** Of E[(y − e)⁺·1(low ≤ y ≤ high)]/σ. */
function partsWithin(mean: number, deviation: number, edge: number, within: Range): Parts {
  const { low, high } = within;
  if (high === Number.POSITIVE_INFINITY) return partsFrom(mean, deviation, edge, low);
  if (high <= Math.max(edge, low)) return { logH: Number.NEGATIVE_INFINITY, ratio: 0, inverse: 0 };
  return (mean < high ? partsBelow : partsAbove)(mean, deviation, edge, within);
}

/**
 * log of the expected hypervolume improvement of one point with independent normal objectives, over one tiling.
 *
 * EHVI = Σ_b Π_k ψ_k, ψ(l, u) = E[(min(y, u) − l)⁺] = σ(h(a) − h(b)), a = (μ − l)/σ, b = (μ − u)/σ: exact. Everything
 * is kept as logarithms, so that gradients do not vanish far from the front. With outcome constraints, outputs that break one gain
 * nothing: in each ψ the expectation is of (min(y, u) − l)⁺ where y is within its range, exact too.
 *
 * Source: Yang et al. 2019, doi:10.1007/s10898-019-00798-7; log form after Ament et al. 2023; outcome constraints as in Daulton et al. 2020,
 * arXiv:2006.05078, section 3. Cost O(boxes·m), where the expensive part, h, is taken once for each distinct bound.
 *
 * @param mean [m] maximize form, output units  @param deviation [m] > 0
 * @param slopes [2m] ∂/∂μ_k then ∂/∂σ_k of the logarithm, overwritten
 * @param within [m] where outputs meet the outcome constraints, maximize form; absent: everywhere
 */
export function logBoxImprovement(
  boxes: Boxes,
  mean: ArrayLike<number>,
  deviation: ArrayLike<number>,
  slopes?: Float64Array,
  within?: readonly Range[],
): number {
  const m = mean.length;
  const { edges, starts, lowAt, highAt } = boxes;
  const count = lowAt.length / m;
  // log h, h′/h and φ/h at each distinct bound.
  const at = new Float64Array(3 * edges.length);
  for (let k = 0; k < m; k++) {
    for (let e = starts[k]; e < starts[k + 1]; e++) {
      const { logH, ratio, inverse } = within
        ? partsWithin(mean[k], deviation[k], edges[e], within[k])
        : improvementParts((mean[k] - edges[e]) / deviation[k]);
      at[3 * e] = logH;
      at[3 * e + 1] = ratio;
      at[3 * e + 2] = inverse;
    }
  }
  const logDeviation = new Float64Array(m);
  for (let k = 0; k < m; k++) logDeviation[k] = Math.log(deviation[k]);
  const logs = new Float64Array(count);
  const parts = slopes ? new Float64Array(count * 2 * m) : undefined;
  let top = Number.NEGATIVE_INFINITY;
  for (let b = 0; b < count; b++) {
    for (let k = 0; k < m; k++) {
      const low = 3 * lowAt[b * m + k];
      const high = 3 * highAt[b * m + k];
      let log = at[low];
      let perMean = at[low + 1];
      let perDeviation = at[low + 2];
      if (high >= 0 && at[high] > Number.NEGATIVE_INFINITY) {
        const share = Math.exp(at[high] - at[low]);
        const rest = Math.max(-Math.expm1(at[high] - at[low]), 1e-300);
        log += Math.log(rest);
        perMean = (perMean - at[high + 1] * share) / rest;
        perDeviation = (perDeviation - at[high + 2] * share) / rest;
      }
      logs[b] += logDeviation[k] + log;
      if (parts) {
        parts[b * 2 * m + k] = perMean / deviation[k];
        parts[b * 2 * m + m + k] = perDeviation / deviation[k];
      }
    }
    if (logs[b] > top) top = logs[b];
  }
  return pooled(logs, top, parts, slopes);
}

/** log of the sum of exponentials, of which `top` is the largest; slopes [w] are the average of parts [count, w] by their shares. */
function pooled(
  logs: Float64Array,
  top: number,
  parts: Float64Array | undefined,
  slopes: Float64Array | undefined,
): number {
  slopes?.fill(0);
  if (!Number.isFinite(top)) return Number.NEGATIVE_INFINITY;
  let total = 0;
  for (const log of logs) total += Math.exp(log - top);
  if (slopes && parts) {
    const width = slopes.length;
    for (let b = 0; b < logs.length; b++) {
      const weight = Math.exp(logs[b] - top) / total;
      if (weight < 1e-14) continue;
      for (let k = 0; k < width; k++) slopes[k] += weight * parts[b * width + k];
    }
  }
  return top + Math.log(total);
}
