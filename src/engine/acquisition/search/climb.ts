import { zeros } from '../../linalg/zeros.ts';
import type { Abandon } from '../../optim/batch.ts';
import { type MinimizeBatchResult, minimizeBatch } from '../../optim/lbfgs.ts';
import { hull, spanOf } from '../../space/encode.ts';
import type { FeasibleRegion } from '../../space/feasible-region.ts';
import { realColumns } from './moves.ts';
import { type LinearLimits, refine } from './refine.ts';

/** What a search maximizes over groups of q points: raw encoded [G, q, d] in. */
export interface Scorer {
  readonly q: number;
  /** A cheap approximation that says which starts are worth scoring. */
  readonly screen?: Scorer;
  /** A cheap approximation that is climbed first, so that the score itself is climbed from few points near its maxima. */
  readonly rough?: Scorer;
  /** What the score smooths: candidates are ranked by it in the end, as smoothing may prefer one that it counts twice. */
  readonly exact?: Scorer;
  /** What the score of one point follows from, where that is mean and variance of one model. */
  readonly moments?: ScoreOfMoments;
  /** Does work with a smooth approximation for the surroundings of points [m, d]. */
  around?<T>(points: Float64Array, work: (scorer: Scorer) => T): T;
  /** [G]. */
  values(points: Float64Array): Float64Array;
  /** [G] and, per raw unit, [G, q, d]; `indexes` [G] tell a scorer that differs by group which groups these are. */
  gradients(
    points: Float64Array,
    indexes?: ArrayLike<number>,
  ): { readonly value: Float64Array; readonly gradient: Float64Array };
}

/** Mean and variance [m] of a model at points [m, d] and their slopes [m, d] per raw unit; output units. */
export interface Moments {
  readonly mean: Float64Array;
  readonly variance: Float64Array;
  readonly dMean: Float64Array;
  readonly dVariance: Float64Array;
}

export interface ScoreOfMoments {
  /** At points [m, d]; the caller's own. */
  at(points: Float64Array): Moments;
  scored(moments: Moments): { readonly value: Float64Array; readonly gradient: Float64Array };
}

export type ScorerOfMoments = Scorer & Required<Pick<Scorer, 'moments'>>;

export interface ClimbOptions {
  /** Free real columns that move; all by default. */
  readonly columns?: readonly number[];
  readonly iterations: number;
  /** Stops where a step gains less (units of the value). */
  readonly tolerance: number;
  /** Size of the values where they are no logarithms; 1 by default. */
  readonly unit?: number;
  /** A group ends where its next step is expected to gain no more than this (in tolerances; where only bounds hold it); ten by default. */
  readonly worth?: number;
  /** How many of the best groups continue after a number of rounds (where only bounds hold them); all by default. */
  readonly keep?: (rounds: number) => number;
  /** Gives up groups that expect too little to catch up with the best one (where only bounds hold them). */
  readonly race?: boolean;
  /** Gives up a group whose last three rounds gained less (in tolerances; where only bounds hold them). */
  readonly crawl?: number;
  /** Steps whose curvature is remembered (where only bounds hold them). */
  readonly memory?: number;
  /** Gives up a group at once where this multiple of the gain expected of its next step does not reach the best (where only bounds hold them). */
  readonly behind?: number;
  /** Curvature of a like score on the way to the same points, group by group. */
  readonly pairs?: Climbed['pairs'];
}

export interface Climbed {
  /** [G, q, d], real columns feasible up to rounding. */
  readonly points: Float64Array;
  /** [G] the score there. */
  readonly values: Float64Array;
  /** What was learned of the curvature, where only bounds hold the points. */
  readonly pairs?: MinimizeBatchResult['pairs'];
}

/** Largest slope per range, in units of the score, with which a climb ends. */
const FLAT = 1e-5;

/** Expected gain that is worth a step (in tolerances). */
const WORTH_A_STEP = 10;

/** The same in units of the value. */
export const worthOfStep = ({ worth, tolerance }: ClimbOptions): number =>
  (worth ?? WORTH_A_STEP) * tolerance;

/** A climb from a maximum of an approximation is abandoned where this multiple of its expected gain does not reach the best. */
export const MAX_GAINS_BEHIND = 3;

/** Rounds before groups are abandoned, and what they may be behind: in expected gains of the next step, and in gains of the last two. */
const RACE = { patience: 3, expected: 3, gained: 2 };

/**
 * Moves the free real columns of every group uphill, lattice columns as they are; all groups in one batch.
 *
 * Bounds alone go to the bounded L-BFGS, constraints over real columns to the quadratic-programming ascent.
 *
 * @param points [G, q, d] inside the region  @returns [G, q, d], real columns feasible up to rounding
 */
export function climb(
  scorer: Scorer,
  region: FeasibleRegion,
  points: Float64Array,
  options: ClimbOptions,
): Float64Array {
  return (options.columns ?? realColumns(region)).length === 0 || points.length === 0
    ? points
    : ascend(scorer, region, points, options).points;
}

