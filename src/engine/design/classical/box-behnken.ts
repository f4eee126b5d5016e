import type { DesignMethod } from '../definition.ts';
import { checkNumeric, classical, place, withCentres } from './classical.ts';
import { corners } from './full-factorial.ts';
import { fieldOf } from './galois-field.ts';

/** The published blocks for ten factors: each factor in four blocks, each pair in one or two. */
const TEN = [
  [1, 5, 6, 9],
  [0, 1, 4, 9],
  [1, 2, 6, 7],
  [1, 3, 5, 8],
  [0, 7, 8, 9],
  [2, 3, 4, 9],
  [0, 3, 6, 7],
  [2, 4, 6, 8],
  [0, 2, 5, 8],
  [3, 4, 5, 7],
];

/** Every pair of factors. */
function pairs(factors: number): number[][] {
  const found: number[][] = [];
  for (let i = 0; i < factors; i++) for (let j = i + 1; j < factors; j++) found.push([i, j]);
  return found;
}

/** A starter moved through all residues. */
function cyclic(factors: number, starter: readonly number[]): number[][] {
  return Array.from({ length: factors }, (_, shift) => starter.map((factor) => (factor + shift) % factors));
}

/** Lines of the affine plane of the given order over its order² points, one parallel class taken twice. */
function affinePlane(order: number): number[][] {
  const { add, multiply } = fieldOf(order);
  const elements = Array.from({ length: order }, (_, i) => i);
  const vertical = elements.map((x) => elements.map((y) => x * order + y));
  const sloped = elements.flatMap((slope) =>
    elements.map((offset) => elements.map((x) => x * order + add(multiply(slope, x), offset))),
  );
  return [...vertical, ...sloped, ...vertical];
}

/**
 * Blocks of factors that vary together while the others stay at the middle.
 *
 * Published for 3–7, 9–12 and 16 factors (Box and Behnken 1960, Technometrics 2, 455–475), made here as: all pairs to
 * 5 factors; difference sets of 6, 7, 11 and 12; affine planes with a repeated class for 9 and 16; a table for 10.
 * Elsewhere all pairs.
 */
function blocksOf(factors: number): number[][] {
  switch (factors) {
    case 6:
    case 7:
      return cyclic(factors, [0, 1, 3]);
    case 9:
      return affinePlane(3);
    case 10:
      return TEN;
    case 11:
      return cyclic(factors, [1, 3, 4, 5, 9]);
    case 12:
      return cyclic(factors, [0, 1, 4, 6]);
    case 16:
      return affinePlane(4);
    default:
      return pairs(factors);
  }
}

/**
 * Box–Behnken design without centre runs: a two-level factorial in each block, all else 0; blocks of five factors
 * take the half fraction whose fifth factor is the product of the others.
 *
 * @returns coded rows; 12, 24, 40, 48, 56, 120, 160, 176, 192, 384 of them for 3–7, 9–12, 16 factors, else 2k(k − 1)
 */
export function boxBehnken(factors: number): number[][] {
  return blocksOf(factors).flatMap((block) => {
    const cube = corners(Math.min(block.length, 4));
    return cube.map((levels) => {
      const row = new Array<number>(factors).fill(0);
      block.forEach((factor, at) => {
        row[factor] = at < 4 ? levels[at] : levels.reduce((product, level) => product * level, 1);
      });
      return row;
    });
  });
}

export const boxBehnkenDesign: DesignMethod = {
  label: 'Box–Behnken',
  purpose: 'Second-order model without the extreme corners.',
  runs: '12, 24, 40, 48, 56, 120, 160, 176, 192, 384 for 3–7, 9–12, 16 factors',
  needs: 'numeric, 3 or more',
  parameters: ['nCenter'],
  run: classical((space, { nCenter = 1 }) => {
    checkNumeric('box_behnken', space, 3);
    const edges = place(space, boxBehnken(space.dimensions.length));
    return { ...withCentres('edgeRuns', space, edges, nCenter), model: 'quadratic' };
  }),
};
