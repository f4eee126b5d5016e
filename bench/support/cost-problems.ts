import type { Dimension, Space } from '../../src/engine/space/space.ts';
import { hartmann3 as hartmann3Minimized } from '../quality/functions.ts';
import { hartmann6 } from './hartmann.ts';

/** A function to maximize whose runs do not all cost the same. */
export interface CostedProblem {
  readonly name: string;
  /** What makes its costs uneven. */
  readonly costs: string;
  readonly space: Space;
  readonly f: (x: ArrayLike<number>) => number;
  /** As a client would PUT it; no budget, the benchmark sets one. */
  readonly model: object;
  /** A value at least this high counts as found. */
  readonly target: number;
  /** Runs of average cost that the budget pays for. */
  readonly runs: number;
  /** Played no part in the choice of the method. */
  readonly heldOut?: true;
}

const reals = (...bounds: readonly (readonly [string, number, number])[]): Dimension[] =>
  bounds.map(([name, low, high]) => ({ kind: 'real', name, low, high }));
const spaceOf = (...dimensions: readonly Dimension[]): Space => ({ dimensions, constraints: [] });

const line = (proportional_term: number, constant_term: number) => ({
  kind: 'linear',
  proportional_term,
  constant_term,
});
/** Set-up at every change, and a part that grows with its size. */
const setUp = (once: number, perUnit: number) => line(perUnit, once);

/** Branin, negated: greatest value −0.397887 at (−π, 12.275), (π, 2.275) and (9.42478, 2.475). */
function branin(x: ArrayLike<number>): number {
  const [a, b] = [x[0] ?? 0, x[1] ?? 0];
  const inner = b - (5.1 * a * a) / (4 * Math.PI ** 2) + (5 * a) / Math.PI - 6;
  return -(inner * inner + 10 * (1 - 1 / (8 * Math.PI)) * Math.cos(a) + 10);
}

/** Six-hump camel, negated: greatest value 1.031628 at ±(0.0898, −0.7126). */
function camel(x: ArrayLike<number>): number {
  const [a, b] = [x[0] ?? 0, x[1] ?? 0];
  return -((4 - 2.1 * a * a + a ** 4 / 3) * a * a + a * b + (-4 + 4 * b * b) * b * b);
}

/** Hartmann-3, negated: greatest value 3.86278 at (0.114614, 0.555649, 0.852547). */
const hartmann3 = (x: ArrayLike<number>): number => -hartmann3Minimized(x);

/** Styblinski-Tang over three variables, negated and per variable: greatest value 39.16617 at −2.903534 each. */
function styblinski(x: ArrayLike<number>): number {
  return [0, 1, 2].reduce((sum, k) => {
    const v = x[k] ?? 0;
    return sum - (v ** 4 - 16 * v * v + 5 * v) / 6;
  }, 0);
}

/** Yield of a made-up coupling: temperature, time and one of four catalysts; best 0.95 with the second one. */
function coupling(x: ArrayLike<number>): number {
  const [temperature, hours, catalyst] = [x[0] ?? 0, x[1] ?? 0, x[2] ?? 0];
  const activity = [0.7, 0.95, 0.9, 0.8][catalyst] ?? 0;
  const best = [95, 85, 60, 110][catalyst] ?? 0;
  const heat = Math.exp(-(((temperature - best) / 25) ** 2));
  const conversion = 1 - Math.exp(-hours / 3);
  const decay = Math.exp(-((hours / 16) ** 2));
  return (activity * heat * conversion * decay) / 0.79;
}

/** Goldstein-Price, negated logarithm, standardized (Picheny et al. 2013): greatest value 3.1292 at (0.5, 0.25) of the unit square. */
function goldsteinPrice(x: ArrayLike<number>): number {
  const a = 4 * (x[0] ?? 0) - 2;
  const b = 4 * (x[1] ?? 0) - 2;
  const first = 1 + (a + b + 1) ** 2 * (19 - 14 * a + 3 * a * a - 14 * b + 6 * a * b + 3 * b * b);
  const second = 30 + (2 * a - 3 * b) ** 2 * (18 - 32 * a + 12 * a * a + 48 * b - 36 * a * b + 27 * b * b);
  return -(Math.log(first * second) - 8.693) / 2.427;
}

/** Rosenbrock, negated logarithm of 1 + f: greatest value 0 at (1, 1). */
function rosenbrock(x: ArrayLike<number>): number {
  const [a, b] = [x[0] ?? 0, x[1] ?? 0];
  return -Math.log1p(100 * (b - a * a) ** 2 + (1 - a) ** 2);
}

/** Levy over two variables, negated: greatest value 0 at (1, 1). */
function levy(x: ArrayLike<number>): number {
  const [a, b] = [1 + ((x[0] ?? 0) - 1) / 4, 1 + ((x[1] ?? 0) - 1) / 4];
  return -(
    Math.sin(Math.PI * a) ** 2 +
    (a - 1) ** 2 * (1 + 10 * Math.sin(Math.PI * a + 1) ** 2) +
    (b - 1) ** 2 * (1 + Math.sin(2 * Math.PI * b) ** 2)
  );
}

