import { boxBehnkenDesign } from './classical/box-behnken.ts';
import { centralCompositeDesign } from './classical/central-composite.ts';
import { definitiveScreeningDesign } from './classical/definitive-screening.ts';
import { doehlertDesign } from './classical/doehlert.ts';
import { extremeVerticesDesign } from './classical/extreme-vertices.ts';
import { fractionalFactorialDesign } from './classical/fractional-factorial.ts';
import { fullFactorialDesign } from './classical/full-factorial-design.ts';
import { generalizedSubsetDesign } from './classical/generalized-subset.ts';
import { orthogonalArrayDesign } from './classical/orthogonal-array-design.ts';
import { plackettBurmanDesign } from './classical/plackett-burman.ts';
import { simplexCentroidDesign } from './classical/simplex-centroid.ts';
import { simplexLatticeDesign } from './classical/simplex-lattice.ts';
import type { DesignMethod } from './definition.ts';
import { concentricDesign } from './space-filling/concentric.ts';
import { hammersleyDesign } from './space-filling/hammersley.ts';
import { latinHypercubeDesign } from './space-filling/latin-hypercube-design.ts';
import { sequences } from './space-filling/sequences.ts';
import { spreadDesigns } from './space-filling/spread.ts';

/** Every design method by its name on the wire. Contract, page and docs are written from it: src/tools/write-families.ts. */
export const designMethods = {
  random: sequences.random,
  lhs: latinHypercubeDesign,
  sobol: sequences.sobol,
  halton: sequences.halton,
  hammersly: hammersleyDesign,
  full_factorial: fullFactorialDesign,
  fractional_factorial: fractionalFactorialDesign,
  ccd: centralCompositeDesign,
  box_behnken: boxBehnkenDesign,
  doehlert: doehlertDesign,
  plackett_burman: plackettBurmanDesign,
  gsd: generalizedSubsetDesign,
  ...spreadDesigns,
  concentric: concentricDesign,
  definitive_screening: definitiveScreeningDesign,
  orthogonal_array: orthogonalArrayDesign,
  simplex_lattice: simplexLatticeDesign,
  simplex_centroid: simplexCentroidDesign,
  extreme_vertices: extremeVerticesDesign,
} as const satisfies Record<string, DesignMethod>;

export type DesignMethodName = keyof typeof designMethods;

/** The method of that name; undefined when there is none. */
export const findDesignMethod = (name: string): DesignMethod | undefined =>
  Object.hasOwn(designMethods, name) ? designMethods[name as DesignMethodName] : undefined;
