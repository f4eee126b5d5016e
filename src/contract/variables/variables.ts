import { type Static, Type } from 'typebox';
import { changeLevels, hardLevels } from '../families.ts';
import { maybe, nullable, oneLine, titled, visibleName } from '../schema-parts.ts';
import { Scalar } from '../values.ts';
import { contradicted } from './constraints.ts';
import { variableRoles } from './variable-roles.ts';

export const variableTypes = ['real', 'categorical', 'integer', 'discrete', 'context'] as const;
const VariableType = Type.Enum(variableTypes);
const Role = Type.Enum(variableRoles);
const Changes = Type.Enum(changeLevels);

const retired = Type.Array(Type.String(), {
  description: 'Categories that stay in recorded rows and are not proposed again',
});
const unavailable = Type.Array(Scalar, {
  description: 'Categories or allowed values that are out of stock; not proposed while they are listed here',
});

const Scale = Type.Enum(['linear', 'log'], {
  description:
    "log: designs, models and suggestions work with the logarithm of the value; numeric variables with values above 0. Otherwise designs work with the value, and recipe and strategy 'auto' use the logarithm of a variable whose highest value is at least ten times its lowest if the runs are more probable that way",
});

/** A variable as a request spells it: `bounds`, or `min` and `max`; `categories`, or `values`. */
export const VariableRequest = Type.Object(
  {
    name: visibleName({ description: 'Unique within the session' }),
    type: Type.Optional(VariableType),
    bounds: maybe(Type.Array(Type.Number(), { minItems: 2, maxItems: 2 })),
    min: maybe(Type.Number()),
    max: maybe(Type.Number()),
    categories: maybe(Type.Array(Type.String())),
    values: maybe(Type.Array(Type.String())),
    allowed_values: maybe(Type.Array(Type.Number(), { minItems: 2 })),
    step: maybe(
      Type.Number({
        exclusiveMinimum: 0,
        description:
          'Smallest difference that can be set, counted from the lower bound; real and integer variables',
      }),
    ),
    unit: maybe(oneLine()),
    description: maybe(Type.String()),
    role: maybe(Role),
    changes: maybe(Changes),
    scale: maybe(Scale),
    retired: maybe(retired),
    unavailable: maybe(unavailable),
  },
  {
    title: 'VariableRequest',
    examples: [
      { name: 'temperature', type: 'real', bounds: [20, 120], unit: '°C' },
      { name: 'solvent', type: 'categorical', categories: ['THF', 'DMF'] },
    ],
  },
);
export type VariableRequest = Static<typeof VariableRequest>;

/** A variable that joins a campaign, which may have rows already. */
export const NewVariableRequest = Type.Object(
  {
    ...VariableRequest.properties,
    recorded_value: maybe(
      Type.Union([Type.Number(), Type.String()], {
        description: 'Value of the variable in recorded rows and staged runs',
      }),
    ),
  },
  {
    title: 'NewVariableRequest',
    examples: [
      { name: 'temperature', type: 'real', bounds: [20, 120], unit: '°C' },
      { name: 'pressure', type: 'real', bounds: [1, 10], unit: 'bar', recorded_value: 1 },
    ],
  },
);
export type NewVariableRequest = Static<typeof NewVariableRequest>;

/** `PATCH`: what is left out stays; null takes an optional field away. */
export const VariablePatch = Type.Object(
  {
    ...VariableRequest.properties,
    name: Type.Optional(visibleName({ description: 'A new name' })),
    why: maybe(Type.String({ maxLength: 2000, description: 'For the audit log' })),
  },
  {
    title: 'VariablePatch',
    examples: [
      { bounds: [20, 140], why: 'new oil bath' },
      { categories: ['THF', 'DMF', 'MeCN'], retired: ['DMF'] },
      { name: 'bath temperature' },
    ],
  },
);
export type VariablePatch = Static<typeof VariablePatch>;

