import type { CovarianceDefinition } from './definition.ts';

/**
 * Infinitely wide ReLU network of `depth` hidden layers, with weight variance w and bias variance b.
 *
 * k = w·a·b/d + b; per layer q = √(k_aa·k_bb), c = k/q, t = arccos c, then k ← (w/2π)·q·(sin t + (π − t)·c) + b and
 * k_aa ← w·k_aa/2 + b. c is limited to [−1, 1] and no further: a safety margin inside would move likelihoods by 1e-4.
 *
 * Source: Lee et al. 2018, arXiv:1711.00165; Cho and Saul 2009.
 */
export const ibnn: CovarianceDefinition = {
  parameters: () => [{ name: 'weight_variance' }, { name: 'bias_variance' }],
  value(a, b, [weight, bias], depth) {
    const start = (x: readonly number[], y: readonly number[]) =>
      (weight * x.reduce((sum, value, k) => sum + value * y[k], 0)) / x.length + bias;
    let cross = start(a, b);
    let own = start(a, a);
    let other = start(b, b);
    for (let layer = 0; layer < depth; layer++) {
      const q = Math.sqrt(own * other);
      const c = Math.min(1, Math.max(-1, cross / q));
      const t = Math.acos(c);
      cross = (weight / (2 * Math.PI)) * q * (Math.sin(t) + (Math.PI - t) * c) + bias;
      own = (weight * own) / 2 + bias;
      other = (weight * other) / 2 + bias;
    }
    return cross;
  },
};
