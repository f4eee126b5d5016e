/**
 * Makes what `npm pack` publishes: `dist/` with the compiled server, command line, engine and client, their types, the web
 * application, the data of the demonstration and the licences of others. The same sources give the same bytes. An argument names
 * another folder than `dist`.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { build } from 'vite';
import { apiDocsAssets, demoTable, webBundle } from '../assets.ts';
import { optionalPackages } from '../optional-packages.ts';
import { apiDocsFiles } from '../service/http/plugins/pages/api-docs.ts';
import { webPackages } from './build-web.ts';
import { reportPackages } from './bundled-packages.ts';
import { billOfMaterials, thirdPartyLicences } from './licences.ts';
import { declared } from './manifest.ts';

const root = join(import.meta.dirname, '../..');

/** Programs, and modules that are loaded by their address. */
const programs = {
  cli: 'src/cli/start.ts',
  worker: 'src/service/jobs/worker.ts',
  'table-worker': 'src/service/tables/requests/worker.ts',
  'schema-compiler': 'src/service/http/plugins/validation/schema-compiler.ts',
};

/** Modules that other programs import, in browsers too. */
const libraries = { native: 'src/native.ts', client: 'src/client/api.ts', engine: 'src/engine/api.ts' };

/**
 * Packages that are looked for where the server is installed; all others are in the bundle. The interface of OpenTelemetry is, too,
 * as `prom-client` needs it: what the packages of an installation register is found by any copy of it.
 */
const external = Object.keys(optionalPackages).filter((name) => name !== '@opentelemetry/api');

/**
 * @param target what packages are resolved for: Node, or anything that runs JavaScript
 * @returns folders of the packages in it
 */
async function bundle(
  input: Readonly<Record<string, string>>,
  target: 'node' | 'webworker',
  to: string,
): Promise<readonly string[]> {
  let packages: readonly string[] = [];
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    plugins: [reportPackages(root, (folders) => (packages = folders))],
    ssr: { noExternal: true, target, external },
    build: {
      ssr: true,
      target: 'node22',
      outDir: to,
      emptyOutDir: false,
      minify: false,
      copyPublicDir: false,
      rolldownOptions: {
        input,
        external: [/^node:/],
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js', hashCharacters: 'hex' },
      },
    },
  });
  return packages;
}

/**
 * The compiled modules; they need no other package. Libraries are apart: in a browser nothing of Node's may be in them.
 *
 * @returns folders of the packages in them
 */
export async function compile(to: string): Promise<readonly string[]> {
  process.env.NODE_ENV = 'production';
  return [...(await bundle(programs, 'node', to)), ...(await bundle(libraries, 'webworker', to))];
}

/** Declarations of the libraries, with the extension that compiled modules have. */
function declare(dist: string): void {
  execFileSync('node', ['node_modules/typescript-native/bin/tsc', '-b'], { cwd: root, stdio: 'inherit' });
  const copy = (from: string, to: string) => {
    mkdirSync(join(to, '..'), { recursive: true });
    const text = readFileSync(from, 'utf8');
    writeFileSync(to, text.replaceAll(/(from |import\()(['"])(\.[^'"]+?)(?:\.d)?\.ts\2/g, '$1$2$3.js$2'));
  };
  const types = join(dist, 'types');
  for (const room of ['engine', 'client']) {
    const from = join(root, '.tsbuild', room, 'src', room);
    for (const file of readdirSync(from, { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.d.ts')) continue;
      // What an earlier build left of a source that is gone is not published.
      const source = join(root, 'src', room, file.replace(/\.d\.ts$/, '.ts'));
      if (existsSync(source)) copy(join(from, file), join(types, room, file));
    }
  }
  copy(join(root, 'src/client/schema.d.ts'), join(types, 'client/schema.d.ts'));
  copy(join(root, '.tsbuild/service/src/native.d.ts'), join(types, 'native.d.ts'));
}

/**
 * Files that are served or read as they are.
 *
 * @returns folders of the packages in them
 */
function copyFiles(dist: string): readonly string[] {
  execFileSync(process.execPath, [join(root, 'src/tools/build-web.ts')], { cwd: root, stdio: 'inherit' });
  const isServed = (path: string) => !basename(path).startsWith('.');
  cpSync(webBundle, join(dist, 'web'), { recursive: true, filter: isServed });
  cpSync(demoTable, join(dist, 'data', basename(demoTable)));
  for (const name of Object.keys(apiDocsFiles))
    cpSync(join(apiDocsAssets, name), join(dist, 'api-docs', name));
  return ['node_modules/@fastify/swagger-ui', ...webPackages()];
}

if (import.meta.main) {
  const dist = resolve(root, process.argv[2] ?? 'dist');
  rmSync(dist, { recursive: true, force: true });
  const compiled = await compile(dist);
  declare(dist);
  const beside = declared.map((name) => `node_modules/${name}`);
  const packages = [...new Set([...compiled, ...copyFiles(dist), ...beside])].sort();
  writeFileSync(join(root, 'THIRD-PARTY-LICENSES.txt'), thirdPartyLicences(packages));
  writeFileSync(join(root, 'sbom.cdx.json'), billOfMaterials(packages));
  console.log(`package: ${dist} is complete`);
}
