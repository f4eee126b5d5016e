// Written by src/tools/write-families.ts from the tables of the engine; do not edit.
import { Type } from 'typebox';

/** Parameters of design methods; each method reads its own. */
export const methodOptions = {
  n_points: Type.Optional(
    Type.Union([
      Type.Integer({
        minimum: 1,
        maximum: 1000,
        description: 'runs of a space-filling design (runs)',
        default: 10,
      }),
      Type.Null(),
    ]),
  ),
  lhs_criterion: Type.Optional(
    Type.Enum(['maximin', 'correlation', 'ratio', 'none', 'centered', 'discrepancy', 'maxpro'], {
      description: '`none` takes the first hypercube, `centered` places points at the centres of cells',
      default: 'maximin',
    }),
  ),
  n_levels: Type.Optional(
    Type.Integer({
      minimum: 2,
      maximum: 5,
      description: 'equidistant values per real or integer variable',
      default: 2,
    }),
  ),
  n_center: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 10,
      description:
        'centre runs, in every block; `ccd` adds them twice, a screening design with categories in pairs; `orthogonal_array` adds none by default (runs)',
      default: 1,
    }),
  ),
  generators: Type.Optional(
    Type.Union([
      Type.String({ description: "words over letters such as 'a b ab', or equations such as 'D=ABC'" }),
      Type.Null(),
    ]),
  ),
  ccd_alpha: Type.Optional(
    Type.Enum(['orthogonal', 'rotatable', 'spherical', 'uncorrelated'], {
      description: 'rule of the axial distance',
      default: 'orthogonal',
    }),
  ),
  ccd_face: Type.Optional(
    Type.Enum(['circumscribed', 'inscribed', 'faced'], {
      description: 'where the axial runs lie relative to the cube',
      default: 'circumscribed',
    }),
  ),
  gsd_reduction: Type.Optional(
    Type.Integer({
      minimum: 2,
      maximum: 10,
      description: 'the full factorial is divided by about this number',
      default: 2,
    }),
  ),
  resolution: Type.Optional(
    Type.Union([
      Type.Integer({
        minimum: 3,
        maximum: 8,
        description: 'smallest fraction of at least this resolution, instead of generators',
      }),
      Type.Null(),
    ]),
  ),
  n_runs: Type.Optional(
    Type.Union([
      Type.Integer({
        minimum: 2,
        maximum: 4096,
        description: 'number of runs: of the minimum-aberration fraction, or of the orthogonal array (runs)',
      }),
      Type.Null(),
    ]),
  ),
  fold_over: Type.Optional(
    Type.Union([
      Type.String({
        description:
          "adds the fold-over as a second block: 'full' exchanges the levels of all variables, the name of a variable only its own levels",
      }),
      Type.Null(),
    ]),
  ),
  n_blocks: Type.Optional(
    Type.Union([
      Type.Integer({
        minimum: 2,
        maximum: 64,
        description:
          'divides two-level runs into that many blocks, such as days, so that as few low-order interactions as possible are confounded with blocks; one block of `ccd` contains the axial runs, and a definitive screening design keeps its pairs together',
      }),
      Type.Null(),
    ]),
  ),
  n_fake: Type.Optional(
    Type.Union([
      Type.Integer({
        minimum: 0,
        maximum: 8,
        description:
          'fake factors of a definitive screening design: columns without a variable that cost two runs each, estimate the error and help to find squares and interactions',
        default: 0,
      }),
      Type.Null(),
    ]),
  ),
  lattice_degree: Type.Optional(
    Type.Union([
      Type.Integer({ minimum: 1, maximum: 10, description: 'steps from 0 to 1 along an edge', default: 2 }),
      Type.Null(),
    ]),
  ),
};

