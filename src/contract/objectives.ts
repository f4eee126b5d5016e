import { type Static, Type } from 'typebox';
import { Goal, nullable } from './common.ts';

/** What is measured, in which direction it is to go, and what it must keep to. */
export const Objective = Type.Object(
  {
    name: Type.String({ minLength: 1 }),
    label: Type.Optional(nullable(Type.String())),
    unit: Type.Optional(nullable(Type.String())),
    goal: Goal,
    at_least: Type.Optional(
      nullable(Type.Number({ description: 'Limit that runs must reach, output units' })),
    ),
    at_most: Type.Optional(
      nullable(Type.Number({ description: 'Limit that runs must not exceed, output units' })),
    ),
  },
  {
    title: 'Objective',
    examples: [{ name: 'yield', unit: '%', goal: 'maximize', at_least: 80 }],
  },
);
export type Objective = Static<typeof Objective>;

/** `PUT …/objectives`: the whole list, in the order in which arrays of outputs are given. */
export const ObjectivesRequest = Type.Object(
  { objectives: Type.Array(Objective, { minItems: 1 }) },
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

export const ObjectiveList = Type.Object(
  {
    objectives: Type.Array(
      Type.Object({
        name: Type.String(),
        label: nullable(Type.String()),
        unit: nullable(Type.String()),
        goal: nullable(Goal),
        at_least: nullable(Type.Number()),
        at_most: nullable(Type.Number()),
        n_values: Type.Integer({ description: 'Rows in which it was measured' }),
      }),
    ),
    declared: Type.Boolean({
      description: 'Somebody declared them; else they come from files or are the default',
    }),
  },
  { title: 'ObjectiveList' },
);
export type ObjectiveList = Static<typeof ObjectiveList>;
