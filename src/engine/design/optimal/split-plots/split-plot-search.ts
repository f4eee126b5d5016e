import { CancelledError } from '../../../errors.ts';
import type { Generator } from '../../../random/generator.ts';
import type { RunContext } from '../../../run-context.ts';
import { isLattice } from '../../../space/encode.ts';
import { isFeasible } from '../region/coded-region.ts';
import { independentRunsInBlocks, independentRunsInPlots } from '../search/independent-rows.ts';
import type { FoundDesign } from '../search/problem.ts';
import { checkSearchWork } from '../search/search-work.ts';
import { offeredWork, tiedRows } from '../search/tied-values.ts';
import {
  moveEasy,
  moveHard,
  moveRun,
  type SplitPlotProblem,
  type SplitPlotState,
  splitPlotState,
} from './split-plot-moves.ts';

const RIDGE = 1e-3;
/** Multiplications that all searches together may take at effort 1; about a second. */
const WORK = 4e8;
const FEWEST_SEARCHES = 40;
/** Multiplications that the fewest searches may take at effort 1: of a large problem they are fewer. */
const FLOOR_WORK = 2e10;
/** The same where many values move together. */
const FEWEST_TIED = 4;
/** Passes of a step of the refinement in which many values move together. */
const TIED_PASSES = 10;
const MOST_SEARCHES = 1500;
const CHAINS = 10;
/** Steps of the refinement off the lattice, each half of the one before, in coded units. */
const FIRST_STEP = 0.4;
const LAST_STEP = 1e-3;

/**
 * Coordinate exchange by stratum: an easy value moves in one run, a hard one in all runs of its plot. Chains of
 * perturbed restarts; the number of searches is fixed by the size of the problem, so the seed settles the design.
 *
 * An easy move f → f + h changes M by h r' + r h' + σ h h' with r = f − Σ c_s t_s (t_s the totals of the run's plots)
 * and σ = 1 − Σ c_s; so det M grows by Δ = (1 + h'Cr)² + h'Ch·(σ − r'Cr) and trace(W·C) falls by
 * [(σ − r'Cr)·h'Bh + 2(1 + h'Cr)·h'Br − h'Ch·r'Br]/Δ. A hard move is judged from the whole matrix.
 *
 * @throws CancelledError
 */
export function searchSplitPlot(
  problem: SplitPlotProblem,
  generator: Generator,
  context: RunContext,
  report: (share: number) => void,
): FoundDesign | undefined {
  const total = searchesFor(problem);
  const chains: (FoundDesign | undefined)[] = Array.from({ length: Math.min(CHAINS, total) });
  for (let k = 0; k < total; k++) {
    if (context.cancelled?.()) throw new CancelledError('split-plot design: cancelled');
    // the second half of the searches works on the better half of the chains
    const alive = k < total / 2 ? chains.length : Math.ceil(chains.length / 2);
    if (alive < chains.length) chains.sort((a, b) => (b?.value ?? -Infinity) - (a?.value ?? -Infinity));
    const own = k % alive;
    const known = chains[own];
    const rows =
      known === undefined ? randomDesign(problem, generator) : perturbed(problem, known.rows, generator);
    const found = localSearch(problem, rows, problem.levels);
    if (found !== undefined && (known === undefined || found.value > known.value)) chains[own] = found;
    report((k + 1) / total);
  }
  const best = chains.reduce((one, next) =>
    (next?.value ?? -Infinity) > (one?.value ?? -Infinity) ? next : one,
  );
  // Random starts are all singular where a narrow region has hardly more points than the model has effects.
  const start = best === undefined ? independentStart(problem) : undefined;
  return start === undefined ? best : localSearch(problem, start, problem.levels, undefined, 0);
}

/** Runs in blocks, or in plots of one level, whose model vectors are independent as far as they can be. */
function independentStart(problem: SplitPlotProblem): Float64Array | undefined {
  const { blockOf, pool, plots, stratum } = problem;
  if (pool.length === 0) return undefined;
  if (blockOf !== undefined) return independentRunsInBlocks(problem, blockOf);
  if (plots.length !== 2) return undefined;
  const hard = [...stratum.keys()].filter((j) => stratum[j] === 0);
  return independentRunsInPlots(problem, plots[0], hard);
}

/** Lets real values leave the lattice: coordinate steps that halve as long as they find nothing. */
export function refineSplitPlot(problem: SplitPlotProblem, design: FoundDesign): FoundDesign {
  let best = design;
  for (let step = FIRST_STEP; step > LAST_STEP; step /= 2) {
    const found = localSearch(problem, best.rows, problem.levels, step);
    if (found !== undefined && found.value > best.value) best = found;
  }
  return best;
}

/** Multiplications of one local search. */
function searchWork(problem: SplitPlotProblem): number {
  const p = problem.model.columns.length;
  const hard = problem.stratum.reduce(
    (sum, s, j) =>
      s < problem.plots.length - 1 ? sum + problem.plots[s].count * problem.levels[j].length : sum,
    0,
  );
  const block = problem.plots[0].runsPerPlot;
  const together = problem.tied === undefined ? 0 : offeredWork(problem.tied, p);
  return 6 * (hard * ((p * p * p) / 6 + block * p * p) + problem.runs * (p * p * 8 + together));
}

/** Local searches that the work allows. @throws ValueError one of them would take too long */
function searchesFor(problem: SplitPlotProblem): number {
  const work = searchWork(problem);
  const what = `${problem.model.columns.length} columns in ${problem.runs} runs`;
  checkSearchWork('optimal design', what, work, 'request fewer terms or runs');
  const floor = problem.tied === undefined ? FEWEST_SEARCHES : FEWEST_TIED;
  const fewest = Math.min(floor, FLOOR_WORK / work);
  const usual = Math.min(Math.max(WORK / work, fewest), MOST_SEARCHES);
  return Math.max(2, Math.round(usual * problem.effort));
}

