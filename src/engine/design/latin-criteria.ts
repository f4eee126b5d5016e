/** A Latin hypercube under search: level positions and coordinates, both column by column. */
export interface LatinState {
  readonly n: number;
  readonly d: number;
  /** [d, n] position 0 … n − 1 of each point in each column, a permutation per column. */
  readonly levels: Int32Array;
  /** [d, n] coordinate of each point; [d] whether a column holds labels, whose distance is 0 or 1. */
  readonly x: Float64Array;
  readonly isLabel: readonly boolean[];
}

/**
 * A number to be made small over Latin hypercubes, kept up to date under swaps of two points in one column. `tried` says
 * what a swap would make of it; `commit` follows the swap that was tried last, before the state itself is swapped.
 */
export interface LatinCriterion {
  value(): number;
  tried(column: number, a: number, b: number): number;
  commit(column: number, a: number, b: number): void;
}

/** Floor of squared distances, so that equal points cost much but stay finite. */
const NEAR = 1e-9;
/** Sums are made anew once they have shrunk to this part of their peak, as the rounding of large terms stays behind. */
const KEPT = 1e-6;
/** Exponent of the squared distance in the maximin sum: φ_p with p = 32 (Morris and Mitchell 1995). */
const HALF_POWER = 16;

function power16(x: number): number {
  const square = x * x;
  const fourth = square * square;
  const eighth = fourth * fourth;
  return eighth * eighth;
}

/**
 * Sum over pairs of a term of their entry in a symmetric matrix [n, n], kept up to date when the rows of two points are
 * replaced by `rowA` and `rowB`. It is made anew where it shrinks so far that the rounding of its peak would show.
 */
function pairSum(
  n: number,
  entries: Float64Array,
  rowA: Float64Array,
  rowB: Float64Array,
  term: (entry: number) => number,
) {
  const terms = entries.map(term);
  const termsA = new Float64Array(n);
  const termsB = new Float64Array(n);
  let total = 0;
  let peak = 0;
  let next = 0;
  let isFresh = false;

  /** The whole sum with the rows of a and b replaced. */
  function sumUp(a: number, b: number): number {
    let sum = 0;
    for (let i = 0; i < n; i++) {
      if (i === a || i === b) continue;
      sum += termsA[i] + termsB[i];
      for (let j = 0; j < i; j++) if (j !== a && j !== b) sum += terms[i * n + j];
    }
    return sum + terms[a * n + b];
  }

  function tried(a: number, b: number): number {
    let change = 0;
    for (let j = 0; j < n; j++) {
      termsA[j] = term(rowA[j]);
      termsB[j] = term(rowB[j]);
      if (j !== a && j !== b) change += termsA[j] + termsB[j] - terms[a * n + j] - terms[b * n + j];
    }
    next = total + change;
    isFresh = !(next >= KEPT * peak);
    if (isFresh) next = sumUp(a, b);
    return next;
  }

  function commit(a: number, b: number): void {
    total = next;
    peak = isFresh ? total : Math.max(peak, total);
    placeRows(n, terms, termsA, termsB, a, b);
  }

  for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) total += terms[i * n + j];
  peak = total;
  return { value: () => total, tried, commit };
}

/** Writes the rows that were tried into a symmetric matrix. */
function placeRows(
  n: number,
  entries: Float64Array,
  rowA: Float64Array,
  rowB: Float64Array,
  a: number,
  b: number,
): void {
  for (let j = 0; j < n; j++) {
    if (j === a || j === b) continue;
    entries[a * n + j] = entries[j * n + a] = rowA[j];
    entries[b * n + j] = entries[j * n + b] = rowB[j];
  }
}

const logOf = (sum: number) => Math.log(Math.max(sum, 1e-300));

/**
 * Logarithm of the sum over pairs of 1/distance^32, over 32: near minus the logarithm of the smallest distance. With
 * `ratio` the same for the largest distance is added, so that the ratio largest to smallest is made small.
 *
 * Cost of `tried` and `commit` O(n); memory [n, n].
 */
