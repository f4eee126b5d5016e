import { primePower } from './galois-field.ts';
import { jacobsthal } from './hadamard.ts';

/** Order at which the search for an available matrix ends. */
const ORDER_MAX = 200;

/** Skew-symmetric conference matrix: Paley for q ≡ 3 modulo 4, or doubled from half the order. */
function skew(order: number): number[][] | undefined {
  if (order === 2)
    return [
      [0, 1],
      [-1, 0],
    ];
  if (order % 4 !== 0) return undefined;
  if (primePower(order - 1)) {
    const core = jacobsthal(order - 1);
    return [[0, ...core.map(() => 1)], ...core.map((row) => [-1, ...row])];
  }
  const half = skew(order / 2);
  if (!half) return undefined;
  return [
    ...half.map((row, i) => [...row, ...row.map((x, j) => (i === j ? 1 : x))]),
    ...half.map((row, i) => [
      ...row.map((x, j) => (i === j ? -1 : x)),
      ...row.map((x) => (x === 0 ? 0 : -x)),
    ]),
  ];
}

/** Symmetric conference matrix: Paley for q ≡ 1 modulo 4. */
function symmetric(order: number): number[][] | undefined {
  if (order % 4 !== 2 || !primePower(order - 1)) return undefined;
  const core = jacobsthal(order - 1);
  return [[0, ...core.map(() => 1)], ...core.map((row) => [1, ...row])];
}

/**
 * Conference matrix (0 on the diagonal, ±1 elsewhere, CᵀC = (order − 1)·I) of the smallest order ≥ `size` that Paley's
 * constructions and doubling reach: every even order to 20 and, of those that can exist, all to 32 but none of 22, 34.
 *
 * Source: Paley 1933; Goethals and Seidel 1967.
 */
export function conferenceMatrix(size: number): number[][] | undefined {
  for (let order = Math.max(2, size + (size % 2)); order <= ORDER_MAX; order += 2) {
    const matrix = symmetric(order) ?? skew(order);
    if (matrix) return matrix;
  }
  return undefined;
}
