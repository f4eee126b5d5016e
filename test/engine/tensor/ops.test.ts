import { describe, expect, it } from 'vitest';
import { tokens } from '../../../src/engine/compute/covariance-code.ts';
import { createTsBackend } from '../../../src/engine/compute/ts/index.ts';
import { createGenerator } from '../../../src/engine/random/generator.ts';
import type { Tensor } from '../../../src/engine/tensor/index.ts';
import * as t from '../../../src/engine/tensor/index.ts';
import { presentBackends } from '../compute/backends.ts';
import { expectGradients, type Input } from './differences.ts';

const generator = createGenerator(9);
const uniform = (shape: readonly number[], low = 0.2, high = 1.2): Input => {
  const length = shape.reduce((size, n) => size * n, 1);
  return [Array.from({ length }, () => low + (high - low) * generator.uniform()), shape];
};
/** A·Aᵀ + I inside the graph: differentiable by A, symmetric whatever A is. */
const gram = (A: Tensor): Tensor =>
  t.add(t.matmul(A, A, false, true), A.tape.tensor([1, 0, 0, 0, 1, 0, 0, 0, 1], [3, 3]));
const code = Int32Array.of(tokens.matern52, 0, 2, 0, 1, tokens.scale);

const rows: [string, (...inputs: Tensor[]) => Tensor, Input[]][] = [
  ['add, both broadcast', (a, b) => t.add(a, b), [uniform([3, 1]), uniform([2, 1, 4])]],
  ['subtract a row', (a, b) => t.subtract(a, b), [uniform([3, 4]), uniform([4])]],
  ['multiply', (a, b) => t.multiply(a, b), [uniform([2, 3]), uniform([2, 1])]],
  ['multiply by itself', (a) => t.multiply(a, a), [uniform([4])]],
  ['divide a number', (a) => t.divide(2, a), [uniform([5])]],
  ['divide', (a, b) => t.divide(a, b), [uniform([2, 3]), uniform([3])]],
  [
    'maximum and minimum',
    (a, b) => t.add(t.maximum(a, b), t.multiply(t.minimum(a, b), 3)),
    [uniform([6]), uniform([6])],
  ],
  ['power', (a, b) => t.power(a, b), [uniform([4]), uniform([4], -2, 2)]],
  ['exp of neg', (a) => t.exp(t.neg(a)), [uniform([4])]],
  ['log and log1p', (a) => t.add(t.log(a), t.log1p(a)), [uniform([4])]],
  ['expm1 and tanh', (a) => t.add(t.expm1(a), t.tanh(a)), [uniform([4])]],
  ['sqrt and square', (a) => t.sqrt(t.add(t.square(a), 1)), [uniform([4], -1, 1)]],
  ['reciprocal', (a) => t.reciprocal(a), [uniform([4])]],
  ['sigmoid and softplus', (a) => t.multiply(t.sigmoid(a), t.softplus(a)), [uniform([4], -3, 3)]],
  ['sin and cos', (a) => t.multiply(t.sin(a), t.cos(t.multiply(a, 2))), [uniform([4], -3, 3)]],
  ['abs', (a) => t.abs(a), [uniform([6], -1, 1)]],
  ['acos', (a) => t.acos(a), [uniform([4], -0.9, 0.9)]],
  [
    'normal density and distribution',
    (a) => t.add(t.normalDensity(a), t.normalDistribution(a)),
    [uniform([4], -3, 3)],
  ],
  [
    'log normal distribution, far tail too',
    (a) => t.logNormalDistribution(a),
    [[[-60, -9, -1, 0.3, 4], [5]]],
  ],
  ['sum over the middle', (a) => t.square(t.sum(a, 1)), [uniform([2, 3, 2])]],
  ['mean', (a) => t.square(t.mean(a, -1)), [uniform([2, 3])]],
  ['max and min', (a) => t.add(t.max(a, 0), t.square(t.min(a, 1))), [uniform([3, 3])]],
  ['logSumExp', (a) => t.logSumExp(t.multiply(a, 4), -1), [uniform([2, 5])]],
  ['reshape', (a) => t.sum(a.tape.reshape(a, [3, 2]), 1), [uniform([2, 3])]],
  ['transpose', (a) => t.square(t.transpose(a)), [uniform([2, 3, 2])]],
  ['gather with repeats', (a) => t.square(t.gather(a, [2, 0, 2, 1])), [uniform([3, 2])]],
  ['matmul', (a, b) => t.matmul(a, b), [uniform([2, 3, 4]), uniform([2, 4, 2])]],
  ['matmul, A shared and transposed', (a, b) => t.matmul(a, b, true), [uniform([4, 3]), uniform([2, 4, 2])]],
  [
    'matmul, B shared and transposed',
    (a, b) => t.matmul(a, b, false, true),
    [uniform([2, 3, 4]), uniform([5, 4])],
  ],
  ['matmul, both transposed', (a, b) => t.matmul(a, b, true, true), [uniform([4, 3]), uniform([2, 4])]],
  ['cholesky', (a) => t.cholesky(gram(a)), [uniform([2, 3, 3], -1, 1)]],
  [
    'solveTriangular',
    (a, b) => t.solveTriangular(t.cholesky(gram(a)), b),
    [uniform([3, 3]), uniform([3, 2])],
  ],
  [
    'solveTriangular transposed',
    (a, b) => t.solveTriangular(t.cholesky(gram(a)), b, true),
    [uniform([3, 3]), uniform([3, 2])],
  ],
  ['diagonal', (a) => t.log(t.diagonal(gram(a))), [uniform([2, 3, 3])]],
  [
    'covariance, by inputs and parameters',
    (a, b, theta) => t.covariance(code, a, b, theta),
    [uniform([3, 2]), uniform([2, 2]), uniform([2, 3], -0.5, 0.5)],
  ],
  [
    'gpLikelihood',
    (theta) => {
      const { tape } = theta;
      const X = tape.tensor([0.1, 0.2, 0.7, 0.4, 0.5, 0.9], [3, 2]);
      return t.gpLikelihood(code, X, tape.tensor([1, -1, 0.5], [3]), tape.tensor([0, 0.1, 0], [3]), theta);
    },
    [uniform([2, 5], -1, 0)],
  ],
];

