import { leastSquares } from '../../linalg/least-squares.ts';
import type { Dimension } from '../../space/space.ts';
import { modelMatrix, toCoded } from '../optimal/model/coding.ts';
import type { LinearModel } from '../optimal/model/model-terms.ts';
import { informationCriteria } from './information-criteria.ts';
import { candidateTerms, type Family, type LargestModel, modelOfFamilies } from './largest-model.ts';
import { groupingLevels, type PlotLevel } from './plot-levels.ts';
import { comparedPress } from './press-in-plots.ts';
import { variationOf } from './variation.ts';

/** Degrees of freedom that products or squares leave for error: with fewer, no interval is of use. */
const SPARE = 3;

const families = {
  linear: [1],
  interaction: [1, 2],
  linear_and_squares: [1, 3],
  quadratic: [1, 2, 3],
  special_cubic: [1, 2, 4],
} as const satisfies Readonly<Record<string, readonly Family[]>>;

export type FamilyName = keyof typeof families;

/** One model that was fitted, and how well it predicts runs that it was not fitted to. */
export interface ConsideredModel {
  readonly name: FamilyName;
  readonly terms: number;
  /** Degrees of freedom for error. */
  readonly degrees: number;
  /** 1 − PRESS over the total sum of squares; null when a run has leverage 1. */
  readonly predictedRSquared: number | null;
  /** For comparison; the choice does not use it. Null for runs in plots, too. */
  readonly aicc: number | null;
}

/** What the runs of a design have in common. */
interface RunStructure {
  /** Place of the dimension of blocks, which come before all other effects. */
  readonly block?: number | undefined;
  /** Places of the components of a mixture, for which special cubics are compared as well. */
  readonly components?: readonly number[] | undefined;
  /** Plots that the runs were made in (`comparedPress`). */
  readonly plots?: readonly PlotLevel[] | undefined;
}

/** The model that predicts left-out runs best, and those beside it. */
export interface RecommendedModel extends LargestModel {
  readonly name: FamilyName;
  readonly considered: readonly ConsideredModel[];
}

/** Terms but the intercept. */
export const termsOf = ({ terms }: LinearModel) => terms.filter(({ factors }) => factors.length > 0);

const isSame = (a: LinearModel, b: LinearModel): boolean =>
  a.terms.length === b.terms.length && a.terms.every(({ name }, i) => name === b.terms[i].name);

/**
 * The model with the smallest PRESS (Allen 1974) among main effects, these and products, these and squares, and all
 * three. Of equals the one with the fewest terms. Main effects may spend all runs, as in a saturated fraction, if all
 * of them fit; products and squares leave three degrees of freedom. Where a main effect depends on others, as in a
 * mixture, squares come after products only.
 *
 * @param points [n, d] encoded
 * @param y      [n]
 */
export function recommendedModel(
  dimensions: readonly Dimension[],
  points: Float64Array,
  y: Float64Array,
  { block, components, plots = [] }: RunStructure = {},
): RecommendedModel {
  const candidates = candidateTerms(dimensions, points, block, components);
  const coded = toCoded(dimensions, points);
  const total = variationOf(y);
  const all = modelOfFamilies(candidates, { families: [1], afterMain: 0, afterMore: SPARE });
  const isCrowded = all.model.columns.length >= y.length && all.dropped.length > 0;
  // Of components that add up to a constant, squares are products in disguise: only products are tried.
  const names = (Object.keys(families) as FamilyName[]).filter(
    (name) => all.dropped.length === 0 || name !== 'linear_and_squares',
  );
  const found: { readonly name: FamilyName; readonly chosen: LargestModel }[] = [];
  for (const name of names) {
    const rule = { families: families[name], afterMain: isCrowded ? 1 : 0, afterMore: SPARE };
    const chosen = modelOfFamilies(candidates, rule);
    // Families that add no term, or too many, leave a model that was fitted before.
    if (!found.some((one) => isSame(one.chosen.model, chosen.model))) found.push({ name, chosen });
  }
  const columns = found.map(({ chosen: { model } }) => ({
    X: modelMatrix(model, coded),
    p: model.columns.length,
  }));
  const presses = comparedPress(columns, y, plots);
  const inPlots = groupingLevels(plots, y.length).length > 0;
  const considered = found.map(({ name, chosen: { model } }, i) => {
    const press = presses[i];
    const predictedRSquared = press === null || total === 0 ? null : 1 - press / total;
    const { X, p } = columns[i];
    const aicc = inPlots
      ? null
      : informationCriteria(leastSquares(X, y, p).residualSquares, y.length, p).aicc;
    return { name, terms: termsOf(model).length, degrees: y.length - p, predictedRSquared, aicc };
  });
  const errors = presses.map((press) => press ?? Number.POSITIVE_INFINITY);
  const best = errors.reduce((at, error, i) => (error < errors[at] ? i : at), 0);
  return { ...found[best].chosen, name: found[best].name, considered };
}
