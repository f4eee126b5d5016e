import type { FastifyInstance } from 'fastify';
import { OverloadedError } from '../../../errors.ts';
import type { Limits } from '../../../limits.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Tells how many bytes of the body are in memory, until the answer is sent; undefined where the body is short. */
    holdBytes: ((bytes: number) => void) | undefined;
  }
}

/** Bodies up to this many bytes are always read. */
const shortBody = 1 << 20;

/**
 * Longer bodies share one room in memory, so that many clients that send at once, or slowly, do not fill it.
 *
 * @throws OverloadedError from `holdBytes`: the room is taken
 */
export function bodyMemory(app: FastifyInstance, { bodyBytes, fileBytes }: Limits): void {
  const short = Math.min(shortBody, bodyBytes);
  const room = Math.max(bodyBytes, fileBytes);
  let taken = 0;
  app.decorateRequest('holdBytes', undefined);
  app.addHook('onRequest', (request, reply, done) => {
    const { 'content-length': declared, 'transfer-encoding': coding } = request.headers;
    if (coding !== undefined || Number(declared ?? 0) > short) {
      let held = 0;
      let isOver = false;
      request.holdBytes = (bytes) => {
        // What was on its way when the client left is still read, and is not kept.
        if (bytes <= short || isOver) return;
        if (taken - held + bytes > room) {
          throw new OverloadedError(
            `other large bodies are being read, and together they may have ${room} bytes (LIMIT_FILE_BYTES); send the request again`,
          );
        }
        taken += bytes - held;
        held = bytes;
      };
      reply.raw.once('close', () => {
        taken -= held;
        isOver = true;
      });
    }
    done();
  });
}
