import type { Generator } from '../../../random/generator.ts';
import type { Dimension } from '../../../space/space.ts';
import { fromCoded, toCoded } from '../model/coding.ts';
import type { LinearModel } from '../model/model-terms.ts';
import { type CodedRegion, isFeasible } from './coded-region.ts';
import { latticeLevels } from './levels.ts';

/**
 * Spreads dimensions that the model does not name over their values: equidistant values (numbers) or all values in turn
 * (allowed values, categories), in random order; under constraints within what the rest of each row leaves open.
 *
 * @param rows [n, d] coded, changed in place
 */
export function spreadUnmodelledDimensions(
  model: LinearModel,
  region: CodedRegion,
  rows: Float64Array,
  generator: Generator,
): void {
  const d = model.dimensions.length;
  const n = rows.length / d;
  model.dimensions.forEach((dimension, j) => {
    if (model.columns.some(({ pieces }) => pieces.some((piece) => piece.dimension === j))) return;
    const order = generator.shuffle(Int32Array.from({ length: n }, (_, i) => i));
    for (let i = 0; i < n; i++) {
      const row = rows.subarray(i * d, (i + 1) * d);
      place(dimension, region, row, j, { position: order[i], n });
    }
  });
}

/** Sets coordinate j of a row to the `position`-th of n values, or to the nearest feasible one; keeps it where there is none. */
function place(
  dimension: Dimension,
  region: CodedRegion,
  target: Float64Array,
  j: number,
  { position, n }: { readonly position: number; readonly n: number },
): void {
  const row = target.slice();
  if (dimension.kind === 'real' || dimension.kind === 'integer') {
    const [low, high] = feasibleInterval(region, row, j);
    const share = n === 1 ? 0.5 : position / (n - 1);
    row[j] = low + share * (high - low);
    row[j] = toCoded(model1(dimension), fromCoded(model1(dimension), [row[j]]))[0];
  } else {
    const values = latticeLevels(dimension, 2);
    row[j] = values[position % values.length];
  }
  if (isFeasible(region, row, 0, row.length)) target[j] = row[j];
}

const model1 = (dimension: Dimension): readonly Dimension[] => [dimension];

/** Coded values of coordinate j that the inequalities allow beside the rest of the row; one value under an equality. */
function feasibleInterval(region: CodedRegion, row: Float64Array, j: number): [number, number] {
  const d = row.length;
  let low = -1;
  let high = 1;
  for (let k = 0; k < region.limits.length; k++) {
    const normal = region.normals[k * d + j];
    if (normal === 0) continue;
    let room = region.limits[k];
    for (let q = 0; q < d; q++) if (q !== j) room -= region.normals[k * d + q] * row[q];
    if (normal > 0) high = Math.min(high, room / normal);
    else low = Math.max(low, room / normal);
  }
  for (let k = 0; k < region.equalityLimits.length; k++) {
    if (region.equalityNormals[k * d + j] !== 0) return [row[j], row[j]];
  }
  return [Math.min(low, row[j]), Math.max(high, row[j])];
}
