import type { Backend } from '../../compute/backend.ts';
import { createGenerator } from '../../random/generator.ts';
import { SOBOL_MAX_DIMENSIONS, sobol } from '../../random/sobol.ts';
import type { GpModel } from '../model.ts';
import { createPosterior } from '../posterior/posterior.ts';
import type { Importance } from '../task.ts';
import { membersOf } from './posterior.ts';

/** Points at which a curve is drawn, about. */
const POINTS = 240;
/** Base points, at least. */
const FEWEST = 8;
/** Curves per member. */
const DRAWS = 4;

/**
 * Total-effect indices of the columns, by draws of the curve from every member: the share of the variance over the box of
 * the data that is lost when one column is fixed. The interval is over draws, so it knows both of hyperparameters and of
 * the curve between the rows. Every member has points of its own: what few points miss is then part of the interval, and
 * averages out of the share (decision 0670).
 *
 * Source: Jansen 1999, doi:10.1016/S0010-4655(98)00154-4 (estimator); Le Gratiet et al. 2014, doi:10.1137/130926869
 * (draws of the process). Cost O(members·(240³ + 240²n)).
 */
export function importanceOf(model: GpModel, seed: number, backend: Backend): Importance[] {
  const { d } = model;
  const base = Math.max(FEWEST, Math.floor(POINTS / (d + 1)));
  const m = base * (d + 1);
  const generator = createGenerator(`importance/${seed}`);
  const shares: number[][] = Array.from({ length: d }, () => []);
  for (const [place, member] of membersOf(model).entries()) {
    const points = crossedPoints(model, base, `${seed}/${place}`);
    const posterior = createPosterior(member.model, backend);
    const Z = generator.normals(DRAWS * m);
    const curves = posterior.sample(points, m, Z);
    posterior.free();
    for (let draw = 0; draw < DRAWS; draw++)
      sharesOf(curves.subarray(draw * m, (draw + 1) * m), base, d).forEach((share, k) => {
        shares[k].push(share);
      });
  }
  return shares.map((values) => {
    values.sort((a, b) => a - b);
    const at = (p: number) => values[Math.round(p * (values.length - 1))];
    return {
      share: values.reduce((sum, value) => sum + value / values.length, 0),
      low: at(0.025),
      high: at(0.975),
    };
  });
}

/** Base points in the box of the data, then for each column the same points with that column drawn again. */
function crossedPoints(
  { X, n, d, categorical, inputLog }: GpModel,
  base: number,
  seed: string,
): Float64Array {
  const random = createGenerator(`points/${seed}`);
  const unit =
    2 * d <= SOBOL_MAX_DIMENSIONS
      ? sobol(base, 2 * d, { seed })
      : Float64Array.from({ length: base * 2 * d }, () => random.uniform());
  const columns = Array.from({ length: d }, (_, k) => {
    const values = [...new Set(Array.from({ length: n }, (_row, i) => X[i * d + k]))].sort((a, b) => a - b);
    const [low, high] = [values[0], values[values.length - 1]];
    if (categorical[k])
      return (u: number): number => values[Math.min(values.length - 1, Math.floor(u * values.length))];
    if (inputLog && inputLog[k] > 0) return (u: number): number => low * (high / low) ** u;
    return (u: number): number => low + u * (high - low);
  });
  const points = new Float64Array(base * (d + 1) * d);
  for (let block = 0, at = 0; block <= d; block++)
    for (let i = 0; i < base; i++)
      for (let k = 0; k < d; k++, at++)
        points[at] = columns[k](unit[i * 2 * d + (block === k + 1 ? d + k : k)]);
  return points;
}

/** Mean squared change by each column over twice the variance, at most 1; 0 for a curve that is flat. */
function sharesOf(curve: Float64Array, base: number, d: number): number[] {
  let mean = 0;
  for (const value of curve) mean += value / curve.length;
  let variance = 0;
  for (const value of curve) variance += (value - mean) ** 2 / curve.length;
  return Array.from({ length: d }, (_, k) => {
    let change = 0;
    for (let i = 0; i < base; i++) change += (curve[(k + 1) * base + i] - curve[i]) ** 2 / base;
    return variance > 0 ? Math.min(1, change / (2 * variance)) : 0;
  });
}