export function distanceCriterion(state: LatinState, ratio: boolean): LatinCriterion {
  const { n, d, x, isLabel } = state;
  const squared = new Float64Array(n * n);
  for (let k = 0; k < d; k++)
    for (let i = 0; i < n; i++)
      for (let j = 0; j < n; j++) {
        const difference = x[k * n + i] - x[k * n + j];
        squared[i * n + j] += isLabel[k] ? (difference === 0 ? 0 : 1) : difference * difference;
      }
  const rowA = new Float64Array(n);
  const rowB = new Float64Array(n);
  const scale = d / 6; // the average squared distance of uniform points
  const near = pairSum(n, squared, rowA, rowB, (entry) => power16(scale / Math.max(entry, NEAR)));
  const far = ratio ? pairSum(n, squared, rowA, rowB, (entry) => power16(entry / scale)) : undefined;
  const score = (nearest: number, farthest: number) =>
    (logOf(nearest) + (far ? logOf(farthest) : 0)) / (2 * HALF_POWER);

  function tried(k: number, a: number, b: number): number {
    const xa = x[k * n + a];
    const xb = x[k * n + b];
    const label = isLabel[k];
    for (let j = 0; j < n; j++) {
      const xj = x[k * n + j];
      const move = label
        ? (xa === xj ? 1 : 0) - (xb === xj ? 1 : 0)
        : (xb - xj) * (xb - xj) - (xa - xj) * (xa - xj);
      rowA[j] = squared[a * n + j] + move;
      rowB[j] = squared[b * n + j] - move;
    }
    return score(near.tried(a, b), far ? far.tried(a, b) : 0);
  }

  function commit(_k: number, a: number, b: number): void {
    placeRows(n, squared, rowA, rowB, a, b);
    near.commit(a, b);
    far?.commit(a, b);
  }

  return { value: () => score(near.value(), far ? far.value() : 0), tried, commit };
}

/**
 * Squared centred L2 discrepancy of the midpoint hypercube (coordinates (level + ½)/n whatever the types).
 *
 * Source: Hickernell 1998; update under a swap: Jin, Chen and Sudjianto 2005, doi:10.1016/j.jspi.2004.02.014.
 * Cost of `tried` and `commit` O(n); memory [n, n].
 */
export function discrepancyCriterion(state: LatinState): LatinCriterion {
  const { n, d, levels } = state;
  const z = Float64Array.from({ length: n }, (_, level) => (level + 0.5) / n - 0.5);
  const single = z.map((value) => 1 + 0.5 * Math.abs(value) - 0.5 * value * value);
  const double = Float64Array.from({ length: n * n }, (_, at) => {
    const [a, b] = [z[Math.floor(at / n)], z[at % n]];
    return 1 + 0.5 * (Math.abs(a) + Math.abs(b) - Math.abs(a - b));
  });
  const linear = new Float64Array(n).fill(1); // Π over columns of `single`
  const pairs = new Float64Array(n * n).fill(1); // Π over columns of `double`
  for (let k = 0; k < d; k++)
    for (let i = 0; i < n; i++) {
      linear[i] *= single[levels[k * n + i]];
      for (let j = 0; j < n; j++) pairs[i * n + j] *= double[levels[k * n + i] * n + levels[k * n + j]];
    }
  let total = (13 / 12) ** d;
  for (let i = 0; i < n; i++) {
    total -= (2 / n) * linear[i];
    for (let j = 0; j < n; j++) total += pairs[i * n + j] / (n * n);
  }
  const newA = new Float64Array(n);
  const newB = new Float64Array(n);
  let change = 0;

  function tried(k: number, a: number, b: number): number {
    const column = k * n;
    const la = levels[column + a];
    const lb = levels[column + b];
    let off = 0;
    for (let j = 0; j < n; j++) {
      if (j === a || j === b) continue;
      const level = levels[column + j];
      const ratio = double[lb * n + level] / double[la * n + level];
      const oldA = pairs[a * n + j];
      const oldB = pairs[b * n + j];
      newA[j] = oldA * ratio;
      newB[j] = oldB / ratio;
      off += newA[j] + newB[j] - oldA - oldB;
    }
    const self = double[lb * n + lb] / double[la * n + la];
    newA[a] = pairs[a * n + a] * self;
    newB[b] = pairs[b * n + b] / self;
    const ratio = single[lb] / single[la];
    const straight = linear[a] * (ratio - 1) + linear[b] * (1 / ratio - 1);
    change =
      (2 * off + newA[a] - pairs[a * n + a] + newB[b] - pairs[b * n + b]) / (n * n) - (2 / n) * straight;
    return Math.log(Math.max(total + change, 1e-300));
  }

  function commit(k: number, a: number, b: number): void {
    const ratio = single[levels[k * n + b]] / single[levels[k * n + a]];
    linear[a] *= ratio;
    linear[b] /= ratio;
    for (let j = 0; j < n; j++) {
      if (j === a || j === b) continue;
      pairs[a * n + j] = newA[j];
      pairs[j * n + a] = newA[j];
      pairs[b * n + j] = newB[j];
      pairs[j * n + b] = newB[j];
    }
    pairs[a * n + a] = newA[a];
    pairs[b * n + b] = newB[b];
    total += change;
  }

  return { value: () => Math.log(total), tried, commit };
}

