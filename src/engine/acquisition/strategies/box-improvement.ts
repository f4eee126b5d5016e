import { improvementParts } from './analytic.ts';
import type { Boxes } from './pareto.ts';

/**
 * log of the expected hypervolume improvement of one point with independent normal objectives, over one tiling.
 *
 * EHVI = Σ_b Π_k ψ_k, ψ(l, u) = E[(min(y, u) − l)⁺] = σ(h(a) − h(b)), a = (μ − l)/σ, b = (μ − u)/σ: exact. Everything
 * is kept as logarithms, so that gradients do not vanish far from the front.
 *
 * Source: Yang et al. 2019, doi:10.1007/s10898-019-00798-7; log form after Ament et al. 2023. Cost O(boxes·m).
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
  const count = boxes.low.length / m;
  const logs = new Float64Array(count);
  const parts = slopes ? new Float64Array(count * 2 * m) : undefined;
  let top = Number.NEGATIVE_INFINITY;
  for (let b = 0; b < count; b++) {
    for (let k = 0; k < m; k++) {
      const sigma = deviation[k];
      const low = improvementParts((mean[k] - boxes.low[b * m + k]) / sigma);
      const ceiling = boxes.high[b * m + k];
      let log = low.logH;
      let perMean = low.ratio;
      let perDeviation = low.inverse;
      if (ceiling !== Number.POSITIVE_INFINITY) {
        const high = improvementParts((mean[k] - ceiling) / sigma);
        const share = Math.exp(high.logH - low.logH);
        const rest = Math.max(-Math.expm1(high.logH - low.logH), 1e-300);
        log += Math.log(rest);
        perMean = (low.ratio - high.ratio * share) / rest;
        perDeviation = (low.inverse - high.inverse * share) / rest;
      }
      logs[b] += Math.log(sigma) + log;
      if (parts) {
        parts[b * 2 * m + k] = perMean / sigma;
        parts[b * 2 * m + m + k] = perDeviation / sigma;
      }
    }
    if (logs[b] > top) top = logs[b];
  }
  if (!Number.isFinite(top)) {
    slopes?.fill(0);
    return Number.NEGATIVE_INFINITY;
  }
  let total = 0;
  for (let b = 0; b < count; b++) total += Math.exp(logs[b] - top);
  if (slopes && parts) {
    slopes.fill(0);
    for (let b = 0; b < count; b++) {
      const weight = Math.exp(logs[b] - top) / total;
      if (weight < 1e-14) continue;
      for (let k = 0; k < 2 * m; k++) slopes[k] += weight * parts[b * 2 * m + k];
    }
  }
  return top + Math.log(total);
}
