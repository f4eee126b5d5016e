import { exponentials, gatherColumns, type Leaf, type LeafInputs } from './leaf.ts';

/** Linear: k = Σ_k v_k x_k x'_k. Parameters: log v per column. ∂k/∂log v_k = v_k x_k x'_k, ∂k/∂x_k = v_k x'_k. */
export function linear(at: LeafInputs): Leaf {
  const { columns, gradient } = at;
  const c = columns.length;
  const variance = exponentials(at, 0, c, 1);
  const U = gatherColumns(at, at.X1, at.n1, variance);
  const V = gatherColumns(at, at.X2, at.n2, undefined);
  return {
    forward(i, j0, j1, value, _factor, base) {
      for (let j = j0; j < j1; j++) {
        let sum = 0;
        for (let k = 0; k < c; k++) sum += U[i * c + k] * V[j * c + k];
        value[base + j] = sum;
      }
    },
    backward(i, j0, j1, _value, _factor, _base, cotangent, dTheta, dX, dX0) {
      for (let j = j0; j < j1; j++) {
        for (let k = 0; k < c; k++) {
          const w = cotangent[j] * V[j * c + k];
          dTheta[gradient + k] += w * U[i * c + k];
          if (dX) dX[dX0 + columns[k]] += w * variance[k];
        }
      }
    },
  };
}
