import { vectorLength } from '../../linalg/vector-length.ts';
import { settableCount } from '../../space/encode.ts';
import { modelMatrix } from '../optimal/model/coding.ts';
import { buildModel, type LinearModel } from '../optimal/model/model-terms.ts';
import { deviation } from './contrasts.ts';

/** Most effects outside the model that are listed. */
const MOST_EFFECTS = 250;

/**
 * Effects outside a model that may bias it: the pairs and squares that it lacks, or with all of those in it the products
 * of three factors. Undefined when there are none.
 *
 * @param block place of the dimension of blocks, which take part in no product
 */
export function aliasEffects(model: LinearModel, block?: number): LinearModel | undefined {
  const { dimensions, components = [] } = model;
  const isComponent = (k: number) => components.includes(k);
  // Of a mixture, squares and products of the last component with others are sums of what is there.
  const isNew = (i: number, j: number) =>
    i !== block &&
    j !== block &&
    (isComponent(i) === isComponent(j) || (i !== components.at(-1) && j !== components.at(-1)));
  const held = new Set(model.terms.map(({ name }) => name));
  const names = dimensions.map(({ name }) => name);
  const effects: string[] = [];
  const offer = (effect: string) => {
    if (!held.has(effect)) effects.push(effect);
  };
  names.forEach((a, i) => {
    names.forEach((b, j) => {
      if (j > i && isNew(i, j)) offer(`${a}*${b}`);
    });
  });
  dimensions.forEach((dimension, k) => {
    if (!isComponent(k) && dimension.kind !== 'categorical' && settableCount(dimension) > 2)
      offer(`${dimension.name}^2`);
  });
  const free = names.filter((_, k) => k !== block);
  if (effects.length === 0)
    free.forEach((a, i) => {
      free.slice(i + 1).forEach((b, j) => {
        for (const c of free.slice(i + j + 2)) offer(`${a}*${b}*${c}`);
      });
    });
  if (effects.length === 0) return undefined;
  const outside = buildModel(dimensions, { effects: effects.slice(0, MOST_EFFECTS) });
  return { ...outside, columns: outside.columns.slice(1) };
}

/**
 * Alias matrix (X'V⁻¹X)⁻¹X'V⁻¹Z: what one unit of each effect outside the model adds to the coefficients.
 *
 * @param outside effects outside the model (`aliasEffects`)
 * @param X [n, p] whitened matrix of the model  @param C [p, p] inverse of X'X  @param coded [n, d]
 * @param whitened of other columns (`RunCovariance`)
 * @returns [p, a] row-major
 */
export function aliasMatrix(
  outside: LinearModel | undefined,
  X: Float64Array,
  C: Float64Array,
  coded: Float64Array,
  whitened: (Z: Float64Array, a: number) => Float64Array,
): Float64Array {
  if (!outside) return new Float64Array(0);
  const p = Math.sqrt(C.length);
  const a = outside.columns.length;
  const Z = whitened(modelMatrix(outside, coded, deviation), a);
  const cross = new Float64Array(p * a);
  for (let i = 0; i < X.length / p; i++)
    for (let r = 0; r < p; r++) for (let c = 0; c < a; c++) cross[r * a + c] += X[i * p + r] * Z[i * a + c];
  const result = new Float64Array(p * a);
  for (let r = 0; r < p; r++)
    for (let k = 0; k < p; k++)
      for (let c = 0; c < a; c++) result[r * a + c] += C[r * p + k] * cross[k * a + c];
  return result;
}

/** Correlations of all columns but the intercept, model first; 0 with a constant column, 1 on the diagonal. */
export function correlationMap(
  model: LinearModel,
  outside: LinearModel | undefined,
  coded: Float64Array,
  namesOf: (model: LinearModel) => string[],
): { readonly names: readonly string[]; readonly matrix: Float64Array } {
  const parts = outside ? [model, outside] : [model];
  const names: string[] = [];
  const columns: Float64Array[] = [];
  for (const part of parts) {
    const all = namesOf(part);
    const width = part.columns.length;
    const X = modelMatrix(part, coded, deviation);
    part.columns.forEach(({ pieces }, c) => {
      if (pieces.length === 0) return;
      names.push(all[c]);
      columns.push(standardized(Float64Array.from({ length: X.length / width }, (_, i) => X[i * width + c])));
    });
  }
  const count = columns.length;
  const matrix = new Float64Array(count * count);
  for (let a = 0; a < count; a++)
    for (let b = 0; b <= a; b++) {
      let sum = 0;
      for (let i = 0; i < columns[a].length; i++) sum += columns[a][i] * columns[b][i];
      matrix[a * count + b] = matrix[b * count + a] = a === b ? 1 : sum;
    }
  return { names, matrix };
}

/** A column less its mean, of length 1; zeros when it is constant. */
function standardized(column: Float64Array): Float64Array {
  const mean = column.reduce((sum, value) => sum + value, 0) / column.length;
  const centred = column.map((value) => value - mean);
  const length = vectorLength(centred);
  return length > 1e-12 * Math.max(1, Math.abs(mean))
    ? centred.map((value) => value / length)
    : centred.fill(0);
}
