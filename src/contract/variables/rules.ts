import { type Static, Type } from 'typebox';
import { maybe, titled, visibleName } from '../schema-parts.ts';
import { contradicted } from './constraints.ts';

const VariableLimit = titled('VariableLimit', {
  variable: Type.String(),
  at_least: maybe(Type.Number()),
  at_most: maybe(Type.Number()),
});

const LinearLimit = titled('LinearLimit', {
  name: visibleName(),
  coefficients: Type.Record(Type.String(), Type.Number()),
  at_most: Type.Number({ description: 'Upper limit of Σ coefficient · value' }),
});

const fields = {
  limits: Type.Array(VariableLimit, { description: 'Safety limits of single variables' }),
  linear: Type.Array(LinearLimit, { description: 'Safety limits of sums' }),
  approval: Type.Boolean({
    description: 'Runs are proposed, approved, run and measured, and each step records a person or device',
  }),
};

/** `PUT …/rules`: what is left out stays as it is. */
export const RulesRequest = Type.Object(
  {
    limits: Type.Optional(fields.limits),
    linear: Type.Optional(fields.linear),
    approval: Type.Optional(fields.approval),
    move_bounds: Type.Optional(
      Type.Boolean({
        description: 'Bounds outside the limits are moved onto them; otherwise they are refused',
      }),
    ),
    why: maybe(Type.String({ maxLength: 2000, description: 'For the audit log' })),
  },
  {
    title: 'RulesRequest',
    examples: [
      {
        limits: [{ variable: 'temperature', at_most: 120 }],
        linear: [{ name: 'vial', coefficients: { solvent_mL: 1, base_mL: 1 }, at_most: 10 }],
        approval: true,
      },
    ],
  },
);
export type RulesRequest = Static<typeof RulesRequest>;

export const Rules = Type.Object(
  {
    ...fields,
    moved: Type.Optional(Type.Array(Type.String(), { description: 'Variables whose bounds were moved' })),
    ...contradicted,
    runs_outside: Type.Array(Type.String(), {
      description: 'Staged runs that lie outside the limits; they cannot be started',
    }),
  },
  { title: 'Rules', description: 'Safety limits, and the steps of a run' },
);
export type Rules = Static<typeof Rules>;
