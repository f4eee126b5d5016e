import { describe, expect, it } from 'vitest';
import type { Backend, Slot, Step } from '../../../src/engine/compute/backend.ts';
import { independentRuns, paysBeside } from '../../../src/engine/compute/beside.ts';
import { createNativeBackend } from '../../../src/engine/compute/native.ts';
import { oneProduct } from '../../../src/engine/compute/step.ts';
import { createTsBackend } from '../../../src/engine/compute/ts/index.ts';
import { ShapeError } from '../../../src/engine/errors.ts';
import { loadNativeBinding } from '../../../src/service/jobs/addon.ts';
import { codes, nativeBackends, sampleData } from './native-support.ts';

/** The product of square matrices [n, n]. */
const product = (n: number, A: Slot, B: Slot, C: Slot): Step => oneProduct({ m: n, k: n, n }, { A, B, C });

const slots = (backend: Backend, count: number, length = 1): Slot[] =>
  Array.from({ length: count }, () => backend.alloc(length));

describe('steps of a program that run side by side', () => {
  it('are neighbours that neither read nor write what another writes', () => {
    const [a, b, c, d, e] = slots(createTsBackend(), 5);
    const apart = [product(1, a, a, b), product(1, a, a, c), product(1, a, a, d)];
    expect(independentRuns(apart)).toEqual([apart]);
    const reads = product(1, c, a, e);
    expect(independentRuns([...apart, reads])).toEqual([apart, [reads]]);
    const writesAgain = product(1, a, a, d);
    expect(independentRuns([...apart, writesAgain])).toEqual([apart, [writesAgain]]);
    const overwrites = product(1, e, e, a);
    expect(independentRuns([...apart, overwrites])).toEqual([apart, [overwrites]]);
    expect(independentRuns([])).toEqual([]);
  });

  it('are as many as threads and alike, or too small for more than one thread, and worth waking a thread', () => {
    const backend = createTsBackend();
    const ofSize = (n: number): Step => {
      const [a, b, c] = slots(backend, 3);
      return product(n, a, b, c);
    };
    const [small, large] = [ofSize(100), ofSize(200)];
    expect(paysBeside([small, small, small], 2)).toBe(true);
    expect(paysBeside([small, small], 2)).toBe(false);
    expect(paysBeside([small, small, small], 1)).toBe(false);
    expect(paysBeside([large], 2)).toBe(false);
    expect(paysBeside([large, large], 2)).toBe(true);
    expect(paysBeside([large, large], 3)).toBe(false);
    expect(paysBeside([large, small], 2)).toBe(false);
    const huge = ofSize(2000);
    expect(paysBeside([huge, huge], 2)).toBe(false);
  });
});

const alone = nativeBackends();
const threads = nativeBackends(3);

describe
  .skipIf(threads.length === 0)
  .each(threads.map(([name, backend], i) => [name, backend, alone[i]] as const))(
  'native %s: side by side',
  (_, beside, [, one]) => {
    const { code, parameters } = codes['mixed with a category'];
    const [n, m, members] = [90, 400, 5];

    /** Predictions by members whose numbers come from a first round of steps of the same program. */
    function predictions(backend: Backend): Float64Array[] {
      const results: Slot[] = [];
      const [factors, predicts]: [Step[], Step[]] = [[], []];
      const Xs = sampleData(m, parameters, 1, 77).X;
      for (let k = 0; k < members; k++) {
        const { X, y, noise, theta, P } = sampleData(n, parameters, 1, 5 + k);
        const given = [X, y, noise, theta].map((values) => {
          const slot = backend.alloc(values.length);
          backend.write(slot, values);
          return slot;
        });
        const [L, alpha, status, points, mean, variance] = [n * n, n, 1, Xs.length, m, m].map((length) =>
          backend.alloc(length),
        );
        backend.write(points, Xs);
        factors.push({
          op: 'gp_factor',
          dims: Int32Array.from([1, n, 4, P, ...code]),
          inputs: given,
          outputs: [L, alpha, status],
        });
        predicts.push({
          op: 'gp_predict',
          dims: Int32Array.from([1, n, 4, P, m, 3, ...code]),
          inputs: [given[0], given[3], L, alpha, points],
          outputs: [mean, variance],
        });
        results.push(mean, variance);
      }
      expect(paysBeside(predicts, 3)).toBe(true);
      backend.run([...factors, ...predicts]);
      return results.map((slot) => {
        const values = new Float64Array(slot.length);
        backend.read(slot, values);
        return values;
      });
    }

    it('gives the bits of one step after the other', () => {
      expect(predictions(beside)).toEqual(predictions(one));
    });

    it('crosses into native code once for all of them', () => {
      const binding = loadNativeBinding();
      const crossings: number[] = [];
      const counting = createNativeBackend(
        {
          ...binding,
          runBeside: (set, calls, count) => {
            crossings.push(calls.length);
            return binding.runBeside?.(set, calls, count) ?? false;
          },
        },
        { threads: 3 },
      );
      predictions(counting);
      expect(crossings).toEqual([members]);
    });

    it('names the step that is wrong', () => {
      const short = beside.alloc(1);
      const [a, b, c, d] = slots(beside, 4, 200 * 200);
      const program = [
        product(200, a, a, b),
        product(200, a, a, c),
        product(200, a, a, d),
        product(200, a, a, short),
      ];
      expect(paysBeside(program, 3)).toBe(true);
      expect(() => beside.run(program)).toThrow(ShapeError);
      expect(() => beside.run(program)).toThrow('step 3 (matmul): an output is shorter than the dims say');
    });
  },
);
