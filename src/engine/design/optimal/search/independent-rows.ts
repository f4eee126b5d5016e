import { vectorLength } from '../../../linalg/vector-length.ts';
import { modelMatrix } from '../model/coding.ts';
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
  const all = [...given, ...candidates];
  for (let k = 0; k < given.length; k++) {
    const next = given[longest(given)];
    if (vectorLength(next) < DEPENDENT) break;
    takeOut(all, next);
  }
  const chosen: number[] = [];
  let next = vectorLength(candidates[first]) < DEPENDENT ? longest(candidates) : first;
  while (chosen.length < runs && vectorLength(candidates[next]) >= DEPENDENT) {
    chosen.push(next);
    takeOut(all, candidates[next]);
    next = longest(candidates);
  }
  return chosen;
}

/**
 * Runs in blocks, each a candidate, whose model vectors together with the level of their block are independent as far as they can be: block by
 * block the candidate of which the largest share lies outside of those before, and of the existing runs. O(N·p²·blocks).
 *
 * All effects can be estimated wherever the candidates span them and runs are at least as many as effects and blocks: a block whose first run
 * is taken lacks no direction that the others lack.
 *
 * @param blockOf per run its block: the first run and the number of runs  @returns [runs, d] coded
 */
export function independentRunsInBlocks(
  problem: DesignProblem,
  blockOf: readonly { readonly first: number; readonly size: number }[],
): Float64Array {
  const { model, pool, fixedInformation, runs } = problem;
  const [p, d] = [model.columns.length, model.dimensions.length];
  const blocks = [...new Set(blockOf)];
  const width = p + blocks.length;
  /** Rows of length 1 of F [N, p] and the level of a block; −1: of none. */
  const padded = (F: Float64Array, block: number) => {
    const wide = new Float64Array((F.length / p) * width);
    for (let i = 0; i < F.length / p; i++) {
      wide.set(F.subarray(i * p, (i + 1) * p), i * width);
      if (block >= 0) wide[i * width + p + block] = 1;
    }
    return unitRows(wide, width);
  };
  const basis: Float64Array[] = [];
  /** Takes the longest row into the basis and out of the others. @returns its place, or −1 where all depend on the basis */
  const takeLongest = (among: readonly Float64Array[]): number => {
    const next = longest(among);
    const length = vectorLength(among[next]);
    if (length < DEPENDENT) return -1;
    const unit = among[next].map((value) => value / length);
    basis.push(unit);
    for (const row of among) for (let pass = 0; pass < 2; pass++) project(row, unit);
    return next;
  };
  const known = padded(fixedInformation, -1);
  for (let k = 0; k < p && takeLongest(known) >= 0; k++);
  const F = modelMatrix(model, pool);
  const rows = new Float64Array(runs * d);
  blocks.forEach(({ first, size }, block) => {
    const candidates = padded(F, block);
    for (const unit of basis)
      for (const row of candidates) for (let pass = 0; pass < 2; pass++) project(row, unit);
    for (let i = first; i < first + size; i++) {
      const found = takeLongest(candidates);
      const at = found < 0 ? i % candidates.length : found;
      rows.set(pool.subarray(at * d, (at + 1) * d), i * d);
    }
  });
  return rows;
}

/**
 * Runs in plots of equal size, each a candidate, plot by plot: the values of the hard variables under which the plot's runs add the most directions
 * to those before, and these runs; the rest of the plot repeats candidates. O(plots·N·p·runs per plot).
 *
 * @param hard positions of the variables that keep their values in a plot  @returns [plots·size, d] coded
 */
export function independentRunsInPlots(
  { model, pool }: DesignProblem,
  plots: { readonly count: number; readonly runsPerPlot: number },
  hard: readonly number[],
): Float64Array {
  const d = model.dimensions.length;
  const candidates = unitRows(modelMatrix(model, pool), model.columns.length);
  const settings = Map.groupBy(candidates.keys(), (c) => hard.map((j) => pool[c * d + j]).join());
  const rows: number[] = [];
  for (let plot = 0; plot < plots.count; plot++) {
    let best = { added: [] as readonly number[], members: [] as readonly number[] };
    for (const members of settings.values()) {
      const added = independentOf(candidates, members, plots.runsPerPlot);
      if (best.members.length === 0 || added.length > best.added.length) best = { added, members };
    }
    for (const c of best.added) takeOut(candidates, candidates[c]);
    const { added, members } = best;
    for (let k = 0; k < plots.runsPerPlot; k++) rows.push(added[k] ?? members[k % members.length]);
  }
  return Float64Array.from(rows.flatMap((c) => Array.from(pool.subarray(c * d, (c + 1) * d))));
}

/** At most `most` of these rows that are independent of each other; the rows stay as they are. */
function independentOf(rows: readonly Float64Array[], of: readonly number[], most: number): number[] {
  const own = of.map((c) => rows[c].slice());
  const chosen: number[] = [];
  while (chosen.length < most) {
    const next = longest(own);
    if (vectorLength(own[next]) < DEPENDENT) break;
    chosen.push(of[next]);
    takeOut(own, own[next]);
  }
  return chosen;
}

/** Leaves of all rows what is orthogonal to a direction. */
function takeOut(rows: readonly Float64Array[], direction: Float64Array): void {
  const length = vectorLength(direction);
  const unit = direction.map((value) => value / length);
  for (const row of rows) for (let pass = 0; pass < 2; pass++) project(row, unit);
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
