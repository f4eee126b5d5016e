import { createGenerator } from '../../src/engine/random/generator.ts';
import type { Dimension, LinearConstraint, Space } from '../../src/engine/space/space.ts';
import { mean } from '../support/averages.ts';
import { forest, network, type Table } from './emulator.ts';
import {
  ackley,
  branin,
  camel,
  hartmann3,
  hartmann6,
  levy,
  michalewicz,
  mixed,
  rastrigin,
  rosenbrock,
  styblinskiTang,
} from './functions.ts';
import { type DrawnLaboratory, type Laboratory, laboratory } from './laboratories.ts';
import { box, braninSpace, gardner, real } from './spaces.ts';
import { tables } from './tables.ts';

/** A problem that searches are judged on. */
export interface JudgedProblem extends DrawnLaboratory {
  readonly name: string;
  readonly tier: Tier;
}

export const tiers = ['tuning', 'validation', 'frozen'] as const;
export type Tier = (typeof tiers)[number];

const isCategorical = ({ space }: JudgedProblem): boolean =>
  space.dimensions.some(({ kind }) => kind === 'categorical');

/** Kinds of problems that are also judged apart. */
export const kinds = {
  all: () => true,
  noisy: ({ noise }) => noise > 0,
  categorical: isCategorical,
  'exact, numeric': (problem) => problem.noise === 0 && !isCategorical(problem),
} as const satisfies Readonly<Record<string, (problem: JudgedProblem) => boolean>>;

const labels = (name: string, values: string): Dimension => ({
  kind: 'categorical',
  name,
  labels: values.split(' '),
});

type Recipe = (seed: number) => Omit<JudgedProblem, 'name' | 'tier'>;

interface Moved {
  readonly f: (x: number[]) => number;
  /** Every coordinate of its optimum. */
  readonly at: number;
  /** Its lowest value. */
  readonly optimum: number;
  readonly noise?: number;
}

/** A function over a box [low, high]^d, its optimum moved to anywhere but the rim, by the seed. */
const moved =
  (
    key: string,
    [d, low, high]: readonly [number, number, number],
    { f, at, optimum, noise = 0 }: Moved,
  ): Recipe =>
  (seed) => {
    const { uniform } = createGenerator(`judged/${key}/${seed}`);
    const steps = Array.from({ length: d }, () => low + (0.1 + 0.8 * uniform()) * (high - low) - at);
    return {
      space: box(d, low, high),
      evaluate: (x) => f(steps.map((step, k) => (x[k] ?? 0) - step)),
      noise,
      optimum,
    };
  };

const fixedProblem =
  (space: Space, evaluate: (x: ArrayLike<number>) => number, optimum: number, noise = 0): Recipe =>
  () => ({ space, evaluate, noise, optimum });

const unit = (x: ArrayLike<number>, k: number): number => x[k] ?? 0;

/** Two catalysts families and a solvent that shift, scale and turn one smooth surface; optimum found by search. */
const kitchen = (x: ArrayLike<number>): number => {
  const [c, s, t, r] = [unit(x, 0), unit(x, 1), unit(x, 2), unit(x, 3)];
  const shift = [0.2, 0.45, 0.7, 0.55, 0.35][c] ?? 0;
  const height = ([0.5, 0.1, 0.3, 0.7, 0][c] ?? 0) + ([0.15, 0, 0.4][s] ?? 0);
  return height + 1.6 * (t - shift - 0.1 * s) ** 2 + 0.9 * (r - 0.6 + 0.4 * (t - shift)) ** 2;
};

const kitchenSpace: Space = {
  dimensions: [labels('catalyst', 'A B C D E'), labels('solvent', 'p q r'), real('t', 0, 1), real('r', 0, 1)],
  constraints: [],
};
const mixedSpace: Space = {
  dimensions: [
    labels('catalyst', 'A B C D'),
    { kind: 'integer', name: 'equivalents', low: 1, high: 10 },
    real('temperature', 0, 1),
    real('time', 0, 1),
  ],
  constraints: [],
};
const mixture: LinearConstraint[] = [{ name: 'sum', type: 'equality', coefficients: [1, 1, 1, 1], rhs: 1 }];

/** Space of a table; its outputs are turned so that less is better. */
function spaceOf(table: Table, constraints: readonly LinearConstraint[]): Space {
  const dimensions = table.columns.map(({ name, labels: values }, k): Dimension => {
    if (values !== undefined) return { kind: 'categorical', name, labels: values };
    const column = table.X.map((row) => row[k] ?? 0);
    return real(name, Math.min(...column), Math.max(...column));
  });
  return { dimensions, constraints };
}

