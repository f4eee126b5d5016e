import { describe, expect, it } from 'vitest';
import { flagsOf } from '../../../src/engine/compute/op-definition.ts';
import { type OpName, opNames, ops } from '../../../src/engine/compute/ops.ts';
import { arraysOf, readSizes, stepOf } from '../../../src/engine/compute/step.ts';
import { staleOpTables } from '../../../src/tools/write-op-table.ts';

const slot = (length: number) => ({ length });

it('what the kernels know of the ops is written from their definitions', () => {
  expect(staleOpTables()).toEqual([]);
});

describe.each(opNames)('%s', (op: OpName) => {
  it('names each size and each buffer once', () => {
    const { sizes, inputs, outputs } = ops[op];
    expect(new Set(sizes).size).toBe(sizes.length);
    const buffers = [...Object.keys(inputs), ...Object.keys(outputs)];
    expect(new Set(buffers).size).toBe(buffers.length);
  });
});

it('takes a size that decides over a buffer, and by no other bit, for a flag of 0 or 1', () => {
  const flags = opNames.flatMap((op) => flagsOf(ops[op]).map((flag) => `${op} ${flag}`));
  expect(flags.sort()).toEqual([
    'covariance withGradient',
    'exchange criterion',
    'exchange startsGiven',
    'gp_joint withGradient',
    'gp_likelihood withGradient',
    'mc_acquisition withGradient',
  ]);
});

describe('a step', () => {
  const sizes = { batch: 2, n: 3, d: 1, parameters: 4, withGradient: 0 };
  const slots = { X: slot(3), y: slot(3), noise: slot(3), theta: slot(8), value: slot(2), status: slot(2) };

  it('has its sizes, then the rest, and its buffers in their order', () => {
    const gradient = slot(8);
    const step = stepOf('gp_likelihood', { ...sizes, withGradient: 1 }, { ...slots, gradient }, [7, 8]);
    expect(Array.from(step.dims)).toEqual([2, 3, 1, 4, 1, 7, 8]);
    expect(step.inputs).toEqual([slots.X, slots.y, slots.noise, slots.theta]);
    expect(step.outputs).toEqual([slots.value, gradient, slots.status]);
    expect(readSizes('gp_likelihood', step.dims)).toEqual({
      ...sizes,
      withGradient: 1,
      rest: Int32Array.of(7, 8),
    });
  });

  it('says which buffer is missing before one that is there', () => {
    expect(() => stepOf('gp_likelihood', sizes, slots)).toThrow(
      "gp_likelihood: expected a slot 'gradient' before 'status'; an empty one will do",
    );
  });

  it('gives an op the buffers that it has, and names one that is too short', () => {
    const numbers = (length: number) => new Float64Array(length);
    const inputs = [numbers(3), numbers(3), numbers(3), numbers(8)];
    const whole = arraysOf('gp_likelihood', sizes, inputs, [numbers(2), numbers(0), numbers(2)]);
    expect(whole.value).toHaveLength(2);
    expect(whole.gradient).toBeUndefined();
    expect(() => arraysOf('gp_likelihood', sizes, inputs, [numbers(2), numbers(0), numbers(1)])).toThrow(
      'gp_likelihood: expected status of shape [2], got length 1',
    );
  });
});