/** A variable as every answer spells it. */
export const Variable = Type.Object(
  {
    name: Type.String(),
    type: VariableType,
    role: Role,
    changes: nullable(Changes),
    bounds: nullable(Type.Array(Type.Number())),
    categories: nullable(Type.Array(Type.String())),
    allowed_values: Type.Optional(Type.Array(Type.Number())),
    step: Type.Optional(Type.Number()),
    unit: maybe(Type.String()),
    description: maybe(Type.String()),
    scale: Type.Optional(Type.Literal('log')),
    retired: Type.Optional(retired),
    unavailable: Type.Optional(unavailable),
  },
  {
    title: 'Variable',
    examples: [
      {
        name: 'temperature',
        type: 'real',
        role: 'controllable',
        changes: 'easy',
        bounds: [20, 120],
        categories: null,
        unit: '°C',
      },
    ],
  },
);
export type Variable = Static<typeof Variable>;

/** A variable as files spell it: sparse, only what is set. */
export const StoredVariable = titled('StoredVariable', {
  name: Type.String(),
  type: VariableType,
  min: Type.Optional(Type.Number()),
  max: Type.Optional(Type.Number()),
  values: Type.Optional(Type.Array(Type.String())),
  allowed_values: Type.Optional(Type.Array(Type.Number())),
  step: Type.Optional(Type.Number()),
  unit: maybe(Type.String()),
  description: maybe(Type.String()),
  role: Type.Optional(Type.Literal('observed')),
  changes: Type.Optional(Type.Enum(hardLevels)),
  scale: Type.Optional(Type.Literal('log')),
  retired: Type.Optional(retired),
  unavailable: Type.Optional(unavailable),
});
export type StoredVariable = Static<typeof StoredVariable>;

export const VariableReplaced = Type.Intersect(
  [Variable, Type.Object({ message: Type.String(), variable: StoredVariable, ...contradicted })],
  { title: 'VariableReplaced' },
);
export type VariableReplaced = Static<typeof VariableReplaced>;

export const VariableChanged = Type.Intersect(
  [
    Variable,
    Type.Object({
      message: Type.String(),
      changes_made: Type.Array(Type.String(), { description: 'The changes, in words' }),
      notes: Type.Array(Type.String(), {
        description: 'The consequences for rows, staged runs and the model',
      }),
      rows_outside: Type.Integer({
        description: 'Recorded rows whose value is now outside the bounds or allowed values',
      }),
    }),
  ],
  { title: 'VariableChanged' },
);
export type VariableChanged = Static<typeof VariableChanged>;

export const VariableList = titled('VariableList', {
  variables: Type.Array(Variable),
  count: Type.Integer(),
  n_variables: Type.Integer({ description: 'Same as count' }),
});
export type VariableList = Static<typeof VariableList>;

export const VariableParams = Type.Object({ session_id: Type.String(), variable_name: Type.String() });

/** `POST /variables/load`: entries are checked one by one with their index, so the schema is loose here. */
export const VariablesDocument = Type.Union(
  [
    Type.Array(Type.Unknown()),
    Type.Object({
      variables: maybe(Type.Array(Type.Unknown())),
      constraints: maybe(Type.Array(Type.Unknown())),
    }),
  ],
  {
    title: 'VariablesDocument',
    examples: [
      [{ name: 'temperature', type: 'real', min: 20, max: 120 }],
      { variables: [], constraints: [] },
    ],
  },
);
export type VariablesDocument = Static<typeof VariablesDocument>;

export const VariablesLoaded = titled('VariablesLoaded', {
  message: Type.String(),
  n_variables: Type.Integer(),
  n_constraints: Type.Integer(),
  ...contradicted,
});
export type VariablesLoaded = Static<typeof VariablesLoaded>;

export const ExportVariablesQuery = Type.Object({ include_constraints: Type.Optional(Type.Boolean()) });