/**
 * Logarithm of the largest correlation between columns, smoothed: (Σ r²⁰)^(1/20). Cost of `tried` O(d).
 */
export function correlationCriterion(state: LatinState): LatinCriterion {
  const { n, d, x } = state;
  const centred = new Float64Array(d * n);
  for (let k = 0; k < d; k++) {
    const column = x.subarray(k * n, (k + 1) * n);
    const mean = column.reduce((sum, value) => sum + value, 0) / n;
    const length = Math.hypot(...column.map((value) => value - mean)) || 1;
    for (let i = 0; i < n; i++) centred[k * n + i] = (x[k * n + i] - mean) / length;
  }
  const r = new Float64Array(d * d);
  for (let k = 0; k < d; k++)
    for (let l = 0; l < d; l++)
      for (let i = 0; i < n; i++) r[k * d + l] += centred[k * n + i] * centred[l * n + i];
  const row = new Float64Array(d);
  const term = (value: number) => power16(value) * value * value * value * value;

  function score(column: number): number {
    let sum = 0;
    for (let k = 0; k < d; k++)
      for (let l = 0; l < k; l++) sum += term(k === column ? row[l] : l === column ? row[k] : r[k * d + l]);
    return Math.log(Math.max(sum, 1e-300)) / 20;
  }

  function tried(k: number, a: number, b: number): number {
    const step = centred[k * n + b] - centred[k * n + a];
    for (let l = 0; l < d; l++) row[l] = r[k * d + l] + step * (centred[l * n + a] - centred[l * n + b]);
    return score(k);
  }

  function commit(k: number, a: number, b: number): void {
    for (let l = 0; l < d; l++) {
      if (l === k) continue;
      r[k * d + l] = row[l];
      r[l * d + k] = row[l];
    }
    const held = centred[k * n + a];
    centred[k * n + a] = centred[k * n + b];
    centred[k * n + b] = held;
  }

  return { value: () => score(-1), tried, commit };
}

/**
 * MaxPro: logarithm of the average over pairs of 1/Π squared differences, over the number of columns. Columns with few
 * values count differences as |Δ| + 1/values, labels as 0 or 1 in place of |Δ|, so that equal entries stay finite.
 *
 * @param offsets [d] 1/values of a column with few values, 0 for a continuous one
 *
 * Source: Joseph, Gul and Ba 2015, doi:10.1093/biomet/asv002; Joseph, Gul and Ba 2020 (factors of other types).
 */
export function maxProCriterion(state: LatinState, offsets: readonly number[]): LatinCriterion {
  const { n, d, x, isLabel } = state;
  const factor = (k: number, a: number, b: number) => {
    const size = isLabel[k] ? (a === b ? 0 : 1) : Math.abs(a - b);
    const shifted = Math.max(size + offsets[k], 1e-6);
    return 1 / (shifted * shifted);
  };
  const pairs = new Float64Array(n * n).fill(1);
  for (let k = 0; k < d; k++)
    for (let i = 0; i < n; i++)
      for (let j = 0; j < n; j++) if (i !== j) pairs[i * n + j] *= factor(k, x[k * n + i], x[k * n + j]);
  const rowA = new Float64Array(n);
  const rowB = new Float64Array(n);
  const sum = pairSum(n, pairs, rowA, rowB, (entry) => entry);
  const score = (value: number) => logOf(value) / d;

  function tried(k: number, a: number, b: number): number {
    const xa = x[k * n + a];
    const xb = x[k * n + b];
    for (let j = 0; j < n; j++) {
      const ratio = factor(k, xb, x[k * n + j]) / factor(k, xa, x[k * n + j]);
      rowA[j] = pairs[a * n + j] * ratio;
      rowB[j] = pairs[b * n + j] / ratio;
    }
    return score(sum.tried(a, b));
  }

  function commit(_k: number, a: number, b: number): void {
    placeRows(n, pairs, rowA, rowB, a, b);
    sum.commit(a, b);
  }

  return { value: () => score(sum.value()), tried, commit };
}
