import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Backend, Program, Step } from '../src/engine/compute/backend.ts';
import { expectedSeconds, measureRates, type Rates } from '../src/engine/compute/cost-model.ts';
import { type CudaBinding, createCudaBackend } from '../src/engine/compute/cuda.ts';
import { buildModel } from '../src/engine/design/optimal/model/model-terms.ts';
import { latticeLevels } from '../src/engine/design/optimal/region/levels.ts';
import { runExchange } from '../src/engine/design/optimal/search/exchange-step.ts';
import { fitParameters } from '../src/engine/gp/fit/fit.ts';
import { buildCuda } from '../src/tools/build-cuda.ts';
import { openNative, put, runOnce } from './support/backends.ts';
import { likelyTheta, matern52Code } from './support/covariance.ts';
import { exchangeBatch } from './support/exchange-batch.ts';
import { hartmannData, normal, uniforms } from './support/hartmann.ts';
import { measure } from './support/measure.ts';
import { product } from './support/peak.ts';
import { runPeer } from './support/peer.ts';
import { Report, type Row, today } from './support/report.ts';

const addon = fileURLToPath(new URL('../build/athanor_cuda.node', import.meta.url));
const d = 6;
const code = matern52Code(d);
const theta = likelyTheta(d);
const P = theta.length;

type Work = () => unknown;

/** Batched likelihoods with gradient, and with the information or without: `batch` rows of parameters over n data. */
function likelihood(
  backend: Backend,
  n: number,
  batch: number,
  op: 'gp_likelihood' | 'gp_information' = 'gp_likelihood',
): Work {
  const data = hartmannData(n);
  const uniform = uniforms(3);
  const thetas = Float64Array.from({ length: batch * P }, (_, i) => theta[i % P]! + 0.1 * uniform());
  const inputs = [data.X, data.y, new Float64Array(n), thetas].map((values) => put(backend, values));
  const information = op === 'gp_information';
  const lengths = [batch, batch * P, batch, ...(information ? [batch * P * P] : [])];
  const outputs = lengths.map((length) => backend.alloc(length));
  const into = new Float64Array(batch * P);
  const dims = Int32Array.of(batch, n, d, P, ...(information ? [] : [1]), ...code);
  return () => {
    backend.write(inputs[3]!, thetas);
    backend.run([{ op, dims, inputs, outputs }]);
    backend.read(outputs[1]!, into);
  };
}

/** A whole fit at the engine's defaults: starts are screened, descended on part of the rows first, and given up where they fall behind. */
function wholeFit(backend: Backend, n: number): Work {
  const data = hartmannData(n);
  const parameters = Array.from(theta, (value, k) => ({
    name: `p${k}`,
    initial: k === P - 1 ? value : 0,
    lower: value - 6,
    upper: value + 6,
  }));
  const problem = { ...data, noise: new Float64Array(n), code: Int32Array.from(code), parameters };
  return () => fitParameters(problem, { seed: 42 }, { backend });
}

interface Shape {
  readonly n: number;
  readonly q: number;
  readonly samples: number;
  readonly batch: number;
}

function acquisitionData(shape: Shape) {
  const uniform = uniforms(12345);
  const data = hartmannData(shape.n);
  return {
    data,
    Xs: Float64Array.from({ length: shape.batch * shape.q * d }, uniform),
    Z: Float64Array.from({ length: shape.samples * shape.q }, () => normal(uniform)),
    best: Math.max(...data.y),
  };
}

/** log-qEI with gradient for a batch of groups. */
function acquisition(backend: Backend, shape: Shape): Work {
  const { n, q, samples, batch } = shape;
  const { data, Xs, Z, best } = acquisitionData(shape);
  const training = [data.X, data.y, new Float64Array(n), theta];
  const [L, alpha] = runOnce(backend, 'gp_factor', [1, n, d, P, ...code], training, [n * n, n, 1]);
  const inputs = [data.X, theta, L!, alpha!, Xs, Z, [], [best, 0, 1, 1e-6, 1e-2, 0]].map((values) =>
    put(backend, values),
  );
  const outputs = [batch, batch * q * d, batch].map((length) => backend.alloc(length));
  const dims = Int32Array.of(batch, q, n, d, P, samples, 0, 1, 0, ...code);
  const into = new Float64Array(batch * q * d);
  return () => {
    backend.write(inputs[4]!, Xs);
    backend.run([{ op: 'mc_acquisition', dims, inputs, outputs }]);
    backend.read(outputs[1]!, into);
  };
}

/** Coordinate exchange for a full quadratic in five factors, 30 runs, three levels, D. */
function exchange(backend: Backend, chains: number): Work {
  const batch = exchangeBatch({ buildModel, latticeLevels }, [5, 30, 3, chains]);
  return () => runExchange(backend, { ...batch, maxPasses: 100, perturb: 3 });
}

