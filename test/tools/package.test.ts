import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, matchesGlob, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { platformName } from '../../src/assets.ts';
import { checkSymbols, platformsOf } from '../../src/tools/build-platforms.ts';
import { packagesOf } from '../../src/tools/bundled-packages.ts';
import { billOfMaterials, thirdPartyLicences } from '../../src/tools/licences.ts';
import { published } from '../../src/tools/manifest.ts';
import { cudaPlatform, nativePlatforms } from '../../src/tools/platforms.ts';

const root = join(import.meta.dirname, '../..');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const gnu = nativePlatforms.find(({ name }) => name === 'linux-x64-gnu')!;
const module = (...symbols: string[]) => Buffer.from(['napi_register_module_v1', ...symbols].join('\0'));

describe('the published package', () => {
  it('names the kernel package of every platform at its own version, and no tools of the repository', () => {
    const out = published(manifest) as Record<string, Record<string, string>>;
    expect(Object.keys(out.optionalDependencies!)).toEqual(
      nativePlatforms.map(({ name }) => `@athanor/native-${name}`),
    );
    expect(new Set(Object.values(out.optionalDependencies!))).toEqual(new Set([manifest.version]));
    expect(out.peerDependencies!['@athanor/cuda-linux-x64']).toBe(manifest.version);
    expect(out.peerDependencies!.pg).toBe(manifest.devDependencies.pg);
    expect(out.peerDependenciesMeta!.pg).toEqual({ optional: true });
    expect(out).not.toHaveProperty('devDependencies');
    expect(out).not.toHaveProperty('scripts');
    // The code of all other packages is in the bundle.
    expect(out.dependencies).toEqual({ 'openapi-fetch': manifest.dependencies['openapi-fetch'] });
  });

  it('holds what its entries name, and nothing but compiled modules', () => {
    const entries = Object.values(manifest.exports as Record<string, string | Record<string, string>>);
    for (const path of entries.flatMap((entry) =>
      typeof entry === 'string' ? [entry] : Object.values(entry),
    )) {
      expect(path).toMatch(/^\.\/(dist\/|package\.json$)/);
    }
    expect(manifest.files).toEqual([
      'bin',
      'dist',
      'deploy/*.conf',
      'deploy/*.json',
      'deploy/*.service',
      'deploy/*.yaml',
      'docs/*.md',
      'docs/*.svg',
      'docs/screenshots/*.png',
      'docs/decisions/*.md',
      'docs/experiments/*.md',
      'bench/results/growth.svg',
      'THIRD-PARTY-LICENSES.txt',
      'sbom.cdx.json',
      'CHANGELOG.md',
      'CONTRIBUTING.md',
    ]);
    expect(existsSync(join(root, manifest.bin.athanor))).toBe(true);
  });

  it('leaves out settings with secrets, which stand beside the examples that read them', () => {
    const takes = (path: string) =>
      manifest.files.filter((one: string) => matchesGlob(path, one) || path.startsWith(`${one}/`));
    expect(takes('deploy/compose.cluster.yaml')).toEqual(['deploy/*.yaml']);
    for (const name of ['.env', 'athanor.env']) expect(takes(`deploy/${name}`)).toEqual([]);
  });

  it('holds what its documentation links to', () => {
    const packed = new Set(globSync([...manifest.files, 'README.md', 'LICENSE'], { cwd: root }));
    const pages = [...packed].filter((path) => path.endsWith('.md'));
    const links = pages.flatMap((page) =>
      [
        ...readFileSync(join(root, page), 'utf8').matchAll(/\]\(([\w./-]+\.(?:md|svg|png))(?:#[^)]*)?\)/g),
      ].map(([, link]) => normalize(join(page, '..', link as string))),
    );
    expect(links.length).toBeGreaterThan(300);
    const examples = pages.flatMap((page) =>
      [...readFileSync(join(root, page), 'utf8').matchAll(/`(deploy\/[\w.-]+)`/g)].map(
        ([, path]) => path as string,
      ),
    );
    expect(examples).toContain('deploy/athanor.service');
    expect([...links, ...examples].filter((path) => !packed.has(path))).toEqual([]);
  });

  it('needs the same Node in its manifest as in its first sentence', () => {
    const [, major, minor] = /const needed = \[(\d+), (\d+)\]/.exec(
      readFileSync(join(root, 'bin/athanor.js'), 'utf8'),
    )!;
    expect(manifest.engines.node).toBe(`>=${major}.${minor}`);
  });

  it('lists name, version, licence and its text of packages, and their sums in the bill of materials', () => {
    const folders = ['node_modules/@fastify/cookie', 'node_modules/react'];
    const text = thirdPartyLicences(folders);
    expect(text).toMatch(/^@fastify\/cookie \d+\.\d+\.\d+\nMIT\n\nMIT License/m);
    expect(text).toMatch(/^react \d+\.\d+\.\d+\nMIT\n\nMIT License/m);
    const { components, metadata } = JSON.parse(billOfMaterials(folders));
    expect(metadata.component).toMatchObject({ name: 'athanor', version: manifest.version });
    expect(components).toMatchObject([
      { name: '@fastify/cookie', purl: expect.stringMatching(/^pkg:npm\/%40fastify\/cookie@\d/) },
      { name: 'react', licenses: [{ license: { id: 'MIT' } }] },
    ]);
    for (const { hashes } of components) expect(hashes[0].content).toMatch(/^[0-9a-f]{128}$/);
  });

  it('counts a module to the package that it lies in, nested ones too', () => {
    const ids = ['/r/node_modules/a/x.js', '\0/r/node_modules/a/node_modules/@b/c/y.js?raw', '/r/src/z.ts'];
    expect(packagesOf(ids, '/r')).toEqual(['node_modules/a', 'node_modules/a/node_modules/@b/c']);
    // `node_modules` is a link to another checkout.
    expect(packagesOf(ids, '/other')).toEqual(['node_modules/a', 'node_modules/a/node_modules/@b/c']);
  });

  it('knows the package of this platform, or that there is none', () => {
    expect(platformName()).toMatch(/^[a-z0-9]+-[a-z0-9]+(-gnu|-musl)?$/);
  });
});

describe('a kernel package', () => {
  it('is built for the platforms that are named, all by default, and for no unknown one', () => {
    expect(platformsOf([])).toEqual([...nativePlatforms, cudaPlatform]);
    expect(platformsOf([cudaPlatform.name, gnu.name])).toEqual([gnu, cudaPlatform]);
    expect(() => platformsOf([gnu.name, 'linux-x86'])).toThrow("'linux-x86' is no platform; use one of");
  });

  it('may ask for glibc 2.28 and no later', () => {
    expect(() => checkSymbols(module('GLIBC_2.2.5', 'GLIBC_2.28'), gnu)).not.toThrow();
    expect(() => checkSymbols(module('GLIBC_2.29'), gnu)).toThrow('needs glibc 2.29, 2.28 is allowed');
  });

  it('needs no libstdc++, no glibc under musl, and is a Node-API module', () => {
    expect(() => checkSymbols(module('GLIBCXX_3.4'), gnu)).toThrow('needs libstdc++');
    const musl = nativePlatforms.find(({ libc }) => libc === 'musl')!;
    expect(() => checkSymbols(module('GLIBC_2.17'), musl)).toThrow('is linked against glibc');
    expect(() => checkSymbols(Buffer.from('nothing'), gnu)).toThrow('is not a Node-API module');
  });
});
