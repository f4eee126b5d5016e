import { ValueError } from '../errors.ts';
import { namesToUse, placeOf, show } from '../words.ts';
import type { Dimension, Space } from './space.ts';

/** What a client sends or gets for one experiment: variable name → number or category. */
export type NamedRow = Readonly<Record<string, unknown>>;

/**
 * Code of a recorded value: the number itself, or the position of the category.
 *
 * Numbers outside the bounds or off the grid are taken as they are (results may have been measured there);
 * categories must be declared, matched as text.
 *
 * @throws ValueError naming the variable and the value
 */
export function encodeValue(dimension: Dimension, value: unknown): number {
  if (dimension.kind === 'categorical') {
    const position = dimension.labels.indexOf(String(value));
    if (position < 0) {
      throw new ValueError(
        `variable '${dimension.name}': category ${show(value)} is not declared; ${namesToUse(dimension.labels, value)}`,
      );
    }
    return position;
  }
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    throw new ValueError(`variable '${dimension.name}': expected a finite number, got ${show(value)}`);
  }
  return isLogarithmic(dimension) ? logarithm(dimension.name, value) : value;
}

/** Whether the codes of a dimension are logarithms of its values. */
export const isLogarithmic = (dimension: Dimension): boolean =>
  (dimension.kind === 'real' || dimension.kind === 'discrete') && dimension.log !== undefined;

function logarithm(name: string, value: number): number {
  if (value > 0) return Math.log(value);
  throw new ValueError(`variable '${name}': its scale is logarithmic, so values are above 0, got ${value}`);
}

/** The value whose logarithm is a code: exact at the ends of the range, to fourteen digits between. */
function powerOf(code: number, low: number, high: number, [least, most]: readonly [number, number]): number {
  if (code <= low) return least;
  return code >= high ? most : Number(Math.exp(code).toPrecision(14));
}

/**
 * Code of a chosen value (held, proposed or staged): as `encodeValue`, and the value must lie in the space.
 *
 * @throws ValueError naming the variable, the value and what is allowed
 */
export function encodeChoice(dimension: Dimension, value: unknown): number {
  const code = encodeValue(dimension, value);
  if (dimension.kind === 'real' || dimension.kind === 'integer') {
    if (dimension.kind === 'integer' && !Number.isInteger(code)) {
      throw new ValueError(`variable '${dimension.name}': expected a whole number, got ${show(value)}`);
    }
    if (code < dimension.low || code > dimension.high) {
      const [low, high] = (dimension.kind === 'real' && dimension.log) || [dimension.low, dimension.high];
      throw new ValueError(
        `variable '${dimension.name}': ${show(value)} is outside its bounds [${low}, ${high}]`,
      );
    }
  }
  const step = stepOf(dimension);
  if (step !== undefined) {
    const level = snap(dimension, code);
    if (Math.abs(level - code) <= ON_STEP * step) return level;
    throw new ValueError(
      `variable '${dimension.name}': ${show(value)} is between its steps of ${step}; the nearest one is ${level}`,
    );
  }
  if (dimension.kind === 'discrete') {
    const allowed = snap(dimension, code);
    const size = Math.abs(allowed);
    // Values may be nanomoles, or lie close together far from zero: their span bounds what counts as the same value.
    if (Math.abs(allowed - code) > 1e-9 * Math.min(Math.max(1, size), spanOf(dimension)) + ROUNDING * size) {
      throw new ValueError(
        `variable '${dimension.name}': ${show(value)} is not an allowed value; ${namesToUse(dimension.log ?? dimension.values)}`,
      );
    }
    return allowed;
  }
  if (dimension.kind === 'categorical' && dimension.open?.includes(code) === false) {
    const open = dimension.open.map((position) => dimension.labels[position]);
    throw new ValueError(
      `variable '${dimension.name}': ${show(value)} is retired or not available now; ${namesToUse(open)}`,
    );
  }
  return code;
}

/**
 * Rows of named values as an encoded matrix [n, d], columns in the order of the space.
 *
 * @param before number of rows of the table before these  @param what word for a row in messages
 * @throws ValueError naming the row of the table, the variable and the value
 */
