import { ValueError } from '../../errors.ts';
import { choleskyLower, logDeterminant } from '../../linalg/cholesky.ts';
import { addInformation } from '../../linalg/products.ts';
import type { Space } from '../../space/space.ts';
import { counted } from '../../words.ts';
import type { DesignMethod } from '../definition.ts';
import type { DesignOptions } from '../options.ts';
import { checkNumeric, checkTwoLevels, classical, place } from './classical.ts';
import { conferenceMatrix } from './conference.ts';
import { blocksOfPairs } from './screening-blocks.ts';

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
      `definitive_screening: needs 3 factors or more and a known conference matrix, got ${counted(factors, 'factor')}${fake > 0 ? ` and n_fake ${fake}` : ''}; use plackett_burman`,
    );
  const rows = matrix.map((row) => row.slice(0, factors));
  return [...rows.flatMap((row) => [row, mirrored(row)]), new Array<number>(factors).fill(0)];
}

const mirrored = (row: readonly number[]): number[] => row.map((x) => (x === 0 ? 0 : -x));

/**
 * One row of each pair of a screening design with two-level categories, those of the centre pairs last: zeros of
 * categories become +1 in one row of a pair and −1 in the other, so that main effects stay orthogonal to squares and
 * products. The signs are those that estimate the main effects best, by D.
 *
 * @param half [pairs, factors] one row of each pair
 * @param centres number of different pairs of centre runs, one for each block
 * @param isCategory by factor
 * @returns [pairs + centres, factors]
 *
 * Source: Jones and Nachtsheim 2013, J. Qual. Technol. 45, 121–129 (DSD-augment).
 */
function withCategories(
  half: readonly (readonly number[])[],
  centres: number,
  isCategory: readonly boolean[],
): number[][] {
  const middle = Array.from({ length: centres }, () => new Array<number>(isCategory.length).fill(0));
  const rows = [...half, ...middle].map((row) => [...row]);
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

const withMirrored = (half: readonly (readonly number[])[]): number[][] =>
  half.flatMap((row) => [[...row], mirrored(row)]);

/** Pairs of runs, block by block with the centre runs of each behind them. */
function screeningRuns(space: Space, half: readonly (readonly number[])[], options: DesignOptions) {
  const { nCenter = 1, nBlocks } = options;
  const isCategory = space.dimensions.map(({ kind }) => kind === 'categorical');
  const hasCategory = isCategory.includes(true);
  const blocks = nBlocks ?? 1;
  const own = hasCategory ? withCategories(half, blocks, isCategory) : half;
  const pairs = own.slice(0, half.length);
  const blockOf = nBlocks === undefined ? pairs.map(() => 1) : blocksOfPairs(pairs, nBlocks);
  const parts = Array.from({ length: blocks }, (_, at) => [
    ...withMirrored(pairs.filter((_, i) => blockOf[i] === at + 1)),
    ...Array.from({ length: nCenter }, () =>
      hasCategory ? withMirrored([own[half.length + at]]) : [new Array<number>(isCategory.length).fill(0)],
    ).flat(),
  ]);
  const points = place(space, parts.flat());
  return {
    points,
    ...(nBlocks !== undefined && { blocks: parts.flatMap((part, at) => part.map(() => at + 1)) }),
    info: {
      screeningRuns: 2 * half.length,
      centerRuns: points.length - 2 * half.length,
      totalRuns: points.length,
      ...(nBlocks !== undefined && { blockRuns: parts.map((part) => part.length) }),
    },
  };
}

export const definitiveScreeningDesign: DesignMethod = {
  label: 'Definitive screening',
  purpose: 'Screens with three levels, so that curvature can be detected.',
  runs: '2k for even k, 2k + 2 for odd k, plus centres (48 for 21 and 22, 76 for 33 to 36 factors), k with `n_fake`',
  needs: 'numeric, or two categories and numeric ones; 3 or more',
  parameters: ['nCenter', 'nFake', 'nBlocks'],
  run: classical((space, options) => {
    if (space.dimensions.every(({ kind }) => kind === 'categorical'))
      checkNumeric('definitive_screening', space, 3);
    checkTwoLevels('definitive_screening', space, 3);
    const rows = definitiveScreening(space.dimensions.length, options.nFake).slice(0, -1);
    const half = rows.filter((_, i) => i % 2 === 0);
    return { ...screeningRuns(space, half, options), model: 'linear' };
  }),
};
