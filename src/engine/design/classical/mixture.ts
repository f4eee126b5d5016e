import { ValueError } from '../../errors.ts';
import { hull } from '../../space/encode.ts';
import type { FeasibleRegion } from '../../space/feasible-region.ts';
import type { Space } from '../../space/space.ts';
import { centrePoint } from '../coded-value.ts';
import type { DesignInfo, DesignOptions } from '../task.ts';

/** Points of a mixture design, before constraints other than the total. */
interface MixtureDesign {
  readonly points: readonly Float64Array[];
  readonly info: DesignInfo;
}

type MixtureMethod = (
  space: Space,
  region: FeasibleRegion | undefined,
  options: DesignOptions,
) => MixtureDesign;

/** The components of a mixture: the real variables whose sum an equality fixes. */
interface Mixture {
  readonly components: readonly number[];
  readonly total: number;
}

/** Most corners that are looked for: free numeric columns of `extreme_vertices`. */
const MAX_COMPONENTS = 12;

/**
 * The equality constraint over two or more real variables with equal coefficients, over which the lower bounds leave room.
 *
 * @throws ValueError when there is none
 */
function mixtureOf(method: string, space: Space): Mixture {
  for (const { type, coefficients, rhs } of space.constraints) {
    const components = coefficients.flatMap((coefficient, k) => (coefficient === 0 ? [] : [k]));
    const first = coefficients[components[0]];
    if (type !== 'equality' || components.length < 2) continue;
    if (components.some((k) => coefficients[k] !== first || space.dimensions[k].kind !== 'real')) continue;
    return { components, total: rhs / first };
  }
  throw new ValueError(
    `${method}: a mixture needs an equality constraint that fixes the sum of two or more real variables; add one, such as a + b + c = 1`,
  );
}

/** All ways to write `degree` as an ordered sum of `parts` whole numbers. */
function compositions(parts: number, degree: number): number[][] {
  if (parts === 1) return [[degree]];
  return Array.from({ length: degree + 1 }, (_, i) => degree - i).flatMap((head) =>
    compositions(parts - 1, degree - head).map((rest) => [head, ...rest]),
  );
}

/** Proportions of the {q, m} simplex lattice, [q] each: multiples of 1/m that sum to 1. */
function simplexLattice(components: number, degree: number): number[][] {
  return compositions(components, degree).map((row) => row.map((part) => part / degree));
}

/** Proportions of the simplex centroid design: equal parts of every non-empty subset, small subsets first. */
function simplexCentroid(components: number): number[][] {
  const subsets = Array.from({ length: 2 ** components - 1 }, (_, i) => i + 1).map((bits) =>
    Array.from({ length: components }, (_, k) => (bits >> k) & 1),
  );
  const size = (row: readonly number[]) => row.reduce((sum, part) => sum + part, 0);
  return subsets.sort((a, b) => size(a) - size(b)).map((row) => row.map((part) => part / size(row)));
}

/** Proportions as points: lower bounds, and shares of what they leave of the total; other variables at their centre. */
function place(
  space: Space,
  { components, total }: Mixture,
  rows: readonly (readonly number[])[],
): Float64Array[] {
  const lows = components.map((k) => hull(space.dimensions[k])[0]);
  const room = total - lows.reduce((sum, low) => sum + low, 0);
  return rows.map((row) => {
    const point = centrePoint(space);
    components.forEach((k, i) => {
      point[k] = lows[i] + row[i] * room;
    });
    return point;
  });
}

const lattice: MixtureMethod = (space, _region, { latticeDegree = 2 }) => {
  const mixture = mixtureOf('simplex_lattice', space);
  const points = place(space, mixture, simplexLattice(mixture.components.length, latticeDegree));
  return { points, info: { latticeRuns: points.length, totalRuns: points.length, degree: latticeDegree } };
};

const centroid: MixtureMethod = (space) => {
  const mixture = mixtureOf('simplex_centroid', space);
  if (mixture.components.length > 16)
    throw new ValueError(
      `simplex_centroid: ${mixture.components.length} components give more than 65535 runs; use simplex_lattice`,
    );
  const points = place(space, mixture, simplexCentroid(mixture.components.length));
  return { points, info: { centroidRuns: points.length, totalRuns: points.length } };
};

const vertices: MixtureMethod = (space, region, { nCenter = 1 }) => {
  const d = space.dimensions.length;
  const corners = region?.vertices(MAX_COMPONENTS);
  if (!region || !corners)
    throw new ValueError(
      `extreme_vertices: needs linear constraints over at most ${MAX_COMPONENTS} numeric variables; add some, or use an optimal design`,
    );
  const points = Array.from({ length: corners.length / d }, (_, i) => corners.slice(i * d, (i + 1) * d));
  const middle = Float64Array.from({ length: d }, (_, k) =>
    points.reduce((sum, point) => sum + point[k] / points.length, 0),
  );
  const centre = region.repair(middle);
  return {
    points: [...points, ...Array.from({ length: nCenter }, () => centre)],
    info: { vertexRuns: points.length, centerRuns: nCenter, totalRuns: points.length + nCenter },
  };
};

/** Mixture designs by name. */
export const mixtureMethods = {
  simplex_lattice: lattice,
  simplex_centroid: centroid,
  extreme_vertices: vertices,
} as const satisfies Record<string, MixtureMethod>;