/** Friedman's function of five variables: greatest value 30 where x1·x2 = 1/2, x3 is 0 or 1 and x4 = x5 = 1. */
function friedman(x: ArrayLike<number>): number {
  const [a, b, c, d, e] = [0, 1, 2, 3, 4].map((k) => x[k] ?? 0) as [number, number, number, number, number];
  return 10 * Math.sin(Math.PI * a * b) + 20 * (c - 0.5) ** 2 + 10 * d + 5 * e;
}

/** Ackley over two variables, negated: greatest value 0 at the origin. */
function ackley(x: ArrayLike<number>): number {
  const [a, b] = [x[0] ?? 0, x[1] ?? 0];
  const waves = Math.exp((Math.cos(2 * Math.PI * a) + Math.cos(2 * Math.PI * b)) / 2);
  return 20 * Math.exp(-0.2 * Math.hypot(a, b) * Math.SQRT1_2) + waves - 20 - Math.E;
}

/** Beale, negated logarithm of 1 + f: greatest value 0 at (3, 0.5). */
function beale(x: ArrayLike<number>): number {
  const [a, b] = [x[0] ?? 0, x[1] ?? 0];
  const terms = [1.5, 2.25, 2.625].map((c, i) => (c - a + a * b ** (i + 1)) ** 2);
  return -Math.log1p(terms.reduce((sum, term) => sum + term, 0));
}

/** Dixon-Price over three variables, negated logarithm of 1 + f: greatest value 0 at (1, ±2^−½, ±2^−¾). */
function dixonPrice(x: ArrayLike<number>): number {
  const [a, b, c] = [x[0] ?? 0, x[1] ?? 0, x[2] ?? 0];
  return -Math.log1p((a - 1) ** 2 + 2 * (2 * b * b - a) ** 2 + 3 * (2 * c * c - b) ** 2);
}

