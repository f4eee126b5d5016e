import type { Dimension } from '../../space/space.ts';
import { modelMatrix, toCoded } from '../optimal/model/coding.ts';
import { buildModel, expanded, isMainOfAny, type LinearModel } from '../optimal/model/model-terms.ts';

/** A column this small beside its own length, once what others explain is taken out, depends on them. */
const DEPENDENT = 1e-8;

/** The largest quadratic model that recorded runs estimate. */
export interface LargestModel {
  readonly model: LinearModel;
  /** Terms of the families taken that the runs cannot tell from those before them. */
  readonly dropped: readonly string[];
}

/** Columns [n] that are independent so far, orthonormal. */
class Basis {
  readonly columns: Float64Array[] = [];

  /** The part of the columns that is new, or undefined when one of them depends on what is here. */
  with(added: readonly Float64Array[]): Float64Array[] | undefined {
    const fresh: Float64Array[] = [];
    for (const column of added) {
      const rest = column.slice();
      const before = lengthOf(rest);
      // Twice, since once leaves what rounding put back.
      for (let pass = 0; pass < 2; pass++)
        for (const one of [...this.columns, ...fresh]) {
          let dot = 0;
          for (let i = 0; i < rest.length; i++) dot += rest[i] * one[i];
          for (let i = 0; i < rest.length; i++) rest[i] -= dot * one[i];
        }
      const length = lengthOf(rest);
      if (!(length > DEPENDENT * before)) return undefined;
      fresh.push(rest.map((value) => value / length));
    }
    return fresh;
  }
}

function lengthOf(values: Float64Array): number {
  let squares = 0;
  for (const value of values) squares += value * value;
  return Math.sqrt(squares);
}

/** Families of terms: 1 main effects, 2 products of two, 3 squares, 4 products of three components of a mixture. */
export type Family = 1 | 2 | 3 | 4;

/** Which families are tried, and how many degrees of freedom stay for error. */
export interface FamilyRule {
  readonly families: readonly Family[];
  /** After main effects; of these as many are taken as leave it. */
  readonly afterMain: number;
  /** After a further family, which is taken as a whole or not at all. */
  readonly afterMore: number;
}

/** Columns [n] of a full model, by term. */
interface Candidates {
  readonly full: LinearModel;
  readonly n: number;
  readonly columnsOf: (term: number) => Float64Array[];
}

/**
 * Terms that a model of these runs may have: those of the quadratic model, and for a mixture the products of three components.
 *
 * @param points [n, d] raw values  @param block column of the blocks  @param components columns of a mixture
 */
export function candidateTerms(
  dimensions: readonly Dimension[],
  points: ArrayLike<number>,
  block?: number,
  components?: readonly number[],
): Candidates {
  const full = withTriples(buildModel(dimensions, { modelType: 'quadratic', block, components }));
  const p = full.columns.length;
  const n = points.length / dimensions.length;
  const X = modelMatrix(full, toCoded(dimensions, points));
  const at: number[][] = full.terms.map(() => []);
  for (const [c, { term }] of full.columns.entries()) at[term].push(c);
  const column = (c: number): Float64Array => Float64Array.from({ length: n }, (_, i) => X[i * p + c]);
  return { full, n, columnsOf: (term) => at[term].map(column) };
}

/** With the products of three components, which make a special cubic of Scheffé's quadratic polynomial. */
function withTriples(model: LinearModel): LinearModel {
  const { components = [], dimensions } = model;
  const triples = components.flatMap((a, i) =>
    components.slice(i + 1).flatMap((b, j) =>
      components.slice(i + j + 2).map((c) => ({
        name: [a, b, c].map((k) => dimensions[k].name).join('*'),
        factors: [a, b, c].map((dimension) => ({ dimension, power: 1 })),
      })),
    ),
  );
  if (triples.length === 0) return model;
  return { ...expanded(dimensions, [...model.terms, ...triples]), components };
}

/** The terms of one family that are independent of the basis, which takes them in, main effects up to `most` columns; the others are dependent on it. */
function grow(basis: Basis, { full, n, columnsOf }: Candidates, family: Family | 0, most: number) {
  const chosen: number[] = [];
  const dependent: string[] = [];
  for (const term of full.terms.keys()) {
    if (orderOf(full, term) !== family) continue;
    // A further family that has filled the runs is not taken: the rest of it need not be examined.
    if (family > 1 && basis.columns.length >= n) break;
    const fresh = basis.with(columnsOf(term));
    if (fresh && (family !== 1 || basis.columns.length + fresh.length <= most)) {
      basis.columns.push(...fresh);
      chosen.push(term);
    } else dependent.push(full.terms[term].name);
  }
  return { chosen, dependent };
}

/**
 * Terms are tried in families: main effects, products of two, squares. A term stays when its columns are independent
 * of those before it, so that a mixture loses one component and a category that never varies its effect. The first
 * further family that leaves too few degrees of freedom for error ends the search.
 */
export function modelOfFamilies(candidates: Candidates, rule: FamilyRule): LargestModel {
  const { full, n } = candidates;
  const basis = new Basis();
  const taken = new Set<number>();
  const dropped: string[] = [];
  for (const family of [0, ...rule.families] as const) {
    const kept = basis.columns.length;
    const { chosen, dependent } = grow(basis, candidates, family, n - rule.afterMain);
    if (family > 1 && n - basis.columns.length < rule.afterMore) {
      basis.columns.length = kept;
      break;
    }
    for (const term of chosen) taken.add(term);
    dropped.push(...dependent);
  }
  return { model: withTerms(full, taken), dropped };
}

/**
 * All families, as far as they leave one degree of freedom for error.
 *
 * @param points [n, d] encoded
 * @param block  place of the dimension of blocks, which come before all other effects
 * @param components places of the components of a mixture
 */
export const largestModel = (
  dimensions: readonly Dimension[],
  points: ArrayLike<number>,
  block?: number,
  components?: readonly number[],
): LargestModel =>
  modelOfFamilies(candidateTerms(dimensions, points, block, components), {
    families: [1, 2, 3, 4],
    afterMain: 1,
    afterMore: 1,
  });

/** The family of a term; 0 for the intercept. */
function orderOf(model: LinearModel, term: number): number {
  const { factors } = model.terms[term];
  if (factors.length === 1 && factors[0].power === 2) return 3;
  return factors.length === 3 ? 4 : factors.length;
}

function withTerms(full: LinearModel, taken: ReadonlySet<number>): LinearModel {
  const numbers = new Map([...taken].sort((a, b) => a - b).map((term, at) => [term, at]));
  return {
    dimensions: full.dimensions,
    terms: full.terms.filter((_, term) => taken.has(term)),
    columns: full.columns.flatMap((one) => {
      const term = numbers.get(one.term);
      return term === undefined ? [] : [{ ...one, term }];
    }),
    ...(full.components && {
      components: full.components.filter((k) =>
        full.terms.some((term, at) => taken.has(at) && isMainOfAny(term, [k])),
      ),
    }),
  };
}
