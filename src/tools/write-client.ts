import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import { readConfig } from '../service/config.ts';
import { createApp } from '../service/http/app.ts';
import { memoryStore } from '../service/store/memory.ts';

/** Where the types of the client are kept. */
export const schemaFile = fileURLToPath(new URL('../client/schema.d.ts', import.meta.url));

/** The OpenAPI document as the server gives it. */
export async function openApiDocument(): Promise<string> {
  const pool = { run: () => Promise.reject(new Error('no jobs here')) };
  const app = await createApp({
    config: readConfig({ LOG_LEVEL: 'silent' }),
    store: memoryStore(),
    pool,
  });
  try {
    return (await app.inject('/api/openapi.json')).body;
  } finally {
    await app.close();
  }
}

/**
 * What the client expects: it asks for no problem+json, and waits for jobs itself. With a 202 among the answers each
 * caller would have to expect a job.
 */
function expected(document: string): string {
  return JSON.stringify(JSON.parse(document), (key, value) =>
    key === '202' || key === 'application/problem+json' ? undefined : value,
  );
}

/** TypeScript types of the document. */
export async function clientTypes(document: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'athanor-client-'));
  try {
    const file = join(folder, 'openapi.json');
    await writeFile(file, expected(document));
    const ast = await openapiTS(new URL(`file://${file}`), { defaultNonNullable: false });
    return `// Written by src/tools/write-client.ts from /api/openapi.json; do not edit.\n${astToString(ast)}`;
  } finally {
    await rm(folder, { recursive: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await writeFile(schemaFile, await clientTypes(await openApiDocument()));
}
