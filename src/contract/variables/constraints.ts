import { type Static, Type } from 'typebox';
import { nullable, titled, visibleName } from '../schema-parts.ts';

const ConstraintType = Type.Enum(['inequality', 'equality']);

/** Σ coefficients[name]·name ≤ rhs, or = rhs, in raw units. */
export const Constraint = Type.Object(
  {
    type: ConstraintType,
    coefficients: Type.Record(Type.String(), Type.Number()),
    rhs: Type.Number(),
    name: Type.String(),
  },
  {
    title: 'Constraint',
    examples: [{ type: 'inequality', coefficients: { a: 1, b: 1 }, rhs: 10, name: 'constraint_0' }],
  },
);
export type Constraint = Static<typeof Constraint>;

export const ConstraintRequest = Type.Object(
  {
    constraint_type: Type.Optional(ConstraintType),
    type: Type.Optional(ConstraintType),
    coefficients: Type.Record(Type.String(), Type.Number(), { minProperties: 1 }),
    rhs: Type.Number(),
    name: Type.Optional(nullable(visibleName())),
  },
  {
    title: 'ConstraintRequest',
    description: '`constraint_type` (or `type`) is required',
    examples: [{ constraint_type: 'inequality', coefficients: { a: 1, b: 1 }, rhs: 10 }],
  },
);
export type ConstraintRequest = Static<typeof ConstraintRequest>;

/** Present where constraints contradict each other or the ranges. */
export const contradicted = {
  warnings: Type.Optional(
    Type.Array(Type.String(), {
      description:
        'Constraints that leave no run possible, together or with the ranges. Checked for up to 50 variables in constraints; steps and lists of values are not considered',
    }),
  ),
};

export const ConstraintCreated = titled('ConstraintCreated', {
  message: Type.String(),
  constraint: Constraint,
  ...contradicted,
});
export type ConstraintCreated = Static<typeof ConstraintCreated>;

export const ConstraintList = titled('ConstraintList', {
  constraints: Type.Array(Constraint),
  n_constraints: Type.Integer(),
  count: Type.Integer({ description: 'Same as n_constraints' }),
  ...contradicted,
});
export type ConstraintList = Static<typeof ConstraintList>;

export const ConstraintParams = Type.Object({ session_id: Type.String(), name: Type.String() });
