import { type Static, type TProperties, type TSchema, Type } from 'typebox';
import { Feasibility } from '../designs/design.ts';
import { JsonObject, maybe, nullable, titled } from '../schema-parts.ts';
import { Inputs } from '../values.ts';

/** Record shapes of the cost-function specification. Order and length rules are checked where records are built. */
const units = maybe(Type.String({ description: 'Unit of all costs; surrounding white space is removed' }));

const CoordinatePair = Type.Array(Type.Number(), {
  minItems: 2,
  maxItems: 2,
  description: '(x, y)',
});

const fields = {
  linear: { proportional_term: Type.Number(), constant_term: Type.Number() },
  quadratic: {
    quadratic_term: Type.Number(),
    proportional_term: Type.Number(),
    constant_term: Type.Number(),
  },
  piecewise_linear: {
    points: Type.Array(CoordinatePair, {
      minItems: 2,
      description: 'x ascending; two points with one x are a jump',
    }),
  },
  piecewise_step: {
    x_coords: Type.Array(Type.Number(), { minItems: 2, description: 'ascending' }),
    y_coords: Type.Array(Type.Number(), { description: 'exactly one fewer than x_coords' }),
  },
} as const;

const kinds = ['linear', 'quadratic', 'piecewise_linear', 'piecewise_step'] as const;
const CostKind = Type.Enum([...kinds]);
const AnyKind = Type.Enum([...kinds, 'base']);

/** A record with its kind in addition to its fields. */
const nestedRecord = <Kind extends string, Fields extends TProperties>(kind: Kind, own: Fields) =>
  Type.Object({ kind: Type.Literal(kind), units, ...own }, { additionalProperties: false });

const records = [
  nestedRecord('linear', fields.linear),
  nestedRecord('quadratic', fields.quadratic),
  nestedRecord('piecewise_linear', fields.piecewise_linear),
  nestedRecord('piecewise_step', fields.piecewise_step),
] as const;

export const CostFunction = Type.Union([...records], {
  title: 'CostFunction',
  description: 'A cost as a function of one number; `kind` selects the form',
  examples: [
    { kind: 'linear', units: 'EUR', proportional_term: 0.02, constant_term: 1 },
    {
      kind: 'piecewise_linear',
      points: [
        [20, 0],
        [80, 3],
        [120, 9],
      ],
    },
    { kind: 'piecewise_step', x_coords: [0, 10, 50], y_coords: [2, 5] },
  ],
});
export type CostFunction = Static<typeof CostFunction>;

const table = <T extends TSchema>(values: T) =>
  Type.Object({ kind: Type.Literal('table'), values }, { additionalProperties: false });
const Costs = Type.Record(Type.String(), Type.Number({ minimum: 0 }));

const VariableCost = Type.Union([...records, table(Costs)], {
  description: 'A function of the value, or a table over categories',
});
const ChangeCost = Type.Union([...records, table(Type.Record(Type.String(), Costs))], {
  description: 'A function of |Δx|, or a table values[from][to] between categories',
});

const parts = {
  units: nullable(Type.String()),
  run_cost: Type.Number({ minimum: 0, description: 'Per run, whatever its settings' }),
  variables: Type.Record(Type.String(), VariableCost, { description: 'Cost of a run at a value' }),
  changes: Type.Record(Type.String(), ChangeCost, {
    description: 'Cost of changing the value from the previous run',
  }),
  measurements: { ...Costs, description: 'Objective → cost of measuring it once' },
  budget: nullable(Type.Number({ minimum: 0, description: 'For all runs of the session' })),
  value_per_unit: {
    ...Costs,
    description:
      'Objective → worth of one unit of improvement; with it, suggestions report when no run is worth its cost',
  },
};

const uncharged = Type.Optional(
  Type.Integer({
    minimum: 0,
    description:
      'Number of experiments at the start of the table that are not charged; default: those imported at its start; 0: all are charged',
  }),
);

const modelExamples = [
  {
    units: 'EUR',
    run_cost: 20,
    variables: { temperature: { kind: 'linear', proportional_term: 0.1, constant_term: 0 } },
    changes: { temperature: { kind: 'linear', proportional_term: 0.5, constant_term: 2 } },
    measurements: { Output: 12 },
    budget: 1500,
    value_per_unit: { Output: 400 },
  },
];

