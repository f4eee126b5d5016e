import { type Static, Type } from 'typebox';
import { SuggestionCost } from '../costs/cost.ts';
import { strategyText } from '../families.ts';
import { SuggestOptions } from '../family-options.ts';
import { ComputedBy } from '../models/computed-by.ts';
import { boundsByObjective } from '../objectives/objectives.ts';
import { checkedLater, maybe, nullable, titled } from '../schema-parts.ts';
import { Goal, Goals, Inputs, Scalar } from '../values.ts';
import { Effort, Recommendation, StopAdvice, SuggestionReason } from './campaign.ts';

const Values = nullable(Inputs);

export const SuggestRequest = Type.Object(
  {
    strategy: Type.Optional(Type.String({ description: strategyText })),
    n_suggestions: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100, description: "Up to 10; strategy 'auto' up to 100" }),
    ),
    effort: Type.Optional(Effort),
    goal: Type.Optional(Goals),
    xi: maybe(Type.Number()),
    kappa: maybe(Type.Number()),
    beta: maybe(Type.Number()),
    hold: Type.Optional(Values),
    observed: Type.Optional(Values),
    context: Type.Optional(Values),
    ref_point: maybe(Type.Array(Type.Number())),
    mc_samples: maybe(Type.Integer({ minimum: 1, maximum: 8192 })),
    seed: maybe(Type.Integer()),
    pending: Type.Optional(Type.Boolean({ description: 'Treat staged and running experiments as pending' })),
    options: maybe(checkedLater(SuggestOptions)),
  },
  {
    title: 'SuggestRequest',
    additionalProperties: false,
    examples: [
      { strategy: 'auto' },
      { strategy: 'qEI', n_suggestions: 4, goal: 'maximize' },
      { strategy: 'EI', hold: { temperature: 80 } },
    ],
  },
);
export type SuggestRequest = Static<typeof SuggestRequest>;

export const SuggestionDiagnostics = titled('SuggestionDiagnostics', {
  held: Type.Array(Type.String()),
  knowledge_ratio: nullable(
    Type.Number({ description: '0: the data determine the function; 1: the model is at its prior' }),
  ),
  warnings: Type.Array(Type.String()),
  success_probability: Type.Optional(
    Type.Number({ description: 'If runs failed: the probability that this one gives a result' }),
  ),
  desirability: Type.Optional(
    Type.Number({ description: 'Expected joint desirability, if the objectives are joined by desirability' }),
  ),
  mean: Type.Optional(
    Type.Record(Type.String(), Type.Number(), {
      description:
        'Predicted, per objective; the median where logarithms or logits of the results are modelled',
    }),
  ),
  std: Type.Optional(
    Type.Record(Type.String(), Type.Number(), {
      description:
        'Of the curve, per objective; half the width of the central 68 % where logarithms or logits of the results are modelled',
    }),
  ),
  std_measurement: Type.Optional(
    Type.Record(Type.String(), Type.Number(), { description: "Of one new measurement; strategy 'auto'" }),
  ),
  prediction_interval_95: Type.Optional(
    Type.Record(Type.String(), Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }), {
      description: "Contains one new measurement with probability 0.95; strategy 'auto'",
    }),
  ),
  by_logarithm: Type.Optional(
    Type.Array(Type.String(), {
      description:
        "Strategy 'auto': objectives whose logarithms are modelled; their `mean` is the median, and no interval goes below 0",
    }),
  ),
  by_logit: Type.Optional(
    Type.Array(Type.String(), {
      description:
        "Strategy 'auto': objectives that are modelled by the logit of their place between `bounds`; their `mean` is the median",
    }),
  ),
  labels: Type.Optional(
    Type.Record(Type.String(), Scalar, {
      description: 'Other columns of the candidate list for this run, such as a name',
    }),
  ),
  reason: Type.Optional(SuggestionReason),
});
export type SuggestionDiagnostics = Static<typeof SuggestionDiagnostics>;

export const Front = titled('Front', {
  rows: Type.Array(Type.Integer(), { description: 'Pareto-optimal experiments, counted from 0' }),
  hypervolume: nullable(
    Type.Number({
      description:
        'Hypervolume that they dominate beyond the reference point; null: for so many runs and objectives it would take too long',
    }),
  ),
  reference_point: Type.Array(Type.Number()),
  goals: Type.Array(Goal),
  targets: Type.Optional(
    Type.Array(nullable(Type.Number()), {
      description:
        'Targets by objective; null: larger or smaller values are better. An objective with a target is compared by its distance from the target, which is minimized; its reference point is an output at the farthest distance that counts. Absent: no goal is a target',
    }),
  ),
  objectives: Type.Optional(
    Type.Array(Type.String(), {
      description:
        'Objectives to which `goals` and `reference_point` belong; absent: all of them. A goal that is a limit is no objective of the front: runs that do not meet it do not count',
    }),
  ),
  limit_rows: Type.Optional(
    Type.Array(Type.Integer(), {
      description: 'Those of them whose result is a limit that was certainly reached',
    }),
  ),
});
export type Front = Static<typeof Front>;

export const SuggestResponse = Type.Object(
  {
    suggestions: Type.Array(Inputs),
    n_suggestions: Type.Integer(),
    iteration: Type.Integer(),
    diagnostics: Type.Array(SuggestionDiagnostics, { description: 'One per suggestion' }),
    warnings: Type.Optional(
      Type.Array(Type.String(), { description: "Warnings about the answer as a whole; strategy 'auto'" }),
    ),
    strategy: Type.String(),
    acquisition_value: nullable(Type.Number()),
    seed: Type.Integer({ description: 'The same seed gives the same suggestions' }),
    data_revision: Type.Integer(),
    cost: Type.Optional(SuggestionCost),
    pareto: Type.Optional(Front),
    recommendation: Type.Optional(Recommendation),
    stop: Type.Optional(StopAdvice),
    ...boundsByObjective,
    computed_by: Type.Optional(ComputedBy),
  },
  {
    title: 'SuggestResponse',
    examples: [
      {
        suggestions: [{ temperature: 91.4, solvent: 'DMF' }],
        n_suggestions: 1,
        iteration: 12,
        diagnostics: [{ held: [], knowledge_ratio: 0.42, warnings: [] }],
        strategy: 'LogEI',
        acquisition_value: -1.3,
        seed: 42,
        data_revision: 12,
      },
    ],
  },
);
export type SuggestResponse = Static<typeof SuggestResponse>;

export const FindOptimumRequest = Type.Object(
  {
    goal: Type.Optional(Goal),
    observed: Type.Optional(Values),
    context: Type.Optional(Values),
    seed: maybe(Type.Integer()),
  },
  { title: 'FindOptimumRequest', examples: [{ goal: 'maximize' }] },
);
export type FindOptimumRequest = Static<typeof FindOptimumRequest>;

export const FindOptimumResponse = titled('FindOptimumResponse', {
  optimum: Inputs,
  predicted_value: Type.Number(),
  predicted_std: nullable(Type.Number()),
  success_probability: Type.Optional(
    Type.Number({ description: 'If runs failed: the probability that this one gives a result' }),
  ),
  goal: Goal,
  computed_by: Type.Optional(ComputedBy),
});
export type FindOptimumResponse = Static<typeof FindOptimumResponse>;
