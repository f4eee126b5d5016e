import { choleskyLower, inverseLower } from '../../linalg/cholesky.ts';
import { multiply } from '../../linalg/products.ts';
import { symmetricEigen } from '../../linalg/symmetric-eigen.ts';

/**
 * Columns [n, q] of runs in plots, without the runs: scatter within the innermost plots, and one row per plot. The
 * covariance of the runs, V = e·I + s·(same inner plot) + w·(same outer plot), is e within plots, and in the rows
 * diag(e + s·size) + w·cc' for each outer plot, with c = √size.
 */
export interface PlotStrata {
  readonly runs: number;
  readonly columns: number;
  /** [q, q]. */
  readonly within: Float64Array;
  /** [plots, q] sums of a plot over √size. */
  readonly rows: Float64Array;
  /** [plots] runs of each innermost plot. */
  readonly sizes: Float64Array;
  /** Plots of each outer plot; absent where plots are of one level. */
  readonly outer?: readonly (readonly number[])[];
}

/** [X | y], [n, p + 1]. */
export function withResponseColumn(X: Float64Array, y: Float64Array): Float64Array {
  const n = y.length;
  const p = X.length / n;
  const both = new Float64Array(n * (p + 1));
  y.forEach((value, i) => {
    both.set(X.subarray(i * p, (i + 1) * p), i * (p + 1));
    both[i * (p + 1) + p] = value;
  });
  return both;
}

/** Numbers from 0 of equal values, in order of appearance. */
function grouped(values: Int32Array): { readonly at: Int32Array; readonly count: number } {
  const numbers = new Map<number, number>();
  const at = values.map((value) => {
    const known = numbers.get(value) ?? numbers.size;
    numbers.set(value, known);
    return known;
  });
  return { at, count: numbers.size };
}

/** @param X [n, q]  @param inner [n] number of the innermost plot  @param outer [n] of the plot around it */
export function plotStrata(
  X: Float64Array,
  q: number,
  inner: Int32Array,
  outer: Int32Array | undefined,
): PlotStrata {
  const { at, count } = grouped(inner);
  const sizes = new Float64Array(count);
  const sums = new Float64Array(count * q);
  at.forEach((plot, i) => {
    sizes[plot]++;
    for (let c = 0; c < q; c++) sums[plot * q + c] += X[i * q + c];
  });
  const within = new Float64Array(q * q);
  const own = new Float64Array(q);
  at.forEach((plot, i) => {
    for (let c = 0; c < q; c++) own[c] = X[i * q + c] - sums[plot * q + c] / sizes[plot];
    addOuter(within, own, 1);
  });
  const rows = sums.map((sum, k) => sum / Math.sqrt(sizes[Math.floor(k / q)]));
  const strata = { runs: at.length, columns: q, within, rows, sizes };
  return outer === undefined ? strata : { ...strata, outer: plotsByOuter(at, count, grouped(outer)) };
}

function plotsByOuter(
  at: Int32Array,
  count: number,
  outer: { readonly at: Int32Array; readonly count: number },
): number[][] {
  const around = new Int32Array(count);
  at.forEach((plot, i) => {
    around[plot] = outer.at[i];
  });
  const members = Array.from({ length: outer.count }, (): number[] => []);
  around.forEach((whole, plot) => {
    members[whole].push(plot);
  });
  return members;
}

/** M + scale·vv'. */
function addOuter(M: Float64Array, v: Float64Array, scale: number): void {
  const q = v.length;
  for (let a = 0; a < q; a++) {
    const left = scale * v[a];
    if (left !== 0) for (let b = 0; b < q; b++) M[a * q + b] += left * v[b];
  }
}

/** Degrees of freedom that a model leaves in each stratum, the runs' own first and the outermost last. */
export function strataDegrees(strata: PlotStrata): number[] {
  const { runs, columns: p, sizes, outer } = strata;
  const all = strata.within.slice();
  const root = (plot: number) => Math.sqrt(sizes[plot]);
  const row = (plot: number) => strata.rows.subarray(plot * p, (plot + 1) * p);
  for (let plot = 0; plot < sizes.length; plot++) addOuter(all, row(plot), 1);
  const inverse = inverseLower(choleskyLower(all, p, 0) ?? all, p);
  const rankOf = (scatter: Float64Array) => shareCount(inverse, scatter, p);
  const inner = sizes.length + rankOf(strata.within) - p;
  const own = runs - p - inner;
  if (outer === undefined) return [own, inner];
  // Scatter within the outer plots: all, less the square of each outer plot's sum over its runs.
  const rest = all;
  for (const plots of outer) {
    const sum = new Float64Array(p);
    const size = plots.reduce((total, plot) => total + sizes[plot], 0);
    for (const plot of plots) for (let c = 0; c < p; c++) sum[c] += root(plot) * row(plot)[c];
    addOuter(rest, sum, -1 / size);
  }
  const whole = outer.length + rankOf(rest) - p;
  return [own, inner - whole, whole];
}

/** How many directions of the model have a share of scatter, of 1 in all, that is not rounding. */
function shareCount(inverse: Float64Array, scatter: Float64Array, p: number): number {
  const turned = Float64Array.from({ length: p * p }, (_, at) => inverse[(at % p) * p + Math.floor(at / p)]);
  const shares = multiply(multiply(inverse, scatter, p, p, p), turned, p, p, p);
  return symmetricEigen(shares, p).values.filter((share) => share > 1e-9).length;
}