describe.each(presentBackends)('tensor ops on %s', (_name, backend) => {
  it.each(rows)('%s', (_row, f, inputs) => {
    expectGradients(backend, f, inputs);
  });

  it('gives each member of a batch what it gets alone', () => {
    const tape = t.createTape(backend);
    const [values] = uniform([2, 3, 3]);
    const whole = tape.read(t.cholesky(gram(tape.tensor(values, [2, 3, 3]))));
    const second = tape.read(t.cholesky(gram(tape.tensor(values.slice(9), [3, 3]))));
    expect(Array.from(whole.slice(9))).toEqual(Array.from(second));
    tape.free();
  });
});

describe('tape', () => {
  const tape = t.createTape(createTsBackend());

  it('words its shape errors', () => {
    const a = tape.tensor([1, 2, 3, 4, 5, 6], [2, 3]);
    expect(() => t.cholesky(a)).toThrow('cholesky: expected [..., n, n], got [2, 3]');
    expect(() => t.matmul(a, a)).toThrow(
      'matmul: expected inner sizes and batches that agree, got [2, 3] and [2, 3]',
    );
    expect(() => t.add(a, tape.tensor([1, 2], [2]))).toThrow(
      'add: expected shapes that broadcast, got [2, 3] and [2]',
    );
    expect(() => t.sum(a, 2)).toThrow('sum: expected an axis of [2, 3], got 2');
    expect(() => t.gather(a, [2])).toThrow('gather: expected indexes below 2, got 2');
    expect(() => tape.tensor([1], [2])).toThrow('tensor: expected 2 numbers for [2], got 1');
    expect(() => t.add(a, t.createTape(createTsBackend()).tensor([1], []))).toThrow(
      'an input is of another tape',
    );
  });

  it('names the matrix that has no factor', () => {
    const A = tape.tensor([1, 0, 0, 1, 1, 2, 2, 1], [2, 2, 2]);
    expect(() => t.cholesky(A)).toThrow('cholesky: matrix 2 of 2 is not positive definite');
  });

  it('gives zeros for what the output does not depend on', () => {
    const [a, b] = [tape.tensor([1, 2], [2]), tape.tensor([3], [1])];
    const [gradient] = tape.gradient(t.exp(a), [b]);
    expect(Array.from(tape.read(gradient))).toEqual([0]);
  });
});
