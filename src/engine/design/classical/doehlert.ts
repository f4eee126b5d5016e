import type { DesignMethod } from '../definition.ts';
import { checkNumeric, checkRuns, classical, place, withCentres } from './classical.ts';

/**
 * Corners of a regular simplex with one corner at the origin, each coordinate in units of its largest value
 * √((j + 1)/(2j)): corner i has 1 at j = i, 1/(j + 1) at j < i and 0 at j > i.
 */
const corners = (factors: number): number[][] =>
  Array.from({ length: factors + 1 }, (_, i) =>
    Array.from({ length: factors }, (_, at) => {
      const j = at + 1;
      if (i < j) return 0;
      return i === j ? 1 : 1 / (j + 1);
    }),
  );

/**
 * Doehlert's uniform shell design without centre runs: the differences of any two corners of a regular simplex. In
 * units of √((j + 1)/(2j)) for factor j, counted from 1, all runs and the centre are at distance 1 from the nearest others.
 *
 * @returns coded rows, k² + k of them for k factors; levels 0, ±1/(j + 1), ±j/(j + 1), ±1 of factor j: five for the
 *          first factor, three for the last one, seven for the others
 *
 * Source: Doehlert 1970, Applied Statistics 19, 231–239; coded to the bounds of each factor as in Ferreira et al. 2004,
 * Talanta 63, 1061–1067.
 */
export function doehlert(factors: number): number[][] {
  const simplex = corners(factors);
  return simplex.flatMap((from) =>
    simplex.filter((to) => to !== from).map((to) => to.map((x, factor) => x - from[factor])),
  );
}

export const doehlertDesign: DesignMethod = {
  label: 'Doehlert',
  purpose: 'Second-order model in few runs that are spaced evenly.',
  runs: 'k² + k',
  needs: 'numeric, 2 or more',
  parameters: ['nCenter'],
  run: classical((space, { nCenter = 1 }) => {
    checkNumeric('doehlert', space, 2);
    const factors = space.dimensions.length;
    checkRuns('doehlert', factors * (factors + 1));
    const shell = place(space, doehlert(factors));
    return { ...withCentres('shellRuns', space, shell, nCenter), model: 'quadratic' };
  }),
};
