import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';

/** Sizes of the page as it is built and sent. */

const root = fileURLToPath(new URL('../../', import.meta.url));

interface Part {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  readonly css?: readonly string[];
}

let manifest: Record<string, Part>;

/** Files that must be there before a part can run. */
function filesOf(name: string, found = new Set<string>()): Set<string> {
  const part = manifest[name];
  if (!part || found.has(part.file)) return found;
  found.add(part.file);
  for (const sheet of part.css ?? []) found.add(sheet);
  for (const next of part.imports ?? []) filesOf(next, found);
  return found;
}

async function brotli(files: Iterable<string>): Promise<number> {
  let bytes = 0;
  for (const file of files) bytes += (await stat(`${root}build/web/${file}.br`)).size;
  return bytes;
}

describe('the built page', () => {
  beforeAll(async () => {
    await promisify(execFile)(process.execPath, ['src/tools/build-web.ts'], {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'production' },
    });
    manifest = JSON.parse(await readFile(`${root}build/web/manifest.json`, 'utf8')) as typeof manifest;
  });

  it('has one part per view', () => {
    const views = Object.keys(manifest).filter((name) => /^features\/[^/]+\/[^/]+-page\.tsx$/.test(name));
    expect(views.length).toBeGreaterThanOrEqual(16);
    expect(manifest['index.html']?.dynamicImports).toEqual(expect.arrayContaining(views));
    const first = filesOf('index.html');
    for (const view of views) expect(first).not.toContain(manifest[view]?.file);
  });

  it('needs at most 140 kB compressed for any first view', async () => {
    const views = Object.keys(manifest).filter((name) => /-page\.tsx$/.test(name));
    for (const view of views) {
      const bytes = await brotli(filesOf(view, filesOf('index.html', new Set(['index.html']))));
      expect(bytes, view).toBeLessThanOrEqual(140_000);
    }
  });
});
