import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { getHeapStatistics } from 'node:v8';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';

import { JsonFileForm } from '../../../../contract/experiments/experiments.ts';
import type { Config } from '../../../config.ts';
import {
  type FieldProblem,
  fieldError,
  OutOfMemoryError,
  statusOf,
  ValidationError,
  ValueError,
} from '../../../errors.ts';
import { yieldToEventLoop } from '../../../event-loop.ts';
import { fileTextLength, heapLimit, type Limits } from '../../../limits.ts';
import { composed } from '../../../normal-form.ts';
import { inSlices } from '../../../slices.ts';
import { isLarge, jsonChunks } from '../../../store/json-chunks.ts';
import { parseInSlices } from '../../../store/json-slices.ts';
import { joined, Slices } from '../../../store/slices.ts';
import { hashBody } from '../../request-options.ts';
import { unknownFields } from '../validation/unknown-fields.ts';
import { matchesAnywhere, readJson } from './json-body.ts';
import { checkTexts, escapedGap } from './texts.ts';

declare module 'fastify' {
  interface FastifySchema {
    tags?: readonly string[];
    summary?: string;
    description?: string;
    deprecated?: boolean;
    consumes?: readonly string[];
    /** Media types of a good answer; JSON by default. */
    produces?: string | readonly string[];
    /** Parts of a multipart body: documentation, the handler reads them. */
    form?: TSchema;
    hide?: boolean;
  }
}

/** Media type of an Excel workbook. */
export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** The one file of a form, and its text fields. */
export interface Upload {
  readonly filename: string;
  readonly content: Buffer;
  readonly fields: Readonly<Record<string, string>>;
}

/** Text parts of a form, and parts of any kind; no form of the interface has as many. */
export const maxFields = 20;
export const maxParts = 1000;

/** Bytes of a form without its file: the text parts, and the lines between all parts. */
const besideFile = (maxFields + 1) * 2 ** 20;

/** What a form takes of the room for bodies. */
class FormMemory {
  readonly #hold: FastifyRequest['holdBytes'];
  #bytes = 0;
  /** Why nothing more is taken in; the form is read to its end all the same. */
  refused: unknown;

  constructor(hold: FastifyRequest['holdBytes']) {
    this.#hold = hold;
  }

  /** Whether there is room for this many more bytes. */
  takes(bytes: number): boolean {
    if (this.refused !== undefined) return false;
    this.#bytes += bytes;
    try {
      this.#hold?.(this.#bytes);
      return true;
    } catch (error) {
      this.refused = error;
      return false;
    }
  }
}

/** Read to its end in any case: if the file is too long, the plugin fails at the end of the form (413). */
async function contentOf({ file }: MultipartFile, room: FormMemory): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of file as AsyncIterable<Uint8Array>) {
    if (!file.truncated && room.takes(chunk.length)) chunks.push(chunk);
    else chunks.length = 0;
  }
  return file.truncated ? Buffer.alloc(0) : joined(chunks);
}

/** @throws ValidationError a field, or a text in its JSON, is too long or one that no file of text can hold */
async function checkFieldTexts(fields: Upload['fields'], limits: Limits): Promise<void> {
  for (const [name, text] of Object.entries(fields)) {
    let meant: unknown = text;
    try {
      if (text.length > limits.textLength || escapedGap.test(text)) meant = JSON.parse(text);
    } catch {
      // Plain text, or JSON that its reader refuses.
    }
    await inSlices(checkTexts({ [name]: meant }, limits));
  }
}

/**
 * Everything a form holds; text parts may be before or after the file.
 *
 * @throws ValidationError (422) it cannot be read, has no file, a part twice, a second file, or a text that is too long
 * @throws OverloadedError (503) the server has no room for a form of this size now
 * @throws RequestFileTooLargeError (413) the form, by the length that it announces, or its file is too long
 */