function localSearch(
  problem: SplitPlotProblem,
  start: Float64Array,
  levels: readonly Float64Array[],
  step?: number,
  startRidge = RIDGE,
): FoundDesign | undefined {
  const rows = start.slice();
  let ridge = step === undefined ? startRidge * problem.runs : 0;
  const most = problem.tied === undefined || step === undefined ? Number.POSITIVE_INFINITY : TIED_PASSES;
  for (let pass = 0; pass < Math.min(problem.maxIterations, most); pass++) {
    const state = splitPlotState(problem, rows, ridge);
    if (state === undefined) return undefined;
    const moved = onePass(problem, state, levels, step, pass);
    if (!moved && ridge === 0) return { rows, value: state.value };
    const plain = splitPlotState(problem, rows, 0);
    if (plain === undefined && !moved) return undefined;
    ridge = plain === undefined ? ridge : 0;
  }
  const last = splitPlotState(problem, rows, 0);
  return last && { rows, value: last.value };
}

function onePass(
  problem: SplitPlotProblem,
  state: SplitPlotState,
  levels: readonly Float64Array[],
  step: number | undefined,
  pass: number,
): boolean {
  let moved = false;
  const innermost = problem.plots.length - 1;
  const allColumns = problem.model.columns.map((_, c) => c);
  problem.plots.forEach((plots, s) => {
    for (let unit = 0; unit < plots.count; unit++) {
      problem.stratum.forEach((own, j) => {
        if (own !== s) return;
        const values = offered(problem, state.rows[unit * plots.runsPerPlot * levels.length + j], j, step);
        const improved =
          s === innermost
            ? moveEasy(problem, state, unit, j, values)
            : moveHard(problem, state, { ...plots, index: unit }, j, values);
        moved = improved || moved;
      });
      if (problem.tied === undefined || s !== innermost) continue;
      const row = state.rows.slice(unit * levels.length, (unit + 1) * levels.length);
      const together = tiedRows(problem, problem.tied, row, unit + pass, step);
      moved = moveRun(problem, state, unit, together, allColumns) || moved;
    }
  });
  return moved;
}

/** Lattice values, or during refinement the present value and steps to both sides of it. */
function offered(
  problem: SplitPlotProblem,
  current: number,
  j: number,
  step: number | undefined,
): ArrayLike<number> {
  if (step === undefined) return problem.levels[j];
  if (isLattice(problem.model.dimensions[j])) return [];
  return [current - step, current + step].map((value) => Math.min(1, Math.max(-1, value)));
}

/** Random levels, each factor constant within its plots. */
function randomDesign(problem: SplitPlotProblem, generator: Generator): Float64Array {
  const rows = new Float64Array(problem.runs * problem.levels.length);
  const outermost = problem.plots[0];
  for (let unit = 0; unit < outermost.count; unit++) redraw(problem, rows, 0, unit, generator);
  return rows;
}

/** The design with one to three plots or runs redrawn. */
function perturbed(problem: SplitPlotProblem, from: Float64Array, generator: Generator): Float64Array {
  const rows = from.slice();
  const count = 1 + generator.integer(3);
  for (let k = 0; k < count; k++) {
    const s = generator.integer(problem.plots.length);
    redraw(problem, rows, s, generator.integer(problem.plots[s].count), generator);
  }
  return rows;
}

/**
 * New random values for everything inside a plot of stratum s, the factors of outer strata kept. A run that came out
 * infeasible is drawn again; after twenty times it takes a candidate point's values, of this stratum and inwards.
 */
function redraw(
  problem: SplitPlotProblem,
  rows: Float64Array,
  s: number,
  unit: number,
  generator: Generator,
): void {
  const d = problem.levels.length;
  const { runsPerPlot } = problem.plots[s];
  const held = rows.slice(unit * runsPerPlot * d, (unit + 1) * runsPerPlot * d);
  for (let attempt = 0; attempt < 40; attempt++) {
    const anchor = attempt < 20 ? undefined : generator.integer(problem.pool.length / d);
    const drawValue =
      anchor === undefined
        ? (j: number) => problem.levels[j][generator.integer(problem.levels[j].length)]
        : (j: number) => problem.pool[anchor * d + j];
    fill(problem, rows, s, unit, drawValue);
    let feasible = true;
    for (let i = unit * runsPerPlot; i < (unit + 1) * runsPerPlot; i++) {
      feasible = feasible && isFeasible(problem.region, rows, i * d, d);
    }
    if (feasible) return;
  }
  rows.set(held, unit * runsPerPlot * d);
}

/** Gives the factors inside a plot of stratum s values, one for each of their own plots. @param drawValue value of factor j */
function fill(
  problem: SplitPlotProblem,
  rows: Float64Array,
  s: number,
  unit: number,
  drawValue: (j: number) => number,
): void {
  const d = problem.levels.length;
  const whole = problem.plots[s];
  problem.stratum.forEach((own, j) => {
    if (own < s) return;
    const { runsPerPlot } = problem.plots[own];
    const inside = whole.runsPerPlot / runsPerPlot;
    for (let k = 0; k < inside; k++) {
      const value = drawValue(j);
      const first = (unit * inside + k) * runsPerPlot;
      for (let i = first; i < first + runsPerPlot; i++) rows[i * d + j] = value;
    }
  });
}
