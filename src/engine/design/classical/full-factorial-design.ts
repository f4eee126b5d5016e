import type { DesignMethod } from '../definition.ts';
import { checkRuns, classical, levelsOf, placeLevels, product, withCentres } from './classical.ts';
import { fullFactorial } from './full-factorial.ts';

export const fullFactorialDesign: DesignMethod = {
  label: 'Full factorial',
  purpose: 'Every combination of levels.',
  runs: 'product of the level counts',
  needs: 'any types',
  parameters: ['nLevels', 'nCenter'],
  run: classical((space, { nLevels = 2, nCenter = 1 }) => {
    const levels = levelsOf(space, nLevels);
    const counts = levels.map((values) => values.length);
    checkRuns('full_factorial', product(counts));
    const points = placeLevels(levels, fullFactorial(counts, 'first'));
    return {
      ...withCentres('factorialRuns', space, points, nCenter, { levelsPerFactor: counts }),
      model: nLevels === 2 ? 'interaction' : 'quadratic',
    };
  }),
};
