import { ValueError } from '../../errors.ts';
import { fieldOf, primePower, quadraticCharacter, subtract } from './galois-field.ts';

type Matrix = number[][];

/** First rows of the cyclic cores of Plackett and Burman (1946), Biometrika 33, 305–325. */
const CORE_12 = [-1, -1, 1, -1, -1, -1, 1, 1, 1, -1, 1];
const CORE_20 = [-1, -1, 1, 1, -1, -1, -1, -1, 1, -1, 1, -1, 1, 1, 1, 1, -1, -1, 1];

/** First rows of the four symmetric circulants of order 23 with A² + B² + C² + D² = 92·I (Williamson's array). */
const WILLIAMSON_92 = [
  '+--+-+-++++++++++-+-+--',
  '+--++-+-+-++++-+-+-++--',
  '+++---++--++++--++---++',
  '+--+--+++------+++--+--',
];

/** Largest order that `hadamard` is asked for. */
const HADAMARD_MAX = 200;

/** First row and column of ones around a core. */
function bordered(core: Matrix): Matrix {
  const ones = new Array<number>(core.length + 1).fill(1);
  return [ones, ...core.map((row) => [1, ...row])];
}

function double(half: Matrix): Matrix {
  return [...half.map((row) => [...row, ...row]), ...half.map((row) => [...row, ...row.map((x) => -x)])];
}

/** Jacobsthal matrix [order, order] of χ(i − j), χ the quadratic character of the field of an odd prime power order (Paley 1933): 0 on the diagonal, else ±1. */
export function jacobsthal(order: number): Matrix {
  const field = fieldOf(order);
  const character = quadraticCharacter(field);
  return Array.from({ length: order }, (_, i) =>
    Array.from({ length: order }, (_, j) => character[subtract(field, i, j)]),
  );
}

/** Paley's first construction: order q + 1, q ≡ 3 modulo 4 a prime power. */
function paleyOne(order: number): Matrix {
  return bordered(jacobsthal(order - 1).map((row, i) => row.map((x, j) => (i === j ? -1 : x))));
}

/** Paley's second construction: order 2(q + 1), q ≡ 1 modulo 4: each entry of a conference matrix becomes a 2×2 block. */
function paleyTwo(order: number): Matrix {
  const conference = bordered(jacobsthal(order / 2 - 1));
  conference[0][0] = 0;
  return conference.flatMap((row) => [
    row.flatMap((x) => (x === 0 ? [1, -1] : [x, x])),
    row.flatMap((x) => (x === 0 ? [-1, -1] : [x, -x])),
  ]);
}

/** Williamson's array of four symmetric circulants. */
function williamson(signs: readonly string[]): Matrix {
  const [a, b, c, d] = signs.map((row) => [...row].map((sign) => (sign === '+' ? 1 : -1)));
  const n = a.length;
  const layout: readonly (readonly [readonly number[], number])[][] = [
    [
      [a, 1],
      [b, 1],
      [c, 1],
      [d, 1],
    ],
    [
      [b, -1],
      [a, 1],
      [d, -1],
      [c, 1],
    ],
    [
      [c, -1],
      [d, 1],
      [a, 1],
      [b, -1],
    ],
    [
      [d, -1],
      [c, -1],
      [b, 1],
      [a, 1],
    ],
  ];
  return Array.from({ length: 4 * n }, (_, i) =>
    Array.from({ length: 4 * n }, (_, j) => {
      const [row, sign] = layout[Math.floor(i / n)][Math.floor(j / n)];
      return sign * row[((j % n) - (i % n) + n) % n];
    }),
  );
}

/** One row and column to ones by flipping signs. */
function normalized(matrix: Matrix): Matrix {
  const rows = matrix.map((row) => row.map((x) => x * row[0]));
  return rows.map((row) => row.map((x, j) => x * rows[0][j]));
}

function build(order: number): Matrix | undefined {
  if (order === 1) return [[1]];
  if (order === 12) return bordered(CORE_12.map((_, i) => CORE_12.map((_, j) => CORE_12[(i - j + 11) % 11])));
  if (order === 20) return bordered(CORE_20.map((_, i) => CORE_20.map((_, j) => CORE_20[(i + j) % 19])));
  if (order === 92) return williamson(WILLIAMSON_92);
  const half = order % 2 === 0 ? build(order / 2) : undefined;
  if (half) return double(half);
  if (order % 4 === 0 && primePower(order - 1)) return paleyOne(order);
  if (order % 4 === 0 && (order / 2 - 1) % 4 === 1 && primePower(order / 2 - 1)) return paleyTwo(order);
  return undefined;
}

/**
 * Hadamard matrix of the given order, first row and column ones: HᵀH = order·I.
 *
 * Doubling, the cyclic cores of 12 and 20, Paley's two constructions and Williamson's array of 92 give every multiple
 * of four to 100, and 1 and 2.
 *
 * @throws ValueError when none of these reaches the order
 */
export function hadamard(order: number): Matrix {
  const matrix = order <= HADAMARD_MAX ? build(order) : undefined;
  if (!matrix)
    throw new ValueError(
      `hadamard: no known construction here gives order ${order}; use 1, 2 or a multiple of 4 up to 100`,
    );
  return normalized(matrix);
}
