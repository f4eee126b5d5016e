import { type Static, Type } from 'typebox';
import { JsonObject, maybe, nullable } from '../schema-parts.ts';
import { Inputs } from '../values.ts';
import { modelSpec, Seed } from './design-search.ts';

/** What designs and recorded runs can estimate, and what results say. */

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

const Block = maybe(
  Type.String({
    description:
      'Column of the runs whose values are blocks, such as days or batches: a main effect before all other terms',
  }),
);

export const EvaluateDesignRequest = Type.Object(
  {
    ...modelSpec,
    points: maybe(
      Type.Array(Inputs, {
        description:
          'Default: the recorded experiments. WholePlot (and Subplot) of a run are the plots that it is made in.',
      }),
    ),
    block: Block,
    variance_ratios: maybe(
      Type.Object(
        {
          WholePlot: Type.Optional(Type.Number({ minimum: 0, maximum: 1e6 })),
          Subplot: Type.Optional(Type.Number({ minimum: 0, maximum: 1e6 })),
        },
        {
          additionalProperties: false,
          description:
            'Where runs carry WholePlot: variance between the plots of a level over that between runs, default 1',
        },
      ),
    ),
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
    warnings: Type.Array(
      Type.String({
        description: 'Runs that lie outside the region, and amounts that miss the total of their mixture',
      }),
    ),
    inestimable: Type.Array(
      Type.String({
        description:
          'Terms that cannot be estimated in addition to the previous ones; if there are any, quality is null',
      }),
    ),
    confounded: Type.Array(
      Type.Object({
        term: Type.String(),
        with: Type.Array(Type.String(), {
          description:
            'Terms whose sum equals its columns up to a constant: Intercept if it is constant, none if it is 0 in all runs',
        }),
      }),
      {
        description: 'The alias structure: the inestimable terms, and the terms that each is confounded with',
      },
    ),
    error_degrees: Type.Integer(),
    pure_error_degrees: Type.Integer(),
    strata: Type.Optional(
      Type.Array(
        Type.Object({
          name: Type.String({ description: 'WholePlot, Subplot or Residual' }),
          count: Type.Integer({ description: 'Plots, or runs' }),
          variance_ratio: Type.Number({ description: 'Variance over that of a run' }),
          degrees: Type.Integer({ description: 'Degrees of freedom that the model leaves' }),
        }),
        {
          description:
            'Where runs carry WholePlot: the evaluation is by generalized least squares with these ratios of variances',
        },
      ),
    ),
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
              degrees: nullable(
                Type.Number({
                  description: 'Degrees of freedom of the error; for runs in plots by Satterthwaite',
                }),
              ),
              power: nullable(Type.Number()),
            }),
          ),
          terms: Type.Array(
            Type.Object({
              name: Type.String(),
              degrees: Type.Integer({ description: 'Coefficients of the term' }),
              error_degrees: nullable(Type.Number({ description: 'Degrees of freedom of the error' })),
              power: nullable(Type.Number()),
            }),
            {
              description:
                'All terms except the intercept, with the power of the F test of all their coefficients: deviations of categories from their average alternate, signal_to_noise and its negative',
            },
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
          'recommended: main effects with products, squares or both, or alone, whichever predicts left-out runs best (PRESS; for runs in plots by the mixed model); largest: main effects, then products, then squares, as far as the runs estimate them',
      }),
    ),
    target: maybe(Type.String({ description: 'Objective; default the first' })),
    block: Block,
    confidence: Type.Optional(Type.Number({ exclusiveMinimum: 0, exclusiveMaximum: 1 })),
    box_cox_lambda: Type.Optional(
      Type.Number({
        minimum: -2,
        maximum: 2,
        description:
          'Box–Cox transformation of the results: 0.5 is the square root, 0 the logarithm, -1 the reciprocal; default 1, no transformation. All results must be positive.',
      }),
    ),
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
  f_value: nullable(
    Type.Number({ description: 'Null, with its p-value, where the error is 0 or has no degrees of freedom' }),
  ),
  p_value: nullable(Type.Number()),
});

const MixedModel = Type.Object(
  {
    variances: Type.Array(
      Type.Object({
        name: Type.String({ description: 'WholePlot, Subplot or Residual' }),
        variance: Type.Number({ description: '0 if plots vary no more than their runs' }),
        standard_deviation: Type.Number(),
        share: Type.Number({ description: 'Of the sum of all variances' }),
        standard_error: Type.Number({ description: 'Of the variance' }),
        count: Type.Integer({ description: 'Plots, or runs' }),
      }),
    ),
    coefficients: Type.Array(
      Type.Object({
        name: Type.String(),
        estimate: Type.Number(),
        standard_error: Type.Number(),
        degrees: Type.Number({ description: 'Degrees of freedom by Kenward and Roger' }),
        t_value: nullable(Type.Number()),
        p_value: nullable(Type.Number()),
        interval: Type.Array(Type.Number()),
      }),
    ),
    tests: Type.Array(
      Type.Object({
        name: Type.String(),
        degrees: Type.Integer(),
        error_degrees: Type.Number({ description: 'Degrees of freedom of the error by Kenward and Roger' }),
        f_value: nullable(Type.Number()),
        p_value: nullable(Type.Number()),
      }),
      { description: 'Terms, each adjusted for all others, as in partial' },
    ),
    log_likelihood: Type.Number({ description: 'Restricted, for the columns of the coefficients' }),
  },
  {
    description:
      'Where runs carry WholePlot: the model with a random effect of each plot (and Subplot), by restricted maximum likelihood (REML). Its standard errors and tests take the plots into account; the fields of least squares do not.',
  },
);

