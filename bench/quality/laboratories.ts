import { createGenerator, type Generator } from '../../src/engine/random/generator.ts';
import type { Dimension, Space } from '../../src/engine/space/space.ts';
import { forest, type Table } from './emulator.ts';

/** A laboratory that is drawn again for every seed: no two seeds have the same function, optimum or ranking of categories. */
export interface Laboratory {
  /** Numeric columns. */
  readonly numeric: number;
  /** Categories of each categorical column. */
  readonly levels?: readonly number[];
  /** A network drawn at random, rate laws with a loss, stages in series, wells, or a forest fitted to a table of one of the first two. */
  readonly family: 'network' | 'rates' | 'stages' | 'wells' | 'forest';
  /** Numeric columns that matter; all by default. */
  readonly active?: number;
  /** Deviation of a measurement as a share of that of the function over its space. */
  readonly noise?: number;
  /** The deviation grows with the distance from the best value. */
  readonly uneven?: boolean;
  /** Only runs of a list of this length can be made. */
  readonly list?: number;
}

/** One output over a space, to be minimized. */
export interface DrawnLaboratory {
  readonly space: Space;
  evaluate(x: ArrayLike<number>): number;
  /** Deviation of the noise that is added to what a search sees. */
  readonly noise: number;
  /** The same for a true value, where it is not alike everywhere. */
  noiseAt?(value: number): number;
  /** Smallest output known. */
  readonly optimum: number;
  /** The only points that can be run, [N][d]. */
  readonly list?: readonly (readonly number[])[];
}

type Point = readonly number[];
type Curve = (x: ArrayLike<number>) => number;

const LOOKED_AT = 3000;
const REFINED = 3000;
const ROWS = 160;
const UNITS = 12;

const drawn = new Map<string, DrawnLaboratory>();

export function laboratory(key: string, lab: Laboratory, seed: number): DrawnLaboratory {
  const name = `laboratory/${key}/${seed}`;
  const known = drawn.get(name);
  if (known !== undefined) return known;
  const generator = createGenerator(name);
  const levels = lab.levels ?? [];
  const space = spaceOf(lab.numeric, levels);
  const pick = (): Point => pointOf(lab.numeric, levels, generator);
  const curve = curveOf(lab, pick, generator);
  const looked = Array.from({ length: LOOKED_AT }, pick);
  const values = looked.map(curve);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
  const list = lab.list === undefined ? undefined : distinct(looked, lab.list);
  const optimum = list ? Math.min(...list.map(curve)) : lowest(curve, looked, values, lab, generator);
  const noise = (lab.noise ?? 0) * deviation;
  const made: DrawnLaboratory = {
    space,
    evaluate: curve,
    noise,
    ...(lab.uneven
      ? { noiseAt: (value) => noise * (0.25 + (0.75 * Math.max(0, value - optimum)) / (mean - optimum)) }
      : {}),
    optimum,
    ...(list ? { list } : {}),
  };
  drawn.set(name, made);
  return made;
}

function spaceOf(numeric: number, levels: readonly number[]): Space {
  const categories = levels.map(
    (count, k): Dimension => ({
      kind: 'categorical',
      name: `c${k}`,
      labels: Array.from({ length: count }, (_, i) => `${String.fromCharCode(97 + i)}`),
    }),
  );
  const reals = Array.from(
    { length: numeric },
    (_, k): Dimension => ({ kind: 'real', name: `x${k}`, low: 0, high: 1 }),
  );
  return { dimensions: [...categories, ...reals], constraints: [] };
}

const pointOf = (numeric: number, levels: readonly number[], generator: Generator): Point => [
  ...levels.map((count) => generator.integer(count)),
  ...Array.from({ length: numeric }, () => generator.uniform()),
];

function distinct(points: readonly Point[], count: number): Point[] {
  return [...new Map(points.map((point) => [point.join(), point])).values()].slice(0, count);
}