/** `PUT …/cost-model`: a part that is left out costs nothing. */
export const CostModelRequest = Type.Object(
  {
    units: Type.Optional(parts.units),
    run_cost: Type.Optional(parts.run_cost),
    variables: Type.Optional(parts.variables),
    changes: Type.Optional(parts.changes),
    measurements: Type.Optional(parts.measurements),
    budget: Type.Optional(parts.budget),
    value_per_unit: Type.Optional(parts.value_per_unit),
    uncharged,
  },
  { title: 'CostModelRequest', additionalProperties: false, examples: modelExamples },
);
export type CostModelRequest = Static<typeof CostModelRequest>;

const some = <T extends TSchema>(values: T) =>
  Type.Optional(
    Type.Record(Type.String(), nullable(values), { description: 'By name; null removes the entry' }),
  );

/** `PATCH …/cost-model`: what is left out stays as it is. */
export const CostModelPatch = Type.Object(
  {
    units: Type.Optional(parts.units),
    run_cost: Type.Optional(parts.run_cost),
    variables: some(VariableCost),
    changes: some(ChangeCost),
    measurements: some(Type.Number({ minimum: 0 })),
    budget: Type.Optional(parts.budget),
    value_per_unit: some(Type.Number({ minimum: 0 })),
    uncharged: Type.Optional(
      nullable(Type.Integer({ minimum: 0, description: 'As in the model; null: the default' })),
    ),
  },
  {
    title: 'CostModelPatch',
    additionalProperties: false,
    examples: [{ budget: 2000, measurements: { Output: 15 }, changes: { temperature: null } }],
  },
);
export type CostModelPatch = Static<typeof CostModelPatch>;

export const CostModel = Type.Object(
  { ...parts, uncharged },
  { title: 'CostModel', examples: modelExamples },
);
export type CostModel = Static<typeof CostModel>;

/** Money spent and left. */
export const CostSummary = titled('CostSummary', {
  units: nullable(Type.String()),
  spent: Type.Number({
    description: 'The recorded experiments that are charged, in the order of the table',
  }),
  uncharged: Type.Integer({ description: 'Experiments at the start of the table that are not charged' }),
  budget: nullable(Type.Number()),
  remaining: nullable(Type.Number({ description: 'budget − spent; null without a budget' })),
  warnings: Type.Array(Type.String()),
});
export type CostSummary = Static<typeof CostSummary>;

export const CostModelQuery = Type.Object({
  per_experiment: Type.Optional(
    Type.Boolean({ description: 'Also return the cost of each recorded experiment; default false' }),
  ),
});
export type CostModelQuery = Static<typeof CostModelQuery>;

export const CostModelAnswer = titled('CostModelAnswer', {
  cost_model: nullable(CostModel),
  summary: nullable(CostSummary),
  costs: Type.Optional(
    Type.Array(Type.Number(), {
      description: 'Per recorded experiment, in the order of the table; 0 where it is not charged',
    }),
  ),
});
export type CostModelAnswer = Static<typeof CostModelAnswer>;

export const EvaluateCostRequest = Type.Object(
  {
    inputs: Type.Array(Inputs, { minItems: 1, maxItems: 10_000, description: 'Runs, in order' }),
    start: maybe({
      ...Inputs,
      description: 'Settings before the first run; null: none. Default: those of the last experiment',
    }),
    optimize_order: Type.Optional(
      Type.Boolean({ description: 'Also return the order with the lowest cost of changes' }),
    ),
  },
  {
    title: 'EvaluateCostRequest',
    additionalProperties: false,
    examples: [{ inputs: [{ temperature: 80 }, { temperature: 60 }], optimize_order: true }],
  },
);
export type EvaluateCostRequest = Static<typeof EvaluateCostRequest>;

const RunCost = Type.Object({
  inputs: Inputs,
  total: Type.Number(),
  fixed: Type.Number({ description: 'run_cost and all measurements' }),
  variables: Type.Record(Type.String(), Type.Number()),
  changes: Type.Record(Type.String(), Type.Number()),
});

export const EvaluateCostResponse = titled('EvaluateCostResponse', {
  units: nullable(Type.String()),
  start: nullable({
    ...Inputs,
    description: 'Settings before the first run: as sent, else of the last experiment; null before any',
  }),
  runs: Type.Array(RunCost),
  total: Type.Number(),
  order: Type.Optional(
    Type.Array(Type.Integer({ description: 'Positions in inputs, in the order of execution' })),
  ),
  ordered_total: Type.Optional(Type.Number()),
  summary: CostSummary,
});
export type EvaluateCostResponse = Static<typeof EvaluateCostResponse>;

