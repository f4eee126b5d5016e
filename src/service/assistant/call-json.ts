import { request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { type AllowedHosts, pinHost } from './addresses.ts';

/** Longest wait for one answer. */
const patienceMs = 120_000;

/** Enough for the JSON answer of a language model. */
const maxBytes = 4 * 2 ** 20;

export interface JsonCall {
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The connection uses the address that was checked, even if the name resolves to another one by then. Redirects are not followed. */
function send(
  url: URL,
  pinned: { readonly address: string; readonly family: 4 | 6 },
  { method, headers = {}, body }: JsonCall,
  signal: AbortSignal,
): Promise<{ readonly status: number; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? tlsRequest : plainRequest)(
      url,
      {
        method,
        headers: { accept: 'application/json', ...headers },
        signal,
        agent: false,
        lookup: (_name, options, done) => {
          if (options.all === true) done(null, [{ ...pinned }]);
          else done(null, pinned.address, pinned.family);
        },
      },
      (response) => {
        const parts: Buffer[] = [];
        let bytes = 0;
        response.on('data', (part: Buffer) => {
          bytes += part.length;
          parts.push(part);
          if (bytes > maxBytes) request.destroy(new Error(`the answer is longer than ${maxBytes} bytes`));
        });
        response.on('end', () => {
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString('utf8') });
        });
        response.on('error', reject);
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

/**
 * The JSON answer of a language-model server.
 *
 * @throws ForbiddenError the host, or an address that it leads to, may not be called
 * @throws Error in words for the user: no connection, a refusal, a redirect, or an answer that is not JSON
 */
export async function callJson(
  url: URL,
  call: JsonCall,
  allowed: AllowedHosts,
  signal: AbortSignal,
): Promise<unknown> {
  const pinned = await pinHost(url, allowed);
  const limited = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]);
  const { status, text } = await send(url, pinned, call, limited);
  const place = `${url.origin}${url.pathname}`;
  if (status >= 300 && status < 400)
    throw new Error(`${place} answered ${status}; redirects are not followed`);
  if (status >= 400) throw new Error(`${place} answered ${status}: ${text.slice(0, 200)}`);
  return JSON.parse(text);
}
