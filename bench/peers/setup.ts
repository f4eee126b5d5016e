/**
 * Makes the Python environments of the peers in build/peers, one per list in bench/peers/environments: libraries of different lists ask for
 * versions that do not go together. `node bench/peers/setup.ts [name…]`; a list that cannot be installed is named and the rest continues.
 * What stands below a comment that ends in --no-deps is installed without what it needs.
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

function make(name: string): boolean {
  const place = join(folder, name);
  const run = (command: string, args: readonly string[]) =>
    spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
  const list = join(lists, `${name}.txt`);
  const [whole = '', alone = ''] = readFileSync(list, 'utf8').split(/^#.*--no-deps$/m);
  const install = (packages: string, ...options: string[]) => {
    const wanted = packages.split('\n').filter((line) => line.trim() !== '');
    const args = ['install', '--quiet', '--disable-pip-version-check', ...options, ...wanted];
    return wanted.length === 0 || run(join(place, 'bin/pip'), args);
  };
  const done = run('python3', ['-m', 'venv', place]) && install(whole) && install(alone, '--no-deps');
  if (done) copyFileSync(list, join(place, 'list.txt'));
  return done;
}

mkdirSync(folder, { recursive: true });
for (const name of wanted) {
  const done = isCurrent(name) || make(name);
  console.log(`${name}: ${done ? join(folder, name, 'bin/python') : 'could not be installed'}`);
  if (!done) process.exitCode = 1;
}
