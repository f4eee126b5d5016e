import { readdirSync, readFileSync, watch } from 'node:fs';
import { join } from 'node:path';
import { patiently } from './built-server.ts';
import { type BulkCall, BulkSession } from './bulk-session.ts';

/** As `BulkSession` asks: a text goes as a file. */
const bulkCall =
  (address: string): BulkCall =>
  async (method, path, body) => {
    let options: RequestInit = {};
    if (typeof body === 'string') {
      const form = new FormData();
      form.set('file', new Blob([body]), 'rows.csv');
      form.set('target_column', 'Output');
      options = { body: form };
    } else if (body !== undefined) {
      options = { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    }
    const answer = await patiently(() =>
      fetch(`${address}${path}`, { method, signal: AbortSignal.timeout(30_000), ...options }),
    );
    const text = await answer.text();
    const isSaved = answer.headers.get('x-service-saved') === 'true';
    return { status: answer.status, isSaved, body: text === '' ? undefined : JSON.parse(text) };
  };

/** Bulk changes to two sessions of a server that is killed again and again. */
export class BulkWriters {
  readonly #folder: string;
  #sessions: (BulkSession | undefined)[] = [undefined, undefined];
  readonly counts = {
    /** Bulk changes that were acknowledged. */
    bulk: 0,
    /** Those of them that left one document and no journal. */
    bulk_documents: 0,
    /** Kills that left a document of these sessions unfinished. */
    cut_documents: 0,
    /** Kills that left a finished document beside a journal before it. */
    cut_before_removal: 0,
  };

  /** @param folder  where the server has its session files */
  constructor(folder: string) {
    this.#folder = folder;
  }

  get #begun(): BulkSession[] {
    return this.#sessions.filter((session) => session !== undefined);
  }

  /** Sessions that are not in a state that they may have. */
  async damaged(address: string): Promise<number> {
    let damaged = 0;
    for (const session of this.#begun) if (!(await session.isIntact(bulkCall(address)))) damaged++;
    return damaged;
  }

  /** Until the server dies. */
  async write(address: string): Promise<void> {
    const call = bulkCall(address);
    await Promise.all(
      this.#sessions.map(async (_, n) => {
        try {
          for (;;) await this.#change(n, call);
        } catch (error) {
          // No answer, and not a refusal.
          if (!(error instanceof TypeError || (error as Error).name === 'TimeoutError')) throw error;
        }
      }),
    );
  }

  async #change(n: number, call: BulkCall): Promise<void> {
    const session = this.#sessions[n];
    if (session === undefined || session.isDone) {
      this.#sessions[n] = await BulkSession.make(call);
      return;
    }
    const how = await session.change(call);
    if (how !== undefined) this.counts.bulk++;
    if (how === 'whole' && this.#journals(session).length === 0) this.counts.bulk_documents++;
  }

  /** Generations of the journals that there are. */
  #journals({ id }: BulkSession): number[] {
    return readdirSync(this.#folder).flatMap((name) => {
      const [ofSession, generation] = name.split('.');
      return ofSession === id && name.endsWith('.journal') ? Number(generation) : [];
    });
  }

  /** Until a document of one of the sessions is being written, a minute at most. */
  async documentBegins(): Promise<void> {
    const over = AbortSignal.timeout(60_000);
    const watcher = watch(this.#folder);
    await new Promise<void>((resolve) => {
      over.addEventListener('abort', () => resolve());
      watcher.on('change', (_kind, name) => {
        if (this.#begun.some(({ id }) => String(name).startsWith(`.${id}.json.`))) resolve();
      });
    });
    watcher.close();
  }

  /** Looks at what the kill left, before the next start. */
  afterKill(): void {
    const names = readdirSync(this.#folder);
    for (const session of this.#begun) {
      if (names.some((name) => name.startsWith(`.${session.id}.json.`))) this.counts.cut_documents++;
      const document = readFileSync(join(this.#folder, `${session.id}.json`), 'utf8');
      const { _generation: generation } = JSON.parse(document) as { _generation: number };
      if (this.#journals(session).some((journal) => journal < generation)) this.counts.cut_before_removal++;
    }
  }
}
