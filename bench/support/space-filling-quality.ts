import { vectorLength } from '../../src/engine/linalg/vector-length.ts';

/** How well points fill the unit cube. */
export interface SpaceFillingQuality {
  /** Squared centred L2 discrepancy, as SciPy's `qmc.discrepancy(method='CD')`. */
  readonly centeredDiscrepancy: number;
  /** Smallest distance between two points; Infinity for one point. */
  readonly minDistance: number;
  /** Largest absolute correlation between two columns. */
  readonly maxCorrelation: number;
}

/**
 * Space-filling measures of points in the unit cube.
 *
 * @param points [n, d] row-major, entries 0 … 1
 *
 * Source of the discrepancy: Hickernell 1998, Math. Comp. 67, 299–322. Cost O(n²·d).
 */
export function spaceFillingQuality(points: Float64Array, d: number): SpaceFillingQuality {
  const n = points.length / d;
  const z = points.map((u) => Math.abs(u - 0.5));
  let discrepancy = (13 / 12) ** d;
  let nearest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < n; i++) {
    let single = 1;
    for (let k = 0; k < d; k++) single *= 1 + 0.5 * z[i * d + k] - 0.5 * z[i * d + k] ** 2;
    discrepancy -= (2 / n) * single;
    for (let j = 0; j < n; j++) {
      let double = 1;
      let squared = 0;
      for (let k = 0; k < d; k++) {
        const difference = points[i * d + k] - points[j * d + k];
        double *= 1 + 0.5 * (z[i * d + k] + z[j * d + k] - Math.abs(difference));
        squared += difference * difference;
      }
      discrepancy += double / (n * n);
      if (j < i) nearest = Math.min(nearest, squared);
    }
  }
  return {
    centeredDiscrepancy: discrepancy,
    minDistance: Math.sqrt(nearest),
    maxCorrelation: largestCorrelation(points, n, d),
  };
}

function largestCorrelation(points: Float64Array, n: number, d: number): number {
  const columns = Array.from({ length: d }, (_, k) => {
    const column = Float64Array.from({ length: n }, (_, i) => points[i * d + k]);
    const mean = column.reduce((sum, value) => sum + value, 0) / n;
    const centred = column.map((value) => value - mean);
    const length = vectorLength(centred);
    return centred.map((value) => (length > 0 ? value / length : 0));
  });
  let largest = 0;
  columns.forEach((a, k) => {
    for (const b of columns.slice(0, k))
      largest = Math.max(largest, Math.abs(a.reduce((sum, value, i) => sum + value * b[i], 0)));
  });
  return largest;
}
