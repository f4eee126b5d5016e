/**
 * Makes the environments of the peers in build/peers, one per list in bench/peers/environments: libraries of different lists ask for
 * versions that do not go together. `node bench/peers/setup.ts [name…]`; a list that cannot be installed is named and the rest continues.
 * What is below a comment that ends in --no-deps is installed without what it needs. A list whose name ends in -r is of R packages,
 * for the `Rscript` of the machine; the others are of Python.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const lists = join(import.meta.dirname, 'environments');
const folder = join(import.meta.dirname, '../../build/peers');
const names = readdirSync(lists).map((file) => file.replace(/\.txt$/, ''));
const wanted = process.argv.length > 2 ? process.argv.slice(2) : names;
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0)
  throw new Error(`no list called ${unknown.join(', ')}; there are ${names.join(', ')}`);

/** Whether the environment is that of the list as it is now. */
function isCurrent(name: string): boolean {
  const kept = join(folder, name, 'list.txt');
  return existsSync(kept) && readFileSync(kept, 'utf8') === readFileSync(join(lists, `${name}.txt`), 'utf8');
}

const run = (command: string, args: readonly string[]): boolean =>
  spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;

const isForR = (name: string): boolean => name.endsWith('-r');

/** A library of R packages in `place`, of the versions of the list, from CRAN. */
function makeLibrary(place: string, list: string): boolean {
  mkdirSync(place, { recursive: true });
  const versions = readFileSync(list, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split('==').map((part) => JSON.stringify(part)));
  const steps = [
    'chooseCRANmirror(ind = 1)',
    `.libPaths(c(${JSON.stringify(place)}, .libPaths()))`,
    `if (!requireNamespace("remotes")) install.packages("remotes")`,
    ...versions.map(([name, version]) => `remotes::install_version(${name}, ${version}, upgrade = "never")`),
    `stopifnot(${versions.map(([name, version]) => `packageVersion(${name}) == ${version}`).join(', ')})`,
  ];
  return run('Rscript', ['-e', steps.join('; ')]);
}

function makeEnvironment(place: string, list: string): boolean {
  const [whole = '', alone = ''] = readFileSync(list, 'utf8').split(/^#.*--no-deps$/m);
  const install = (packages: string, ...options: string[]) => {
    const wanted = packages.split('\n').filter((line) => line.trim() !== '');
    const args = ['install', '--quiet', '--disable-pip-version-check', ...options, ...wanted];
    return wanted.length === 0 || run(join(place, 'bin/pip'), args);
  };
  return run('python3', ['-m', 'venv', place]) && install(whole) && install(alone, '--no-deps');
}

function make(name: string): boolean {
  const [place, list] = [join(folder, name), join(lists, `${name}.txt`)];
  const done = isForR(name) ? makeLibrary(place, list) : makeEnvironment(place, list);
  if (done) copyFileSync(list, join(place, 'list.txt'));
  return done;
}

mkdirSync(folder, { recursive: true });
for (const name of wanted) {
  const done = isCurrent(name) || make(name);
  console.log(
    `${name}: ${done ? join(folder, name, isForR(name) ? '' : 'bin/python') : 'could not be installed'}`,
  );
  if (!done) process.exitCode = 1;
}
