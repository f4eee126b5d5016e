/** Largest number of runs whose order is found exactly: 2ᵐ·m² steps. */
const EXACT_UP_TO = 13;

/**
 * The order of m runs that pays the least for changes: the shortest path through all of them, started anywhere.
 *
 * @param first   [m] cost of the change into each run when it comes first
 * @param between [m][m] cost of the change from run i to run j; need not be symmetric
 * @returns positions in the order to run them. Exact (Held and Karp 1962) up to 13 runs; beyond, the best of the
 *   nearest-neighbour paths, improved by moving stretches of runs until no move helps. The given order is kept unless a
 *   cheaper one is found.
 */
export function leastSwitchingOrder(first: Float64Array, between: readonly Float64Array[]): number[] {
  const asIs = [...first.keys()];
  if (first.length === 0) return asIs;
  const [start, change] = [comparable(first), between.map(comparable)];
  const found = first.length <= EXACT_UP_TO ? exactOrder(start, change) : improvedOrder(start, change);
  return isCheaper(orderCost(found, start, change), orderCost(asIs, start, change)) ? found : asIs;
}

/** Costs scaled so that the sum of thousands of them stays finite: paths of infinite cost could not be compared. */
const comparable = (costs: Float64Array): Float64Array =>
  costs.map((cost) => Math.min(cost, Number.MAX_VALUE) * 2 ** -14);

/** By more than rounding. */
const isCheaper = (cost: number, other: number): boolean => cost < other * (1 - 1e-12);

/** Cost of carrying out runs in an order, in the units of its parts: `first` [n], if a run is the first one, and `between` [n][n], from one run to another. */
export function orderCost(
  order: readonly number[],
  first: Float64Array,
  between: readonly Float64Array[],
): number {
  return order.reduce((total, run, i) => total + (i === 0 ? first[run] : between[order[i - 1]][run]), 0);
}

function exactOrder(first: Float64Array, between: readonly Float64Array[]): number[] {
  const m = first.length;
  const sets = 1 << m;
  // least[S·m + j]: cheapest path through the runs of S that ends in j.
  const least = new Float64Array(sets * m).fill(Infinity);
  const before = new Int8Array(sets * m).fill(-1);
  for (let j = 0; j < m; j++) least[(1 << j) * m + j] = first[j];
  for (let set = 1; set < sets; set++)
    for (let i = 0; i < m; i++) {
      const here = least[set * m + i];
      if (here === Infinity) continue;
      for (let j = 0; j < m; j++) {
        if (set & (1 << j)) continue;
        const there = (set | (1 << j)) * m + j;
        const cost = here + between[i][j];
        if (cost >= least[there]) continue;
        least[there] = cost;
        before[there] = i;
      }
    }
  const all = sets - 1;
  let last = 0;
  for (let j = 1; j < m; j++) if (least[all * m + j] < least[all * m + last]) last = j;
  const order: number[] = [];
  for (let set = all, j = last; j >= 0; ) {
    order.unshift(j);
    const previous = before[set * m + j];
    set &= ~(1 << j);
    j = previous;
  }
  return order;
}

function improvedOrder(first: Float64Array, between: readonly Float64Array[]): number[] {
  let best: number[] = [];
  let bestCost = Infinity;
  for (let start = 0; start < first.length; start++) {
    const order = nearestNeighbours(start, between);
    const cost = orderCost(order, first, between);
    if (cost < bestCost) [best, bestCost] = [order, cost];
  }
  for (;;) {
    const moved = betterMove(best, bestCost, first, between);
    if (moved === undefined) return best;
    best = moved;
    bestCost = orderCost(best, first, between);
  }
}

function nearestNeighbours(start: number, between: readonly Float64Array[]): number[] {
  const order = [start];
  const left = new Set(between.keys());
  left.delete(start);
  while (left.size > 0) {
    const row = between[order[order.length - 1]];
    const next = [...left].reduce((a, b) => (row[b] < row[a] ? b : a));
    order.push(next);
    left.delete(next);
  }
  return order;
}

/** The first move of a stretch of up to three runs to another place that makes the path cheaper. */
function betterMove(
  order: readonly number[],
  cost: number,
  first: Float64Array,
  between: readonly Float64Array[],
): number[] | undefined {
  for (let length = 1; length <= 3; length++)
    for (let from = 0; from + length <= order.length; from++) {
      const rest = [...order.slice(0, from), ...order.slice(from + length)];
      const stretch = order.slice(from, from + length);
      for (let to = 0; to <= rest.length; to++) {
        const moved = [...rest.slice(0, to), ...stretch, ...rest.slice(to)];
        if (isCheaper(orderCost(moved, first, between), cost)) return moved;
      }
    }
  return undefined;
}
