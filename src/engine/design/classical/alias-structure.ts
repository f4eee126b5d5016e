import { type RegularFraction, resolutionOf, wordLengths } from './regular-fraction.ts';

/** A main effect (one factor) or a two-factor interaction, factors by position. */
type Effect = readonly number[];

/** Effects that share one column of a regular fraction; a sign −1 says that a member enters with the other sign. */
interface AliasSet {
  readonly members: readonly { readonly effect: Effect; readonly sign: 1 | -1 }[];
}

export interface AliasStructure {
  /** Shortest word of the defining relation; Infinity for a full factorial. */
  readonly resolution: number;
  /** Words of each length, index = length. */
  readonly wordLengths: readonly number[];
  /** Words that make the relation, one per generated factor: factor positions, with the sign of their product. */
  readonly definingWords: readonly { readonly factors: readonly number[]; readonly sign: 1 | -1 }[];
  /** Main effects and two-factor interactions grouped by column, groups of one included. */
  readonly sets: readonly AliasSet[];
  /** Two-factor interactions alone in their column. */
  readonly clearInteractions: readonly Effect[];
}

/** What a regular two-level fraction confounds, up to two-factor interactions. */
export function aliasStructure(fraction: RegularFraction): AliasStructure {
  const { factors } = fraction;
  const sets = new Map<number, { effect: Effect; sign: 1 | -1 }[]>();
  const put = (effect: Effect) => {
    const mask = effect.reduce((sum, factor) => sum ^ factors[factor].mask, 0);
    const sign = effect.reduce<number>((product, factor) => product * factors[factor].sign, 1) as 1 | -1;
    const members = sets.get(mask) ?? [];
    members.push({ effect, sign });
    sets.set(mask, members);
  };
  factors.forEach((_, i) => {
    put([i]);
  });
  factors.forEach((_, i) => {
    for (let j = i + 1; j < factors.length; j++) put([i, j]);
  });
  const grouped = [...sets.values()].map((members) => ({
    members: members.map(({ effect, sign }) => ({ effect, sign: (sign * members[0].sign) as 1 | -1 })),
  }));
  return {
    resolution: resolutionOf(fraction),
    wordLengths: wordLengths(fraction),
    definingWords: definingWords(fraction),
    sets: grouped,
    clearInteractions: grouped
      .filter(({ members }) => members.length === 1 && members[0].effect.length === 2)
      .map(({ members }) => members[0].effect),
  };
}

/** One word per generated factor: the factor with the base factors of its product. */
function definingWords(fraction: RegularFraction): { factors: number[]; sign: 1 | -1 }[] {
  const base = new Map<number, number>();
  fraction.factors.forEach(({ mask }, position) => {
    if ((mask & (mask - 1)) === 0 && !base.has(mask)) base.set(mask, position);
  });
  const baseSign = (bit: number) => fraction.factors[base.get(bit) as number].sign;
  return fraction.factors.flatMap(({ mask, sign }, position) => {
    if ((mask & (mask - 1)) === 0) return [];
    const bits = [...base.keys()].filter((bit) => mask & bit);
    const product = bits.reduce<number>((all, bit) => all * baseSign(bit), sign) as 1 | -1;
    return [
      {
        factors: [...bits.map((bit) => base.get(bit) as number), position].sort((a, b) => a - b),
        sign: product,
      },
    ];
  });
}
