import type { Backend, Step } from '../compute/backend.ts';
import { foldsOf } from '../compute/folds.ts';
import { type OpName, wantedOfPrediction as wants } from '../compute/ops.ts';
import {
  buffersOf,
  type InputsOf,
  isWanted,
  type OutputsOf,
  readSizes,
  type SizesOf,
  shapeOf,
} from '../compute/step.ts';
import * as t from '../tensor/index.ts';
import { createTape, type Tape, type Tensor, total } from '../tensor/index.ts';
import { covarianceMatrix } from './covariance.ts';
import {
  averageInformation,
  type Data,
  factorData,
  joint,
  logLikelihood,
  type Model,
  predict,
  samples,
} from './gaussian-process.ts';
import { leftOut } from './left-out.ts';
import { monteCarlo } from './monte-carlo.ts';
import { nearestRows } from './nearest-rows.ts';
import { vecchiaLikelihood, vecchiaPrediction } from './vecchia.ts';

/** A step whose slots are read on a tape. */
interface Call<Op extends OpName> {
  readonly tape: Tape;
  readonly sizes: SizesOf<Op> & { readonly rest: Int32Array };
  readonly given: InputsOf<Op, Tensor>;
}

/** What a step gives, by name; undefined where it does not want a buffer. */
type Results<Op extends OpName> = OutputsOf<Op, Tensor | Float64Array>;

/** An input of the whole batch repeated for each of `count` members, so that each gets a gradient of its own. */
function repeated(x: Tensor, count: number): Tensor {
  const values = x.tape.read(x);
  const all = Float64Array.from({ length: count * values.length }, (_, i) => values[i % values.length]);
  return x.tape.tensor(all, [count, ...x.shape]);
}

const dataOf = ({
  sizes,
  given,
}: {
  readonly sizes: { readonly rest: Int32Array };
  readonly given: InputsOf<'gp_factor', Tensor>;
}): Data => ({ code: sizes.rest, ...given });

/** Values without a number, and gradients with them, say that the member has no likelihood. */
function likelihood(data: Data, withGradient: boolean) {
  const { tape } = data.theta;
  const fitted = factorData(data);
  const value = logLikelihood(fitted);
  const gradient = withGradient ? tape.gradient(value, [data.theta])[0] : undefined;
  const numbers = tape.read(value);
  const status = fitted.status.map((used, b) => (Number.isFinite(numbers[b]) ? used : -1));
  const values = numbers.map((v) => (Number.isFinite(v) ? v : Number.NaN));
  return { fitted, values, gradient, status };
}

/** The one model of an op that takes a single one, as a batch of one. */
function modelOf({ tape, sizes, given }: Call<'gp_joint'> | Call<'mc_acquisition'>): Model {
  const { n, parameters, rest: code } = sizes;
  const theta = tape.reshape(given.theta, [1, parameters]);
  const [L, alpha] = [tape.reshape(given.L, [1, n, n]), tape.reshape(given.alpha, [1, n, 1])];
  return { code, X: given.X, theta, L, alpha };
}

function mcAcquisition(call: Call<'mc_acquisition'>): Results<'mc_acquisition'> {
  const { tape, given } = call;
  const { q, kind, withGradient, pending } = call.sizes;
  const [best, beta, sign, tau, tauMax, centre] = tape.read(given.params);
  const { Xs } = given;
  const width = pending + q;
  /** Rows `from` … of the identity as columns: what puts the pending points before the others. */
  const place = (from: number, count: number) =>
    tape.tensor(
      Float64Array.from({ length: width * count }, (_, at) =>
        Number(Math.floor(at / count) === from + (at % count)),
      ),
      [width, count],
    );
  const own = t.matmul(place(pending, q), Xs);
  const points = pending === 0 ? own : t.add(own, t.matmul(place(0, pending), given.Xpending));
  const { mean, cov } = joint(modelOf(call), points);
  const { drawn, status } = samples(mean, cov, given.Z);
  const value = monteCarlo(kind, { drawn, mean, best, beta, sign, tau, tauMax, centre });
  return { value, gradient: withGradient ? tape.gradient(value, [Xs])[0] : undefined, status };
}

type Definitions = { readonly [Op in OpName]?: (call: Call<Op>) => Results<Op> };

