import type { Backend } from '../src/engine/compute/backend.ts';
import { tokens } from '../src/engine/compute/covariance-code.ts';
import { readSlot, slotOf } from '../src/engine/compute/slots.ts';
import { oneProduct, stepOf } from '../src/engine/compute/step.ts';
import type { GpModel, SparseForm } from '../src/engine/gp/model.ts';
import { createPosterior } from '../src/engine/gp/posterior/posterior.ts';
import { createGenerator } from '../src/engine/random/generator.ts';
import { openNative } from './support/backends.ts';
import { cpuSeconds } from './support/clock.ts';
import { Report, type Row } from './support/report.ts';

/**
 * How far sparse models are from the exact one at equal hyperparameters, and what their predictions cost:
 * `npm run bench -- sparse`, `--rows 4000`, `--columns 6 --kernel RBF` for a part. Outputs are draws of the process itself.
 */
const POINTS = 400;
const LENGTHSCALES: Readonly<Record<number, number>> = { 2: 0.3, 6: 0.9, 20: 2.2 };
const NOISES = [1e-4, 0.01, 0.3];
const KERNELS = { 'Matérn 5/2': tokens.matern52, RBF: tokens.rbf } as const;

const FORMS: Readonly<Record<string, SparseForm>> = {
  '30 neighbours': { kind: 'vecchia', neighbours: 30, predictive: 30 },
  '60 neighbours (vecchia)': { kind: 'vecchia', neighbours: 30, predictive: 60 },
  '500 inducing, 60 neighbours (local above 8,000 rows)': {
    ...{ kind: 'local', neighbours: 30, predictive: 60, inducing: 500 },
  },
  'exact means, 500 inducing, 30 neighbours (local)': {
    ...{ kind: 'local', neighbours: 30, predictive: 30, inducing: 500, exactMean: true },
  },
};
/** Calls that a rate is measured over. */
const CALLS = 5;

/** A draw of the process at points X [count, d], without noise. */
function drawn(
  backend: Backend,
  { code, theta }: { readonly code: Int32Array; readonly theta: Float64Array },
  X: Float64Array,
  d: number,
  name: string,
) {
  const count = X.length / d;
  const slots = { X1: slotOf(backend, X), theta: slotOf(backend, theta), K: backend.alloc(count * count) };
  const sizes = { batch: 1, n1: count, n2: count, d, parameters: theta.length, withGradient: 0 };
  backend.run([stepOf('covariance', sizes, { ...slots, X2: slots.X1 }, code)]);
  const generator = createGenerator(`sparse/draw/${name}`);
  const normals = slotOf(
    backend,
    Float64Array.from({ length: count }, () => generator.normal()),
  );
  const own = { L: backend.alloc(count * count), status: backend.alloc(1), values: backend.alloc(count) };
  const ladder = slotOf(backend, Float64Array.of(1e-8, 1e-6));
  backend.run([
    stepOf('cholesky', { batch: 1, n: count }, { A: slots.K, ladder, L: own.L, status: own.status }),
    oneProduct({ m: count, k: count, n: 1 }, { A: own.L, B: normals, C: own.values }),
  ]);
  const values = readSlot(backend, own.values);
  for (const slot of [...Object.values(slots), ...Object.values(own), normals, ladder]) backend.free(slot);
  return values;
}

interface Scores {
  /** Root mean square error of means against measurements, and against the field. */
  readonly measured: number;
  readonly field: number;
  readonly density: number;
}

function scoresOf(
  { mean, std }: { readonly mean: Float64Array; readonly std: Float64Array },
  y: Float64Array,
  f: Float64Array,
  noise: number,
): Scores {
  let [measured, field, density] = [0, 0, 0];
  mean.forEach((value, i) => {
    const variance = std[i] ** 2 + noise;
    measured += (value - y[i]) ** 2 / mean.length;
    field += (value - f[i]) ** 2 / mean.length;
    density += (Math.log(2 * Math.PI * variance) + (value - y[i]) ** 2 / variance) / (2 * mean.length);
  });
  return { measured: Math.sqrt(measured), field: Math.sqrt(field), density };
}

