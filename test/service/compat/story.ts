import { readFileSync } from 'node:fs';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { Bindings, compare, type Difference } from './shape.ts';
import { unrecorded } from './unrecorded.ts';

type Json = Readonly<Record<string, unknown>>;

/** One recorded request and answer; see the recording's own `about`. */
export interface Recorded {
  readonly id: string;
  readonly area: string;
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string | number>>;
  readonly body: unknown;
  readonly status: number;
  readonly response_headers_of_interest: Readonly<Record<string, string>>;
  readonly response: unknown;
  readonly compare: 'exact' | 'approx' | 'shape';
  readonly note?: string;
  readonly in_force?: { readonly constraints?: readonly Json[]; readonly model?: Json };
}

interface Setup {
  readonly variables: readonly Json[] | string;
  readonly rows?: readonly Json[] | string;
  readonly model?: Json;
}

/** Made with ALchemist 0.4.0 on a local port; see docs/compatibility.md. */
const recording = JSON.parse(
  readFileSync(new URL('../../oracle/alchemist-0.4.json', import.meta.url), 'utf8'),
) as { readonly setups: Readonly<Record<string, Setup>>; readonly exchanges: readonly Recorded[] };

export const exchanges = recording.exchanges;

const boundary = 'replay-boundary-7d1';

/** A recorded body as what goes over the wire. */
function payloadOf(body: unknown, files: Readonly<Record<string, Buffer>>) {
  if (body === null || body === undefined) return {};
  const special = body as {
    $raw?: string;
    $multipart?: Record<string, { filename: string; content: string }>;
  };
  if (special.$raw !== undefined)
    return { payload: special.$raw, headers: { 'content-type': 'application/json' } };
  if (special.$multipart !== undefined) {
    const parts = Object.entries(special.$multipart).flatMap(([name, { filename, content }]) => [
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${filename}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
      ),
      files[content] ?? Buffer.from(content),
      Buffer.from('\r\n'),
    ]);
    return {
      payload: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    };
  }
  return { payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
}

/** Replays the recording, session by session, with the calls in between that were not recorded. */
export class Story {
  readonly bindings = new Bindings();
  readonly files: Record<string, Buffer> = { '<bytes ff fe>': Buffer.from([0xff, 0xfe, 0x00, 0xd8]) };
  readonly #app: FastifyInstance;
  readonly #prepared = new Set<string>();
  readonly #models = new Map<string, string>();

  constructor(app: FastifyInstance) {
    this.#app = app;
  }

  /** A call of the story itself: any answer from 400 on is a mistake in the story. */
  async call(method: string, path: string, body?: unknown): Promise<Json> {
    const response = await this.#inject(method, path, {}, body ?? null);
    if (response.statusCode >= 400)
      throw new Error(`story: ${method} ${path} gave ${response.statusCode}: ${response.body}`);
    return response.body === '' ? {} : (response.json() as Json);
  }

