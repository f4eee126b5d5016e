import type { Backend, Slot } from '../src/engine/compute/backend.ts';
import { backendsToTime, openNative, put } from './support/backends.ts';
import { likelyTheta, matern52Code } from './support/covariance.ts';
import { type Data, hartmannData } from './support/hartmann.ts';
import { measure } from './support/measure.ts';
import { product } from './support/peak.ts';
import { Report, type Row } from './support/report.ts';

const threads = Number(process.env.ATHANOR_THREADS ?? 1);

/** One value + gradient of the likelihood for `batch` parameter rows. */
function likelihood(backend: Backend, data: Data, batch: number): () => void {
  const theta = Array.from({ length: batch }, () => likelyTheta(data.d)).flat();
  const P = data.d + 3;
  const inputs: Slot[] = [data.X, data.y, new Float64Array(data.n), theta].map((values) =>
    put(backend, values),
  );
  const outputs = [batch, batch * P, batch].map((length) => backend.alloc(length));
  const dims = Int32Array.from([batch, data.n, data.d, P, 1, ...matern52Code(data.d)]);
  const program = [{ op: 'gp_likelihood', dims, inputs, outputs } as const];
  return () => backend.run(program);
}

/** Rate of the native product: what the machine gives. */
async function productRates(report: Report): Promise<number> {
  const native = openNative(threads);
  if (!native) return 0;
  const rows: Row[] = [];
  let peak = 0;
  for (const n of [50, 100, 200, 500, 1000, 2000]) {
    const { gemm } = await measure({ gemm: product(native, n) }, { cpu: threads === 1 });
    peak = Math.max(peak, (2 * n ** 3) / gemm.min / 1e9);
    rows.push({ n, microseconds: gemm.median * 1e6, 'GFLOP/s': (2 * n ** 3) / gemm.median / 1e9 });
  }
  report.table('matrix product, native', rows);
  return peak;
}

/** Small data, where several thetas share a call: microseconds per theta, by the batch. */
async function batchRows(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const n of [20, 50, 64]) {
    const data = hartmannData(n);
    for (const backend of backendsToTime(threads)) {
      const row: Record<string, string | number> = { n, backend: backend.name };
      for (const batch of [1, 4, 16]) {
        const { work } = await measure({ work: likelihood(backend, data, batch) }, { cpu: threads === 1 });
        row[`batch ${batch}`] = (work.median * 1e6) / batch;
      }
      rows.push(row);
    }
  }
  return rows;
}

/** Times of the fused ops by n: what an optimizer step costs, and how far that is from the machine's limit. */
export async function run(): Promise<void> {
  const report = new Report('kernels');
  report.note(`threads: ${threads} (one: processor time, more: the clock)`);
  const peak = await productRates(report);
  const rows: Row[] = [];
  for (const n of [10, 20, 50, 100, 200, 500, 1000, 2000]) {
    const data = hartmannData(n);
    for (const backend of backendsToTime(threads)) {
      if (backend.name === 'ts' && n > 500) continue;
      const { one } = await measure({ one: likelihood(backend, data, 1) }, { cpu: threads === 1 });
      const gflops = n ** 3 / one.median / 1e9;
      rows.push({
        n,
        backend: backend.name,
        'median µs': one.median * 1e6,
        'min µs': one.min * 1e6,
        'n³ GFLOP/s': gflops,
        'of peak': peak > 0 ? gflops / peak : 0,
      });
    }
  }
  report.table('likelihood with gradient, Matérn-5/2 ARD, d = 6', rows);
  report.table('likelihood with gradient, microseconds per theta', await batchRows());
  report.write();
}
