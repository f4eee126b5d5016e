import type { DesignMethod } from '../definition.ts';
import { checkTwoLevels, classical, inBlocks, place, withCentres } from './classical.ts';
import { folded, foldedFactors } from './fold-over.ts';
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
  runs: 'next multiple of 4 above k, twice with a fold-over',
  needs: 'numeric or two categories, 2–99',
  parameters: ['nCenter', 'foldOver'],
  run: classical((space, { nCenter = 1, foldOver }) => {
    checkTwoLevels('plackett_burman', space, 2);
    const rows = plackettBurman(space.dimensions.length);
    if (foldOver === undefined)
      return { ...withCentres('screeningRuns', space, place(space, rows), nCenter), model: 'linear' };
    const both = [...rows, ...folded(rows, foldedFactors('plackett_burman', space, foldOver))];
    const of = both.map((_, run) => (run < rows.length ? 1 : 2));
    const design = inBlocks(
      'screeningRuns',
      space,
      { runs: place(space, both), blockOf: of, centres: nCenter },
      { foldOver },
    );
    return { ...design, model: 'linear' };
  }),
};
