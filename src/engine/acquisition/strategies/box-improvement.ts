import { improvementParts } from './analytic.ts';
import type { Boxes } from './pareto.ts';

/**
 * log of the expected hypervolume improvement of one point with independent normal objectives, over one tiling.
 *
 * EHVI = Σ_b Π_k ψ_k, ψ(l, u) = E[(min(y, u) − l)⁺] = σ(h(a) − h(b)), a = (μ − l)/σ, b = (μ − u)/σ: exact. Everything
 * is kept as logarithms, so that gradients do not vanish far from the front.
 *
 * Source: Yang et al. 2019, doi:10.1007/s10898-019-00798-7; log form after Ament et al. 2023. Cost O(boxes·m), where the expensive part, h, is taken once for
 * each distinct bound.
 *
 * @param mean [m] maximize form, output units  @param deviation [m] > 0
 * @param slopes [2m] ∂/∂μ_k then ∂/∂σ_k of the logarithm, overwritten
 */
export function logBoxImprovement(
  boxes: Boxes,
  mean: ArrayLike<number>,
  deviation: ArrayLike<number>,
  slopes?: Float64Array,
): number {
  const m = mean.length;
  const { edges, starts, lowAt, highAt } = boxes;
  const count = lowAt.length / m;
  // log h, h′/h and φ/h at each distinct bound.
  const at = new Float64Array(3 * edges.length);
  for (let k = 0; k < m; k++) {
    for (let e = starts[k]; e < starts[k + 1]; e++) {
      const { logH, ratio, inverse } = improvementParts((mean[k] - edges[e]) / deviation[k]);
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
      if (high >= 0) {
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
