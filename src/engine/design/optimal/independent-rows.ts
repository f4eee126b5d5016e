import { vectorLength } from '../../linalg/vector-length.ts';
import { modelMatrix } from './coding.ts';
import type { DesignProblem } from './problem.ts';

/** A row depends on others where less than this share of it lies outside of them. */
const DEPENDENT = 1e-8;

/**
 * Candidates whose model vectors are independent of each other and of the existing runs, by Gram–Schmidt: each time the
 * one of which the largest share lies outside of those before. As many as the model needs, and at most `runs`. O(N·p²).
 *
 * They begin an invertible design wherever there is one. Rows that help det(M + ridge) most may not: in a narrow region
 * the ridge hides directions in which all candidates are weak.
 *
 * @param first candidate to begin with  @returns positions in the list of candidates
 */
export function independentRows(problem: DesignProblem, first: number): number[] {
  const { model, pool, existing, runs } = problem;
  const p = model.columns.length;
  const given = unitRows(modelMatrix(model, existing), p);
  const candidates = unitRows(modelMatrix(model, pool), p);
  const takeOut = (direction: Float64Array) => {
    const unit = direction.map((value) => value / vectorLength(direction));
    for (const row of [...given, ...candidates]) for (let pass = 0; pass < 2; pass++) project(row, unit);
  };
  for (let k = 0; k < given.length; k++) {
    const next = given[longest(given)];
    if (vectorLength(next) < DEPENDENT) break;
    takeOut(next);
  }
  const chosen: number[] = [];
  let next = vectorLength(candidates[first]) < DEPENDENT ? longest(candidates) : first;
  while (chosen.length < runs && vectorLength(candidates[next]) >= DEPENDENT) {
    chosen.push(next);
    takeOut(candidates[next]);
    next = longest(candidates);
  }
  return chosen;
}

const unitRows = (F: Float64Array, p: number): Float64Array[] =>
  Array.from({ length: F.length / p }, (_, i) => {
    const row = F.slice(i * p, (i + 1) * p);
    const length = vectorLength(row);
    return length > 0 ? row.map((value) => value / length) : row;
  });

function project(row: Float64Array, unit: Float64Array): void {
  let along = 0;
  for (let k = 0; k < row.length; k++) along += row[k] * unit[k];
  for (let k = 0; k < row.length; k++) row[k] -= along * unit[k];
}

function longest(rows: readonly Float64Array[]): number {
  let best = 0;
  rows.forEach((row, i) => {
    if (vectorLength(row) > vectorLength(rows[best])) best = i;
  });
  return best;
}