/** The same with the scores and the curvature, where there are real columns and points. */
export function ascend(
  scorer: Scorer,
  region: FeasibleRegion,
  points: Float64Array,
  options: ClimbOptions,
): Climbed {
  const units = unitsOf(scorer, region, points, options.columns ?? realColumns(region));
  const { q, columns, groups } = units;
  const r = columns.length;
  const starts = gather(units);
  const everyone = Array.from({ length: groups }, (_, g) => g);
  const limits = linearLimits(region, columns, points, q);
  const unit = options.unit ?? 1;
  const tolerance = options.tolerance / unit;
  if (limits !== undefined) {
    const evaluate = (at: ArrayLike<number>, indexes: ArrayLike<number>) =>
      evaluateAt(scorer, units, at, indexes, unit);
    const top = refine(evaluate, starts, limits, { ...options, tolerance });
    return {
      points: scatter(units, top.points, everyone),
      values: top.value.map((value) => value * unit),
    };
  }
  const abandon = abandonOf({ ...options, tolerance }, groups);
  const answer = minimizeBatch({
    x0: starts,
    lower: new Float64Array(q * r),
    upper: new Float64Array(q * r).fill(1),
    evaluate: (xs, indexes) => {
      const { value, gradient } = evaluateAt(scorer, units, xs, indexes, -unit);
      return { values: value, gradients: gradient };
    },
    options: {
      maxIterations: options.iterations,
      maxEvaluations: 2 * options.iterations,
      firstStep: 0.1,
      gradientTolerance: Math.min(tolerance, FLAT),
      leastGain: tolerance,
      valueTolerance: 0,
      expectedTolerance: worthOfStep({ ...options, tolerance }),
      ...(abandon ? { abandon } : {}),
      ...(options.memory ? { memory: options.memory } : {}),
      ...(options.pairs ? { pairs: options.pairs } : {}),
    },
  });
  return {
    points: scatter(units, answer.x, everyone),
    values: answer.values.map((value) => -value * unit),
    pairs: answer.pairs,
  };
}

/** The free real columns of groups of points, in unit coordinates: 0 at the low end of a column, 1 at the high end. */
interface Units {
  readonly points: Float64Array;
  readonly groups: number;
  readonly q: number;
  readonly d: number;
  readonly columns: readonly number[];
  readonly low: Float64Array;
  readonly span: Float64Array;
}

function unitsOf(
  { q }: Scorer,
  region: FeasibleRegion,
  points: Float64Array,
  columns: readonly number[],
): Units {
  const { dimensions } = region.space;
  const d = dimensions.length;
  return {
    ...{ points, groups: points.length / (q * d), q, d, columns },
    low: Float64Array.from(columns, (column) => hull(dimensions[column])[0]),
    span: Float64Array.from(columns, (column) => spanOf(dimensions[column])),
  };
}

/** Unit coordinates [G, q, r] of all groups. */
function gather({ points, groups, q, d, columns, low, span }: Units): Float64Array {
  const r = columns.length;
  const units = zeros(groups * q * r);
  for (let i = 0; i < groups * q; i++) {
    for (let c = 0; c < r; c++) units[i * r + c] = (points[i * d + columns[c]] - low[c]) / span[c];
  }
  return units;
}

/** The groups `indexes` with these unit coordinates, as points. */
function scatter(
  { points, q, d, columns, low, span }: Units,
  units: ArrayLike<number>,
  indexes: ArrayLike<number>,
): Float64Array {
  const r = columns.length;
  const raw = zeros(indexes.length * q * d);
  for (let a = 0; a < indexes.length; a++) {
    raw.set(points.subarray(indexes[a] * q * d, (indexes[a] + 1) * q * d), a * q * d);
    for (let i = a * q; i < (a + 1) * q; i++) {
      for (let c = 0; c < r; c++) raw[i * d + columns[c]] = low[c] + units[i * r + c] * span[c];
    }
  }
  return raw;
}

/** Values in units of `unit`, and their gradients per unit coordinate; of −score where it is negative. */
function evaluateAt(
  scorer: Scorer,
  units: Units,
  at: ArrayLike<number>,
  indexes: ArrayLike<number>,
  unit: number,
) {
  const { q, d, columns, span } = units;
  const r = columns.length;
  const { value, gradient } = scorer.gradients(scatter(units, at, indexes), indexes);
  const scaled = zeros(indexes.length * q * r);
  for (let i = 0; i < indexes.length * q; i++) {
    for (let c = 0; c < r; c++) scaled[i * r + c] = (gradient[i * d + columns[c]] / unit) * span[c];
  }
  if (unit === 1) return { value, gradient: scaled };
  const counted = zeros(value.length);
  for (let a = 0; a < value.length; a++) counted[a] = value[a] / unit;
  return { value: counted, gradient: scaled };
}

