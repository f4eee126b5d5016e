import { codeLimits } from '../../compute/covariance-code.ts';
import { buildCovariance, type CovarianceSpec, parametersOf, type ThetaEntry } from '../covariance/index.ts';
import { type FitParameter, fixed, label } from '../fit/plan.ts';

/** A covariance with the priors of its parameters. */
export interface Form {
  readonly code: Int32Array;
  /** One per log parameter of the code, in the order of theta. */
  readonly parameters: readonly FitParameter[];
}

/** A summand of the form, and the priors of its parameters, given the place `first` of the first one in theta. */
interface Term {
  readonly spec: CovarianceSpec;
  readonly parameterOf: (entry: ThetaEntry, first: number) => FitParameter;
}

/** Normal priors of logarithms, model scale: inputs of range 1, outputs of deviation 1. */
export const believed = {
  /** Of one column; of d columns it grows by ½ log d (Hvarfner et al. 2024, arXiv:2402.02229). */
  lengthscale: { centre: 1, spread: Math.sqrt(3) },
  joint: { centre: 0, spread: 1.4 },
  additive: { centre: -2.5, spread: 2 },
  slope: { centre: -3, spread: 2 },
  /** As of a column's own effect: few rows show levels that differ by chance (decision 0671). */
  category: { centre: -2.5, spread: 2 },
  product: { centre: -1, spread: 1.5 },
  hamming: { centre: 0, spread: 1 },
} as const;

/** Columns from which on all slopes have one variance. */
const MANY_SLOPES = 12;
/** log ℓ of a category's main effect: two different values have nothing in common but the other terms. */
const APART = Math.log(0.05);
/** How far a parameter may go from its prior's centre. */
const REACH = 12;

/**
 * The sum of what tables show: a smooth joint effect of the numeric columns (Matérn-5/2), a smooth effect of each alone,
 * straight lines, a main effect of each category, and a joint effect that differs by category with the lengthscales of
 * the first. Each has a scale of its own, so that the data say which of them there is.
 *
 * The single effects of columns and categories are left out, in this order, where a code would be too long.
 *
 * @param sloped numeric columns that have a straight line: over a column of unknown width it would reach anywhere
 */
export function formOf(
  numeric: readonly number[],
  categorical: readonly number[],
  sloped: readonly number[],
): Form {
  const wanted = { additive: numeric.length > 1, categories: categorical.length > 0 };
  let terms = termsOf(numeric, categorical, sloped, wanted);
  if (tokens(terms) > codeLimits.tokens)
    terms = termsOf(numeric, categorical, sloped, { ...wanted, additive: false });
  if (tokens(terms) > codeLimits.tokens)
    terms = termsOf(numeric, categorical, sloped, { additive: false, categories: false });
  const parameters: FitParameter[] = [];
  for (const { spec, parameterOf } of terms) {
    const first = parameters.length;
    for (const entry of parametersOf(buildCovariance(spec))) parameters.push(parameterOf(entry, first));
  }
  const [only, ...others] = terms.map(({ spec }) => spec);
  return {
    code: buildCovariance(others.length === 0 ? only : { kind: 'sum', of: [only, ...others] }),
    parameters,
  };
}

/** Leaves, scales and operators of the sum. */
function tokens(terms: readonly Term[]): number {
  const count = (spec: CovarianceSpec): number => {
    if (spec.kind === 'scale') return 1 + count(spec.of);
    if ('columns' in spec) return 1;
    return spec.of.reduce((sum, member) => sum + 1 + count(member), -1);
  };
  return terms.reduce((sum, { spec }) => sum + 1 + count(spec), -1);
}

const scaled = (of: CovarianceSpec): CovarianceSpec => ({ kind: 'scale', of });

function normal(entry: ThetaEntry, prior: { centre: number; spread: number }, shift = 0): FitParameter {
  const centre = prior.centre + shift;
  const limits = { lower: centre - REACH, upper: centre + REACH };
  return { name: label(entry), initial: centre, ...limits, prior: { centre, spread: prior.spread } };
}

/** Moves with the entry of that place. */
const tied = (entry: ThetaEntry, to: number): FitParameter => ({
  name: label(entry),
  initial: 0,
  lower: 0,
  upper: 0,
  tied: to,
});

function termsOf(
  numeric: readonly number[],
  categorical: readonly number[],
  sloped: readonly number[],
  wanted: { readonly additive: boolean; readonly categories: boolean },
): Term[] {
  const d = numeric.length;
  const c = categorical.length;
  const smooth = { kind: 'matern52', columns: numeric } as const;
  const alike: CovarianceSpec = { kind: 'hamming', columns: categorical };
  const hamming = (entry: ThetaEntry) => normal(entry, believed.hamming, -Math.log(c));
  const terms: Term[] = [];
  if (d > 0) {
    terms.push({
      spec: scaled(smooth),
      parameterOf: (entry) =>
        entry.name === 'outputscale'
          ? normal(entry, believed.joint)
          : normal(entry, believed.lengthscale, 0.5 * Math.log(d)),
    });
    if (wanted.additive) terms.push(additive(numeric));
    if (sloped.length > 0) terms.push(straight(sloped));
  }
  if (wanted.categories) for (const column of categorical) terms.push(mainEffect(column));
  if (c > 0 && d > 0) {
    terms.push({
      spec: scaled({ kind: 'product', of: [smooth, alike] }),
      parameterOf: (entry) => {
        if (entry.name === 'outputscale') return normal(entry, believed.product);
        if (entry.covariance === 'hamming') return hamming(entry);
        return tied(entry, numeric.indexOf(entry.column as number));
      },
    });
  } else if (c > 1 || terms.length === 0) {
    terms.push({
      spec: scaled(alike),
      parameterOf: (entry) =>
        entry.name === 'outputscale' ? normal(entry, believed.product) : hamming(entry),
    });
  }
  return terms;
}

/** Σ_k k(x_k) of one scale. */
function additive(numeric: readonly number[]): Term {
  const of = numeric.map((column): CovarianceSpec => ({ kind: 'matern52', columns: [column] }));
  return {
    spec: scaled({ kind: 'sum', of }),
    parameterOf: (entry) =>
      entry.name === 'outputscale'
        ? normal(entry, believed.additive, -Math.log(numeric.length))
        : normal(entry, believed.lengthscale),
  };
}

/** Straight lines through the middle of the data; with many columns their slopes have one variance. */
function straight(numeric: readonly number[]): Term {
  const spec: CovarianceSpec = { kind: 'linear', columns: numeric };
  const alone = numeric.length < MANY_SLOPES;
  return {
    spec,
    parameterOf: (entry, first) =>
      alone || entry.column === numeric[0] ? normal(entry, believed.slope) : tied(entry, first),
  };
}

/** One level per value of a category. */
function mainEffect(column: number): Term {
  return {
    spec: scaled({ kind: 'hamming', columns: [column] }),
    parameterOf: (entry) =>
      entry.name === 'outputscale' ? normal(entry, believed.category) : fixed(label(entry), APART),
  };
}
