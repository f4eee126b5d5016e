import { ValueError } from '../../errors.ts';
import type { DesignMethod } from '../definition.ts';
import { checkRuns, classical, idleLevels, levelsOf, placeLevels, product } from './classical.ts';
import { fullFactorial } from './full-factorial.ts';

/**
 * Generalized subset design: a balanced part of a full factorial with mixed level counts, about 1/reduction of it.
 *
 * The levels of each factor are dealt into `reduction` classes (level position modulo reduction). A run belongs to the
 * `complement`-th design when the class of its last factor is complement + the classes of the others, modulo reduction;
 * so the designs 0 … reduction − 1 part the full factorial among them.
 *
 * @returns rows of level positions; classes in order with the last factor's class following, then the levels of each
 *          class, last factor fastest
 * @throws ValueError when the reduction is so large that one of those designs is empty
 *
 * Source: Surowiec et al. 2017, Analytical Chemistry 89, 6491–6497.
 */
export function generalizedSubset(levels: readonly number[], reduction: number, complement = 0): number[][] {
  const classes = levels.map((count) =>
    Array.from({ length: reduction }, (_, residue) =>
      Array.from({ length: count }, (_, level) => level).filter((level) => level % reduction === residue),
    ),
  );
  if (reachable(levels, reduction).size < reduction)
    throw new ValueError(
      `gsd: reduction ${reduction} leaves a complementary design without runs for level counts ${levels.join(', ')}; use a smaller reduction`,
    );
  const free = fullFactorial(
    levels.slice(0, -1).map((count) => Math.min(count, reduction)),
    'last',
  );
  return free.flatMap((chosen) => {
    const last = chosen.reduce((sum, residue) => sum + residue, complement) % reduction;
    const members = [...chosen, last].map((residue, factor) => classes[factor][residue]);
    return fullFactorial(
      members.map((positions) => positions.length),
      'last',
    ).map((row) => row.map((at, factor) => members[factor][at]));
  });
}

/** Which complementary designs have runs: last class − sum of the others, modulo reduction. */
function reachable(levels: readonly number[], reduction: number): Set<number> {
  let sums = new Set([0]);
  levels.forEach((count, factor) => {
    const sign = factor === levels.length - 1 ? 1 : -1;
    const next = new Set<number>();
    for (const sum of sums)
      for (let residue = 0; residue < Math.min(count, reduction); residue++)
        next.add((((sum + sign * residue) % reduction) + reduction) % reduction);
    sums = next;
  });
  return sums;
}

export const generalizedSubsetDesign: DesignMethod = {
  label: 'Generalized subset',
  purpose: 'A fraction of a full factorial with several levels.',
  runs: 'about product / reduction',
  needs: 'any types',
  parameters: ['gsdReduction', 'nLevels'],
  idle: idleLevels,
  run: classical((space, { nLevels = 2, gsdReduction = 2 }) => {
    const levels = levelsOf(space, nLevels);
    const counts = levels.map((values) => values.length);
    checkRuns('gsd', product(counts) / gsdReduction);
    const points = placeLevels(levels, generalizedSubset(counts, gsdReduction));
    return {
      points,
      info: {
        fullFactorialRuns: product(counts),
        gsdRuns: points.length,
        totalRuns: points.length,
        reduction: gsdReduction,
        levelsPerFactor: counts,
      },
      model: 'linear',
    };
  }),
};