  async #inject(
    method: string,
    path: string,
    query: Recorded['query'],
    body: unknown,
    accept = 'application/json',
  ): Promise<LightMyRequestResponse> {
    const { payload, headers } = payloadOf(body, this.files);
    return this.#app.inject({
      method: method as 'GET',
      url: this.bindings
        .fill(path)
        .split('/')
        .map((part) => (part === '*' ? '%2A' : part))
        .join('/'),
      query: Object.fromEntries(
        Object.entries(this.bindings.fill(query)).map(([key, value]) => [key, String(value)]),
      ),
      headers: {
        origin: 'http://localhost:5173',
        accept,
        ...(method === 'OPTIONS' ? { 'access-control-request-method': 'POST' } : {}),
        ...headers,
      },
      ...(payload === undefined ? {} : { payload }),
    });
  }

  sessionPath(name: string): string {
    return `/api/v1/sessions/${this.bindings.get(name)}`;
  }

  /** Makes the session that a path names, in the state of its set-up. */
  async #prepare(exchange: Recorded): Promise<void> {
    const name = /<session_id\w*>/.exec(exchange.path)?.[0];
    if (name === undefined) return;
    if (!this.bindings.has(name)) {
      const { session_id } = await this.call('POST', '/api/v1/sessions');
      this.bindings.bind(name, String(session_id));
    }
    if (!this.#prepared.has(name) && !exchange.note?.includes('no variables yet')) {
      this.#prepared.add(name);
      await this.#setUp(name);
    }
    if (exchange.in_force !== undefined) await this.#enforce(name, exchange.in_force);
  }

  async #setUp(name: string): Promise<void> {
    const setup = recording.setups[name];
    if (setup === undefined) return;
    const base = this.sessionPath(name);
    if (Array.isArray(setup.variables))
      for (const variable of setup.variables) await this.call('POST', `${base}/variables`, variable);
    if (Array.isArray(setup.rows) && setup.rows.length > 0)
      await this.call('POST', `${base}/experiments/batch`, { experiments: setup.rows });
    if (setup.model !== undefined) await this.#train(name, setup.model);
  }

  async #train(name: string, call: Json): Promise<void> {
    const key = JSON.stringify(call);
    if (this.#models.get(name) === key) return;
    await this.call('POST', `${this.sessionPath(name)}/model/train`, call);
    this.#models.set(name, key);
  }

  async #enforce(
    name: string,
    { constraints = [], model }: NonNullable<Recorded['in_force']>,
  ): Promise<void> {
    const base = this.sessionPath(name);
    const present = (await this.call('GET', `${base}/constraints`)).constraints as Json[];
    const wanted = constraints.map((constraint) => constraint.name);
    for (const { name: old } of present)
      if (!wanted.includes(old)) await this.call('DELETE', `${base}/constraints/${old}`);
    for (const { type, ...rest } of constraints)
      if (!present.some((old) => old.name === rest.name))
        await this.call('POST', `${base}/constraints`, { constraint_type: type, ...rest });
    if (model !== undefined) await this.#train(name, model);
  }

  /** Sends one recorded request and says how the answer differs. */
  async replay(exchange: Recorded): Promise<Difference[]> {
    await this.#prepare(exchange);
    await unrecorded[exchange.id]?.(this);
    if (exchange.path.endsWith('/model/train'))
      this.#models.delete(/<session_id\w*>/.exec(exchange.path)![0]);
    const response = await this.#inject(
      exchange.method,
      exchange.path,
      exchange.query,
      this.bindings.fill(exchange.body),
      exchange.note?.startsWith('browser') ? 'text/html' : 'application/json',
    );
    if (response.statusCode !== exchange.status)
      return [
        `status: expected ${exchange.status}, got ${response.statusCode} ${response.body.slice(0, 300)}`,
      ];
    return [...this.#compareHeaders(exchange, response), ...this.#compareBody(exchange, response)];
  }

  #compareHeaders(exchange: Recorded, response: LightMyRequestResponse): Difference[] {
    const wanted = exchange.response_headers_of_interest;
    const differences: Difference[] = [];
    if (exchange.status < 400 && response.headers['x-alchemist-saved'] !== wanted['(save header)'])
      differences.push(
        `save header: expected ${wanted['(save header)']}, got ${String(response.headers['x-alchemist-saved'])}`,
      );
    const type = wanted['content-type']?.split(';')[0];
    const ours = String(response.headers['content-type'] ?? '').split(';')[0];
    if (type !== undefined && type !== ours && exchange.status !== 204)
      differences.push(`content-type: expected ${type}, got ${ours}`);
    for (const name of ['allow', 'access-control-allow-origin'])
      if (wanted[name] !== undefined && wanted[name] !== response.headers[name])
        differences.push(`${name}: expected ${wanted[name]}, got ${String(response.headers[name])}`);
    return differences;
  }

  #compareBody(exchange: Recorded, response: LightMyRequestResponse): Difference[] {
    const failed = exchange.status >= 400;
    const isJson = String(response.headers['content-type']).startsWith('application/json');
    const ours = isJson ? (response.json() as unknown) : bodyOf(response);
    const recorded = exchange.status === 422 ? withoutEntries(exchange.response) : exchange.response;
    return compare(recorded, exchange.status === 422 ? withoutEntries(ours) : ours, this.bindings, {
      exact: exchange.compare === 'exact' && !failed,
      // Error bodies say more than 0.4.0's shorter form did.
      extra: failed ? ['error_type', 'status_code'] : [],
    });
  }
}

/** A body that is no JSON: nothing, an event stream as its messages, or text. */
function bodyOf(response: LightMyRequestResponse): unknown {
  if (response.body === '') return null;
  if (!String(response.headers['content-type']).startsWith('text/event-stream')) return response.body;
  const messages = response.body.split('\n').filter((line) => line.startsWith('data: '));
  return { $sse: messages.map((line) => JSON.parse(line.slice('data: '.length)) as unknown) };
}

/** Of validation problems only that there are some is compared: 0.4.0 lists the failures of every shape it tried. */
function withoutEntries(body: unknown): unknown {
  const { errors, ...rest } = body as { errors?: unknown[] };
  return { ...rest, hasErrors: Array.isArray(errors) && errors.length > 0 };
}