function curveOf(lab: Laboratory, pick: () => Point, generator: Generator): Curve {
  if (lab.family === 'network') return networkCurve(lab, generator);
  if (lab.family === 'rates') return ratesCurve(lab, generator);
  if (lab.family === 'stages') return stagesCurve(lab, generator);
  if (lab.family === 'wells') return wellsCurve(lab, generator);
  const base = (generator.uniform() < 0.5 ? networkCurve : ratesCurve)(lab, generator);
  const X = distinct(Array.from({ length: 3 * ROWS }, pick), ROWS);
  const y = X.map(base);
  const spread = Math.max(...y) - Math.min(...y);
  const table: Table = {
    columns: spaceOf(lab.numeric, lab.levels ?? []).dimensions.map((one) =>
      one.kind === 'categorical' ? { name: one.name, labels: one.labels } : { name: one.name },
    ),
    X,
    y: y.map((value) => value + 0.03 * spread * generator.normal()),
  };
  return forest(table, `${generator.childSeed()}`);
}

/** A valley at a point anywhere, bent by tanh units; a category moves the point, lifts the valley and feeds the units. */
function networkCurve({ numeric, levels = [], active = numeric }: Laboratory, generator: Generator): Curve {
  const c = levels.length;
  const used = generator.shuffle(Array.from({ length: numeric }, (_, k) => k)).slice(0, active);
  const traits = levels.map((count) =>
    Array.from({ length: count }, () => [generator.normal(), generator.normal()] as const),
  );
  const centre = used.map(() => 0.05 + 0.9 * generator.uniform());
  const pull = used.map(() => levels.map(() => 0.12 * generator.normal()));
  const width = used.map(() => Math.exp(0.7 * generator.normal()));
  const inputs = used.length + 2 * c;
  const units = Array.from({ length: UNITS }, () => ({
    weights: Array.from({ length: inputs }, () => (2.2 * generator.normal()) / Math.sqrt(inputs)),
    bias: 0.7 * generator.normal(),
    output: generator.normal() / Math.sqrt(UNITS),
  }));
  const valley = (1.2 + 0.8 * generator.uniform()) / Math.sqrt(Math.max(1, used.length));
  return (x) => {
    const own = traits.map((each, k) => each[x[k] ?? 0] ?? [0, 0]);
    const features = [...used.map((column) => 2 * (x[c + column] ?? 0) - 1), ...own.flat()];
    let value = own.reduce((sum, [a]) => sum + 0.35 * a, 0);
    used.forEach((column, i) => {
      const at = (centre[i] ?? 0) + own.reduce((sum, [, b], k) => sum + (pull[i]?.[k] ?? 0) * b, 0);
      value += valley * (width[i] ?? 1) * 4 * ((x[c + column] ?? 0) - at) ** 2;
    });
    for (const { weights, bias, output } of units)
      value += output * Math.tanh(features.reduce((sum, one, k) => sum + one * (weights[k] ?? 0), bias));
    return value;
  };
}

/** Yield of a reaction in series, as a loss: each category has a rate, a selectivity and a best level of an additive. */
function ratesCurve({ numeric, levels = [], active = numeric }: Laboratory, generator: Generator): Curve {
  const c = levels.length;
  const order = generator.shuffle(Array.from({ length: numeric }, (_, k) => k)).slice(0, active);
  const traits = levels.map((count) =>
    Array.from({ length: count }, () => ({
      rate: 0.8 * generator.normal(),
      loss: 0.6 * generator.normal(),
      best: generator.uniform(),
      height: 0.7 + 0.3 * generator.uniform(),
    })),
  );
  const [speed, loss, steep] = [generator.normal(), generator.normal() - 0.5, 1 + generator.uniform()];
  const rims = order.map(() => ({ at: 0.1 + 0.8 * generator.uniform(), weight: 0.3 + generator.uniform() }));
  return (x) => {
    const own = traits.map((each, k) => each[x[k] ?? 0]);
    const at = (i: number) => (order[i] === undefined ? 0.5 : (x[c + order[i]] ?? 0));
    let rate = speed + 3 * (at(0) - 0.5);
    let side = loss + 5 * steep * (at(0) - 0.6);
    let height = 1;
    for (const one of own) {
      rate += one?.rate ?? 0;
      side += one?.loss ?? 0;
      height *= one?.height ?? 1;
    }
    const time = 0.2 + 2 * at(1);
    const made = 1 - Math.exp(-Math.exp(rate) * time);
    const kept = Math.exp(-0.3 * Math.exp(side) * time);
    let penalty = 0;
    for (let i = 2; i < order.length; i++) {
      const shift = own.length > 0 && i === 2 ? ((own[0]?.best ?? 0.5) - 0.5) * 0.5 : 0;
      penalty += (rims[i]?.weight ?? 1) * (at(i) - (rims[i]?.at ?? 0.5) - shift) ** 2;
    }
    return -height * made * kept * Math.exp(-penalty);
  };
}

