import type { DesignMethod } from '../definition.ts';
import { classical, idleLevels, levelsOf, placeLevels, withCentres } from './classical.ts';
import { orthogonalArrayFor } from './orthogonal-array.ts';

export const orthogonalArrayDesign: DesignMethod = {
  label: 'Orthogonal array',
  purpose: 'Balanced for every pair of variables, with several levels.',
  runs: '4–81, the smallest that fits',
  needs: 'any types',
  parameters: ['nLevels', 'nRuns', 'nCenter'],
  idle: idleLevels,
  run: classical((space, { nLevels = 2, nCenter = 0, nRuns }) => {
    const levels = levelsOf(space, nLevels);
    const counts = levels.map((values) => values.length);
    const points = placeLevels(levels, orthogonalArrayFor(counts, nRuns));
    return {
      ...withCentres('arrayRuns', space, points, nCenter, { levelsPerFactor: counts }),
      model: 'linear',
    };
  }),
};
