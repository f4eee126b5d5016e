import { type Static, Type } from 'typebox';
import { nullable } from '../schema-parts.ts';
import { Inputs, Output } from '../values.ts';
import { ComputedBy } from './computed-by.ts';

export const PredictRequest = Type.Object(
  {
    inputs: Type.Array(Inputs),
    quantiles: Type.Optional(
      Type.Array(Type.Number({ exclusiveMinimum: 0, exclusiveMaximum: 1 }), {
        minItems: 1,
        maxItems: 99,
        description: 'Probabilities of the quantiles of one new measurement, such as 0.1',
      }),
    ),
    output: Type.Optional(
      Type.Array(nullable(Output), {
        description: 'A measured value for each point (or null): adds its log_density',
      }),
    ),
  },
  {
    title: 'PredictRequest',
    examples: [
      { inputs: [{ temperature: 80, solvent: 'THF' }] },
      { inputs: [{ temperature: 80, solvent: 'THF' }], quantiles: [0.1, 0.9], output: [0.52] },
    ],
  },
);
export type PredictRequest = Static<typeof PredictRequest>;

const interval = (description: string) =>
  Type.Array(Type.Number(), { minItems: 2, maxItems: 2, description });

const Moments = {
  mean: Type.Number({
    description: 'The median if the model uses logarithms or logits of the results',
  }),
  std: Type.Number({
    description: 'Standard deviation of the curve, that is, of the mean of many measurements',
  }),
  confidence_interval_95: interval(
    'Contains the curve, that is, the mean of many measurements, with probability 0.95; mean ± 1.96 std unless hyperparameters are sampled',
  ),
  std_measurement: Type.Number({ description: 'Standard deviation of one new measurement, noise included' }),
  prediction_interval_95: interval('Contains one new measurement with probability 0.95'),
  quantiles: Type.Optional(
    Type.Array(Type.Number(), { description: 'Of one new measurement, in the order of the request' }),
  ),
  log_density: Type.Optional(
    Type.Number({
      description:
        'Log density of the given output as one new measurement. Absent for a limit, and where the model expects one value with a standard deviation of 0 (a recorded run with a noise variance of 0): such a prediction has no finite density',
    }),
  ),
};

export const Prediction = Type.Object({
  inputs: Inputs,
  ...Moments,
  objectives: Type.Optional(
    Type.Record(Type.String(), Type.Object(Moments), {
      description: 'Several objectives: each by name; mean and std above are those of the first',
    }),
  ),
});
export type Prediction = Static<typeof Prediction>;

export const PredictResponse = Type.Object(
  {
    predictions: Type.Array(Prediction),
    n_predictions: Type.Integer(),
    computed_by: Type.Optional(ComputedBy),
  },
  {
    title: 'PredictResponse',
    examples: [
      {
        predictions: [
          {
            inputs: { temperature: 80 },
            mean: 0.5,
            std: 0.1,
            confidence_interval_95: [0.304, 0.696],
            std_measurement: 0.125,
            prediction_interval_95: [0.255, 0.745],
          },
        ],
        n_predictions: 1,
      },
    ],
  },
);
export type PredictResponse = Static<typeof PredictResponse>;
