import { ValueError } from '../../../errors.ts';
import { settableCount } from '../../../space/encode.ts';
import type { Dimension, Space } from '../../../space/space.ts';
import { mixtureOfSpace } from '../../mixture-space.ts';

/** What the model of a design holds: exactly one of the two. */
export interface ModelSpec {
  /** Position of a dimension that contains the blocks: it has a main effect first and takes part in nothing else. */
  readonly block?: number | undefined;
  /** linear: main effects; interaction: and all pairs; quadratic: and the squares of real and integer variables. */
  readonly modelType?: ModelType | undefined;
  /** `A` main effect, `A*B*…` product, `A**2` square; an empty list is the intercept alone. */
  readonly effects?: readonly string[] | undefined;
  /**
   * Places of the components of a mixture. A model with the main effects of all of them is Scheffé's polynomial: no
   * intercept, no squares of components, and of a product with another variable all components but the last.
   */
  readonly components?: readonly number[] | undefined;
}

export type ModelType = 'linear' | 'interaction' | 'quadratic';

/** One factor of a term: which dimension, to which power (categorical: power 1). */
export interface TermFactor {
  readonly dimension: number;
  readonly power: number;
}

/** A term as the user sees it; the intercept has no factors. */
export interface Term {
  /** `Intercept`, `A`, `A*B`, `A^2`. */
  readonly name: string;
  readonly factors: readonly TermFactor[];
}

/**
 * One piece of a column: basis function `basis` ≥ 1 of a dimension.
 * Numeric: (coded value)^basis. Categorical: 1 where the category's position is `basis`, else 0 (position 0 is the reference).
 */
export interface ColumnPiece {
  readonly dimension: number;
  readonly basis: number;
}

/** One column of the model matrix: the product of its pieces; the intercept has none. */
export interface Column {
  readonly term: number;
  readonly pieces: readonly ColumnPiece[];
}

/** Terms expanded over dimensions; `columns[0]` is the intercept, which Scheffé's polynomials of a mixture lack. */
export interface LinearModel {
  readonly dimensions: readonly Dimension[];
  readonly terms: readonly Term[];
  readonly columns: readonly Column[];
  /** Places of the components in Scheffé's polynomial of a mixture. */
  readonly components?: readonly number[];
}

/** Size of a model before any design: what the preview answers. */
export interface OptimalDesignInfo {
  readonly modelTerms: readonly string[];
  readonly columns: number;
  readonly minimumRuns: number;
  readonly recommendedRuns: number;
}

/**
 * Terms and columns of a model.
 *
 * Order: intercept, then for a model type main effects, pairs 12, 13, … 23, …, squares, each in order of the dimensions;
 * for effects the order given, repeated effects once.
 *
 * @throws ValueError for neither or both of `modelType` and `effects`, an unknown name, a square of a categorical
 * dimension or of one with fewer than three values, a variable twice in one product.
 */
export function buildModel(dimensions: readonly Dimension[], spec: ModelSpec): LinearModel {
  const chosen = chosenTerms(dimensions, spec);
  const { components, block } = spec;
  if (components?.every((k) => chosen.some((term) => isMainOf(term, k))))
    return { ...expanded(dimensions, componentsFirst(chosen, components, block)), components };
  return expanded(dimensions, [{ name: 'Intercept', factors: [] }, ...chosen]);
}

const isMainOf = ({ factors }: Term, dimension: number): boolean =>
  factors.length === 1 && factors[0].power === 1 && factors[0].dimension === dimension;

/** Whether a term is the main effect of one of these dimensions. */
export const isMainOfAny = (term: Term, dimensions: readonly number[]): boolean =>
  dimensions.some((k) => isMainOf(term, k));

/** Blocks, then components, so that all that follows is judged after both. */
function componentsFirst(terms: readonly Term[], components: readonly number[], block?: number): Term[] {
  const rank = (term: Term) =>
    block !== undefined && isMainOf(term, block) ? 0 : isMainOfAny(term, components) ? 1 : 2;
  return [0, 1, 2].flatMap((place) => terms.filter((term) => rank(term) === place));
}

/** Per dimension the columns of the model that hold it. */
export const columnsByDimension = ({ dimensions, columns }: LinearModel): number[][] =>
  dimensions.map((_, j) =>
    columns.flatMap(({ pieces }, c) => (pieces.some((piece) => piece.dimension === j) ? [c] : [])),
  );

/** Terms with their columns. */
export function expanded(dimensions: readonly Dimension[], terms: readonly Term[]): LinearModel {
  const columns = terms.flatMap((term, index) =>
    expand(dimensions, term).map((pieces) => ({ term: index, pieces })),
  );
  return { dimensions, terms, columns };
}

/** The same fit of a mixture with an intercept in place of the last component: sums of squares are about the mean then. */
export function withIntercept(model: LinearModel): LinearModel {
  const { components, dimensions, terms } = model;
  if (components === undefined) return model;
  const last = components.slice(-1);
  return expanded(dimensions, [
    { name: 'Intercept', factors: [] },
    ...terms.filter((term) => !isMainOfAny(term, last)),
  ]);
}

/**
 * The model that a design is made for. Of a mixture it fits what Scheffé's polynomial fits, with an intercept in place of the
 * last component: best under D, I and G for both.
 */
export const designModel = (space: Space, spec: ModelSpec): LinearModel =>
  withIntercept(blendModel(space, spec));

/** The model of a space, of a mixture Scheffé's polynomial. */
const blendModel = (space: Space, spec: ModelSpec): LinearModel =>
  buildModel(space.dimensions, { ...spec, components: mixtureOfSpace(space)?.components });

