import { CancelledError, ValueError } from '../../../errors.ts';
import { createGenerator, type Generator } from '../../../random/generator.ts';
import type { RunContext } from '../../../run-context.ts';
import type { OptimalAlgorithm } from '../task.ts';
import { type CandidateState, createCandidateState } from './candidate-state.ts';
import { independentRows } from './independent-rows.ts';
import { designValue } from './inverse-information.ts';
import { bestOf, type DesignProblem, type FoundDesign } from './problem.ts';

/** A gain below this (relative for traces, absolute for log det) is rounding. */
const GAIN = 1e-9;
/** Longest excursion of `detmax` away from the wanted number of runs. */
const EXCURSION = 6;
/** Multiplications that all searches together may take at effort 1; about half a second of one core. */
const WORK = 3e8;
const FEWEST_STARTS = 3;
const MOST_STARTS = 200;
/** A search continues for at least this many passes or exchanges, whatever the work. */
const FEWEST_STEPS = 10;
const KEPT = 8;

export type CandidateAlgorithm = Exclude<OptimalAlgorithm, 'coordinate_exchange'>;

/** One local search over candidates. */
interface Search {
  /** Changes the state until it cannot improve it, or `limit` steps are made. */
  readonly run: (state: CandidateState, limit: number) => void;
  /** Looks at a candidate in one step, and steps that a search of n runs usually takes. */
  readonly looks: (n: number) => number;
  readonly steps: (n: number) => number;
}

const searches: Readonly<Record<CandidateAlgorithm, Search>> = {
  sequential: { run: sequentialSearch, looks: (n) => n, steps: () => 1 },
  simple_exchange: { run: simpleExchange, looks: () => 3, steps: (n) => 2 * n },
  fedorov: { run: fedorov, looks: (n) => n, steps: (n) => n },
  modified_fedorov: { run: modifiedFedorov, looks: (n) => 2 * n, steps: () => 5 },
  detmax: { run: detmax, looks: () => 20, steps: (n) => 2 * n },
};

/**
 * Chooses runs from a list of candidates, repeats allowed: many random starts, then perturbed restarts of the best.
 *
 * sequential: candidates added one by one, then one pass of best replacements. simple_exchange: adds the best candidate
 * and drops the least valuable run (Mitchell and Miller 1970). fedorov: the best of all pairs run–candidate
 * (Fedorov 1972). modified_fedorov: the best candidate for each run in turn (Cook and Nachtsheim 1980,
 * doi:10.1080/00401706.1980.10486162). detmax: excursions of up to six runs above and below the wanted number
 * (Mitchell 1974, doi:10.1080/00401706.1974.10489175).
 *
 * @throws ValueError where every start stays singular
 * @throws CancelledError
 */
export function searchByCandidates(
  problem: DesignProblem,
  algorithm: CandidateAlgorithm,
  context: RunContext,
  report: (share: number) => void,
): FoundDesign[] {
  const generator = createGenerator(problem.seed);
  const search = searches[algorithm];
  const { starts, limit } = shareOut(problem, search);
  const singles = algorithm === 'sequential' ? starts : Math.ceil(starts / 2);
  let best: (FoundDesign & { members: readonly number[] })[] = [];
  for (let start = 0; start < starts; start++) {
    if (context.cancelled?.()) throw new CancelledError('optimal design: cancelled');
    const known = best[start % Math.max(1, Math.min(best.length, KEPT / 2))];
    const state =
      start < singles || known === undefined
        ? randomStart(problem, generator)
        : perturbedStart(problem, known.members, generator);
    if (state !== undefined) {
      search.run(state, limit);
      const found = { ...foundDesign(problem, state), members: [...state.members] };
      best = bestOf([...best, found], KEPT) as typeof best;
    }
    report((start + 1) / starts);
  }
  if (best.length === 0) {
    throw new ValueError(
      `optimal design: no start gave a design that can estimate all ${problem.model.columns.length} columns; ` +
        'allow more runs, more levels or a smaller model',
    );
  }
  return best;
}

/** The design of a state, valued from scratch. */
export function foundDesign(problem: DesignProblem, { members }: CandidateState): FoundDesign {
  const d = problem.model.dimensions.length;
  const rows = Float64Array.from(
    members.flatMap((c) => Array.from(problem.pool.subarray(c * d, (c + 1) * d))),
  );
  return { rows, value: designValue(problem, rows) };
}

/** Starts, and most steps of each, that the work allows. */
function shareOut(problem: DesignProblem, search: Search): { starts: number; limit: number } {
  const p = problem.model.columns.length;
  const N = problem.pool.length / problem.model.dimensions.length;
  const perStep = search.looks(problem.runs) * N * p * (problem.weights === undefined ? 1 : 2);
  const usual = WORK / (perStep * search.steps(problem.runs));
  const starts = Math.ceil(Math.min(Math.max(usual, FEWEST_STARTS), MOST_STARTS) * problem.effort);
  const affordable = (2 * WORK * problem.effort) / (starts * perStep);
  return { starts, limit: Math.min(problem.maxIterations, Math.max(FEWEST_STEPS, Math.ceil(affordable))) };
}

/** A third of the runs at random, the others where they help det M most. Where that is singular, independent runs first. */
function randomStart(problem: DesignProblem, generator: Generator): CandidateState | undefined {
  const N = problem.pool.length / problem.model.dimensions.length;
  const opening = Array.from({ length: Math.ceil(problem.runs / 3) }, () => generator.integer(N));
  return startFrom(problem, opening, true) ?? independentStart(problem, opening[0]);
}

