import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { optionalPackages } from '../../src/optional-packages.ts';
import { addressOf } from '../service/support/launch.ts';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'athanor-modules-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes the URL of every module that is resolved, imported or required, to a file, a line each. */
const recorder = join(folder, 'recorder.mjs');
writeFileSync(
  recorder,
  `import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    appendFileSync(process.env.MODULES_FILE, found.url + '\\n');
    return found;
  },
});
`,
);

/** Packages that a server has loaded when it answers \`/health\` for the first time. */
async function loadedBeforeHealth(): Promise<string[]> {
  const file = join(folder, 'modules.txt');
  const server = spawn(
    process.execPath,
    ['--import', pathToFileURL(recorder).href, join(root, 'bin/athanor.js'), 'serve', '--port', '0'],
    {
      env: { ...process.env, DATA_DIR: join(folder, 'data'), MODULES_FILE: file, ATHANOR_BACKEND: 'ts' },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  try {
    const address = await addressOf(server);
    expect((await fetch(`${address}/health`)).status).toBe(200);
  } finally {
    const ended = once(server, 'exit');
    server.kill();
    await ended;
  }
  return packagesIn(file);
}

/** Packages of the URLs in a file. */
function packagesIn(file: string): string[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  const names = lines
    .map((url) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url.slice(url.lastIndexOf('node_modules/')))?.[1])
    .filter((name) => name !== undefined);
  return [...new Set(names)].sort();
}

describe('the start of the server', () => {
  it('loads these packages and no other before it answers', async () => {
    const packages = await loadedBeforeHealth();
    for (const name of Object.keys(optionalPackages)) expect(packages).not.toContain(name);
    await expect(`${packages.join('\n')}\n`).toMatchFileSnapshot('./packages-before-health.txt');
  });
});

describe('the thread that reads a table', () => {
  it('loads the readers of files and no schemas: each file starts one', async () => {
    const file = join(folder, 'table-modules.txt');
    const source = pathToFileURL(join(root, 'src/service/tables/requests/worker.ts')).href;
    const reader = spawn(
      process.execPath,
      [
        '--import',
        pathToFileURL(recorder).href,
        '--input-type=module',
        '--eval',
        `await import('${source}')`,
      ],
      { env: { ...process.env, MODULES_FILE: file }, stdio: 'ignore' },
    );
    expect(await once(reader, 'exit')).toEqual([0, null]);
    expect(packagesIn(file)).toEqual(['csv-parse', 'fflate', 'saxen']);
  });
});
