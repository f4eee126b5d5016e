import { type Static, Type } from 'typebox';
import { changeLevels } from '../families.ts';
import { nullable, titled } from '../schema-parts.ts';
import { Row } from '../values.ts';
import { modelSpec, optimalSearch } from './design-search.ts';

const Units = Type.Integer({ minimum: 1, maximum: 5000 });
const Ratio = Type.Number({ minimum: 0, maximum: 1e6 });

export const OptimalSplitPlotRequest = Type.Object(
  {
    ...modelSpec,
    units: Type.Object(
      { very_hard: Type.Optional(Units), hard: Type.Optional(Units), easy: Units },
      {
        additionalProperties: false,
        description: 'Plots of each level within each plot of the previous level; easy: runs per plot',
      },
    ),
    variance_ratios: Type.Optional(
      Type.Object(
        { very_hard: Type.Optional(Ratio), hard: Type.Optional(Ratio) },
        {
          additionalProperties: false,
          description: 'Variance between the plots of a level over that between runs, default 1',
        },
      ),
    ),
    criterion: Type.Optional(Type.Enum(['D', 'A', 'I'])),
    ...optimalSearch,
  },
  {
    title: 'OptimalSplitPlotRequest',
    description:
      'Exactly one of model_type and effects; units for easy and for each level at which a variable changes',
    additionalProperties: false,
    examples: [{ model_type: 'quadratic', units: { hard: 6, easy: 3 }, variance_ratios: { hard: 1 } }],
  },
);
export type OptimalSplitPlotRequest = Static<typeof OptimalSplitPlotRequest>;

export const OptimalSplitPlotDesign = titled('OptimalSplitPlotDesign', {
  points: Type.Array(Row, {
    description: 'Variables with WholePlot, Subplot (three levels), RunOrder and Reason',
  }),
  n_points: Type.Integer(),
  info: Type.Object({
    criterion: Type.Enum(['D', 'A', 'I']),
    score: Type.Number(),
    D_eff: Type.Number(),
    A_eff: Type.Number(),
    average_prediction_variance: Type.Number(),
    p_columns: Type.Integer(),
    n_runs: Type.Integer(),
    model_terms: Type.Array(Type.String()),
    strata: Type.Array(
      Type.Object({
        level: Type.Enum(changeLevels),
        variables: Type.Array(Type.String()),
        units: Type.Integer({ description: 'Within each plot of the previous level' }),
        total: Type.Integer({ description: 'In the whole design' }),
        variance_ratio: nullable(Type.Number({ description: 'null for the runs themselves' })),
      }),
      { description: 'From the hardest to change' },
    ),
    random_seed: Type.Integer(),
  }),
});
export type OptimalSplitPlotDesign = Static<typeof OptimalSplitPlotDesign>;
