import type { Dimension } from '../../space/space.ts';

/** A table of runs with the categories that occur in it. */
interface Occurring {
  readonly dimensions: readonly Dimension[];
  /** [n, d] encoded for these dimensions. */
  readonly points: Float64Array;
}

/**
 * Leaves out categories that no run has, so that the others can be compared. A variable of which one category occurs
 * keeps them all: it has no effect to estimate.
 *
 * @param points [n, d] encoded
 */
export function occurringCategories(dimensions: readonly Dimension[], points: Float64Array): Occurring {
  const d = dimensions.length;
  const chosen = points.slice();
  const kept = dimensions.map((dimension, k): Dimension => {
    if (dimension.kind !== 'categorical') return dimension;
    const column = points.filter((_, at) => at % d === k);
    const present = [...new Set(column)].sort((a, b) => a - b);
    if (present.length < 2 || present.length === dimension.labels.length) return dimension;
    for (let at = k; at < points.length; at += d) chosen[at] = present.indexOf(points[at]);
    return { kind: 'categorical', name: dimension.name, labels: present.map((at) => dimension.labels[at]) };
  });
  return { dimensions: kept, points: chosen };
}
