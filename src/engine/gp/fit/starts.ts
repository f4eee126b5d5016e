import type { Abandon } from '../../optim/batch.ts';
import { sobol } from '../../random/sobol.ts';
import type { Variables } from './objective.ts';

/** How far, in logarithms, screened parameters lie from the initial ones: below and above. */
const REACH = { below: 2, above: 3 };
/** How far below its start a rough column of a pattern is put, where a search has the usual number of starts. */
export const ROUGH_OFFSET = 4;
/**
 * How far below its start the only lengthscale is put: rows are then nearly independent. Where part of the rows has been searched, all of them may lie so much
 * closer together that their noise takes a lengthscale far below that of the part.
 */
const ROUGH_ALONE = { few: [2, 4], more: [2, 4, 6, 8] };
/** More lengthscales than this would make too many patterns to screen. */
const MOST_PATTERNS = 20;
/** Points within this of a better one, in every coordinate of the descent, lead where that one leads. */
const NEAR = 0.3;
/** Log parameters beyond this (lengthscales of columns that do not matter) all mean the same. */
const FAR = 3;

/**
 * Points to screen, as [1 + 3·lengthscales + count, V]: the initial one; for each lengthscale the initial point with
 * that column rough, with that column flat, and with all other columns flat (the patterns that optima mostly differ
 * by), or with the only one rough and very rough; then `count` Sobol points of a box around the initial one.
 *
 * @param roughness how far below its start the lengthscale of a rough column is
 */
export function startCandidates(
  variables: Variables,
  count: number,
  seed: number,
  roughness = REACH.below,
): Float64Array {
  const { lower, upper, initial, lengthscales, count: V } = variables;
  const many = lengthscales.length > 1 && lengthscales.length <= MOST_PATTERNS && count > 0;
  const patterned = many ? lengthscales : [];
  const alone = count > 0 ? shortLengthscaleStarts(variables, 'few') : new Float64Array(0);
  const first = 1 + 3 * patterned.length + alone.length / V;
  const candidates = new Float64Array((first + count) * V);
  for (let row = 0; row < first; row++) candidates.set(initial, row * V);
  patterned.forEach((k, i) => {
    const [rough, flat, only] = [1, 2, 3].map((kind) => (3 * i + kind) * V);
    candidates[rough + k] -= roughness;
    candidates[flat + k] += REACH.above;
    for (const other of patterned) candidates[only + other] += other === k ? -roughness : REACH.above;
  });
  candidates.set(alone, V);
  if (count > 0) candidates.set(sobol(count, V, { seed }), first * V);
  for (let at = first * V; at < candidates.length; at++) {
    const k = at % V;
    const low = Math.max(lower[k], initial[k] - REACH.below);
    const high = Math.min(upper[k], initial[k] + REACH.above);
    candidates[at] = low + (high - low) * candidates[at];
  }
  for (let at = 0; at < candidates.length; at++) {
    candidates[at] = Math.min(upper[at % V], Math.max(lower[at % V], candidates[at]));
  }
  return candidates;
}

/** The initial point with the only lengthscale ever shorter [points, V]; no points where there are several. */
export function shortLengthscaleStarts(
  { lengthscales, initial, lower, count: V }: Variables,
  rows: keyof typeof ROUGH_ALONE,
): Float64Array {
  const depths = lengthscales.length === 1 ? ROUGH_ALONE[rows] : [];
  const points = new Float64Array(depths.length * V);
  depths.forEach((below, i) => {
    points.set(initial, i * V);
    const at = i * V + lengthscales[0];
    points[at] = Math.max(lower[lengthscales[0]], points[at] - below);
  });
  return points;
}

/**
 * The first `wanted` of the candidates as starts, packed: the initial one, then patterns and Sobol points in turn, each by their (negated)
 * objective, so that the first few differ in kind.
 *
 * @param random how many of the candidates, at their end, are Sobol points
 */
