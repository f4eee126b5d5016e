import { pipeline, Readable } from 'node:stream';
import { brotliCompressSync, constants, createBrotliCompress, createGzip, gzipSync } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify';
import type { App } from './type-provider.ts';

/** Bytes of an answer from which on it is compressed. Answers that hold a secret (a new key, a token) are shorter. */
const shortAnswer = 4096;

/** An answer of up to this many bytes is compressed on the main thread, in half a millisecond; a longer one by the threads of Node. */
const atOnce = 1 << 15;

const text = /^text\/(?!event-stream)|[/+](json|xml|javascript)(;|$)/;

/** Brotli of this quality takes the time of the fastest gzip; a window of this size takes 256 KiB for each answer under way. */
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 2, [constants.BROTLI_PARAM_LGWIN]: 18 } };
const gzip = { level: 4 };

const encodings = {
  br: {
    whole: (bytes: Buffer) => brotliCompressSync(bytes, brotli),
    stream: () => createBrotliCompress(brotli),
  },
  gzip: { whole: (bytes: Buffer) => gzipSync(bytes, gzip), stream: () => createGzip(gzip) },
};

type Encoding = keyof typeof encodings;

/** Whether the answer is text that was not compressed before. */
function isCompressible(reply: FastifyReply, payload: unknown): payload is string | Buffer | Readable {
  const isLong =
    payload instanceof Readable ||
    ((typeof payload === 'string' || Buffer.isBuffer(payload)) && Buffer.byteLength(payload) >= shortAnswer);
  return (
    isLong && !reply.hasHeader('content-encoding') && text.test(String(reply.getHeader('content-type') ?? ''))
  );
}

/** The best that the client takes; undefined where it takes neither or rather has the answer as it is. */
function encodingOf({ headers, method }: FastifyRequest): Encoding | undefined {
  if (method === 'HEAD' || headers['accept-encoding'] === undefined) return undefined;
  const chosen = negotiate(headers['accept-encoding'], ['br', 'gzip', 'identity']);
  return chosen === 'br' || chosen === 'gzip' ? chosen : undefined;
}

const compress: onSendHookHandler<unknown> = (request, reply, payload, done) => {
  if (!isCompressible(reply, payload)) {
    done(null, payload);
    return;
  }
  reply.header('Vary', [reply.getHeader('Vary') ?? [], 'Accept-Encoding'].flat().join(', '));
  const encoding = encodingOf(request);
  if (encoding === undefined) {
    done(null, payload);
    return;
  }
  const { whole, stream } = encodings[encoding];
  reply.header('Content-Encoding', encoding).removeHeader('content-length');
  const bytes = payload instanceof Readable ? payload : Buffer.from(payload);
  if (Buffer.isBuffer(bytes) && bytes.length <= atOnce) {
    done(null, whole(bytes));
    return;
  }
  // An answer that breaks off ends the connection; there is nobody else to tell.
  const from = bytes instanceof Readable ? bytes : Readable.from([bytes], { objectMode: false });
  done(
    null,
    pipeline(from, stream(), () => {}),
  );
};

/**
 * Answers of some length are compressed for clients that take them so (`Accept-Encoding`): JSON, CSV and other text, but no workbooks and
 * streams of events. It comes last, so that all other hooks see the answer as it was made.
 */
export function compressAnswers(app: App): void {
  app.addHook('onRoute', (route) => {
    route.onSend = [route.onSend ?? [], compress as onSendHookHandler].flat();
  });
}
