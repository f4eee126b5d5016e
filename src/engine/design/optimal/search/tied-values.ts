import { isLattice } from '../../../space/encode.ts';
import { type CodedRegion, isFeasible } from '../region/coded-region.ts';
import type { DesignProblem } from './problem.ts';

/** Sets of values that a run is offered at a time; the next run, and the next pass, is offered others. */
const OFFERED = 100;

/** Multiplications that making one row of values takes. */
const ROW_WORK = 600;

/** The dimensions that equality constraints tie, and values that they take in candidate points. */
export interface TiedValues {
  readonly dimensions: readonly number[];
  /** [N, t] each once. */
  readonly sets: Float64Array;
}

/** @param pool [N, d] candidate points */
export function tiedValues({ equalityNormals }: CodedRegion, pool: Float64Array, d: number): TiedValues {
  const dimensions = Array.from({ length: d }, (_, j) => j).filter((j) =>
    equalityNormals.some((value, at) => at % d === j && value !== 0),
  );
  const sets = new Map<string, number[]>();
  for (let at = 0; at < pool.length; at += d) {
    const own = dimensions.map((j) => pool[at + j]);
    const key = own.map((value) => value.toFixed(9)).join();
    if (!sets.has(key)) sets.set(key, own);
  }
  return { dimensions, sets: Float64Array.from([...sets.values()].flat()) };
}

/** Multiplications that the rows which a run is offered take, of a model of p columns. */
export const offeredWork = ({ dimensions, sets }: TiedValues, p: number): number =>
  Math.min(sets.length / dimensions.length, OFFERED) * (p * p + ROW_WORK);

/**
 * Rows [k, d] for a run in which the tied values change together: those of candidates, or during refinement steps of this
 * part of the way to a candidate and away from it. Between two points of the region a step keeps every linear constraint.
 */
export function tiedRows(
  { model, region }: DesignProblem,
  { dimensions, sets }: TiedValues,
  current: Float64Array,
  turn: number,
  step: number | undefined,
): Float64Array {
  const t = dimensions.length;
  const d = current.length;
  const stride = Math.ceil(sets.length / t / OFFERED);
  const isReal = dimensions.map((j) => !isLattice(model.dimensions[j]));
  const offered: number[] = [];
  for (let k = turn % stride; k < sets.length / t; k += stride)
    for (const part of step === undefined ? [1] : [step, -step]) {
      const row = current.slice();
      let isKept = true;
      dimensions.forEach((j, at) => {
        const way = sets[k * t + at] - current[j];
        row[j] += part * way;
        isKept &&= part === 1 || way === 0 || (isReal[at] && Math.abs(row[j]) <= 1);
      });
      if (isKept && isFeasible(region, row, 0, d)) offered.push(...row);
    }
  return Float64Array.from(offered);
}
