import { basisValue } from '../../../compute/basis-value.ts';
import type { ColumnPiece, LinearModel } from './model-terms.ts';

/**
 * Moment matrix of a model over independent dimensions: the average of f(x) f(x)'.
 *
 * @param levels per dimension the coded values that are averaged, or `undefined` for the uniform distribution on [−1, 1]
 * @returns [p, p] row-major, symmetric
 */
export function boxMoments(model: LinearModel, levels: readonly (Float64Array | undefined)[]): Float64Array {
  const p = model.columns.length;
  const W = new Float64Array(p * p);
  const averages = model.dimensions.map((dimension, j) =>
    pairAverages(dimension.kind === 'categorical', basesOf(model, j), levels[j]),
  );
  const bases = model.columns.map(({ pieces }) => {
    const own = new Int32Array(model.dimensions.length);
    for (const { dimension, basis } of pieces) own[dimension] = basis;
    return own;
  });
  for (let a = 0; a < p; a++) {
    for (let b = 0; b <= a; b++) {
      let moment = 1;
      for (let j = 0; j < averages.length && moment !== 0; j++)
        moment *= averages[j][bases[a][j]][bases[b][j]];
      W[a * p + b] = moment;
      W[b * p + a] = moment;
    }
  }
  return W;
}

function basesOf(model: LinearModel, j: number): number {
  const own = model.columns.flatMap(({ pieces }) => pieces.filter((piece) => piece.dimension === j));
  return Math.max(0, ...own.map((piece) => piece.basis));
}

/** Averages of the products of two basis functions of one dimension; basis 0 is the constant 1. */
function pairAverages(categorical: boolean, bases: number, levels: Float64Array | undefined): number[][] {
  const pieces = (...own: number[]) =>
    own.filter((basis) => basis > 0).map((basis) => ({ dimension: 0, basis }));
  return Array.from({ length: bases + 1 }, (_, a) =>
    Array.from({ length: bases + 1 }, (_, b) => average(categorical, pieces(a, b), levels)),
  );
}

function average(
  categorical: boolean,
  pieces: readonly ColumnPiece[],
  levels: Float64Array | undefined,
): number {
  if (levels === undefined) {
    const power = pieces.reduce((sum, piece) => sum + piece.basis, 0);
    return power % 2 === 0 ? 1 / (power + 1) : 0;
  }
  let sum = 0;
  for (const value of levels) {
    sum += pieces.reduce((product, piece) => product * basisValue(categorical, value, piece.basis), 1);
  }
  return sum / levels.length;
}

/**
 * Moment matrix of a model over equally likely points.
 *
 * @param rows [N, p] model matrix of the points
 * @returns    [p, p]
 */
export function sampleMoments(rows: Float64Array, p: number): Float64Array {
  const count = rows.length / p;
  const W = new Float64Array(p * p);
  for (let i = 0; i < count; i++) {
    for (let a = 0; a < p; a++) {
      for (let b = 0; b <= a; b++) W[a * p + b] += rows[i * p + a] * rows[i * p + b];
    }
  }
  for (let a = 0; a < p; a++) {
    for (let b = 0; b <= a; b++) {
      W[a * p + b] /= count;
      W[b * p + a] = W[a * p + b];
    }
  }
  return W;
}
