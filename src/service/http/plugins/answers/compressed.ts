import { Readable } from 'node:stream';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { App } from '../type-provider.ts';

/** Bytes of an answer from which on it is compressed. Answers that hold a secret (a new key, a token) are shorter. */
const shortAnswer = 4096;

/** An answer of up to this many bytes is compressed on the main thread, in half a millisecond; a longer one by the threads of Node. */
const atOnce = 1 << 15;

/** JSON, CSV and other text, but no workbooks and streams of events. */
const text = /^text\/(?!event-stream)|[/+](json|xml|javascript)(;|$)/;

/** Brotli of this quality takes the time of the fastest gzip; a window of this size takes 256 KiB for each answer under way. */
const brotliOptions = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 2, [constants.BROTLI_PARAM_LGWIN]: 18 },
};

/**
 * HEAD has the headers of GET. What is compressed for GET has a length that nobody knows before, so HEAD tells none: that of the text
 * would be wrong (RFC 9110, 8.6). Of a stream Fastify tells none.
 */
function compressNoHead(app: App): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const isLong = (typeof payload === 'string' || Buffer.isBuffer(payload)) && payload.length >= shortAnswer;
    const isText = text.test(String(reply.getHeader('content-type')));
    if (request.method !== 'HEAD' || !isLong || !isText) {
      done(null, payload);
      return;
    }
    const vary = reply.getHeader('vary');
    reply.header('vary', vary === undefined ? 'accept-encoding' : `${String(vary)}, accept-encoding`);
    const isAccepted = /\b(br|gzip)\b|\*/.test(String(request.headers['accept-encoding'] ?? ''));
    done(null, isAccepted ? Readable.from([]) : payload);
  });
}

/** Answers of some length are compressed for clients that take them so (`Accept-Encoding`). Bodies of requests are not decompressed. */
export async function compressAnswers(app: App): Promise<void> {
  compressNoHead(app);
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: shortAnswer,
    syncThreshold: atOnce,
    customTypes: text,
    brotliOptions,
    zlibOptions: { level: 4 },
    globalDecompression: false,
  });
}
