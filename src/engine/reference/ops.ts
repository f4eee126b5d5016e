import type { Backend, Step } from '../compute/backend.ts';
import { readSizes } from '../compute/op-sizes.ts';
import type { OpName } from '../compute/ops.ts';
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
import { monteCarlo } from './monte-carlo.ts';
import { vecchiaLikelihood, vecchiaPrediction } from './vecchia.ts';

/** A step whose slots are read on a tape. */
interface Call {
  readonly tape: Tape;
  readonly dims: Int32Array;
  /** Input `index` as a tensor of that shape. */
  input(index: number, shape: readonly number[]): Tensor;
}

/** Outputs in the order of `compute/ops.ts`; undefined where a step does not want one. */
type Outputs = readonly (Tensor | Float64Array | undefined)[];

/** An input of the whole batch repeated for each of `count` members, so that each gets a gradient of its own. */
function repeated(x: Tensor, count: number): Tensor {
  const values = x.tape.read(x);
  const all = Float64Array.from({ length: count * values.length }, (_, i) => values[i % values.length]);
  return x.tape.tensor(all, [count, ...x.shape]);
}

function dataOf({ input, dims }: Call, op: 'gp_likelihood' | 'gp_information' | 'gp_factor'): Data {
  const { batch, n, d, parameters, rest } = readSizes(op, dims);
  return {
    code: rest,
    X: input(0, [n, d]),
    y: input(1, [n]),
    noise: input(2, [n]),
    theta: input(3, [batch, parameters]),
  };
}

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

function modelOf({ input }: Call, batch: number, n: number, d: number, P: number, code: Int32Array): Model {
  const [X, theta] = [input(0, [n, d]), input(1, [batch, P])];
  return { code, X, theta, L: input(2, [batch, n, n]), alpha: input(3, [batch, n, 1]) };
}

function mcAcquisition(call: Call): Outputs {
  const {
    groups,
    q,
    n,
    d,
    parameters,
    samples: S,
    kind,
    withGradient,
    pending,
    rest,
  } = readSizes('mc_acquisition', call.dims);
  const { tape, input } = call;
  const [best, beta, sign, tau, tauMax, centre] = tape.read(input(7, [6]));
  const Xs = input(4, [groups, q, d]);
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
  const points = pending === 0 ? own : t.add(own, t.matmul(place(0, pending), input(6, [pending, d])));
  const { mean, cov } = joint(modelOf(call, 1, n, d, parameters, rest), points);
  const { drawn, status } = samples(mean, cov, input(5, [S, width]));
  const value = monteCarlo(kind, { drawn, mean, best, beta, sign, tau, tauMax, centre });
  return [value, withGradient ? tape.gradient(value, [Xs])[0] : undefined, status];
}

/** The fused ops by their definitions. Each call runs on the tape's backend by tensor ops alone. */
const definitions: Partial<Readonly<Record<OpName, (call: Call) => Outputs>>> = {
  gp_likelihood(call) {
    const { withGradient } = readSizes('gp_likelihood', call.dims);
    const { values, gradient, status } = likelihood(dataOf(call, 'gp_likelihood'), withGradient === 1);
    return [values, gradient, status];
  },
  gp_information(call) {
    const data = dataOf(call, 'gp_information');
    const { fitted, values, gradient, status } = likelihood(data, true);
    return [values, gradient, status, averageInformation(data, fitted.model)];
  },
  gp_factor(call) {
    const { model, status } = factorData(dataOf(call, 'gp_factor'));
    return [model.L, model.alpha, status];
  },
  gp_predict(call) {
    const { batch, n, d, parameters, m, wanted, rest } = readSizes('gp_predict', call.dims);
    const Xs = repeated(call.input(4, [m, d]), batch);
    const { mean, variance } = predict(modelOf(call, batch, n, d, parameters, rest), Xs);
    const slope = (of: Tensor) => (wanted & 4 ? call.tape.gradient(of, [Xs])[0] : undefined);
    return [mean, wanted & 6 ? variance : undefined, slope(mean), slope(variance)];
  },
  gp_joint(call) {
    const { groups, q, n, d, parameters, withGradient, rest } = readSizes('gp_joint', call.dims);
    const Xs = call.input(4, [groups, q, d]);
    const { mean, cov } = joint(modelOf(call, 1, n, d, parameters, rest), Xs);
    if (!withGradient) return [mean, cov];
    const pulled = t.add(
      total(t.multiply(mean, call.input(5, [groups, q]))),
      total(t.multiply(cov, call.input(6, [groups, q, q]))),
    );
    return [mean, cov, call.tape.gradient(pulled, [Xs])[0]];
  },
  mc_acquisition: mcAcquisition,
  vecchia_likelihood(call) {
    const { batch, n, d, parameters, m, wanted, rest } = readSizes('vecchia_likelihood', call.dims);
    const theta = call.input(3, [batch, parameters]);
    const data = {
      code: rest,
      X: call.input(0, [n, d]),
      y: call.input(1, [n]),
      noise: call.input(2, [n]),
      theta,
    };
    const { value, information } = vecchiaLikelihood(
      data,
      call.tape.read(call.input(4, [n, m])),
      m,
      wanted > 1,
    );
    const gradient = wanted > 0 ? call.tape.gradient(value, [theta])[0] : undefined;
    return [value, gradient, new Float64Array(batch), information];
  },
  vecchia_predict(call) {
    const { k, n, d, parameters, m, wanted, rest } = readSizes('vecchia_predict', call.dims);
    const theta = call.input(3, [1, parameters]);
    const data = {
      code: rest,
      X: call.input(0, [n, d]),
      y: call.input(1, [n]),
      noise: call.input(2, [n]),
      theta,
    };
    const points = call.tape.tensor(call.tape.read(call.input(4, [k, d])), [k, d]);
    const all = vecchiaPrediction(data, points, call.tape.read(call.input(5, [k, m])), m);
    const chosen = [all.mean, all.variance, all.dMean, all.dVariance, all.weights];
    return chosen.map((values, i) => (wanted & [1, 2, 4, 4, 8][i] ? values : undefined));
  },
  covariance(call) {
    const { batch, n1, n2, d, parameters, withGradient, rest } = readSizes('covariance', call.dims);
    const [B, theta] = [call.input(1, [n2, d]), call.input(2, [batch, parameters])];
    if (!withGradient) return [covarianceMatrix(rest, call.input(0, [n1, d]), B, theta)];
    const A = repeated(call.input(0, [n1, d]), batch);
    const K = covarianceMatrix(rest, A, B, theta);
    return call.tape.gradient(K, [theta, A], call.input(3, [batch, n1, n2]));
  },
};

/** Runs one step by its definition; what has none is run as it is. */
function runByDefinition(backend: Backend, step: Step): void {
  const define = definitions[step.op];
  if (!define) {
    backend.run([step]);
    return;
  }
  const tape = createTape(backend);
  try {
    const input = (index: number, shape: readonly number[]) => tape.view(step.inputs[index], shape);
    define({ tape, dims: step.dims, input }).forEach((output, i) => {
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