const lessIsBetter = (table: Table): Table => ({ ...table, y: table.y.map((value) => -value) });

const optima = new Map<string, number>();

/** Lowest value over many spread points and the rows: what a search can reach, up to a little. */
function lowest(key: string, table: Table, space: Space, f: (x: ArrayLike<number>) => number): number {
  const known = optima.get(key);
  if (known !== undefined) return known;
  const { uniform } = createGenerator(`lowest/${key}`);
  const free = space.constraints.length === 0;
  let best = Math.min(...table.X.map(f));
  let at = table.X[table.X.map(f).indexOf(best)] ?? [];
  for (let i = 0; i < 6000 && free; i++) {
    const local = i > 3000;
    const point = space.dimensions.map((dimension, k) => {
      if (local && uniform() < 0.5) return at[k] ?? 0;
      if (dimension.kind === 'categorical') return Math.floor(uniform() * dimension.labels.length);
      if (dimension.kind !== 'real') throw new Error('tables have reals and categories');
      const span = dimension.high - dimension.low;
      const value = local ? (at[k] ?? 0) + 0.1 * span * (uniform() - 0.5) : dimension.low + span * uniform();
      return Math.min(dimension.high, Math.max(dimension.low, value));
    });
    const value = f(point);
    if (value < best) [best, at] = [value, point];
  }
  optima.set(key, best);
  return best;
}

const emulators = new Map<string, (x: ArrayLike<number>) => number>();

/** An emulator of a table; noise as a share of the range of its outputs. */
const emulated =
  (
    name: string,
    family: typeof forest,
    noise: number,
    constraints: readonly LinearConstraint[] = [],
  ): Recipe =>
  () => {
    const table = lessIsBetter(tableNamed(name));
    const key = `${family.name}/${name}`;
    const f = emulators.get(key) ?? family(table, key);
    emulators.set(key, f);
    const space = spaceOf(table, constraints);
    const range = Math.max(...table.y) - Math.min(...table.y);
    return { space, evaluate: f, noise: noise * range, optimum: lowest(key, table, space, f) };
  };

/** A table itself: its rows are the only runs; rows of equal inputs are one run with their mean. */
const raw =
  (name: string): Recipe =>
  () => {
    const table = lessIsBetter(tableNamed(name));
    const groups = new Map<string, number[]>();
    table.X.forEach((row, i) => {
      const key = row.join();
      groups.set(key, [...(groups.get(key) ?? []), table.y[i] ?? 0]);
    });
    const outputs = new Map([...groups].map(([key, values]) => [key, mean(values)]));
    return {
      space: spaceOf(table, []),
      evaluate: (x) => outputs.get(Array.from(x).join()) ?? Number.NaN,
      noise: 0,
      optimum: Math.min(...outputs.values()),
      list: [...groups.keys()].map((key) => key.split(',').map(Number)),
    };
  };

function tableNamed(name: string): Table {
  const table = tables()[name];
  if (table === undefined)
    throw new Error(`quality: there is no table '${name}'; see bench/quality/tables.ts`);
  return table;
}

const BRANIN_MIN = 0.39788735772973816;
const HARTMANN6_MIN = -3.3223680114155147;
const STYBLINSKI = -39.16616570377142;

/** A reaction network in small: three rate laws in series with a bound on the heat; eight settings, five matter. */
const cascade = (x: ArrayLike<number>): number => {
  const rate = Math.exp(3 * (unit(x, 0) - 0.5));
  const made = 1 - Math.exp(-rate * (0.2 + unit(x, 1)));
  const lost = 1 - Math.exp(-0.4 * rate ** 1.6 * unit(x, 1));
  const mixing = 1 / (1 + Math.exp(-8 * (unit(x, 2) - 0.4)));
  return -(made * (1 - lost) * mixing - 0.3 * (unit(x, 3) - 0.7) ** 2 - 0.2 * (unit(x, 5) - unit(x, 0)) ** 2);
};

const labs = (each: Readonly<Record<string, Laboratory>>): Record<string, Recipe> =>
  Object.fromEntries(
    Object.entries(each).map(([name, lab]) => [name, (seed: number) => laboratory(name, lab, seed)]),
  );

