import type { Readable } from 'node:stream';
import { errorCodes } from 'fastify';
import { joined } from '../../../store/slices.ts';

/**
 * All bytes of a body. One that is refused stays open, so that the rest can be read before the answer (decision 0892).
 *
 * @param length as the request states it, where it does
 * @param hold   hears how many bytes are in memory; it may throw
 * @throws FastifyError it is longer than `limit`, or not as long as it says
 */
export async function bytesOf(
  payload: Readable,
  length: string | undefined,
  limit: number,
  hold: ((bytes: number) => void) | undefined,
): Promise<Buffer> {
  const announced = length === undefined ? undefined : Number(length);
  if ((announced ?? 0) > limit) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
  const chunks: Uint8Array[] = [];
  let received = 0;
  const parts: AsyncIterable<Uint8Array> = payload.iterator({ destroyOnReturn: false });
  for await (const chunk of parts) {
    received += chunk.length;
    if (received > limit) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
    hold?.(received);
    chunks.push(chunk);
  }
  if (announced !== undefined && announced !== received)
    throw new errorCodes.FST_ERR_CTP_INVALID_CONTENT_LENGTH();
  return joined(chunks);
}
