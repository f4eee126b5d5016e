import { describe, expect, it } from 'vitest';
import { tokens } from '../../../src/engine/compute/covariance-code.ts';
import { createGenerator } from '../../../src/engine/random/generator.ts';
import type { Tensor } from '../../../src/engine/tensor/index.ts';
import * as t from '../../../src/engine/tensor/index.ts';
import { presentBackends } from '../compute/backends.ts';
import { relativeError } from '../compute/native-support.ts';
import { expectGradients, type Input } from './differences.ts';

const n = 7;
const d = 2;
const generator = createGenerator(4);
const draw = (...shape: number[]): Input => [
  Array.from({ length: shape.reduce((size, length) => size * length, 1) }, () => generator.uniform()),
  shape,
];
const X = draw(n, d);
const y: Input = [X[0].filter((_, at) => at % d === 0).map((x) => Math.sin(5 * x)), [n, 1]];

/** Squared scaled distances [n1, n2] of rows [n1, d] and [n2, d]; log lengthscales [d]. */
function squaredDistances(A: Tensor, B: Tensor, logScales: Tensor): Tensor {
  const { tape } = A;
  const rows = tape.reshape(A, [A.shape[0], 1, d]);
  const columns = tape.reshape(B, [1, B.shape[0], d]);
  return t.sum(t.square(t.multiply(t.subtract(rows, columns), t.exp(t.neg(logScales)))), -1);
}

/** A covariance of a user's own: squared exponential times a cosine of the first column. */
function ripple(A: Tensor, B: Tensor, logScales: Tensor): Tensor {
  const first = (x: Tensor) => t.gather(t.transpose(x), [0]);
  const difference = t.subtract(t.transpose(first(A)), first(B));
  const smooth = t.exp(t.multiply(squaredDistances(A, B, logScales), -0.5));
  return t.multiply(smooth, t.cos(t.multiply(difference, 3)));
}

type Own = (A: Tensor, B: Tensor, logScales: Tensor) => Tensor;

/** K + noise as its lower factor. */
function factor(k: Own, rows: Tensor, logScales: Tensor, noise: number): Tensor {
  const { tape } = rows;
  const eye = Float64Array.from({ length: n * n }, (_, at) => (at % (n + 1) === 0 ? noise : 0));
  return t.cholesky(t.add(k(rows, rows, logScales), tape.tensor(eye, [n, n])));
}

/** Log marginal likelihood from tensor ops alone. */
function likelihood(k: Own, rows: Tensor, outputs: Tensor, logScales: Tensor, noise: number): Tensor {
  const L = factor(k, rows, logScales, noise);
  const u = t.solveTriangular(L, outputs);
  const fit = t.multiply(t.total(t.square(u)), -0.5);
  return t.subtract(fit, t.add(t.total(t.log(t.diagonal(L))), 0.5 * n * Math.log(2 * Math.PI)));
}

/** An acquisition of a user's own: the logarithm of the chance to beat `best`, plus a quarter of a deviation. */
function chance(
  k: Own,
  rows: Tensor,
  outputs: Tensor,
  logScales: Tensor,
  candidates: Tensor,
  best: number,
): Tensor {
  const L = factor(k, rows, logScales, 0.05);
  const V = t.solveTriangular(L, k(rows, candidates, logScales));
  const mean = t.sum(t.multiply(V, t.solveTriangular(L, outputs)), 0);
  const prior = t.diagonal(k(candidates, candidates, logScales));
  const deviation = t.sqrt(t.subtract(prior, t.sum(t.square(V), 0)));
  return t.add(
    t.logNormalDistribution(t.divide(t.subtract(mean, best), deviation)),
    t.multiply(deviation, 0.25),
  );
}

describe.each(presentBackends)('functions written by a user, on %s', (_name, backend) => {
  it('a covariance has right gradients by inputs and parameters', () => {
    expectGradients(backend, ripple, [draw(3, d), draw(4, d), [[-0.4, 0.1], [d]]]);
  });

  it('its likelihood has right gradients', () => {
    expectGradients(backend, (rows, outputs, scales) => likelihood(ripple, rows, outputs, scales, 0.05), [
      X,
      y,
      [[-0.4, 0.1], [d]],
    ]);
  });

  it('an acquisition has right gradients by the candidates', () => {
    expectGradients(
      backend,
      (candidates) => {
        const { tape: own } = candidates;
        const data = [X, y, [[-0.4, 0.1], [d]] as const].map(([values, shape]) => own.tensor(values, shape));
        return chance(ripple, data[0], data[1], data[2], candidates, 0.8);
      },
      [draw(5, d)],
      1e-6,
    );
  });

  it('the likelihood of a covariance written in tensor ops is the fused one, value and gradient', () => {
    const tape = t.createTape(backend);
    const squaredExponential: Own = (A, B, scales) => t.exp(t.multiply(squaredDistances(A, B, scales), -0.5));
    const [rows, outputs] = [tape.tensor(...X), tape.tensor(...y)];
    const scales = tape.tensor([-0.4, 0.1], [d]);
    const own = likelihood(squaredExponential, rows, outputs, scales, 0.05);
    const [ownGradient] = tape.gradient(own, [scales]);

    const theta = tape.tensor([-0.4, 0.1, Math.log(0.05), 0], [1, 4]);
    const code = Int32Array.of(tokens.rbf, 0, d, 0, 1);
    const fused = t.gpLikelihood(code, rows, outputs, tape.tensor(new Float64Array(n), [n]), theta);
    const [fusedGradient] = tape.gradient(fused, [theta]);
    expect(relativeError(tape.read(own), tape.read(fused))).toBeLessThan(1e-12);
    expect(relativeError(tape.read(ownGradient), tape.read(fusedGradient).slice(0, d))).toBeLessThan(1e-10);
    tape.free();
  });
});
