import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';

import { fieldError, ValidationError, ValueError } from '../../errors.ts';
import { inSlices, nextTurn } from '../../slices.ts';
import { hashBody } from '../request-terms.ts';
import { prettyInSlices } from './pretty-json.ts';
import { unknownFields } from './unknown-fields.ts';

declare module 'fastify' {
  interface FastifySchema {
    tags?: readonly string[];
    summary?: string;
    description?: string;
    deprecated?: boolean;
    consumes?: readonly string[];
    /** Media type of a good answer; JSON by default. */
    produces?: string;
    /** Parts of a multipart body: documentation, the handler reads them. */
    form?: TSchema;
    hide?: boolean;
  }
}

/** The one file of a form, and its text fields. */
export interface Upload {
  readonly filename: string;
  readonly content: Buffer;
  readonly fields: Readonly<Record<string, string>>;
}

/** Everything a form holds; text parts may stand before or after the file. */
export async function readUpload(request: FastifyRequest): Promise<Upload> {
  let found: { filename: string; content: Buffer } | undefined;
  const fields: Record<string, string> = {};
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') fields[part.fieldname] = String(part.value);
      else if (part.fieldname === 'file') found = { filename: part.filename, content: await part.toBuffer() };
      else part.file.resume();
    }
  } catch (cause) {
    // Errors of the plugin have a code; those of the parser below it do not.
    if (!(cause instanceof Error) || 'code' in cause) throw cause;
    throw fieldError(['body'], `the form cannot be read: ${cause.message}`, 'multipart_invalid');
  }
  if (found === undefined) throw fieldError(['body', 'file'], 'field is required', 'missing');
  await hashBody(request, found.filename, found.content, JSON.stringify(fields));
  return { ...found, fields };
}

/**
 * Refuses text parts that a form does not have, with the nearest name that it has.
 *
 * @throws ValidationError
 */
export function checkFields({ fields }: Upload, form: TSchema, closed: boolean): void {
  const unknown = unknownFields(form, fields, ['body'], closed);
  if (unknown.length > 0) throw new ValidationError(unknown);
}

/** Bytes as text: UTF-8, with or without a byte order mark, or UTF-16 with one. */
export function decodeText(content: Buffer, what: string): string {
  const encoding =
    content[0] === 0xff && content[1] === 0xfe
      ? 'utf-16le'
      : content[0] === 0xfe && content[1] === 0xff
        ? 'utf-16be'
        : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(content);
  } catch (cause) {
    throw new ValueError(`${what}: the file is not ${encoding.toUpperCase()} text; save it as UTF-8`, {
      cause,
    });
  }
}

/** A file that holds JSON. */
export async function readJsonFile(request: FastifyRequest): Promise<unknown> {
  const { filename, content } = await readUpload(request);
  const text = decodeText(content, filename);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ValueError(`${filename}: the file is not JSON: ${(cause as Error).message}`, { cause });
  }
}

/** Text longer than this is sent in parts. */
const longText = 1 << 20;
const part = 1 << 16;

/** The text in parts; none ends within a character. */
function* partsOf(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    let to = Math.min(text.length, from + part);
    const last = text.charCodeAt(to - 1);
    if (to < text.length && last >= 0xd800 && last < 0xdc00) to -= 1;
    yield text.slice(from, to);
    from = to;
  }
}

/** Each part in a turn of its own: a socket that takes all at once would hold up every other request. */
async function* inTurns(parts: Iterable<string>): AsyncGenerator<string> {
  for (const one of parts) {
    yield one;
    await nextTurn();
  }
}

const streamOf = (parts: Iterable<string>) => Readable.from(inTurns(parts), { objectMode: false });

function sendFile(reply: FastifyReply, name: string, type: string, content: string | Readable): FastifyReply {
  const safe = name.replaceAll(/[^\w.-]/g, '_');
  return reply
    .header(
      'Content-Disposition',
      `attachment; filename="${safe}"; filename*=UTF-8''${encodeURIComponent(name)}`,
    )
    .type(`${type}; charset=utf-8`)
    .serializer((payload: string) => payload)
    .send(content);
}

/** Sends a value as a file; JSON is indented, as people look at it. */
export function attach(reply: FastifyReply, name: string, type: string, content: unknown): FastifyReply {
  const text = typeof content === 'string' ? content : JSON.stringify(content, null, 2);
  return sendFile(reply, name, type, text.length > longText ? streamOf(partsOf(text)) : text);
}

/** As `attach`, for JSON that may be long. */
export async function attachJson(reply: FastifyReply, name: string, content: unknown): Promise<FastifyReply> {
  const parts = await inSlices(prettyInSlices(content));
  const isLong = parts.length * part > longText;
  return sendFile(reply, name, 'application/json', isLong ? streamOf(parts) : parts.join(''));
}
