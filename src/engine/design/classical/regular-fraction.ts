import { ValueError } from '../../errors.ts';
import { counted, show } from '../../words.ts';
import { MINIMUM_ABERRATION } from './minimum-aberration.ts';

/**
 * A regular two-level fraction: each factor is a product of base factors, with a sign. `mask` bit i denotes base
 * factor i; a base factor itself has one bit.
 */
export interface RegularFraction {
  readonly baseFactors: number;
  readonly factors: readonly { readonly mask: number; readonly sign: 1 | -1 }[];
}

/** Words of the fractions that the interface makes without generators, by number of factors. */
const DEFAULT_WORDS: Readonly<Record<number, string>> = {
  3: 'a b ab',
  4: 'a b c abc',
  5: 'a b c ab ac',
  6: 'a b c ab ac bc',
  7: 'a b c ab ac bc abc',
};

/** The interface's default words for that many factors; undefined where it makes the full factorial. */
export function defaultGenerators(factors: number): string | undefined {
  return DEFAULT_WORDS[factors];
}

/** Letters of factors in equations: no I, which stands for the identity. */
const LETTERS = 'ABCDEFGHJKLMNOPQRSTUVWXYZ';

function badGenerators(text: string, why: string): ValueError {
  return new ValueError(
    `fractional_factorial: generators ${show(text)} ${why}; write one word per factor as in 'a b c ab -ac', or equations as in 'D=ABC E=-AB'`,
  );
}

/**
 * Reads generators: words over letters, one per factor (`a b ab`: single letters are base factors, `-` flips a word),
 * or equations that define the later factors (`D=ABC, E=BCD`, letters without I, case as you like).
 *
 * @throws ValueError for another number of words than factors, an unknown letter, the same product twice
 */
export function parseGenerators(text: string, factors: number): RegularFraction {
  const parts = text
    .split('=')
    .map((side) => side.trim())
    .join('=')
    .split(/[\s,;]+/)
    .filter((part) => part !== '');
  const words = parts.some((part) => part.includes('=')) ? fromEquations(text, parts, factors) : parts;
  if (words.length !== factors)
    throw badGenerators(text, `has ${counted(words.length, 'word')} for ${counted(factors, 'factor')}`);
  const read = words.map((word) => {
    const match = /^([+-]?)([A-Za-z]+)$/.exec(word);
    if (!match)
      throw badGenerators(text, `has the word '${word}', which is not letters with a sign in front`);
    return { sign: match[1] === '-' ? (-1 as const) : (1 as const), letters: [...match[2].toLowerCase()] };
  });
  const base = [
    ...new Set(read.filter(({ letters }) => letters.length === 1).map(({ letters }) => letters[0])),
  ];
  const fraction = {
    baseFactors: base.length,
    factors: read.map(({ sign, letters }) => {
      const mask = letters.reduce((sum, letter) => {
        const bit = base.indexOf(letter);
        if (bit < 0) throw badGenerators(text, `uses '${letter}', which is not a base factor`);
        return sum ^ (1 << bit);
      }, 0);
      return { mask, sign };
    }),
  };
  if (
    fraction.factors.some(({ mask }) => mask === 0) ||
    new Set(fraction.factors.map(({ mask }) => mask)).size < factors
  )
    throw badGenerators(text, 'gives two factors the same column, or one no column');
  return fraction;
}

/** Words in factor order from equations; factors without an equation are base factors. */
function fromEquations(text: string, parts: readonly string[], factors: number): string[] {
  if (factors > LETTERS.length) throw badGenerators(text, `has no letters for ${factors} factors`);
  const defined = new Map<string, string>();
  for (const part of parts) {
    const match = /^([A-Za-z])=([+-]?[A-Za-z]+)$/.exec(part);
    if (!match || !LETTERS.slice(0, factors).includes(match[1].toUpperCase()))
      throw badGenerators(text, `has '${part}', which defines none of the factors`);
    defined.set(match[1].toUpperCase(), match[2]);
  }
  return [...LETTERS.slice(0, factors)].map((letter) => defined.get(letter) ?? letter);
}

/**
 * Minimum-aberration fraction of that many factors and runs (4 to 128, a power of two).
 *
 * Source: Fries and Hunter 1980, doi:10.1080/00401706.1980.10486210.
 *
 * @throws ValueError when there is none
 */
