/** The service inside this process, without a port: a command obeys the rules that a request obeys. */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { readConfig } from '../service/config.ts';
import { createApp } from '../service/http/app.ts';
import { lazyPool } from '../service/lazy-pool.ts';
import { memoryStore } from '../service/store/memory.ts';
import type { Store } from '../service/store/store.ts';
import { UsageError } from './output.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export interface LocalService {
  /**
   * One request below `/api/v1`.
   *
   * @returns the JSON value of the answer
   * @throws UsageError with the service's own words where the request is refused
   */
  request<Answer>(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown): Promise<Answer>;
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
  const config = readConfig({ ...environment, LOG_LEVEL: environment.LOG_LEVEL ?? 'silent' });
  const pool = await lazyPool(config, () => {});
  const app = await createApp({ config, store, pool });
  const inject = async (method: string, path: string, type?: string, payload?: Buffer | string) => {
    const response = await app.inject({
      method: method as 'GET',
      url: `/api/v1${path}`,
      headers: { host: 'localhost', ...(type === undefined ? {} : { 'content-type': type }) },
      ...(payload === undefined ? {} : { payload }),
    });
    if (response.statusCode < 300) return response;
    const { detail } = response.json() as { detail: unknown };
    const text = typeof detail === 'string' ? detail : JSON.stringify(detail);
    throw response.statusCode < 500 ? new UsageError(text) : new Error(text);
  };
  return {
    async request<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
      const response =
        body === undefined
          ? await inject(method, path)
          : await inject(method, path, 'application/json', JSON.stringify(body));
      return response.json() as Answer;
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
