/**
 * Leave-one-out predictions of every row in closed form, noise included: with Q = A⁻¹ the variance is 1/Q_ii and the
 * mean m − Σ_{j≠i} Q_ij (y_j − m)/Q_ii, which does not cancel as y_i − α_i/Q_ii does.
 *
 * Model scale; Q [n, n]. Source: Rasmussen and Williams 2006, §5.4.2. Cost O(n²).
 */
export function leaveOneOut(
  Q: Float64Array,
  y: Float64Array,
  mean: number,
): { mean: Float64Array; variance: Float64Array } {
  const n = y.length;
  const variance = Float64Array.from({ length: n }, (_, i) => 1 / Q[i * (n + 1)]);
  const predicted = variance.map((spread, i) => {
    let pull = 0;
    for (let j = 0; j < n; j++) if (j !== i) pull += Q[i * n + j] * (y[j] - mean);
    return mean - spread * pull;
  });
  return { mean: predicted, variance };
}
