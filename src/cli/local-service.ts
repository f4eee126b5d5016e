/** The service inside this process, without a port: a command obeys the rules that a request obeys. */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Job } from '../contract/server/jobs.ts';
import { readConfig } from '../service/config.ts';
import { createApp } from '../service/http/app.ts';
import type { App } from '../service/http/plugins/type-provider.ts';
import { lazyPool } from '../service/lazy-pool.ts';
import { memoryStore } from '../service/store/memory.ts';
import type { Store } from '../service/store/store.ts';
import { fileReason, UsageError } from './output.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Settings of a server that has callers, as they are for one that a command starts for itself. */
const unserved: Environment = {
  AUTH: 'off',
  COMPAT: '',
  DATABASE_URL: '',
  DATABASE_URL_DIRECT: '',
  DRAIN_SECONDS: '0',
  LIMIT_HEAP_PERCENT: '100',
  LIMIT_LOOP_DELAY_MS: '60000',
  METRICS: 'off',
  METRICS_PORT: '',
  OTEL_EXPORTER_OTLP_ENDPOINT: '',
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: '',
  RATE_LIMITS: 'off',
};

/** The environment of a command whose service has no other callers: its variables may be those of a server. */
export const ownEnvironment = (environment: Environment): Environment => ({
  ...environment,
  ...unserved,
  LOG_LEVEL: environment.LOG_LEVEL || 'silent',
});

/** @param fraction in [0, 1] */
type OnProgress = (fraction: number, message: string) => void;

/** How long to wait between two looks at a job, ms. */
const lookEvery = 100;

/** What a command says about errors whose way out is a request to the server, by `error_type`. */
const ownWords: Readonly<Record<string, string>> = {
  NoModelError:
    "the campaign has no trained model; write one with 'athanor fit <file> --out <file>', or use the strategy auto, which needs none",
};

/** Options of commands whose fields have other names in a request. */
const optionOf: Readonly<Record<string, string>> = {
  box_cox_lambda: '--lambda',
  model_type: '--model',
  n_points: '--points',
  n_suggestions: '--number',
  random_seed: '--seed',
};

const nameOf = ([, ...path]: readonly (string | number)[]): string => {
  const field = path.join('.');
  return Object.hasOwn(optionOf, field) ? (optionOf[field] as string) : field;
};

/** @throws UsageError a refusal, Error a failure, with the service's own words where it has no other way out */
function refuse(status: number, body: unknown): never {
  const { detail, error_type: type = '' } = body as {
    detail: string | readonly { loc: readonly (string | number)[]; msg: string }[];
    error_type?: string;
  };
  const text =
    typeof detail === 'string'
      ? (ownWords[type] ?? detail)
      : detail.map(({ loc, msg }) => `${nameOf(loc)} ${msg}`.trimStart()).join('; ');
  throw status < 500 ? new UsageError(text) : new Error(text);
}

export interface LocalService {
  /**
   * One request below `/api/v1`. Undefined fields of the body are left out.
   *
   * @returns the JSON value of the answer
   * @throws UsageError with the service's own words where the request is refused
   */
  request<Answer>(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown): Promise<Answer>;
  /** A request that trains or searches, as `request`; `onProgress` hears how far it is. */
  runJob<Answer>(path: string, body: unknown, onProgress: OnProgress): Promise<Answer>;
  /** A session from the text of a session file; its ID. Throws as `request`. */
  importFile(name: string, text: string): Promise<string>;
  /** Deletes a session. Throws as `request`. */
  remove(id: string): Promise<void>;
  /** The bytes of a GET. Throws as `request`. */
  download(path: string): Promise<Buffer>;
  close(): Promise<void>;
}

interface Payload {
  readonly type: string;
  readonly bytes: Buffer | string;
}

/** One request below `/api/v1`; throws where it is refused. */
async function ask(
  app: App,
  method: string,
  path: string,
  payload?: Payload,
  headers: Readonly<Record<string, string>> = {},
) {
  const own = { host: 'localhost', ...headers };
  const response = await app.inject({
    method: method as 'GET',
    url: `/api/v1${path}`,
    ...(payload === undefined
      ? { headers: own }
      : { headers: { ...own, 'content-type': payload.type }, payload: payload.bytes }),
  });
  if (response.statusCode < 300) return response;
  return refuse(response.statusCode, response.json());
}

const jsonOf = (body: unknown): Payload => ({ type: 'application/json', bytes: JSON.stringify(body) });

/** Starts a job and waits for what it ends with. */
async function jobResult(app: App, path: string, body: unknown, onProgress: OnProgress): Promise<unknown> {
  const accepted = await ask(app, 'POST', path, jsonOf(body), { prefer: 'respond-async' });
  const { job_id } = accepted.json() as Job;
  for (;;) {
    const { progress, result } = (await ask(app, 'GET', `/jobs/${job_id}`)).json() as Job;
    if (progress !== null) onProgress(progress.fraction, progress.message);
    if (result !== null) return result.status < 300 ? result.body : refuse(result.status, result.body);
    await sleep(lookEvery);
  }
}

async function importFile(app: App, name: string, text: string): Promise<string> {
  const form = new FormData();
  form.set('file', new Blob([text]), name);
  const encoded = new Response(form);
  const type = encoded.headers.get('content-type') ?? '';
  const bytes = Buffer.from(await encoded.arrayBuffer());
  const response = await ask(app, 'POST', '/sessions/import', { type, bytes });
  return (response.json() as { session_id: string }).session_id;
}

/** @param store where sessions are kept; in memory alone when left out */
export async function localService(
  environment: Environment,
  store: Store = memoryStore(),
): Promise<LocalService> {
  const config = readConfig(ownEnvironment(environment));
  const pool = await lazyPool(config, () => {});
  const app = await createApp({ config, store, pool });
  return {
    async request<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
      const response = await ask(app, method, path, body === undefined ? undefined : jsonOf(body));
      return response.json() as Answer;
    },
    runJob: async <Answer>(path: string, body: unknown, onProgress: OnProgress) =>
      (await jobResult(app, path, body, onProgress)) as Answer,
    importFile: (name, text) => importFile(app, name, text),
    remove: async (id) => void (await ask(app, 'DELETE', `/sessions/${id}`)),
    download: async (path) => (await ask(app, 'GET', path)).rawPayload,
    async close() {
      await app.close();
      await store.close();
      await pool.close();
    },
  };
}

/** The text of a session file that a command names. @throws UsageError it cannot be read, or is another kind of file, such as a table */
export async function readCampaign(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((cause) => {
    throw new UsageError(`'${file}' cannot be read: ${fileReason(cause)}`, { cause });
  });
  if (/^\uFEFF?\s*\{/.test(text)) return text;
  throw new UsageError(
    `'${file}' is not a session file. For a table of results, start a server (athanor serve), import the table on the page Experiments, and save the session file on the page Settings`,
  );
}

/**
 * A campaign file as a session of a service in this process.
 *
 * @throws UsageError the file cannot be read, or holds no session
 */
export async function withCampaign<Answer>(
  file: string,
  environment: Environment,
  work: (service: LocalService, path: string) => Promise<Answer>,
): Promise<Answer> {
  const text = await readCampaign(file);
  const service = await localService(environment);
  try {
    const id = await service.importFile(basename(file), text);
    return await work(service, `/sessions/${id}`);
  } finally {
    await service.close();
  }
}
