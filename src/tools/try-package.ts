/**
 * Publishes the package and the kernel packages that are built to a registry on this machine and installs them as a stranger
 * would: normally, without optional packages and without install scripts, with no compiler on the PATH, in a folder
 * with blanks, read-only, as another user where this one may become one. Prints what was found; ends with 1 if anything failed.
 *
 * The registry is Verdaccio, installed for the occasion. Where it cannot be had, the reason is printed and nothing is tried.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { platformName } from '../assets.ts';
import { tryRun } from './compiler.ts';
import { freePort } from './free-port.ts';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'athanor-package-'));
const nobody = 65534;

/** Space of a folder on the disk, by blocks. MB of 10^6 bytes, rounded up. */
function megabytes(path: string): number {
  const files = readdirSync(path, { recursive: true, encoding: 'utf8' });
  const blocks = files.reduce((sum, file) => sum + (lstatSync(join(path, file)).blocks ?? 0), 0);
  return Math.ceil((blocks * 512) / 1e6);
}

/** A registry that keeps our packages and passes the rest through; undefined when it cannot be installed. */
async function startRegistry(port: number): Promise<ChildProcess | undefined> {
  const home = join(folder, 'registry');
  mkdirSync(home, { recursive: true });
  const manifest = {
    private: true,
    dependencies: { verdaccio: '^6.1.0' },
    overrides: { 'node-fetch': '2.7.0' },
  };
  writeFileSync(join(home, 'package.json'), JSON.stringify(manifest));
  const installed = spawnSync('npm', ['install', '--no-audit', '--no-fund'], { cwd: home, encoding: 'utf8' });
  if (installed.status !== 0) return undefined;
  const upstream = tryRun('npm', ['config', 'get', 'registry'])?.trim();
  const rules = (access: string) =>
    `  '${access}':\n    access: $all\n    publish: $all\n    unpublish: $all\n`;
  writeFileSync(
    join(home, 'config.yaml'),
    `storage: ./storage\nauth:\n  htpasswd:\n    file: ./users\nuplinks:\n  upstream:\n    url: ${upstream}\n` +
      `packages:\n${rules('@athanor/*')}${rules('athanor')}  '**':\n    access: $all\n    proxy: upstream\n` +
      'max_body_size: 200mb\nlog: { type: stdout, level: error }\n',
  );
  const args = [
    join(home, 'node_modules/verdaccio/bin/verdaccio'),
    '-c',
    'config.yaml',
    '-l',
    `127.0.0.1:${port}`,
  ];
  const child = spawn(process.execPath, args, { cwd: home, stdio: ['ignore', 'inherit', 'inherit'] });
  for (let i = 0; i < 200; i++) {
    if (await answers(`http://127.0.0.1:${port}/-/ping`)) return child;
    await sleep(100);
  }
  child.kill();
  return undefined;
}

/**
 * Tarballs are published, not folders: npm reads a folder's manifest before `prepack` has completed it.
 */
function publish(source: string, registry: string): void {
  const options = { cwd: folder, encoding: 'utf8' } as const;
  const packed = execFileSync('npm', ['pack', source, '--silent'], options);
  const tarball = packed.trim().split('\n').at(-1) ?? '';
  execFileSync('npm', ['publish', join(folder, tarball), '--registry', registry, '--silent'], options);
}

interface Trial {
  readonly name: string;
  readonly flags: readonly string[];
  /** Backend that `athanor doctor` must find. */
  readonly backend: string;
}

/** Nothing but Node: no compiler, no shell tools. */
function emptyPath(): string {
  const bin = join(folder, 'bin');
  mkdirSync(bin, { recursive: true });
  if (!existsSync(join(bin, 'node'))) symlinkSync(process.execPath, join(bin, 'node'));
  return bin;
}

/** The installed program, and how it runs as another user with a home folder of its own. */
function as(place: string, user: number | undefined) {
  const home = join(place, 'home');
  mkdirSync(home, { recursive: true });
  chmodSync(home, 0o777);
  const script = join(place, 'node_modules/athanor/bin/athanor.js');
  const options = {
    cwd: home,
    env: { PATH: emptyPath(), HOME: home },
    ...(user === undefined ? {} : { uid: user, gid: user }),
  };
  return { script, options };
}

function run(place: string, args: readonly string[], user: number | undefined) {
  const { script, options } = as(place, user);
  const { status, stdout, stderr, error } = spawnSync(process.execPath, [script, ...args], {
    ...options,
    encoding: 'utf8',
  });
  if (error !== undefined) throw error;
  return { status, stdout, stderr };
}

