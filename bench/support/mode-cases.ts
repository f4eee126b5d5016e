import type { TrainTask } from '../../src/engine/gp/task.ts';
import { createGenerator, type Generator } from '../../src/engine/random/generator.ts';

/** A set of rows to fit, and rows of the same source to judge fits by. */
export interface ModeCase {
  readonly name: string;
  readonly task: TrainTask;
  readonly heldOut: { readonly X: Float64Array; readonly y: Float64Array; readonly n: number };
}

type Curve = (x: readonly number[]) => number;

/** Functions of a few columns in [0, 1], each with parameters of its own draw. */
const families: Readonly<Record<string, (d: number, g: Generator) => Curve>> = {
  waves(d, g) {
    const rates = Array.from({ length: d }, () => 1 + 12 * g.uniform() ** 2);
    const phases = rates.map(() => 6 * g.uniform());
    return (x) => x.reduce((sum, u, k) => sum + Math.sin(rates[k]! * u + phases[k]!), 0);
  },
  product(d, g) {
    const rates = Array.from({ length: d }, () => 1 + 5 * g.uniform());
    return (x) => x.reduce((product, u, k) => product * Math.cos(rates[k]! * (u - 0.3)), 1);
  },
  bumps(d, g) {
    const centres = Array.from({ length: 4 }, () => Array.from({ length: d }, () => g.uniform()));
    const widths = Array.from({ length: d }, () => 1 + 12 * g.uniform());
    return (x) =>
      centres.reduce(
        (sum, c, i) => sum + (i + 1) * Math.exp(-x.reduce((s, u, k) => s + widths[k]! * (u - c[k]!) ** 2, 0)),
        0,
      );
  },
  valley(d, g) {
    const shift = g.uniform();
    return (x) =>
      Math.log1p(
        x.reduce(
          (sum, u, k) => sum + (k + 1 < d ? 30 * (x[k + 1]! - (u - shift) ** 2) ** 2 : 0) + (u - shift) ** 2,
          0,
        ),
      );
  },
  steps(d, g) {
    const cuts = Array.from({ length: d }, () => g.uniform());
    return (x) => x.reduce((sum, u, k) => sum + (k + 1) * Number(u > cuts[k]!), 0);
  },
  plane(d, g) {
    const slopes = Array.from({ length: d }, () => g.normal());
    return (x) => x.reduce((sum, u, k) => sum + slopes[k]! * u, 0);
  },
  features(d, g) {
    const waves = Array.from({ length: 40 }, () => ({
      rates: Array.from({ length: d }, (_, k) => (6 * g.normal()) / (1 + k)),
      phase: 6.3 * g.uniform(),
      size: g.normal(),
    }));
    return (x) =>
      waves.reduce(
        (sum, { rates, phase, size }) =>
          sum + size * Math.cos(x.reduce((s, u, k) => s + rates[k]! * u, phase)),
        0,
      );
  },
  nothing: () => () => 0,
};

const sizes = [12, 16, 20, 30, 40, 60, 90, 140, 200];
const noises = [0, 0.01, 0.1, 0.5];
const kernels = ['rbf', 'matern'];
const recipes = ['botorch', 'sklearn'] as const;
const HELD_OUT = 200;

/** Case `index` of a list; each list has draws of its own. */
export function modeCase(list: string, index: number): ModeCase {
  const g = createGenerator(`modes/${list}/${index}`);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(g.uniform() * values.length)]!;
  const family = Object.keys(families)[index % Object.keys(families).length]!;
  const active = 1 + Math.floor(5 * g.uniform());
  const d = active + Math.floor(3 * g.uniform());
  const [n, noise, kernel, recipe] = [pick(sizes), pick(noises), pick(kernels), pick(recipes)];
  const curve = families[family]!(active, g);
  const rows = n + HELD_OUT;
  const X = Float64Array.from({ length: rows * d }, () => g.uniform());
  const clean = Float64Array.from({ length: rows }, (_, i) => curve([...X.subarray(i * d, i * d + active)]));
  const mean = clean.reduce((sum, value) => sum + value / rows, 0);
  const spread = Math.sqrt(clean.reduce((sum, value) => sum + (value - mean) ** 2 / rows, 0)) || 1;
  const y = clean.map(
    (value) => (value - mean) / spread + noise * g.normal() + (family === 'nothing' ? g.normal() : 0),
  );
  const task: TrainTask = {
    X: X.slice(0, n * d),
    n,
    d,
    categorical: new Array<boolean>(d).fill(false),
    outputs: [y.slice(0, n)],
    recipe,
    kernel,
    kernelParams: {},
    seed: 1,
  };
  const name = `${list} ${index} ${family} n ${n} d ${d} noise ${noise} ${kernel} ${recipe}`;
  return { name, task, heldOut: { X: X.slice(n * d), y: y.slice(n), n: HELD_OUT } };
}
