import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorBody, ValidationErrorBody } from '../../../contract/errors.ts';
import {
  fieldError,
  OutOfMemoryError,
  StoreUnavailableError,
  statusOf,
  TooLargeError,
  ValidationError,
} from '../../errors.ts';
import type { Limits } from '../../limits.ts';
import { inSlices } from '../../slices.ts';
import { parseInSlices } from '../../store/json-slices.ts';
import { Replay } from '../../terms.ts';
import { hashBody } from '../request-terms.ts';
import { isTooDeep } from './body-depth.ts';

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

const isOutOfMemory = ({ name, message, code }: FastifyError): boolean =>
  code === 'ERR_WORKER_OUT_OF_MEMORY' ||
  (name === 'RangeError' && /allocation failed|invalid (typed )?array (buffer )?length/i.test(message));

const isOutOfStack = ({ name, message }: Error): boolean =>
  name === 'RangeError' && message.startsWith('Maximum call stack');

const tooDeep = (): Error =>
  fieldError(['body'], 'arrays and objects are nested too deeply (LIMIT_BODY_DEPTH)', 'too_deep');

function asOurs(error: FastifyError, bodyLimit: number): Error {
  if (tooLarge.includes(error.code)) {
    const size = `${Number((bodyLimit / 2 ** 20).toPrecision(3))} MiB (LIMIT_BODY_BYTES)`;
    return new TooLargeError(`the request is larger than ${size}; send it in smaller parts`, {
      cause: error,
    });
  }
  if (isOutOfMemory(error)) {
    const message = 'there is not enough memory for this; send less at once, or train on fewer rows';
    return new OutOfMemoryError(message, { cause: error });
  }
  if (isOutOfStack(error)) return tooDeep();
  // An error of the operating system: its message names files of the server.
  if ('syscall' in error && statusOf(error) === undefined) {
    const message = `the server's files cannot be read or written now (${error.code}); see its log`;
    return new StoreUnavailableError(message, { cause: error });
  }
  const row = refused[error.code];
  if (row === undefined) return error;
  const [place, msg, type] = row;
  return fieldError(place === 'body' ? ['body'] : ['body', place], msg, type);
}

/** An error as what a client is told. @param bodyLimit bytes that a request may have */
export function errorBody(
  thrown: FastifyError | Error,
  bodyLimit: number,
): {
  readonly status: number;
  readonly body: ErrorBody | ValidationErrorBody;
} {
  const error = asOurs(thrown as FastifyError, bodyLimit);
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

/** Class → status, and the bodies of errors: the one place where errors become answers. */
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
  const { status, body } = errorBody(thrown, request.server.initialConfig.bodyLimit ?? 0);
  if ('retryAfterSeconds' in thrown) reply.header('Retry-After', String(thrown.retryAfterSeconds));
  if (status === 401) reply.header('WWW-Authenticate', 'Bearer realm="athanor"');
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

/** Keys that would change what objects are. */
const forbiddenKey = /"(?:_|\\u005f){2}(?:p|\\u0070)|"(?:c|\\u0063)onstructor"/i;

async function parsed(app: FastifyInstance, request: FastifyRequest, body: string, depth: number) {
  if (await inSlices(isTooDeep(body, depth))) throw tooDeep();
  try {
    if (!forbiddenKey.test(body)) return await parseInSlices(body);
  } catch (error) {
    throw refusedJson(body, error as Error);
  }
  // Rare: the parser of the framework looks at every key.
  const parse = app.getDefaultJsonParser('error', 'ignore');
  return new Promise((resolve, reject) => {
    void parse(request, body, (error, value) => {
      if (error === null) resolve(value);
      else reject(refusedJson(body, error));
    });
  });
}

/** JSON bodies, with an empty one counting as none and broken ones as a 422. Long ones are parsed in slices. */
export function parseJson(app: FastifyInstance, { bodyDepth }: Limits): void {
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (request: FastifyRequest, body: string) => {
      if (body === '') return undefined;
      await hashBody(request, body);
      return parsed(app, request, body, bodyDepth);
    },
  );
}