/** Whether the model is Scheffé's polynomial of a mixture. */
export const isBlend = (space: Space, spec: ModelSpec): boolean =>
  blendModel(space, spec).components !== undefined;

/** The preview of a model: term names, columns p, and p to 2p runs. */
export function optimalDesignInfo(space: Space, spec: ModelSpec): OptimalDesignInfo {
  const model = blendModel(space, spec);
  const p = model.columns.length;
  return {
    modelTerms: model.terms.map((term) => term.name),
    columns: p,
    minimumRuns: p,
    recommendedRuns: 2 * p,
  };
}

function chosenTerms(dimensions: readonly Dimension[], spec: ModelSpec): Term[] {
  const { modelType, effects, block } = spec;
  if (modelType !== undefined && effects !== undefined) {
    throw new ValueError('model: both model_type and effects are given; send exactly one of them');
  }
  const own = block === undefined ? [] : [makeTerm(dimensions, [{ dimension: block, power: 1 }])];
  if (modelType !== undefined) return [...own, ...presetTerms(dimensions, modelType, spec)];
  if (effects !== undefined) {
    const byName = new Map(effects.map((effect) => parseEffect(dimensions, effect)).map((t) => [t.name, t]));
    return [...own.filter(({ name }) => !byName.has(name)), ...byName.values()];
  }
  throw new ValueError('model: neither model_type nor effects is given; send exactly one of them');
}

function presetTerms(
  dimensions: readonly Dimension[],
  type: ModelType,
  { block, components = [] }: ModelSpec,
): Term[] {
  const last = components.at(-1);
  const isComponent = (k: number) => components.includes(k);
  // The products of a variable with all components add up to its main effect.
  const isRedundant = (i: number, j: number) =>
    (i === last && !isComponent(j)) || (j === last && !isComponent(i));
  const all = [...dimensions.keys()].filter((index) => index !== block);
  const terms = all.map((i) => makeTerm(dimensions, [{ dimension: i, power: 1 }]));
  if (type === 'linear') return terms;
  for (const i of all) {
    for (const j of all.filter((other) => other > i && !isRedundant(i, other))) {
      const pair = [i, j].map((dimension) => ({ dimension, power: 1 }));
      terms.push(makeTerm(dimensions, pair));
    }
  }
  if (type === 'interaction') return terms;
  for (const i of all) {
    if (hasSquare(dimensions[i]) && !isComponent(i))
      terms.push(makeTerm(dimensions, [{ dimension: i, power: 2 }]));
  }
  return terms;
}

/** Whether the quadratic model has the square: of a real or integer variable of three values or more, stepped or not. */
const hasSquare = (dimension: Dimension): boolean =>
  (dimension.kind === 'discrete' ? dimension.stepped === true : dimension.kind !== 'categorical') &&
  settableCount(dimension) > 2;

function makeTerm(dimensions: readonly Dimension[], factors: readonly TermFactor[]): Term {
  const name = factors
    .map(({ dimension, power }) => dimensions[dimension].name + (power === 1 ? '' : `^${power}`))
    .join('*');
  return { name, factors };
}

function parseEffect(dimensions: readonly Dimension[], effect: string): Term {
  const find = (name: string) => dimensions.findIndex((dimension) => dimension.name === name.trim());
  const whole = find(effect);
  if (whole >= 0) return makeTerm(dimensions, [{ dimension: whole, power: 1 }]);
  const raised = /(?:\*\*|\^)\s*(\d+)$/.exec(effect.trim());
  const [base, power] = raised === null ? ['', undefined] : [raised.input.slice(0, raised.index), raised[1]];
  if (power === '2') return squareTerm(dimensions, find(base), effect);
  if (power !== undefined && find(base) >= 0) {
    const name = base.trim();
    throw new ValueError(
      `effect '${effect}': a model has no power ${power} of a variable; use '${name}' or '${name}**2'`,
    );
  }
  const found = effect.split('*').map(find);
  if (found.includes(-1)) throw unknownEffect(dimensions, effect);
  if (new Set(found).size < found.length) {
    throw new ValueError(`effect '${effect}': a variable occurs twice; write the square as 'A**2'`);
  }
  const ordered = found.sort((a, b) => a - b);
  return makeTerm(
    dimensions,
    ordered.map((dimension) => ({ dimension, power: 1 })),
  );
}

function squareTerm(dimensions: readonly Dimension[], dimension: number, effect: string): Term {
  if (dimension < 0) throw unknownEffect(dimensions, effect);
  const chosen = dimensions[dimension];
  if (chosen.kind === 'categorical') {
    throw new ValueError(
      `effect '${effect}': '${chosen.name}' is categorical and has no square; use its main effect`,
    );
  }
  const values = settableCount(chosen);
  if (values < 3) {
    throw new ValueError(
      `effect '${effect}': '${chosen.name}' has ${values} values, a square needs three; drop the effect or add a value`,
    );
  }
  return makeTerm(dimensions, [{ dimension, power: 2 }]);
}

function unknownEffect(dimensions: readonly Dimension[], effect: string): ValueError {
  const names = dimensions.map((dimension) => `'${dimension.name}'`).join(', ');
  return new ValueError(
    `effect '${effect}': not made of known variables; use A, A*B or A**2 with names from ${names}`,
  );
}

function expand(dimensions: readonly Dimension[], term: Term): ColumnPiece[][] {
  let columns: ColumnPiece[][] = [[]];
  for (const { dimension, power } of term.factors) {
    const chosen = dimensions[dimension];
    const bases =
      chosen.kind === 'categorical'
        ? Array.from({ length: chosen.labels.length - 1 }, (_, k) => k + 1)
        : [power];
    columns = columns.flatMap((pieces) => bases.map((basis) => [...pieces, { dimension, basis }]));
  }
  return columns;
}
