import { type Analytic, type AnalyticOptions, logExpectedImprovement } from './analytic.ts';

/**
 * log EI + log(1 − τ/√(σ² + τ²)): the expected improvement, less what noise of deviation τ hides of it. Where little
 * is left to learn (σ below τ) one more run is worth little, however near the best it lies.
 *
 * The second term is taken as log σ² − log(σ² + τ²) − log(1 + r) with r = τ/√(σ² + τ²), so that nothing cancels; its
 * derivative by σ is r(1 + r)/σ. Source: augmented expected improvement, Huang, Allen, Notz and Zeng 2006,
 * Journal of Global Optimization 34, 441–466.
 *
 * @param tau ≥ 0, output units; 0 gives log EI itself
 */
export const logAugmentedImprovement =
  (tau: number) =>
  (mean: number, deviation: number, options: AnalyticOptions): Analytic => {
    const plain = logExpectedImprovement(mean, deviation, options);
    if (tau === 0) return plain;
    if (deviation <= 0) return { value: Number.NEGATIVE_INFINITY, dMean: 0, dDeviation: 0 };
    const spread = Math.hypot(deviation, tau);
    const r = tau / spread;
    return {
      value: plain.value + 2 * Math.log(deviation / spread) - Math.log1p(r),
      dMean: plain.dMean,
      dDeviation: plain.dDeviation + (r * (1 + r)) / deviation,
    };
  };