/** Another user than this one, where this one may become one and that one may run Node here. */
function otherUser(): number | undefined {
  if (process.getuid?.() !== 0) return undefined;
  if (spawnSync(process.execPath, ['--version'], { uid: nobody, gid: nobody }).status === 0) return nobody;
  console.log(`no other user may run ${process.execPath}: programs run as root`);
  return undefined;
}

const answers = async (address: string) => (await fetch(address).catch(() => undefined))?.ok === true;

/**
 * Seconds from the start of `athanor serve` to its first answer of `/health`.
 *
 * @returns median of nine, after one that fills the compile cache
 */
async function coldStart(place: string, user: number | undefined): Promise<number> {
  const seconds: number[] = [];
  for (let i = 0; i < 10; i++) {
    const free = await freePort();
    const { script, options } = as(place, user);
    const started = performance.now();
    const server = spawn(process.execPath, [script, 'serve', '--port', `${free}`], {
      ...options,
      stdio: 'ignore',
    });
    try {
      while (!(await answers(`http://127.0.0.1:${free}/health`))) {
        if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}`);
        await sleep(2);
      }
      seconds.push((performance.now() - started) / 1000);
    } finally {
      const ended = once(server, 'exit');
      server.kill();
      await ended;
    }
  }
  return seconds.slice(1).sort((a, b) => a - b)[4]!;
}

/** Installs and runs; what went wrong, or undefined. */
async function tryInstall(
  { name, flags, backend }: Trial,
  registry: string,
  user: number | undefined,
): Promise<string | undefined> {
  const place = join(folder, `with blanks ${name}`);
  mkdirSync(place);
  writeFileSync(join(place, 'package.json'), '{"private":true}');
  const install = ['install', 'athanor', '--registry', registry, '--no-audit', '--no-fund', ...flags];
  execFileSync('npm', install, { cwd: place, stdio: ['ignore', 'ignore', 'inherit'] });
  execFileSync('chmod', ['-R', 'a-w,a+rX', join(place, 'node_modules')]);
  const doctor = run(place, ['doctor', '--json'], user);
  if (doctor.status !== 0) return `doctor ended with ${doctor.status}: ${doctor.stderr}`;
  const found = JSON.parse(doctor.stdout).backend.name;
  if (found !== backend)
    return `backend ${found}, ${backend} expected: ${JSON.parse(doctor.stdout).backend.notes}`;
  const demo = run(place, ['demo', '--json'], user);
  if (demo.status !== 0) return `demo ended with ${demo.status}: ${demo.stderr}`;
  console.log(
    `✓ ${name}: ${megabytes(join(place, 'node_modules'))} MB, backend ${found}, demo ran${user === undefined ? '' : ' as another user'}`,
  );
  console.log(`  /health after ${(await coldStart(place, user)).toFixed(2)} s (median of nine starts)`);
  return undefined;
}

const port = await freePort();
const registry = `http://127.0.0.1:${port}/`;
const server = await startRegistry(port);
if (server === undefined) {
  console.log('try:package skipped: Verdaccio could not be installed or started');
} else {
  try {
    writeFileSync(join(folder, '.npmrc'), `//127.0.0.1:${port}/:_authToken=none\n`);
    chmodSync(folder, 0o755);
    const packages = globSync('build/packages/*/package.json', { cwd: root }).map((file) =>
      dirname(join(root, file)),
    );
    for (const source of packages) publish(source, registry);
    publish(root, registry);
    const native = packages.some((source) => source.endsWith(platformName())) ? 'native' : 'ts';
    if (native === 'ts')
      console.log('no kernel package for this platform is built (npm run build:platforms)');
    const user = otherUser();
    const trials: readonly Trial[] = [
      { name: 'plain', flags: [], backend: native },
      { name: 'ignore-scripts', flags: ['--ignore-scripts'], backend: native },
      { name: 'omit-optional', flags: ['--omit=optional'], backend: 'ts' },
    ];
    for (const trial of trials) {
      const wrong = await tryInstall(trial, registry, user);
      if (wrong === undefined) continue;
      console.log(`✗ ${trial.name}: ${wrong}`);
      process.exitCode = 1;
    }
  } finally {
    server.kill();
    execFileSync('chmod', ['-R', 'u+w', folder]);
    rmSync(folder, { recursive: true, force: true });
  }
}
