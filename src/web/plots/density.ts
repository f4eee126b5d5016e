import type { Frame, Scale } from './scale.ts';

/** Pixels of a canvas, row after row, and how many points lie on each. */
export interface Counts {
  readonly width: number;
  readonly height: number;
  readonly counts: Uint32Array;
  readonly most: number;
}

/** pixel = offset + factor · value (of its logarithm on a log axis) */
function line(scale: Scale, density: number): { offset: number; factor: number; log: boolean } {
  const [low, high] = scale.domain;
  const at = (value: number): number => (scale.log ? Math.log10(value) : value);
  const factor = (scale(high) - scale(low)) / (at(high) - at(low) || 1);
  return { offset: (scale(low) - at(low) * factor) * density, factor: factor * density, log: scale.log };
}

/** Above this many points each is one pixel of the page, however fine the screen. */
const crowd = 200_000;

/** Side of a point's square in pixels of the canvas: smaller where many points share the area. */
export const sideOf = (points: number, density: number): number =>
  points > crowd ? 1 : Math.max(1, Math.round((points > 20_000 ? 2 : 3) * density));

/**
 * How many points cover each pixel. One pass over the points, so a million take some milliseconds.
 *
 * @param xs, ys   [n] data units; points with NaN are left out
 * @param fineness pixels of the canvas per pixel of the page, for all but crowds
 */
export function countPoints(frame: Frame, xs: Float64Array, ys: Float64Array, fineness: number): Counts {
  const density = xs.length > crowd ? 1 : fineness;
  const width = Math.max(1, Math.round(frame.width * density));
  const height = Math.max(1, Math.round(frame.height * density));
  const counts = new Uint32Array(width * height);
  const side = sideOf(xs.length, density);
  const x = line(frame.x, density);
  const y = line(frame.y, density);
  const half = (side - 1) / 2;
  const add = (pixel: number): void => {
    counts[pixel] = (counts[pixel] as number) + 1;
  };
  for (let i = 0; i < xs.length; i++) {
    const across = x.log ? Math.log10(xs[i] as number) : (xs[i] as number);
    const left = x.offset + x.factor * across - half;
    // Comparisons with NaN are false, so gaps fall out here.
    if (!(left > -side && left < width)) continue;
    const up = y.log ? Math.log10(ys[i] as number) : (ys[i] as number);
    const top = y.offset + y.factor * up - half;
    if (!(top > -side && top < height)) continue;
    if (side === 1) {
      if (left >= 0 && top >= 0) add((top | 0) * width + (left | 0));
      continue;
    }
    const [firstColumn, firstRow] = [Math.floor(left), Math.floor(top)];
    const right = Math.min(width, firstColumn + side);
    const bottom = Math.min(height, firstRow + side);
    for (let row = Math.max(0, firstRow); row < bottom; row++)
      for (let column = Math.max(0, firstColumn); column < right; column++) add(row * width + column);
  }
  let most = 0;
  for (let i = 0; i < counts.length; i++) if ((counts[i] as number) > most) most = counts[i] as number;
  return { width, height, counts, most };
}

/**
 * Colours of the pixels: one colour, the denser the more opaque, by the logarithm of the count, so that single
 * points and crowds are both seen.
 *
 * @param rgb   0 to 255 each
 * @param into  [4 · width · height] red, green, blue, alpha
 */
export function paintCounts(
  { counts, most }: Counts,
  [red, green, blue]: readonly [number, number, number],
  into: Uint8ClampedArray,
): void {
  const faintest = 0.35;
  const scale = most > 1 ? (1 - faintest) / Math.log(most) : 0;
  const alone = most > 1 ? faintest : 0.7;
  for (let i = 0; i < counts.length; i++) {
    const count = counts[i] as number;
    if (count === 0) continue;
    into[4 * i] = red;
    into[4 * i + 1] = green;
    into[4 * i + 2] = blue;
    into[4 * i + 3] = 255 * (alone + scale * Math.log(count));
  }
}

/** Number of the point nearest to a place of the frame, at most `reach` pixels away. */
export function nearestPoint(
  frame: Frame,
  xs: Float64Array,
  ys: Float64Array,
  at: { readonly x: number; readonly y: number },
  reach: number,
): number | undefined {
  const x = line(frame.x, 1);
  const y = line(frame.y, 1);
  let best: number | undefined;
  let smallest = reach ** 2;
  for (let i = 0; i < xs.length; i++) {
    const across = x.offset + x.factor * (x.log ? Math.log10(xs[i] as number) : (xs[i] as number)) - at.x;
    const up = y.offset + y.factor * (y.log ? Math.log10(ys[i] as number) : (ys[i] as number)) - at.y;
    const distance = across * across + up * up;
    if (distance < smallest) {
      smallest = distance;
      best = i;
    }
  }
  return best;
}
