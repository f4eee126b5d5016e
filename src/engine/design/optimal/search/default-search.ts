import { CancelledError, ValueError } from '../../../errors.ts';
import { createGenerator } from '../../../random/generator.ts';
import type { RunContext } from '../../../run-context.ts';
import { fineLevels } from '../region/levels.ts';
import type { OptimalAlgorithm } from '../task.ts';
import { foundDesign, independentStart, searchByCandidates } from './candidate-search.ts';
import { type CoordinateSearch, searchByCoordinates } from './coordinate-search.ts';
import { bestOf, type DesignProblem, type FoundDesign } from './problem.ts';
import { refineContinuously, roundRows } from './refine.ts';

/** Values per real dimension that the second search offers beside the lattice. */
const FINE = 21;
const FINE_MANY_DIMENSIONS = 13;
/** Work that the first search leaves to the second: fine levels find the better basins (measured on 28 to 66 columns). */
const FINE_SHARE = 0.6;
/** Designs that are refined off the lattice. */
const REFINED = 6;
const REFINING_PASSES = 100;
/** Multiplications that refining takes at most, were every line to move a row; usually few do. */
const REFINING_WORK = 4e9;
const FEWEST_PASSES = 3;
/** Operations of one look along a line, where the row stays. */
const LOOK = 1500;
/** Operations that looks and the rows' forms may take in the fewest passes: of a large problem fewer designs are refined. */
const LOOKING_WORK = 1.5e9;
/** Coded values are rounded to this where it costs nothing worth having. */
const GRAIN = 1e-4;
/** A design on the lattice is kept when leaving it gains less than this part of D-efficiency or average variance. */
export const LATTICE_TOLERANCE = 2e-4;
/** Candidates that an algorithm over candidates examines; a longer list is thinned at random. */
const LONG_LIST = 3000;
/** First chain of the second search, far from those of the first. */
const SECOND_STREAM = 1 << 20;

/**
 * The search on the lattice. Coordinate exchange runs alone; the algorithms over candidates give the designs that its
 * perturbed restarts begin from, so that each ends at least where it would alone. Under equalities, where no coordinate
 * can move alone, candidate exchange is all there is: `modified_fedorov` replaces coordinate exchange.
 *
 * @param isLast whether no search off the lattice follows
 * @throws ValueError where every design stayed singular
 */
export function searchLattice(
  problem: DesignProblem,
  algorithm: OptimalAlgorithm,
  isLast: boolean,
  context: RunContext,
  report: (share: number) => void,
): FoundDesign[] {
  const tied = problem.region.equalityLimits.length > 0;
  const named = algorithm === 'coordinate_exchange' ? (tied ? 'modified_fedorov' : undefined) : algorithm;
  const share = named === undefined ? 0 : tied ? 1 : 0.5;
  const starts =
    named === undefined
      ? []
      : searchByCandidates(thinned(problem), named, context, (done) => report(share * done));
  if (tied) return starts;
  const search = {
    levels: problem.levels,
    ends: algorithm === 'coordinate_exchange',
    share: isLast ? 1 : 1 - FINE_SHARE,
    starts,
    stream: 0,
  };
  const best = designsFrom(problem, search, context, (done) => report(share + (1 - share) * done));
  if (best.length > 0) return best;
  throw new ValueError(
    `optimal design: no design of ${problem.runs} new runs was found that can estimate all ` +
      `${problem.model.columns.length} columns; allow more runs or a smaller model`,
  );
}

/** What coordinate exchange finds, and its starts. Where all is singular, it starts from independent candidates instead. */
function designsFrom(
  problem: DesignProblem,
  search: CoordinateSearch,
  context: RunContext,
  report: (share: number) => void,
): FoundDesign[] {
  const found = searchByCoordinates(problem, search, context, report);
  const best = bestOf([...search.starts, ...found], found.length + search.starts.length);
  const isLost = best.length === 0 && search.starts.length === 0 && problem.pool.length > 0;
  const start = isLost ? independentStart(thinned(problem), 0) : undefined;
  if (start === undefined) return best;
  return designsFrom(problem, { ...search, starts: [foundDesign(thinned(problem), start)] }, context, report);
}

/** The problem with a random part of a long list of candidates. */
function thinned(problem: DesignProblem): DesignProblem {
  const d = problem.model.dimensions.length;
  const count = problem.pool.length / d;
  if (count <= LONG_LIST) return problem;
  const order = createGenerator(`${problem.seed} list`).shuffle(
    Int32Array.from({ length: count }, (_, k) => k),
  );
  const pool = new Float64Array(LONG_LIST * d);
  for (let k = 0; k < LONG_LIST; k++)
    pool.set(problem.pool.subarray(order[k] * d, (order[k] + 1) * d), k * d);
  return { ...problem, pool };
}

/**
 * Leaves the lattice: a second search over fine levels that starts from the best designs known, then refinement of the
 * best of both. Gives back the best lattice design where all that gains next to nothing, as its values are rounder.
 */
export function searchContinuously(
  problem: DesignProblem,
  lattice: readonly FoundDesign[],
  context: RunContext,
  report: (share: number) => void,
): FoundDesign {
  const dimensions = problem.model.dimensions;
  const count = dimensions.length > 5 ? FINE_MANY_DIMENSIONS : FINE;
  const levels = dimensions.map((dimension, j) => fineLevels(dimension, problem.levels[j], count));
  if (levels.every((values, j) => values.length === problem.levels[j].length)) return lattice[0];
  const search = { levels, ends: true, share: 1 + FINE_SHARE, starts: lattice, stream: SECOND_STREAM };
  const fine =
    problem.region.equalityLimits.length > 0
      ? searchByCandidates({ ...problem, pool: problem.finePool }, 'modified_fedorov', context, (share) =>
          report(0.7 * share),
        )
      : searchByCoordinates(problem, search, context, (share) => report(0.7 * share));
  const opening = bestOf(
    [...lattice.slice(0, REFINED / 2), ...fine.slice(0, REFINED)],
    refinedDesigns(problem),
  );
  const passes = refiningPasses(problem, opening.length);
  const refined = opening.map((design, k) => {
    if (context.cancelled?.()) throw new CancelledError('optimal design: cancelled');
    report(0.7 + (0.3 * (k + 1)) / opening.length);
    return refineContinuously(problem, design, passes);
  });
  const best = bestOf(refined, 1)[0];
  return efficiencyGain(problem, lattice[0], best) > LATTICE_TOLERANCE
    ? roundRows(problem, best, GRAIN, 1e-6)
    : lattice[0];
}

function refinedDesigns({ model, weights, runs, levels }: DesignProblem): number {
  const p = model.columns.length;
  const forms = weights === undefined ? 1 : 3;
  const work = FEWEST_PASSES * (runs * (levels.length * LOOK + forms * p * p) + forms * p ** 3);
  return Math.max(1, Math.min(REFINED, Math.floor(LOOKING_WORK / work)));
}

function refiningPasses(problem: DesignProblem, designs: number): number {
  const p = problem.model.columns.length;
  const forms = problem.weights === undefined ? 4 : 8;
  const work = designs * problem.runs * problem.levels.length * forms * p * p;
  return Math.max(FEWEST_PASSES, Math.min(REFINING_PASSES, Math.round(REFINING_WORK / work)));
}

/** Relative growth of the efficiency from one design to another. */
export function efficiencyGain(problem: DesignProblem, from: FoundDesign, to: FoundDesign): number {
  if (problem.weights !== undefined) return from.value / to.value - 1;
  return Math.exp((to.value - from.value) / problem.model.columns.length) - 1;
}
