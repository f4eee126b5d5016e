import { type Static, Type } from 'typebox';

/** Every error but a refused body, query or form. */
export const ErrorBody = Type.Object(
  {
    detail: Type.String({ description: 'The problem, the value received and the remedy' }),
    error_type: Type.String(),
    status_code: Type.Integer(),
  },
  {
    title: 'Error',
    examples: [
      {
        detail: "variable 'temperature': min 80 is not below max 80; send two different bounds",
        error_type: 'ValueError',
        status_code: 400,
      },
    ],
  },
);
export type ErrorBody = Static<typeof ErrorBody>;

/** E2: a body, query or form that breaks its schema. */
export const ValidationErrorBody = Type.Object(
  {
    detail: Type.Array(
      Type.Object({
        loc: Type.Array(Type.String()),
        msg: Type.String(),
        type: Type.String(),
      }),
    ),
  },
  {
    title: 'ValidationError',
    examples: [
      {
        detail: [{ loc: ['body', 'output'], msg: 'field is required', type: 'missing' }],
      },
    ],
  },
);
export type ValidationErrorBody = Static<typeof ValidationErrorBody>;

/** RFC 9457, for clients that accept `application/problem+json`. */
export const Problem = Type.Object(
  {
    type: Type.String(),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String(),
    instance: Type.String({ description: "The request's ID, as in the server's log" }),
    code: Type.String({ description: 'Stays the same when the wording of title and detail changes' }),
    errors: Type.Optional(ValidationErrorBody.properties.detail),
  },
  {
    title: 'Problem',
    examples: [
      {
        type: 'urn:athanor:error:session-not-found',
        title: 'session not found',
        status: 404,
        detail: "session 'a1b2' not found",
        instance: 'urn:uuid:0b0b7b3e-5c0e-4a63-a2f8-7d3c1f1a9b11',
        code: 'session-not-found',
      },
    ],
  },
);
export type Problem = Static<typeof Problem>;
