import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Slices } from '../../../engine/slices.ts';
import { fieldError } from '../../errors.ts';
import type { Limits } from '../../limits.ts';
import { inSlices } from '../../slices.ts';
import { parseInSlices } from '../../store/json-slices.ts';
import { hashBody } from '../request-terms.ts';
import { bytesOf } from './body-bytes.ts';
import { isTooDeep } from './body-depth.ts';
import { checkTexts, escapedGap } from './texts.ts';

/** Bytes that are looked through at once for forbidden keys, and how far such a key may reach into the next ones. */
const portion = 1 << 18;
const overlap = 32;

/** The beginning of the key that would change what an object is. */
const forbiddenKey = /"(?:_|\\u005f){2}(?:p|\\u0070)/i;

/** Whether a match, of `overlap` bytes at most, stands anywhere. */
export function* mayHave(pattern: RegExp, bytes: Buffer): Slices<boolean> {
  for (let from = 0; from < bytes.length; from += portion) {
    if (pattern.test(bytes.toString('latin1', from, from + portion + overlap))) return true;
    yield;
  }
  return false;
}

/** Whether an object in a value, however deep, has the key `__proto__`. */
function* hasForbiddenKey(value: unknown): Slices<boolean> {
  const waiting: unknown[] = [value];
  for (let seen = 1; waiting.length > 0; seen++) {
    if (seen % 1024 === 0) yield;
    const next = waiting.pop();
    if (typeof next !== 'object' || next === null) continue;
    if (Object.hasOwn(next, '__proto__')) return true;
    for (const entry of Array.isArray(next) ? next : Object.values(next)) {
      if (typeof entry === 'object' && entry !== null) waiting.push(entry);
    }
  }
  return false;
}

export const tooDeep = (): Error =>
  fieldError(['body'], 'arrays and objects are nested too deeply (LIMIT_BODY_DEPTH)', 'too_deep');

/**
 * JSON from outside, in slices.
 *
 * @throws ValidationError it is no JSON, nested deeper than `depth`, or has a key that would change what objects are
 */
export async function parsedJson(bytes: Buffer, depth: number): Promise<unknown> {
  if (await inSlices(isTooDeep(bytes, depth))) throw tooDeep();
  let value: unknown;
  try {
    value = await parseInSlices(bytes);
  } catch (error) {
    throw fieldError(['body'], `the body is not JSON: ${(error as Error).message}`, 'json_invalid');
  }
  if ((await inSlices(mayHave(forbiddenKey, bytes))) && (await inSlices(hasForbiddenKey(value)))) {
    const message = "the key '__proto__' is not allowed in a body; leave it out";
    throw fieldError(['body', '__proto__'], message, 'key_forbidden');
  }
  return value;
}

/** JSON bodies, with an empty one counting as none and broken ones as a 422. Long ones are parsed in slices. */
export function parseJson(app: FastifyInstance, limits: Limits): void {
  app.addContentTypeParser('application/json', async (request: FastifyRequest, payload: IncomingMessage) => {
    const bytes = await bytesOf(payload, request.headers['content-length'], limits.bodyBytes);
    if (bytes.length === 0) return undefined;
    await hashBody(request, bytes);
    const body = await parsedJson(bytes, limits.bodyDepth);
    // A character takes a byte at least.
    const mayBeLong = bytes.length > limits.textLength;
    if (mayBeLong || (await inSlices(mayHave(escapedGap, bytes))))
      await inSlices(checkTexts(body, limits.textLength));
    return body;
  });
}