/** Choices of a suggestion beyond those of the interface. */
export const SuggestOptions = Type.Object(
  {
    surrogate: Type.Optional(
      Type.Enum(['auto', 'model'], {
        description: '`auto`: the search fits its own surrogates, see below',
        default: 'model',
      }),
    ),
    trust_region: Type.Optional(
      Type.Boolean({
        description:
          'searches only a box around the best row, which grows after success and shrinks after failure; one objective',
        default: false,
      }),
    ),
    local: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description:
          'this share of the suggestions, drawn by the seed, is searched only within 15 % of each span around the best row; from five rows per variable on, one objective (share of the suggestions)',
      }),
    ),
    noisy: Type.Optional(
      Type.Boolean({
        description:
          'EI and LogEI search with augmented expected improvement, which discounts points by the noise of the surrogate, so that one point is not measured repeatedly; the reported value has no discount',
        default: false,
      }),
    ),
    cost_aware: Type.Optional(
      Type.Boolean({
        description: 'weighs gains against the costs of the session; EI, LogEI and qEI',
        default: false,
      }),
    ),
    cost_exponent: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description:
          'exponent of the cost in the score, 0 ignores costs; default 0.6, falling to 0 over the second half of the budget',
      }),
    ),
    spread: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 65536,
        description: 'starts over the whole region (points)',
        default: 512,
      }),
    ),
    nearby: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 65536,
        description: 'starts around the best rows (points)',
        default: 128,
      }),
    ),
    restarts: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 256, description: 'starts that are refined together', default: 8 }),
    ),
    iterations: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 10000,
        description: 'steps of the refinement, at most',
        default: 100,
      }),
    ),
  },
  { title: 'SuggestOptions', additionalProperties: false },
);

/** Choices of a training beyond those of the interface. */
export const TrainOptions = Type.Object(
  {
    approximation: Type.Optional(
      Type.Enum(['auto', 'exact', 'vecchia', 'local'], {
        description:
          'of the posterior. `exact`: every row counts everywhere; `vecchia`: each point uses the rows nearest to it by correlation; `local`: the same with inducing points, and searches use the exact model of the 2,000 rows nearest to the best one; `auto`: `exact` up to 4,000 rows, `local` above',
        default: 'auto',
      }),
    ),
    neighbours: Type.Optional(
      Type.Integer({
        minimum: 5,
        maximum: 127,
        description:
          'of `vecchia` and `local`: rows that each prediction uses, default 60, or 30 with `exact_mean`. The likelihood uses 30, or half of those given',
      }),
    ),
    inducing: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 2000,
        description:
          'of `local`: number of inducing points, which all predictions share, in addition to the nearest rows of each; default: one per eight rows, at most 500, fewer above 20,000 rows; 0: none',
      }),
    ),
    exact_mean: Type.Optional(
      Type.Boolean({
        description:
          'of `local`: means are those of the exact model, from one factor of all rows, and standard deviations are corrected by a measured factor; default up to 8,000 rows',
      }),
    ),
    restarts: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 256,
        description:
          'starts of the fit; default 48 up to 30 rows, 16 up to 64 rows, and 6 on a subset of more rows',
      }),
    ),
    calibration_enabled: Type.Optional(
      Type.Boolean({
        description:
          'multiplies predicted standard deviations by the standard deviation of the cross-validated z-scores',
        default: false,
      }),
    ),
    input_warping: Type.Optional(
      Type.Boolean({
        description: 'warps numeric columns by 1 − (1 − uᵃ)ᵇ if that raises the likelihood',
        default: false,
      }),
    ),
    priors: Type.Optional(
      Type.Enum(['none', 'dimension_scaled', 'sparse'], {
        description:
          'botorch: of the lengthscales. `dimension_scaled`: LogNormal(√2 + log(d)/2, √3) and, without categories, outputscale 1; `sparse`: 1/ℓ² half-Cauchy, for many columns of which few are relevant',
        default: 'none',
      }),
    ),
    shrinkage: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        description: 'scale of the half-Cauchy of `sparse`; by default leave-one-out chooses one of four',
      }),
    ),
    structure: Type.Optional(
      Type.Enum(['joint', 'additive', 'product'], {
        description:
          'botorch: of the covariance. `additive` (up to twelve columns, no categories): a sum over single columns; `product`: numeric columns times categories, with fewer parameters than the mixed form',
        default: 'joint',
      }),
    ),
  },
  { title: 'TrainOptions', additionalProperties: false },
);
