import type { ThetaEntry } from '../covariance/index.ts';
import type { TrainTask } from '../task.ts';
import type { Scaling } from '../transforms/scaling.ts';
import type { Prior } from './priors.ts';

/** One entry of theta as the fit sees it: logarithms for covariance and noise, the value itself for the mean. */
export interface FitParameter {
  readonly name: string;
  readonly initial: number;
  readonly lower: number;
  readonly upper: number;
  /** Held at `initial`. */
  readonly fixed?: boolean;
  readonly prior?: Prior;
  /** Moves with the entry of this index (one lengthscale for all columns). */
  readonly tied?: number;
}

/** Everything a fit of one objective needs, model scale. */
export interface FitPlan {
  readonly code: Int32Array;
  /** One per entry of theta. */
  readonly parameters: readonly FitParameter[];
  readonly inputShift: Float64Array;
  readonly inputScale: Float64Array;
  readonly oneHot?: readonly (readonly number[] | null)[];
  /** Scaling rule of the outputs: cross-validation applies it to each fold's own rows. */
  readonly outputRule: (values: Float64Array) => Scaling;
  readonly output: Scaling;
  readonly stdFloor?: number;
  /** Remarks on the data, for the verdict. */
  readonly remarks: readonly string[];
}

/** A parameter fixed at a value. */
export const fixed = (name: string, value: number): FitParameter => ({
  name,
  initial: value,
  lower: value,
  upper: value,
  fixed: true,
});

/** Name of a covariance parameter in reports. */
export const label = (entry: ThetaEntry): string =>
  entry.column === undefined ? entry.name : `${entry.name}[${entry.column}]`;

/**
 * What is unusual about inputs X [n, d] and outputs y [n], in words.
 *
 * @param scale what becomes of the scale of outputs that are all the same
 */
export function dataRemarks(
  { n, d, X }: Pick<TrainTask, 'n' | 'd' | 'X'>,
  y: Float64Array,
  scale = 'their scale is left at 1',
): string[] {
  const remarks: string[] = [];
  if (y.every((value) => value === y[0])) remarks.push(`the outputs are constant: ${scale}`);
  for (let k = 0; k < d; k++) {
    let same = 1;
    while (same < n && X[same * d + k] === X[k]) same++;
    if (same === n && n > 1)
      remarks.push(`input column ${k} is constant: it is not scaled, and its lengthscale has no meaning`);
  }
  return remarks;
}
