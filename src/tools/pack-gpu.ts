/**
 * Packs what `test:gpu` and `bench:gpu` need into build/athanor-gpu.txz: Node, the built addons, sources, tests, and of
 * the packages only those that the tests run on. For a machine that has a GPU and nothing else; it unpacks to a folder
 * with `gpu.sh`, whose argument is `test` (on the GPU), `emulated` (no GPU), `sanitize` (every op under compute-sanitizer)
 * or `bench`.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildCuda, buildDeviceCases } from './build-cuda.ts';

const root = join(import.meta.dirname, '../..');
const archive = 'build/athanor-gpu.txz';
/** What small carriers of files take. */
const maxBytes = 64 * 2 ** 20;

/** Packages that the tests and benches of the GPU use in addition to those of the server; `node` is the runtime itself. */
const packages = ['node', 'vitest', 'vite', 'node-api-headers', 'tinybench', 'openapi-fetch'];
const built = ['athanor_cuda.node', 'athanor_cuda_emulated.node', 'athanor_cpu.node'];
const sources = [
  ...['src', 'kernels', 'bench', 'test/engine', 'test/oracle'],
  ...['package.json', 'vitest.config.ts', 'test/in-one-process.ts', 'tsconfig*.json', '*/tsconfig.json'],
];

const script = `#!/bin/sh
# ./gpu.sh test | emulated | sanitize | bench [-- small]: needs nothing but this folder. sanitize takes compute-sanitizer from
# the PATH; bench compares with BoTorch where ATHANOR_PEERS_PYTHON (or python3) has it.
set -eu
cd "\${0%/*}"
PATH="$PWD/node_modules/node/bin\${PATH:+:$PATH}"
export PATH
cases="cuda-ops ops.test information.test"
run_tests() {
  set --
  for name in $cases; do set -- "$@" "test/engine/compute/$name"; done
  exec node node_modules/vitest/vitest.mjs run "$@"
}
mode=\${1:-}
[ $# -gt 0 ] && shift
case "$mode" in
  test) ATHANOR_TEST_DEVICE=gpu run_tests ;;
  emulated) run_tests ;;
  sanitize)
    found=0
    for tool in memcheck racecheck synccheck initcheck; do
      compute-sanitizer --tool $tool --error-exitcode 1 --log-file $tool.log build/cuda/cases-device > cases.txt || found=1
      echo "$tool: $(wc -l < cases.txt) results; $(tail -n 1 $tool.log)"
    done
    exit $found ;;
  bench)
    node bench/run.ts gpu "$@"
    exec node bench/run.ts gpu-http "$@" ;;
  *) echo "usage: gpu.sh test | emulated | sanitize | bench" >&2; exit 2 ;;
esac
`;

/** Tracked files that are packed. */
export function packedSources(): string[] {
  const tracked = execFileSync('git', ['ls-files', ...sources], { cwd: root, encoding: 'utf8' });
  return tracked.split('\n').filter((name) => name !== '' && !name.startsWith('bench/results/'));
}

/** Packages that are packed with all that they need. */
export function packedPackages(): string[] {
  const { dependencies = {} } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as LockEntry;
  return [...packages, ...Object.keys(dependencies)];
}

interface LockEntry {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** Folders of the packages and of all that they need, as npm laid them out; optional ones where they are installed. */
function closure(names: readonly string[]): string[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockEntry | undefined>;
  };
  const found = new Set<string>();
  /** The package as the one in `from` sees it: its own folder first, then those above. */
  const visit = (name: string, from: string): void => {
    const place = `${from}node_modules/${name}`;
    if (lock.packages[place] === undefined || !existsSync(join(root, place))) {
      const above = from.lastIndexOf('node_modules/');
      if (above >= 0) visit(name, from.slice(0, above));
      return;
    }
    if (found.has(place)) return;
    found.add(place);
    const { dependencies, optionalDependencies } = lock.packages[place];
    for (const other of Object.keys({ ...dependencies, ...optionalDependencies })) visit(other, `${place}/`);
  };
  for (const name of names) visit(name, '');
  return [...found].filter((place) => ![...found].some((other) => place.startsWith(`${other}/`)));
}

/** Writes the archive and gives its size in bytes. */
function pack(withCases: boolean): number {
  const products = built.filter((name) => existsSync(join(root, 'build', name)));
  const files = [
    ...packedSources(),
    ...products.map((name) => `build/${name}`),
    // They say that the addons are up to date, so that nothing is compiled there.
    ...products.map((name) => `build/cuda/${name}.mark`).filter((name) => existsSync(join(root, name))),
    ...(withCases ? ['build/cuda/cases-device'] : []),
    ...closure(packedPackages()),
  ];
  const [list, start] = [join(root, 'build/cuda/pack.list'), join(root, 'build/cuda/gpu.sh')];
  mkdirSync(join(root, 'build/cuda'), { recursive: true });
  writeFileSync(list, files.join('\n'));
  writeFileSync(start, script, { mode: 0o755 });
  rmSync(join(root, archive), { force: true });
  const tar = [
    '-cJf',
    archive,
    '--exclude=*.map',
    '--exclude=*.d.ts',
    '--exclude=*-musl',
    '-T',
    list,
    '-C',
    'build/cuda',
    'gpu.sh',
  ];
  execFileSync('tar', tar, {
    cwd: root,
    env: { ...process.env, XZ_OPT: '-6 -T0' },
    stdio: ['ignore', 'inherit', 'ignore'],
  });
  return statSync(join(root, archive)).size;
}

if (import.meta.main) {
  for (const line of await buildCuda()) console.log(line);
  const bytes = pack(await buildDeviceCases(join(root, 'build/cuda/cases-device')));
  console.log(`${archive}: ${(bytes / 2 ** 20).toFixed(1)} MiB`);
  if (bytes > maxBytes) {
    console.log(`that is more than ${maxBytes / 2 ** 20} MiB`);
    process.exitCode = 1;
  }
}
