import type { DesignMethod } from '../definition.ts';
import { checkTwoLevels, classical, place, withCentres } from './classical.ts';
import { hadamard } from './hadamard.ts';

/** Runs of the smallest Plackett–Burman design for that many factors: the next multiple of 4 above it. */
function plackettBurmanRuns(factors: number): number {
  return 4 * (Math.floor(factors / 4) + 1);
}

/**
 * Plackett–Burman design: columns 2 … k + 1 of a Hadamard matrix, rows from the last to the first (all +1).
 *
 * Source: Plackett and Burman 1946, doi:10.1093/biomet/33.4.305.
 *
 * @returns coded rows −1/+1, `plackettBurmanRuns(factors)` of them; columns balanced and orthogonal
 * @throws ValueError when no Hadamard matrix of that order is known here (always known to 99 factors)
 */
export function plackettBurman(factors: number): number[][] {
  return hadamard(plackettBurmanRuns(factors))
    .map((row) => row.slice(1, factors + 1))
    .reverse();
}

export const plackettBurmanDesign: DesignMethod = {
  label: 'Plackett–Burman',
  purpose: 'Screens many variables in few runs.',
  runs: 'next multiple of 4 above k',
  needs: 'numeric or two categories, 2–99',
  parameters: ['nCenter'],
  run: classical((space, { nCenter = 1 }) => {
    checkTwoLevels('plackett_burman', space, 2);
    const points = place(space, plackettBurman(space.dimensions.length));
    return { ...withCentres('screeningRuns', space, points, nCenter), model: 'linear' };
  }),
};
