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