export const problems: readonly CostedProblem[] = [
  {
    name: 'branin-ramp',
    costs: 'a run costs 1 at the left end of x1 and 21 at the right; one of three optima is cheap',
    space: spaceOf(...reals(['x1', -5, 10], ['x2', 0, 15])),
    f: branin,
    model: { run_cost: 1, variables: { x1: line(20 / 15, 100 / 15) } },
    target: -0.5,
    runs: 40,
  },
  {
    name: 'branin-oven',
    costs: 'a run costs 1, every change of x1 costs 5 and 0.5 per unit',
    space: spaceOf(...reals(['x1', -5, 10], ['x2', 0, 15])),
    f: branin,
    model: { run_cost: 1, changes: { x1: setUp(5, 0.5) } },
    target: -0.5,
    runs: 40,
  },
  {
    name: 'camel-steps',
    costs: 'a run costs 1 below x2 = 0, 4 up to 0.5 and 9 above; one of two optima is cheap',
    space: spaceOf(...reals(['x1', -2, 2], ['x2', -1, 1])),
    f: camel,
    model: {
      variables: { x2: { kind: 'piecewise_step', x_coords: [-1, 0, 0.5, 1], y_coords: [1, 4, 9] } },
    },
    target: 1.0,
    runs: 40,
  },
  {
    name: 'hartmann3-curved',
    costs: 'a run costs 1 + 15·x1²: expensive where little is to be found',
    space: spaceOf(...reals(['x1', 0, 1], ['x2', 0, 1], ['x3', 0, 1])),
    f: hartmann3,
    model: {
      variables: { x1: { kind: 'quadratic', quadratic_term: 15, proportional_term: 0, constant_term: 1 } },
    },
    target: 3.8,
    runs: 40,
  },
  {
    name: 'hartmann3-against',
    costs: 'a run costs 1 + 9·x3: the optimum lies where runs are expensive',
    space: spaceOf(...reals(['x1', 0, 1], ['x2', 0, 1], ['x3', 0, 1])),
    f: hartmann3,
    model: { variables: { x3: line(9, 1) } },
    target: 3.8,
    runs: 40,
  },
  {
    name: 'styblinski-setup',
    costs: 'a run costs 1, changing x1 costs 4, changing x2 costs 2',
    space: spaceOf(...reals(['x1', -5, 5], ['x2', -5, 5], ['x3', -5, 5])),
    f: styblinski,
    model: { run_cost: 1, changes: { x1: setUp(4, 0), x2: setUp(2, 0) } },
    target: 38,
    runs: 60,
  },
  {
    name: 'coupling-catalyst',
    costs: 'catalysts cost 12, 3, 20 and 1, an hour costs 1, changing the catalyst 5',
    space: spaceOf(...reals(['temperature', 30, 140], ['hours', 0.5, 12]), {
      kind: 'categorical',
      name: 'catalyst',
      labels: ['Pd', 'Ni', 'Ru', 'Cu'],
    }),
    f: coupling,
    model: {
      run_cost: 1,
      variables: { hours: line(1, 0), catalyst: { kind: 'table', values: { Pd: 12, Ni: 3, Ru: 20, Cu: 1 } } },
      changes: {
        catalyst: {
          kind: 'table',
          values: {
            Pd: { Ni: 5, Ru: 5, Cu: 5 },
            Ni: { Pd: 5, Ru: 5, Cu: 5 },
            Ru: { Pd: 5, Ni: 5, Cu: 5 },
            Cu: { Pd: 5, Ni: 5, Ru: 5 },
          },
        },
      },
    },
    target: 0.9,
    runs: 30,
  },
  {
    name: 'goldstein-broken',
    costs: 'a broken line over x1: 2 at the ends, 12 around 0.8',
    space: spaceOf(...reals(['x1', 0, 1], ['x2', 0, 1])),
    f: goldsteinPrice,
    model: {
      variables: {
        x1: {
          kind: 'piecewise_linear',
          points: [
            [0, 2],
            [0.4, 2],
            [0.8, 12],
            [1, 2],
          ],
        },
      },
    },
    target: 3.0,
    runs: 40,
  },
  {
    name: 'hartmann6-hours',
    costs: 'a run costs 1 + 8·x2 + 4·x6²',
    space: spaceOf(
      ...reals(['x1', 0, 1], ['x2', 0, 1], ['x3', 0, 1], ['x4', 0, 1], ['x5', 0, 1], ['x6', 0, 1]),
    ),
    f: hartmann6,
    model: {
      run_cost: 1,
      variables: {
        x2: line(8, 0),
        x6: { kind: 'quadratic', quadratic_term: 4, proportional_term: 0, constant_term: 0 },
      },
    },
    target: 3.0,
    runs: 50,
  },
  {
    name: 'rosenbrock-furnace',
    costs: 'a run costs 2, 6 or 15 by steps of x1, changing x1 costs 4',
    space: spaceOf(...reals(['x1', -2, 2], ['x2', -1, 3])),
    f: rosenbrock,
    model: {
      variables: { x1: { kind: 'piecewise_step', x_coords: [-2, -0.5, 0.7, 2], y_coords: [2, 6, 15] } },
      changes: { x1: setUp(4, 0) },
    },
    target: -0.5,
    runs: 40,
  },
  {
    name: 'levy-broken',
    costs: 'a run costs 1, broken lines over both: up to 10 at the right end of x1, 5 at the middle of x2',
    space: spaceOf(...reals(['x1', -10, 10], ['x2', -10, 10])),
    f: levy,
    model: {
      run_cost: 1,
      variables: {
        x1: {
          kind: 'piecewise_linear',
          points: [
            [-10, 0],
            [0, 2],
            [10, 10],
          ],
        },
        x2: {
          kind: 'piecewise_linear',
          points: [
            [-10, 0],
            [0, 5],
            [10, 0],
          ],
        },
      },
    },
    target: -0.2,
    runs: 40,
  },
  {
    name: 'friedman-reagents',
    costs: 'a run costs 1 + 6·x1² + 6·x4, changing x5 costs 2',
    space: spaceOf(...reals(['x1', 0, 1], ['x2', 0, 1], ['x3', 0, 1], ['x4', 0, 1], ['x5', 0, 1])),
    f: friedman,
    model: {
      run_cost: 1,
      variables: {
        x1: { kind: 'quadratic', quadratic_term: 6, proportional_term: 0, constant_term: 0 },
        x4: line(6, 0),
      },
      changes: { x5: setUp(2, 0) },
    },
    target: 29,
    runs: 40,
  },
  {
    name: 'ackley-setup',
    heldOut: true,
    costs: 'a run costs 1 at the low end of x2 and 6 at the high one, changing x1 costs 3',
    space: spaceOf(...reals(['x1', -4, 6], ['x2', -4, 6])),
    f: ackley,
    model: { variables: { x2: line(0.5, 3) }, changes: { x1: setUp(3, 0) } },
    target: -2,
    runs: 40,
  },
  {
    name: 'beale-curved',
    heldOut: true,
    costs: 'a run costs 1 + x2²/2: expensive at both ends',
    space: spaceOf(...reals(['x1', -4.5, 4.5], ['x2', -4.5, 4.5])),
    f: beale,
    model: {
      variables: { x2: { kind: 'quadratic', quadratic_term: 0.5, proportional_term: 0, constant_term: 1 } },
    },
    target: -0.1,
    runs: 40,
  },
  {
    name: 'dixon-steps',
    heldOut: true,
    costs: 'a run costs 1 below x3 = -1, 3 up to 1 and 8 above, changing x1 costs 2 and 1 per unit',
    space: spaceOf(...reals(['x1', -3, 3], ['x2', -3, 3], ['x3', -3, 3])),
    f: dixonPrice,
    model: {
      variables: { x3: { kind: 'piecewise_step', x_coords: [-3, -1, 1, 3], y_coords: [1, 3, 8] } },
      changes: { x1: setUp(2, 1) },
    },
    target: -0.7,
    runs: 50,
  },
];
