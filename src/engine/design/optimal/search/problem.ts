import type { LinearModel } from '../model/model-terms.ts';
import type { CodedRegion } from '../region/coded-region.ts';

/** What every search works on; everything in coded units. */
export interface DesignProblem {
  readonly model: LinearModel;
  /** Rows to choose, existing runs not counted. */
  readonly runs: number;
  /** [e, d] existing runs. */
  readonly existing: Float64Array;
  /** [p, p] information of the existing runs, zeros without any. */
  readonly fixedInformation: Float64Array;
  /** [p, p] W of the criterion trace(W·M⁻¹); absent for D, log det M. */
  readonly weights?: Float64Array | undefined;
  readonly region: CodedRegion;
  /** Per dimension the values of the lattice. */
  readonly levels: readonly Float64Array[];
  /** [N, d] candidate points. */
  readonly pool: Float64Array;
  /** [M, d] points over which G takes the largest variance. */
  readonly judged: Float64Array;
  /** [N', d] candidate points of a lattice twice as fine; empty unless equalities ask for it. */
  readonly finePool: Float64Array;
  readonly seed: number;
  /** Most passes or exchanges of one local search. */
  readonly maxIterations: number;
  /** Amount of work of the search, relative to the default. */
  readonly effort: number;
}

/** A design that a search found. */
export interface FoundDesign {
  /** [runs, d] coded. */
  readonly rows: Float64Array;
  /** log det M, or −trace(W·M⁻¹): larger is better. */
  readonly value: number;
}

/** The best few, best first, each value once (designs of equal value are mirror images more often than not). */
export function bestOf(found: readonly FoundDesign[], count: number): FoundDesign[] {
  const sorted = found.filter((design) => !Number.isNaN(design.value)).sort((a, b) => b.value - a.value);
  const kept: FoundDesign[] = [];
  for (const design of sorted) {
    if (kept.length === count) break;
    const last = kept.at(-1);
    if (last === undefined || last.value - design.value > 1e-7 * Math.max(1, Math.abs(last.value)))
      kept.push(design);
  }
  return kept;
}