export function orderStarts(
  candidates: Float64Array,
  values: Float64Array,
  V: number,
  random: number,
  wanted: number,
): Float64Array {
  const count = candidates.length / V;
  const byValue = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, i) => from + i).sort((a, b) => values[a] - values[b]);
  const [patterns, points] = [byValue(1, count - random), byValue(count - random, count)];
  const order = [0];
  for (let i = 0; order.length < Math.min(wanted, count); i++) {
    if (i < points.length) order.push(points[i]);
    if (i < patterns.length) order.push(patterns[i]);
  }
  const starts = new Float64Array(Math.min(wanted, count) * V);
  for (let at = 0; at < starts.length; at++)
    starts[at] = candidates[order[Math.floor(at / V)] * V + (at % V)];
  return starts;
}

/** The best of the points [count, V] by their (negated) objective, at most `wanted`, none near a better one; packed. */
export function bestSeparated(
  points: Float64Array,
  values: Float64Array,
  V: number,
  wanted: number,
): Float64Array {
  const order = Array.from({ length: points.length / V }, (_, i) => i).sort((a, b) => values[a] - values[b]);
  const kept: number[] = [];
  for (const i of order) {
    const apart = !kept.some((other) => near(points, i * V, points, other * V, V));
    if (apart && kept.length < wanted) kept.push(i);
  }
  return Float64Array.from(
    { length: kept.length * V },
    (_, at) => points[kept[Math.floor(at / V)] * V + (at % V)],
  );
}

/** Restarts whose second derivatives put them within this of a better one (a squared distance) follow it. */
const CLOSE = 0.2;
/**
 * From which round on a restart that is behind is abandoned, and how far behind it may be: in expected gains of its next step, and in gains of
 * its last two.
 */
export interface Patience {
  readonly from: number;
  readonly expected: number;
  readonly gained: number;
}

/** By what the restarts are: a stated number of them; those of few rows; those that fewer rows have chosen; one from the optimum of fewer rows. */
export const PATIENCE = {
  stated: { from: 3, expected: 3, gained: 1 },
  long: { from: 3, expected: 12, gained: 8 },
  short: { from: 2, expected: 0.7, gained: 0.5 },
  begun: { from: 2, expected: 12, gained: 4 },
} as const satisfies Record<string, Patience>;

/**
 * Which restarts of a batch to give up: those on the heels of a better one, and those that would have to gain much more
 * than they expect, and lately gained, to catch up with the best. Without `patience` only the former: on part of the rows what is behind may lead on all of them.
 *
 * @param known a value that was found before
 */
export function createRace(
  restarts: number,
  patience: Patience | undefined,
  known = Number.POSITIVE_INFINITY,
): Abandon {
  /** Values after the last two rounds, by the round's parity. */
  const recent = [0, 1].map(() => new Float64Array(restarts));
  return (b, round, { x, values, expected, known: curvature }) => {
    const row = recent[round % 2];
    const value = values[b];
    const gained = row[b] - value;
    for (const last of round === 1 ? recent : [row]) last[b] = value;
    const V = x.length / restarts;
    let best = Math.min(value, known);
    for (let other = 0; other < restarts; other++) {
      if (values[other] < best) best = values[other];
      const ahead = values[other] < value || (values[other] === value && other < b);
      if (!ahead || value - values[other] >= 1) continue;
      if (near(x, b * V, x, other * V, V)) return true;
      if (curvature && distance(curvature, other * V * V, x, b * V, other * V, V) < CLOSE) return true;
    }
    if (!patience || round < patience.from || best === value) return false;
    const reach = patience.expected * Math.max(expected[b], 0) + patience.gained * gained;
    return value - best > reach + 1e-6 * Math.abs(best);
  };
}

/** (x_a − x_b)ᵀC(x_a − x_b) for C [V, V] at `from`. */
function distance(C: Float64Array, from: number, x: Float64Array, a: number, b: number, V: number): number {
  let total = 0;
  for (let k = 0, at = from; k < V; k++) {
    let row = 0;
    for (let l = 0; l < V; l++, at++) row += C[at] * (x[a + l] - x[b + l]);
    total += row * (x[a + k] - x[b + k]);
  }
  return total;
}

function near(x: Float64Array, a: number, y: Float64Array, b: number, V: number): boolean {
  for (let k = 0; k < V; k++) {
    const p = x[a + k];
    const q = y[b + k];
    if (Math.abs(p - q) > NEAR && !(p > FAR && q > FAR)) return false;
  }
  return true;
}
