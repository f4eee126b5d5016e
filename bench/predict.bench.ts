import type { Backend } from '../src/engine/compute/backend.ts';
import { backendsToTime, put } from './support/backends.ts';
import { likelyModel, likelyTheta } from './support/covariance.ts';
import { type Data, hartmannData, uniforms } from './support/hartmann.ts';
import { measure } from './support/measure.ts';
import { productPeak } from './support/peak.ts';
import { runPeer } from './support/peer.ts';
import { Report, type Row } from './support/report.ts';

const sizes = [20, 50, 100, 200, 500, 1000, 2000];
const points = 1000;
const threads = Number(process.env.ATHANOR_THREADS ?? 1);

interface PeerResult {
  readonly botorch: readonly {
    readonly n: number;
    readonly median: number;
    readonly mean: number[];
    readonly std: number[];
  }[];
}

/** Mean and deviation at the test points by a model whose factor is kept; output written once per call. */
function predictor(backend: Backend, data: Data, Xs: Float64Array) {
  const { n, d } = data;
  const { theta, code, L, alpha } = likelyModel(backend, data);
  const inputs = [data.X, theta, L, alpha, Xs].map((values) => put(backend, values));
  const outputs = [points, points, 0, 0].map((length) => backend.alloc(length));
  const dims = Int32Array.from([1, n, d, theta.length, points, 3, ...code]);
  const mean = new Float64Array(points);
  const std = new Float64Array(points);
  const predict = () => {
    backend.run([{ op: 'gp_predict', dims, inputs, outputs }]);
    backend.read(outputs[0]!, mean);
    backend.read(outputs[1]!, std);
    for (let i = 0; i < points; i++) std[i] = Math.sqrt(std[i]!);
  };
  return { predict, mean, std };
}

/** Prediction of mean and deviation at 1,000 points by a fitted model; BoTorch's side predicts with its caches warm. */
export async function run(): Promise<void> {
  const report = new Report('predict');
  report.note(
    `threads: ${threads} on both sides (one: processor time, more: the clock); ${points} points, d = 6, Matérn-5/2 ARD, same data and hyperparameters`,
  );
  const uniform = uniforms(99);
  const Xs = Float64Array.from({ length: 6 * points }, uniform);
  const sets = sizes.map((n) => hartmannData(n));
  const request = {
    theta: likelyTheta(6),
    Xs: [...Xs],
    sets: sets.map((set) => ({ n: set.n, X: [...set.X], y: [...set.y] })),
  };
  const peer = runPeer<PeerResult>('predict.py', ['botorch', 'torch'], request, threads);
  const peak = await productPeak(threads);
  report.note(
    `matrix product, native: ${peak.toFixed(1)} GFLOP/s at best; n²m operations are those of the triangular solve`,
  );
  const rows: Row[] = [];
  for (const [i, data] of sets.entries()) {
    const theirs = peer?.botorch[i];
    for (const backend of backendsToTime(threads)) {
      if (backend.name === 'ts' && data.n > 500) continue;
      const { predict, mean, std } = predictor(backend, data, Xs);
      const { ours } = await measure({ ours: predict }, { cpu: threads === 1 });
      const row: Record<string, string | number> = {
        n: data.n,
        backend: backend.name,
        'median ms': ours.median * 1e3,
      };
      const gflops = (data.n ** 2 * points) / ours.median / 1e9;
      row['n²m GFLOP/s'] = gflops;
      if (peak > 0) row['of peak'] = gflops / peak;
      if (theirs) {
        row['BoTorch ms'] = theirs.median * 1e3;
        row['times faster'] = theirs.median / ours.median;
        const gap = (a: ArrayLike<number>, b: number[]) =>
          Math.max(...b.map((value, j) => Math.abs(value - (a[j] ?? Number.NaN))));
        row['largest difference'] = Math.max(gap(mean, theirs.mean), gap(std, theirs.std));
      }
      rows.push(row);
    }
  }
  report.table(`prediction at ${points} points`, rows);
  report.write();
}
