import { ValueError } from '../../errors.ts';
import type { DesignMethod } from '../definition.ts';
import { checkNumeric, classical, place, withCentres } from './classical.ts';
import { conferenceMatrix } from './conference.ts';

/**
 * Definitive screening design: each row of a conference matrix with its mirror image, then one centre run. Main effects
 * are orthogonal to each other and to every square and product.
 *
 * @returns coded rows −1, 0, +1: 2k + 1 for even k, 2k + 3 for odd k (more where no conference matrix of that order
 *          exists, such as 22)
 * @throws ValueError below 3 factors or past the known matrices
 *
 * Source: Jones and Nachtsheim 2011; Xiao, Lin and Bai 2012 (conference matrices).
 */
export function definitiveScreening(factors: number): number[][] {
  const matrix = factors >= 3 ? conferenceMatrix(Math.max(4, factors)) : undefined;
  if (!matrix)
    throw new ValueError(
      `definitive_screening: needs 3 factors or more and a known conference matrix, got ${factors} factors; use plackett_burman`,
    );
  const rows = matrix.map((row) => row.slice(0, factors));
  return [
    ...rows.flatMap((row) => [row, row.map((x) => (x === 0 ? 0 : -x))]),
    new Array<number>(factors).fill(0),
  ];
}

export const definitiveScreeningDesign: DesignMethod = {
  label: 'Definitive screening',
  purpose: 'Screens with three levels, so that curvature shows.',
  runs: '2k for even k, 2k + 2 for odd k, plus centres (48 for 21 and 22, 76 for 33 to 36 factors)',
  needs: 'numeric, 3 or more',
  parameters: ['nCenter'],
  run: classical((space, { nCenter = 1 }) => {
    checkNumeric('definitive_screening', space, 3);
    const rows = definitiveScreening(space.dimensions.length).slice(0, -1);
    return { ...withCentres('screeningRuns', space, place(space, rows), nCenter), model: 'linear' };
  }),
};
