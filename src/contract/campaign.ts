import { type Static, Type } from 'typebox';
import { Inputs, nullable } from './common.ts';

const ByObjective = Type.Record(Type.String(), Type.Number());

/** Why a run is proposed; the words say it with its numbers. */
export const SuggestionReason = Type.Object(
  {
    kind: Type.Enum(['first_points', 'exploit', 'explore', 'replicate', 'boundary'], {
      description:
        'first_points: spread over the space, as too few runs are known; exploit: expected to be at least as good as the ' +
        'best; boundary: the same, at an end of a range; explore: expected to be worse, but little is known there; ' +
        'replicate: a recorded or staged run again',
    }),
    text: Type.String(),
    expected_gain: Type.Optional(
      Type.Number({ description: 'Expected gain over the expected value of the best run; one objective' }),
    ),
    probability_of_gain: Type.Optional(Type.Number()),
    best_so_far: Type.Optional(Type.Number({ description: 'Expected value of the best recorded run' })),
    nearest_run: Type.Optional(
      Type.Object({
        row: Type.Integer({ description: 'Experiment, counted from 0' }),
        distance: Type.Number({
          description:
            'Root of the mean squared difference, each variable in units of its range; 0: the same',
        }),
      }),
    ),
    at_bounds: Type.Array(Type.String(), { description: 'Variables at an end of their range' }),
    dominated: Type.Optional(
      Type.Boolean({
        description: 'Several objectives: a recorded run is expected to be better in every one',
      }),
    ),
    alternatives: Type.Array(
      Type.Object({
        inputs: Inputs,
        share: Type.Number({ description: 'Worth as a share of the worth of the suggestion, 0 to 1' }),
      }),
      { description: 'What lost, best first' },
    ),
  },
  { title: 'SuggestionReason' },
);
export type SuggestionReason = Static<typeof SuggestionReason>;

export const Recommendation = Type.Object(
  {
    row: Type.Integer({ description: 'Experiment, counted from 0' }),
    inputs: Inputs,
    mean: ByObjective,
    std: ByObjective,
    confidence_interval_95: Type.Record(Type.String(), Type.Array(Type.Number()), {
      description: 'Of the curve at this point, not of one measurement',
    }),
  },
  { title: 'Recommendation', description: 'The recorded run to use if the campaign ended now' },
);
export type Recommendation = Static<typeof Recommendation>;

export const StopAdvice = Type.Object(
  {
    runs: Type.Integer({ description: 'Runs looked ahead' }),
    expected_gain: Type.Number({ description: 'Mean gain of the best of them over the best run so far' }),
    interval_90: Type.Array(Type.Number(), { description: '5 % and 95 % quantiles of that gain' }),
    noise_std: Type.Number({ description: 'Inferred deviation of a repeated measurement' }),
    text: Type.String(),
  },
  { title: 'StopAdvice' },
);
export type StopAdvice = Static<typeof StopAdvice>;

export const Effort = nullable(
  Type.Enum(['normal', 'fast'], { description: "Strategy 'auto': how long to search" }),
);
