import { type Static, Type } from 'typebox';
import { designMethodNames } from '../families.ts';
import { methodOptions } from '../family-options.ts';
import { JsonObject, maybe, nullable, titled } from '../schema-parts.ts';
import { Inputs, Row } from '../values.ts';
import { modelSpec, optimalSearch, RunOrder, Seed } from './design-search.ts';

const DesignMethod = Type.Enum(designMethodNames);

const MethodOptions = Type.Object(methodOptions);
/** Choices of a design method. */
export type MethodOptions = Static<typeof MethodOptions>;

export const InitialDesignRequest = Type.Object(
  {
    method: Type.Optional(DesignMethod),
    ...methodOptions,
    order: RunOrder,
    random_seed: Seed,
    allow_infeasible: Type.Optional(Type.Boolean()),
  },
  {
    title: 'InitialDesignRequest',
    examples: [
      { method: 'lhs', n_points: 12, random_seed: 7 },
      { method: 'ccd', ccd_face: 'faced', order: 'random' },
    ],
  },
);
export type InitialDesignRequest = Static<typeof InitialDesignRequest>;

const MaybeCount = nullable(Type.Integer());

/** null without constraints. */
export const Feasibility = titled('Feasibility', {
  constraints_applied: Type.Array(Type.String()),
  n_candidates_total: MaybeCount,
  n_candidates_feasible: MaybeCount,
  n_boundary_added: MaybeCount,
  n_vertices_added: MaybeCount,
  vertex_enumeration_skipped: nullable(Type.Boolean()),
  n_points_dropped: MaybeCount,
  estimability: Type.Enum(['not_applicable', 'passed', 'waived']),
});
export type Feasibility = Static<typeof Feasibility>;

export const InitialDesign = Type.Object(
  {
    points: Type.Array(Inputs, { description: 'With Block if the design has blocks, block after block' }),
    method: DesignMethod,
    n_points: Type.Integer(),
    design_info: nullable(JsonObject),
    feasibility: nullable(Feasibility),
    estimability: nullable(Type.Enum(['not_applicable', 'passed', 'waived'])),
    random_seed: nullable(Type.Integer()),
    warnings: Type.Array(
      Type.String({ description: 'Terms that the design cannot estimate, and options that have no effect' }),
    ),
  },
  {
    title: 'InitialDesign',
    examples: [
      {
        points: [
          { a: 0, b: 0 },
          { a: 10, b: 10 },
        ],
        method: 'gsd',
        n_points: 2,
        design_info: {
          full_factorial_runs: 4,
          gsd_runs: 2,
          total_runs: 2,
          reduction: 2,
          levels_per_factor: [2, 2],
        },
        feasibility: null,
        estimability: null,
        random_seed: 7,
        warnings: [
          'gsd: 2 runs cannot estimate b (confounded with a) of the linear model; use an optimal design',
        ],
      },
    ],
  },
);
export type InitialDesign = Static<typeof InitialDesign>;

export const OptimalDesignInfoRequest = Type.Object(modelSpec, {
  title: 'OptimalDesignInfoRequest',
  description: 'Exactly one of model_type and effects',
  examples: [{ model_type: 'quadratic' }, { effects: ['a', 'b', 'a*b'] }],
});
export type OptimalDesignInfoRequest = Static<typeof OptimalDesignInfoRequest>;

export const OptimalDesignInfo = titled('OptimalDesignInfo', {
  model_terms: Type.Array(Type.String()),
  p_columns: Type.Integer(),
  n_points_minimum: Type.Integer(),
  n_points_recommended: Type.Integer(),
});
export type OptimalDesignInfo = Static<typeof OptimalDesignInfo>;

