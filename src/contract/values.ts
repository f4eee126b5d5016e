import { type Static, Type } from 'typebox';
import { nullable } from './schema-parts.ts';

/** A value of one variable: a number, or a category. */
export const Scalar = Type.Union([Type.Number(), Type.String()]);
export type Scalar = Static<typeof Scalar>;

export const Cell = nullable(Scalar);
export type Cell = Static<typeof Cell>;

/** Variable name → value. */
export const Inputs = Type.Record(Type.String(), Scalar, {
  title: 'Inputs',
  description: 'Map from variable name to value',
  examples: [{ temperature: 80, solvent: 'THF' }],
});
export type Inputs = Static<typeof Inputs>;

/** A value beyond the range of the method. */
const Censored = Type.Union(
  [
    Type.Object({ above: Type.Number() }, { additionalProperties: false }),
    Type.Object({ below: Type.Number() }, { additionalProperties: false }),
  ],
  { description: 'The true value lies above, or below, this limit' },
);

/** What was found of one objective: a number, a limit, or null where it was not measured. */
export const Measured = Type.Union([Type.Number(), Censored, Type.Null()]);
export type Measured = Static<typeof Measured>;

/** Of one objective a number or a limit; of several one per objective: keyed by name, or in target order. */
export const Output = Type.Union([
  Type.Number(),
  Type.Record(Type.String(), Measured),
  Type.Array(Measured, { minItems: 1 }),
]);
export type Output = Static<typeof Output>;

/** One line of the experiments table: variables, objectives and bookkeeping columns; an empty cell is null. */
export const Row = Type.Record(Type.String(), Cell, {
  title: 'Row',
  examples: [{ temperature: 80, solvent: 'THF', Output: 0.42, Iteration: 3, Reason: 'qEI' }],
});
export type Row = Static<typeof Row>;

export const Goal = Type.Enum(['maximize', 'minimize']);
export type Goal = Static<typeof Goal>;

/** One goal for all objectives, or one per objective in target order. */
export const Goals = Type.Union([Goal, Type.Array(Goal, { minItems: 1 })]);
export type Goals = Static<typeof Goals>;
