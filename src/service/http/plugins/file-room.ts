import type { FastifyInstance } from 'fastify';
import { OverloadedError } from '../../errors.ts';
import type { Limits } from '../../limits.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Tells how many bytes of a file are in memory, until the answer is sent; undefined unless the request is a form. */
    holdBytes: ((bytes: number) => void) | undefined;
  }
}

/** Files longer than a body may be share one room in memory, so that several at once do not fill it. */
export function fileRoom(app: FastifyInstance, { bodyBytes, fileBytes }: Limits): void {
  let taken = 0;
  app.decorateRequest('holdBytes', undefined);
  app.addHook('preHandler', async (request, reply) => {
    if (!request.isMultipart()) return;
    let held = 0;
    request.holdBytes = (bytes) => {
      if (bytes <= bodyBytes) return;
      if (taken - held + bytes > fileBytes) {
        throw new OverloadedError(
          `other long files are being read, and all together may have ${fileBytes} bytes (LIMIT_FILE_BYTES); send the request again`,
        );
      }
      taken += bytes - held;
      held = bytes;
    };
    reply.raw.once('close', () => {
      taken -= held;
    });
  });
}
