/**
 * Builds the binding of `@tensorflow/tfjs-node` against a current TensorFlow, into build/tfjs: `npm run setup:tfjs`, or `-- --gpu` for the variant with
 * CUDA. What is there already is kept.
 *
 * TensorFlow is that of a Python (ATHANOR_TF_PYTHON, else python3) or, where that has none, a wheel that pip installs into build/tfjs. The package's own
 * installer is not run: it downloads libraries for another CUDA from another place. Ends with 1 and the reason when something is missing.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Backend } from '../engine/compute/backend.ts';
import { tokens } from '../engine/compute/covariance-code.ts';
import { runOp } from '../engine/compute/run-op.ts';
import type { TfjsBinding } from '../engine/compute/tfjs/work.ts';
import { createTsBackend } from '../engine/compute/ts/index.ts';
import { tfjsBackend } from '../service/jobs/open-tfjs.ts';
import { withLock } from './build-lock.ts';
import { findCompiler, tryRun } from './compiler.ts';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'build/tfjs');
const product = join(folder, 'tfjs_binding.node');
const libraries = ['libtensorflow_cc', 'libtensorflow_framework'];

const bindingPackage = '@tensorflow/tfjs-node@4.22.0';
const wheels = { cpu: 'tensorflow-cpu==2.21.0', gpu: 'tensorflow[and-cuda]==2.21.0' } as const;

interface TensorFlow {
  readonly version: string;
  /** Folder of the Python package. */
  readonly path: string;
}

/** The TensorFlow of a Python, found without loading it. */
function tensorFlowOf(python: string): TensorFlow | undefined {
  const script = [
    'import importlib.util, json',
    'from importlib.metadata import version, packages_distributions',
    'spec = importlib.util.find_spec("tensorflow")',
    'print(json.dumps({"version": version(packages_distributions()["tensorflow"][0]), "path": spec.submodule_search_locations[0]}))',
  ].join('\n');
  const said = tryRun(python, ['-c', script]);
  const found = said === undefined ? undefined : (JSON.parse(said) as TensorFlow);
  // A package without the C++ library cannot be linked against.
  return found && existsSync(join(found.path, `${libraries[0]}.so.2`)) ? found : undefined;
}

/** @throws Error when pip cannot install the wheel */
function fetchTensorFlow(variant: 'cpu' | 'gpu'): TensorFlow {
  const environment = join(folder, `python-${variant}`);
  const python = join(environment, 'bin/python');
  const kept = tensorFlowOf(python);
  if (kept) return kept;
  console.log(`tfjs: fetching ${wheels[variant]} by pip (about 300 MB, 1.3 GB unpacked)`);
  execFileSync('python3', ['-m', 'venv', environment], { stdio: 'inherit' });
  // Nothing but the wheel is needed for the CPU: its Python side is never loaded.
  const alone = variant === 'cpu' ? ['--no-deps'] : [];
  const install = [
    '-m',
    'pip',
    'install',
    '--quiet',
    '--disable-pip-version-check',
    ...alone,
    wheels[variant],
  ];
  execFileSync(python, install, { stdio: 'inherit' });
  const found = tensorFlowOf(python);
  if (!found) throw new Error(`${wheels[variant]} was installed and holds no ${libraries[0]}.so.2`);
  return found;
}

/** Sources of the binding, by npm without running anything of the package. */
function fetchBinding(): string {
  const source = join(folder, 'source');
  if (existsSync(join(source, 'package/binding/tfjs_binding.cc'))) return join(source, 'package');
  mkdirSync(source, { recursive: true });
  const packed = execFileSync('npm', ['pack', bindingPackage, '--silent', '--pack-destination', source], {
    cwd: source,
    encoding: 'utf8',
  });
  execFileSync('tar', ['-xzf', join(source, packed.trim().split('\n').at(-1) ?? '')], { cwd: source });
  return join(source, 'package');
}

function link(target: string, path: string): void {
  rmSync(path, { force: true });
  symlinkSync(target, path);
}

