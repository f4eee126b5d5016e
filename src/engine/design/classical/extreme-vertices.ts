import { ValueError } from '../../errors.ts';
import { rowsOf } from '../../linalg/concatenate.ts';
import type { DesignMethod } from '../definition.ts';
import { mixture } from './mixture.ts';

/** Most corners that are looked for: free numeric columns of `extreme_vertices`. */
const MAX_COMPONENTS = 12;

/** Source: McLean and Anderson 1966, doi:10.1080/00401706.1966.10490377. */
export const extremeVerticesDesign: DesignMethod = {
  label: 'Extreme vertices',
  purpose: 'Mixtures with limits: the vertices of the feasible region.',
  runs: 'vertices of the region',
  needs: 'linear constraints, up to 12 numeric variables',
  parameters: ['nCenter'],
  run: mixture((space, region, { nCenter = 1 }) => {
    const d = space.dimensions.length;
    if (!region)
      throw new ValueError(
        `extreme_vertices: needs linear constraints over at most ${MAX_COMPONENTS} numeric variables; add some, or use an optimal design`,
      );
    const corners = region.vertices(MAX_COMPONENTS);
    if (!corners)
      throw new ValueError(
        `extreme_vertices: the vertices cannot be listed with more than ${MAX_COMPONENTS} free numeric variables, or with so many constraints (${space.constraints.length}); use an optimal design`,
      );
    const points = rowsOf(corners, d);
    const middle = Float64Array.from({ length: d }, (_, k) =>
      points.reduce((sum, point) => sum + point[k] / points.length, 0),
    );
    const centre = region.repair(middle);
    return {
      points: [...points, ...Array.from({ length: nCenter }, () => centre)],
      info: { vertexRuns: points.length, centerRuns: nCenter, totalRuns: points.length + nCenter },
    };
  }),
};
