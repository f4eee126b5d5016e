import { vectorLength } from './vector-length.ts';

/** Columns whose part outside the columns before them is shorter than this, relative to their own length, depend on them. */
const DEPENDENT = 1e-8;
/** Weights below this, for columns of unit length, are rounding. */
const WEIGHTLESS = 1e-6;

/** A column that is a sum of others, which are independent. */
export interface Dependence {
  readonly column: number;
  /** The others, in order; none for a column of zeros. */
  readonly on: readonly number[];
}

/**
 * Columns that depend on columns before them, by modified Gram–Schmidt, columns scaled to unit length first. All other
 * columns are independent, so that the rank is p less the count of what is returned.
 *
 * @param X [n, p] row-major
 */
export function columnDependences(X: Float64Array, n: number, p: number): Dependence[] {
  const basis: { readonly column: number; readonly unit: Float64Array; readonly shares: number[] }[] = [];
  const dependences: Dependence[] = [];
  for (let c = 0; c < p; c++) {
    const rest = Float64Array.from({ length: n }, (_, i) => X[i * p + c]);
    const own = vectorLength(rest);
    if (own > 0) for (let i = 0; i < n; i++) rest[i] /= own;
    const shares = basis.map(() => 0);
    // Twice, since once leaves what rounding put back.
    for (let pass = 0; pass < 2; pass++)
      basis.forEach(({ unit }, k) => {
        let dot = 0;
        for (let i = 0; i < n; i++) dot += unit[i] * rest[i];
        for (let i = 0; i < n; i++) rest[i] -= dot * unit[i];
        shares[k] += dot;
      });
    const length = vectorLength(rest);
    if (length > DEPENDENT)
      basis.push({ column: c, unit: rest.map((value) => value / length), shares: [...shares, length] });
    else dependences.push({ column: c, on: heldBy(basis, shares) });
  }
  return dependences;
}

/** Columns with a weight in Σ shares·unit: back substitution through the triangle of shares. */
function heldBy(
  basis: readonly { readonly column: number; readonly shares: readonly number[] }[],
  shares: readonly number[],
): number[] {
  const weights = [...shares];
  for (let k = basis.length - 1; k >= 0; k--) {
    weights[k] /= basis[k].shares[k];
    for (let j = 0; j < k; j++) weights[j] -= weights[k] * basis[k].shares[j];
  }
  return basis.flatMap(({ column }, k) => (Math.abs(weights[k]) > WEIGHTLESS ? [column] : []));
}
