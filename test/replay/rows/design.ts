import type { DesignOptions } from '../../../src/engine/design/options.ts';
import type { InitialDesignTask, SplitPlotTask } from '../../../src/engine/design/task.ts';
import type { Space } from '../../../src/engine/space/space.ts';
import { tasks } from '../../../src/service/jobs/tasks.ts';
import { family, type Row } from '../row.ts';
import { atMost, choice, cube, discrete, exactly, integer, mixed, real, spaceOf } from './data.ts';

const row = family(1e-9);

const designRow = (
  name: string,
  space: Space,
  method: InitialDesignTask['method'],
  options: DesignOptions & { allowInfeasible?: boolean } = {},
) =>
  row(`design/${method}/${name}`, async (backend) =>
    (await tasks.initial_design())({ space, method, seed: 5, ...options }, { backend }),
  );

const filling = ['random', 'lhs', 'sobol', 'halton', 'hammersly', 'maximin', 'maxpro', 'concentric'] as const;
const half = spaceOf(cube(3).dimensions, [atMost([1, 1, 1], 1.6)]);
const simplex = spaceOf(
  ['x', 'y', 'z'].map((name) => real(name)),
  [exactly([1, 1, 1], 1)],
);
const cut = spaceOf(
  ['x', 'y', 'z'].map((name) => real(name, 0, 0.8)),
  [exactly([1, 1, 1], 1), atMost([1, 1, 0], 0.9)],
);
const levels = spaceOf([
  real('t', 20, 80),
  integer('n', 1, 5),
  discrete('p', [1, 2, 4]),
  choice('s', 'A', 'B'),
]);
const numbers = spaceOf([real('t', 20, 80), real('u', -1, 1), integer('n', 1, 5)]);
const criteria = ['none', 'centered', 'maximin', 'correlation', 'ratio', 'discrepancy', 'maxpro'] as const;

const plots = spaceOf([real('T', 20, 80), choice('s', 'A', 'B'), real('x'), real('y')]);
const splitPlot = (name: string, choices: Partial<SplitPlotTask>) =>
  row(`split-plot/${name}`, async (backend) =>
    (await tasks.split_plot_design())(
      {
        space: plots,
        changes: ['hard', 'hard', 'easy', 'easy'],
        designs: { hard: { method: 'full_factorial' }, easy: { method: 'lhs', nPoints: 4 } },
        seed: 4,
        ...choices,
      },
      { backend },
    ),
  );

export const designRows: readonly Row[] = [
  ...filling.flatMap((method) => [
    designRow('cube', cube(3), method, { nPoints: 12 }),
    designRow('mixed', mixed, method, { nPoints: 11 }),
    designRow('half', half, method, { nPoints: 9 }),
  ]),
  ...criteria.map((lhsCriterion) =>
    designRow(`criterion-${lhsCriterion}`, cube(3), 'lhs', { nPoints: 9, lhsCriterion }),
  ),
  ...criteria.map((lhsCriterion) =>
    designRow(`criterion-${lhsCriterion}-half`, half, 'lhs', { nPoints: 7, lhsCriterion }),
  ),
  designRow('effort', cube(4), 'maximin', { nPoints: 15, searchEffort: 0.3 }),
  designRow('simplex', simplex, 'concentric', { nPoints: 8 }),
  designRow('simplex', simplex, 'sobol', { nPoints: 8 }),
  designRow('two-levels', levels, 'full_factorial'),
  designRow('three-levels', numbers, 'full_factorial', { nLevels: 3, nCenter: 2 }),
  designRow('generators', cube(5), 'fractional_factorial', { generators: 'a b c ab ac' }),
  designRow('equations', cube(5), 'fractional_factorial', { generators: 'D=AB E=AC' }),
  designRow('resolution', cube(6), 'fractional_factorial', { resolution: 4 }),
  designRow('runs', cube(7), 'fractional_factorial', { nRuns: 16 }),
  designRow('default', cube(4), 'fractional_factorial'),
  ...(['orthogonal', 'rotatable', 'spherical', 'uncorrelated'] as const).flatMap((ccdAlpha) =>
    (['circumscribed', 'inscribed', 'faced'] as const).map((ccdFace) =>
      designRow(`${ccdAlpha}-${ccdFace}`, cube(3), 'ccd', { ccdAlpha, ccdFace }),
    ),
  ),
  designRow('numbers', numbers, 'ccd', { nCenter: 3 }),
  ...[3, 4, 5].map((d) => designRow(`${d}`, cube(d), 'box_behnken')),
  designRow('numbers', numbers, 'box_behnken', { nCenter: 2 }),
  ...[2, 5].map((d) => designRow(`${d}`, cube(d), 'doehlert')),
  designRow('numbers', numbers, 'doehlert', { nCenter: 2 }),
  ...[3, 7, 8].map((d) => designRow(`${d}`, cube(d), 'plackett_burman')),
  designRow('numbers', numbers, 'plackett_burman', { nCenter: 2 }),
  ...[2, 3].map((gsdReduction) =>
    designRow(`reduction-${gsdReduction}`, levels, 'gsd', { gsdReduction, nLevels: 3 }),
  ),
  ...[4, 5, 6].map((d) => designRow(`${d}`, cube(d), 'definitive_screening')),
  designRow('levels', spaceOf(levels.dimensions.slice(1)), 'orthogonal_array'),
  designRow('runs', cube(4), 'orthogonal_array', { nRuns: 12 }),
  designRow('nine', spaceOf(['a', 'b', 'c'].map((name) => discrete(name, [1, 2, 3]))), 'orthogonal_array'),
  designRow('three', simplex, 'simplex_lattice', { latticeDegree: 3 }),
  designRow('two', simplex, 'simplex_lattice'),
  designRow('plain', simplex, 'simplex_centroid'),
  designRow('cut', cut, 'extreme_vertices'),
  designRow('cut', cut, 'simplex_lattice', { latticeDegree: 4 }),
  designRow('dropped', half, 'full_factorial', { nLevels: 3 }),
  designRow('waived', half, 'full_factorial', { allowInfeasible: true }),
  splitPlot('fresh', {}),
  splitPlot('crossed', { easyMode: 'crossed', replicates: { hard: 2 } }),
  splitPlot('reference', { reference: { position: 'ends' } }),
  splitPlot('as-generated', { order: { hard: 'as_generated', easy: 'as_generated' } }),
  splitPlot('three-levels', {
    changes: ['very_hard', 'hard', 'easy', 'easy'],
    designs: {
      very_hard: { method: 'full_factorial' },
      hard: { method: 'full_factorial' },
      easy: { method: 'ccd', ccdFace: 'faced' },
    },
    middleMode: 'crossed',
  }),
];
