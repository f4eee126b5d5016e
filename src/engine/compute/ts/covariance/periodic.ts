import { exponentials, gatherColumns, type Leaf, type LeafInputs } from './leaf.ts';

/**
 * Periodic: k = exp(−2 Σ_k (sin(πΔ_k/p_k)/ℓ_k)²). Parameters: log ℓ per column, log p per column.
 *
 * With a = πΔ/p: ∂k/∂log ℓ = 4 k (sin a/ℓ)², ∂k/∂log p = 4 k sin a cos a·a/ℓ², ∂k/∂x = −4 k sin a cos a·π/(p ℓ²).
 */
export function periodic(at: LeafInputs): Leaf {
  const { columns, gradient } = at;
  const c = columns.length;
  const weight = exponentials(at, 0, c, -2);
  const frequency = exponentials(at, c, c, -1);
  for (let k = 0; k < c; k++) frequency[k] *= Math.PI;
  const U = gatherColumns(at, at.X1, at.n1, frequency);
  const V = gatherColumns(at, at.X2, at.n2, frequency);
  return {
    forward(i, j0, j1, value, _factor, base) {
      for (let j = j0; j < j1; j++) {
        let sum = 0;
        for (let k = 0; k < c; k++) {
          const sine = Math.sin(U[i * c + k] - V[j * c + k]);
          sum += sine * sine * weight[k];
        }
        value[base + j] = Math.exp(-2 * sum);
      }
    },
    backward(i, j0, j1, value, _factor, base, cotangent, dTheta, dX, dX0) {
      for (let j = j0; j < j1; j++) {
        const w = 4 * cotangent[j] * value[base + j];
        for (let k = 0; k < c; k++) {
          const a = U[i * c + k] - V[j * c + k];
          const sine = Math.sin(a);
          const slope = w * sine * Math.cos(a) * weight[k];
          dTheta[gradient + k] += w * sine * sine * weight[k];
          dTheta[gradient + c + k] += slope * a;
          if (dX) dX[dX0 + columns[k]] -= slope * frequency[k];
        }
      }
    },
  };
}
