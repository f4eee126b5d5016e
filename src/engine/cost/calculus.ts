import { domain, evaluate } from './evaluate.ts';
import type { CostFunction } from './record.ts';

/** A curve as its pieces of non-zero width, each with its values at the left end and just before the right end. */
interface Piece {
  readonly x0: number;
  readonly x1: number;
  readonly y0: number;
  readonly y1: number;
}

function pieces(record: CostFunction): Piece[] {
  if ('points' in record)
    return record.points
      .slice(1)
      .map(([x1, y1], i) => ({ x0: record.points[i][0], x1, y0: record.points[i][1], y1 }))
      .filter(({ x0, x1 }) => x1 > x0);
  if ('x_coords' in record)
    return record.y_coords
      .map((y, i) => ({ x0: record.x_coords[i], x1: record.x_coords[i + 1], y0: y, y1: y }))
      .filter(({ x0, x1 }) => x1 > x0);
  throw new TypeError('pieces: takes a piecewise record');
}

const slope = (piece: Piece) => (piece.y1 - piece.y0) / (piece.x1 - piece.x0);

/**
 * ∫ f from `from` to `to`, exactly (from > to gives the negative).
 *
 * @throws ValueError outside the domain
 */
export function integralBetween(record: CostFunction, from: number, to: number): number {
  for (const x of [from, to]) evaluate(record, x); // outside the domain: refused here, with its message
  if (from > to) return -integralBetween(record, to, from);
  if ('proportional_term' in record) {
    const a = 'quadratic_term' in record ? record.quadratic_term : 0;
    const h = to - from;
    const m = (from + to) / 2;
    // Midpoint form of the antiderivative: no difference of large powers.
    return h * ((a * m + record.proportional_term) * m + record.constant_term) + (a * h * h * h) / 12;
  }
  let total = 0;
  for (const part of pieces(record)) {
    const low = Math.max(from, part.x0);
    const high = Math.min(to, part.x1);
    if (low >= high) continue;
    total += (high - low) * (part.y0 + slope(part) * ((low + high) / 2 - part.x0));
  }
  return total;
}

export type Convexity = 'affine' | 'convex' | 'concave' | 'neither';

/** Relative room for rounding when slopes and ends of neighbouring pieces are compared. */
const ROUNDING = 1e-12;

/**
 * Shape of the curve on its whole domain. A jump inside makes it neither; one at the right end (where the last
 * value holds) may bend the curve further its own way; one at the left end is not part of it.
 */
export function convexity(record: CostFunction): Convexity {
  if ('proportional_term' in record) {
    const a = 'quadratic_term' in record ? record.quadratic_term : 0;
    return a === 0 ? 'affine' : a > 0 ? 'convex' : 'concave';
  }
  const parts = pieces(record);
  if (parts.length === 0) return 'affine';
  const steepest = Math.max(...parts.map((part) => Math.abs(slope(part))));
  const highest = Math.max(...parts.map((part) => Math.max(Math.abs(part.y0), Math.abs(part.y1))));
  const sign = (change: number, size: number) =>
    Math.abs(change) <= ROUNDING * size ? 0 : Math.sign(change);
  const last = parts[parts.length - 1];
  const bends = [sign(evaluate(record, domain(record)[1]) - last.y1, highest)];
  for (let i = 1; i < parts.length; i++) {
    if (sign(parts[i].y0 - parts[i - 1].y1, highest) !== 0) return 'neither';
    bends.push(sign(slope(parts[i]) - slope(parts[i - 1]), steepest));
  }
  if (bends.every((bend) => bend === 0)) return 'affine';
  return bends.every((bend) => bend >= 0)
    ? 'convex'
    : bends.every((bend) => bend <= 0)
      ? 'concave'
      : 'neither';
}
