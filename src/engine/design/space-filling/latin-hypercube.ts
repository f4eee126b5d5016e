import { CancelledError } from '../../errors.ts';
import type { Generator } from '../../random/generator.ts';
import type { RunContext } from '../../run-context.ts';
import { settableCount } from '../../space/encode.ts';
import type { Dimension } from '../../space/space.ts';
import type { DesignOptions } from '../options.ts';
import { correlationCriterion } from './correlation-criterion.ts';
import { discrepancyCriterion } from './discrepancy-criterion.ts';
import { distanceCriterion } from './distance-criterion.ts';
import type { LatinCriterion, LatinState } from './latin-criterion.ts';
import { maxProCriterion } from './maxpro-criterion.ts';

/** What a Latin hypercube is searched for. */
type LhsCriterion = NonNullable<DesignOptions['lhsCriterion']>;

/** What a column holds: `levels` equally likely values (Infinity for a real one), categories or numbers. */
export interface LatinColumn {
  readonly levels: number;
  readonly isLabel: boolean;
}

/** The hypercube that is wanted. */
interface Hypercube {
  /** Points. */
  readonly n: number;
  readonly columns: readonly LatinColumn[];
  readonly criterion: LhsCriterion;
  /** Part of the usual search, above 0 to 1; 1 by default. */
  readonly effort?: number | undefined;
}

/** Columns of a hypercube of n points. A real variable with more steps than points is as good as without steps. */
export const latinColumns = (dimensions: readonly Dimension[], n: number): LatinColumn[] =>
  dimensions.map((dimension) => {
    const levels = settableCount(dimension);
    return {
      levels: dimension.kind === 'real' && levels > n ? Number.POSITIVE_INFINITY : levels,
      isLabel: dimension.kind === 'categorical',
    };
  });

/** How a search goes: annealings from fresh starts, swaps in each, and the fall of the temperature on the scale of the (logarithmic) criterion. */
interface Cooling {
  readonly rounds: number;
  readonly swaps: number;
  readonly hot: number;
  readonly cold: number;
}

/** Point updates that a search may spend, about half a second. */
const WORK = 2e7;
/** The same for discrepancy, whose updates cost less. */
const DISCREPANCY_WORK = 4.5e7;
/** Swaps per entry of the hypercube after which one annealing gains little. */
const SWAPS_PER_ENTRY = 3000;
/** Annealings after which more gain little, and the same for distances, which few points trap in many local optima. */
const MOST_ROUNDS = 3;
const MOST_DISTANCE_ROUNDS = 30;
/** Every second annealing of distances starts this much hotter: it leaves local optima that the others stay in. */
const HOTTER = 10;

const isByDistance = (criterion: LhsCriterion): boolean =>
  criterion === 'maximin' || criterion === 'ratio' || criterion === 'maxpro';

function cooling(criterion: LhsCriterion, n: number, d: number, effort: number): Cooling {
  const perSwap = criterion === 'correlation' ? d * d : n;
  const work = effort * (criterion === 'discrepancy' ? DISCREPANCY_WORK : WORK);
  const swaps = Math.round(Math.min(work / perSwap, SWAPS_PER_ENTRY * n * d * effort));
  const most = Math.ceil((isByDistance(criterion) ? MOST_DISTANCE_ROUNDS : MOST_ROUNDS) * effort);
  const rounds = Math.max(1, Math.min(most, Math.floor(work / (perSwap * swaps))));
  if (criterion === 'discrepancy') return { rounds, swaps, hot: 0.02 / d ** 1.3, cold: 2e-5 / d ** 1.3 };
  // few points: values far apart, warm; many: small steps count to the end
  const cold = Math.min(0.004, Math.max(0.0002, 1 / (n * n)));
  return { rounds, swaps, hot: 0.03 / d, cold: cold / d };
}

/** Where the search measures a level: numbers from 0 to 1, evenly; columns with few values at those values. */
function coordinate({ levels, isLabel }: LatinColumn, level: number, n: number): number {
  if (levels === Number.POSITIVE_INFINITY) return n === 1 ? 0.5 : level / (n - 1);
  const position = Math.min(levels - 1, Math.floor(((level + 0.5) / n) * levels));
  return isLabel || levels === 1 ? position : position / (levels - 1);
}

function criterionOf(name: LhsCriterion, state: LatinState, columns: readonly LatinColumn[]): LatinCriterion {
  switch (name) {
    case 'discrepancy':
      return discrepancyCriterion(state);
    case 'correlation':
      return correlationCriterion(state);
    case 'maxpro':
      return maxProCriterion(
        state,
        columns.map(({ levels }) => (levels === Number.POSITIVE_INFINITY ? 0 : 1 / levels)),
      );
    default:
      return distanceCriterion(state, name === 'ratio');
  }
}

