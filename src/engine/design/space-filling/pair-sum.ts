/** Sums are made again once they have shrunk to this part of their peak, as the rounding of large terms stays behind. */
const KEPT = 1e-6;
/**
 * Sum over pairs of a term of their entry in a symmetric matrix [n, n], kept up to date when the rows of two points are
 * replaced by `rowA` and `rowB`. It is made again where it shrinks so far that the rounding of its peak would show.
 */
export function pairSum(
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

/** Writes rowA and rowB [n] as rows and columns a and b of a symmetric matrix [n, n]; the entries at (a, b) stay. */
export function placeRows(
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

/** Logarithm of a sum, finite. */
export const logOf = (sum: number) => Math.log(Math.max(sum, 1e-300));
