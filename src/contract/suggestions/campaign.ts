import { type Static, Type } from 'typebox';
import { tableFormatWords } from '../imports/table-formats.ts';
import { maybe, nullable, titled } from '../schema-parts.ts';
import { Goal, Inputs } from '../values.ts';

const ByObjective = Type.Record(Type.String(), Type.Number());

/** Why a run is proposed; the words say it with its numbers. */
export const SuggestionReason = titled('SuggestionReason', {
  kind: Type.Enum(['first_points', 'exploit', 'explore', 'replicate', 'boundary'], {
    description:
      'first_points: spread over the space, because the results are too few or too alike for a model; exploit: expected to be at least as good as the ' +
      'best; boundary: the same, at an end of a range; explore: expected to be worse, but uncertain enough to be ' +
      'better; replicate: repeats a run that is recorded, staged or earlier in this batch',
  }),
  text: Type.String(),
  expected_gain: Type.Optional(
    Type.Number({
      description:
        'Expected gain over the best recorded settings, both as values of the curve; one objective. A run without a result gains nothing (`success_probability`)',
    }),
  ),
  probability_of_gain: Type.Optional(
    Type.Number({
      description:
        'Probability that this gain is above 0; several objectives: that the run meets all limits and no recorded run is expected to be better in every objective',
    }),
  ),
  best_so_far: Type.Optional(
    Type.Number({
      description:
        'Expected value of the best recorded settings that can still be made, with the values that are held or observed in this request',
    }),
  ),
  nearest_run: Type.Optional(
    Type.Object({
      row: Type.Integer({ description: 'Experiment, counted from 0' }),
      distance: Type.Number({
        description: 'Root of the mean squared difference, each variable in units of its range; 0: the same',
      }),
      output: Type.Optional(
        Type.Number({
          description: 'One objective, up to a distance of 0.01, of a run that was measured once: its result',
        }),
      ),
      expected: Type.Optional(
        Type.Number({ description: 'With `output`: the value that the other runs suggest there' }),
      ),
      std: Type.Optional(
        Type.Number({ description: 'With `expected`: standard deviation of one measurement' }),
      ),
    }),
  ),
  at_bounds: Type.Array(Type.String(), { description: 'Variables at an end of their range' }),
  dominated: Type.Optional(
    Type.Boolean({
      description: 'Several objectives: a recorded run is expected to be better in all of them',
    }),
  ),
  alternatives: Type.Array(
    Type.Object({
      inputs: Inputs,
      share: Type.Number({ description: 'Value as a share of the value of the suggestion, 0 to 1' }),
    }),
    { description: 'Candidates that were not chosen, best first' },
  ),
});
export type SuggestionReason = Static<typeof SuggestionReason>;

export const Recommendation = Type.Object(
  {
    row: Type.Integer({ description: 'Experiment, counted from 0' }),
    inputs: Inputs,
    mean: ByObjective,
    std: ByObjective,
    desirability: Type.Optional(
      Type.Number({
        description: 'Expected joint desirability, if the objectives are joined by desirability',
      }),
    ),
    confidence_interval_95: Type.Record(Type.String(), Type.Array(Type.Number()), {
      description:
        'Of the curve at this point, not of one measurement; never below 0 for results that are modelled by the logarithm',
    }),
    settings: Type.Optional(
      Type.Object(
        { inputs: Inputs, mean: ByObjective, std: ByObjective },
        {
          description:
            'One objective with noise: the settings to use, measured or not, with the best expected value minus one standard deviation of the curve; with the values that are held or observed in this request',
        },
      ),
    ),
  },
  {
    title: 'Recommendation',
    description:
      'The recorded run to use if the campaign ended now, of those that can still be made, whatever its values of held and observed variables',
  },
);

export const StopAdvice = titled('StopAdvice', {
  runs: Type.Integer({ description: 'Number of future runs considered' }),
  expected_gain: Type.Number({
    description:
      'Mean gain of the best of them over the best run so far (the one of `best_so_far`), as values of the curve; several objectives: of hypervolume, over the reference point of `pareto`. Runs without a result gain nothing',
  }),
  interval_90: Type.Array(Type.Number(), { description: '5 % and 95 % quantiles of that gain' }),
  noise_std: Type.Optional(
    Type.Number({
      description: 'One objective: inferred standard deviation of repeated measurements of the best run',
    }),
  ),
  hypervolume: Type.Optional(
    Type.Number({ description: 'Several objectives: reached so far, over the reference point of `pareto`' }),
  ),
  text: Type.String(),
});
export type StopAdvice = Static<typeof StopAdvice>;

export const Effort = nullable(
  Type.Enum(['normal', 'fast'], { description: "Strategy 'auto': how long to search" }),
);

export const CampaignRequest = Type.Object(
  {
    goals: Type.Optional(
      Type.Union([Type.Array(Goal, { minItems: 1 }), Type.Null()], {
        description: 'One per objective; null: none is set. Deprecated: `PUT …/objectives` declares goals',
        deprecated: true,
      }),
    ),
    ref_point: maybe(
      Type.Array(Type.Number(), {
        minItems: 2,
        description: 'Reference point of hypervolumes, one value per objective; null: by rule',
      }),
    ),
  },
  { title: 'CampaignRequest', additionalProperties: false, examples: [{ ref_point: [0, 0] }] },
);
export type CampaignRequest = Static<typeof CampaignRequest>;

