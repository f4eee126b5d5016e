import { nearestLevel, snap } from '../../space/encode.ts';
import type { Dimension, Space } from '../../space/space.ts';

/** Side of the box as a share of each span: first, largest, and the one below which the search starts again. */
const FIRST = 0.8;
const LARGEST = 1.6;
const SMALLEST = 2 ** -7;
/** Improvements in a row that double the box. */
const SUCCESSES = 3;
/** What counts as an improvement, relative to the best value. */
const GAIN = 1e-3;

/**
 * Side of a trust region after the recorded rows, in spans: doubled by improvements in a row, halved by as many
 * failures as there are variables (at least four). Replayed from the rows, so nothing needs to be kept.
 *
 * Source: Eriksson et al. 2019 (TuRBO), arXiv:1910.01739.
 *
 * @param outputs [n] in the order of measurement, larger is better  @param d variables
 */
export function trustRegionSide(outputs: ArrayLike<number>, d: number): number {
  const patience = Math.max(4, d);
  const first = Math.min(outputs.length, 2 * (d + 1));
  let best = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < first; i++) best = Math.max(best, outputs[i]);
  let side = FIRST;
  let successes = 0;
  let failures = 0;
  for (let i = first; i < outputs.length; i++) {
    const improved = outputs[i] > best + GAIN * Math.abs(best);
    successes = improved ? successes + 1 : 0;
    failures = improved ? 0 : failures + 1;
    best = Math.max(best, outputs[i]);
    if (successes === SUCCESSES) {
      side = Math.min(LARGEST, 2 * side);
      successes = 0;
    } else if (failures === patience) {
      side /= 2;
      failures = 0;
    }
    if (side < SMALLEST) side = FIRST;
  }
  return side;
}

/**
 * The space within a box around a point of it: numbers within side·weight/2 spans, categories as they are.
 *
 * @param weights [d] around 1: sensitive variables (short lengthscales) get a narrower box
 */
export function narrowSpace(
  space: Space,
  center: ArrayLike<number>,
  side: number,
  weights: ArrayLike<number>,
): Space {
  const dimensions = space.dimensions.map((dimension, column) =>
    narrow(dimension, center[column], (side * weights[column]) / 2),
  );
  return { dimensions, constraints: space.constraints };
}

function narrow(dimension: Dimension, center: number, reach: number): Dimension {
  if (dimension.kind === 'categorical') return dimension;
  if (dimension.kind === 'discrete') {
    const span = dimension.values[dimension.values.length - 1] - dimension.values[0];
    const places = [...dimension.values.keys()];
    const near = places.filter((i) => Math.abs(dimension.values[i] - center) <= reach * span);
    const kept = near.length > 0 ? near : [nearestLevel(dimension, center)];
    return {
      ...dimension,
      values: kept.map((i) => dimension.values[i]),
      ...(dimension.log === undefined ? {} : { log: kept.map((i) => (dimension.log as number[])[i]) }),
    };
  }
  const span = dimension.high - dimension.low;
  const low = Math.max(dimension.low, center - reach * span);
  const high = Math.min(dimension.high, center + reach * span);
  // With a step the ends of the box are values that can be set, so that steps are counted from one of them.
  if (dimension.kind === 'real') {
    const on = (end: number) => (dimension.step === undefined ? end : snap(dimension, end));
    return { ...dimension, low: on(low), high: on(high) };
  }
  const [first, last] = [Math.ceil(low), Math.floor(high)];
  return first <= last
    ? { ...dimension, low: first, high: last }
    : { ...dimension, low: center, high: center };
}
