import { exponentials, gatherColumns, type Leaf, type LeafInputs } from './leaf.ts';

/**
 * Hamming: k = exp(−mean_k [c_k ≠ c'_k]/ℓ_k). Parameters: log ℓ per column. ∂k/∂log ℓ_k = k·[c_k ≠ c'_k]/(ℓ_k·columns);
 * categories have no derivative.
 */
export function hamming(at: LeafInputs): Leaf {
  const { columns, gradient } = at;
  const c = columns.length;
  const weight = exponentials(at, 0, c, -1);
  for (let k = 0; k < c; k++) weight[k] /= c;
  const U = gatherColumns(at, at.X1, at.n1, undefined);
  const V = gatherColumns(at, at.X2, at.n2, undefined);
  return {
    forward(i, j0, j1, value, _factor, base) {
      for (let j = j0; j < j1; j++) {
        let sum = 0;
        for (let k = 0; k < c; k++) if (U[i * c + k] !== V[j * c + k]) sum += weight[k];
        value[base + j] = Math.exp(-sum);
      }
    },
    backward(i, j0, j1, value, _factor, base, cotangent, dTheta) {
      for (let j = j0; j < j1; j++) {
        const w = cotangent[j] * value[base + j];
        for (let k = 0; k < c; k++) if (U[i * c + k] !== V[j * c + k]) dTheta[gradient + k] += w * weight[k];
      }
    },
  };
}