const recipes: Readonly<Record<Tier, Readonly<Record<string, Recipe>>>> = {
  tuning: {
    branin: fixedProblem(braninSpace, (x) => branin(unit(x, 0), unit(x, 1)), BRANIN_MIN),
    hartmann6: fixedProblem(box(6, 0, 1), hartmann6, HARTMANN6_MIN),
    'ackley5 moved': moved('ackley5', [5, -15, 15], { f: ackley, at: 0, optimum: 0 }),
    'rosenbrock4 moved': moved('rosenbrock4', [4, -5, 10], { f: rosenbrock, at: 1, optimum: 0 }),
    'levy4 moved': moved('levy4', [4, -10, 10], { f: levy, at: 1, optimum: 0 }),
    mixed: fixedProblem(mixedSpace, mixed, 0),
    'branin noisy': fixedProblem(braninSpace, (x) => branin(unit(x, 0), unit(x, 1)), BRANIN_MIN, 5),
    'hartmann3 noisy': fixedProblem(box(3, 0, 1), hartmann3, -3.862779787332663, 0.3),
    'styblinski3 noisy': moved('styblinski3', [3, -5, 5], {
      f: styblinskiTang,
      at: -2.903534,
      optimum: 3 * STYBLINSKI,
      noise: 12,
    }),
    'mixed noisy': fixedProblem(mixedSpace, mixed, 0, 0.08),
    'suzuki forest noisy': emulated('suzuki', forest, 0.05),
    'snar network noisy': emulated('snar', network, 0.08),
    'reizman-3 forest': emulated('reizman-3', forest, 0),
    'aniline network noisy': emulated('aniline', network, 0.05),
    'reizman-3 table': raw('reizman-3'),
    'aniline table': raw('aniline'),
    'snar table': raw('snar'),
    ...labs({
      stages7: { family: 'stages', numeric: 7, active: 5 },
      'stages8 noisy': { family: 'stages', numeric: 8, active: 5, noise: 0.3 },
      'stages4-4 noisy': { family: 'stages', numeric: 4, levels: [4], noise: 0.3 },
      wells2: { family: 'wells', numeric: 2 },
      'wells2 noisy': { family: 'wells', numeric: 2, noise: 0.5 },
      'wells3 noisy': { family: 'wells', numeric: 3, noise: 0.3 },
      'net2 noisy': { family: 'network', numeric: 2, noise: 0.3 },
      'net4 noisy': { family: 'network', numeric: 4, noise: 0.2 },
      'net6 noisy': { family: 'network', numeric: 6, noise: 0.5 },
      'rates5 uneven': { family: 'rates', numeric: 5, noise: 0.3, uneven: true },
      'forest4 noisy': { family: 'forest', numeric: 4, noise: 0.3 },
      'net3-53 noisy': { family: 'network', numeric: 3, levels: [5, 3], noise: 0.2 },
      'rates3-8 noisy': { family: 'rates', numeric: 3, levels: [8], noise: 0.3 },
      'forest2-46 noisy': { family: 'forest', numeric: 2, levels: [4, 6], noise: 0.2 },
      'net-546': { family: 'network', numeric: 0, levels: [5, 4, 6] },
      'net-12343 noisy': { family: 'network', numeric: 0, levels: [12, 3, 4, 3], noise: 0.2 },
      'net2-124': { family: 'network', numeric: 2, levels: [12, 4] },
      'rates3-63': { family: 'rates', numeric: 3, levels: [6, 3] },
      net8: { family: 'network', numeric: 8 },
      'net12 noisy': { family: 'network', numeric: 12, active: 5, noise: 0.1 },
      net20: { family: 'network', numeric: 20, active: 6 },
      forest6: { family: 'forest', numeric: 6 },
      'rates3-6 list': { family: 'rates', numeric: 3, levels: [6], list: 150 },
      'net-853 list noisy': { family: 'network', numeric: 0, levels: [8, 5, 3], list: 100, noise: 0.3 },
    }),
  },
  validation: {
    camel2: fixedProblem(
      { dimensions: [real('x', -3, 3), real('y', -2, 2)], constraints: [] },
      (x) => camel(unit(x, 0), unit(x, 1)),
      -1.0316284534898774,
    ),
    'rastrigin3 moved': moved('rastrigin3', [3, -4, 5], { f: rastrigin, at: 0, optimum: 0 }),
    michalewicz5: fixedProblem(box(5, 0, Math.PI), michalewicz, -4.687658179087978),
    'hartmann6 noisy': fixedProblem(box(6, 0, 1), hartmann6, HARTMANN6_MIN, 0.25),
    'levy3 noisy': moved('levy3', [3, -10, 10], { f: levy, at: 1, optimum: 0, noise: 5 }),
    kitchen: fixedProblem(kitchenSpace, kitchen, 0),
    'kitchen noisy': fixedProblem(kitchenSpace, kitchen, 0, 0.08),
    'alkox network noisy': emulated('alkox', network, 0.06),
    'reizman-1 forest noisy': emulated('reizman-1', forest, 0.05),
    'fullerenes forest': emulated('fullerenes', forest, 0),
    'suzuki table': raw('suzuki'),
    'reizman-1 table': raw('reizman-1'),
    ...labs({
      stages6: { family: 'stages', numeric: 6, active: 5 },
      'stages5 noisy': { family: 'stages', numeric: 5, noise: 0.3 },
      'stages3-5': { family: 'stages', numeric: 3, levels: [5] },
      'wells2-v noisy': { family: 'wells', numeric: 2, noise: 0.4 },
      wells4: { family: 'wells', numeric: 4 },
      'net5 noisy': { family: 'network', numeric: 5, noise: 0.3 },
      'net4-3 noisy': { family: 'network', numeric: 4, levels: [3], noise: 0.15 },
      'net3-74': { family: 'network', numeric: 3, levels: [7, 4] },
      'rates4-5 noisy': { family: 'rates', numeric: 4, levels: [5], noise: 0.2 },
      'rates2-94 uneven': { family: 'rates', numeric: 2, levels: [9, 4], noise: 0.4, uneven: true },
      'forest3-5 noisy': { family: 'forest', numeric: 3, levels: [5], noise: 0.25 },
      'net-6433 noisy': { family: 'network', numeric: 0, levels: [6, 4, 3, 3], noise: 0.3 },
      'rates3-74': { family: 'rates', numeric: 3, levels: [7, 4] },
      'rates6 uneven': { family: 'rates', numeric: 6, noise: 0.3, uneven: true },
    }),
  },
  frozen: {
    'ackley8 moved': moved('ackley8', [8, -15, 15], { f: ackley, at: 0, optimum: 0 }),
    'rosenbrock6 moved': moved('rosenbrock6', [6, -3, 5], { f: rosenbrock, at: 1, optimum: 0 }),
    'levy10 moved': moved('levy10', [10, -10, 10], { f: levy, at: 1, optimum: 0 }),
    'styblinski20 moved': moved('styblinski20', [20, -5, 5], {
      f: styblinskiTang,
      at: -2.903534,
      optimum: 20 * STYBLINSKI,
    }),
    michalewicz2: fixedProblem(box(2, 0, Math.PI), michalewicz, -1.8013034100985532),
    gardner: fixedProblem(
      { dimensions: braninSpace.dimensions, constraints: gardner },
      (x) => branin(unit(x, 0), unit(x, 1)),
      BRANIN_MIN,
    ),
    'gardner noisy': fixedProblem(
      { dimensions: braninSpace.dimensions, constraints: gardner },
      (x) => branin(unit(x, 0), unit(x, 1)),
      BRANIN_MIN,
      4,
    ),
    cascade8: fixedProblem(box(8, 0, 1), cascade, -0.5871069352955076),
    'cascade8 noisy': fixedProblem(box(8, 0, 1), cascade, -0.5871069352955076, 0.05),
    'camel2 noisy': fixedProblem(
      { dimensions: [real('x', -3, 3), real('y', -2, 2)], constraints: [] },
      (x) => camel(unit(x, 0), unit(x, 1)),
      -1.0316284534898774,
      0.8,
    ),
    'rastrigin2 noisy': moved('rastrigin2', [2, -4, 5], { f: rastrigin, at: 0, optimum: 0, noise: 3 }),
    'benzylation network noisy': emulated('benzylation', network, 0.08),
    'colors-n9 forest noisy': emulated('colors-n9', forest, 0.05),
    'photo-pce10 forest': emulated('photo-pce10', forest, 0, mixture),
    'concrete network': emulated('concrete', network, 0),
    'concrete forest noisy': emulated('concrete', forest, 0.05),
    'reizman-2 forest': emulated('reizman-2', forest, 0),
    'reizman-2 network noisy': emulated('reizman-2', network, 0.08),
    'reizman-4 network': emulated('reizman-4', network, 0),
    'reizman-4 forest noisy': emulated('reizman-4', forest, 0.05),
    'benzamide network': emulated('benzamide', network, 0),
    'benzamide forest noisy': emulated('benzamide', forest, 0.1),
    'solder forest': emulated('solder', forest, 0),
    'reizman-4 table': raw('reizman-4'),
    'benzamide table': raw('benzamide'),
    'benzylation table': raw('benzylation'),
  },
};

export function problemsOf(tier: Tier): readonly string[] {
  return Object.keys(recipes[tier]);
}

/** A problem as it is for a seed. */
export function judgedProblem(name: string, seed: number): JudgedProblem {
  const tier = tiers.find((one) => Object.hasOwn(recipes[one], name));
  const recipe = tier === undefined ? undefined : recipes[tier][name];
  if (tier === undefined || recipe === undefined) throw new Error(`quality: there is no problem '${name}'`);
  return { name, tier, ...recipe(seed) };
}
