import { connect, type Socket } from 'node:net';

/** What a connection sends next: the bytes of one HTTP/1.1 request. */
export type NextRequest = (
  connection: number,
  i: number,
) => { readonly port: number; readonly bytes: string };

export interface Load {
  /** Answered with 2xx. */
  readonly done: number;
  readonly failed: number;
  /** Milliseconds of each good answer. */
  readonly times: readonly number[];
}

export const get = (port: number, path: string) => ({
  port,
  bytes: `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`,
});

export const post = (port: number, path: string, json: string) => ({
  port,
  bytes: `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}`,
});

/** Bytes of an answer that has come in whole; 0 while it has not. Its body has a length or comes in chunks. */
function lengthOf(text: string): number {
  const head = text.indexOf('\r\n\r\n');
  if (head < 0) return 0;
  const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, head))?.[1];
  if (length !== undefined) return head + 4 + Number(length) <= text.length ? head + 4 + Number(length) : 0;
  const end = text.indexOf('\r\n0\r\n\r\n', head);
  return end < 0 ? 0 : end + 7;
}

export interface Answer {
  readonly status: number;
  /** The whole answer, its head among it, one character a byte. */
  readonly text: string;
}

/** The body of an answer that has come in whole, as UTF-8. */
export function bodyOf({ text }: Answer): string {
  const from = text.indexOf('\r\n\r\n') + 4;
  if (!/\r\ntransfer-encoding: chunked/i.test(text.slice(0, from)))
    return Buffer.from(text.slice(from), 'latin1').toString();
  let body = '';
  for (let at = from; ; ) {
    const start = text.indexOf('\r\n', at) + 2;
    const length = Number.parseInt(text.slice(at, start), 16);
    if (length === 0) return Buffer.from(body, 'latin1').toString();
    body += text.slice(start, start + length);
    at = start + length + 2;
  }
}

/** One connection to each server, one request at a time. */
export class Connection {
  readonly #sockets = new Map<number, Promise<Socket>>();
  #text = '';
  #waiting: { port: number; resolve: (answer: Answer) => void; reject: (error: Error) => void } | undefined;

  #open(port: number): Promise<Socket> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(socket));
      socket.on('error', reject);
      // One character a byte, so that lengths agree.
      socket.setEncoding('latin1').on('data', (part: string) => {
        this.#text += part;
        if (lengthOf(this.#text) === 0) return;
        const text = this.#text;
        this.#text = '';
        this.#waiting?.resolve({ status: Number(text.slice(9, 12)), text });
        this.#waiting = undefined;
      });
      socket.on('close', () => {
        // A server closes a connection that idles; the next request opens another.
        this.#sockets.delete(port);
        if (this.#waiting?.port !== port) return;
        this.#text = '';
        this.#waiting.reject(new Error(`port ${port}: the connection was closed before the answer`));
        this.#waiting = undefined;
      });
    });
  }

  async send(port: number, bytes: string): Promise<Answer> {
    const socket = this.#sockets.get(port) ?? this.#open(port);
    this.#sockets.set(port, socket);
    const open = await socket;
    return new Promise((resolve, reject) => {
      this.#waiting = { port, resolve, reject };
      open.write(bytes);
    });
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets.values()) (await socket).destroy();
  }
}

/** Loads servers by plain sockets: a tenth of the processor time that `fetch` takes. */
export async function leanLoad(connections: number, seconds: number, next: NextRequest): Promise<Load> {
  const times: number[] = [];
  let failed = 0;
  const end = performance.now() + 1000 * seconds;
  await Promise.all(
    Array.from({ length: connections }, async (_, number) => {
      const connection = new Connection();
      for (let i = 0; ; i++) {
        const began = performance.now();
        if (began >= end) break;
        const { port, bytes } = next(number, i);
        const { status } = await connection.send(port, bytes);
        if (status >= 200 && status < 300) times.push(performance.now() - began);
        else failed++;
      }
      await connection.close();
    }),
  );
  return { done: times.length, failed, times };
}
