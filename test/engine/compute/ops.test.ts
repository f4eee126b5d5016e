import { describe, expect, it } from 'vitest';
import type { Backend } from '../../../src/engine/compute/backend.ts';
import { binaryCodes, opNames, reduceCodes, unaryCodes } from '../../../src/engine/compute/ops.ts';
import { createTsBackend } from '../../../src/engine/compute/ts/index.ts';
import { withEmulator } from './backends.ts';
import { relativeError, runOp } from './native-support.ts';
import { type OpCase, opCases, opsTestedElsewhere } from './ops.cases.ts';

const ts = createTsBackend();
const run = (backend: Backend, row: OpCase, inputs = row.inputs): Float64Array[] =>
  runOp(backend, row.op, row.dims, inputs, row.outputs);
const sum = (values: Float64Array): number => values.reduce((total, value) => total + value, 0);

it('has a row for every op', () => {
  const tested = new Set<string>([...opCases.map((row) => row.op), ...opsTestedElsewhere]);
  expect(opNames.filter((name) => !tested.has(name))).toEqual([]);
});

describe.each(await withEmulator())('%s', (_name, backend) => {
  describe.each(opCases.map((row) => [row.name, row] as const))('%s', (_row, row) => {
    it('equals ts', () => {
      const [actual, expected] = [run(backend, row), run(ts, row)];
      expected.forEach((values, i) => {
        expect(relativeError(actual[i], values), `output ${i}`).toBeLessThan(row.tolerance);
      });
    });

    it.each(row.gradients ?? [])(
      'output $gradient is the gradient of output $of by input $by that central differences give',
      ({ gradient, of, by }) => {
        const analytic = run(backend, row)[gradient];
        const differences = row.inputs[by].map((_, at) => {
          const moved = (by1: number) =>
            run(
              backend,
              row,
              row.inputs.map((input, i) => (i === by ? input.with(at, input[at] + by1) : input)),
            )[of];
          const h = 1e-5;
          return (sum(moved(h)) - sum(moved(-h))) / (2 * h);
        });
        expect(relativeError(analytic, Float64Array.from(differences))).toBeLessThan(3e-6);
      },
    );

    it.each(row.batch ? [row.batch] : [])('gives for a batch what it gives for its singles', (axes) => {
      const batch = row.dims[0];
      const whole = run(backend, row);
      for (let b = 0; b < batch; b++) {
        const part = (values: readonly number[] | Float64Array) =>
          Array.from(values).slice((b * values.length) / batch, ((b + 1) * values.length) / batch);
        const inputs = row.inputs.map((input, i) => (axes.inputs.includes(i) ? part(input) : input));
        const outputs = row.outputs.map((length) => length / batch);
        const single = runOp(backend, row.op, [1, ...row.dims.slice(1)], inputs, outputs);
        for (const i of axes.outputs) {
          // Native code may block a batch otherwise than its members; the reference must not differ in a bit.
          if (backend.name === 'ts') expect(Array.from(single[i])).toEqual(part(whole[i]));
          else expect(relativeError(single[i], part(whole[i]))).toBeLessThan(row.tolerance);
        }
      }
    });

    it('refuses an input that is too short, naming the op', () => {
      const short = row.inputs.map((input, i) => (i === 0 ? input.slice(0, -1) : input));
      expect(() => run(backend, row, short)).toThrow(row.op);
    });
  });

  it.each(Object.entries(unaryCodes))('unary %s agrees with its definition', (name, code) => {
    const x = ['log', 'sqrt', 'reciprocal', 'log1p'].includes(name)
      ? [0.1, 0.5, 2.5]
      : [-0.9, -0.2, 0.3, 0.8];
    const [actual] = runOp(backend, 'unary', [x.length, code], [x], [x.length]);
    expect(
      relativeError(actual, Float64Array.from(x, unaryDefinitions[name as keyof typeof unaryCodes])),
    ).toBeLessThan(1e-13);
  });

  it.each(Object.entries(binaryCodes))('binary %s agrees with its definition', (name, code) => {
    const [a, b] = [
      [1.5, 0.2, 3],
      [0.7, 0.9, 3],
    ];
    const [actual] = runOp(backend, 'binary', [code, 1, 3, 1, 1], [a, b], [3]);
    const definition = binaryDefinitions[name as keyof typeof binaryCodes];
    expect(
      relativeError(
        actual,
        Float64Array.from(a, (value, i) => definition(value, b[i])),
      ),
    ).toBeLessThan(1e-15);
  });

  it.each(Object.entries(reduceCodes))('reduce %s agrees with its definition', (name, code) => {
    const [actual] = runOp(backend, 'reduce', [code, 1, 3, 1], [[0.5, -1, 2]], [1]);
    expect(actual[0]).toBeCloseTo(reduceDefinitions[name as keyof typeof reduceCodes], 14);
  });

  it('climbs the ladder of jitters and says which one held, or −1', () => {
    const singular = [1, 1, 1, 1];
    const [, status] = runOp(backend, 'cholesky', [1, 2], [singular, [0, 1e-12, 1e-10]], [4, 1]);
    expect(status[0]).toBe(1e-12);
    const [L, failed] = runOp(
      backend,
      'cholesky',
      [1, 2],
      [
        [1, 2, 2, 1],
        [0, 1e-12],
      ],
      [4, 1],
    );
    expect(failed[0]).toBe(-1);
    expect(L[0]).toBeNaN();
  });

  it('fails one member of a batch without failing the others', () => {
    const code = [1, 0, 1, 0, 20];
    const inputs = [
      [0, 0],
      [1, -1],
      [0, 0],
      [0, 0, -1, 0, 0, 0, Number.NaN, 0],
    ];
    const [value, , status] = runOp(backend, 'gp_likelihood', [2, 2, 1, 4, 1, ...code], inputs, [2, 8, 2]);
    expect(Number.isFinite(value[0])).toBe(true);
    expect(value[1]).toBeNaN();
    expect([status[0], status[1]]).toEqual([0, -1]);
  });
});