/** Yield of stages in series, as a loss: each a rise, a decay or a hump of one setting; flat and near nothing where any stage fails. */
function stagesCurve({ numeric, levels = [], active = numeric }: Laboratory, generator: Generator): Curve {
  const c = levels.length;
  const used = generator.shuffle(Array.from({ length: numeric }, (_, k) => k)).slice(0, active);
  const traits = levels.map((count) => Array.from({ length: count }, () => generator.normal()));
  const stages = used.map((column) => ({
    column,
    kind: generator.integer(3),
    at: 0.15 + 0.7 * generator.uniform(),
    steep: (generator.uniform() < 0.5 ? -1 : 1) * (4 + 8 * generator.uniform()),
    turn: 0.25 * generator.normal(),
    leans: used[generator.integer(used.length)] ?? column,
  }));
  return (x) => {
    const own = traits.reduce((sum, each, k) => sum + (each[x[k] ?? 0] ?? 0), 0);
    let yielded = 1 / (1 + Math.exp(-1.5 - own));
    for (const { column, kind, at, steep, turn, leans } of stages) {
      const gap = (x[c + column] ?? 0) - at - turn * ((x[c + leans] ?? 0) - 0.5) - 0.05 * own;
      if (kind === 0) yielded *= 1 / (1 + Math.exp(-steep * gap));
      else if (kind === 1) yielded *= 1 - Math.exp(-Math.exp(0.5 * steep * gap));
      else yielded *= Math.exp(-0.25 * steep * steep * gap * gap * 0.25);
    }
    return -yielded;
  };
}

/** Wells of different depths and widths in a shallow bowl. */
function wellsCurve({ numeric }: Laboratory, generator: Generator): Curve {
  const wells = Array.from({ length: 6 }, () => ({
    at: Array.from({ length: numeric }, () => 0.05 + 0.9 * generator.uniform()),
    width: (0.1 + 0.15 * generator.uniform()) * Math.sqrt(numeric),
    depth: 0.4 + 0.6 * generator.uniform(),
  }));
  const rim = Array.from({ length: numeric }, () => 0.3 + 0.4 * generator.uniform());
  return (x) => {
    const bowl = rim.reduce((sum, at, k) => sum + ((x[k] ?? 0) - at) ** 2, 0);
    return wells.reduce((value, { at, width, depth }) => {
      const distance = at.reduce((sum, one, k) => sum + ((x[k] ?? 0) - one) ** 2, 0);
      return value - depth * Math.exp(-distance / (2 * width * width));
    }, bowl / numeric);
  };
}

/** Lowest value of many spread points and a random descent from the best of them. */
function lowest(
  curve: Curve,
  looked: readonly Point[],
  values: readonly number[],
  { numeric, levels = [] }: Laboratory,
  generator: Generator,
): number {
  let best = Math.min(...values);
  let at = looked[values.indexOf(best)] ?? [];
  const c = levels.length;
  for (let i = 0; i < REFINED; i++) {
    const step = 0.3 * 0.998 ** i;
    const point = at.map((value, k) => {
      if (generator.uniform() < (numeric + c > 4 ? 0.6 : 0.3)) return value;
      if (k < c) return generator.uniform() < 0.3 ? generator.integer(levels[k] ?? 1) : value;
      return Math.min(1, Math.max(0, value + step * generator.normal()));
    });
    const value = curve(point);
    if (value < best) [best, at] = [value, point];
  }
  return best;
}
