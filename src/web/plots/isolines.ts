/**
 * Lines of equal value on a rectangular grid, by marching squares with linear interpolation on the edges.
 *
 * @param grid  values, rows over y, columns over x
 * @param level value of the line
 * @returns segments [x0, y0, x1, y1] in grid units (column, row); a saddle is split by its centre value
 */
export function isoline(
  grid: readonly (readonly number[])[],
  level: number,
): [number, number, number, number][] {
  const segments: [number, number, number, number][] = [];
  const cross = (a: number, b: number): number => (level - a) / (b - a);
  for (let row = 0; row + 1 < grid.length; row++) {
    const low = grid[row] as readonly number[];
    const high = grid[row + 1] as readonly number[];
    for (let column = 0; column + 1 < low.length; column++) {
      const a = low[column] as number;
      const b = low[column + 1] as number;
      const c = high[column + 1] as number;
      const d = high[column] as number;
      const kind = (a >= level ? 1 : 0) | (b >= level ? 2 : 0) | (c >= level ? 4 : 0) | (d >= level ? 8 : 0);
      if (kind === 0 || kind === 15) continue;
      const bottom = (): [number, number] => [column + cross(a, b), row];
      const right = (): [number, number] => [column + 1, row + cross(b, c)];
      const top = (): [number, number] => [column + cross(d, c), row + 1];
      const left = (): [number, number] => [column, row + cross(a, d)];
      const add = (from: [number, number], to: [number, number]): void => {
        segments.push([...from, ...to]);
      };
      const middleHigh = (a + b + c + d) / 4 >= level;
      if (kind === 1 || kind === 14) add(left(), bottom());
      else if (kind === 2 || kind === 13) add(bottom(), right());
      else if (kind === 4 || kind === 11) add(right(), top());
      else if (kind === 8 || kind === 7) add(top(), left());
      else if (kind === 3 || kind === 12) add(left(), right());
      else if (kind === 6 || kind === 9) add(bottom(), top());
      else if ((kind === 5) === middleHigh) {
        add(left(), top());
        add(bottom(), right());
      } else {
        add(left(), bottom());
        add(right(), top());
      }
    }
  }
  return segments;
}
