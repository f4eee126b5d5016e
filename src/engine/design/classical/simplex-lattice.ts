import type { DesignMethod } from '../definition.ts';
import { checkRuns } from './classical.ts';
import { mixture, mixtureOf, placeProportions } from './mixture.ts';

/** All ways to write `degree` as an ordered sum of `parts` integers. */
function compositions(parts: number, degree: number): number[][] {
  if (parts === 1) return [[degree]];
  return Array.from({ length: degree + 1 }, (_, i) => degree - i).flatMap((head) =>
    compositions(parts - 1, degree - head).map((rest) => [head, ...rest]),
  );
}

/** C(q + m − 1, m). */
function latticeRuns(components: number, degree: number): number {
  let runs = 1;
  for (let k = 1; k <= degree; k++) runs = (runs * (components - 1 + k)) / k;
  return Math.round(runs);
}

/** Proportions of the {q, m} simplex lattice, [q] each: multiples of 1/m that sum to 1. Source: Scheffé 1958, J. R. Stat. Soc. B 20, 344–360. */
function simplexLattice(components: number, degree: number): number[][] {
  return compositions(components, degree).map((row) => row.map((part) => part / degree));
}

export const simplexLatticeDesign: DesignMethod = {
  label: 'Simplex lattice',
  purpose: 'Mixtures: components with a fixed sum, in even steps.',
  runs: 'C(q+m−1, m) for q parts',
  needs: 'an equality that fixes a sum',
  parameters: ['latticeDegree'],
  run: mixture((space, _region, { latticeDegree = 2 }) => {
    const parts = mixtureOf('simplex_lattice', space);
    const count = parts.components.length;
    checkRuns('simplex_lattice', latticeRuns(count, latticeDegree));
    const points = placeProportions(space, parts, simplexLattice(count, latticeDegree));
    return { points, info: { latticeRuns: points.length, totalRuns: points.length, degree: latticeDegree } };
  }),
};
