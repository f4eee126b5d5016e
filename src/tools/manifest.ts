/**
 * The manifest that is published: `publish` adds the packages of CPU kernels as optional dependencies and that of CUDA kernels, 20 MB for
 * GPU hosts alone, as an optional peer, at exactly this version; it leaves the scripts and tools of the repository out. `restore` puts
 * the repository's own manifest back.
 *
 * The repository does not name the kernel packages itself, so that an installation from it needs none of them.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { optionalPackages } from '../optional-packages.ts';
import { nativePlatforms } from './platforms.ts';

interface Manifest extends Record<string, unknown> {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const root = join(import.meta.dirname, '../..');
const file = join(root, 'package.json');
const kept = join(root, '.package.json.kept');

/** Packages that published declarations name; the code of all others is in the bundle. */
export const declared: readonly string[] = ['openapi-fetch'];

/** What the tarball's package.json holds. */
export function published({
  scripts: _scripts,
  dependencies,
  devDependencies,
  overrides: _overrides,
  allowScripts: _allow,
  ...rest
}: Manifest): object {
  const { version } = rest;
  const peers = Object.keys(optionalPackages);
  return {
    ...rest,
    dependencies: Object.fromEntries(declared.map((name) => [name, dependencies[name]])),
    optionalDependencies: Object.fromEntries(
      nativePlatforms.map(({ name }) => [`@athanor/native-${name}`, version]),
    ),
    peerDependencies: Object.fromEntries(peers.map((name) => [name, devDependencies[name] ?? version])),
    peerDependenciesMeta: Object.fromEntries(peers.map((name) => [name, { optional: true }])),
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
