import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { optionalPackages } from '../../src/optional-packages.ts';
import { packedPackages, packedSources } from '../../src/tools/pack-gpu.ts';

const root = join(import.meta.dirname, '../..');
/** What the pack is for: the tests on the GPU, the benches, and the server that one of them starts. */
const entries = packedSources().filter((path) =>
  /^(test\/engine\/compute\/(cuda-ops.*|ops|information)\.test|bench\/(run|gpu|gpu-http\.bench|gpu\.bench)|src\/main|vitest\.config)\.ts$/.test(
    path,
  ),
);

/** Files that the entries import, one through another, and packages that these import. */
function reached(): { readonly files: Set<string>; readonly packages: Set<string> } {
  const [files, packages] = [new Set<string>(), new Set<string>()];
  const visit = (path: string): void => {
    if (files.has(path)) return;
    files.add(path);
    if (!existsSync(join(root, path))) return;
    for (const [, type, later, from] of readFileSync(join(root, path), 'utf8').matchAll(
      /(?:^(?:import|export)\s(type\s)?[^;'"]*?from |\b(import)\()'([^']+)'/gm,
    )) {
      if (from === undefined || type !== undefined) continue;
      if (from.startsWith('.')) visit(relative(root, join(root, dirname(path), from)));
      // Packages imported later are used where they are installed.
      else if (later === undefined && !from.startsWith('node:'))
        packages.add(from.replace(/^((?:@[^/]+\/)?[^/]+).*$/, '$1'));
    }
  };
  for (const path of entries) visit(path);
  return { files, packages };
}

describe('the pack for a machine with a GPU', () => {
  const { files, packages } = reached();

  it('holds every file that its tests and benches import', () => {
    expect(entries.length).toBeGreaterThan(6);
    const packed = new Set(packedSources());
    expect([...files].filter((path) => !packed.has(path))).toEqual([]);
    expect(files.size).toBeGreaterThan(200);
  });

  it('holds every package that these need', () => {
    const packed = [...packedPackages(), ...Object.keys(optionalPackages)];
    expect([...packages].filter((name) => !packed.includes(name))).toEqual([]);
  });
});
