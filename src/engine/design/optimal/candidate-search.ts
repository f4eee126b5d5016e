import { CancelledError, ValueError } from '../../errors.ts';
import { createGenerator, type Generator } from '../../random/generator.ts';
import type { RunContext } from '../../run-context.ts';
import { type CandidateState, createCandidateState } from './candidate-state.ts';
import { bestOf, type DesignProblem, type FoundDesign } from './problem.ts';
import { designValue } from './refine.ts';
import type { OptimalAlgorithm } from './task.ts';

/** A gain below this (relative for traces, absolute for log det) is rounding. */
const GAIN = 1e-9;
/** Longest excursion of `detmax` away from the wanted number of runs. */
const EXCURSION = 6;
/** Multiplications that all searches together may take at effort 1; about a second of one core. */
const WORK = 6e8;
const FEWEST_STARTS = 4;
const MOST_STARTS = 200;
const KEPT = 8;

export type CandidateAlgorithm = Exclude<OptimalAlgorithm, 'coordinate_exchange'>;

/** One local search over candidates: changes the state until it cannot improve it, or `limit` exchanges are made. */
type Search = (state: CandidateState, count: number, limit: number) => void;

const searches: Readonly<Record<CandidateAlgorithm, Search>> = {
  sequential: sequentialSearch,
  simple_exchange: simpleExchange,
  fedorov,
  modified_fedorov: modifiedFedorov,
  detmax,
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
  const d = problem.model.dimensions.length;
  const generator = createGenerator(problem.seed);
  const starts = startsFor(problem);
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
      searches[algorithm](state, problem.runs, problem.maxIterations);
      const rows = Float64Array.from(
        state.members.flatMap((c) => Array.from(problem.pool.subarray(c * d, (c + 1) * d))),
      );
      const found = { rows, value: designValue(problem, rows), members: [...state.members] };
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

function startsFor(problem: DesignProblem): number {
  const p = problem.model.columns.length;
  const N = problem.pool.length / problem.model.dimensions.length;
  const work = 6 * problem.runs * N * p * (problem.weights === undefined ? 2 : 4);
  return Math.ceil(Math.min(Math.max(WORK / work, FEWEST_STARTS), MOST_STARTS) * problem.effort);
}

/** A third of the runs at random, the others where they help det M most. */
function randomStart(problem: DesignProblem, generator: Generator): CandidateState | undefined {
  const N = problem.pool.length / problem.model.dimensions.length;
  const opening = Array.from({ length: Math.ceil(problem.runs / 3) }, () => generator.integer(N));
  const state = createCandidateState(problem, problem.pool, opening);
  state.rebuild(true);
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

function onePass(state: CandidateState, limit: number): number {
  const buffers = exchangeBuffers(state);
  let made = 0;
  for (let i = 0; i < state.members.length && made < limit; i++) {
    const best = bestExchange(state, i, buffers);
    if (!(best.gain > enough(state))) continue;
    makeExchange(state, best);
    made++;
  }
  return made;
}

function sequentialSearch(state: CandidateState, count: number): void {
  onePass(state, count);
}

function modifiedFedorov(state: CandidateState, _count: number, limit: number): void {
  for (let pass = 0; pass < limit; pass++) if (onePass(state, Number.POSITIVE_INFINITY) === 0) return;
}

function fedorov(state: CandidateState, _count: number, limit: number): void {
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

function simpleExchange(state: CandidateState, _count: number, limit: number): void {
  for (let round = 0; round < limit; round++) if (!excursion(state, 1, 0)) return;
}

function detmax(state: CandidateState, _count: number, limit: number): void {
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
