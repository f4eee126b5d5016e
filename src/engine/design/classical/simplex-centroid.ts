import { ValueError } from '../../errors.ts';
import type { DesignMethod } from '../definition.ts';
import { mixture, mixtureOf, placeProportions } from './mixture.ts';

/** Proportions of the simplex centroid design: equal parts of every non-empty subset, small subsets first. Source: Scheffé 1963, J. R. Stat. Soc. B 25, 235–263. */
function simplexCentroid(components: number): number[][] {
  const subsets = Array.from({ length: 2 ** components - 1 }, (_, i) => i + 1).map((bits) =>
    Array.from({ length: components }, (_, k) => (bits >> k) & 1),
  );
  const size = (row: readonly number[]) => row.reduce((sum, part) => sum + part, 0);
  return subsets.sort((a, b) => size(a) - size(b)).map((row) => row.map((part) => part / size(row)));
}

export const simplexCentroidDesign: DesignMethod = {
  label: 'Simplex centroid',
  purpose: 'Mixtures: pure components and blends in equal parts.',
  runs: '2^q − 1 for q parts',
  needs: 'an equality that fixes a sum',
  parameters: [],
  run: mixture((space) => {
    const parts = mixtureOf('simplex_centroid', space);
    if (parts.components.length > 16)
      throw new ValueError(
        `simplex_centroid: ${parts.components.length} components give more than 65535 runs; use simplex_lattice`,
      );
    const points = placeProportions(space, parts, simplexCentroid(parts.components.length));
    return { points, info: { centroidRuns: points.length, totalRuns: points.length } };
  }),
};
