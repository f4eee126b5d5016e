import { ValueError } from '../errors.ts';
import type { CostFunction, PiecewiseLinearCost, PiecewiseStepCost } from './record.ts';

/** Where a cost is defined: [least, largest], both included. */
export function domain(record: CostFunction): readonly [number, number] {
  if ('points' in record) return [record.points[0][0], record.points[record.points.length - 1][0]];
  if ('x_coords' in record) return [record.x_coords[0], record.x_coords[record.x_coords.length - 1]];
  return [-Infinity, Infinity];
}

/** Position of the last entry of ascending `xs` that is ≤ x; the caller knows that there is one. O(log n). */
function lastAtOrBelow(count: number, xAt: (i: number) => number, x: number): number {
  let low = 0;
  let high = count - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (xAt(middle) <= x) low = middle;
    else high = middle - 1;
  }
  return low;
}

function checkInside(record: CostFunction, x: number): void {
  const [low, high] = domain(record);
  if (x >= low && x <= high && Number.isFinite(x)) return;
  const where = low === -Infinity ? 'finite numbers' : `${low} to ${high}`;
  throw new ValueError(`cost: defined for ${where}, got x = ${x}; extend the curve or stay inside it`);
}

function piecewiseLinearAt(record: PiecewiseLinearCost, x: number): { value: number; slope: number } {
  const { points } = record;
  const i = lastAtOrBelow(points.length, (k) => points[k][0], x);
  if (i === points.length - 1) return { value: points[i][1], slope: slopeBefore(points, i) };
  const [x0, y0] = points[i];
  const [x1, y1] = points[i + 1];
  const slope = (y1 - y0) / (x1 - x0);
  // Weighted ends rather than y0 + slope·(x − x0): exact at both ends and on flats, and y1 − y0 cannot overflow.
  const width = x1 - x0;
  const t = width < Infinity ? (x - x0) / width : (x / 2 - x0 / 2) / (x1 / 2 - x0 / 2);
  return { value: t === 0 || y0 === y1 ? y0 : (1 - t) * y0 + t * y1, slope };
}

/** Slope of the last segment of non-zero width that ends at or before point i; 0 when there is none. */
function slopeBefore(points: PiecewiseLinearCost['points'], i: number): number {
  for (let k = i; k > 0; k--) {
    const width = points[k][0] - points[k - 1][0];
    if (width > 0) return (points[k][1] - points[k - 1][1]) / width;
  }
  return 0;
}

function stepAt(record: PiecewiseStepCost, x: number): number {
  const { x_coords, y_coords } = record;
  const i = lastAtOrBelow(x_coords.length, (k) => x_coords[k], x);
  return y_coords[Math.min(i, y_coords.length - 1)];
}

function at(record: CostFunction, x: number): { value: number; slope: number } {
  checkInside(record, x);
  if ('points' in record) return piecewiseLinearAt(record, x);
  if ('x_coords' in record) return { value: stepAt(record, x), slope: 0 };
  const a = 'quadratic_term' in record ? record.quadratic_term : 0;
  const { proportional_term: b, constant_term: c } = record;
  return { value: (a * x + b) * x + c, slope: 2 * a * x + b };
}

/**
 * f(x). The domain is closed; at a jump the value is the one to the right of it, at the right end the last one.
 *
 * @throws ValueError outside the domain, and for NaN and infinities
 */
export function evaluate(record: CostFunction, x: number): number {
  return at(record, x).value;
}

/** f′(x), from the right where the curve has a corner, from the left at the right end; jumps count as flat. */
export function slopeAt(record: CostFunction, x: number): number {
  return at(record, x).slope;
}

/** Values and slopes at many places at once; [m] each. Cost O(m·log points). */
export function evaluateMany(
  record: CostFunction,
  x: Float64Array,
): { readonly values: Float64Array; readonly slopes: Float64Array } {
  const values = new Float64Array(x.length);
  const slopes = new Float64Array(x.length);
  for (let i = 0; i < x.length; i++) {
    const { value, slope } = at(record, x[i]);
    values[i] = value;
    slopes[i] = slope;
  }
  return { values, slopes };
}