/** One large factorization. */
function factorization(backend: Backend, n: number): Work {
  const data = hartmannData(n);
  const inputs = [data.X, data.y, new Float64Array(n), theta].map((values) => put(backend, values));
  const outputs = [n * n, n, 1].map((length) => backend.alloc(length));
  const status = new Float64Array(1);
  const dims = Int32Array.of(1, n, d, P, ...code);
  return () => {
    backend.run([{ op: 'gp_factor', dims, inputs, outputs }]);
    backend.read(outputs[2]!, status);
  };
}

/** fp64 operations of a processor in one clock on its tensor cores or without, by compute capability. */
const operationsPerClock: Readonly<Record<number, number>> = { 80: 128, 90: 256, 100: 128 };

/** The GPU's fp64 peak in GFLOP/s, from what the driver tells. Consumer GPUs and 10.3 have two fp64 units a processor. */
function peak(binding: CudaBinding): number {
  const [capability = 0, processors = 0, megahertz = 0] = binding.properties();
  return ((operationsPerClock[capability] ?? 4) * processors * megahertz) / 1e3;
}

interface Peer {
  readonly likelihood?: number;
  readonly fit?: number;
  readonly acquisition?: number;
  readonly missing?: string;
}

interface Case {
  readonly name: string;
  readonly make: (backend: Backend) => Work;
  /** What one call does, in the unit of the rate. */
  readonly count: number;
  /** Seconds of BoTorch for the same. */
  readonly peer?: number | undefined;
  /** Wanted, as times BoTorch, times the CPU tier and share of the peak. */
  readonly goals?: { readonly BoTorch?: number; readonly CPU?: number; readonly peak?: number };
  /** The rate is GFLOP/s. */
  readonly flops?: true;
}

/** Issue-sized work, or the same in small to try the benchmark itself. */
const sizes = {
  full: {
    n: 200,
    batch: 64,
    few: 100,
    many: 2000,
    large: 8000,
    chains: 4096,
    shape: { n: 200, q: 4, samples: 512, batch: 512 },
  },
  small: {
    n: 20,
    batch: 2,
    few: 10,
    many: 140,
    large: 150,
    chains: 2,
    shape: { n: 20, q: 2, samples: 16, batch: 2 },
  },
} as const;

function casesOf(size: (typeof sizes)['full' | 'small'], peer: Peer | undefined): Case[] {
  const { n, batch, few, many, large, chains, shape } = size;
  const { q, samples } = shape;
  return [
    {
      name: `likelihoods + gradient / s, n ${n}, batch ${batch}`,
      make: (b) => likelihood(b, n, batch),
      count: batch,
      peer: peer?.likelihood,
      goals: { BoTorch: 20 },
    },
    {
      name: `fits / s, each library's default, n ${n}`,
      make: (b) => wholeFit(b, n),
      count: 1,
      peer: peer?.fit,
      goals: { BoTorch: 20 },
    },
    {
      name: `likelihoods + gradient + information / s, n ${n}, batch ${batch}`,
      make: (b) => likelihood(b, n, batch, 'gp_information'),
      count: batch,
    },
    {
      name: `likelihoods + gradient / s, n ${few}, batch ${8 * batch}`,
      make: (b) => likelihood(b, few, 8 * batch),
      count: 8 * batch,
    },
    {
      name: `likelihoods + gradient + information / s, n ${few}, batch ${8 * batch}`,
      make: (b) => likelihood(b, few, 8 * batch, 'gp_information'),
      count: 8 * batch,
    },
    {
      name: `likelihoods + gradient / s, n ${many}, batch 1`,
      make: (b) => likelihood(b, many, 1),
      count: 1,
    },
    {
      name: `likelihoods + gradient + information / s, n ${many}, batch 1`,
      make: (b) => likelihood(b, many, 1, 'gp_information'),
      count: 1,
    },
    {
      name: `log-qEI + gradient / s, n ${shape.n}, q ${q}, S ${samples}, batch ${shape.batch}`,
      make: (b) => acquisition(b, shape),
      count: shape.batch,
      peer: peer?.acquisition,
      goals: { BoTorch: 10, CPU: 50 },
    },
    {
      name: `log-qEI + gradient / s, n ${many}, q ${q}, S ${samples}, batch ${shape.batch / 2}`,
      make: (b) => acquisition(b, { ...shape, n: many, batch: shape.batch / 2 }),
      count: shape.batch / 2,
    },
    {
      name: `exchange starts / s, 5 factors, 30 runs, ${chains} chains`,
      make: (b) => exchange(b, chains),
      count: chains,
      goals: { CPU: 30 },
    },
    {
      name: `GFLOP/s, product of ${large / 2}²`,
      make: (b) => settled(b, product(b, large / 2)),
      count: (2 * (large / 2) ** 3) / 1e9,
      flops: true,
    },
    {
      name: `GFLOP/s, one factorization, n ${large}`,
      make: (b) => factorization(b, large),
      count: large ** 3 / 3e9,
      goals: { peak: 0.5 },
      flops: true,
    },
  ];
}

