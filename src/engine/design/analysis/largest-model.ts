import type { Dimension } from '../../space/space.ts';
import { modelMatrix, toCoded } from '../optimal/coding.ts';
import { buildModel, type LinearModel } from '../optimal/model-terms.ts';

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

/**
 * Terms are tried in families: main effects, products of two, squares. A term stays when its columns are independent
 * of those before it, so that a mixture loses one component and a category that never varies its effect. A family is
 * taken as a whole and only while at least one degree of freedom is left for error; of main effects as many as fit.
 *
 * @param points [n, d] encoded
 * @param block  place of the dimension of blocks, which come before all other effects
 */
export function largestModel(
  dimensions: readonly Dimension[],
  points: ArrayLike<number>,
  block?: number,
): LargestModel {
  const full = buildModel(dimensions, { modelType: 'quadratic', block });
  const p = full.columns.length;
  const n = points.length / dimensions.length;
  const X = modelMatrix(full, toCoded(dimensions, points));
  const column = (c: number): Float64Array => Float64Array.from({ length: n }, (_, i) => X[i * p + c]);
  const columnsOf = full.terms.map((_, term) =>
    full.columns.flatMap((one, c) => (one.term === term ? [c] : [])),
  );
  const basis = new Basis();
  basis.columns.push(...(basis.with([column(0)]) ?? []));
  const taken = new Set([0]);
  const dropped: string[] = [];
  for (const order of [1, 2, 3]) {
    const family = full.terms.map((_, term) => term).filter((term) => orderOf(full, term) === order);
    const kept = basis.columns.length;
    const chosen: number[] = [];
    const dependent: string[] = [];
    for (const term of family) {
      const fresh = basis.with((columnsOf[term] as number[]).map(column));
      const fits = order > 1 || basis.columns.length + (fresh?.length ?? 0) < n;
      if (fresh && fits) {
        basis.columns.push(...fresh);
        chosen.push(term);
      } else dependent.push(full.terms[term].name);
    }
    if (basis.columns.length >= n) {
      basis.columns.length = kept;
      break;
    }
    for (const term of chosen) taken.add(term);
    dropped.push(...dependent);
  }
  return { model: withTerms(full, taken), dropped };
}

/** 1 for a main effect, 2 for a product, 3 for a square; 0 for the intercept. */
function orderOf(model: LinearModel, term: number): number {
  const { factors } = model.terms[term];
  return factors.length === 1 && factors[0].power === 2 ? 3 : factors.length;
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
  };
}
