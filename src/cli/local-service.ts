/** The service inside this process, without a port: a command obeys the rules that a request obeys. */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Job } from '../contract/jobs.ts';
import { readConfig } from '../service/config.ts';
import { createApp } from '../service/http/app.ts';
import { lazyPool } from '../service/lazy-pool.ts';
import { memoryStore } from '../service/store/memory.ts';
import type { Store } from '../service/store/store.ts';
import { UsageError } from './output.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** @param fraction in [0, 1] */
type OnProgress = (fraction: number, message: string) => void;

/** How long to wait between two looks at a job, ms. */
const lookEvery = 100;

/** @throws UsageError a refusal, Error a failure, with the service's own words */
function refuse(status: number, body: unknown): never {
  const { detail } = body as {
    detail: string | readonly { loc: readonly (string | number)[]; msg: string }[];
  };
  const text =
    typeof detail === 'string'
      ? detail
      : detail.map(({ loc, msg }) => `${loc.slice(1).join('.')} ${msg}`).join('; ');
  throw status < 500 ? new UsageError(text) : new Error(text);
}

export interface LocalService {
  /**
   * One request below `/api/v1`.
   *
   * @returns the JSON value of the answer
   * @throws UsageError with the service's own words where the request is refused
   */
  request<Answer>(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown): Promise<Answer>;
  /** A request that trains or searches, as `request`; `onProgress` hears how far it is. */
  runJob<Answer>(path: string, body: unknown, onProgress: OnProgress): Promise<Answer>;
  /** A session from the text of a session file; its ID. Throws as `request`. */
  importFile(name: string, text: string): Promise<string>;
  /** The bytes of a GET. Throws as `request`. */
  download(path: string): Promise<Buffer>;
  close(): Promise<void>;
}

/** @param store where sessions are kept; in memory alone when left out */
export async function localService(
  environment: Environment,
  store: Store = memoryStore(),
): Promise<LocalService> {
  const config = readConfig({ ...environment, LOG_LEVEL: environment.LOG_LEVEL ?? 'silent', AUTH: 'off' });
  const pool = await lazyPool(config, () => {});
  const app = await createApp({ config, store, pool });
  const inject = async (
    method: string,
    path: string,
    type?: string,
    payload?: Buffer | string,
    asked: Readonly<Record<string, string>> = {},
  ) => {
    const response = await app.inject({
      method: method as 'GET',
      url: `/api/v1${path}`,
      headers: { host: 'localhost', ...asked, ...(type === undefined ? {} : { 'content-type': type }) },
      ...(payload === undefined ? {} : { payload }),
    });
    if (response.statusCode < 300) return response;
    return refuse(response.statusCode, response.json());
  };
  return {
    async request<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
      const response =
        body === undefined
          ? await inject(method, path)
          : await inject(method, path, 'application/json', JSON.stringify(body));
      return response.json() as Answer;
    },
    async runJob<Answer>(path: string, body: unknown, onProgress: OnProgress): Promise<Answer> {
      const asked = { prefer: 'respond-async' };
      const accepted = await inject('POST', path, 'application/json', JSON.stringify(body), asked);
      const { job_id } = accepted.json() as Job;
      for (;;) {
        const job = (await inject('GET', `/jobs/${job_id}`)).json() as Job;
        if (job.progress !== null) onProgress(job.progress.fraction, job.progress.message);
        if (job.result !== null) {
          return job.result.status < 300
            ? (job.result.body as Answer)
            : refuse(job.result.status, job.result.body);
        }
        await sleep(lookEvery);
      }
    },
    async importFile(name, text) {
      const form = new FormData();
      form.set('file', new Blob([text]), name);
      const encoded = new Response(form);
      const type = encoded.headers.get('content-type') ?? '';
      const payload = Buffer.from(await encoded.arrayBuffer());
      const response = await inject('POST', '/sessions/import', type, payload);
      return (response.json() as { session_id: string }).session_id;
    },
    download: async (path) => (await inject('GET', path)).rawPayload,
    async close() {
      await app.close();
      await store.close();
      await pool.close();
    },
  };
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
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (cause) {
    throw new UsageError(`'${file}' cannot be read: ${(cause as Error).message}`, { cause });
  }
  const service = await localService(environment);
  try {
    const id = await service.importFile(basename(file), text);
    return await work(service, `/sessions/${id}`);
  } finally {
    await service.close();
  }
}
