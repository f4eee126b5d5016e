import type { Tensor } from '../../tensor/index.ts';
import * as t from '../../tensor/index.ts';
import type { CovarianceDefinition } from './definition.ts';

/**
 * Infinitely wide ReLU network of `depth` hidden layers, with weight variance w and bias variance b.
 *
 * k = w·a·b/d + b; per layer q = √(k_aa·k_bb), c = k/q, then k ← (w/2π)·q·J(c) + b and k_aa ← w·k_aa/2 + b.
 *
 * Source: Lee et al. 2018, arXiv:1711.00165; Cho and Saul 2009.
 */
export const ibnn: CovarianceDefinition = {
  token: 8,
  kernel: true,
  parameters: [
    { name: 'weight_variance', per: 'leaf' },
    { name: 'bias_variance', per: 'leaf' },
  ],
  request: { kernel: 'IBNN', recipes: ['botorch'], depth: { field: 'ibnn_depth', usual: 3, most: 20 } },
  value(a, b, [weight, bias], depth) {
    const start = (x: Tensor, y: Tensor) => t.add(t.multiply(t.mean(t.multiply(x, y), -1), weight), bias);
    let [cross, own, other] = [start(a, b), start(a, a), start(b, b)];
    const next = (k: Tensor) => t.add(t.multiply(t.multiply(k, weight), 0.5), bias);
    for (let layer = 0; layer < depth; layer++) {
      const q = t.sqrt(t.multiply(own, other));
      const shape = arcCosine(t.divide(cross, q));
      cross = next(t.multiply(t.multiply(q, shape), 1 / Math.PI));
      own = next(own);
      other = next(other);
    }
    return cross;
  },
};

/**
 * J(c) = sin θ + (π − θ)·c with θ = arccos c, and J′ = π − θ. c is limited to [−1, 1] and no further: a safety margin
 * inside would move likelihoods by 1e-4.
 */
function arcCosine(c: Tensor): Tensor {
  const within = t.maximum(t.minimum(c, 1), -1);
  const angle = t.acos(within);
  const rest = t.subtract(Math.PI, angle);
  return t.withSlope(c, t.add(t.sin(angle), t.multiply(rest, within)), rest);
}
