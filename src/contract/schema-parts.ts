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

/** One line of text as a person reads it: no control characters, no changes of direction and, unless it is empty, something that can be seen. */
export const oneLine = (options: TStringOptions = {}): TString => Type.String({ format: 'line', ...options });

/** What a person knows a thing by. */
export const visibleName = (options: TStringOptions = {}): TString => oneLine({ minLength: 1, ...options });

export const Timestamp = Type.String({ description: 'ISO 8601', examples: ['2026-11-21T12:00:00.000Z'] });

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
