/** Fronts and hypervolumes by their definitions, slow and plain: what the fast ones are compared with. Larger is better. */

type Point = readonly number[];

const covers = (one: Point, other: Point): boolean => one.every((value, k) => value >= (other[k] as number));

/** Rows that no other row beats or equals in everything; of equal rows the first. */
export const plainFront = (rows: readonly Point[]): number[] =>
  rows.flatMap((row, at) =>
    row.some(Number.isNaN) ||
    rows.some((other, i) => i !== at && covers(other, row) && (i < at || !covers(row, other)))
      ? []
      : [at],
  );

/** Slab by slab along the last objective, and recursive in the others: about n^(m − 1) steps. */
export function plainVolume(points: readonly Point[], reference: Point): number {
  const m = reference.length;
  const inside = points.filter((point) => point.every((value, k) => value > (reference[k] as number)));
  if (inside.length === 0) return 0;
  const last = m - 1;
  const floor = reference[last] as number;
  if (m === 1) return Math.max(...inside.map(([value]) => value as number)) - floor;
  const edges = [...new Set(inside.map((point) => point[last] as number))].sort((a, b) => b - a);
  let total = 0;
  for (const [i, edge] of edges.entries()) {
    const slab = inside
      .filter((point) => (point[last] as number) >= edge)
      .map((point) => point.slice(0, last));
    total += (edge - (edges[i + 1] ?? floor)) * plainVolume(slab, reference.slice(0, last));
  }
  return total;
}