/** V⁻¹ in the rows, outer plot by outer plot: diag(1/d) − α·aa' with a = c/d. */
export interface StrataInverse {
  /** Variances: of a run, of an innermost plot, and of an outer plot where there are any. */
  readonly variances: ArrayLike<number>;
  /** [plots] e + s·size. */
  readonly d: Float64Array;
  /** [plots]. */
  readonly a: Float64Array;
  /** By outer plot: its plots, α, c'V⁻¹c, and V⁻¹c over a. */
  readonly whole: readonly {
    readonly plots: readonly number[];
    readonly alpha: number;
    readonly weight: number;
    readonly shrunk: number;
  }[];
  /** log det V. */
  readonly logDeterminant: number;
}

/**
 * V⁻¹ as its products need it, for a covariance V of the runs with one variance for runs, one shared in plots and one shared in outer plots.
 *
 * @param variances of runs, plots and outer plots; the last one is left out where there are no outer plots
 */
export function strataInverse(
  { runs, sizes, outer = [] }: PlotStrata,
  variances: ArrayLike<number>,
): StrataInverse {
  const [own, inner, around = 0] = Array.from(variances);
  const d = sizes.map((size) => own + inner * size);
  const a = sizes.map((size, plot) => Math.sqrt(size) / d[plot]);
  let logDeterminant = (runs - sizes.length) * Math.log(own);
  for (const value of d) logDeterminant += Math.log(value);
  const whole = outer.map((plots) => {
    const weight = plots.reduce((sum, plot) => sum + Math.sqrt(sizes[plot]) * a[plot], 0);
    logDeterminant += Math.log1p(around * weight);
    const shrunk = 1 / (1 + around * weight);
    return { plots, alpha: around * shrunk, weight: weight * shrunk, shrunk };
  });
  return { variances, d, a, whole, logDeterminant };
}

/** V⁻¹M for rows M [plots, q]. */
export function solveRows({ d, a, whole }: StrataInverse, M: Float64Array, q: number): Float64Array {
  const solved = M.map((value, at) => value / d[Math.floor(at / q)]);
  for (const { plots, alpha } of whole) {
    if (alpha === 0) continue;
    for (let c = 0; c < q; c++) {
      const sum = plots.reduce((total, plot) => total + a[plot] * M[plot * q + c], 0);
      for (const plot of plots) solved[plot * q + c] -= alpha * sum * a[plot];
    }
  }
  return solved;
}

/** ∂V/∂variance applied to rows M [plots, q]: component 0 the runs, 1 the innermost plots, 2 the outer ones. */
export function spreadRows(
  { sizes, outer = [] }: PlotStrata,
  component: number,
  M: Float64Array,
  q: number,
): Float64Array {
  if (component === 0) return M;
  if (component === 1) return M.map((value, at) => value * sizes[Math.floor(at / q)]);
  const spread = new Float64Array(M.length);
  for (const plots of outer)
    for (let c = 0; c < q; c++) {
      const sum = plots.reduce((total, plot) => total + Math.sqrt(sizes[plot]) * M[plot * q + c], 0);
      for (const plot of plots) spread[plot * q + c] = Math.sqrt(sizes[plot]) * sum;
    }
  return spread;
}

/** tr(V⁻¹G_i) and tr(V⁻¹G_iV⁻¹G_j), G being the derivatives of V. */
export function strataTraces(strata: PlotStrata, inverse: StrataInverse) {
  const { sizes, runs, outer } = strata;
  const { d, a, whole, variances } = inverse;
  const k = outer === undefined ? 2 : 3;
  const single = new Float64Array(k);
  const double = new Float64Array(k * k);
  const free = runs - sizes.length;
  single[0] = free / variances[0];
  double[0] = free / variances[0] ** 2;
  const power = (plot: number, i: number) => (i === 0 ? 1 : sizes[plot]);
  for (let i = 0; i < 2; i++) {
    for (let plot = 0; plot < sizes.length; plot++) single[i] += power(plot, i) / d[plot];
    for (let j = 0; j < 2; j++)
      for (let plot = 0; plot < sizes.length; plot++)
        double[i * k + j] += (power(plot, i) * power(plot, j)) / d[plot] ** 2;
  }
  for (const { plots, alpha, weight, shrunk } of whole) {
    const moment = (of: (plot: number) => number) =>
      plots.reduce((sum, plot) => sum + a[plot] ** 2 * of(plot), 0);
    const first = [0, 1].map((i) => moment((plot) => power(plot, i)));
    single[2] += weight;
    double[2 * k + 2] += weight ** 2;
    for (let i = 0; i < 2; i++) {
      single[i] -= alpha * first[i];
      double[i * k + 2] += shrunk ** 2 * first[i];
      double[2 * k + i] += shrunk ** 2 * first[i];
      for (let j = 0; j < 2; j++)
        double[i * k + j] +=
          alpha ** 2 * first[i] * first[j] -
          2 * alpha * moment((plot) => (power(plot, i) * power(plot, j)) / d[plot]);
    }
  }
  return { single, double };
}
