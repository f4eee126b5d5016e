import type { Parameter, ValuesOf } from '../parameter.ts';

/** A choice of design methods: what the engine takes, and the narrower limits of the interface. */
export type DesignParameter = Parameter & {
  /** Limits on the wire where they are narrower. */
  readonly wire?: { readonly from?: number; readonly to?: number };
  /** Whether null on the wire means that it is absent. */
  readonly nullable?: true;
};

/** Choices of design methods. Each method reads its own; a warning names others that are given. On the wire in snake case. */
export const designOptions = {
  nPoints: {
    kind: 'integer',
    from: 1,
    to: 10_000,
    default: 10,
    unit: 'runs',
    wire: { to: 1000 },
    nullable: true,
    purpose: 'runs of a space-filling design',
  },
  lhsCriterion: {
    kind: 'choice',
    choices: ['maximin', 'correlation', 'ratio', 'none', 'centered', 'discrepancy', 'maxpro'],
    default: 'maximin',
    purpose: '`none` takes the first hypercube, `centered` places points at the centres of cells',
  },
  nLevels: {
    kind: 'integer',
    from: 2,
    to: 100,
    default: 2,
    wire: { to: 5 },
    purpose: 'equidistant values per real or integer variable',
  },
  nCenter: {
    kind: 'integer',
    from: 0,
    to: 1000,
    default: 1,
    unit: 'runs',
    wire: { to: 10 },
    purpose:
      'centre runs, in every block; `ccd` adds them twice, a screening design with categories in pairs; `orthogonal_array` adds none by default',
  },
  generators: {
    kind: 'text',
    nullable: true,
    purpose: "words over letters such as 'a b ab', or equations such as 'D=ABC'",
  },
  ccdAlpha: {
    kind: 'choice',
    choices: ['orthogonal', 'rotatable', 'spherical', 'uncorrelated'],
    default: 'orthogonal',
    purpose: 'rule of the axial distance',
  },
  ccdFace: {
    kind: 'choice',
    choices: ['circumscribed', 'inscribed', 'faced'],
    default: 'circumscribed',
    purpose: 'where the axial runs lie relative to the cube',
  },
  gsdReduction: {
    kind: 'integer',
    from: 2,
    to: 100,
    default: 2,
    wire: { to: 10 },
    purpose: 'the full factorial is divided by about this number',
  },
  resolution: {
    kind: 'integer',
    from: 3,
    to: 20,
    wire: { to: 8 },
    nullable: true,
    purpose: 'smallest fraction of at least this resolution, instead of generators',
  },
  nRuns: {
    kind: 'integer',
    from: 1,
    to: 100_000,
    unit: 'runs',
    wire: { from: 2, to: 4096 },
    nullable: true,
    purpose: 'number of runs: of the minimum-aberration fraction, or of the orthogonal array',
  },
  foldOver: {
    kind: 'text',
    nullable: true,
    purpose:
      "adds the fold-over as a second block: 'full' exchanges the levels of all variables, the name of a variable only its own levels",
  },
  nBlocks: {
    kind: 'integer',
    from: 2,
    to: 64,
    nullable: true,
    purpose:
      'divides two-level runs into that many blocks, such as days, so that as few low-order interactions as possible are confounded with blocks; one block of `ccd` contains the axial runs, and a definitive screening design keeps its pairs together',
  },
  nFake: {
    kind: 'integer',
    from: 0,
    to: 20,
    default: 0,
    wire: { to: 8 },
    nullable: true,
    purpose:
      'fake factors of a definitive screening design: columns without a variable that cost two runs each, estimate the error and help to find squares and interactions',
  },
  latticeDegree: {
    kind: 'integer',
    from: 1,
    to: 20,
    default: 2,
    wire: { to: 10 },
    nullable: true,
    purpose: 'steps from 0 to 1 along an edge',
  },
} as const satisfies Readonly<Record<string, DesignParameter>>;

export type DesignOptionName = keyof typeof designOptions;

export type DesignOptions = ValuesOf<typeof designOptions> & {
  /** Part of the usual search, above 0 to 1 (default): plots of a split-plot design share one search. */
  readonly searchEffort?: number | undefined;
};