export function encodeRows(
  space: Space,
  rows: readonly NamedRow[],
  { before = 0, what = 'row' }: { readonly before?: number; readonly what?: string | undefined } = {},
): Float64Array {
  const d = space.dimensions.length;
  const encoded = new Float64Array(rows.length * d);
  const isPlain = space.dimensions.map(
    (dimension) => dimension.kind !== 'categorical' && !isLogarithmic(dimension),
  );
  rows.forEach((row, i) => {
    space.dimensions.forEach((dimension, column) => {
      const value = row[dimension.name];
      if (isPlain[column] && typeof value === 'number' && Number.isFinite(value)) {
        encoded[i * d + column] = value;
        return;
      }
      if (!Object.hasOwn(row, dimension.name)) {
        throw new ValueError(
          `${placeOf(what, before + i)}: variable '${dimension.name}' has no value; give one`,
        );
      }
      try {
        encoded[i * d + column] = encodeValue(dimension, value);
      } catch (cause) {
        if (!(cause instanceof ValueError)) throw cause;
        throw new ValueError(`${placeOf(what, before + i)}: ${cause.message}`, { cause });
      }
    });
  });
  return encoded;
}

/** Native value of a code: an integer, the exact allowed value, the number, or the category. */
export function decodeValue(dimension: Dimension, code: number): number | string {
  if (dimension.kind === 'discrete' && dimension.log !== undefined)
    return dimension.log[nearestLevel(dimension, code)];
  const value = snap(dimension, code);
  if (dimension.kind === 'real' && dimension.log !== undefined)
    return powerOf(value, dimension.low, dimension.high, dimension.log);
  if (dimension.kind !== 'real') return dimension.kind === 'categorical' ? dimension.labels[value] : value;
  // Sums over variables miss a bound by their rounding error.
  const near = 1e-12 * (dimension.high - dimension.low);
  return [dimension.low, dimension.high].find((end) => Math.abs(value - end) <= near) ?? value;
}

/** One encoded point [d] as variable name → native value. */
export function decodePoint(space: Space, point: ArrayLike<number>): Record<string, number | string> {
  return Object.fromEntries(
    space.dimensions.map((dimension, column) => [dimension.name, decodeValue(dimension, point[column])]),
  );
}

/** Encoded rows [n, d] as named rows. */
export function decodeRows(space: Space, points: Float64Array): Record<string, number | string>[] {
  const d = space.dimensions.length;
  return Array.from({ length: d === 0 ? 0 : points.length / d }, (_, i) =>
    decodePoint(space, points.subarray(i * d, (i + 1) * d)),
  );
}

/** Lowest and highest code of a dimension. */
export function hull(dimension: Dimension): readonly [number, number] {
  if (dimension.kind === 'categorical') return [0, dimension.labels.length - 1];
  if (dimension.kind === 'discrete')
    return [dimension.values[0], dimension.values[dimension.values.length - 1]];
  return [dimension.low, dimension.high];
}

/** Lowest and highest code that can be set of a dimension: with a step the last one may lie below the upper bound. */
export function settableHull(dimension: Dimension): readonly [number, number] {
  const count = settableCount(dimension);
  if (dimension.kind === 'categorical' || count === Number.POSITIVE_INFINITY) return hull(dimension);
  return [levelAt(dimension, 0), levelAt(dimension, count - 1)];
}

/** Where numeric columns may lie; null for categories. */
export const rangesOf = ({ dimensions }: Space): (readonly [number, number] | null)[] =>
  dimensions.map((one) => (one.kind === 'categorical' ? null : hull(one)));

/** Difference of the highest and the lowest code of a dimension. */
export function spanOf(dimension: Dimension): number {
  const [low, high] = hull(dimension);
  return high - low;
}

/** Count of values that may be chosen of a dimension; Infinity for a real one with a span, whatever its step. */
export function levelCount(dimension: Dimension): number {
  if (dimension.kind === 'categorical') return (dimension.open ?? dimension.labels).length;
  if (dimension.kind === 'discrete') return dimension.values.length;
  if (dimension.kind === 'integer') return Math.floor(dimension.high) - Math.ceil(dimension.low) + 1;
  return dimension.low === dimension.high ? 1 : Number.POSITIVE_INFINITY;
}

/** Whether only some values of a dimension can be set: it has finitely many, or a step. */
export const isLattice = (dimension: Dimension): boolean =>
  levelCount(dimension) !== Number.POSITIVE_INFINITY || stepOf(dimension) !== undefined;

/** Count of values that can be set of a dimension, steps counted; Infinity where it is no lattice. */
export function settableCount(dimension: Dimension): number {
  const step = stepOf(dimension);
  return step !== undefined && dimension.kind === 'real'
    ? stepCount(dimension.low, dimension.high, step)
    : levelCount(dimension);
}

const stepOf = (dimension: Dimension): number | undefined =>
  dimension.kind === 'real' && dimension.low < dimension.high ? dimension.step : undefined;

/** Share of a step by which a bound may miss a value. */
const ON_STEP = 1e-9;

