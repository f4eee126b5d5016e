import { choleskyLower, inverseFromFactor, logDeterminant } from '../../../linalg/cholesky.ts';
import { addInformation, sandwich, traceOfProduct } from '../../../linalg/products.ts';
import { modelMatrix } from '../model/coding.ts';
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

/** What the functions of one candidate state share. */
interface Chosen {
  readonly problem: DesignProblem;
  readonly p: number;
  /** [N, p] model vectors of the candidates. */
  readonly F: Float64Array;
  readonly N: number;
  readonly linear: boolean;
  readonly members: number[];
  readonly variance: Float64Array;
  readonly weighted: Float64Array;
  C: Float64Array;
  B: Float64Array;
  /** log det M and trace(W·M⁻¹). */
  level: number;
  trace: number;
  updates: number;
  ridged: boolean;
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
  const linear = problem.weights !== undefined;
  const [members, variance] = [[...opening], new Float64Array(N)];
  const weighted = new Float64Array(linear ? N : 0);
  const chosen: Chosen = {
    ...{ problem, p, F, N, linear, members, variance, weighted },
    ...{ C: new Float64Array(0), B: new Float64Array(0), level: 0, trace: 0, updates: 0, ridged: false },
  };
  return {
    ...{ members, linear, variance, weighted },
    rebuild: (ridge) => rebuild(chosen, ridge),
    value: () => (linear ? -chosen.trace : chosen.level),
    add(candidate) {
      members.push(candidate);
      update(chosen, candidate, 1);
    },
    remove(position) {
      const candidate = members[position];
      members[position] = members[members.length - 1];
      members.pop();
      update(chosen, candidate, -1);
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
    cross: (position, withC, withB) => cross(chosen, members[position], withC, withB),
    gainOfExchange: (position, candidate, withC, withB) =>
      gainOfExchange(chosen, members[position], candidate, withC, withB),
  };
}

/** Product of a vector [p] with candidate c. */
function dot(F: Float64Array, p: number, vector: Float64Array, c: number): number {
  let sum = 0;
  for (let k = 0; k < p; k++) sum += F[c * p + k] * vector[k];
  return sum;
}

/** Q·f for candidate c. */
function times(F: Float64Array, p: number, Q: Float64Array, c: number): Float64Array {
  const out = new Float64Array(p);
  for (let i = 0; i < p; i++) {
    let sum = 0;
    for (let k = 0; k < p; k++) sum += Q[i * p + k] * F[c * p + k];
    out[i] = sum;
  }
  return out;
}

function rebuild(chosen: Chosen, ridge: boolean): boolean {
  const { problem, p, F, N, variance, weighted } = chosen;
  const M = problem.fixedInformation.slice();
  for (const member of chosen.members) addInformation(M, F.subarray(member * p, (member + 1) * p), p);
  if (ridge) for (let i = 0; i < p; i++) M[i * p + i] += RIDGE * problem.runs;
  const L = choleskyLower(M, p, 1e-10);
  if (L === undefined) return false;
  const C = inverseFromFactor(L, p);
  chosen.C = C;
  chosen.level = logDeterminant(L, p);
  if (problem.weights) {
    chosen.B = sandwich(C, problem.weights, p);
    chosen.trace = traceOfProduct(C, problem.weights);
  }
  for (let c = 0; c < N; c++) {
    variance[c] = dot(F, p, times(F, p, C, c), c);
    if (problem.weights) weighted[c] = dot(F, p, times(F, p, chosen.B, c), c);
  }
  chosen.updates = 0;
  chosen.ridged = ridge;
  return true;
}

/** M + sign·gg'. */
function update(chosen: Chosen, candidate: number, sign: number): void {
  const { p, F, N, linear, variance, weighted, C, B } = chosen;
  const u = times(F, p, C, candidate);
  const alpha = sign + variance[candidate];
  const s = linear ? times(F, p, B, candidate) : u;
  const b = linear ? weighted[candidate] / (alpha * alpha) : 0;
  chosen.level += Math.log(sign * alpha);
  if (linear) chosen.trace -= weighted[candidate] / alpha;
  for (let i = 0; i < p; i++) {
    for (let k = 0; k < p; k++) {
      if (linear) B[i * p + k] += b * u[i] * u[k] - (s[i] * u[k] + u[i] * s[k]) / alpha;
      C[i * p + k] -= (u[i] * u[k]) / alpha;
    }
  }
  for (let c = 0; c < N; c++) {
    const uc = dot(F, p, u, c);
    variance[c] -= (uc * uc) / alpha;
    if (linear) weighted[c] += b * uc * uc - (2 * dot(F, p, s, c) * uc) / alpha;
  }
  chosen.updates++;
  if (chosen.updates >= REFRESH) rebuild(chosen, chosen.ridged);
}

function cross(
  { p, F, N, linear, C, B }: Chosen,
  member: number,
  withC: Float64Array,
  withB: Float64Array,
): void {
  const v = times(F, p, C, member);
  for (let c = 0; c < N; c++) withC[c] = dot(F, p, v, c);
  if (!linear) return;
  const w = times(F, p, B, member);
  for (let c = 0; c < N; c++) withB[c] = dot(F, p, w, c);
}

function gainOfExchange(
  { linear, variance, weighted }: Chosen,
  member: number,
  candidate: number,
  withC: Float64Array,
  withB: Float64Array,
): number {
  const c = withC[candidate];
  const left = 1 - variance[member];
  const ratio = (1 + variance[candidate]) * left + c * c;
  if (ratio < SINGULAR) return Number.NEGATIVE_INFINITY;
  if (!linear) return Math.log(ratio);
  const drop =
    left * weighted[candidate] + 2 * c * withB[candidate] - (1 + variance[candidate]) * weighted[member];
  return drop / ratio;
}