/** The fused ops by their definitions. Each call runs on the tape's backend by tensor ops alone. */
const definitions: Definitions = {
  gp_likelihood(call) {
    const { values, gradient, status } = likelihood(dataOf(call), call.sizes.withGradient === 1);
    return { value: values, gradient, status };
  },
  gp_information(call) {
    const data = dataOf(call);
    const { fitted, values, gradient, status } = likelihood(data, true);
    const information = averageInformation(data, fitted.model);
    return { value: values, gradient: gradient ?? values, status, information };
  },
  gp_factor(call) {
    const { model, status } = factorData(dataOf(call));
    return { L: model.L, alpha: model.alpha, status };
  },
  gp_predict({ tape, sizes, given }) {
    const { batch, n, wanted, rest: code } = sizes;
    const Xs = repeated(given.Xs, batch);
    const alpha = tape.reshape(given.alpha, [batch, n, 1]);
    const { mean, variance } = predict({ ...given, code, alpha }, Xs);
    const slope = (of: Tensor) => (wanted & wants.gradient ? tape.gradient(of, [Xs])[0] : undefined);
    return {
      mean: wanted & wants.mean ? mean : undefined,
      variance: wanted & wants.variance ? variance : undefined,
      ...{ dMean: slope(mean), dVariance: slope(variance) },
    };
  },
  gp_joint(call) {
    const { Xs, gMean, gCov } = call.given;
    const { mean, cov } = joint(modelOf(call), Xs);
    if (!gMean || !gCov) return { mean, cov };
    const pulled = t.add(total(t.multiply(mean, gMean)), total(t.multiply(cov, gCov)));
    return { mean, cov, dXs: call.tape.gradient(pulled, [Xs])[0] };
  },
  mc_acquisition: mcAcquisition,
  vecchia_likelihood(call) {
    const { batch, m, wanted } = call.sizes;
    const { theta, neighbours } = call.given;
    const { value, information } = vecchiaLikelihood(dataOf(call), call.tape.read(neighbours), m, wanted > 1);
    const gradient = wanted > 0 ? call.tape.gradient(value, [theta])[0] : undefined;
    return { value, gradient, status: new Float64Array(batch), information };
  },
  vecchia_predict({ tape, sizes, given }) {
    const { parameters, m, rank, wanted } = sizes;
    const whole = dataOf({ sizes, given: { ...given, theta: tape.reshape(given.theta, [1, parameters]) } });
    const data = rank > 0 ? { ...whole, features: given.features } : whole;
    const points = tape.tensor(tape.read(given.Xs), given.Xs.shape);
    const own = rank > 0 ? given.pointFeatures : undefined;
    const all = vecchiaPrediction(data, points, tape.read(given.neighbours), m, own);
    return {
      mean: wanted & wants.mean ? all.mean : undefined,
      variance: wanted & wants.variance ? all.variance : undefined,
      dMean: wanted & wants.gradient ? all.dMean : undefined,
      dVariance: wanted & wants.gradient ? all.dVariance : undefined,
      weights: wanted & wants.weights ? all.weights : undefined,
      left: wanted & wants.left ? all.left : undefined,
    };
  },
  nearest_rows({ tape, sizes, given }) {
    const { points, limits, rows, places, boxes } = given;
    const [x, below, numbers, coordinates, ends] = [points, limits, rows, places, boxes].map(tape.read);
    return { neighbours: nearestRows(sizes, { x, below, numbers, coordinates, ends }) };
  },
  leave_out({ sizes, given: { L, residuals } }) {
    const parts = foldsOf(sizes.rest, sizes).map(({ fold, rows }) => leftOut(L, residuals, fold, rows));
    const joined = (one: 'mean' | 'variance') => Float64Array.from(parts.flatMap((part) => [...part[one]]));
    return { mean: joined('mean'), variance: joined('variance') };
  },
  covariance({ tape, sizes, given }) {
    const { X1, X2, theta, cotangent } = given;
    if (!cotangent) return { K: covarianceMatrix(sizes.rest, X1, X2, theta) };
    const A = repeated(X1, sizes.batch);
    const K = covarianceMatrix(sizes.rest, A, X2, theta);
    const [dTheta, dX1] = tape.gradient(K, [theta, A], cotangent);
    return { dTheta, dX1 };
  },
};

/** Runs one step by its definition; what has none is run as it is. */
function runByDefinition<Op extends OpName>(backend: Backend, step: Step & { readonly op: Op }): void {
  const define = definitions[step.op];
  if (!define) {
    backend.run([step]);
    return;
  }
  const tape = createTape(backend);
  try {
    const sizes = readSizes(step.op, step.dims);
    const given: Record<string, Tensor> = {};
    buffersOf(step.op, 'inputs').forEach(([name, definition], i) => {
      const shape = isWanted(definition, sizes) ? shapeOf(definition, sizes) : undefined;
      if (shape) given[name] = tape.view(step.inputs[i], shape);
    });
    const results = define({ tape, sizes, given: given as unknown as InputsOf<Op, Tensor> });
    buffersOf(step.op, 'outputs').forEach(([name], i) => {
      const output = (results as Readonly<Record<string, Tensor | Float64Array | undefined>>)[name];
      if (output === undefined) return;
      const values = output instanceof Float64Array ? output : tape.read(output);
      if (values.length > 0) backend.write(step.outputs[i], values);
    });
  } finally {
    tape.free();
  }
}

/**
 * A backend that runs chosen steps by their definitions: op by op, with gradients from the tape. The other steps, and the
 * ops that definitions are made of, are those of the backend below.
 */
export function byDefinition(backend: Backend, chosen: (step: Step) => boolean): Backend {
  return {
    ...backend,
    supports: (op) => definitions[op] !== undefined || backend.supports(op),
    run(program) {
      if (!program.some(chosen)) {
        backend.run(program);
        return;
      }
      for (const step of program) {
        if (chosen(step)) runByDefinition(backend, step);
        else backend.run([step]);
      }
    },
  };
}
