/**
 * The manifest that is published: `publish` adds the packages of compiled kernels as optional dependencies, at exactly this
 * version, and leaves the scripts and tools of the repository out; `restore` puts the repository's own manifest back.
 *
 * The repository does not name the kernel packages itself, so that an installation from it needs none of them.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nativePlatforms } from './platforms.ts';

type Manifest = Record<string, unknown> & { readonly version: string };

const root = join(import.meta.dirname, '../..');
const file = join(root, 'package.json');
const kept = join(root, '.package.json.kept');

/** What the tarball's package.json holds. */
export function published({
  scripts: _scripts,
  devDependencies: _dev,
  overrides: _overrides,
  ...manifest
}: Manifest): object {
  const { allowScripts: _allow, ...rest } = manifest as Record<string, unknown>;
  const names = [...nativePlatforms.map(({ name }) => `@athanor/native-${name}`), '@athanor/cuda-linux-x64'];
  return {
    ...rest,
    optionalDependencies: Object.fromEntries(names.map((name) => [name, manifest.version])),
  };
}

if (import.meta.main) {
  if (process.argv[2] === 'restore') {
    if (existsSync(kept)) renameSync(kept, file);
  } else {
    const text = readFileSync(existsSync(kept) ? kept : file, 'utf8');
    writeFileSync(kept, text);
    writeFileSync(file, `${JSON.stringify(published(JSON.parse(text)), null, 2)}\n`);
  }
}
