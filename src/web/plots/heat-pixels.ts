import { type Ramp, ramp } from './palette.ts';

/** Values over a rectangular grid, and how they are coloured. */
export interface Field {
  xs: readonly number[];
  ys: readonly number[];
  /** rows over y, columns over x */
  grid: readonly (readonly number[])[];
  low: number;
  high: number;
  ramp: Ramp;
  /** Axes along which each value is a band of its own, with nothing between it and the next. */
  banded: { readonly x: boolean; readonly y: boolean };
  /** Whether a run may be at each value; others are faded. */
  feasible: readonly (readonly boolean[])[];
}

/** How much of its colour a value has where no run may be. */
export const fadedShare = 70 / 255;

/** Pixels along an axis for each of its values; the border of a band is as blurred as one of them. */
const pixelsOf = (values: number, isBanded: boolean): number =>
  isBanded ? Math.max(2, Math.round(512 / values)) : 1;

/** Pixels of the field, row after row from the top, red, green, blue and alpha each. */
export function heatPixels({ xs, ys, grid, low, high, ramp: name, banded, feasible }: Field) {
  const [across, up] = [pixelsOf(xs.length, banded.x), pixelsOf(ys.length, banded.y)];
  const [width, height] = [xs.length * across, ys.length * up];
  const data = new Uint8ClampedArray(4 * width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [row, column] = [ys.length - 1 - Math.floor(y / up), Math.floor(x / across)];
      const value = grid[row]?.[column] ?? low;
      const [red, green, blue] = ramp(name, high > low ? (value - low) / (high - low) : 0.5);
      data.set([red, green, blue, 255 * (feasible[row]?.[column] ? 1 : fadedShare)], 4 * (y * width + x));
    }
  return { width, height, data };
}
