/** Builds the web app into build/web unless its sources have not changed since. One line when it does something. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const output = join(root, 'build/web');
const record = join(output, '.fingerprint');

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

const mark = fingerprint();
if (!existsSync(record) || readFileSync(record, 'utf8') !== mark) {
  // Whoever asks for it, tests too: another value makes a bundle for development, with the paths of sources in it.
  process.env.NODE_ENV = 'production';
  const { build } = await import('vite');
  await build({
    configFile: join(root, 'src/web/vite.config.ts'),
    root: join(root, 'src/web'),
    logLevel: 'error',
  });
  writeFileSync(record, mark);
  console.log('built the web app into build/web');
}
