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
 * Latent posterior of every point given the outputs of its neighbours alone.
 *
 * With L of the neighbours, V = L⁻¹k*: mean = m + Vᵀv, variance = k** − |V|², weights L⁻ᵀV; slopes as in gp_predict.
 */
export const vecchiaPredict = arrayOp('vecchia_predict', (sizes, arrays) => {
  const { k: count, d, parameters: P, m, rank, rest } = sizes;
  const { X, y, noise: noiseVariance, theta, Xs, neighbours, features, pointFeatures } = arrays;
  const { mean: means, variance: variances, dMean: dMeans, dVariance: dVariances, weights, left } = arrays;
  const covariance = parseCovariance(rest, d);
  const data: BlockData = { X, y, noiseVariance, neighbours, m, d, features };
  const noise = Math.exp(theta[P - 2]);
  const block = createBlock(m, d, rank);
  const alpha = new Float64Array(m + 1);
  const w = new Float64Array(m + 1);
  const dTheta = new Float64Array(covariance.parameters);
  for (let i = 0; i < count; i++) {
    gather(block, data, i, Xs, i * d, noise, theta[P - 1]);
    const last = block.size - 1;
    block.features.set(pointFeatures.subarray(i * rank, (i + 1) * rank), last * rank);
    block.noise[last] = 0;
    block.z[last] = 0;
    const status = factorBlock(block, covariance, theta, false);
    const lost = status < 0 ? Number.NaN : 0;
    const V = block.L.subarray(last * block.size, last * block.size + last);
    if (means) means[i] = lost + V.reduce((sum, value, j) => sum + value * block.v[j], theta[P - 1]);
    if (variances) variances[i] = lost + Math.max(0, block.L[last * (block.size + 1)]);
    w.set(V);
    solveTransposed(block, w, last);
    if (weights) {
      for (let j = 0; j < m; j++) weights[i * m + j] = j < last ? lost + w[j] : 0;
    }
    if (left) takeOffNeighbours(block, w, lost, left.subarray(i * rank, (i + 1) * rank));
    if (dMeans && dVariances) {
      alpha.set(block.v.subarray(0, last));
      solveTransposed(block, alpha, last);
      const [dMean, dVariance] = [dMeans, dVariances].map((all) =>
        all.subarray(i * d, (i + 1) * d).fill(lost),
      );
      pullBack(block, { alpha, w }, { dMean, dVariance, dTheta });
    }
    block.K?.release();
  }
});

/** The features of the point less those of its neighbours by their weights. */
function takeOffNeighbours(
  { size, rank, features }: Block,
  weights: Float64Array,
  lost: number,
  left: Float64Array,
): void {
  const last = size - 1;
  for (let k = 0; k < rank; k++) left[k] = lost + features[last * rank + k];
  for (let j = 0; j < last; j++) {
    const weight = weights[j];
    for (let k = 0; k < rank; k++) left[k] -= weight * features[j * rank + k];
  }
}

/**
 * ∂mean = Σ α_j ∂k_j and ∂variance = ∂k** − 2 Σ w_j ∂k_j by the point, which is the last of the block. Nobody asks for the gradient by
 * the hyperparameters, which goes to `dTheta`.
 */
function pullBack(
  { size, K }: Block,
  { alpha, w }: Readonly<Record<'alpha' | 'w', Float64Array>>,
  { dMean, dVariance, dTheta }: Readonly<Record<'dMean' | 'dVariance' | 'dTheta', Float64Array>>,
): void {
  const last = size - 1;
  K?.backward(last, 0, last, alpha, dTheta, dMean);
  for (let j = 0; j < last; j++) w[j] *= -2;
  w[last] = 2;
  K?.backward(last, 0, size, w, dTheta, dVariance);
}
