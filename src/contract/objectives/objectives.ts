import { type Static, Type } from 'typebox';
import { maybe, nullable, oneLine, titled, visibleName } from '../schema-parts.ts';

export const ObjectiveGoal = Type.Enum(['maximize', 'minimize', 'target', 'at_least', 'at_most'], {
  description:
    'target: come close to a value; at_least, at_most: meet the limit of the same name; beyond it nothing is gained',
});
export type ObjectiveGoal = Static<typeof ObjectiveGoal>;

const DesirabilityRange = Type.Object(
  {
    low: Type.Number(),
    high: Type.Number(),
    curve: maybe(
      Type.Number({ description: 'Exponent; 1 linear, above 1 values near the best end count more' }),
    ),
  },
  {
    title: 'DesirabilityRange',
    description:
      'Outputs between which desirability goes from 0 to 1 (maximize, at_least), from 1 to 0 (minimize, at_most), or ' +
      'from 0 to 1 at the target and back (Derringer and Suich 1980)',
  },
);

const BoundsPair = Type.Array(nullable(Type.Number()), {
  minItems: 2,
  maxItems: 2,
  description:
    'Lowest and highest possible result, output units; null: no such end. Predictions of backend and strategy `auto` keep to them',
});

export const ResultBounds = titled('ResultBounds', {
  low: nullable(Type.Number()),
  high: nullable(Type.Number()),
  assumed: nullable(
    Type.String({ description: 'Why they are assumed, such as the unit %; null: they were declared' }),
  ),
});
export type ResultBounds = Static<typeof ResultBounds>;

/** What models keep to. */
export const boundsByObjective = {
  bounds: Type.Optional(
    Type.Record(Type.String(), ResultBounds, {
      description: 'Bounds of results by objective; absent if none has bounds',
    }),
  ),
};

/** Of a trained model. */
export const crossValidated = {
  cross_validated: Type.Optional(
    Type.Array(Type.String(), {
      description: 'Objectives that have plots of cross-validation: those with five rows or more',
    }),
  ),
};

export const modelWarnings = {
  warnings: Type.Optional(
    Type.Array(Type.String(), {
      description:
        'Reasons why the model differs from the last training: its rows had changed when the session was opened; backend auto: objectives whose bounds have changed since, so that it must be trained again. Absent if there are none',
    }),
  ),
};

export const ObjectiveJoin = Type.Enum(['pareto', 'desirability'], {
  description:
    'How several objectives are joined: by their Pareto front, or by the geometric mean of their desirabilities. ' +
    'Default: desirability if a goal is target, at_least or at_most, else pareto',
});
export type ObjectiveJoin = Static<typeof ObjectiveJoin>;

/** What is measured, in which direction it is to go, and what it must keep to. */
export const Objective = Type.Object(
  {
    name: visibleName(),
    label: maybe(oneLine()),
    unit: maybe(oneLine()),
    goal: ObjectiveGoal,
    target: maybe(Type.Number({ description: "Value to reach; goal 'target'" })),
    at_least: maybe(Type.Number({ description: 'Limit that runs must reach, output units' })),
    at_most: maybe(Type.Number({ description: 'Limit that runs must not exceed, output units' })),
    importance: maybe(Type.Number({ description: 'Weight in the joint desirability, above 0; default 1' })),
    desirability: maybe(DesirabilityRange),
    bounds: maybe(BoundsPair),
  },
  {
    title: 'Objective',
    examples: [{ name: 'yield', unit: '%', goal: 'maximize', at_least: 80 }],
  },
);
export type Objective = Static<typeof Objective>;

/** `PUT …/objectives`: the whole list, in the order in which arrays of outputs are given. */
export const ObjectivesRequest = Type.Object(
  { objectives: Type.Array(Objective, { minItems: 1 }), join: maybe(ObjectiveJoin) },
  {
    title: 'ObjectivesRequest',
    examples: [
      {
        objectives: [
          { name: 'yield', unit: '%', goal: 'maximize' },
          { name: 'impurity', unit: '%', goal: 'minimize', at_most: 2 },
        ],
      },
    ],
  },
);
export type ObjectivesRequest = Static<typeof ObjectivesRequest>;

export const ObjectiveList = titled('ObjectiveList', {
  objectives: Type.Array(
    Type.Object({
      name: Type.String(),
      label: nullable(Type.String()),
      unit: nullable(Type.String()),
      goal: nullable(ObjectiveGoal),
      target: nullable(Type.Number()),
      at_least: nullable(Type.Number()),
      at_most: nullable(Type.Number()),
      importance: Type.Number(),
      desirability: nullable(Type.Object({ low: Type.Number(), high: Type.Number(), curve: Type.Number() })),
      desirability_now: nullable(
        Type.Object(
          { low: Type.Number(), high: Type.Number(), curve: Type.Number() },
          { description: 'In use: as declared, or else from the results; null before both' },
        ),
      ),
      bounds: nullable(BoundsPair),
      bounds_now: nullable(ResultBounds),
      n_values: Type.Integer({ description: 'Number of rows in which it was measured' }),
    }),
  ),
  join: ObjectiveJoin,
  declared: Type.Boolean({
    description: 'true: they were declared; false: they come from a file or are the default',
  }),
  warnings: Type.Optional(
    Type.Array(Type.String(), {
      description:
        'Answer of PUT: recorded results beyond the declared bounds, by row; absent where there are none',
    }),
  ),
});
export type ObjectiveList = Static<typeof ObjectiveList>;
