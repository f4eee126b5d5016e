import { countBelow, isAscending } from './numbers.ts';
import type { Frame } from './scale.ts';

/** First and last value, plus one, that the frame needs: those in sight and one beyond at each side. */
function inSight(frame: Frame, x: ArrayLike<number>): [number, number] {
  if (!isAscending(x)) return [0, x.length];
  const [low, high] = frame.x.domain;
  return [Math.max(0, countBelow(x, low) - 1), Math.min(x.length, countBelow(x, high) + 2)];
}

/**
 * Path of a line in pixels. Values far out of sight are left out, and where several fall on one pixel column only
 * its first, smallest, largest and last are kept: the drawing stays the same and a million values give some
 * thousand corners.
 */
export function linePath(
  frame: Frame,
  x: ArrayLike<number>,
  y: ArrayLike<number | null | undefined>,
  step = false,
): string {
  const parts: string[] = [];
  let pen = false;
  const to = (px: number, py: number, before: number | undefined): void => {
    if (!pen) parts.push(`M${px.toFixed(1)},${py.toFixed(1)}`);
    else if (step && before !== undefined) parts.push(`H${px.toFixed(1)}V${py.toFixed(1)}`);
    else parts.push(`L${px.toFixed(1)},${py.toFixed(1)}`);
    pen = true;
  };
  const [from, end] = inSight(frame, x);
  const thin = end - from > 4 * frame.width;
  let previous: number | undefined;
  for (let i = from; i < end; ) {
    const value = y[i];
    if (typeof value !== 'number' || !Number.isFinite(value)) {
      pen = false;
      previous = undefined;
      i++;
      continue;
    }
    const px = frame.x(x[i] as number);
    if (!thin) {
      to(px, frame.y(value), previous);
      previous = value;
      i++;
      continue;
    }
    const column = Math.floor(px);
    let low = value;
    let high = value;
    let last = value;
    for (; i < end && Math.floor(frame.x(x[i] as number)) === column; i++) {
      const next = y[i];
      if (typeof next !== 'number') continue;
      low = Math.min(low, next);
      high = Math.max(high, next);
      last = next;
    }
    for (const corner of [value, low, high, last]) to(px, frame.y(corner), previous);
    previous = last;
  }
  return parts.join('');
}
