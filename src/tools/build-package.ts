/**
 * Makes what `npm pack` publishes: `dist/` with the compiled server, command line, engine and client, their types, the web
 * application, the data of the demonstration and the licences of others. The same sources give the same bytes. An argument names
 * another folder than `dist`.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { thirdPartyLicences } from './licences.ts';

const root = join(import.meta.dirname, '../..');
const dist = resolve(root, process.argv[2] ?? 'dist');

/** Modules that a person, a thread or another program begins with. */
const entries = {
  cli: 'src/cli/start.ts',
  worker: 'src/service/jobs/worker.ts',
  'table-worker': 'src/service/tables/worker.ts',
  native: 'src/native.ts',
  client: 'src/client/api.ts',
  engine: 'src/engine/api.ts',
};

async function compile(): Promise<void> {
  process.env.NODE_ENV = 'production';
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    build: {
      ssr: true,
      target: 'node22',
      outDir: dist,
      emptyOutDir: true,
      minify: false,
      copyPublicDir: false,
      rolldownOptions: {
        input: entries,
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js', hashCharacters: 'hex' },
      },
    },
  });
}

/** Declarations of the libraries, with the extension that compiled modules have. */
function declare(): void {
  execFileSync('node', ['node_modules/typescript-native/bin/tsc', '-b'], { cwd: root, stdio: 'inherit' });
  const copy = (from: string, to: string) => {
    mkdirSync(join(to, '..'), { recursive: true });
    const text = readFileSync(from, 'utf8');
    writeFileSync(to, text.replaceAll(/(from |import\()(['"])(\.[^'"]+?)(?:\.d)?\.ts\2/g, '$1$2$3.js$2'));
  };
  const types = join(dist, 'types');
  for (const room of ['engine', 'client']) {
    const from = join(root, '.tsbuild', room, 'src', room);
    for (const file of globSync('**/*.d.ts', { cwd: from })) {
      // What an earlier build left of a source that is gone is not published.
      const source = join(root, 'src', room, file.replace(/\.d\.ts$/, '.ts'));
      if (existsSync(source)) copy(join(from, file), join(types, room, file));
    }
  }
  copy(join(root, 'src/client/schema.d.ts'), join(types, 'client/schema.d.ts'));
  copy(join(root, '.tsbuild/service/src/native.d.ts'), join(types, 'native.d.ts'));
}

rmSync(dist, { recursive: true, force: true });
await compile();
declare();
execFileSync(process.execPath, [join(root, 'src/tools/build-web.ts')], { cwd: root, stdio: 'inherit' });
cpSync(join(root, 'build/web'), join(dist, 'web'), { recursive: true });
cpSync(join(root, 'src/demo/data'), join(dist, 'data'), { recursive: true });
writeFileSync(join(root, 'THIRD-PARTY-LICENSES.txt'), thirdPartyLicences());
console.log(`package: ${dist} is complete`);
