import { type TSchema, Type } from 'typebox';
import { NoContent } from '../../../../contract/schema-parts.ts';
import { ErrorBody, ValidationErrorBody } from '../../../../contract/server/errors.ts';

/** To the type checker a route answers with its body only: failures are thrown. */
type Responses<Status extends number, Body extends TSchema> = { [key in Status]: Body };

/** Response schemas of a route: its answer, what any route may fail with, and what this one may besides. */
export function answers<Status extends 200 | 201 | 204, Body extends TSchema>(
  status: Status,
  body: Body,
  ...errors: readonly number[]
): Responses<Status, Body> {
  const failures = Object.fromEntries([...errors, 500].map((code) => [code, ErrorBody]));
  return { ...failures, 422: ValidationErrorBody, [status]: body } as unknown as Responses<Status, Body>;
}

/** As `answers`, for a route of one session: unknown (404) or unreadable (503). */
export function sessionAnswers<Status extends 200 | 201 | 204, Body extends TSchema>(
  status: Status,
  body: Body,
  ...errors: readonly number[]
): Responses<Status, Body> {
  return answers(status, body, 404, 503, ...errors);
}

export const empty = NoContent;

/** A file to download: any JSON or text. */
export const file = Type.Unknown({ description: 'File attachment' });