export async function readUpload(request: FastifyRequest, limits: Limits): Promise<Upload> {
  // Read to its end, it would fill the memory first.
  if (Number(request.headers['content-length'] ?? 0) > limits.fileBytes + besideFile)
    throw new request.server.multipartErrors.RequestFileTooLargeError();
  let found: { filename: string; content: Buffer } | undefined;
  const fields: Record<string, string> = {};
  const wrong: FieldProblem[] = [];
  const room = new FormMemory(request.holdBytes);
  try {
    for await (const part of request.parts()) {
      const { fieldname: name } = part;
      const loc = ['body', name];
      if (name === 'file' ? found !== undefined : Object.hasOwn(fields, name))
        wrong.push({ loc, msg: 'appears twice in the form; send it once', type: 'key_doubled' });
      if (part.type === 'field') {
        // A part that says that it is JSON arrives parsed.
        const text = typeof part.value === 'string' ? part.value : JSON.stringify(part.value);
        if (part.valueTruncated)
          wrong.push({ loc, msg: 'is longer than 1 MiB; send less text', type: 'too_long' });
        if (room.takes(text.length)) fields[name] = composed(text);
      } else if (name === 'file' && found === undefined)
        found = { filename: part.filename, content: await contentOf(part, room) };
      else {
        if (name !== 'file')
          wrong.push({ loc, msg: "must be text, got a file; the file is sent as 'file'", type: 'type' });
        part.file.resume();
      }
    }
  } catch (cause) {
    // Errors of the plugin have a code; those of its parser do not.
    if (!(cause instanceof Error) || 'code' in cause || statusOf(cause) !== undefined) throw cause;
    throw fieldError(['body'], `the form cannot be read: ${cause.message}`, 'multipart_invalid');
  }
  if (room.refused !== undefined) throw room.refused;
  if (wrong.length > 0) throw new ValidationError(wrong);
  if (found === undefined) throw fieldError(['body', 'file'], 'field is required', 'missing');
  await checkFieldTexts(fields, limits);
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

/** Bytes of a text in UTF-16 that are converted at once. */
const portion = 1 << 18;

/**
 * The bytes of a text file in UTF-8: those of a file in UTF-8, without its byte order mark, or of one in UTF-16 with a mark.
 *
 * @throws ValueError it is neither
 */
async function utf8Of(content: Buffer, what: string): Promise<Buffer> {
  const mark = content.toString('hex', 0, 3);
  const encoding = mark.startsWith('fffe') ? 'utf-16le' : mark.startsWith('feff') ? 'utf-16be' : 'utf-8';
  const refused = (cause?: unknown) =>
    new ValueError(
      `${what}: this is not ${encoding.toUpperCase()} text; choose a file that was exported as JSON, or save it as UTF-8`,
      { cause },
    );
  if (encoding === 'utf-8') {
    if (!isUtf8(content)) throw refused();
    return mark === 'efbbbf' ? content.subarray(3) : content;
  }
  const decoder = new TextDecoder(encoding, { fatal: true });
  const parts: Buffer[] = [];
  try {
    for (let from = 0; from < content.length; from += portion) {
      const stream = from + portion < content.length;
      parts.push(Buffer.from(decoder.decode(content.subarray(from, from + portion), { stream })));
      if (stream) await yieldToEventLoop();
    }
  } catch (cause) {
    throw refused(cause);
  }
  return joined(parts);
}

/** @throws OutOfMemoryError what was read so far fills the heap */
function checkHeap(filename: string, limits: Limits): void {
  if (getHeapStatistics().used_heap_size <= heapLimit(limits)) return;
  throw new OutOfMemoryError(
    `${filename}: the content of the file takes more memory than the server has (LIMIT_HEAP_PERCENT); import a smaller session, or start the server with a larger heap (NODE_OPTIONS=--max-old-space-size)`,
  );
}

/**
 * A file that holds JSON.
 *
 * @throws ValueError it is none  @throws ValidationError a text is too long, or one that no file of text can hold
 */
export async function readJsonFile(
  request: FastifyRequest,
  { limits, compat }: Pick<Config, 'limits' | 'compat'>,
): Promise<unknown> {
  const upload = await readUpload(request, limits);
  checkFields(upload, JsonFileForm, compat === undefined);
  if (upload.fields.plan !== undefined && compat === undefined) {
    throw fieldError(['body', 'plan'], 'a plan applies to tables, not to JSON; leave it out', 'not_used');
  }
  const { filename, content } = upload;
  const textLength = fileTextLength(limits);
  const bytes = await utf8Of(content, filename);
  const document = await readJson(bytes, limits.bodyDepth, (text) =>
    parseInSlices(text, { watch: () => checkHeap(filename, limits) }).catch((cause: Error) => {
      if (cause instanceof OutOfMemoryError) throw cause;
      throw new ValueError(`${filename}: the file is not JSON: ${cause.message}`, { cause });
    }),
  );
  const mayBeLong = bytes.length > textLength;
  // A session file has lists of all that it holds; those have limits of their own.
  if (mayBeLong || (await inSlices(matchesAnywhere(escapedGap, bytes))))
    await inSlices(checkTexts(document, { textLength, bodyItems: Number.POSITIVE_INFINITY }));
  return document;
}

/** Text longer than this is sent while it is being made, in parts of somewhat more than the second length: about a millisecond of work. */
const longText = 1 << 20;
const partLength = 1 << 15;

function* partsOf(texts: Iterable<string>): Generator<string> {
  let part = '';
  for (const text of texts) {
    part += text;
    if (part.length < partLength) continue;
    yield part;
    part = '';
  }
  yield part;
}

/** With pauses, also between those that are there: a socket that takes everything at once would delay all other requests. */
async function* inTurns(
  first: readonly string[],
  others: Iterable<string>,
  slices: Slices,
): AsyncGenerator<string> {
  for (const parts of [first, others]) {
    for (const part of parts) {
      yield part;
      await slices.pause();
    }
  }
}

/**
 * What is sent of a text: all of it, or of a long one a stream that is made as it is taken. To HEAD, whose stream would be made to be
 * thrown away, an empty one.
 *
 * @param inOne hooks look at the whole text
 */
async function payloadOf(
  { request }: FastifyReply,
  texts: Iterable<string>,
  inOne = false,
): Promise<string | Readable> {
  const slices = new Slices();
  const parts = partsOf(texts);
  const first: string[] = [];
  for (let length = 0; inOne || length <= longText; ) {
    const step = parts.next();
    if (step.done) return first.join('');
    first.push(step.value);
    length += step.value.length;
    await slices.pause();
  }
  if (request.method === 'HEAD') return Readable.from([]);
  return Readable.from(inTurns(first, parts, slices), { objectMode: false });
}

const asIs = (payload: string): string => payload;

/** Names the answer as a file to be saved. */
function asFile(reply: FastifyReply, name: string): FastifyReply {
  const safe = name.replaceAll(/[^\w.-]/g, '_');
  return reply.header(
    'Content-Disposition',
    `attachment; filename="${safe}"; filename*=UTF-8''${encodeURIComponent(name)}`,
  );
}

/** Sends text as a file. */
export async function attach(
  reply: FastifyReply,
  name: string,
  type: string,
  texts: Iterable<string>,
): Promise<FastifyReply> {
  const payload = await payloadOf(reply, texts);
  return asFile(reply, name).type(`${type}; charset=utf-8`).serializer(asIs).send(payload);
}

/** Sends bytes as a file. */
export const attachBytes = (
  reply: FastifyReply,
  name: string,
  type: string,
  bytes: Uint8Array,
): FastifyReply => asFile(reply, name).type(type).send(Buffer.from(bytes));

/** Sends a value as a file; it is indented for human readers. */
export const attachJson = (reply: FastifyReply, name: string, content: unknown): Promise<FastifyReply> =>
  attach(reply, name, 'application/json', jsonChunks(content, ''));

/** Values from which on the text of an answer is made in slices: some milliseconds of work. */
export const manyValues = 10_000;

/**
 * An answer as it is sent.
 *
 * @param inOne hooks look at the whole text
 */
export async function sendLarge<Answer>(
  reply: FastifyReply,
  answer: Answer,
  inOne: boolean,
): Promise<Answer | FastifyReply> {
  if (typeof answer !== 'object' || answer === null || reply.sent || !isLarge(answer, manyValues))
    return answer;
  const payload = await payloadOf(reply, jsonChunks(answer), inOne);
  return reply.type('application/json; charset=utf-8').serializer(asIs).send(payload);
}
