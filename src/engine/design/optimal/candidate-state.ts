import { choleskyLower, inverseFromFactor, logDeterminant } from '../../linalg/cholesky.ts';
import { addInformation, sandwich, traceOfProduct } from '../../linalg/products.ts';
import { modelMatrix } from './coding.ts';
import type { DesignProblem } from './problem.ts';

/** Added to the diagonal of M, times the runs, while a start is built up. */
const RIDGE = 1e-3;
/** Rank-one updates between inversions from scratch. */
const REFRESH = 50;
/** A removal that leaves less than this part of the determinant counts as singular. */
const SINGULAR = 1e-9;

/**
 * A design made of candidate points, and what each candidate is worth to it. Candidates may occur several times.
 *
 * C = M⁻¹, B = C·W·C, and for every candidate c the variances c'Cc and c'Bc are kept up to date through rank-one
 * changes M ± gg': C ∓ uu'/(1 ± g'Cg) with u = Cg.
 */
export interface CandidateState {
  /** Candidate index of each row. */
  readonly members: number[];
  readonly linear: boolean;
  /** [N] c'Cc and c'Bc. */
  readonly variance: Float64Array;
  readonly weighted: Float64Array;
  /** log det M, or −trace(W·M⁻¹), through the updates. */
  value(): number;
  add(candidate: number): void;
  /** Takes row `position` out; its place is filled by the last row. */
  remove(position: number): void;
  /** Growth of the value by adding a candidate. */
  gainOfAdding(candidate: number): number;
  /** Loss of the value by removing a row; Infinity where M would be singular. */
  lossOfRemoving(position: number): number;
  /** c'Cf and c'Bf of all candidates with the row's model vector f, for `gainOfExchange`. */
  cross(position: number, withC: Float64Array, withB: Float64Array): void;
  /** Growth of the value when the row is exchanged for the candidate, from `cross`. */
  gainOfExchange(position: number, candidate: number, withC: Float64Array, withB: Float64Array): number;
  /** Inverts M from scratch; false when it is singular. `ridge` keeps a short start invertible. */
  rebuild(ridge: boolean): boolean;
}

/** A design over candidates `points` [N, d] that begins with the given members. */
export function createCandidateState(
  problem: DesignProblem,
  points: Float64Array,
  opening: readonly number[],
): CandidateState {
  const p = problem.model.columns.length;
  const F = modelMatrix(problem.model, points);
  const N = F.length / p;
  const W = problem.weights;
  const linear = W !== undefined;
  const members = [...opening];
  const variance = new Float64Array(N);
  const weighted = new Float64Array(linear ? N : 0);
  let C: Float64Array = new Float64Array(0);
  let B: Float64Array = new Float64Array(0);
  let level = 0;
  let trace = 0;
  let updates = 0;
  let ridged = false;

  const dot = (vector: Float64Array, c: number) => {
    let sum = 0;
    for (let k = 0; k < p; k++) sum += F[c * p + k] * vector[k];
    return sum;
  };
  const times = (Q: Float64Array, c: number) => {
    const out = new Float64Array(p);
    for (let i = 0; i < p; i++) {
      let sum = 0;
      for (let k = 0; k < p; k++) sum += Q[i * p + k] * F[c * p + k];
      out[i] = sum;
    }
    return out;
  };

  function rebuild(ridge: boolean): boolean {
    const M = problem.fixedInformation.slice();
    for (const member of members) addInformation(M, F.subarray(member * p, (member + 1) * p), p);
    if (ridge) for (let i = 0; i < p; i++) M[i * p + i] += RIDGE * problem.runs;
    const L = choleskyLower(M, p, 1e-10);
    if (L === undefined) return false;
    C = inverseFromFactor(L, p);
    level = logDeterminant(L, p);
    if (linear) {
      B = sandwich(C, W, p);
      trace = traceOfProduct(C, W);
    }
    for (let c = 0; c < N; c++) {
      variance[c] = dot(times(C, c), c);
      if (linear) weighted[c] = dot(times(B, c), c);
    }
    updates = 0;
    ridged = ridge;
    return true;
  }

  /** M + sign·gg'. */
  function update(candidate: number, sign: number): void {
    const u = times(C, candidate);
    const alpha = sign + variance[candidate];
    const s = linear ? times(B, candidate) : u;
    const b = linear ? weighted[candidate] / (alpha * alpha) : 0;
    level += Math.log(sign * alpha);
    if (linear) trace -= weighted[candidate] / alpha;
    for (let i = 0; i < p; i++) {
      for (let k = 0; k < p; k++) {
        if (linear) B[i * p + k] += b * u[i] * u[k] - (s[i] * u[k] + u[i] * s[k]) / alpha;
        C[i * p + k] -= (u[i] * u[k]) / alpha;
      }
    }
    for (let c = 0; c < N; c++) {
      const uc = dot(u, c);
      variance[c] -= (uc * uc) / alpha;
      if (linear) weighted[c] += b * uc * uc - (2 * dot(s, c) * uc) / alpha;
    }
    updates++;
    if (updates >= REFRESH) rebuild(ridged);
  }

  return {
    members,
    linear,
    variance,
    weighted,
    rebuild,
    value: () => (linear ? -trace : level),
    add(candidate) {
      members.push(candidate);
      update(candidate, 1);
    },
    remove(position) {
      const candidate = members[position];
      members[position] = members[members.length - 1];
      members.pop();
      update(candidate, -1);
    },
    gainOfAdding(candidate) {
      const d = variance[candidate];
      return linear ? weighted[candidate] / (1 + d) : Math.log1p(d);
    },
    lossOfRemoving(position) {
      const candidate = members[position];
      const left = 1 - variance[candidate];
      if (left < SINGULAR) return Number.POSITIVE_INFINITY;
      return linear ? weighted[candidate] / left : -Math.log(left);
    },
    cross(position, withC, withB) {
      const v = times(C, members[position]);
      for (let c = 0; c < N; c++) withC[c] = dot(v, c);
      if (!linear) return;
      const w = times(B, members[position]);
      for (let c = 0; c < N; c++) withB[c] = dot(w, c);
    },
    gainOfExchange(position, candidate, withC, withB) {
      const f = members[position];
      const c = withC[candidate];
      const left = 1 - variance[f];
      const ratio = (1 + variance[candidate]) * left + c * c;
      if (ratio < SINGULAR) return Number.NEGATIVE_INFINITY;
      if (!linear) return Math.log(ratio);
      const drop =
        left * weighted[candidate] + 2 * c * withB[candidate] - (1 + variance[candidate]) * weighted[f];
      return drop / ratio;
    },
  };
}
