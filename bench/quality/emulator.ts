import { createGenerator, type Generator } from '../../src/engine/random/generator.ts';

/** A table with numbers and categories (as positions), one output to be minimized. */
export interface Table {
  readonly columns: readonly { readonly name: string; readonly labels?: readonly string[] }[];
  /** [n][d] */
  readonly X: readonly (readonly number[])[];
  readonly y: readonly number[];
}

type Emulator = (x: ArrayLike<number>) => number;

const TREES = 60;
const LEAF = 2;

/** A regression forest: bagged trees, a third of the columns (at least two) tried at each split, means of the leaves. */
export function forest(table: Table, seed: string): Emulator {
  const generator = createGenerator(seed);
  const n = table.y.length;
  const trees = Array.from({ length: TREES }, () =>
    grow(
      table,
      Array.from({ length: n }, () => generator.integer(n)),
      generator,
    ),
  );
  return (x) => trees.reduce((sum, tree) => sum + tree(x), 0) / TREES;
}

interface Split {
  readonly loss: number;
  readonly goesLeft: (x: ArrayLike<number>) => boolean;
}

function grow(table: Table, rows: readonly number[], generator: Generator): Emulator {
  const values = rows.map((row) => table.y[row] ?? 0);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  if (rows.length < 2 * LEAF || values.every((value) => value === values[0])) return () => mean;
  const d = table.columns.length;
  const tried = generator
    .shuffle(Array.from({ length: d }, (_, k) => k))
    .slice(0, Math.max(2, Math.ceil(d / 3)));
  let best: Split | undefined;
  for (const column of tried) {
    const split = splitAt(table, rows, column, generator);
    if (split !== undefined && split.loss < (best?.loss ?? Number.POSITIVE_INFINITY)) best = split;
  }
  if (best === undefined) return () => mean;
  const { goesLeft } = best;
  const left = rows.filter((row) => goesLeft(table.X[row] ?? []));
  const right = rows.filter((row) => !goesLeft(table.X[row] ?? []));
  const [low, high] = [grow(table, left, generator), grow(table, right, generator)];
  return (x) => (goesLeft(x) ? low(x) : high(x));
}

/** The best threshold of a column (a random one between two values), or the best category against the others. */
function splitAt(
  table: Table,
  rows: readonly number[],
  column: number,
  generator: Generator,
): Split | undefined {
  const isLabel = table.columns[column]?.labels !== undefined;
  const distinct = [...new Set(rows.map((row) => table.X[row]?.[column] ?? 0))].sort((a, b) => a - b);
  let best: Split | undefined;
  distinct.slice(0, isLabel ? undefined : -1).forEach((value, i) => {
    const share = generator.uniform();
    const threshold = value + share * ((distinct[i + 1] ?? value) - value);
    const goesLeft = (x: ArrayLike<number>) =>
      isLabel ? x[column] === value : (x[column] ?? 0) <= threshold;
    const parts = [true, false].map((side) =>
      rows.filter((row) => goesLeft(table.X[row] ?? []) === side).map((row) => table.y[row] ?? 0),
    );
    if (parts.some((part) => part.length < LEAF)) return;
    const loss = parts.reduce((sum, part) => sum + spread(part), 0);
    if (loss < (best?.loss ?? Number.POSITIVE_INFINITY)) best = { loss, goesLeft };
  });
  return best;
}

function spread(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
}

const HIDDEN = 24;
const EPOCHS = 1500;
const RATE = 0.01;
const DECAY = 1e-3;

/** A network of one hidden layer of tanh units over scaled numbers and dummies, fitted by Adam on all rows. */
export function network(table: Table, seed: string): Emulator {
  const generator = createGenerator(seed);
  const encode = encoderOf(table);
  const inputs = table.X.map(encode);
  const n = inputs.length;
  const D = inputs[0]?.length ?? 0;
  const mean = table.y.reduce((sum, value) => sum + value, 0) / n;
  const scale = Math.sqrt(spread(table.y) / n) || 1;
  const targets = table.y.map((value) => (value - mean) / scale);
  const size = HIDDEN * (D + 2) + 1;
  const w = Float64Array.from({ length: size }, () => generator.normal() / Math.sqrt(D + 1));
  const [m, v] = [new Float64Array(size), new Float64Array(size)];
  for (let epoch = 1; epoch <= EPOCHS; epoch++) {
    const g = w.map((value) => DECAY * value);
    inputs.forEach((x, i) => {
      slopes(w, x, targets[i] ?? 0, g, 1 / n);
    });
    for (let k = 0; k < size; k++) {
      const slope = g[k] ?? 0;
      m[k] = 0.9 * (m[k] ?? 0) + 0.1 * slope;
      v[k] = 0.999 * (v[k] ?? 0) + 0.001 * slope * slope;
      const step = (m[k] ?? 0) / (1 - 0.9 ** epoch) / (Math.sqrt((v[k] ?? 0) / (1 - 0.999 ** epoch)) + 1e-8);
      w[k] = (w[k] ?? 0) - RATE * step;
    }
  }
  return (x) => mean + scale * evaluate(w, encode(x)).output;
}

/** Weights: per hidden unit D inputs, a bias and an output weight; then the output's bias. */
function evaluate(w: Float64Array, x: readonly number[]) {
  const width = x.length + 2;
  let output = w[HIDDEN * width] ?? 0;
  const hidden = new Float64Array(HIDDEN);
  for (let h = 0; h < HIDDEN; h++) {
    let sum = w[h * width + x.length] ?? 0;
    for (let k = 0; k < x.length; k++) sum += (w[h * width + k] ?? 0) * (x[k] ?? 0);
    hidden[h] = Math.tanh(sum);
    output += (w[h * width + x.length + 1] ?? 0) * (hidden[h] ?? 0);
  }
  return { output, hidden };
}

/** Adds the slopes of the squared error, times `share`. */
function slopes(w: Float64Array, x: readonly number[], target: number, g: Float64Array, share: number): void {
  const width = x.length + 2;
  const { output, hidden } = evaluate(w, x);
  const error = share * (output - target);
  const add = (k: number, value: number) => {
    g[k] = (g[k] ?? 0) + value;
  };
  add(HIDDEN * width, error);
  for (let h = 0; h < HIDDEN; h++) {
    const t = hidden[h] ?? 0;
    add(h * width + x.length + 1, error * t);
    const inner = error * (w[h * width + x.length + 1] ?? 0) * (1 - t * t);
    for (let k = 0; k < x.length; k++) add(h * width + k, inner * (x[k] ?? 0));
    add(h * width + x.length, inner);
  }
}

function encoderOf(table: Table): (x: ArrayLike<number>) => number[] {
  const columns = table.columns.map(({ labels }, k) => {
    const values = table.X.map((row) => row[k] ?? 0);
    const [low, high] = [Math.min(...values), Math.max(...values)];
    return { labels: labels?.length, low, span: high - low || 1 };
  });
  return (x) =>
    columns.flatMap(({ labels, low, span }, k) =>
      labels === undefined
        ? [(2 * ((x[k] ?? 0) - low)) / span - 1]
        : Array.from({ length: labels }, (_, label) => Number(x[k] === label)),
    );
}
