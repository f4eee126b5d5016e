import { symmetricEigen } from '../../linalg/symmetric-eigen.ts';
import { isLogarithmic } from '../../space/encode.ts';
import { midAndHalf } from '../optimal/model/coding.ts';
import type { LinearModel } from '../optimal/model/model-terms.ts';

/** The fitted second-order surface in its own axes: y = y₀ + Σ λᵢ·wᵢ², categorical variables at their first category. */
export interface CanonicalAnalysis {
  /** Names of the numeric variables of the surface. */
  readonly variables: readonly string[];
  /** Stationary point in coded and in natural units, and the value fitted there. */
  readonly stationaryCoded: Float64Array;
  readonly stationary: Float64Array;
  readonly value: number;
  /** Whether the stationary point lies inside the bounds. */
  readonly isInside: boolean;
  /** Eigenvalues, ascending, and the unit axes that belong to them, [k, k] rows. */
  readonly eigenvalues: Float64Array;
  readonly axes: Float64Array;
  readonly nature: 'maximum' | 'minimum' | 'saddle' | 'ridge';
}

/** Eigenvalues this small next to the largest make a ridge. */
const FLAT = 1e-8;

/**
 * Canonical analysis of a fitted model with squares: b + 2Bx = 0 at the stationary point, eigenvalues of B.
 *
 * Undefined for a model without squares. Variables without a square stay at their middle (categorical ones at the first category);
 * terms of three and more factors are left out.
 *
 * Source: Box and Wilson 1951; Myers, Montgomery and Anderson-Cook, Response Surface Methodology, 6.3.
 */
export function canonicalAnalysis(
  model: LinearModel,
  coefficients: Float64Array,
): CanonicalAnalysis | undefined {
  const squared = new Set(
    model.columns.flatMap(({ pieces }) =>
      pieces.length === 1 &&
      pieces[0].basis === 2 &&
      model.dimensions[pieces[0].dimension].kind !== 'categorical'
        ? [pieces[0].dimension]
        : [],
    ),
  );
  if (squared.size === 0) return undefined;
  const involved = [...squared].sort((a, b) => a - b);
  const k = involved.length;
  const linear = new Float64Array(k);
  const B = new Float64Array(k * k);
  let constant = 0;
  model.columns.forEach(({ pieces }, c) => {
    const at = pieces.map(({ dimension }) => involved.indexOf(dimension));
    const value = coefficients[c];
    if (pieces.length === 0) constant = value;
    if (at.includes(-1)) return;
    if (pieces.length === 1 && pieces[0].basis === 1) linear[at[0]] += value;
    if (pieces.length === 1 && pieces[0].basis === 2) B[at[0] * k + at[0]] += value;
    if (pieces.length === 2) {
      B[at[0] * k + at[1]] += value / 2;
      B[at[1] * k + at[0]] += value / 2;
    }
  });
  const { values, vectors } = symmetricEigen(B, k);
  const largest = Math.max(...values.map(Math.abs));
  const stationaryCoded = new Float64Array(k);
  for (let i = 0; i < k; i++) {
    if (Math.abs(values[i]) <= FLAT * largest) continue; // along a ridge the nearest point to the centre is taken
    let along = 0;
    for (let j = 0; j < k; j++) along += vectors[i * k + j] * linear[j];
    for (let j = 0; j < k; j++) stationaryCoded[j] -= (vectors[i * k + j] * along) / (2 * values[i]);
  }
  const dimensions = involved.map((dimension) => model.dimensions[dimension]);
  return {
    variables: dimensions.map(({ name }) => name),
    stationaryCoded,
    stationary: Float64Array.from(stationaryCoded, (coded, j) => {
      const { mid, half } = midAndHalf(dimensions[j]);
      const code = mid + half * coded;
      // Outside the bounds, too, where a value is what its logarithm says.
      return isLogarithmic(dimensions[j]) ? Math.exp(code) : code;
    }),
    value: constant + linear.reduce((sum, slope, j) => sum + 0.5 * slope * stationaryCoded[j], 0),
    isInside: stationaryCoded.every((coded) => Math.abs(coded) <= 1),
    eigenvalues: values,
    axes: vectors,
    nature: natureOf(values, largest),
  };
}

function natureOf(values: Float64Array, largest: number): CanonicalAnalysis['nature'] {
  if (values.some((value) => Math.abs(value) <= FLAT * largest)) return 'ridge';
  if (values.every((value) => value < 0)) return 'maximum';
  return values.every((value) => value > 0) ? 'minimum' : 'saddle';
}