const phi = (x: number): number => {
  // Simpson's rule from −9 to x.
  const steps = 4000;
  const h = (x + 9) / steps;
  const density = (t: number) => Math.exp(-t * t * 0.5) / Math.sqrt(2 * Math.PI);
  let total = 0;
  for (let i = 0; i < steps; i++) {
    const t = -9 + i * h;
    total += (h / 6) * (density(t) + 4 * density(t + h / 2) + density(t + h));
  }
  return total;
};

const unaryDefinitions: Readonly<Record<keyof typeof unaryCodes, (x: number) => number>> = {
  neg: (x) => -x,
  exp: Math.exp,
  log: Math.log,
  sqrt: Math.sqrt,
  square: (x) => x ** 2,
  reciprocal: (x) => 1 / x,
  tanh: Math.tanh,
  sigmoid: (x) => 1 / (1 + Math.exp(-x)),
  softplus: (x) => Math.log(1 + Math.exp(x)),
  sin: Math.sin,
  cos: Math.cos,
  abs: Math.abs,
  sign: Math.sign,
  log1p: Math.log1p,
  expm1: Math.expm1,
  acos: Math.acos,
  normal_cdf: phi,
  log_normal_cdf: (x) => Math.log(phi(x)),
};

const binaryDefinitions: Readonly<Record<keyof typeof binaryCodes, (a: number, b: number) => number>> = {
  add: (a, b) => a + b,
  subtract: (a, b) => a - b,
  multiply: (a, b) => a * b,
  divide: (a, b) => a / b,
  maximum: Math.max,
  minimum: Math.min,
  power: (a, b) => a ** b,
  greater: (a, b) => Number(a > b),
};

const reduceDefinitions: Readonly<Record<keyof typeof reduceCodes, number>> = {
  sum: 1.5,
  mean: 0.5,
  max: 2,
  min: -1,
  logsumexp: Math.log(Math.exp(0.5) + Math.exp(-1) + Math.exp(2)),
};
