import type { Dimension, LinearConstraint, Space } from '../../src/engine/space/space.ts';

/** A test function to be minimized; several outputs are all minimized. */
export interface QualityProblem {
  readonly name: string;
  readonly space: Space;
  /** Outputs at an encoded point, without noise. */
  evaluate(point: ArrayLike<number>): number[];
  /** Standard deviation of the noise that is added to what the loop sees. */
  readonly noise: number;
  /** Smallest output; for several outputs the reference point of the hypervolume. */
  readonly optimum: number;
  readonly reference?: readonly number[];
  readonly maxHypervolume?: number;
  /** Evaluations after which the figure is read. */
  readonly budgets: readonly number[];
  /** Median to beat at each budget (regret: below, hypervolume: above); NaN where there is none. */
  readonly goals: readonly number[];
}

const real = (name: string, low: number, high: number): Dimension => ({ kind: 'real', name, low, high });
const box = (d: number, low: number, high: number): Space => ({
  dimensions: Array.from({ length: d }, (_, k) => real(`x${k}`, low, high)),
  constraints: [],
});
const square = (x: number): number => x * x;

function branin(x: number, y: number): number {
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

function hartmann6(x: ArrayLike<number>): number {
  return -HARTMANN_ALPHA.reduce((sum, alpha, i) => {
    let exponent = 0;
    for (let j = 0; j < 6; j++) exponent += HARTMANN_A[i][j] * square(x[j] - HARTMANN_P[i][j]);
    return sum + alpha * Math.exp(-exponent);
  }, 0);
}

function ackley(x: ArrayLike<number>): number {
  const d = x.length;
  let squares = 0;
  let cosines = 0;
  for (let k = 0; k < d; k++) {
    squares += x[k] * x[k];
    cosines += Math.cos(2 * Math.PI * x[k]);
  }
  return -20 * Math.exp(-0.2 * Math.sqrt(squares / d)) - Math.exp(cosines / d) + 20 + Math.E;
}

function levy(x: ArrayLike<number>): number {
  const w = Array.from(x, (value) => 1 + (value - 1) / 4);
  const last = w.length - 1;
  let sum = square(Math.sin(Math.PI * w[0]));
  for (let k = 0; k < last; k++) sum += square(w[k] - 1) * (1 + 10 * square(Math.sin(Math.PI * w[k] + 1)));
  return sum + square(w[last] - 1) * (1 + square(Math.sin(2 * Math.PI * w[last])));
}

function rosenbrock(x: ArrayLike<number>): number {
  let sum = 0;
  for (let k = 0; k + 1 < x.length; k++) sum += 100 * square(x[k + 1] - x[k] * x[k]) + square(1 - x[k]);
  return sum;
}

/** A reaction in small: catalyst (label), equivalents (whole), temperature and time (real); optimum 0 with catalyst B. */
function mixed(x: ArrayLike<number>): number {
  const height = [0.4, 0, 0.25, 0.6][x[0]];
  const hot = [0.3, 0.62, 0.8, 0.5][x[0]];
  return (
    height + 0.02 * square(x[1] - 4) + 2 * square(x[2] - hot) + 1.5 * square(x[3] - 0.35 - 0.3 * (x[2] - hot))
  );
}

/** Gardner's problem as a linear one: Branin within x + y ≤ 8, x − 0.6 y ≥ −5; the optimum is at (π, 2.275). */
const constrainedRows: LinearConstraint[] = [
  { name: 'sum', type: 'inequality', coefficients: [1, 1], rhs: 8 },
  { name: 'slope', type: 'inequality', coefficients: [-1, 0.6], rhs: 5 },
];

function currin(x: number, y: number): number {
  const factor = y === 0 ? 1 : 1 - Math.exp(-1 / (2 * y));
  return (
    (factor * (2300 * x ** 3 + 1900 * x * x + 2092 * x + 60)) / (100 * x ** 3 + 500 * x * x + 4 * x + 20)
  );
}

function dtlz2(x: ArrayLike<number>): number[] {
  let g = 0;
  for (let k = 1; k < x.length; k++) g += square(x[k] - 0.5);
  const angle = (x[0] * Math.PI) / 2;
  return [(1 + g) * Math.cos(angle), (1 + g) * Math.sin(angle)];
}

const BRANIN_MIN = 0.39788735772973816;
const braninSpace: Space = { dimensions: [real('x', -5, 10), real('y', 0, 15)], constraints: [] };
const usual = [30, 50, 100];

export const problems: readonly QualityProblem[] = [
  {
    name: 'branin',
    space: braninSpace,
    evaluate: (x) => [branin(x[0], x[1])],
    noise: 0,
    optimum: BRANIN_MIN,
    budgets: [30, 50],
    goals: [2e-3, 9e-6],
  },
  {
    name: 'hartmann6',
    space: box(6, 0, 1),
    evaluate: (x) => [hartmann6(x)],
    noise: 0,
    optimum: -3.3223680114155147,
    budgets: usual,
    goals: [0.18, 0.1, 0.01],
  },
  {
    name: 'ackley5',
    space: box(5, -32.768, 32.768),
    evaluate: (x) => [ackley(x)],
    noise: 0,
    optimum: 0,
    budgets: usual,
    goals: [8.5, 3.5, 2],
  },
  {
    name: 'levy4',
    space: box(4, -10, 10),
    evaluate: (x) => [levy(x)],
    noise: 0,
    optimum: 0,
    budgets: usual,
    goals: [0.17, 0.17, 0.05],
  },
  {
    name: 'rosenbrock4',
    space: box(4, -5, 10),
    evaluate: (x) => [rosenbrock(x)],
    noise: 0,
    optimum: 0,
    budgets: usual,
    goals: [50, 40, 10],
  },
  {
    name: 'branin-noisy',
    space: braninSpace,
    evaluate: (x) => [branin(x[0], x[1])],
    noise: 2,
    optimum: BRANIN_MIN,
    budgets: usual,
    goals: [0.045, 0.08, 0.05],
  },
  {
    name: 'constrained',
    space: { dimensions: braninSpace.dimensions, constraints: constrainedRows },
    evaluate: (x) => [branin(x[0], x[1])],
    noise: 0,
    optimum: BRANIN_MIN,
    budgets: [30, 50],
    goals: [2e-3, 9e-6],
  },
  {
    name: 'branin-currin',
    space: box(2, 0, 1),
    evaluate: (x) => [branin(15 * x[0] - 5, 15 * x[1]), currin(x[0], x[1])],
    noise: 0,
    optimum: 0,
    reference: [18, 6],
    maxHypervolume: 59.36,
    budgets: [40],
    goals: [57.9],
  },
  {
    name: 'dtlz2',
    space: box(6, 0, 1),
    evaluate: dtlz2,
    noise: 0,
    optimum: 0,
    reference: [1.1, 1.1],
    maxHypervolume: 1.21 - Math.PI / 4,
    budgets: [40],
    goals: [0.31],
  },
  {
    name: 'mixed',
    space: {
      dimensions: [
        { kind: 'categorical', name: 'catalyst', labels: ['A', 'B', 'C', 'D'] },
        { kind: 'integer', name: 'equivalents', low: 1, high: 10 },
        real('temperature', 0, 1),
        real('time', 0, 1),
      ],
      constraints: [],
    },
    evaluate: (x) => [mixed(x)],
    noise: 0,
    optimum: 0,
    budgets: usual,
    goals: [1.5e-4, 1.5e-4, 1e-4],
  },
];
