import { NotPositiveDefiniteError } from '../../errors.ts';
import { describeHyperparameters } from '../../gp/hyperparameters.ts';
import type { GpModel } from '../../gp/model.ts';
import { createPosterior } from '../../gp/posterior/posterior.ts';
import { logDensityLeftOut } from '../../gp/validation/left-out-density.ts';
import type { RunContext } from '../../run-context.ts';
import { fitVariant, type SurrogateData, type Variant } from './auto-surrogate.ts';

/** Columns that may be all that matter, and how likely that is. */
export interface ColumnSet {
  readonly columns: readonly number[];
  /** Of all sets and of all columns together 1. */
  readonly share: number;
}

/** Numeric columns above which some may not matter. */
export const MANY_COLUMNS = 20;
/** Sizes of the sets that are tried, each a part of the one before. */
const SIZES = [32, 20, 14, 10, 8, 7, 6, 5, 4, 3, 2, 1];
/** What all columns keep of the share, so that a column left out by mistake is found. */
const KEPT = 0.2;
/** What a set must predict better by than all columns (log): with few rows some set always seems to. */
const MARGIN = 6;
/** Starts of each fit, and their seed. */
const STARTS = 2;
const SEED = '1';

/**
 * Sets of few columns that may explain the data alone: from the columns of a model of all, those with the longest
 * lengthscales are left out step by step and the rest is fitted again (recursive elimination, Guyon et al. 2002).
 *
 * A set is as likely as it predicts left-out rows, over the number of sets of its size, from which it was chosen, and a margin.
 *
 * @param variants variants by all columns; the likeliest joint one is where sets come from
 */
export function relevantColumns(
  data: SurrogateData,
  variants: readonly Variant[],
  context: RunContext,
): readonly ColumnSet[] {
  const joint = variants.filter(({ form }) => form.kernel === 'matern' && form.structure === 'product');
  const all = joint.reduce((best, one) => (one.evidence > best.evidence ? one : best));
  const numeric = data.categorical.filter((isLabel) => !isLabel).length;
  const found: { columns: readonly number[]; score: number }[] = [];
  let last = all.model;
  for (const size of SIZES) {
    if (size >= numeric) continue;
    const columns = byLengthscale(last)
      .slice(0, size)
      .sort((a, b) => a - b);
    const choice = { ...all, form: { ...all.form, columns } };
    last = fitVariant(data, choice, { seed: SEED, starts: STARTS, context }).model;
    found.push({ columns, score: leftOut(last, context) - logChoices(numeric, size) - MARGIN });
  }
  return sharesOf(found, leftOut(all.model, context));
}

/** Shares by score, in addition to that of all columns. */
function sharesOf(
  sets: readonly { readonly columns: readonly number[]; readonly score: number }[],
  whole: number,
): ColumnSet[] {
  if (sets.every(({ score }) => score === Number.NEGATIVE_INFINITY)) return [];
  const top = sets.reduce((best, { score }) => Math.max(best, score), whole);
  const weights = sets.map(({ score }) => Math.exp(score - top));
  const ofSets = weights.reduce((sum, weight) => sum + weight, 0);
  const sum = ofSets + Math.exp(whole - top);
  const most = Math.min(1, ((1 - KEPT) * sum) / Math.max(ofSets, Number.MIN_VALUE));
  return sets.map(({ columns }, k) => ({ columns, share: (most * (weights[k] as number)) / sum }));
}

/** Columns of a model, the shortest lengthscale first. */
function byLengthscale(model: GpModel): number[] {
  return describeHyperparameters(model)
    .parameters.flatMap(({ name, column, value }) =>
      name === 'lengthscale' && column !== undefined ? [{ column, value }] : [],
    )
    .sort((a, b) => a.value - b.value || a.column - b.column)
    .map(({ column }) => column);
}

/** log of the number of sets of `size` out of d. */
function logChoices(d: number, size: number): number {
  let sum = 0;
  for (let i = 0; i < size; i++) sum += Math.log((d - i) / (i + 1));
  return sum;
}

/** How a model predicts its rows from the others, log; nothing is worse than one that cannot be factored. */
function leftOut(model: GpModel, { backend }: RunContext): number {
  try {
    const posterior = createPosterior(model, backend);
    const value = logDensityLeftOut(posterior);
    posterior.free();
    return Number.isNaN(value) ? Number.NEGATIVE_INFINITY : value;
  } catch (error) {
    if (error instanceof NotPositiveDefiniteError) return Number.NEGATIVE_INFINITY;
    throw error;
  }
}
