import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { clientDocs, clientPage } from '../../src/tools/write-client-docs.ts';

it('docs/client.md is what the docstrings say; `node src/tools/write-client-docs.ts` brings it up to date', () => {
  const page = clientDocs();
  expect(readFileSync(clientPage, 'utf8')).toBe(page);
  for (const name of ['openCampaign', 'createAthanorClient', 'watchSession'])
    expect(page).toContain(`## ${name}\n`);
});