/** Every rule hears of every round. */
function abandonOf(options: ClimbOptions, groups: number): Abandon | undefined {
  const { keep, behind, race, crawl, tolerance } = options;
  const rules = [
    ...(keep ? [leavingAllBut(keep)] : []),
    ...(behind !== undefined ? [leavingThoseBehind(behind)] : []),
    ...(race ? [leavingLaggards(groups)] : []),
    ...(crawl !== undefined ? [leavingCrawlers(groups, crawl * tolerance)] : []),
  ];
  if (rules.length === 0) return undefined;
  return (group, rounds, standing) => {
    let leaves = false;
    for (const rule of rules) leaves = rule(group, rounds, standing) || leaves;
    return leaves;
  };
}

/** Abandons a group where `behind` times the gain expected of its next step does not reach the best. */
function leavingThoseBehind(behind: number): Abandon {
  return (group, _, { values, expected }) => {
    let best = values[group];
    for (const value of values) if (value < best) best = value;
    return values[group] - best > behind * Math.max(expected[group], 0);
  };
}

/** Abandons the groups that as many as are to be kept are ahead of; smaller values are better here. */
function leavingAllBut(keep: (rounds: number) => number): Abandon {
  return (group, rounds, { values }) => {
    let ahead = 0;
    for (const value of values) if (value < values[group]) ahead++;
    return ahead >= keep(rounds);
  };
}

/** Rounds whose gain shows whether a group crawls. */
const CRAWL = 3;

/** Abandons the groups that gained less in the last rounds. */
function leavingCrawlers(groups: number, least: number): Abandon {
  /** Values after the last rounds, by the round modulo their number. */
  const recent = Array.from({ length: CRAWL }, () => new Float64Array(groups).fill(Number.POSITIVE_INFINITY));
  return (group, round, { values }) => {
    const row = recent[round % CRAWL];
    const gained = row[group] - values[group];
    row[group] = values[group];
    return gained < least;
  };
}

/** Abandons the groups that would have to gain much more than they expect, and lately gained, to catch up with the best. */
function leavingLaggards(groups: number): Abandon {
  /** Values after the last two rounds, by the round's parity. */
  const recent = [0, 1].map(() => new Float64Array(groups).fill(Number.POSITIVE_INFINITY));
  return (group, round, { values, expected }) => {
    const row = recent[round % 2];
    const gained = row[group] - values[group];
    row[group] = values[group];
    if (round < RACE.patience) return false;
    let best = values[group];
    for (const value of values) if (value < best) best = value;
    return values[group] - best > RACE.expected * Math.max(expected[group], 0) + RACE.gained * gained;
  };
}

/** Rows over the unit coordinates of the real columns of q points, bounds last; undefined when only bounds hold them. */
function linearLimits(
  region: FeasibleRegion,
  columns: readonly number[],
  points: Float64Array,
  q: number,
): LinearLimits | undefined {
  const { linked, space } = region;
  const r = columns.length;
  const d = space.dimensions.length;
  const groups = points.length / (q * d);
  const place = columns.map((column) => linked.columns.indexOf(column));
  const rows = linked.rows
    .filter((row) => row.source.kind === 'constraint' || row.equality)
    .map((row) => {
      const part = place.map((position) => (position < 0 ? 0 : row.normal[position]));
      return { row, part, length: Math.hypot(...part) };
    })
    .filter(({ length }) => length > 1e-10)
    .sort((a, b) => Number(b.row.equality) - Number(a.row.equality));
  if (rows.length === 0) return undefined;
  const n = q * r;
  const m = q * rows.length + 2 * n;
  const normals = new Float64Array(m * n);
  const offsets = new Float64Array(groups * m);
  const lattice = linked.columns
    .map((column, position) => ({ column, position }))
    .filter(({ column }) => !columns.includes(column));
  rows.forEach(({ row, part, length }, i) => {
    for (let j = 0; j < q; j++) {
      const index = i * q + j;
      for (let c = 0; c < r; c++) normals[index * n + j * r + c] = -part[c] / length;
      for (let g = 0; g < groups; g++) {
        let rhs = row.rhs;
        for (const { column, position } of lattice) {
          const [low, high] = hull(space.dimensions[column]);
          rhs -= (row.normal[position] * (points[(g * q + j) * d + column] - low)) / (high - low);
        }
        offsets[g * m + index] = -rhs / length;
      }
    }
  });
  for (let j = 0; j < n; j++) {
    const index = q * rows.length + 2 * j;
    normals[index * n + j] = 1;
    normals[(index + 1) * n + j] = -1;
    for (let g = 0; g < groups; g++) offsets[g * m + index + 1] = -1;
  }
  return { n, normals, offsets, equalities: q * rows.filter(({ row }) => row.equality).length };
}
