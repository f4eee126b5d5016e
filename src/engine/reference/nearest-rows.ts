import type { SizesOf } from '../compute/step.ts';

/** Inputs of `nearest_rows`. */
interface Given {
  readonly x: Float64Array;
  readonly below: Float64Array;
  readonly numbers: Float64Array;
  readonly coordinates: Float64Array;
  readonly ends: Float64Array;
}

/** The nearest rows [k, m] of every point, by sorting the blocks it examines and then all their rows. */
export function nearestRows(
  { k, d, m, blocks, leaf, looked }: SizesOf<'nearest_rows'>,
  { x, below, numbers, coordinates, ends }: Given,
): Float64Array {
  const neighbours = new Float64Array(k * m).fill(-1);
  const columns = Array.from({ length: d }, (_, column) => column);
  const upTo = (count: number) => Array.from({ length: count }, (_, i) => i);
  for (let i = 0; i < k; i++) {
    const squared = (gap: (column: number, value: number) => number) =>
      columns.reduce((sum, column) => sum + gap(column, x[i * d + column]) ** 2, 0);
    const boxes = upTo(blocks).map((block) => ({
      block,
      away: squared((column, value) =>
        Math.max(ends[column * blocks + block] - value, value - ends[(d + column) * blocks + block], 0),
      ),
    }));
    boxes.sort((a, b) => a.away - b.away || a.block - b.block);
    const rows = boxes.slice(0, looked).flatMap(({ block }) =>
      upTo(leaf).map((j) => ({
        row: numbers[block * leaf + j],
        away: squared((column, value) => value - coordinates[(block * d + column) * leaf + j]),
      })),
    );
    const taken = rows.filter(({ row }) => row >= 0 && row < below[i]);
    taken.sort((a, b) => a.away - b.away || a.row - b.row);
    neighbours.set(
      taken.slice(0, m).map(({ row }) => row),
      i * m,
    );
  }
  return neighbours;
}
