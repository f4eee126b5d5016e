import { ValueError } from '../../errors.ts';
import type { Space } from '../../space/space.ts';
import type { DesignMethod } from '../definition.ts';
import { blocking } from './blocks.ts';
import {
  checkRuns,
  classical,
  effectNames,
  idleLevels,
  inBlocks,
  levelsOf,
  placeLevels,
  product,
  withCentres,
} from './classical.ts';
import { fullFactorial } from './full-factorial.ts';
import { fullFraction } from './regular-fraction.ts';

/** Block of each run of a two-level factorial. */
function blocksOfAll(
  space: Space,
  counts: readonly number[],
  rows: readonly (readonly number[])[],
  nBlocks: number,
) {
  const other = counts.findIndex((count) => count !== 2);
  if (other >= 0)
    throw new ValueError(
      `full_factorial: n_blocks needs two levels of every variable, '${space.dimensions[other].name}' has ${counts[other]}; leave n_blocks out, or use an optimal design`,
    );
  const { blockOf, confounded } = blocking('full_factorial', fullFraction(counts.length), nBlocks, 1);
  const of = rows.map((row) => blockOf(row.reduce((low, level, k) => low | (level === 0 ? 1 << k : 0), 0)));
  return { of, confounded };
}

export const fullFactorialDesign: DesignMethod = {
  label: 'Full factorial',
  purpose: 'Every combination of levels.',
  runs: 'product of the level counts',
  needs: 'any types',
  parameters: ['nLevels', 'nCenter', 'nBlocks'],
  idle: idleLevels,
  run: classical((space, { nLevels = 2, nCenter = 1, nBlocks }) => {
    const levels = levelsOf(space, nLevels);
    const counts = levels.map((values) => values.length);
    checkRuns('full_factorial', product(counts));
    const rows = fullFactorial(counts, 'first');
    const points = placeLevels(levels, rows);
    if (nBlocks !== undefined) {
      const { of, confounded } = blocksOfAll(space, counts, rows, nBlocks);
      const more = { levelsPerFactor: counts, confoundedWithBlocks: effectNames(space, confounded) };
      return {
        ...inBlocks('factorialRuns', space, { runs: points, blockOf: of, centres: nCenter }, more),
        model: 'interaction',
      };
    }
    return {
      ...withCentres('factorialRuns', space, points, nCenter, { levelsPerFactor: counts }),
      model: nLevels === 2 ? 'interaction' : 'quadratic',
    };
  }),
};
