import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorBody, ValidationErrorBody } from '../../../../contract/server/errors.ts';
import {
  CancelledError,
  fieldError,
  OutOfMemoryError,
  StoreUnavailableError,
  statusOf,
  TooLargeError,
  ValidationError,
  ValueError,
} from '../../../errors.ts';
import { type Limits, limitTable } from '../../../limits.ts';
import { Replay } from '../../../request-options.ts';
import { maxFields, maxParts } from '../bodies/files.ts';
import { tooDeep } from '../bodies/json-body.ts';

function validationBody(error: ValidationError): ValidationErrorBody {
  return {
    detail: error.problems.map(({ loc, msg, type }) => ({ loc: loc.map(String), msg, type })),
  };
}

/** Errors of Fastify and its plugins that are a refused body or form. */
const refused: Readonly<Record<string, readonly [string, string, string]>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: ['body', 'the body is not JSON', 'json_invalid'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['body', 'the body must be application/json', 'media_type'],
  FST_FIELDS_LIMIT: ['body', `the form has more than ${maxFields} text fields`, 'too_many'],
  FST_PARTS_LIMIT: ['body', `the form has more than ${maxParts} parts`, 'too_many'],
  FST_INVALID_JSON_FIELD_ERROR: [
    'body',
    'a part of the form is declared as application/json but is not JSON',
    'json_invalid',
  ],
  FST_INVALID_MULTIPART_CONTENT_TYPE: ['file', 'field is required; send multipart/form-data', 'missing'],
};

/** Code → the limit that was passed. */
const tooLarge: Readonly<Record<string, keyof Pick<Limits, 'bodyBytes' | 'fileBytes'>>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'bodyBytes',
  FST_REQ_FILE_TOO_LARGE: 'fileBytes',
};

const isOutOfMemory = ({ name, message, code }: FastifyError): boolean =>
  code === 'ERR_WORKER_OUT_OF_MEMORY' ||
  (name === 'RangeError' && /allocation failed|invalid (typed )?array (buffer )?length/i.test(message));

const isOutOfStack = ({ name, message }: Error): boolean =>
  name === 'RangeError' && message.startsWith('Maximum call stack');

function asOurs(error: FastifyError, limits: Limits): Error {
  const passed = tooLarge[error.code];
  if (passed !== undefined) {
    const size = `${Number((limits[passed] / 2 ** 20).toPrecision(3))} MiB (${limitTable[passed].name})`;
    return new TooLargeError(`the request is larger than ${size}; send it in smaller parts`, {
      cause: error,
    });
  }
  if (isOutOfMemory(error)) {
    const message = 'there is not enough memory for this request; send less at once, or train on fewer rows';
    return new OutOfMemoryError(message, { cause: error });
  }
  if (isOutOfStack(error)) return tooDeep();
  if (error.code === 'FST_ERR_BAD_URL')
    return new ValueError(`${error.message}; encode each name in it, % as %25`, { cause: error });
  // Node's error of a body that was cut off; one of the system names its call.
  if (error.code === 'ECONNRESET' && !('syscall' in error))
    return new CancelledError('the client disconnected before its request had arrived', { cause: error });
  // An error of the operating system: its message names files of the server.
  if ('syscall' in error && statusOf(error) === undefined) {
    const message = `the server cannot read or write its files now (${error.code}); see its log`;
    return new StoreUnavailableError(message, { cause: error });
  }
  const row = refused[error.code];
  if (row === undefined) return error;
  const [place, msg, type] = row;
  return fieldError(place === 'body' ? ['body'] : ['body', place], msg, type);
}

/** An error as the body of the answer. */
export function errorBody(
  thrown: FastifyError | Error,
  limits: Limits,
): {
  readonly status: number;
  readonly body: ErrorBody | ValidationErrorBody;
} {
  const error = asOurs(thrown as FastifyError, limits);
  if (error instanceof ValidationError) {
    return { status: 422, body: validationBody(error) };
  }
  const { statusCode } = thrown as FastifyError;
  const status = statusOf(error) ?? (statusCode !== undefined && statusCode < 500 ? statusCode : 500);
  const isForeseen = status !== 500 || statusOf(error) !== undefined;
  const detail = isForeseen ? error.message : 'the server failed; see its log';
  return { status, body: { detail, error_type: error.name, status_code: status } };
}

/**
 * Answers a request whose body may still be on its way. A client that reads when all is sent would fail to send, and never learn
 * why, if the connection were closed before. So it stays open, or, where the client closes it after this answer, the rest is read
 * first, for `LIMIT_REQUEST_SECONDS` at most.
 */
function afterBody({ raw, headers }: FastifyRequest, reply: FastifyReply, answer: () => void): void {
  const isUnderway = !raw.complete && !raw.destroyed;
  if (isUnderway) {
    reply.removeHeader('connection');
    // Node itself reads the rest only of a body that nobody has begun to read.
    raw.resume();
  }
  if (isUnderway && /\bclose\b/i.test(headers.connection ?? '')) raw.once('close', answer);
  else answer();
}

/** Class → status, and the bodies of errors: the one place where errors become answers. */
export const answerError =
  (limits: Limits) =>
  (thrown: FastifyError | Replay, request: FastifyRequest, reply: FastifyReply): void => {
    if (thrown instanceof Replay) {
      const { status, body } = thrown.reply;
      reply.code(status).header('Idempotency-Replayed', 'true').send(body);
      return;
    }
    const { status, body } = errorBody(thrown, limits);
    if ('retryAfterSeconds' in thrown) reply.header('Retry-After', String(thrown.retryAfterSeconds));
    if (status === 401) reply.header('WWW-Authenticate', 'Bearer realm="athanor"');
    if (status >= 500) request.log.error({ err: thrown }, 'request failed');
    reply.code(status);
    afterBody(request, reply, () => reply.send(body));
  };
