import { type Static, Type } from 'typebox';
import { maybe } from '../schema-parts.ts';
import { Scalar } from '../values.ts';

/** What requests for designs under a model have in common. */

export const Seed = maybe(Type.Integer({ minimum: 0, maximum: 4294967295 }));

export const RunOrder = Type.Optional(
  Type.Enum(['as_generated', 'random'], {
    description:
      'Order of the runs, default as_generated; random shuffles by the seed and keeps existing runs first',
  }),
);

export const modelSpec = {
  model_type: maybe(Type.Enum(['linear', 'interaction', 'quadratic'])),
  effects: maybe(Type.Array(Type.String())),
};

const ForbiddenCombination = Type.Record(
  Type.String(),
  Type.Union([Scalar, Type.Array(Type.Number(), { minItems: 2, maxItems: 2 })]),
  {
    minProperties: 1,
    description: 'Map from variable name to a value, or to [lowest, highest]; no run may combine all of them',
  },
);
export type ForbiddenCombination = Static<typeof ForbiddenCombination>;

export const optimalSearch = {
  n_levels: Type.Optional(
    Type.Integer({ minimum: 2, maximum: 20, description: 'Lattice values per real variable' }),
  ),
  forbidden: maybe(Type.Array(ForbiddenCombination, { maxItems: 100 })),
  continuous: Type.Optional(
    Type.Boolean({
      description:
        'Whether real variables may take values between those of the lattice; under the criteria E and alias such designs are only starting points of the search, and its result may lie on the lattice',
    }),
  ),
  effort: Type.Optional(
    Type.Number({
      minimum: 0.01,
      maximum: 100,
      description: 'Amount of work of the search, relative to the default',
    }),
  ),
  random_seed: Seed,
};
