import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorBody, ValidationErrorBody } from '../../../contract/errors.ts';
import { fieldError, statusOf, TooLargeError, ValidationError } from '../../errors.ts';
import { Replay } from '../../terms.ts';
import { hashBody } from '../request-terms.ts';

function validationBody(error: ValidationError): ValidationErrorBody {
  return {
    detail: error.problems.map(({ loc, msg, type }) => ({ loc: loc.map(String), msg, type })),
  };
}

/** Errors of Fastify and its plugins that are a refused body or form. */
const refused: Readonly<Record<string, readonly [string, string, string]>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: ['body', 'the body is not JSON', 'json_invalid'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['body', 'the body must be application/json', 'media_type'],
  FST_INVALID_MULTIPART_CONTENT_TYPE: ['file', 'field is required; send multipart/form-data', 'missing'],
};

const tooLarge: readonly string[] = ['FST_ERR_CTP_BODY_TOO_LARGE', 'FST_REQ_FILE_TOO_LARGE'];

function asOurs(error: FastifyError): Error {
  if (tooLarge.includes(error.code)) {
    return new TooLargeError('the request is larger than 64 MiB; send it in smaller parts', { cause: error });
  }
  const row = refused[error.code];
  if (row === undefined) return error;
  const [place, msg, type] = row;
  return fieldError(place === 'body' ? ['body'] : ['body', place], msg, type);
}

/** An error as what a client is told. */
export function errorBody(thrown: FastifyError | Error): {
  readonly status: number;
  readonly body: ErrorBody | ValidationErrorBody;
} {
  const error = asOurs(thrown as FastifyError);
  if (error instanceof ValidationError) {
    return { status: 422, body: validationBody(error) };
  }
  const { statusCode } = thrown as FastifyError;
  const status = statusOf(error) ?? (statusCode !== undefined && statusCode < 500 ? statusCode : 500);
  const isForeseen = status !== 500 || statusOf(error) !== undefined;
  const detail = isForeseen
    ? error.message
    : "something went wrong inside the server; the server's log says what";
  return { status, body: { detail, error_type: error.name, status_code: status } };
}

/** Class → status, and the bodies E1, E2 and E3: the one place where errors become answers. */
export function answerError(
  thrown: FastifyError | Replay,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  if (thrown instanceof Replay) {
    const { status, body } = thrown.reply;
    reply.code(status).header('Idempotency-Replayed', 'true').send(body);
    return;
  }
  const { status, body } = errorBody(thrown);
  if ('retryAfterSeconds' in thrown) reply.header('Retry-After', String(thrown.retryAfterSeconds));
  if (status >= 500) request.log.error({ err: thrown }, 'request failed');
  reply.code(status).send(body);
}

/** Why a body was refused: a key that would change what objects are, or it is no JSON. */
function refusedJson(body: string, { message }: Error): Error {
  const key = /"(__proto__|constructor)"\s*:/.exec(unescaped(body))?.[1];
  if (key !== undefined && isJson(body)) {
    return fieldError(
      ['body', key],
      `the key '${key}' is not allowed in a body; leave it out`,
      'key_forbidden',
    );
  }
  return fieldError(['body'], `the body is not JSON: ${message}`, 'json_invalid');
}

const unescaped = (text: string): string =>
  text.replaceAll(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** JSON bodies, with an empty one counting as none and broken ones as a 422. */
export function parseJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'ignore');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') {
      done(null, undefined);
      return;
    }
    const hashed = hashBody(request, body as string);
    void parse(request, body as string, (error, value) => {
      if (error === null) void hashed.then(() => done(null, value), done);
      else done(refusedJson(body as string, error));
    });
  });
}
