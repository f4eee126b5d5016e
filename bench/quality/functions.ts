/** Test functions of optimization, all to be minimized. */

const square = (x: number): number => x * x;

export function branin(x: number, y: number): number {
  const hump = y - (5.1 / (4 * Math.PI * Math.PI)) * x * x + (5 / Math.PI) * x - 6;
  return hump * hump + 10 * (1 - 1 / (8 * Math.PI)) * Math.cos(x) + 10;
}

const HARTMANN_A = [
  [10, 3, 17, 3.5, 1.7, 8],
  [0.05, 10, 17, 0.1, 8, 14],
  [3, 3.5, 1.7, 10, 17, 8],
  [17, 8, 0.05, 10, 0.1, 14],
];
const HARTMANN_P = [
  [0.1312, 0.1696, 0.5569, 0.0124, 0.8283, 0.5886],
  [0.2329, 0.4135, 0.8307, 0.3736, 0.1004, 0.9991],
  [0.2348, 0.1451, 0.3522, 0.2883, 0.3047, 0.665],
  [0.4047, 0.8828, 0.8732, 0.5743, 0.1091, 0.0381],
];
const HARTMANN_ALPHA = [1, 1.2, 3, 3.2];

const HARTMANN3_A = [
  [3, 10, 30],
  [0.1, 10, 35],
  [3, 10, 30],
  [0.1, 10, 35],
];
const HARTMANN3_P = [
  [0.3689, 0.117, 0.2673],
  [0.4699, 0.4387, 0.747],
  [0.1091, 0.8732, 0.5547],
  [0.0381, 0.5743, 0.8828],
];

function hartmann(x: ArrayLike<number>, A: readonly number[][], P: readonly number[][]): number {
  return -HARTMANN_ALPHA.reduce((sum, alpha, i) => {
    let exponent = 0;
    A[i].forEach((weight, j) => {
      exponent += weight * square(x[j] - P[i][j]);
    });
    return sum + alpha * Math.exp(-exponent);
  }, 0);
}

export const hartmann3 = (x: ArrayLike<number>): number => hartmann(x, HARTMANN3_A, HARTMANN3_P);
export const hartmann6 = (x: ArrayLike<number>): number => hartmann(x, HARTMANN_A, HARTMANN_P);

export const camel = (x: number, y: number): number =>
  (4 - 2.1 * x * x + x ** 4 / 3) * x * x + x * y + (4 * y * y - 4) * y * y;

export const rastrigin = (x: ArrayLike<number>): number =>
  Array.from(x).reduce((sum, value) => sum + 10 + value * value - 10 * Math.cos(2 * Math.PI * value), 0);

export const michalewicz = (x: ArrayLike<number>): number =>
  -Array.from(x).reduce(
    (sum, value, k) => sum + Math.sin(value) * Math.sin(((k + 1) * value * value) / Math.PI) ** 20,
    0,
  );

export const styblinskiTang = (x: ArrayLike<number>): number =>
  Array.from(x).reduce((sum, value) => sum + (value ** 4 - 16 * value * value + 5 * value) / 2, 0);

export function ackley(x: ArrayLike<number>): number {
  const d = x.length;
  let squares = 0;
  let cosines = 0;
  for (let k = 0; k < d; k++) {
    squares += x[k] * x[k];
    cosines += Math.cos(2 * Math.PI * x[k]);
  }
  return -20 * Math.exp(-0.2 * Math.sqrt(squares / d)) - Math.exp(cosines / d) + 20 + Math.E;
}

export function levy(x: ArrayLike<number>): number {
  const w = Array.from(x, (value) => 1 + (value - 1) / 4);
  const last = w.length - 1;
  let sum = square(Math.sin(Math.PI * w[0]));
  for (let k = 0; k < last; k++) sum += square(w[k] - 1) * (1 + 10 * square(Math.sin(Math.PI * w[k] + 1)));
  return sum + square(w[last] - 1) * (1 + square(Math.sin(2 * Math.PI * w[last])));
}

export function rosenbrock(x: ArrayLike<number>): number {
  let sum = 0;
  for (let k = 0; k + 1 < x.length; k++) sum += 100 * square(x[k + 1] - x[k] * x[k]) + square(1 - x[k]);
  return sum;
}

const SHEKEL_BETA = [1, 2, 2, 4, 4, 6, 3, 7, 5, 5];
const SHEKEL_C = [
  [4, 1, 8, 6, 3, 2, 5, 8, 6, 7],
  [4, 1, 8, 6, 7, 9, 3, 1, 2, 3.6],
  [4, 1, 8, 6, 3, 2, 5, 8, 6, 7],
  [4, 1, 8, 6, 7, 9, 3, 1, 2, 3.6],
];

/** Ten wells of four variables. */
export const shekel = (x: ArrayLike<number>): number =>
  -SHEKEL_BETA.reduce((sum, beta, i) => {
    const far = SHEKEL_C.reduce((total, row, j) => total + square(x[j] - row[i]), 0);
    return sum + 1 / (far + beta / 10);
  }, 0);

/** A reaction in small: catalyst (label), equivalents (whole), temperature and time (real); optimum 0 with catalyst B. */
export function mixed(x: ArrayLike<number>): number {
  const height = [0.4, 0, 0.25, 0.6][x[0]];
  const hot = [0.3, 0.62, 0.8, 0.5][x[0]];
  return (
    height + 0.02 * square(x[1] - 4) + 2 * square(x[2] - hot) + 1.5 * square(x[3] - 0.35 - 0.3 * (x[2] - hot))
  );
}

export function currin(x: number, y: number): number {
  const factor = y === 0 ? 1 : 1 - Math.exp(-1 / (2 * y));
  return (
    (factor * (2300 * x ** 3 + 1900 * x * x + 2092 * x + 60)) / (100 * x ** 3 + 500 * x * x + 4 * x + 20)
  );
}

export function dtlz2(x: ArrayLike<number>): number[] {
  let g = 0;
  for (let k = 1; k < x.length; k++) g += square(x[k] - 0.5);
  const angle = (x[0] * Math.PI) / 2;
  return [(1 + g) * Math.cos(angle), (1 + g) * Math.sin(angle)];
}
