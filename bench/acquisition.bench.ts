import type { Backend } from '../src/engine/compute/backend.ts';
import { backendsToTime, put } from './support/backends.ts';
import { likelyModel, likelyTheta } from './support/covariance.ts';
import { hartmannData, normal, uniforms } from './support/hartmann.ts';
import { measure } from './support/measure.ts';
import { runPeer } from './support/peer.ts';
import { Report, type Row } from './support/report.ts';

interface Shape {
  readonly n: number;
  readonly q: number;
  readonly samples: number;
  readonly batch: number;
}

const threads = Number(process.env.ATHANOR_THREADS ?? 1);
const shapes: readonly Shape[] = [
  ...[50, 200].flatMap((n) => [1, 16, 64, 512].map((batch) => ({ n, q: 4, samples: 128, batch }))),
  { n: 50, q: 8, samples: 512, batch: 512 },
];

interface PeerResult {
  readonly botorch: readonly {
    readonly median: number;
    readonly values: number[];
    readonly gradient: number[];
  }[];
}

/** Everything both sides need for one shape. */
function inputsOf({ n, q, samples, batch }: Shape) {
  const uniform = uniforms(12345);
  const data = hartmannData(n);
  const Xs = Float64Array.from({ length: batch * q * 6 }, uniform);
  const Z = Float64Array.from({ length: samples * q }, () => normal(uniform));
  return { data, Xs, Z, best: Math.max(...data.y) };
}

/** Value and gradient of log-qEI for all groups, from arrays to arrays. */
function evaluator(backend: Backend, shape: Shape, { data, Xs, Z, best }: ReturnType<typeof inputsOf>) {
  const { n, q, samples, batch } = shape;
  const d = data.d;
  const { theta, code, L, alpha } = likelyModel(backend, data);
  const settings = [best, 0, 1, 1e-6, 1e-2, 0];
  const inputs = [data.X, theta, L, alpha, Xs, Z, [], settings].map((values) => put(backend, values));
  const outputs = [batch, batch * q * d, batch].map((length) => backend.alloc(length));
  const dims = Int32Array.from([batch, q, n, d, theta.length, samples, 0, 1, 0, ...code]);
  const values = new Float64Array(batch);
  const gradient = new Float64Array(batch * q * d);
  const evaluate = () => {
    backend.write(inputs[4]!, Xs);
    backend.run([{ op: 'mc_acquisition', dims, inputs, outputs }]);
    backend.read(outputs[0]!, values);
    backend.read(outputs[1]!, gradient);
  };
  return { evaluate, values, gradient };
}

const largestGap = (a: ArrayLike<number>, b: readonly number[]) =>
  b.reduce((most, value, i) => Math.max(most, Math.abs(value - (a[i] ?? Number.NaN))), 0);

/** Monte-Carlo log-EI with gradient, as an optimizer calls it, against BoTorch's qLogExpectedImprovement on the same numbers. */
export async function run(): Promise<void> {
  const report = new Report('acquisition');
  report.note(
    `threads: ${threads} on both sides (one: processor time, more: the clock); log-qEI with gradient, d = 6, Matérn-5/2 ARD, same data, samples and hyperparameters`,
  );
  const cases = shapes.map((shape) => ({ shape, ...inputsOf(shape) }));
  const request = {
    theta: likelyTheta(6),
    cases: cases.map(({ shape, data, Xs, Z, best }) => ({
      ...shape,
      X: [...data.X],
      y: [...data.y],
      Xs: [...Xs],
      Z: [...Z],
      best,
    })),
  };
  const peer = runPeer<PeerResult>('acquisition.py', ['botorch', 'torch'], request, threads);
  const rows: Row[] = [];
  for (const [i, { shape, data, Xs, Z, best }] of cases.entries()) {
    const theirs = peer?.botorch[i];
    for (const backend of backendsToTime(threads)) {
      if (backend.name === 'ts' && shape.batch > 64) continue;
      const { evaluate, values, gradient } = evaluator(backend, shape, { data, Xs, Z, best });
      const { ours } = await measure({ ours: evaluate }, { cpu: threads === 1 });
      const row: Record<string, string | number> = {
        n: shape.n,
        q: shape.q,
        S: shape.samples,
        batch: shape.batch,
        backend: backend.name,
        'median ms': ours.median * 1e3,
        'evaluations/s': shape.batch / ours.median,
      };
      if (theirs) {
        row['BoTorch ms'] = theirs.median * 1e3;
        row['times faster'] = theirs.median / ours.median;
        row['value differs'] = largestGap(values, theirs.values);
        row['gradient differs'] =
          largestGap(gradient, theirs.gradient) / Math.max(...theirs.gradient.map(Math.abs));
      }
      rows.push(row);
    }
  }
  report.table('log-qEI, value and gradient', rows);
  report.write();
}