/** Runs that are independent of each other, the others where they help det M most; undefined where that is singular. */
export const independentStart = (problem: DesignProblem, first: number): CandidateState | undefined =>
  startFrom(problem, independentRows(problem, first), false);

function startFrom(
  problem: DesignProblem,
  opening: readonly number[],
  ridge: boolean,
): CandidateState | undefined {
  const state = createCandidateState(problem, problem.pool, opening);
  if (!state.rebuild(ridge)) return undefined;
  while (state.members.length < problem.runs) state.add(largest(state.variance));
  return state.rebuild(false) ? state : undefined;
}

/** The design with some rows replaced at random; undefined where that is singular. */
function perturbedStart(
  problem: DesignProblem,
  members: readonly number[],
  generator: Generator,
): CandidateState | undefined {
  const N = problem.pool.length / problem.model.dimensions.length;
  const changed = [...members];
  const count = 1 + generator.integer(Math.max(2, Math.round(problem.runs / 8)));
  for (let k = 0; k < count; k++) changed[generator.integer(changed.length)] = generator.integer(N);
  const state = createCandidateState(problem, problem.pool, changed);
  return state.rebuild(false) ? state : undefined;
}

function largest(values: Float64Array): number {
  let best = 0;
  for (let k = 1; k < values.length; k++) if (values[k] > values[best]) best = k;
  return best;
}

/** The candidate that the value gains most by. */
function bestAddition(state: CandidateState): number {
  let best = 0;
  let most = Number.NEGATIVE_INFINITY;
  for (let c = 0; c < state.variance.length; c++) {
    const gain = state.gainOfAdding(c);
    if (gain > most) {
      most = gain;
      best = c;
    }
  }
  return best;
}

/** The row that the value loses least by, and the loss. */
function cheapestRemoval(state: CandidateState): { position: number; loss: number } {
  let position = 0;
  let loss = Number.POSITIVE_INFINITY;
  for (let i = 0; i < state.members.length; i++) {
    const own = state.lossOfRemoving(i);
    if (own < loss) {
      loss = own;
      position = i;
    }
  }
  return { position, loss };
}

interface Exchange {
  readonly position: number;
  readonly candidate: number;
  readonly gain: number;
}

/** The best candidate to put in place of one row. */
function bestExchange(state: CandidateState, position: number, buffers: readonly Float64Array[]): Exchange {
  const [withC, withB] = buffers;
  state.cross(position, withC, withB);
  let best = { position, candidate: state.members[position], gain: 0 };
  for (let c = 0; c < state.variance.length; c++) {
    const gain = state.gainOfExchange(position, c, withC, withB);
    if (gain > best.gain) best = { position, candidate: c, gain };
  }
  return best;
}

function exchangeBuffers(state: CandidateState): readonly Float64Array[] {
  const N = state.variance.length;
  return [new Float64Array(N), new Float64Array(state.linear ? N : 0)];
}

const enough = (state: CandidateState) =>
  GAIN * (state.linear ? Math.max(1e-300, Math.abs(state.value())) : 1);

/** Adds first, so that a design with no run to spare stays invertible. The new row takes the old one's place. */
function makeExchange(state: CandidateState, { position, candidate }: Exchange): void {
  state.add(candidate);
  state.remove(position);
}

function onePass(state: CandidateState): number {
  const buffers = exchangeBuffers(state);
  let made = 0;
  for (let i = 0; i < state.members.length; i++) {
    const best = bestExchange(state, i, buffers);
    if (!(best.gain > enough(state))) continue;
    makeExchange(state, best);
    made++;
  }
  return made;
}

function sequentialSearch(state: CandidateState): void {
  onePass(state);
}

function modifiedFedorov(state: CandidateState, limit: number): void {
  for (let pass = 0; pass < limit; pass++) if (onePass(state) === 0) return;
}

function fedorov(state: CandidateState, limit: number): void {
  const buffers = exchangeBuffers(state);
  for (let round = 0; round < limit; round++) {
    let best: Exchange = { position: 0, candidate: 0, gain: 0 };
    for (let i = 0; i < state.members.length; i++) {
      const own = bestExchange(state, i, buffers);
      if (own.gain > best.gain) best = own;
    }
    if (!(best.gain > enough(state))) return;
    makeExchange(state, best);
  }
}

function simpleExchange(state: CandidateState, limit: number): void {
  for (let round = 0; round < limit; round++) if (!excursion(state, 1, 0)) return;
}

function detmax(state: CandidateState, limit: number): void {
  let length = 1;
  for (let round = 0; round < limit && length <= EXCURSION; round++) {
    length = excursion(state, length, 0) || excursion(state, 0, length) ? 1 : length + 1;
  }
}

/**
 * Adds `above` runs and drops as many (or drops `below` first and adds them back), greedily; says whether the value
 * grew, and goes back to the design it began with where not.
 */
function excursion(state: CandidateState, above: number, below: number): boolean {
  const before = [...state.members];
  const value = state.value();
  for (let k = 0; k < above; k++) state.add(bestAddition(state));
  for (let k = 0; k < Math.max(above, below); k++) {
    const { position, loss } = cheapestRemoval(state);
    if (loss === Number.POSITIVE_INFINITY) break;
    state.remove(position);
  }
  while (state.members.length < before.length) state.add(bestAddition(state));
  if (state.members.length === before.length && state.value() > value + enough(state)) return true;
  state.members.splice(0, state.members.length, ...before);
  state.rebuild(false);
  return false;
}