function caseRows(backend: Backend, rows: number, d: number, kernel: keyof typeof KERNELS): Row[] {
  const code = Int32Array.from([
    KERNELS[kernel],
    0,
    d,
    ...Array.from({ length: d }, (_, k) => k),
    tokens.scale,
  ]);
  const generator = createGenerator(`sparse/${d}`);
  const X = Float64Array.from({ length: (rows + POINTS) * d }, () => generator.uniform());
  const errors = Float64Array.from({ length: rows + POINTS }, () => generator.normal());
  const log = [...new Array<number>(d).fill(Math.log(LENGTHSCALES[d])), 0];
  const theta = Float64Array.from([...log, Math.log(1e-8), 0]);
  const f = drawn(backend, { code, theta }, X, d, `${kernel}/${d}`);
  return NOISES.flatMap((noise) => {
    const y = f.map((value, i) => value + Math.sqrt(noise) * errors[i]);
    const model: GpModel = {
      ...{ code, n: rows, d, categorical: new Array<boolean>(d).fill(false), calibration: 1, objective: 0 },
      ...{ X: X.slice(0, rows * d), y: y.slice(0, rows), outputShift: 0, outputScale: 1, evaluations: 0 },
      ...{ inputShift: new Float64Array(d), inputScale: new Float64Array(d).fill(1), verdict: [] },
      theta: Float64Array.from([...log, Math.log(noise), 0]),
    };
    const points = X.slice(rows * d);
    const score = (one: GpModel) => {
      const posterior = createPosterior(one, backend);
      const found = { scores: { measured: 0, field: 0, density: 0 }, first: 0, next: 0 };
      const predict = () => {
        found.scores = scoresOf(posterior.predict(points, POINTS), y.slice(rows), f.slice(rows), noise);
      };
      found.first = cpuSeconds(predict);
      found.next =
        cpuSeconds(() => {
          for (let call = 0; call < CALLS; call++) predict();
        }) / CALLS;
      posterior.free();
      return found;
    };
    const { scores: exact, next: exactly } = score(model);
    console.log(`exact: ${Math.round(POINTS / exactly)} predictions a second`);
    return Object.entries(FORMS).map(([form, sparse]): Row => {
      const { scores, first, next } = score({ ...model, theta: model.theta.slice(), sparse });
      const row = {
        ...{
          columns: d,
          kernel,
          noise,
          model: form,
          'RMSE, %': 100 * (scores.measured / exact.measured - 1),
        },
        ...{
          'NLPD, nats': scores.density - exact.density,
          'field, %': 100 * (scores.field / exact.field - 1),
        },
        ...{ 'made in, s': Math.max(0, first - next), 'predictions a second': Math.round(POINTS / next) },
        'of the exact model': Math.round(POINTS / exactly),
      };
      console.log(Object.values(row).join('  '));
      return row;
    });
  });
}

export async function run(args: readonly string[]): Promise<void> {
  const value = (name: string, usual: string) =>
    args.includes(name) ? (args[args.indexOf(name) + 1] ?? usual) : usual;
  const rows = Number(value('--rows', '4000'));
  const kernels = value('--kernel', 'Matérn 5/2,RBF').split(',') as (keyof typeof KERNELS)[];
  const columns = value('--columns', '2,6,20').split(',').map(Number);
  const backend = openNative(1);
  if (!backend) throw new Error('sparse: the native backend is not built; run npm run build:native');
  const report = new Report('sparse');
  report.note(
    `${rows} rows, ${POINTS} points; one thread, processor time; RMSE against measurements, noise included`,
  );
  const found = columns.flatMap((d) => kernels.flatMap((kernel) => caseRows(backend, rows, d, kernel)));
  report.table('sparse models less the exact one at equal hyperparameters', found);
  report.write();
}