const BoxCox = nullable(
  Type.Object(
    {
      lambda: Type.Array(Type.Number()),
      log_likelihood: Type.Array(Type.Number(), {
        description: "Profile log likelihood of each lambda, up to a constant, as R's MASS::boxcox gives it",
      }),
      maximum: Type.Number({ description: 'Lambda of the largest likelihood' }),
      interval: Type.Array(nullable(Type.Number()), {
        description: 'Confidence interval of lambda; an end is null where it lies beyond -2 or 2',
      }),
      limit: Type.Number({ description: 'Log likelihood at the ends of the interval' }),
      recommended: Type.Number({
        description:
          '1, no transformation, if the interval contains 1; otherwise the one of 2, 1, 0.5, 0, -0.5, -1 and -2 that is nearest to the maximum',
      }),
    },
    {
      description:
        'How well the model fits transformed results; null where not all are positive, fewer than three degrees of freedom are left for error, or runs were made in plots',
    },
  ),
);

const Ends = nullable(Type.Object({ lower: Numbers, upper: Numbers }));

const Predicted = Type.Object(
  {
    value: Numbers,
    confidence_interval: Ends,
    prediction_interval: Ends,
  },
  {
    description:
      'Fitted results of the runs in their own unit, by least squares: means, or medians where the results were transformed, with intervals of the mean (median) and of one new result. Intervals are null without degrees of freedom for error and for runs in plots; a value or an end is null where it is infinite.',
  },
);

const ModelFamily = Type.Enum(['linear', 'interaction', 'linear_and_squares', 'quadratic', 'special_cubic']);

export const DesignAnalysis = Type.Object(
  {
    target: Type.String(),
    warnings: Type.Array(Type.String({ description: 'Data that the analysis does not take into account' })),
    block: Type.Optional(Type.String({ description: 'Column whose values are the blocks' })),
    runs: Type.Integer(),
    model: Type.Optional(
      Type.Object(
        {
          terms: Type.Array(Type.String()),
          dropped: Type.Array(
            Type.String({
              description: 'Terms of the chosen kind that are confounded with earlier ones',
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
                aicc: nullable(
                  Type.Number({ description: 'For comparison, not the criterion; null for runs in plots' }),
                ),
              }),
              {
                description:
                  'With model_type recommended: the models that were compared. The one with the largest predicted R² was taken.',
              },
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
      Type.Integer({ description: 'Experiments that were left out because their result is only a limit' }),
    ),
    transformation: Type.Optional(
      Type.Object(
        { lambda: Type.Number(), geometric_mean: Type.Number({ description: 'g, of the results y' }) },
        {
          description:
            'With box_cox_lambda: results were fitted as g + g((y/g)^lambda - 1)/lambda, or g + g ln(y/g) where lambda is 0. All fields but box_cox, predicted and result_value of canonical are of transformed results.',
        },
      ),
    ),
    box_cox: BoxCox,
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
          'Reference category of each categorical variable, from which its coefficients are differences: the first that has runs',
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
    aicc: nullable(
      Type.Number({
        description:
          "Akaike's criterion, corrected for few runs; the error variance counts as a parameter. Comparable between transformations.",
      }),
    ),
    bic: nullable(Type.Number({ description: "Schwarz's criterion, with the same parameters" })),
    predicted: Predicted,
    fitted: Numbers,
    residuals: Numbers,
    leverage: Numbers,
    studentized: Type.Array(nullable(Type.Number()), { description: 'Internally' }),
    externally_studentized: Type.Array(nullable(Type.Number()), {
      description: 'With the error estimated without the run',
    }),
    outlier_limit: nullable(
      Type.Number({
        description:
          'Size that the largest externally studentized residual exceeds by chance with probability 1 - confidence (Bonferroni)',
      }),
    ),
    cooks_distance: Numbers,
    effects: nullable(JsonObject),
    canonical: nullable(JsonObject),
    mixed_model: Type.Optional(MixedModel),
  },
  { title: 'DesignAnalysis', additionalProperties: true },
);
export type DesignAnalysis = Static<typeof DesignAnalysis>;