/** Lays out deps/ as the package has it: headers, libraries, and NVIDIA's libraries beside them. */
function layOut({ path }: TensorFlow): string {
  const deps = join(folder, 'deps');
  mkdirSync(join(deps, 'lib'), { recursive: true });
  link(join(path, 'include'), join(deps, 'include'));
  for (const name of libraries) {
    link(join(path, `${name}.so.2`), join(deps, 'lib', `${name}.so.2`));
    link(`${name}.so.2`, join(deps, 'lib', `${name}.so`));
  }
  const nvidia = join(dirname(path), 'nvidia');
  if (existsSync(nvidia)) link(nvidia, join(deps, 'nvidia'));
  return deps;
}

function compile(compiler: string, source: string, deps: string): void {
  const headers = dirname(createRequire(import.meta.url).resolve('node-api-headers/package.json'));
  execFileSync(
    compiler,
    [
      ...['-std=c++17', '-O2', '-fPIC', '-shared', '-w', ...globSync(join(source, 'binding/*.cc'))],
      ...[`-I${source}`, `-I${join(deps, 'include')}`, `-I${join(headers, 'include')}`],
      ...[`-L${join(deps, 'lib')}`, '-ltensorflow_cc', '-ltensorflow_framework'],
      ...['-Wl,-rpath,$ORIGIN/deps/lib', '-o', product],
    ],
    { stdio: 'inherit' },
  );
}

/** Log likelihood of three points under a Matérn-5/2 covariance, with its gradient. */
function likelihood(backend: Backend): number[] {
  const sizes = { batch: 1, n: 3, d: 1, parameters: 4, withGradient: 1 };
  const X = Float64Array.of(0, 0.4, 1);
  const y = Float64Array.of(0.1, -0.3, 0.8);
  const theta = Float64Array.of(-0.5, 0.2, -3, 0.1);
  const code = [tokens.matern52, 0, 1, 0, tokens.scale];
  const inputs = { X, y, noise: new Float64Array(3), theta };
  const { value, gradient } = runOp(backend, 'gp_likelihood', sizes, inputs, code);
  return [...value, ...gradient];
}

/** One likelihood on TensorFlow and on the TypeScript backend; the largest difference. */
function check(binding: TfjsBinding): number {
  const [expected, found] = [likelihood(createTsBackend()), likelihood(tfjsBackend(binding))];
  return Math.max(...expected.map((value, i) => Math.abs(value - found[i]!)));
}

async function setUp(variant: 'cpu' | 'gpu'): Promise<void> {
  if (process.platform !== 'linux') throw new Error('only Linux is supported');
  const compiler = findCompiler()?.command;
  if (!compiler) throw new Error('no C++ compiler found; install g++ or set CXX');
  const python = process.env.ATHANOR_TF_PYTHON ?? 'python3';
  const tensorFlow = tensorFlowOf(python) ?? fetchTensorFlow(variant);
  console.log(`tfjs: TensorFlow ${tensorFlow.version} in ${tensorFlow.path}`);
  const mark = join(folder, 'built-for.txt');
  const built = JSON.stringify([bindingPackage, tensorFlow]);
  if (existsSync(product) && existsSync(mark) && readFileSync(mark, 'utf8') === built) {
    console.log('tfjs: build/tfjs/tfjs_binding.node is up to date');
  } else {
    const source = fetchBinding();
    compile(compiler, source, layOut(tensorFlow));
    writeFileSync(mark, built);
    console.log(`tfjs: built build/tfjs/tfjs_binding.node from ${bindingPackage}`);
  }
  process.env.TF_CPP_MIN_LOG_LEVEL ??= '3';
  const binding = createRequire(import.meta.url)(product) as TfjsBinding;
  const difference = check(binding);
  if (!(difference < 1e-10))
    throw new Error(`a likelihood differs from the TypeScript backend by ${difference}`);
  const device = binding.isUsingGpuDevice() ? 'a GPU' : 'the CPU';
  console.log(
    `tfjs: TensorFlow ${binding.TF_Version} computes on ${device}; a likelihood with gradient agrees to ${difference.toExponential(1)}`,
  );
  console.log('tfjs: start with ATHANOR_BACKEND=tfjs npm start');
}

if (import.meta.main) {
  mkdirSync(folder, { recursive: true });
  try {
    const variant = process.argv.includes('--gpu') ? 'gpu' : 'cpu';
    await withLock(join(folder, 'build.lock'), () => setUp(variant));
  } catch (error) {
    console.error(`tfjs: ${(error as Error).message}`);
    process.exitCode = 1;
  }
}
