import { CancelledError } from '../../../errors.ts';
import type { RunContext } from '../../../run-context.ts';
import { isLattice } from '../../../space/encode.ts';
import { type ExchangeBatch, runExchange } from './exchange-step.ts';
import { bestOf, type DesignProblem, type FoundDesign } from './problem.ts';

/** Multiplications that all local searches together may take at effort 1; about half a second of one core. */
const WORK = 3.5e9;
const FEWEST_SEARCHES = 32;
const MOST_SEARCHES = 2400;
/** Passes that a local search takes on the average (measured 3 to 9), for sharing out the work. */
const USUAL_PASSES = 5;
const CHAINS = 16;
/** Chains of a large problem, as many as the widest vector has lanes. */
const FEWEST_CHAINS = 8;
/** Multiplications that the fewest searches may take at effort 1: of a large problem they are fewer. */
const FLOOR_WORK = 5e9;
/** Multiplications under a trace criterion for one of those that are counted, where matrices exceed the cache. */
const TRACE_FACTOR = 2.3;
/** Times that the chains stop (fewer where searches are few), and the worse half continues from the designs of the better half. */
const SEGMENTS = 4;

/** What the work of a search follows from. */
type SizedProblem = Pick<DesignProblem, 'model' | 'weights' | 'runs' | 'levels'>;

/** Where the values of a coordinate come from in one search, and what it may start from. */
export interface CoordinateSearch {
  readonly levels: readonly Float64Array[];
  /** Whether the ends of feasible intervals are offered to real coordinates beside the levels. */
  readonly ends: boolean;
  /** Part of the usual work that this search takes. */
  readonly share: number;
  /** Designs that half of the chains start from; the others start at random. */
  readonly starts: readonly FoundDesign[];
  /** Offset of the chains' random streams, so that two searches of one problem differ. */
  readonly stream: number;
}

/**
 * Coordinate exchange from many starts with perturbed restarts (iterated local search), by op `exchange`.
 *
 * Sixteen chains run side by side; after each quarter of the work the worse half continues from the designs of the better
 * half. The amount of work is counted in searches, not in time, so the same seed gives the same design anywhere.
 *
 * @param report called with the share of the work done, 0 to 1
 * @returns the best designs of the chains, best first; empty where every design was singular
 * @throws CancelledError
 */
export function searchByCoordinates(
  problem: DesignProblem,
  search: CoordinateSearch,
  context: RunContext,
  report: (share: number) => void,
): FoundDesign[] {
  const total = searchesFor(problem, search);
  const width = total < CHAINS ? FEWEST_CHAINS : CHAINS;
  const segments = Math.max(1, Math.min(SEGMENTS, Math.floor(total / width)));
  const rounds = Math.ceil(total / (width * segments));
  let chains = openingDesigns(problem, search, width);
  let best: FoundDesign[] = [];
  for (let segment = 0; segment < segments; segment++) {
    if (context.cancelled?.()) throw new CancelledError('optimal design: cancelled');
    const batches = chains.given.length > 0 && chains.random > 0 ? 2 : 1;
    const found: FoundDesign[] = [];
    if (chains.given.length > 0) {
      found.push(
        ...runChains(
          problem,
          search,
          { rounds, chains: chains.given, stream: segment * 2 * CHAINS },
          context,
        ),
      );
      report((segment + 1 / batches) / segments);
    }
    if (chains.random > 0) {
      found.push(
        ...runChains(
          problem,
          search,
          { rounds, chains: chains.random, stream: (segment * 2 + 1) * CHAINS },
          context,
        ),
      );
    }
    report((segment + 1) / segments);
    best = bestOf([...best, ...found], width);
    chains = nextDesigns(best, width);
  }
  return best;
}

/** Multiplications of one local search on these levels, as `searchesFor` counts them. */
function searchWork(problem: SizedProblem, levels: readonly Float64Array[]): number {
  const p = problem.model.columns.length;
  const forms = problem.weights === undefined ? 1 : 3;
  const sizes = levels.map(() => 0);
  for (const { pieces } of problem.model.columns) for (const { dimension } of pieces) sizes[dimension]++;
  const perRow = levels.reduce(
    (sum, values, j) => sum + forms * (sizes[j] * sizes[j] + 12 * values.length),
    3 * forms * p * p,
  );
  return USUAL_PASSES * problem.runs * perRow;
}

/** Multiplications of one local search on the lattice. */
export const localSearchWork = (problem: SizedProblem): number =>
  (problem.weights === undefined ? 1 : TRACE_FACTOR) * searchWork(problem, problem.levels);

/** Local searches that the work allows. */
function searchesFor(problem: DesignProblem, { levels, share }: CoordinateSearch): number {
  const work = searchWork(problem, levels);
  const floor = FLOOR_WORK / localSearchWork({ ...problem, levels });
  const fewest = floor < CHAINS ? FEWEST_CHAINS : Math.min(FEWEST_SEARCHES, floor);
  const usual = Math.min(Math.max((share * WORK) / work, fewest), MOST_SEARCHES);
  return Math.max(Math.min(CHAINS, fewest), Math.round(usual * problem.effort));
}

/** Half of the chains start from designs that are given, of few chains all. */
function openingDesigns(problem: DesignProblem, search: CoordinateSearch, width: number) {
  const given = search.starts.slice(0, CHAINS / 2);
  return {
    given: given.filter((design) => design.rows.length > 0 && problem.runs > 0),
    random: width > FEWEST_CHAINS || given.length === 0 ? width - given.length : 0,
  };
}

/** The better half twice (again and again where fewer were found). */
function nextDesigns(best: readonly FoundDesign[], width: number) {
  if (best.length === 0) return { given: [], random: width };
  const half = best.slice(0, Math.max(1, Math.min(CHAINS / 2, Math.ceil(best.length / 2))));
  return { given: Array.from({ length: width }, (_, k) => half[k % half.length]), random: 0 };
}

interface Segment {
  readonly rounds: number;
  /** The designs that the chains start from, or the number of chains with random starts. */
  readonly chains: number | readonly FoundDesign[];
  /** Random stream of the first chain, after those of earlier segments. */
  readonly stream: number;
}

function runChains(
  problem: DesignProblem,
  search: CoordinateSearch,
  { rounds, chains, stream }: Segment,
  context: RunContext,
): FoundDesign[] {
  const d = problem.model.dimensions.length;
  const size = problem.runs * d;
  const constrained = problem.region.limits.length > 0 || problem.region.forbidden.length > 0;
  const count = typeof chains === 'number' ? chains : chains.length;
  let starts: Float64Array | undefined;
  if (typeof chains !== 'number') {
    starts = new Float64Array(count * size);
    chains.forEach((design, k) => {
      starts?.set(design.rows, k * size);
    });
  }
  const batch: ExchangeBatch = {
    model: problem.model,
    runs: problem.runs,
    levels: search.levels,
    ends: problem.model.dimensions.map((dimension) => search.ends && !isLattice(dimension)),
    fixedInformation: problem.fixedInformation,
    weights: problem.weights,
    normals: problem.region.normals,
    limits: problem.region.limits,
    forbidden: problem.region.forbidden,
    pool: constrained ? problem.pool : new Float64Array(0),
    starts,
    chains: count,
    rounds,
    maxPasses: problem.maxIterations,
    seed: problem.seed,
    firstChain: search.stream + stream,
    perturb: Math.max(2, Math.round(problem.runs / 8) + 1),
  };
  const { values, designs } = runExchange(context.backend, batch);
  return Array.from(values, (value, k) => ({ value, rows: designs.slice(k * size, (k + 1) * size) }));
}
