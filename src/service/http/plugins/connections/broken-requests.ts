import type { Socket } from 'node:net';
import type { ErrorBody } from '../../../../contract/server/errors.ts';

/** Code of Node's parser → status line, error type and message; any other is a request that is not HTTP. */
const known: Readonly<Record<string, readonly [string, string, string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [
    '408 Request Timeout',
    'RequestTimeout',
    'the request did not arrive in time (LIMIT_REQUEST_SECONDS); send it again',
  ],
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'HeadersTooLarge',
    'the address and headers of the request are larger than 16 KiB; send a shorter query or fewer cookies',
  ],
};

/** Answers a request that is cut off before it has become one: too slow, headers too large, not HTTP. Closes the connection. */
export function answerBroken(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const [status, name, detail] = known[error.code ?? ''] ?? [
    '400 Bad Request',
    'NotHttp',
    'the request is not HTTP/1.1',
  ];
  const answer: ErrorBody = { detail, error_type: name, status_code: Number.parseInt(status, 10) };
  const body = JSON.stringify(answer);
  if (socket.writable) {
    socket.write(
      `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n${body}`,
    );
  }
  socket.destroy(error);
}
