import { CancelledError } from '../../../errors.ts';
import { choleskyLower, inverseFromFactor, logDeterminant } from '../../../linalg/cholesky.ts';
import { traceOfProduct } from '../../../linalg/products.ts';
import type { Generator } from '../../../random/generator.ts';
import type { RunContext } from '../../../run-context.ts';

/** What may be bought: candidate runs with their prices. */
export interface PricedRuns {
  /** [N, p] model rows of the candidates. */
  readonly rows: Float64Array;
  /** p */
  readonly columns: number;
  /** [N], ≥ 0. */
  readonly prices: Float64Array;
  /** [p, p] information that is there already. */
  readonly known: Float64Array;
  /** [p, p] for A (identity) and I (moments); absent for D. */
  readonly weights: Float64Array | undefined;
}

const STARTS = 6;
const SWEEPS = 12;
/** Multiplications after which no further start and no further exchange begins. */
const WORK = 3e10;
/** Least price: a free run would be bought without end. */
const MOST_RUNS = 500;
/** Share of the known scale that keeps the information invertible before it is. */
const RIDGE = 1e-7;

/** Bought runs and C = (X'X + ridge)⁻¹, kept by rank-one updates. */
interface Basket {
  runs: number[];
  C: Float64Array;
  spent: number;
}

/** Counts looks at all candidates. */
interface Counter {
  /** @throws CancelledError */
  look(): void;
  isAffordable(): boolean;
}

function counter({ rows, columns, weights }: PricedRuns, context: RunContext): Counter {
  let done = 0;
  return {
    look() {
      if (context.cancelled?.()) throw new CancelledError('design under a budget: cancelled');
      done += rows.length * columns * (weights === undefined ? 1 : 2);
    },
    isAffordable: () => done < WORK,
  };
}

/**
 * Candidates (repeats allowed) whose prices add up to at most `budget` and whose criterion is as good as the search
 * finds: greedy by gain per price with some chance in it, then every run in turn is removed and its price spent again.
 *
 * Cost O(N·p²) per purchase.
 *
 * @returns positions in the list of candidates  @throws CancelledError
 */
export function runsWithinBudget(
  priced: PricedRuns,
  budget: number,
  generator: Generator,
  context: RunContext,
): number[] {
  let best: Basket | undefined;
  let bestValue = Number.NEGATIVE_INFINITY;
  const count = counter(priced, context);
  for (let start = 0; start < STARTS && (start === 0 || count.isAffordable()); start++) {
    const basket = emptyBasket(priced);
    fill(priced, basket, budget, count, start === 0 ? () => 1 : () => 0.5 + generator.uniform());
    improve(priced, basket, budget, count, generator);
    const value = criterionOf(priced, basket);
    if (best === undefined || value > bestValue) [best, bestValue] = [basket, value];
  }
  return best?.runs ?? [];
}

function emptyBasket(priced: PricedRuns): Basket {
  return { runs: [], C: inverseOf(priced, []), spent: 0 };
}

/** Information of some runs with the ridge on its diagonal. */
function informationOf(priced: PricedRuns, runs: readonly number[]): Float64Array {
  const { rows, columns: p, known } = priced;
  const M = known.slice();
  for (let a = 0; a < p; a++) M[a * p + a] += RIDGE;
  for (const run of runs)
    for (let a = 0; a < p; a++)
      for (let b = 0; b < p; b++) M[a * p + b] += rows[run * p + a] * rows[run * p + b];
  return M;
}

function inverseOf(priced: PricedRuns, runs: readonly number[]): Float64Array {
  const M = informationOf(priced, runs);
  return inverseFromFactor(choleskyLower(M, priced.columns, 0) as Float64Array, priced.columns);
}

/** log det, −trace or −trace with weights: larger is better. */
function criterionOf(priced: PricedRuns, basket: Basket): number {
  if (priced.weights !== undefined) return -traceOfProduct(basket.C, priced.weights);
  const L = choleskyLower(informationOf(priced, basket.runs), priced.columns, 0);
  return L === undefined ? Number.NEGATIVE_INFINITY : logDeterminant(L, priced.columns);
}

/** v = C·f and h = f'·v of a candidate. */
function leverage(priced: PricedRuns, C: Float64Array, run: number, v: Float64Array): number {
  const { rows, columns: p } = priced;
  let h = 0;
  for (let a = 0; a < p; a++) {
    let sum = 0;
    for (let b = 0; b < p; b++) sum += C[a * p + b] * rows[run * p + b];
    v[a] = sum;
    h += sum * rows[run * p + a];
  }
  return h;
}

/** What one more run adds to the criterion (Sherman and Morrison). */
function gainOf(priced: PricedRuns, v: Float64Array, h: number): number {
  const { weights, columns: p } = priced;
  if (weights === undefined) return Math.log1p(h);
  let quadratic = 0;
  for (let a = 0; a < p; a++) {
    let sum = 0;
    for (let b = 0; b < p; b++) sum += weights[a * p + b] * v[b];
    quadratic += v[a] * sum;
  }
  return quadratic / (1 + h);
}

/** C after a run was bought (sign 1) or sold (sign −1). */
function update(C: Float64Array, v: Float64Array, h: number, sign: 1 | -1): void {
  const p = v.length;
  const scale = sign / (1 + sign * h);
  for (let a = 0; a < p; a++) for (let b = 0; b < p; b++) C[a * p + b] -= scale * v[a] * v[b];
}

/** Adds the best run per price (times `luck`) while one is affordable and informative. */
function fill(priced: PricedRuns, basket: Basket, budget: number, count: Counter, luck: () => number): void {
  const { prices } = priced;
  const v = new Float64Array(priced.columns);
  const cheapest = Math.max(1e-9, prices.reduce((a, b) => Math.max(a, b), 0) * 1e-6);
  while (basket.runs.length < MOST_RUNS) {
    count.look();
    let best = -1;
    let bestWorth = 0;
    for (let run = 0; run < prices.length; run++) {
      if (basket.spent + prices[run] > budget) continue;
      const h = leverage(priced, basket.C, run, v);
      const worth = (gainOf(priced, v, h) / Math.max(prices[run], cheapest)) * luck();
      if (worth > bestWorth) [best, bestWorth] = [run, worth];
    }
    if (best < 0) return;
    const h = leverage(priced, basket.C, best, v);
    update(basket.C, v, h, 1);
    basket.runs.push(best);
    basket.spent += prices[best];
  }
}

/** Removes one run after the other and spends its price again; keeps improvements, until a sweep finds none. */
function improve(
  priced: PricedRuns,
  basket: Basket,
  budget: number,
  count: Counter,
  generator: Generator,
): void {
  const v = new Float64Array(priced.columns);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    let gained = false;
    for (let turn = basket.runs.length; turn > 0 && count.isAffordable(); turn--) {
      const before: Basket = { runs: [...basket.runs], C: basket.C.slice(), spent: basket.spent };
      const value = criterionOf(priced, basket);
      const at = generator.integer(basket.runs.length);
      const run = basket.runs[at];
      const h = leverage(priced, basket.C, run, v);
      if (h > 1 - 1e-9) continue; // without it the model cannot be estimated at all
      update(basket.C, v, h, -1);
      basket.runs.splice(at, 1);
      basket.spent -= priced.prices[run];
      fill(priced, basket, budget, count, () => 1);
      if (criterionOf(priced, basket) > value + 1e-9 * Math.abs(value)) gained = true;
      else Object.assign(basket, before);
    }
    // Rank-one updates drift; each sweep starts from the runs themselves.
    basket.C = inverseOf(priced, basket.runs);
    if (!gained) return;
  }
}