export function minimumAberration(factors: number, runs: number): RegularFraction {
  const baseFactors = Math.log2(runs);
  if (Number.isInteger(baseFactors) && factors === baseFactors) return fullFraction(factors);
  const generators = MINIMUM_ABERRATION[runs]?.[factors - baseFactors - 1];
  if (generators === undefined)
    throw new ValueError(
      `fractional_factorial: no fraction of ${counted(runs, 'run')} for ${counted(factors, 'factor')}; runs are 4, 8, 16, 32, 64 or 128, more than the factors and fewer than 2^factors`,
    );
  const masks = (generators.match(/../g) ?? []).map((digits) => Number.parseInt(digits, 16));
  return {
    baseFactors,
    factors: [...fullFraction(baseFactors).factors, ...masks.map((mask) => ({ mask, sign: 1 as const }))],
  };
}

/** The full two-level factorial as a fraction. */
export function fullFraction(factors: number): RegularFraction {
  return {
    baseFactors: factors,
    factors: Array.from({ length: factors }, (_, i) => ({ mask: 1 << i, sign: 1 as const })),
  };
}

/**
 * Smallest fraction of at least the given resolution, of minimum aberration.
 *
 * @throws ValueError when neither 128 runs nor the full factorial reach it
 */
export function fractionOfResolution(factors: number, resolution: number): RegularFraction {
  for (let runs = 4; runs <= 128; runs *= 2) {
    if (runs >= 2 ** factors) return fullFraction(factors);
    if (factors >= runs) continue;
    const fraction = minimumAberration(factors, runs);
    if (resolutionOf(fraction) >= resolution) return fraction;
  }
  throw new ValueError(
    `fractional_factorial: resolution ${resolution} with ${counted(factors, 'factor')} needs more than 128 runs; request a lower resolution, or give generators`,
  );
}

/** Words of a fraction over base letters, in factor order. */
export function generatorWords(fraction: RegularFraction): string {
  return fraction.factors
    .map(({ mask, sign }) => {
      const letters = [...'abcdefghijklmnopqrstuvwxyz'].filter((_, bit) => (mask >> bit) & 1).join('');
      return (sign < 0 ? '-' : '') + letters;
    })
    .join(' ');
}

/** Parity of the bits of a number: +1 for even, −1 for odd. */
export function parity(bits: number): 1 | -1 {
  let rest = bits;
  for (let shift = 16; shift > 0; shift >>= 1) rest ^= rest >>> shift;
  return rest & 1 ? -1 : 1;
}

/** Bits of the base factors that are at −1 in a run, the last base factor being the fastest. */
export function lowFactors(run: number, baseFactors: number): number {
  let low = 0;
  for (let i = 0; i < baseFactors; i++) if (!((run >> (baseFactors - 1 - i)) & 1)) low |= 1 << i;
  return low;
}

/** Runs of a fraction, coded −1/+1, last base factor fastest. */
export function fractionRuns({ baseFactors, factors }: RegularFraction): number[][] {
  return Array.from({ length: 2 ** baseFactors }, (_, run) => {
    const low = lowFactors(run, baseFactors);
    return factors.map(({ mask, sign }) => sign * parity(mask & low));
  });
}

/**
 * Words of each length in the defining relation, index = length (0 for the identity).
 *
 * From the weights of the runs by the MacWilliams transform, in integers: A(j) = Σ_runs K_j(weight)/N with the
 * Krawtchouk polynomials K_j.
 */
export function wordLengths(fraction: RegularFraction): number[] {
  const k = fraction.factors.length;
  const weights = new Map<number, number>();
  for (let low = 0; low < 2 ** fraction.baseFactors; low++) {
    const weight = fraction.factors.reduce((sum, { mask }) => sum + (parity(mask & low) < 0 ? 1 : 0), 0);
    weights.set(weight, (weights.get(weight) ?? 0) + 1);
  }
  const totals = new Array<bigint>(k + 1).fill(0n);
  for (const [weight, count] of weights) {
    let product = [1n]; // coefficients of (1 − x)^weight · (1 + x)^(k − weight)
    for (let i = 0; i < k; i++) {
      const sign = i < weight ? -1n : 1n;
      product = [...product, 0n].map((value, j) => value + (j > 0 ? sign * product[j - 1] : 0n));
    }
    product.forEach((value, j) => {
      totals[j] += value * BigInt(count);
    });
  }
  return totals.map((total) => Number(total / BigInt(2 ** fraction.baseFactors)));
}

/** Length of the shortest word; Infinity for a full factorial. */
export function resolutionOf(fraction: RegularFraction): number {
  const shortest = wordLengths(fraction).findIndex((count, length) => length > 0 && count > 0);
  return shortest < 0 ? Number.POSITIVE_INFINITY : shortest;
}
