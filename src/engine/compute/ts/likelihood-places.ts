import { padded } from './panels.ts';

/** Places in the work array of an evaluation: see `panels.ts`. Sizes are padded. */
export interface Places {
  /** Rows of the data, padded. */
  readonly rows: number;
  /** [rows, rows] A, then its factor, then the lower tiles of −A⁻¹. */
  readonly L: number;
  /** [rows] 1/L_ii. */
  readonly reciprocals: number;
  /** [4, rows], z in its first row. */
  readonly z: number;
  /** [rows, rows] L⁻ᵀ. */
  readonly M: number;
  /** [P, rows] directions, and [P, P] their products. */
  readonly D: number;
  readonly products: number;
  readonly length: number;
}

/** Where an evaluation over n rows and P parameters has its matrices in one work array, and how long that is. */
export function places(n: number, P: number, gradient: boolean, information: boolean): Places {
  const rows = padded(n);
  const reciprocals = rows * rows;
  const z = reciprocals + rows;
  const M = z + 4 * rows;
  const D = M + (gradient ? rows * rows : 0);
  const products = D + (information ? padded(P) * rows : 0);
  const length = products + (information ? padded(P) ** 2 : 0);
  return { rows, L: 0, reciprocals, z, M, D, products, length };
}
