import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { Check, Errors } from 'typebox/value';
import { createTsBackend } from '../../../src/engine/compute/ts/index.ts';
import { CancelledError } from '../../../src/engine/errors.ts';
import { train } from '../../../src/engine/gp/train.ts';
import type { RunContext } from '../../../src/engine/run-context.ts';
import type { Gate } from '../../../src/service/auth/gate.ts';
import { readConfig } from '../../../src/service/config.ts';
import { createApp } from '../../../src/service/http/app.ts';
import type { App } from '../../../src/service/http/plugins/type-provider.ts';
import type { Pool } from '../../../src/service/jobs/pool.ts';
import { type Tasks, tasks } from '../../../src/service/jobs/tasks.ts';
import { memoryStore } from '../../../src/service/store/memory.ts';
import type { Store } from '../../../src/service/store/store.ts';

type AnyRun = (task: unknown, context: RunContext) => unknown;

/** Runs the real tasks in this thread. */
export const inlinePool: Pick<Pool, 'run'> = {
  run: async (name, task, options) => {
    if (options?.signal?.aborted) throw new CancelledError('given up');
    const run = (name === 'train' ? train : await tasks[name as keyof Tasks]()) as unknown as AnyRun;
    const progress = options?.onProgress ?? (() => {});
    return run(task, { backend: createTsBackend(), progress, cancelled: () => false }) as never;
  },
};

/** As `inlinePool`; some work comes between when it takes the next job and when it runs it. */
export function interruptedPool(): Pick<Pool, 'run'> & { during: () => Promise<void> } {
  const pool = {
    during: async (): Promise<void> => {},
    run: (async (...job) => {
      const work = pool.during;
      pool.during = async () => {};
      await work();
      return inlinePool.run(...job);
    }) as Pool['run'],
  };
  return pool;
}

export interface Answer {
  readonly status: number;
  /** The JSON body, or the text where it is none. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every kind
  readonly body: any;
  readonly headers: Readonly<Record<string, unknown>>;
}

export interface TestApp {
  readonly app: App;
  readonly store: Store;
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** A form with one file and text fields. */
  upload(
    path: string,
    content: string | Buffer,
    fields?: Record<string, string>,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  /** A new session; its path `/sessions/<id>`. */
  session(body?: unknown): Promise<string>;
  close(): Promise<void>;
}

/** Every JSON answer must fit the schema that its route promises for the status. */
function checkAnswers(app: App): void {
  const check = (request: FastifyRequest, reply: FastifyReply, payload: unknown): void => {
    // Routes that the API document leaves out promise nothing.
    if (request.routeOptions.schema !== undefined && 'hide' in request.routeOptions.schema) return;
    const schemas = (request.routeOptions.schema?.response ?? {}) as Record<number, TSchema>;
    const schema = schemas[reply.statusCode];
    // What is too large is refused before a route is asked.
    if (schema === undefined && reply.statusCode !== 413) {
      if (request.routeOptions.url?.startsWith('/api/v1') !== true) return;
      throw new Error(
        `${request.method} ${request.routeOptions.url}: status ${reply.statusCode} is not promised`,
      );
    }
    if (schema === undefined) return;
    const plain: unknown = JSON.parse(JSON.stringify(payload));
    if (!Check(schema, plain)) {
      const [first] = Errors(schema, plain);
      const what = `${first?.instancePath} ${first?.message}`;
      throw new Error(`${request.method} ${request.routeOptions.url} ${reply.statusCode}: ${what}`);
    }
  };
  app.addHook('preSerialization', async (request, reply, payload) => {
    check(request, reply, payload);
    return payload;
  });
  // Text that was made before is not serialized.
  app.addHook('onSend', async (request, reply, payload) => {
    const isJson = String(reply.getHeader('content-type')).startsWith('application/json');
    if (Buffer.isBuffer(payload) && isJson) check(request, reply, JSON.parse(payload.toString()));
    return payload;
  });
}

/** A server without a socket, on the given store. Paths are below `/api/v1` unless they start with `//`. */
export async function testApp(
  store: Store = memoryStore(),
  pool: Pick<Pool, 'run'> = inlinePool,
  environment: Record<string, string> = {},
  gate?: Gate,
): Promise<TestApp> {
  // Jobs run in this thread, which holds up the loop.
  const standard = { LOG_LEVEL: 'silent', LIMIT_LOOP_DELAY_MS: '60000' };
  const app = await createApp({ config: readConfig({ ...standard, ...environment }), store, pool, gate });
  checkAnswers(app);
  const url = (path: string) => (path.startsWith('//') ? path.slice(1) : `/api/v1${path}`);
  const inject = async (options: Record<string, unknown>): Promise<Answer> => {
    const response = await app.inject(options as never);
    let body: unknown = response.body;
    if (String(response.headers['content-type']).startsWith('application/json') && response.body !== '') {
      body = JSON.parse(response.body);
    }
    return { status: response.statusCode, body, headers: response.headers };
  };
  const call: TestApp['call'] = (method, path, body, headers = {}) =>
    inject({
      method,
      url: url(path),
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  return {
    app,
    store,
    call,
    upload: (path, content, fields = {}, headers = {}) => {
      const boundary = '----athanor-test';
      const head = Object.entries(fields).map(
        ([name, value]) =>
          `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      );
      const file = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="f"\r\nContent-Type: application/octet-stream\r\n\r\n`;
      const payload = Buffer.concat([
        Buffer.from(head.join('') + file),
        Buffer.from(content),
        Buffer.from(`\r\n--${boundary}--\r\n`),
      ]);
      return inject({
        method: 'POST',
        url: url(path),
        headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, ...headers },
        payload,
      });
    },
    session: async (body) => {
      const answer = await call('POST', '/sessions', body);
      return `/sessions/${answer.body.session_id}`;
    },
    close: async () => {
      await app.close();
      await store.close();
    },
  };
}

/** Two variables and `n` experiments of a smooth function. */
export async function fillSession({ call }: TestApp, path: string, n: number): Promise<void> {
  await call('POST', `${path}/variables`, { name: 'x', type: 'real', bounds: [0, 10] });
  await call('POST', `${path}/variables`, { name: 'c', type: 'categorical', categories: ['A', 'B'] });
  const experiments = Array.from({ length: n }, (_, i) => ({
    inputs: { x: (i * 3.7) % 10, c: i % 2 === 0 ? 'A' : 'B' },
    output: Math.sin((i * 3.7) % 10) + (i % 2),
  }));
  if (n > 0) await call('POST', `${path}/experiments/batch`, { experiments });
}
