import { type Static, Type } from 'typebox';
import { Inputs, JsonObject, maybe, nullable, Row, titled } from './common.ts';
import { modelSpec, optimalSearch, RunOrder, Seed } from './design-search.ts';
import { designMethodNames } from './families.ts';
import { methodOptions } from './family-options.ts';

export const DesignMethod = Type.Enum(designMethodNames);

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
    points: Type.Array(Inputs),
    method: DesignMethod,
    n_points: Type.Integer(),
    design_info: nullable(JsonObject),
    feasibility: nullable(Feasibility),
    estimability: nullable(Type.Enum(['not_applicable', 'passed', 'waived'])),
    random_seed: nullable(Type.Integer()),
    warnings: Type.Array(
      Type.String({ description: 'Terms that the design cannot estimate, and options without effect' }),
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
        warnings: ['gsd: 2 runs cannot estimate b of the linear model; use an optimal design'],
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
    existing: maybe(Type.Array(Inputs, { description: 'Runs to keep and add to' })),
    max_iter: Type.Optional(Type.Integer({ minimum: 10, maximum: 10000 })),
    moments: Type.Optional(
      Type.Enum(['region', 'grid'], { description: 'What I averages over; default the feasible region' }),
    ),
    ...optimalSearch,
    order: RunOrder,
  },
  {
    title: 'OptimalDesignRequest',
    description: 'Exactly one of model_type and effects, and exactly one of n_points and p_multiplier',
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
      runs_per_plot: Type.Array(Type.Integer()),
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

const Numbers = Type.Array(nullable(Type.Number()));

const MixtureCoding = Type.Optional(
  Type.Object(
    {
      total: Type.Number(),
      components: Type.Array(Type.Object({ variable: Type.String(), lowest: Type.Number() })),
    },
    {
      description:
        'Where an equality fixes the sum of variables: columns are those of a Scheffé polynomial, without an intercept, in pseudo-components (x − lowest)/(total − sum of the lowest)',
    },
  ),
);

export const EvaluateDesignRequest = Type.Object(
  {
    ...modelSpec,
    points: maybe(Type.Array(Inputs, { description: 'Default: the recorded experiments' })),
    significance: Type.Optional(Type.Number({ exclusiveMinimum: 0, exclusiveMaximum: 1 })),
    signal_to_noise: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
    random_seed: Seed,
  },
  {
    title: 'EvaluateDesignRequest',
    description: 'Exactly one of model_type and effects',
    examples: [{ model_type: 'linear', points: [{ a: 0 }, { a: 10 }] }],
  },
);
export type EvaluateDesignRequest = Static<typeof EvaluateDesignRequest>;

export const DesignEvaluation = Type.Object(
  {
    runs: Type.Integer(),
    parameters: Type.Integer(),
    column_names: Type.Array(Type.String()),
    mixture: MixtureCoding,
    inestimable: Type.Array(
      Type.String({ description: 'Terms that cannot be estimated; with any, quality is null' }),
    ),
    error_degrees: Type.Integer(),
    pure_error_degrees: Type.Integer(),
    quality: nullable(
      Type.Object(
        {
          d_efficiency: Type.Number(),
          a_efficiency: Type.Number(),
          g_efficiency: Type.Number(),
          average_variance: Type.Number(),
          largest_variance: Type.Number(),
          smallest_variance: Type.Number(),
          condition_number: nullable(Type.Number()),
          fds: Type.Object({ fraction: Numbers, variance: Numbers }),
          coefficients: Type.Array(
            Type.Object({
              name: Type.String(),
              standard_error: Type.Number(),
              variance_inflation: nullable(Type.Number()),
              power: nullable(Type.Number()),
            }),
          ),
          alias_matrix: Type.Array(Type.Number(), { description: 'Row-major, model columns × alias_names' }),
          losses: Type.Array(JsonObject, { description: 'The effect of losing each run' }),
        },
        { additionalProperties: true },
      ),
    ),
    alias_names: Type.Array(Type.String()),
    correlation: Type.Object({ names: Type.Array(Type.String()), matrix: Numbers }),
  },
  { title: 'DesignEvaluation', additionalProperties: true },
);
export type DesignEvaluation = Static<typeof DesignEvaluation>;

export const analysisModels = ['linear', 'interaction', 'quadratic', 'recommended', 'largest'] as const;

export const AnalyseDesignRequest = Type.Object(
  {
    ...modelSpec,
    model_type: maybe(
      Type.Enum(analysisModels, {
        description:
          'recommended: main effects with products, squares or both, or alone, whichever predicts left-out runs best (PRESS); largest: main effects, then products, then squares, as far as the runs estimate them',
      }),
    ),
    target: maybe(Type.String({ description: 'Objective; default the first' })),
    block: maybe(
      Type.String({
        description:
          'Column of the experiments whose values are blocks, such as days or batches: a main effect before all other terms',
      }),
    ),
    confidence: Type.Optional(Type.Number({ exclusiveMinimum: 0, exclusiveMaximum: 1 })),
  },
  {
    title: 'AnalyseDesignRequest',
    description: 'Exactly one of model_type and effects; the recorded experiments are analysed',
    examples: [{ model_type: 'quadratic' }],
  },
);
export type AnalyseDesignRequest = Static<typeof AnalyseDesignRequest>;

const AnovaLine = Type.Object({
  name: Type.String(),
  degrees: Type.Integer(),
  sum_of_squares: Type.Number(),
  mean_square: nullable(Type.Number()),
  f_value: nullable(Type.Number()),
  p_value: nullable(Type.Number()),
});

const ModelFamily = Type.Enum(['linear', 'interaction', 'linear_and_squares', 'quadratic', 'special_cubic']);

export const DesignAnalysis = Type.Object(
  {
    target: Type.String(),
    block: Type.Optional(Type.String({ description: 'Column whose values are the blocks' })),
    runs: Type.Integer(),
    model: Type.Optional(
      Type.Object(
        {
          terms: Type.Array(Type.String()),
          dropped: Type.Array(
            Type.String({
              description: 'Terms of the chosen families that are confounded with earlier ones',
            }),
          ),
          name: Type.Optional(ModelFamily),
          considered: Type.Optional(
            Type.Array(
              Type.Object({
                name: ModelFamily,
                terms: Type.Integer(),
                degrees: Type.Integer({ description: 'Degrees of freedom for error' }),
                predicted_r_squared: nullable(Type.Number()),
              }),
              { description: 'With model_type recommended: the models that were compared' },
            ),
          ),
        },
        { description: 'With model_type recommended or largest: the chosen terms' },
      ),
    ),
    rows: Type.Optional(
      Type.Array(Type.Integer(), {
        description: 'Numbers of the experiments analysed, from 0, when some have no value of the objective',
      }),
    ),
    n_limits: Type.Optional(
      Type.Integer({ description: 'Experiments left out because only a limit of the objective is known' }),
    ),
    coefficients: Type.Array(
      Type.Object({
        name: Type.String(),
        estimate: Type.Number(),
        standard_error: nullable(Type.Number()),
        t_value: nullable(Type.Number()),
        p_value: nullable(Type.Number()),
        interval: nullable(Type.Array(Type.Number())),
        variance_inflation: nullable(Type.Number()),
      }),
    ),
    references: Type.Optional(
      Type.Array(Type.Object({ variable: Type.String(), category: Type.String() }), {
        description:
          'Categorical variables and the category that their coefficients are differences from: the first that was run',
      }),
    ),
    mixture: MixtureCoding,
    sequential: Type.Array(AnovaLine, { description: 'Terms in order, each adjusted for those before it' }),
    partial: Type.Array(AnovaLine, {
      description:
        'Terms, each adjusted for all others: type III, averaged over the categories of other variables',
    }),
    regression: AnovaLine,
    residual: Type.Object({
      degrees: Type.Integer(),
      sum_of_squares: Type.Number(),
      mean_square: nullable(Type.Number()),
    }),
    lack_of_fit: nullable(Type.Object({ lack_of_fit: AnovaLine, pure_error: AnovaLine })),
    r_squared: nullable(Type.Number()),
    adjusted_r_squared: nullable(Type.Number()),
    predicted_r_squared: nullable(Type.Number()),
    root_mean_square_error: nullable(Type.Number()),
    fitted: Numbers,
    residuals: Numbers,
    leverage: Numbers,
    studentized: Numbers,
    cooks_distance: Numbers,
    effects: nullable(JsonObject),
    canonical: nullable(JsonObject),
  },
  { title: 'DesignAnalysis', additionalProperties: true },
);
export type DesignAnalysis = Static<typeof DesignAnalysis>;
