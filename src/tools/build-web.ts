/** Builds the web app into build/web unless its sources have not changed since. One line when it does something. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from './build-lock.ts';
import { reportPackages } from './bundled-packages.ts';

const root = join(import.meta.dirname, '../..');
const output = join(root, 'build/web');
const record = join(output, '.fingerprint');
const list = join(output, '.packages');

function fingerprint(): string {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  for (const folder of ['src/web', 'src/client', 'src/contract', 'src/demo/data']) {
    const files = readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
    for (const file of files) hash.update(file.slice(root.length)).update(readFileSync(file));
  }
  return hash.digest('hex');
}

/** Folders of the packages whose code is in the built web app, relative to the repository. */
export const webPackages = (): string[] => readFileSync(list, 'utf8').split('\n');

async function buildWeb(): Promise<void> {
  const mark = fingerprint();
  if (existsSync(list) && existsSync(record) && readFileSync(record, 'utf8') === mark) return;
  // Whoever asks for it, tests too: another value makes a bundle for development, with the paths of sources in it.
  process.env.NODE_ENV = 'production';
  const { build } = await import('vite');
  let packages: readonly string[] = [];
  await build({
    configFile: join(root, 'src/web/vite.config.ts'),
    root: join(root, 'src/web'),
    logLevel: 'error',
    plugins: [reportPackages(root, (folders) => (packages = folders))],
  });
  writeFileSync(list, packages.join('\n'));
  writeFileSync(record, mark);
  console.log('built the web app into build/web');
}

if (import.meta.main) {
  mkdirSync(join(root, 'build'), { recursive: true });
  // Tests that run in parallel ask for it at once, and each build empties the folder.
  await withLock(join(root, 'build/web-build.lock'), buildWeb);
}
