import { describe, expect, it } from 'vitest';
import type { Backend } from '../../../src/engine/compute/backend.ts';
import { binaryCodes } from '../../../src/engine/compute/elementwise-codes.ts';
import { flagsOf } from '../../../src/engine/compute/op-definition.ts';
import { type OpName, opNames, ops } from '../../../src/engine/compute/ops.ts';
import { withEmulator } from './backends.ts';
import { relativeError, runOp } from './native-support.ts';
import { type OpCase, opCases } from './ops.cases.ts';
import { bestNeighbours, type Expected, expectedOf, valuesOfDesigns } from './reference.ts';

/** Derivatives agree with those of the tape to this, where a matrix is well conditioned. */
const SLOPE_TOLERANCE = 1e-8;
/** Of a condition number, what an answer may lose. */
const LOSS = 4 * 2 ** -52;

/** The definition's answers, each made once. */
const answers = new Map<OpCase, Expected>();
function expected(row: OpCase): Expected {
  const found = answers.get(row) ?? expectedOf(row);
  answers.set(row, found);
  return found;
}

/** Expects a backend's outputs of a row to be those of the definition. */
function expectDefinition(row: OpCase, actual: readonly Float64Array[]): void {
  if (row.op === 'exchange') {
    // Another search may end elsewhere: what it says of its designs is to be true, and no other level of one entry better.
    const [values, designs] = actual;
    expect(relativeError(values, valuesOfDesigns(row, designs))).toBeLessThan(row.tolerance);
    bestNeighbours(row, designs).forEach((best, chain) => {
      expect(best).toBeLessThan(values[chain] + 1e-6 * Math.abs(values[chain]));
    });
    return;
  }
  const { outputs, condition } = expected(row);
  outputs.forEach((values, i) => {
    const base = row.slopes?.includes(i) ? SLOPE_TOLERANCE : row.tolerance;
    expect(relativeError(actual[i], values), `output ${i}`).toBeLessThan(Math.max(base, LOSS * condition));
  });
}

const run = (backend: Backend, row: OpCase, inputs = row.inputs): Float64Array[] =>
  runOp(backend, row.op, row.dims, inputs, row.outputs);
/** What belongs to member b of a batch. */
const partOf = (values: Float64Array, b: number, batch: number): Float64Array =>
  values.subarray((b * values.length) / batch, ((b + 1) * values.length) / batch);
const sum = (values: Float64Array): number => values.reduce((total, value) => total + value, 0);

it('has a row for every op', () => {
  const tested = new Set<string>(opCases.map((row) => row.op));
  expect(opNames.filter((name) => !tested.has(name))).toEqual([]);
});

describe.each(await withEmulator())('%s', (_name, backend) => {
  // TensorFlow leaves some ops to the CPU beside it, a GPU `leave_out`; every other backend has them all.
  const isLeft = (op: OpName) =>
    backend.name === 'tfjs' ? !backend.supports(op) : op === 'leave_out' && backend.name.startsWith('cuda');
  const rows = opCases.filter(({ op }) => !isLeft(op));
  describe.each(rows.map((row) => [row.name, row] as const))('%s', (_row, row) => {
    it('is what its definition says', () => {
      expectDefinition(row, run(backend, row));
    });

    it.each(row.gradients ?? [])(
      'output $gradient is the gradient of output $of by input $by that central differences give',
      ({ gradient, of, by }) => {
        const analytic = run(backend, row)[gradient];
        // Members of a batch are moved together: none counts for another, as the next test shows.
        const isBatched = row.batch?.inputs.includes(by) && row.batch.outputs.includes(of);
        const members = isBatched ? row.dims[0] : 1;
        const length = row.inputs[by].length / members;
        const differences = new Float64Array(row.inputs[by].length);
        for (let at = 0; at < length; at++) {
          const moved = (h: number) =>
            run(
              backend,
              row,
              row.inputs.map((input, i) =>
                i === by ? input.map((value, k) => (k % length === at ? value + h : value)) : input,
              ),
            )[of];
          const h = 1e-5;
          const [above, below] = [moved(h), moved(-h)];
          for (let b = 0; b < members; b++)
            differences[b * length + at] =
              (sum(partOf(above, b, members)) - sum(partOf(below, b, members))) / (2 * h);
        }
        expect(relativeError(analytic, differences)).toBeLessThan(3e-6);
      },
    );

    it.each(row.batch ? [row.batch] : [])('gives for a batch what it gives for its singles', (axes) => {
      const batch = row.dims[0];
      const whole = run(backend, row);
      for (let b = 0; b < batch; b++) {
        const part = (values: readonly number[] | Float64Array) =>
          Array.from(partOf(Float64Array.from(values), b, batch));
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

  it.each(rows.filter(({ op }) => flagsOf(ops[op]).length > 0).map((row) => [row.name, row] as const))(
    '%s: refuses a flag that is neither 0 nor 1',
    (_row, row) => {
      for (const flag of flagsOf(ops[row.op])) {
        const sizes: readonly string[] = ops[row.op].sizes;
        const dims = row.dims.map((value, i) => (i === sizes.indexOf(flag) ? 2 : value));
        expect(() => run(backend, { ...row, dims })).toThrow(row.op);
      }
    },
  );

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

  it('has no power of 1 and −1 by an exponent that is infinite or NaN', () => {
    if (backend.name === 'tfjs') return;
    const exponents = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN];
    const dims = [binaryCodes.power, 2, 2, 3, 1, 0, 0, 1];
    const [powers] = runOp(backend, 'binary', dims, [[1, -1], exponents], [6]);
    expect(Array.from(powers)).toEqual(Array<number>(6).fill(Number.NaN));
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
