import { ValueError } from '../../errors.ts';
import type { Space } from '../../space/space.ts';
import type { RegularFraction } from './regular-fraction.ts';

/** The word for a fold-over on all variables. */
const FULL = 'full';

/**
 * Positions of the factors whose levels are exchanged in the second block.
 *
 * @param asked `full`, or the name of a variable
 * @throws ValueError it is neither
 */
export function foldedFactors(method: string, space: Space, asked: string): number[] {
  const names = space.dimensions.map(({ name }) => name);
  if (asked === FULL) return names.map((_, k) => k);
  const at = names.indexOf(asked);
  if (at < 0)
    throw new ValueError(
      `${method}: fold_over '${asked}' is neither '${FULL}' nor a variable; use '${FULL}' or one of ${names.join(', ')}`,
    );
  return [at];
}

/** Coded rows with the levels of some factors exchanged. */
export const folded = (rows: readonly (readonly number[])[], factors: readonly number[]): number[][] =>
  rows.map((row) => row.map((value, k) => (factors.includes(k) ? -value : value)));

/**
 * The fraction that a fraction and its fold-over make together; undefined where the fold-over repeats the runs. The sign
 * of the block is a further base factor, which each folded factor takes into its product.
 *
 * Source: Box, Hunter and Hunter, Statistics for Experimenters, 6.9; Montgomery, Design and Analysis of Experiments, 8.6.
 */
export function withFoldOver(
  { baseFactors, factors }: RegularFraction,
  on: readonly number[],
): RegularFraction | undefined {
  const all = factors.map(({ mask, sign }, k) => ({
    mask: on.includes(k) ? mask | (1 << baseFactors) : mask,
    sign,
  }));
  const own = rebased(all);
  return own.baseFactors > baseFactors ? own : undefined;
}

/** The same columns as products of the first factors that are independent. */
function rebased(factors: RegularFraction['factors']): RegularFraction {
  /** Columns that are products of base factors so far: the mask of the old letters, that of the new ones, and the sign. */
  const known = new Map<number, { mask: number; sign: 1 | -1 }>([[0, { mask: 0, sign: 1 }]]);
  let count = 0;
  const found = factors.map(({ mask, sign }) => {
    const old = known.get(mask);
    if (old !== undefined) return { mask: old.mask, sign: (old.sign * sign) as 1 | -1 };
    const bit = 1 << count++;
    for (const [at, one] of [...known])
      known.set(at ^ mask, { mask: one.mask | bit, sign: (one.sign * sign) as 1 | -1 });
    return { mask: bit, sign: 1 as const };
  });
  return { baseFactors: count, factors: found };
}