export const Campaign = titled('Campaign', {
  goals: nullable(Type.Array(Goal)),
  ref_point: nullable(Type.Array(Type.Number())),
  n_candidates: nullable(Type.Integer({ description: 'Runs of the candidate list; null: there is none' })),
  progress: Type.Array(
    Type.Object({
      row: Type.Integer({ description: 'Experiment, counted from 0' }),
      best: Type.Optional(
        Type.Number({
          description: 'One objective: best output so far that meets its limits; absent before the first',
        }),
      ),
      hypervolume: Type.Optional(
        Type.Number({
          description:
            'Several objectives: dominated so far; absent where it would take too long, or is beyond the range of a 64-bit float',
        }),
      ),
      desirability: Type.Optional(
        Type.Number({
          description:
            'Best joint desirability so far of runs that meet the limits, if objectives are joined by it',
        }),
      ),
      limit: Type.Optional(
        Type.Boolean({ description: 'The result is known only as a limit, which was certainly reached' }),
      ),
    }),
    {
      description:
        'After each experiment, by the goals of the campaign, else of the last suggestion, else of the model, else to maximize; hypervolumes over the reference point of `pareto` in the state',
    },
  ),
});
export type Campaign = Static<typeof Campaign>;

export const CandidatesRequest = Type.Object(
  {
    candidates: Type.Array(Inputs, {
      minItems: 1,
      maxItems: 1_000_000,
      description:
        'A value for each controllable variable; other keys, such as a name, are kept with the runs',
    }),
    repeats: Type.Optional(
      Type.Boolean({ description: 'Whether a run may be proposed more than once; default false' }),
    ),
  },
  {
    title: 'CandidatesRequest',
    additionalProperties: false,
    examples: [{ candidates: [{ temperature: 80, solvent: 'THF' }] }],
  },
);
export type CandidatesRequest = Static<typeof CandidatesRequest>;

export const CandidatesPatch = Type.Object(
  { repeats: Type.Boolean({ description: 'Whether a run may be proposed more than once' }) },
  { title: 'CandidatesPatch', additionalProperties: false, examples: [{ repeats: true }] },
);
export type CandidatesPatch = Static<typeof CandidatesPatch>;

export const CandidatesForm = titled('CandidatesForm', {
  file: Type.String({
    format: 'binary',
    description: `${tableFormatWords}: a column for each controllable variable; other columns, such as names, are kept with the runs`,
  }),
  repeats: Type.Optional(Type.Enum(['true', 'false'])),
});

export const CandidatesQuery = Type.Object({
  skip: Type.Optional(Type.Integer({ minimum: 0 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
});
export type CandidatesQuery = Static<typeof CandidatesQuery>;

export const Candidates = titled('Candidates', {
  candidates: Type.Array(Inputs, {
    description: 'A page of the list, with the other columns of the file',
  }),
  total: Type.Integer(),
  left: Type.Integer({
    description:
      'Different runs of the list that are not recorded, pending or failed; with `repeats` all rows. Limits and constraints may leave fewer',
  }),
  repeats: Type.Boolean(),
  warnings: Type.Optional(
    Type.Array(Type.String(), {
      description: 'Remarks about the reading of the file',
    }),
  ),
});
export type Candidates = Static<typeof Candidates>;

export const BacktestRequest = Type.Object(
  {
    mode: Type.Optional(
      Type.Enum(['replay', 'simulate'], {
        description:
          'replay: only recorded runs can be chosen; simulate: results come from curves drawn from the model of the ' +
          'records, with its noise. Default replay',
      }),
    ),
    goal: Type.Optional(Goal),
    batch_sizes: Type.Optional(
      Type.Array(Type.Integer({ minimum: 1, maximum: 100 }), { minItems: 1, maxItems: 5 }),
    ),
    runs: Type.Optional(Type.Integer({ minimum: 4, maximum: 200, description: 'Default 30' })),
    repeats: Type.Optional(Type.Integer({ minimum: 2, maximum: 100, description: 'Default 10' })),
    target: maybe(
      Type.Number({
        description:
          'Output to reach; default the best less a twentieth of the range of the outputs. Goal target: an output that is close enough. ' +
          'Several objectives: hypervolume to reach, beyond `ref_point` of the campaign or else beyond the worst results moved outwards by a tenth ' +
          'of their range; default 95 % of that of all runs that can be chosen',
      }),
    ),
    seed: maybe(Type.Integer()),
  },
  {
    title: 'BacktestRequest',
    additionalProperties: false,
    examples: [{ mode: 'simulate', batch_sizes: [1, 4] }],
  },
);
export type BacktestRequest = Static<typeof BacktestRequest>;

export const Backtest = titled('Backtest', {
  mode: Type.Enum(['replay', 'simulate']),
  runs: Type.Integer(),
  repeats: Type.Integer(),
  choices: Type.Integer({ description: 'Different runs that could be chosen' }),
  target: Type.Number({
    description: 'Median over the repeats; with goal target, the distance that is close enough',
  }),
  curves: Type.Array(
    Type.Object({
      searcher: Type.Enum(['auto', 'design', 'random', 'recorded'], {
        description:
          "auto: strategy 'auto'; design: a space-filling design; random: in random order; recorded: in the recorded order",
      }),
      batch_size: Type.Integer(),
      best: Type.Array(
        Type.Object({
          runs: Type.Integer(),
          median: Type.Number(),
          interval_80: Type.Array(Type.Number()),
        }),
        {
          description:
            'Output of the best run so far that meets the limits, without noise; goal target: distance of the closest one; ' +
            'several objectives: hypervolume so far; interval: 10 % and 90 % over the repeats',
        },
      ),
      runs_to_target: nullable(
        Type.Integer({ description: 'Median over the repeats; null: fewer than half reached it' }),
      ),
      interval_80: Type.Array(nullable(Type.Integer()), {
        description: '10 % and 90 % of the runs to the target; null: not reached',
      }),
      reached: Type.Number({ description: 'Share of the repeats that reached the target' }),
    }),
  ),
  seed: Type.Integer(),
  text: Type.String(),
});
export type Backtest = Static<typeof Backtest>;
