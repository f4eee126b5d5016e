import { arrayOp } from '../array-op.ts';
import { parseCovariance } from './covariance/bound.ts';
import {
  type Block,
  type BlockData,
  createBlock,
  factorBlock,
  gather,
  solveTransposed,
} from './vecchia-block.ts';

/**
 * Σ_i log N(y_i | y of its neighbours), its gradient and its information, for a batch of parameters.
 *
 * Of one row, with L the factor of neighbours and row (the row last), v = L⁻¹z, e its last entry, u = L⁻ᵀe_last and
 * a = A_c⁻¹z_c of the neighbours (0 for the row): value = −e²/2 − log L_last − ½ log 2π, and by a parameter
 * e·h + ½(e² − 1)·g with h = uᵀ(∂A)a and g = uᵀ(∂A)u: the scaled slope of the conditional mean and that of log variance.
 *
 * Source: Guinness 2021, doi:10.1007/s11222-020-09999-1. Cost O(B n m³), memory O(m²) besides the table.
 */
export const vecchiaLikelihood = arrayOp('vecchia_likelihood', (sizes, arrays) => {
  const { batch, n, d, parameters: P, m, rest } = sizes;
  const {
    X,
    y,
    noise: noiseVariance,
    theta: thetas,
    neighbours,
    value,
    gradient,
    status,
    information,
  } = arrays;
  const covariance = parseCovariance(rest, d);
  const data: BlockData = { X, y, noiseVariance, neighbours, m, d };
  const block = createBlock(m, d);
  const slopes = createSlopes(m, P);
  for (let b = 0; b < batch; b++) {
    const theta = thetas.subarray(b * P, (b + 1) * P);
    const own = gradient?.subarray(b * P, (b + 1) * P).fill(0);
    const square = information?.subarray(b * P * P, (b + 1) * P * P).fill(0);
    value[b] = 0;
    status[b] = 0;
    const noise = Math.exp(theta[P - 2]);
    for (let i = 0; i < n && status[b] >= 0; i++) {
      gather(block, data, i, X, i * d, noise, theta[P - 1]);
      const last = block.size - 1;
      block.noise[last] = noise + data.noiseVariance[i];
      block.z[last] = data.y[i] - theta[P - 1];
      const jitter = factorBlock(block, covariance, theta, true);
      status[b] = jitter < 0 ? -1 : Math.max(status[b], jitter);
      if (jitter >= 0) {
        const e = block.v[last];
        value[b] -= 0.5 * e * e + Math.log(block.L[last * (block.size + 1)]) + 0.5 * Math.log(2 * Math.PI);
        if (own) {
          slopesOf(block, noise, slopes);
          addSlopes(slopes, e, own, square);
        }
      }
      block.K?.release();
    }
    if (status[b] < 0 || !Number.isFinite(value[b])) {
      status[b] = -1;
      value[b] = Number.NaN;
      own?.fill(Number.NaN);
      square?.fill(Number.NaN);
    }
  }
});

interface Slopes {
  readonly u: Float64Array;
  readonly a: Float64Array;
  readonly weights: Float64Array;
  /** [P] each. */
  readonly h: Float64Array;
  readonly g: Float64Array;
}

function createSlopes(m: number, P: number): Slopes {
  const row = () => new Float64Array(m + 1);
  return { u: row(), a: row(), weights: row(), h: new Float64Array(P), g: new Float64Array(P) };
}

function slopesOf(block: Block, noise: number, { u, a, weights, h, g }: Slopes): void {
  const { size: q, v, K } = block;
  const P = h.length;
  u.fill(0, 0, q);
  u[q - 1] = 1;
  solveTransposed(block, u, q);
  a.set(v.subarray(0, q - 1));
  a[q - 1] = 0;
  solveTransposed(block, a, q - 1);
  h.fill(0);
  g.fill(0);
  let [cross, own, sum] = [0, 0, 0];
  for (let i = 0; i < q; i++) {
    for (let j = 0; j < i; j++) weights[j] = u[i] * a[j] + u[j] * a[i];
    weights[i] = u[i] * a[i];
    K?.backward(i, 0, i + 1, weights, h);
    for (let j = 0; j < i; j++) weights[j] = 2 * u[i] * u[j];
    weights[i] = u[i] * u[i];
    K?.backward(i, 0, i + 1, weights, g);
    cross += u[i] * a[i];
    own += u[i] * u[i];
    sum += u[i];
  }
  h[P - 2] = noise * cross;
  g[P - 2] = noise * own;
  h[P - 1] = sum;
}

function addSlopes({ h, g }: Slopes, e: number, gradient: Float64Array, square?: Float64Array): void {
  const P = h.length;
  const spread = 0.5 * (e * e - 1);
  for (let k = 0; k < P; k++) {
    gradient[k] += e * h[k] + spread * g[k];
    for (let l = 0; square && l < P; l++) square[k * P + l] += h[k] * h[l] + 0.5 * g[k] * g[l];
  }
}
