/**
 * Where the files of an installation are: the one place that knows whether this is a checkout, whose sources run as they
 * are, or the published package, whose modules are compiled into `dist/`. Both lie one folder below the root.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const here = import.meta.dirname;
const root = join(here, '..');

/** Whether the modules that run are compiled ones. */
export const isCompiled = import.meta.filename.endsWith('.js');

/** A module that is loaded by its address, as threads are: `source` below `src`, `name` in the package. */
export function entryModule(source: string, name: string): URL {
  return pathToFileURL(isCompiled ? join(here, `${name}.js`) : join(here, source));
}

/** Folder of the built web application. */
export const webBundle = join(root, isCompiled ? 'dist/web' : 'build/web');

/** Files of the page that documents the API. They come with a package, so that the page works without a network. */
export const apiDocsAssets = isCompiled
  ? join(here, 'api-docs')
  : join(root, 'node_modules/@fastify/swagger-ui/static');

/** The table that the demonstration records. */
export const demoTable = join(here, isCompiled ? 'data/suzuki.csv' : 'demo/data/suzuki.csv');

/** `linux-x64-gnu`, `darwin-arm64`, …: how the packages with compiled kernels are named. */
export function platformName(): string {
  const base = `${process.platform}-${process.arch}`;
  if (process.platform !== 'linux') return base;
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  return `${base}-${header.glibcVersionRuntime === undefined ? 'musl' : 'gnu'}`;
}

/**
 * The compiled kernels: built in this checkout, else the optional package for this platform.
 *
 * @throws Error naming where it was looked for, and the command that brings it
 */
export function addonFile(kind: 'cpu' | 'cuda'): string {
  const built = join(root, 'build', `athanor_${kind}.node`);
  if (existsSync(built)) return built;
  const [name, command] =
    kind === 'cpu'
      ? [`@athanor/native-${platformName()}`, "'npm run build:native' with a C++17 compiler"]
      : ['@athanor/cuda-linux-x64', "'npm run build:cuda'"];
  try {
    return createRequire(import.meta.url).resolve(`${name}/athanor_${kind}.node`);
  } catch {
    throw new Error(
      isCompiled
        ? `the package ${name} is not installed; install it in the same version`
        : `neither ${built} nor the package ${name} is there; run ${command}`,
    );
  }
}

/**
 * The binding of TensorFlow that `npm run setup:tfjs` builds.
 *
 * @throws Error where it is not built
 */
export function tfjsBinding(): string {
  const built = join(root, 'build/tfjs/tfjs_binding.node');
  if (existsSync(built)) return built;
  throw new Error(
    isCompiled
      ? 'the package has no TensorFlow; it is built in a checkout of the repository'
      : `${built} is not there; run 'npm run setup:tfjs' (docs/tfjs.md)`,
  );
}

/** Folder for what can be made again, below the user's own cache folder; it need not exist. */
export function cacheFolder(environment: Readonly<Record<string, string | undefined>>): string {
  const base =
    process.platform === 'win32'
      ? environment.LOCALAPPDATA
      : process.platform === 'darwin'
        ? join(homedir(), 'Library/Caches')
        : environment.XDG_CACHE_HOME;
  return join(base || join(homedir(), '.cache'), 'athanor');
}
