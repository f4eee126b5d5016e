import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { answerOf, createAthanorClient, openCampaign, watchSession } from '../../src/client/api.ts';
import { openAccountFile } from '../../src/service/auth/account-file.ts';
import { addKey } from '../../src/service/auth/api-keys.ts';
import { addPerson } from '../../src/service/auth/people.ts';
import { openSecrets } from '../../src/service/auth/secrets.ts';
import { serve } from '../../src/service/serve.ts';
import { plainFolder } from '../../src/service/store/data-folder.ts';
import { until } from '../service/support/until.ts';

const folder = mkdtempSync(join(tmpdir(), 'athanor-key-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function newKey(): Promise<string> {
  const accounts = await openAccountFile(plainFolder(folder));
  const secrets = await openSecrets([], plainFolder(folder));
  const now = new Date().toISOString();
  const { key } = await accounts.change((book) => {
    const { book: changed, answer } = addPerson(book, { name: 'Ann', role: 'admin' }, now);
    return addKey(changed, answer.id, { name: 'first' }, { now, secrets });
  });
  await accounts.close();
  return key;
}

describe('a client with an API key', () => {
  it('asks, tells and watches a server with authentication; without the key it is refused', async () => {
    const key = await newKey();
    const environment = {
      DATA_DIR: folder,
      PORT: '0',
      LOG_LEVEL: 'silent',
      AUTH: 'keys',
      ATHANOR_BACKEND: 'ts',
    };
    const server = await serve(environment, () => {});
    try {
      const stranger = createAthanorClient(server.address);
      await expect(stranger.GET('/api/v1/sessions').then(answerOf)).rejects.toThrow('401');

      const client = createAthanorClient(server.address, fetch, { key, waitSeconds: 0 });
      const { session_id } = answerOf(
        await client.POST('/api/v1/sessions', { body: { metadata: { name: 'A' } } }),
      );
      const path = { session_id };
      await client.POST('/api/v1/sessions/{session_id}/variables', {
        params: { path },
        body: { name: 'x', type: 'real', bounds: [0, 1] },
      });
      const heard: string[] = [];
      const watching = new AbortController();
      await new Promise<void>((resolve) => {
        const onConnection = (is: boolean) => is && resolve();
        watchSession(server.address, session_id, {
          key,
          onConnection,
          onEvent: ({ type }) => heard.push(type),
          signal: watching.signal,
        });
      });
      const campaign = openCampaign(client, session_id);
      const [run] = await campaign.ask();
      await campaign.tell(run, 71.3);
      await until(() => heard.includes('experiment_added'));
      watching.abort();
    } finally {
      await server.stop();
    }
  });
});
