import {
  type Static,
  type TProperties,
  type TSchema,
  type TString,
  type TStringOptions,
  Type,
} from 'typebox';

/** The schema, or null. */
export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** The schema, or null, or nothing at all. */
export const maybe = <T extends TSchema>(schema: T) => Type.Optional(nullable(schema));

/** An object that documents and clients know by this name. */
export const titled = <Fields extends TProperties>(title: string, fields: Fields) =>
  Type.Object(fields, { title });

/** One line of text as a person reads it: no control characters and, unless it is empty, something that can be seen. */
export const oneLine = (options: TStringOptions = {}): TString => Type.String({ format: 'line', ...options });

/** What a person knows a thing by. */
export const visibleName = (options: TStringOptions = {}): TString => oneLine({ minLength: 1, ...options });

export const Timestamp = Type.String({ description: 'ISO 8601', examples: ['2026-11-21T12:00:00.000Z'] });

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

/** Free JSON. */
export const JsonObject = Type.Record(Type.String(), Type.Unknown());

export const SessionParams = Type.Object({
  session_id: Type.String({ description: 'Exact session ID, letter case included' }),
});
export type SessionParams = Static<typeof SessionParams>;

export const Message = titled('Message', { message: Type.String() });

/** 204. */
export const NoContent = Type.Null({ description: 'No body' });

/**
 * Choices that the engine checks itself, with errors of its own (400): a request may hold any map of plain values, the
 * documents and clients show the schema.
 */
export const checkedLater = <Schema extends TSchema>(schema: Schema) =>
  Type.Unsafe<Static<Schema>>({
    ...Type.Record(Type.String(), Type.Union([Type.Number(), Type.String(), Type.Boolean()])),
    'x-documented': schema,
  });