/**
 * Simulated annealing by swaps within a column. Leaves the best hypercube met in `state.levels`.
 *
 * @returns its value
 * @throws CancelledError when nobody waits any more
 */
function anneal(
  state: LatinState,
  criterion: LatinCriterion,
  { swaps, hot, cold }: Cooling,
  generator: Generator,
  context: Pick<RunContext, 'cancelled' | 'progress'>,
): number {
  const { n, d, levels, x } = state;
  let current = criterion.value();
  let best = current;
  const bestLevels = levels.slice();
  for (let step = 0; step < swaps; step++) {
    if (step % 8192 === 0) {
      if (context.cancelled?.()) throw new CancelledError('design: cancelled');
      context.progress?.(step / swaps, 'searching the Latin hypercube');
    }
    const temperature = hot * (cold / hot) ** (step / swaps);
    const k = generator.integer(d);
    const a = generator.integer(n);
    const b = (a + 1 + generator.integer(n - 1)) % n;
    const next = criterion.tried(k, a, b);
    if (next > current && generator.uniform() >= Math.exp((current - next) / temperature)) continue;
    criterion.commit(k, a, b);
    swapIn(levels, k * n + a, k * n + b);
    swapIn(x, k * n + a, k * n + b);
    current = criterion.value();
    if (current < best - 1e-12) {
      best = current;
      bestLevels.set(levels);
    }
  }
  levels.set(bestLevels);
  return best;
}

function swapIn(values: Int32Array | Float64Array, a: number, b: number): void {
  const held = values[a];
  values[a] = values[b];
  values[b] = held;
}

/** A random permutation per column, [d, n]. */
function shuffledLevels(n: number, d: number, generator: Generator): Int32Array {
  const levels = Int32Array.from({ length: d * n }, (_, at) => at % n);
  for (let k = 0; k < d; k++) generator.shuffle(levels.subarray(k * n, (k + 1) * n));
  return levels;
}

/** Levels [d, n] of the best hypercube of a few annealings. */
function bestOfRounds(
  { n, columns, criterion, effort = 1 }: Hypercube,
  generator: Generator,
  context: Pick<RunContext, 'cancelled' | 'progress'>,
): Int32Array {
  const d = columns.length;
  const plan = cooling(criterion, n, d, effort);
  let best = Number.POSITIVE_INFINITY;
  let bestLevels: Int32Array = new Int32Array(0);
  for (let round = 0; round < plan.rounds; round++) {
    const levels = shuffledLevels(n, d, generator);
    const state: LatinState = {
      n,
      d,
      levels,
      x: Float64Array.from(levels, (level, at) => coordinate(columns[Math.floor(at / n)], level, n)),
      isLabel: columns.map(({ isLabel }) => isLabel),
    };
    const isHotter = isByDistance(criterion) && round % 2 === 1;
    const own = isHotter ? { ...plan, hot: HOTTER * plan.hot } : plan;
    const value = anneal(state, criterionOf(criterion, state, columns), own, generator, {
      ...(context.cancelled && { cancelled: () => context.cancelled?.() ?? false }),
      progress: (fraction, message) => context.progress?.((round + fraction) / plan.rounds, message),
    });
    if (value >= best) continue;
    best = value;
    bestLevels = levels;
  }
  return bestLevels;
}

/**
 * Latin hypercube in the unit cube: each column has one point in each of n cells.
 *
 * Positions inside the cells: uniform for `none` and `correlation`; the middles for `centered`, `discrepancy` and
 * columns with few values; level/(n − 1), which spreads the ends to the bounds, where distances count.
 *
 * Source: McKay, Beckman and Conover 1979, doi:10.1080/00401706.1979.10489755; annealing after Morris and Mitchell 1995,
 * doi:10.1016/0378-3758(94)00035-T.
 *
 * @returns [n, d] row-major in [0, 1]
 * @throws CancelledError
 */
export function latinHypercube(
  hypercube: Hypercube,
  generator: Generator,
  context: Pick<RunContext, 'cancelled' | 'progress'> = {},
): Float64Array {
  const { n, columns, criterion } = hypercube;
  const d = columns.length;
  const searched = criterion !== 'none' && criterion !== 'centered' && n > 2 && d > 1;
  const levels = searched ? bestOfRounds(hypercube, generator, context) : shuffledLevels(n, d, generator);
  const spread = isByDistance(criterion);
  const random = criterion === 'none' || criterion === 'correlation';
  const points = new Float64Array(n * d);
  for (let k = 0; k < d; k++)
    for (let i = 0; i < n; i++) {
      const level = levels[k * n + i];
      const real = columns[k].levels === Number.POSITIVE_INFINITY;
      if (real && spread && n > 1) points[i * d + k] = level / (n - 1);
      else points[i * d + k] = (level + (real && random ? generator.uniform() : 0.5)) / n;
    }
  return points;
}
