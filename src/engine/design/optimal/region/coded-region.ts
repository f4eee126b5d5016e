import { ValueError } from '../../../errors.ts';
import { decodeValue, isLogarithmic, snap } from '../../../space/encode.ts';
import type { Dimension, Space } from '../../../space/space.ts';
import { show } from '../../../words.ts';
import { midAndHalf } from '../model/coding.ts';
import type { ForbiddenCombination } from '../task.ts';

/** Constraints over coded points: rows of unit length, equalities apart. */
export interface CodedRegion {
  /** [m, d] and [m]: normal·z ≤ limit. */
  readonly normals: Float64Array;
  readonly limits: Float64Array;
  /** [q, d] and [q]: normal·z = limit. */
  readonly equalityNormals: Float64Array;
  readonly equalityLimits: Float64Array;
  /** [k, d, 2] closed boxes that no point may lie in. */
  readonly forbidden: Float64Array;
}

/** Slack of constraints in coded units; rows have unit length. */
const FEASIBLE = 1e-8;

/**
 * Constraints and forbidden combinations of a space in coded units; rows without coefficients are left out.
 *
 * @throws ValueError a condition of a combination is met by no value that can be set, so that it would forbid nothing
 */
export function codedRegion(space: Space, forbidden: readonly ForbiddenCombination[] = []): CodedRegion {
  const d = space.dimensions.length;
  const scales = space.dimensions.map(midAndHalf);
  const rows = space.constraints.flatMap(({ type, coefficients, rhs }) => {
    const normal = scales.map(({ half }, j) => coefficients[j] * half);
    const length = Math.hypot(...normal);
    const limit = rhs - scales.reduce((sum, { mid }, j) => sum + coefficients[j] * mid, 0);
    return length > 0 ? [{ type, normal: normal.map((v) => v / length), limit: limit / length }] : [];
  });
  const inequalities = rows.filter((row) => row.type === 'inequality');
  const equalities = rows.filter((row) => row.type === 'equality');
  const boxes = new Float64Array(forbidden.length * d * 2);
  for (let at = 0; at < boxes.length; at += 2) {
    boxes[at] = Number.NEGATIVE_INFINITY;
    boxes[at + 1] = Number.POSITIVE_INFINITY;
  }
  forbidden.forEach(({ conditions }, k) => {
    for (const { dimension, low, high } of conditions) {
      const { mid, half } = scales[dimension];
      requireValue(space.dimensions[dimension], low, high, FEASIBLE * half, k);
      boxes[(k * d + dimension) * 2] = (low - mid) / half - FEASIBLE;
      boxes[(k * d + dimension) * 2 + 1] = (high - mid) / half + FEASIBLE;
    }
  });
  return {
    normals: Float64Array.from(inequalities.flatMap((row) => row.normal)),
    limits: Float64Array.from(inequalities, (row) => row.limit),
    equalityNormals: Float64Array.from(equalities.flatMap((row) => row.normal)),
    equalityLimits: Float64Array.from(equalities, (row) => row.limit),
    forbidden: boxes,
  };
}

/** @throws ValueError no value that can be set lies from `low` to `high`, or within `slack` of them */
function requireValue(dimension: Dimension, low: number, high: number, slack: number, index: number): void {
  const nearest = snap(dimension, low + (high - low) / 2);
  if (nearest >= low - slack && nearest <= high + slack) return;
  const shown = (code: number) => (isLogarithmic(dimension) ? Number(Math.exp(code).toPrecision(14)) : code);
  const wanted = low === high ? shown(low) : `[${shown(low)}, ${shown(high)}]`;
  throw new ValueError(
    `forbidden combination ${index + 1}: variable '${dimension.name}' is never ${low === high ? '' : 'within '}${wanted}, ` +
      `so nothing is forbidden; the nearest value is ${show(decodeValue(dimension, nearest))}`,
  );
}

/** Whether the coded point at `z[at…]` meets everything. */
export function isFeasible(region: CodedRegion, z: ArrayLike<number>, at: number, d: number): boolean {
  const overshoot = (normals: Float64Array, limits: Float64Array, k: number) => {
    let sum = -limits[k];
    for (let j = 0; j < d; j++) sum += normals[k * d + j] * z[at + j];
    return sum;
  };
  for (let k = 0; k < region.limits.length; k++) {
    if (overshoot(region.normals, region.limits, k) > FEASIBLE) return false;
  }
  for (let k = 0; k < region.equalityLimits.length; k++) {
    if (Math.abs(overshoot(region.equalityNormals, region.equalityLimits, k)) > FEASIBLE) return false;
  }
  return !isForbidden(region.forbidden, z, at, d);
}

/** Whether the coded point at `z[at…]` shows a forbidden combination, boxes [k, d, 2]. */
export function isForbidden(forbidden: Float64Array, z: ArrayLike<number>, at: number, d: number): boolean {
  for (let k = 0; k < forbidden.length; k += 2 * d) {
    let all = true;
    for (let j = 0; j < d && all; j++) {
      all = z[at + j] >= forbidden[k + 2 * j] && z[at + j] <= forbidden[k + 2 * j + 1];
    }
    if (all) return true;
  }
  return false;
}
