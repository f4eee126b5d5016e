import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Backend } from '../src/engine/compute/backend.ts';
import { type CudaBinding, createCudaBackend } from '../src/engine/compute/cuda.ts';
import { runExchange } from '../src/engine/design/optimal/exchange-step.ts';
import { buildModel } from '../src/engine/design/optimal/model-terms.ts';
import { buildCuda } from '../src/tools/build-cuda.ts';
import { openNative, put, runOnce } from './support/backends.ts';
import { likelyTheta, matern52Code } from './support/covariance.ts';
import { hartmannData, normal, uniforms } from './support/hartmann.ts';
import { measure } from './support/measure.ts';
import { runPeer } from './support/peer.ts';
import { Report } from './support/report.ts';

const addon = fileURLToPath(new URL('../build/athanor_cuda.node', import.meta.url));
const d = 6;
const code = matern52Code(d);
const theta = likelyTheta(d);
const P = theta.length;

type Work = () => unknown;

/** Batched likelihoods with gradient: `batch` rows of parameters over n data. */
function likelihood(backend: Backend, n: number, batch: number): Work {
  const data = hartmannData(n);
  const uniform = uniforms(3);
  const thetas = Float64Array.from({ length: batch * P }, (_, i) => theta[i % P]! + 0.1 * uniform());
  const inputs = [data.X, data.y, new Float64Array(n), thetas].map((values) => put(backend, values));
  const outputs = [batch, batch * P, batch].map((length) => backend.alloc(length));
  const into = new Float64Array(batch * P);
  const dims = Int32Array.of(batch, n, d, P, 1, ...code);
  return () => {
    backend.write(inputs[3]!, thetas);
    backend.run([{ op: 'gp_likelihood', dims, inputs, outputs }]);
    backend.read(outputs[1]!, into);
  };
}

const shape = { n: 200, q: 4, samples: 512, batch: 512 };

function acquisitionData() {
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
function acquisition(backend: Backend): Work {
  const { n, q, samples, batch } = shape;
  const { data, Xs, Z, best } = acquisitionData();
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

const chains = 4096;

/** Coordinate exchange for a full quadratic in five factors, 30 runs, three levels, D. */
function exchange(backend: Backend): Work {
  const model = buildModel(
    Array.from({ length: 5 }, (_, k) => ({ kind: 'real' as const, name: `x${k}`, low: -1, high: 1 })),
    { modelType: 'quadratic' },
  );
  const none = new Float64Array(0);
  return () =>
    runExchange(backend, {
      model,
      runs: 30,
      levels: model.dimensions.map(() => Float64Array.of(-1, 0, 1)),
      ends: model.dimensions.map(() => false),
      fixedInformation: new Float64Array(model.columns.length ** 2),
      normals: none,
      limits: none,
      forbidden: none,
      pool: none,
      chains,
      rounds: 1,
      maxPasses: 100,
      seed: 1,
      firstChain: 0,
      perturb: 3,
    });
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

/** The CUDA tier against the CPU tier with all cores and, where Python has it, BoTorch on the same card. */
export async function run(): Promise<void> {
  for (const line of await buildCuda()) console.log(line);
  let card: Backend & { readonly device: string };
  try {
    card = createCudaBackend(createRequire(import.meta.url)(addon) as CudaBinding, 'cuda');
  } catch (error) {
    console.log(`gpu benchmark skipped: ${(error as Error).message}`);
    return;
  }
  const report = new Report('gpu');
  const threads = availableParallelism();
  report.note(`card: ${card.device}; CPU tier with ${threads} threads`);
  const cpu = openNative(threads);
  const { data, Xs, best } = acquisitionData();
  const peer = runPeer<{ likelihood?: number; acquisition?: number; missing?: string }>(
    'gpu.py',
    ['botorch'],
    {
      likelihood: { n: 200, batch: 64, X: [...data.X], y: [...data.y] },
      acquisition: { ...shape, X: [...data.X], y: [...data.y], Xs: [...Xs], best },
    },
  );
  if (peer?.missing) report.note(`BoTorch on the card: ${peer.missing}`);
  const cases: [string, (backend: Backend) => Work, number, number | undefined][] = [
    ['likelihoods with gradient / s, n = 200, batch 64', (b) => likelihood(b, 200, 64), 64, peer?.likelihood],
    [
      'log-qEI with gradient / s, n = 200, q = 4, S = 512, batch 512',
      acquisition,
      shape.batch,
      peer?.acquisition,
    ],
    ['exchange starts / s, 5 factors, 30 runs, 3 levels', exchange, chains, undefined],
    ['GFLOP/s of one factorization, n = 8000', (b) => factorization(b, 8000), 8000 ** 3 / 3e9, undefined],
  ];
  const rows = [];
  for (const [name, work, count, peerSeconds] of cases) {
    const onCard = (await measure({ card: work(card) })).card;
    const onCpu = cpu ? (await measure({ cpu: work(cpu) }, { iterations: 3 })).cpu : undefined;
    rows.push({
      work: name,
      card: count / onCard.median,
      ...(onCpu ? { cpu: count / onCpu.median, 'times the CPU tier': onCpu.median / onCard.median } : {}),
      ...(peerSeconds ? { BoTorch: count / peerSeconds, 'times BoTorch': peerSeconds / onCard.median } : {}),
    });
  }
  report.table('rates', rows);
  report.write();
}
