import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { App } from './type-provider.ts';

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

/** Answers of some length are compressed for clients that take them so (`Accept-Encoding`). Bodies of requests are not decompressed. */
export async function compressAnswers(app: App): Promise<void> {
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
