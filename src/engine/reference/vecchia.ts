import type { Tensor } from '../tensor/index.ts';
import * as t from '../tensor/index.ts';
import { type Data, factorData, logLikelihood, predict } from './gaussian-process.ts';

/** Row numbers of a line of a table [·, m] whose end is filled with −1. */
const rowsOf = (table: Float64Array, m: number, i: number): number[] =>
  Array.from(table.subarray(i * m, (i + 1) * m)).filter((row) => row >= 0);

/** The data of some rows. */
const part = (data: Data, rows: readonly number[]): Data => ({
  ...data,
  X: t.gather(data.X, rows),
  y: t.gather(data.y, rows),
  noise: t.gather(data.noise, rows),
  ...(data.features && { features: t.gather(data.features, rows) }),
});

/**
 * Σ_i log p(y_i | y of its neighbours) [B], each as the difference of two joint log likelihoods; and the information
 * [B, P, P] of these conditional distributions, Σ_i ∂μ∂μᵀ/s² + ½ ∂log s² ∂log s²ᵀ.
 *
 * Source: Vecchia 1988, doi:10.1111/j.2517-6161.1988.tb01729.x.
 */
export function vecchiaLikelihood(data: Data, table: Float64Array, m: number, informed: boolean) {
  const { tape } = data.theta;
  const [B, P] = data.theta.shape;
  const n = data.X.shape[0];
  const joint = (rows: readonly number[]) => logLikelihood(factorData(part(data, rows)));
  const terms = Array.from({ length: n }, (_, i) => {
    const others = rowsOf(table, m, i);
    const whole = joint([...others, i]);
    return others.length === 0 ? whole : t.subtract(whole, joint(others));
  });
  const value = terms.reduce(t.add);
  if (!informed) return { value, information: undefined };
  const information = new Float64Array(B * P * P);
  for (let i = 0; i < n; i++) {
    const { mean, variance } = conditional(data, rowsOf(table, m, i), i);
    const [dMean, dLog] = [mean, t.log(variance)].map((of) => tape.read(tape.gradient(of, [data.theta])[0]));
    const s2 = tape.read(variance);
    for (let at = 0; at < information.length; at++) {
      const b = Math.floor(at / (P * P));
      const [k, l] = [b * P + (Math.floor(at / P) % P), b * P + (at % P)];
      information[at] += (dMean[k] * dMean[l]) / s2[b] + 0.5 * dLog[k] * dLog[l];
    }
  }
  return { value, information };
}

/** Mean [B] and variance [B] of output i given those of other rows, by the joint distribution with one unit of outputs. */
function conditional(data: Data, others: readonly number[], i: number): { mean: Tensor; variance: Tensor } {
  const { tape } = data.theta;
  const [B] = data.theta.shape;
  // −log p is quadratic in y_i: log p(y_i) at three values gives the mean and the variance, whatever the formula.
  const at = (value: number) => {
    const y = tape.read(data.y).slice();
    y[i] = value;
    const moved = { ...data, y: tape.tensor(y, [y.length]) };
    const whole = logLikelihood(factorData(part(moved, [...others, i])));
    return others.length === 0 ? whole : t.subtract(whole, logLikelihood(factorData(part(moved, others))));
  };
  const [low, middle, high] = [-1, 0, 1].map(at);
  const curvature = t.subtract(t.multiply(middle, 2), t.add(low, high));
  const variance = t.divide(tape.tensor(new Float64Array(B).fill(1), [B]), curvature);
  const mean = t.multiply(t.multiply(t.subtract(high, low), 0.5), variance);
  return { mean, variance };
}

/**
 * Posterior of every point of Xs [k, d] given its neighbours alone, with slopes, the weights of their outputs [k, m], and
 * what these leave of its features [k, r].
 *
 * @param pointFeatures [k, r] where the data have features
 */
export function vecchiaPrediction(
  data: Data,
  Xs: Tensor,
  table: Float64Array,
  m: number,
  pointFeatures?: Tensor,
) {
  const { tape } = data.theta;
  const [k, d] = Xs.shape;
  const found = {
    mean: new Float64Array(k),
    variance: new Float64Array(k),
    dMean: new Float64Array(k * d),
    dVariance: new Float64Array(k * d),
    weights: new Float64Array(k * m),
    left: new Float64Array(pointFeatures ? pointFeatures.shape[0] * pointFeatures.shape[1] : 0),
  };
  for (let i = 0; i < k; i++) {
    const others = rowsOf(table, m, i);
    const point = tape.tensor(tape.read(Xs).slice(i * d, (i + 1) * d), [1, 1, d]);
    const given = part(data, others);
    const own = pointFeatures && t.gather(pointFeatures, [i]);
    const { mean, variance } = predict(factorData(given).model, point, own);
    found.mean[i] = tape.read(mean)[0];
    found.variance[i] = tape.read(variance)[0];
    found.dMean.set(tape.read(tape.gradient(mean, [point])[0]), i * d);
    found.dVariance.set(tape.read(tape.gradient(variance, [point])[0]), i * d);
    // The mean is linear in the outputs: its slopes are the weights.
    const y = tape.tensor(tape.read(given.y), [others.length]);
    const again = predict(factorData({ ...given, y }).model, point, own).mean;
    const weights = tape.read(tape.gradient(again, [y])[0]);
    found.weights.set(weights, i * m);
    if (!own || !given.features) continue;
    const explained = t.matmul(tape.tensor(weights, [1, others.length]), given.features);
    found.left.set(tape.read(t.subtract(own, explained)), i * own.shape[1]);
  }
  return found;
}