/** `value` rounded to the decimal place of the twelfth digit of `size`. */
function roundedTo(size: number, value: number): number {
  const decimals = 11 - Math.floor(Math.log10(size));
  return Number(decimals >= 0 && decimals <= 100 ? value.toFixed(decimals) : value.toPrecision(12));
}

/** A number to twelve digits of itself or of `scale`, whichever is larger: removes the rounding error of sums of that size. */
const tidied = (value: number, scale: number): number =>
  roundedTo(Math.max(Math.abs(value), Math.abs(scale)), value);

/**
 * A value of a real dimension to twelve digits of itself or of the span, whichever is finer, so that numbers around 10⁹
 * that differ by thousandths stay apart. Other values are what can be set already.
 */
export function shortened(dimension: Dimension, code: number): number {
  if (isLattice(dimension) || code === 0) return code;
  return roundedTo(Math.min(Math.abs(code), spanOf(dimension)), code);
}

/** Rounding error of sums over a few variables, as a share of the largest value of a variable. */
const ROUNDING = 1e-14;

/** 0.42 for 0.41999999999999993: the number of twelve digits that differs by rounding alone, or the code itself. */
export function withoutRounding(dimension: Dimension, code: number): number {
  if (dimension.kind !== 'real' || isLogarithmic(dimension)) return code;
  const size = Math.max(Math.abs(dimension.low), Math.abs(dimension.high));
  const short = tidied(code, size);
  return Math.abs(short - code) <= ROUNDING * size ? short : code;
}

/**
 * low + position·step: 0.3, not 0.30000000000000004; 0, not 1.1e-16 from −0.7 in steps of 0.07. A step that twelve digits
 * of `low` do not resolve, such as 0.001 at 10⁹, is kept.
 */
export function stepAt(low: number, position: number, step: number): number {
  const value = low + position * step;
  const short = tidied(value, low);
  const size = Math.max(Math.abs(low), Math.abs(value));
  return Math.abs(short - value) <= ON_STEP * step + ROUNDING * size ? short : Number(value.toPrecision(15));
}

/** The `position`-th value, ascending, of a dimension that is a lattice. */
export function levelAt(dimension: Dimension, position: number): number {
  const step = stepOf(dimension);
  if (step !== undefined && dimension.kind === 'real') return stepAt(dimension.low, position, step);
  if (dimension.kind === 'discrete') return dimension.values[position];
  if (dimension.kind === 'integer') return Math.ceil(dimension.low) + position;
  if (dimension.kind === 'categorical')
    return dimension.open === undefined ? position : dimension.open[position];
  return dimension.low;
}

/** Count of the values low, low + step, … up to high. */
export const stepCount = (low: number, high: number, step: number): number =>
  Math.floor((high - low) / step + ON_STEP) + 1;

/** Position of the level nearest to `code` (the lower one on ties), for a dimension that is a lattice. */
export function nearestLevel(dimension: Dimension, code: number): number {
  const step = stepOf(dimension);
  if (step !== undefined && dimension.kind === 'real') {
    const top = stepCount(dimension.low, dimension.high, step) - 1;
    return Math.min(top, Math.max(0, Math.ceil((code - dimension.low) / step - 0.5)));
  }
  if (dimension.kind === 'discrete') return nearestIndex(dimension.values, code);
  if (dimension.kind === 'categorical' && dimension.open) return nearestIndex(dimension.open, code);
  const last = levelCount(dimension) - 1;
  const origin = levelAt(dimension, 0);
  return Math.min(last, Math.max(0, Math.ceil(code - origin - 0.5)));
}

/** Nearest code inside the dimension: clamped, rounded or snapped. Idempotent. */
export function snap(dimension: Dimension, code: number): number {
  if (dimension.kind === 'real' && stepOf(dimension) === undefined)
    return Math.min(dimension.high, Math.max(dimension.low, code));
  return levelAt(dimension, nearestLevel(dimension, code));
}

function nearestIndex(values: readonly number[], code: number): number {
  let low = 0;
  let high = values.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (code - values[middle] <= values[middle + 1] - code) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Whether the highest value of a numeric dimension is ten times the lowest or more, so that values matter by their ratios. */
export function spansDecade(dimension: Dimension): boolean {
  const [low, high] = hull(dimension);
  return low > 0 && high >= 10 * low;
}

/** Columns of numeric variables that span a decade or more, on a linear scale. */
export const spanningColumns = (dimensions: readonly Dimension[]): number[] =>
  dimensions.flatMap((dimension, column) =>
    dimension.kind !== 'categorical' && !isLogarithmic(dimension) && spansDecade(dimension) ? [column] : [],
  );