export const OptimalDesignRequest = Type.Object(
  {
    ...modelSpec,
    n_points: maybe(Type.Integer({ minimum: 1, maximum: 10000 })),
    p_multiplier: maybe(Type.Number({ minimum: 1, maximum: 10 })),
    criterion: Type.Optional(Type.Enum(['D', 'A', 'I', 'G', 'E', 'alias'])),
    algorithm: Type.Optional(
      Type.Enum(
        ['sequential', 'simple_exchange', 'fedorov', 'modified_fedorov', 'detmax', 'coordinate_exchange'],
        { description: 'Default coordinate_exchange; the others choose from a lattice of candidates' },
      ),
    ),
    existing: maybe(
      Type.Array(Inputs, {
        description:
          'Runs to keep and add to; with blocks, runs with the same Block form a block, and runs without one form another',
      }),
    ),
    blocks: maybe(
      Type.Array(Type.Integer({ minimum: 1, maximum: 1000 }), {
        minItems: 1,
        maxItems: 500,
        description:
          'Runs of each new block, such as a day, instead of n_points; the levels of the blocks are effects in addition to the model. Criteria D, A and I.',
      }),
    ),
    max_iter: Type.Optional(Type.Integer({ minimum: 10, maximum: 10000 })),
    moments: Type.Optional(
      Type.Enum(['region', 'grid'], { description: 'What I averages over; default the feasible region' }),
    ),
    ...optimalSearch,
    order: RunOrder,
    allow_infeasible: Type.Optional(
      Type.Boolean({
        description:
          'As for initial designs: with constraints, `estimability` is then `waived`. The runs still satisfy the constraints',
      }),
    ),
  },
  {
    title: 'OptimalDesignRequest',
    description:
      'Exactly one of model_type and effects, and exactly one of n_points, p_multiplier and blocks',
    examples: [
      { model_type: 'quadratic', n_points: 12, criterion: 'D' },
      { model_type: 'linear', n_points: 8, forbidden: [{ temperature: [100, 120], solvent: 'THF' }] },
    ],
  },
);
export type OptimalDesignRequest = Static<typeof OptimalDesignRequest>;

export const OptimalDesign = titled('OptimalDesign', {
  points: Type.Array(Inputs),
  n_points: Type.Integer(),
  design_info: JsonObject,
  feasibility: nullable(Feasibility),
  estimability: nullable(Type.Enum(['not_applicable', 'passed', 'waived'])),
  random_seed: nullable(Type.Integer()),
  warnings: Type.Array(
    Type.String({
      description: 'Existing runs outside the region, and their blocks and plots if these have no effect',
    }),
  ),
});
export type OptimalDesign = Static<typeof OptimalDesign>;

const LevelDesign = Type.Object({ method: DesignMethod, ...methodOptions }, { additionalProperties: false });

export const SplitPlotRequest = Type.Object(
  {
    designs: Type.Object(
      {
        very_hard: maybe(LevelDesign),
        hard: maybe(LevelDesign),
        easy: maybe(LevelDesign),
      },
      { additionalProperties: false },
    ),
    replicates: Type.Optional(
      Type.Object(
        { very_hard: Type.Optional(Type.Integer()), hard: Type.Optional(Type.Integer()) },
        { additionalProperties: false },
      ),
    ),
    easy_mode: Type.Optional(Type.Enum(['fresh', 'crossed'])),
    middle_mode: Type.Optional(Type.Enum(['fresh', 'crossed'])),
    reference: maybe(
      Type.Object(
        {
          position: Type.Optional(Type.Enum(['ends', 'start'])),
          values: maybe(Inputs),
        },
        { additionalProperties: false },
      ),
    ),
    order: Type.Optional(
      Type.Object(
        {
          very_hard: Type.Optional(Type.Enum(['random', 'as_generated'])),
          hard: Type.Optional(Type.Enum(['random', 'as_generated'])),
          easy: Type.Optional(Type.Enum(['random', 'as_generated'])),
        },
        { additionalProperties: false },
      ),
    ),
    random_seed: Seed,
  },
  {
    title: 'SplitPlotRequest',
    additionalProperties: false,
    examples: [
      {
        designs: { hard: { method: 'full_factorial' }, easy: { method: 'lhs', n_points: 3 } },
        random_seed: 7,
      },
    ],
  },
);
export type SplitPlotRequest = Static<typeof SplitPlotRequest>;

export const SplitPlotDesign = titled('SplitPlotDesign', {
  points: Type.Array(Row, {
    description: 'Variables with WholePlot, Subplot (three levels), RunOrder and Reason',
  }),
  n_points: Type.Integer(),
  info: Type.Object(
    {
      levels: Type.Record(Type.String(), Type.Array(Type.String())),
      n_plots: Type.Record(Type.String(), Type.Integer()),
      runs_per_plot: Type.Array(Type.Integer(), {
        description: 'Numbers of runs in the innermost plots, ascending and each once: [5] if all have five',
      }),
      n_runs: Type.Integer(),
      random_seed: nullable(Type.Integer()),
      designs: JsonObject,
      replicates: JsonObject,
      easy_mode: Type.String(),
      warnings: Type.Array(Type.String()),
    },
    { additionalProperties: true },
  ),
});
export type SplitPlotDesign = Static<typeof SplitPlotDesign>;
