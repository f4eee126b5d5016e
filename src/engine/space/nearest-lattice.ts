import { dot } from '../linalg/products.ts';
import { hull, isLattice, levelAt, nearestLevel, settableHull } from './encode.ts';
import type { PolytopeRow } from './polytope.ts';
import { solveQuadratic } from './quadratic-program.ts';
import type { Dimension } from './space.ts';

/** Polytope rows over the unit coordinates of `dimensions`, some of which take finitely many values. */
export interface LatticeProblem {
  readonly dimensions: readonly Dimension[];
  readonly rows: readonly PolytopeRow[];
  /** Last word on a point of the lattice, in raw units and at their tolerance. */
  accepts(u: Float64Array): boolean;
}

export type LatticeAnswer =
  | { readonly verdict: 'found'; readonly u: Float64Array }
  /** No point of the lattice lies in the polytope, or none was found in `NODES` nodes. */
  | { readonly verdict: 'none' | 'gave up' };

const NODES = 4000;
const ON_LEVEL = 1e-9;

/**
 * Nearest point (Euclidean, unit coordinates) of the polytope whose lattice coordinates lie on their levels, by branch
 * and bound: each node projects onto the polytope with narrowed bounds and splits at the coordinate farthest from a level.
 *
 * Exact unless the node limit is reached; then the best point found so far. Depth first, nearer side first.
 */
export function nearestOnLattice(problem: LatticeProblem, target: ArrayLike<number>): LatticeAnswer {
  // From the first level to the last one: with a step, the last one may lie below the upper bound.
  const ends = problem.dimensions.map((one) => settableHull(one).map((code) => toUnit(one, code)));
  const stack = [
    { low: Float64Array.from(ends, ([low]) => low), high: Float64Array.from(ends, ([, high]) => high) },
  ];
  let best: Float64Array | undefined;
  let bestDistance = Number.POSITIVE_INFINITY;
  let nodes = 0;
  while (stack.length > 0) {
    if (nodes++ >= NODES) return best ? { verdict: 'found', u: best } : { verdict: 'gave up' };
    const node = stack.pop();
    if (node === undefined) break;
    const u = projectInBox(problem.rows, target, node.low, node.high);
    if (u === undefined || distance(u, target) >= bestDistance - 1e-12) continue;
    const split = farthestFromLevel(problem.dimensions, u, node);
    if (split === undefined) {
      const settled = settle(problem, target, u);
      if (settled && distance(settled, target) < bestDistance && problem.accepts(settled)) {
        best = settled;
        bestDistance = distance(settled, target);
      }
      continue;
    }
    const below = { low: node.low.slice(), high: node.high.slice() };
    const above = { low: node.low.slice(), high: node.high.slice() };
    below.high[split.column] = split.lower;
    above.low[split.column] = split.upper;
    const lowerFirst = u[split.column] - split.lower < split.upper - u[split.column];
    stack.push(...(lowerFirst ? [above, below] : [below, above]));
  }
  return best ? { verdict: 'found', u: best } : { verdict: 'none' };
}

function toUnit(dimension: Dimension, code: number): number {
  const [low, high] = hull(dimension);
  return (code - low) / (high - low);
}

function farthestFromLevel(
  dimensions: readonly Dimension[],
  u: Float64Array,
  node: { low: Float64Array; high: Float64Array },
) {
  let worst = ON_LEVEL;
  let found: { column: number; lower: number; upper: number } | undefined;
  dimensions.forEach((dimension, column) => {
    if (!isLattice(dimension) || node.low[column] === node.high[column]) return;
    const [low, high] = hull(dimension);
    const code = low + u[column] * (high - low);
    const position = nearestLevel(dimension, code);
    const nearest = toUnit(dimension, levelAt(dimension, position));
    const offset = Math.abs(u[column] - nearest);
    if (offset <= worst) return;
    const lowerPosition = nearest > u[column] ? position - 1 : position;
    worst = offset;
    found = {
      column,
      lower: toUnit(dimension, levelAt(dimension, lowerPosition)),
      upper: toUnit(dimension, levelAt(dimension, lowerPosition + 1)),
    };
  });
  return found;
}

/** Puts lattice coordinates exactly on their levels and lets the real ones make up for it. */
function settle(
  problem: LatticeProblem,
  target: ArrayLike<number>,
  u: Float64Array,
): Float64Array | undefined {
  const low = new Float64Array(u.length);
  const high = new Float64Array(u.length).fill(1);
  problem.dimensions.forEach((dimension, column) => {
    if (!isLattice(dimension)) return;
    const [from, to] = hull(dimension);
    const code = levelAt(dimension, nearestLevel(dimension, from + u[column] * (to - from)));
    low[column] = toUnit(dimension, code);
    high[column] = low[column];
  });
  return projectInBox(problem.rows, target, low, high);
}

function distance(u: ArrayLike<number>, target: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < u.length; i++) sum += (u[i] - target[i]) ** 2;
  return sum;
}

/** Projection onto the rows (constraints only) within low ≤ u ≤ high; coordinates with low = high are left out. */
function projectInBox(
  rows: readonly PolytopeRow[],
  target: ArrayLike<number>,
  low: Float64Array,
  high: Float64Array,
): Float64Array | undefined {
  const u = low.slice();
  const free: number[] = [];
  for (let j = 0; j < u.length; j++) if (low[j] < high[j]) free.push(j);
  const n = free.length;
  const kept: { normal: number[]; offset: number; equality: boolean }[] = [];
  for (const row of rows) {
    if (row.source.kind === 'bound' && !row.equality) continue;
    let rhs = row.rhs;
    for (let j = 0; j < u.length; j++) if (low[j] === high[j]) rhs -= row.normal[j] * low[j];
    const normal = free.map((j) => row.normal[j]);
    const length = Math.sqrt(dot(normal, normal));
    if (length > 1e-10) {
      kept.push({
        normal: normal.map((value) => -value / length),
        offset: -rhs / length,
        equality: row.equality,
      });
    } else if (row.equality ? Math.abs(rhs) > 1e-10 : rhs < -1e-10) {
      return undefined;
    }
  }
  kept.sort((a, b) => Number(b.equality) - Number(a.equality));
  const m = kept.length;
  const normals = new Float64Array((m + 2 * n) * n);
  const offsets = new Float64Array(m + 2 * n);
  kept.forEach((row, i) => {
    normals.set(row.normal, i * n);
    offsets[i] = row.offset;
  });
  free.forEach((j, i) => {
    normals[(m + 2 * i) * n + i] = 1;
    offsets[m + 2 * i] = low[j];
    normals[(m + 2 * i + 1) * n + i] = -1;
    offsets[m + 2 * i + 1] = -high[j];
  });
  const equalities = kept.filter((row) => row.equality).length;
  const x = solveQuadratic({
    n,
    linear: Float64Array.from(free, (j) => -target[j]),
    normals,
    offsets,
    equalities,
  });
  if (x === undefined) return undefined;
  free.forEach((j, i) => {
    u[j] = Math.min(high[j], Math.max(low[j], x[i]));
  });
  return u;
}
