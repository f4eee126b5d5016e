import { ValueError } from '../../errors.ts';
import { choleskyLower, logDeterminant } from '../../linalg/cholesky.ts';
import { addInformation } from '../../linalg/products.ts';
import type { DesignMethod } from '../definition.ts';
import { checkNumeric, checkTwoLevels, classical, place, withCentres } from './classical.ts';
import { conferenceMatrix } from './conference.ts';

/**
 * Definitive screening design: each row of a conference matrix with its mirror image, then one centre run. Main effects
 * are orthogonal to each other and to every square and product.
 *
 * @param fake columns that are left out: four or so runs more for the error, and for squares and products
 * @returns coded rows −1, 0, +1: 2k + 1 for even k, 2k + 3 for odd k (more where no conference matrix of that order
 *          exists, such as 22), k with the columns left out
 * @throws ValueError below 3 factors or past the known matrices
 *
 * Source: Jones and Nachtsheim 2011; Xiao, Lin and Bai 2012 (conference matrices); Jones and Nachtsheim 2017 (fake factors).
 */
export function definitiveScreening(factors: number, fake = 0): number[][] {
  const matrix = factors >= 3 ? conferenceMatrix(Math.max(4, factors + fake)) : undefined;
  if (!matrix)
    throw new ValueError(
      `definitive_screening: needs 3 factors or more and a known conference matrix, got ${factors} factors${fake > 0 ? ` and n_fake ${fake}` : ''}; use plackett_burman`,
    );
  const rows = matrix.map((row) => row.slice(0, factors));
  return [...rows.flatMap((row) => [row, mirrored(row)]), new Array<number>(factors).fill(0)];
}

const mirrored = (row: readonly number[]): number[] => row.map((x) => (x === 0 ? 0 : -x));

/**
 * The pairs of rows that a definitive screening design with two-level categories begins each with, and a centre pair:
 * zeros of categories become +1 in one row of a pair and −1 in the other, so that main effects stay orthogonal to
 * squares and products. The signs are those that estimate the main effects best, by D.
 *
 * @param isCategory by factor
 *
 * Source: Jones and Nachtsheim 2013, J. Qual. Technol. 45, 121–129 (DSD-augment).
 */
function withCategories(half: readonly (readonly number[])[], isCategory: readonly boolean[]): number[][] {
  const rows = [...half, new Array<number>(isCategory.length).fill(0)].map((row) => [...row]);
  const free = rows.flatMap((row, i) =>
    [...row.keys()].filter((k) => isCategory[k] && row[k] === 0).map((k) => ({ i, k })),
  );
  for (const { i, k } of free) rows[i][k] = 1;
  let best = mainEffects(rows);
  for (let isBetter = true; isBetter; ) {
    isBetter = false;
    for (const { i, k } of free) {
      rows[i][k] = -rows[i][k];
      const value = mainEffects(rows);
      if (value > best + 1e-9) {
        best = value;
        isBetter = true;
      } else rows[i][k] = -rows[i][k];
    }
  }
  return rows;
}

/** log det of the information about main effects. */
function mainEffects(rows: readonly (readonly number[])[]): number {
  const k = rows[0].length;
  const L = choleskyLower(addInformation(new Float64Array(k * k), Float64Array.from(rows.flat()), k), k);
  return L ? logDeterminant(L, k) : Number.NEGATIVE_INFINITY;
}

export const definitiveScreeningDesign: DesignMethod = {
  label: 'Definitive screening',
  purpose: 'Screens with three levels, so that curvature shows.',
  runs: '2k for even k, 2k + 2 for odd k, plus centres (48 for 21 and 22, 76 for 33 to 36 factors), k with `n_fake`',
  needs: 'numeric, and two categories beside them, 3 or more',
  parameters: ['nCenter', 'nFake'],
  run: classical((space, { nCenter = 1, nFake = 0 }) => {
    const isCategory = space.dimensions.map(({ kind }) => kind === 'categorical');
    if (isCategory.every(Boolean)) checkNumeric('definitive_screening', space, 3);
    checkTwoLevels('definitive_screening', space, 3);
    const rows = definitiveScreening(space.dimensions.length, nFake).slice(0, -1);
    if (!isCategory.includes(true))
      return { ...withCentres('screeningRuns', space, place(space, rows), nCenter), model: 'linear' };
    const half = withCategories(
      rows.filter((_, i) => i % 2 === 0),
      isCategory,
    );
    const pairs = [...half.slice(0, -1), ...Array.from({ length: nCenter }, () => half[half.length - 1])];
    const points = place(
      space,
      pairs.flatMap((row) => [row, mirrored(row)]),
    );
    return {
      points,
      info: { screeningRuns: rows.length, centerRuns: 2 * nCenter, totalRuns: points.length },
      model: 'linear',
    };
  }),
};