/** What suggestions cost, where the request asked for it. */
export const SuggestionCost = titled('SuggestionCost', {
  units: nullable(Type.String()),
  costs: Type.Array(Type.Number(), { description: 'Per suggestion, each run after the one before it' }),
  total: Type.Number(),
  remaining: nullable(Type.Number({ description: 'Budget that remains after all suggestions' })),
  exponent: Type.Number({ description: 'Exponent of the cost in the score' }),
  break_even: nullable(Type.Number({ description: 'Lowest cost per output unit of expected improvement' })),
  stop: nullable(
    Type.Boolean({
      description:
        'Whether no expected gain is worth its cost; null without value_per_unit in the cost model',
    }),
  ),
});
export type SuggestionCost = Static<typeof SuggestionCost>;

/** The most informative design within a budget. */
export const CostDesignRequest = Type.Object(
  {
    model_type: maybe(Type.Enum(['linear', 'interaction', 'quadratic'])),
    effects: maybe(Type.Array(Type.String())),
    budget: maybe(Type.Number({ exclusiveMinimum: 0, description: 'Default: the remaining budget' })),
    criterion: Type.Optional(Type.Enum(['D', 'A', 'I'])),
    n_levels: Type.Optional(Type.Integer({ minimum: 2, maximum: 20 })),
    use_recorded: Type.Optional(
      Type.Boolean({ description: 'Count the recorded experiments as existing runs' }),
    ),
    random_seed: maybe(Type.Integer({ minimum: 0, maximum: 4294967295 })),
  },
  {
    title: 'CostDesignRequest',
    additionalProperties: false,
    examples: [{ model_type: 'interaction', budget: 400 }],
  },
);
export type CostDesignRequest = Static<typeof CostDesignRequest>;

export const CostDesign = titled('CostDesign', {
  points: Type.Array(Inputs, { description: 'In the order with the lowest cost of changes' }),
  n_points: Type.Integer(),
  units: nullable(Type.String()),
  costs: Type.Array(Type.Number(), {
    description: 'In sequence: each run includes its changes from the previous one',
  }),
  total: Type.Number(),
  budget: Type.Number(),
  design_info: JsonObject,
  feasibility: nullable(Feasibility),
  random_seed: Type.Integer(),
});
export type CostDesign = Static<typeof CostDesign>;

/** A single record, without a kind in it. */
const CostRecord = Type.Record(Type.String(), Type.Unknown(), {
  title: 'CostRecord',
  description: 'Fields of one record, as the cost-function specification lists them',
});

export const ValidateCostRequest = Type.Object(
  { kind: AnyKind, record: CostRecord },
  {
    title: 'ValidateCostRequest',
    additionalProperties: false,
    examples: [
      { kind: 'linear', record: { proportional_term: 2, constant_term: 1, units: ' EUR ' } },
      { kind: 'piecewise_step', record: { x_coords: [0, 1, 2], y_coords: [4, 5] } },
    ],
  },
);
export type ValidateCostRequest = Static<typeof ValidateCostRequest>;

export const ValidateCostResponse = titled('ValidateCostResponse', {
  kind: AnyKind,
  record: CostRecord,
  domain: nullable(
    Type.Array(nullable(Type.Number()), {
      minItems: 2,
      maxItems: 2,
      description: '[least, largest] x; null: no limit',
    }),
  ),
  convexity: nullable(Type.Enum(['affine', 'convex', 'concave', 'neither'])),
});
export type ValidateCostResponse = Static<typeof ValidateCostResponse>;

export const EvaluateFunctionRequest = Type.Object(
  {
    kind: CostKind,
    record: CostRecord,
    x: Type.Array(Type.Number(), { maxItems: 100_000 }),
    integral: Type.Optional(
      Type.Boolean({
        description: 'Also the integral from the left end (0 for curves without one) to each x',
      }),
    ),
  },
  {
    title: 'EvaluateFunctionRequest',
    additionalProperties: false,
    examples: [{ kind: 'linear', record: { proportional_term: 2, constant_term: 1 }, x: [0, 0.5, 1] }],
  },
);
export type EvaluateFunctionRequest = Static<typeof EvaluateFunctionRequest>;

export const EvaluateFunctionResponse = titled('EvaluateFunctionResponse', {
  values: Type.Array(Type.Number()),
  slopes: Type.Array(Type.Number(), { description: 'At a corner of the curve, the slope to its right' }),
  integrals: Type.Optional(Type.Array(Type.Number())),
});
export type EvaluateFunctionResponse = Static<typeof EvaluateFunctionResponse>;