/** The measured rates of each family of ops. */
const costs = ({ of, perNumber }: Rates): Row[] =>
  Object.entries(of).map(([family, { fixed, perLink, perOperation }]) => ({
    family,
    'step µs': 1e6 * fixed,
    'link µs': 1e6 * perLink,
    'GFLOP/s': 1e-9 / perOperation,
    'copies GB/s': 8e-9 / perNumber,
  }));

/** Seconds that the cost model expects of a piece of work with its data in place. */
function expected(backend: Backend, rates: Rates, make: Case['make']): number {
  const steps: Step[] = [];
  const run = (program: Program) => {
    steps.push(...program);
    backend.run(program);
  };
  make({ ...backend, run })();
  return steps.reduce((sum, step) => sum + expectedSeconds(rates, step, 0), 0);
}

/** Ends each call with a read, which waits for the GPU. */
function settled(backend: Backend, work: Work): Work {
  const [slot, into] = [put(backend, [0]), new Float64Array(1)];
  return () => {
    work();
    backend.read(slot, into);
  };
}

/**
 * The CUDA tier against the CPU tier with all cores and, where Python has it, BoTorch on the same GPU. `-- small` tries the
 * benchmark itself.
 */
export async function run(args: readonly string[]): Promise<void> {
  for (const line of await buildCuda()) console.log(line);
  let device: Backend & { readonly device: string };
  let binding: CudaBinding;
  try {
    binding = createRequire(import.meta.url)(addon) as CudaBinding;
    device = createCudaBackend(binding, 'cuda');
  } catch (error) {
    console.log(`gpu benchmark skipped: ${(error as Error).message}`);
    return;
  }
  const small = args.includes('small');
  const size = small ? sizes.small : sizes.full;
  const report = new Report('gpu');
  const threads = availableParallelism();
  const most = peak(binding);
  const [capability, processors, megahertz, driver] = binding.properties();
  report.note(
    `GPU: ${device.device}, capability ${capability}, ${processors} processors at up to ${megahertz} MHz, driver for CUDA ${driver}; ` +
      `fp64 peak ${(most / 1e3).toPrecision(3)} TFLOP/s by these; CPU with ${threads} threads; ${today()}`,
  );
  const cpu = openNative(threads);
  const rates = measureRates(device, () => performance.now());
  report.table('cost model of the GPU', costs(rates));
  const { data, Xs, best } = acquisitionData(size.shape);
  const training = { n: size.n, X: [...data.X], y: [...data.y] };
  const request = {
    device: small ? 'cpu' : 'cuda',
    likelihood: { ...training, batch: size.batch },
    fit: training,
    acquisition: { ...size.shape, ...training, Xs: [...Xs], best },
  };
  const peer = runPeer<Peer>('gpu.py', ['botorch'], request, threads);
  if (peer?.missing) report.note(`BoTorch on the GPU: ${peer.missing}`);
  const [rows, verdicts]: [Row[], Row[]] = [[], []];
  for (const { name, make, count, peer: peerSeconds, goals = {}, flops } of casesOf(size, peer)) {
    const onDevice = (await measure({ device: make(device) })).device;
    const onCpu = cpu ? (await measure({ cpu: make(cpu) }, { time: 100, iterations: 2 })).cpu : undefined;
    const ratios = {
      ...(peerSeconds ? { BoTorch: peerSeconds / onDevice.median } : {}),
      ...(onCpu ? { CPU: onCpu.median / onDevice.median } : {}),
      ...(flops ? { peak: count / onDevice.median / most } : {}),
    };
    const { BoTorch, CPU, peak: share } = ratios;
    rows.push({
      work: name,
      device: count / onDevice.median,
      'worst/median': onDevice.max / onDevice.median,
      model: expected(device, rates, make) / onDevice.median,
      ...(CPU && onCpu ? { cpu: count / onCpu.median, 'x cpu': CPU } : {}),
      ...(BoTorch && peerSeconds ? { BoTorch: count / peerSeconds, 'x BoTorch': BoTorch } : {}),
      ...(share ? { 'of peak': share } : {}),
    });
    console.log(JSON.stringify(rows.at(-1)));
    for (const [what, goal] of Object.entries(goals)) {
      const got = ratios[what as keyof typeof ratios];
      const answer = got === undefined ? 'not measured' : got >= goal ? 'met' : 'missed';
      verdicts.push({ work: name, against: what, goal, measured: got ?? '', answer });
    }
  }
  report.table('rates', rows);
  report.table('goals', verdicts);
  if (!small) report.write();
}
