import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Slices } from '../../../../engine/slices.ts';
import { fieldError, type ValidationError } from '../../../errors.ts';
import { countKeys, deepPlace, duplicateKey, placeOfKey, scanJson, widePlace } from '../../../json-scan.ts';
import type { Limits } from '../../../limits.ts';
import { composedAll, twiceError } from '../../../normal-form.ts';
import { show } from '../../../session/words.ts';
import { inSlices } from '../../../slices.ts';
import { parseInSlices } from '../../../store/json-slices.ts';
import { hashBody } from '../../request-options.ts';
import { bytesOf } from './body-bytes.ts';
import { checkTexts, escapedGap } from './texts.ts';

/** Bytes that are scanned at once for forbidden keys, and how far such a key may reach into the next ones. */
const portion = 1 << 18;
const overlap = 32;

/** The beginning of the key that would change what an object is. */
const forbiddenKey = /"(?:_|\\u005f){2}(?:p|\\u0070)/i;

/** Whether there is a match, of `overlap` bytes at most, anywhere. */
export function* matchesAnywhere(pattern: RegExp, bytes: Buffer): Slices<boolean> {
  for (let from = 0; from < bytes.length; from += portion) {
    if (pattern.test(bytes.toString('latin1', from, from + portion + overlap))) return true;
    yield;
  }
  return false;
}

export const tooDeep = (place: readonly (string | number)[] = []): Error =>
  fieldError(['body', ...place], 'arrays and objects are nested too deeply (LIMIT_BODY_DEPTH)', 'too_deep');

/** Keys of one object of a body, at most. Maps of requests are by variable, category or row of a file that is decided about. */
const maxKeys = (limits: Limits): number => Math.max(20_000, limits.variables, limits.values);

const tooWide = (place: readonly (string | number)[], most: number): Error =>
  fieldError(['body', ...place], `an object has at most ${most} fields; leave out the others`, 'limit');

/** Whether bytes are UTF-8; a portion ends before the first byte of a character. */
function* isText(bytes: Buffer): Slices<boolean> {
  for (let from = 0; from < bytes.length; ) {
    let to = Math.min(bytes.length, from + portion);
    while (to < bytes.length && to > from + portion - 4 && ((bytes[to] as number) & 0xc0) === 0x80) to--;
    if (!isUtf8(bytes.subarray(from, to))) return false;
    from = to;
    yield;
  }
  return true;
}

const withoutMark = (bytes: Buffer): Buffer =>
  bytes.toString('hex', 0, 3) === 'efbbbf' ? bytes.subarray(3) : bytes;

/**
 * The value of JSON text from outside, in slices, its texts in composed form.
 *
 * @param parse  text as its value; it may throw
 * @param most   keys of one object
 * @throws ValidationError it is nested deeper than `depth`, or an object has more keys or a key twice: which one counts is not said anywhere
 */
export async function readJson(
  bytes: Buffer,
  depth: number,
  parse: (bytes: Buffer) => Promise<unknown>,
  most = Number.POSITIVE_INFINITY,
): Promise<unknown> {
  const { isTooDeep, isTooWide, keys, isComposed } = await inSlices(scanJson(bytes, depth, most));
  if (isTooDeep) throw tooDeep(await inSlices(deepPlace(bytes, depth)));
  if (isTooWide) throw tooWide(await inSlices(widePlace(bytes, most)), most);
  const value = await parse(bytes);
  if ((await inSlices(countKeys(value))) < keys) {
    const place = (await inSlices(duplicateKey(bytes))) ?? [];
    throw twiceError(['body', ...place]);
  }
  return isComposed ? value : inSlices(composedAll(value, ['body']));
}

/**
 * JSON from outside, in slices. A byte order mark, as PowerShell writes it, is skipped.
 *
 * @throws ValidationError as `readJson`, and where it is no UTF-8, no JSON, or has a key that would change what objects are
 */
async function parsedJson(sent: Buffer, limits: Limits): Promise<unknown> {
  const bytes = withoutMark(sent);
  if (!(await inSlices(isText(bytes)))) {
    throw fieldError(['body'], 'the body is not UTF-8; save or send it in this encoding', 'encoding');
  }
  const parse = (text: Buffer) =>
    parseInSlices(text).catch((error: Error) => {
      // As Python writes missing values by default.
      const hint = /\b(NaN|Infinity)\b/.test(error.message) ? '; JSON has no NaN or Infinity' : '';
      throw fieldError(['body'], `the body is not JSON: ${error.message}${hint}`, 'json_invalid');
    });
  const value = await readJson(bytes, limits.bodyDepth, parse, maxKeys(limits));
  if (!(await inSlices(matchesAnywhere(forbiddenKey, bytes)))) return value;
  const place = await inSlices(placeOfKey(bytes, '__proto__'));
  if (place !== undefined) {
    const message = "the key '__proto__' is not allowed in a body; leave it out";
    throw fieldError(['body', ...place], message, 'key_forbidden');
  }
  return value;
}

/** Refuses what would be read as something else: a compressed body, text in another encoding, and a form where JSON is expected. */
function checkForm(request: FastifyRequest): void {
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') {
    throw fieldError(
      ['header', 'content-encoding'],
      `a body with Content-Encoding '${encoding}' is not accepted; send it without compression`,
      'content_encoding',
    );
  }
  const charset =
    /^application\/json\s*;.*\bcharset\s*=\s*"?([^\s;"]+)/i.exec(
      request.headers['content-type'] ?? '',
    )?.[1] ?? 'utf-8';
  if (!/^(utf-?8|us-ascii)$/i.test(charset)) {
    throw fieldError(
      ['header', 'content-type'],
      `a body with charset ${show(charset)} is not accepted; send it as UTF-8`,
      'charset',
    );
  }
  if (!takesForm(request) && /^multipart\//i.test(request.headers['content-type'] ?? ''))
    throw wrongType(request);
}

const takesForm = ({ routeOptions }: FastifyRequest): boolean => routeOptions.schema?.form !== undefined;

/** The error of a body of another media type than the route takes. */
function wrongType(request: FastifyRequest): ValidationError {
  const taken = takesForm(request) ? "multipart/form-data with the part 'file'" : 'application/json';
  const type = request.headers['content-type'];
  const got = type ? `Content-Type ${show(type)}` : 'no Content-Type';
  return fieldError(['body'], `the body must be ${taken}, got ${got}`, 'media_type');
}

/** JSON bodies, with an empty one counting as none and broken ones as a 422. Long ones are parsed in slices. */
export function parseJson(app: FastifyInstance, limits: Limits): void {
  app.removeContentTypeParser('text/plain');
  app.addHook('preParsing', (request, _reply, payload, done) => {
    checkForm(request);
    done(null, payload);
  });
  app.addContentTypeParser('*', async (request: FastifyRequest) => {
    throw wrongType(request);
  });
  app.addContentTypeParser('application/json', async (request: FastifyRequest, payload: IncomingMessage) => {
    const announced = request.headers['content-length'];
    const bytes = await bytesOf(payload, announced, limits.bodyBytes, request.holdBytes);
    if (bytes.length === 0) return undefined;
    await hashBody(request, bytes);
    const body = await parsedJson(bytes, limits);
    // A character takes a byte at least, an entry of a list two with its comma.
    const mayBeLong = bytes.length > Math.min(limits.textLength, 2 * limits.bodyItems);
    if (mayBeLong || (await inSlices(matchesAnywhere(escapedGap, bytes))))
      await inSlices(checkTexts(body, limits));
    return body;
  });
}
