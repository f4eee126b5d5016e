import type { DesignMethod } from '../definition.ts';
import { centres, checkRuns, classical, levelsOf, placeLevels, product } from './classical.ts';
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
      points: [...points, ...centres(space, nCenter)],
      info: {
        factorialRuns: points.length,
        centerRuns: nCenter,
        totalRuns: points.length + nCenter,
        levelsPerFactor: counts,
      },
      model: nLevels === 2 ? 'interaction' : 'quadratic',
    };
  }),
};
