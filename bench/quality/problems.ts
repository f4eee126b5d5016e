import { createGenerator } from '../../src/engine/random/generator.ts';
import type { Space } from '../../src/engine/space/space.ts';
import {
  ackley,
  branin,
  camel,
  currin,
  dtlz2,
  hartmann3,
  hartmann6,
  levy,
  michalewicz,
  mixed,
  rastrigin,
  rosenbrock,
  styblinskiTang,
} from './functions.ts';
import { box, braninSpace, gardner, real } from './spaces.ts';

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
  /** Problems that differ from seed to seed: the one of a seed. */
  readonly ofSeed?: (seed: number) => QualityProblem;
}

const HARTMANN6_MIN = -3.3223680114155147;
const BRANIN_MIN = 0.39788735772973816;
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
    optimum: HARTMANN6_MIN,
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
    space: { dimensions: braninSpace.dimensions, constraints: gardner },
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

const exact = (
  name: string,
  space: Space,
  evaluate: (x: ArrayLike<number>) => number,
  optimum: number,
  budgets: readonly number[] = [30, 50],
): QualityProblem => ({
  name,
  space,
  evaluate: (x) => [evaluate(x)],
  noise: 0,
  optimum,
  budgets,
  goals: budgets.map(() => Number.NaN),
});

/** Functions that no choice was made on: they say whether what helps on the others helps elsewhere. */
export const heldOut: readonly QualityProblem[] = [
  exact(
    'camel2',
    { dimensions: [real('x', -3, 3), real('y', -2, 2)], constraints: [] },
    (x) => camel(x[0], x[1]),
    -1.0316284534898774,
  ),
  exact('hartmann3', box(3, 0, 1), hartmann3, -3.862779787332663),
  exact('rastrigin3', box(3, -4, 5), rastrigin, 0),
  exact('styblinski4', box(4, -5, 5), styblinskiTang, -39.16616570377142 * 4),
  exact('michalewicz5', box(5, 0, Math.PI), michalewicz, -4.687658179087978),
];

/** A function over a box of reals with its optimum, at `at` in every variable, moved to anywhere in the box but its rim. */
function moved(name: string, at: number): QualityProblem {
  const base = known([...problems, ...heldOut], name);
  const ofSeed = (seed: number): QualityProblem => {
    const { uniform } = createGenerator(`moved/${name}/${seed}`);
    const steps = base.space.dimensions.map((dimension) => {
      if (dimension.kind !== 'real') throw new Error(`quality: '${name}' cannot be moved`);
      return dimension.low + (0.05 + 0.9 * uniform()) * (dimension.high - dimension.low) - at;
    });
    return { ...one, evaluate: (x) => base.evaluate(steps.map((step, k) => x[k] - step)) };
  };
  const budgets = [30, 50];
  const one = { ...base, name: `${name} moved`, budgets, goals: budgets.map(() => Number.NaN), ofSeed };
  return one;
}

/** Test functions mostly have their optimum near the middle of the box; these have it anywhere. */
export const movedOptimum: readonly QualityProblem[] = [
  moved('levy4', 1),
  moved('rosenbrock4', 1),
  moved('ackley5', 0),
  moved('styblinski4', -2.903534),
  moved('rastrigin3', 0),
];

/** Many variables, of which two or six matter, or all. */
export const manyVariables: readonly QualityProblem[] = [
  exact('branin in 20', box(20, 0, 1), (x) => branin(15 * x[3] - 5, 15 * x[11]), BRANIN_MIN, [60]),
  exact(
    'hartmann6 in 50',
    box(50, 0, 1),
    (x) => hartmann6([1, 9, 17, 25, 33, 41].map((k) => x[k])),
    HARTMANN6_MIN,
    [60],
  ),
  exact('ackley20', box(20, -5, 10), ackley, 0, [60]),
  exact('levy20', box(20, -10, 10), levy, 0, [60]),
];

/** The problem of a name, whichever list it is in, as it is for a seed. */
export function problemNamed(name: string, seed: number): QualityProblem {
  const problem = known([...problems, ...heldOut, ...movedOptimum, ...manyVariables], name);
  return problem.ofSeed?.(seed) ?? problem;
}

function known(list: readonly QualityProblem[], name: string): QualityProblem {
  const problem = list.find((one) => one.name === name);
  if (problem === undefined) throw new Error(`quality: there is no problem '${name}'`);
  return problem;
}
