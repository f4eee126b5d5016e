import { ValueError } from '../../errors.ts';
import { oneOf } from '../../words.ts';
import { parity, type RegularFraction } from './regular-fraction.ts';

/** Runs that are divided into blocks; the search over block generators is complete up to here. */
const MOST_RUNS = 128;

/** Longest effects that are counted where arrangements are compared. */
const LONGEST = 4;

/** How the runs of a two-level fraction are divided into blocks. */
export interface Blocking {
  /** Products of base factors that are constant within each block. */
  readonly masks: readonly number[];
  /** Block of a run, from 1. @param low bits of the base factors that are at −1 */
  readonly blockOf: (low: number) => number;
  /** Main effects and two-factor interactions that are confounded with blocks, by position. */
  readonly confounded: readonly (readonly number[])[];
}

/** Effects of 1 to `LONGEST` factors in each column: counts[length][mask]. */
function effectCounts({ baseFactors, factors }: RegularFraction): number[][] {
  const size = 2 ** baseFactors;
  const counts = Array.from({ length: LONGEST + 1 }, () => new Array<number>(size).fill(0));
  counts[0][0] = 1;
  for (const { mask } of factors)
    for (let length = LONGEST; length > 0; length--)
      for (let at = 0; at < size; at++) counts[length][at] += counts[length - 1][at ^ mask];
  return counts;
}

const less = (a: readonly number[], b: readonly number[]): boolean => {
  const at = a.findIndex((value, i) => value !== b[i]);
  return at >= 0 && a[at] < b[at];
};

/**
 * The group of 2^q − 1 columns that confounds the fewest effects with blocks, counted from the shortest: main effects,
 * then interactions of two, three and four factors.
 *
 * Source: Sun, Wu and Chen 1997, Technometrics 39, 298–307.
 */
function bestGroup(fraction: RegularFraction, q: number): { masks: number[]; score: number[] } {
  const counts = effectCounts(fraction);
  const scoreOf = (masks: readonly number[]) =>
    counts.slice(1).map((of) => masks.reduce((sum, mask) => sum + of[mask], 0));
  let best: { masks: number[]; score: number[] } | undefined;
  // Each group once: generators in reduced echelon form, the highest leading bit first.
  const extend = (generators: readonly number[], group: readonly number[], below: number): void => {
    const score = scoreOf(group);
    if (best !== undefined && !less(score, best.score)) return;
    if (generators.length === q) {
      best = { masks: [...group], score };
      return;
    }
    for (let bit = below - 1; bit >= q - generators.length - 1; bit--) {
      if (generators.some((one) => (one >> bit) & 1)) continue;
      for (let rest = 2 ** bit - 1; rest >= 0; rest--) {
        const next = 2 ** bit + rest;
        extend([...generators, next], [...group, next, ...group.map((one) => one ^ next)], bit);
      }
    }
  };
  extend([], [], fraction.baseFactors);
  return best as unknown as { masks: number[]; score: number[] };
}

/** Independent columns that span a group. */
function generatorsOf(group: readonly number[]): number[] {
  const found: number[] = [];
  const span = new Set([0]);
  for (const mask of group) {
    if (span.has(mask)) continue;
    found.push(mask);
    for (const one of [...span]) span.add(one ^ mask);
  }
  return found;
}

/** @param axial blocks of axial runs, which the number of blocks counts */
function cannotDivide(method: string, runs: number, count: number, axial: 0 | 1): string {
  const parts = Array.from({ length: Math.max(0, Math.log2(runs) - 1) }, (_, k) => 2 ** (k + 1) + axial);
  const numbers = axial === 1 ? [2, ...parts] : parts;
  const what = axial === 1 ? `${runs} two-level runs and the axial runs` : `${runs} two-level runs`;
  const way =
    numbers.length === 0 ? 'cannot be divided into blocks' : `can be divided into ${oneOf(numbers)} blocks`;
  return `${method}: n_blocks is ${count + axial}, and ${what} ${way} of at least two runs`;
}

/**
 * Divides the runs of a fraction into blocks so that the fewest short effects are confounded with them.
 *
 * @param keep  longest effects that must not be: 1 main effects, 2 two-factor interactions as well
 * @param axial blocks that the design has besides
 * @throws ValueError for a number that is no power of two, or blocks that confound such effects
 */
export function blocking(
  method: string,
  fraction: RegularFraction,
  count: number,
  keep: 1 | 2,
  axial: 0 | 1 = 0,
): Blocking {
  const runs = 2 ** fraction.baseFactors;
  if (runs > MOST_RUNS)
    throw new ValueError(
      `${method}: at most ${MOST_RUNS} two-level runs can be divided into blocks, got ${runs}`,
    );
  const q = Math.log2(count);
  if (!Number.isInteger(q) || q < 1 || count > runs / 2)
    throw new ValueError(cannotDivide(method, runs, count, axial));
  const { masks, score } = bestGroup(fraction, q);
  const lost = score.slice(0, keep).findIndex((value) => value > 0);
  if (lost >= 0)
    throw new ValueError(
      `${method}: ${count} blocks of ${runs} two-level runs confound ${['main effects', 'two-factor interactions'][lost]} with blocks; use fewer blocks`,
    );
  const generators = generatorsOf(masks);
  const { factors } = fraction;
  const within = new Set(masks);
  const pairs = factors.flatMap((a, i) =>
    factors.slice(i + 1).flatMap((b, j) => (within.has(a.mask ^ b.mask) ? [[i, i + 1 + j]] : [])),
  );
  return {
    masks,
    blockOf: (low) => 1 + generators.reduce((sum, mask, i) => sum + (parity(mask & low) < 0 ? 2 ** i : 0), 0),
    confounded: pairs,
  };
}
