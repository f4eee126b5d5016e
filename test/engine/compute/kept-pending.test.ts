import { describe, expect, it } from 'vitest';
import type { Backend } from '../../../src/engine/compute/backend.ts';
import { codes, nativeBackends, runOp, sampleData, uniforms } from './native-support.ts';

const { code, parameters } = codes.matern52;
const [n, d, groups, samples, pending] = [70, 4, 3, 64, 2];
const backends = nativeBackends();

const numbers = (length: number, seed: number) => {
  const uniform = uniforms(seed);
  return Float64Array.from({ length }, () => 2 * uniform() - 1);
};

/** Inputs of `mc_acquisition` in their order. */
function inputsOf(backend: Backend) {
  const { X, y, noise, theta, P } = sampleData(n, parameters, 1);
  const data = [X, y, noise, theta];
  const [L, alpha] = runOp(backend, 'gp_factor', [1, n, d, P, ...code], data, [n * n, n, 1]);
  const Xs = sampleData(groups, parameters, 1, 77).X;
  const Xpending = sampleData(pending, parameters, 1, 78).X;
  const params = Float64Array.of(0.5, 0.5, 1, 1e-3, 1e-2, 0);
  return { X, theta, L, alpha, Xs, Z: numbers(samples * (pending + 1), 3), Xpending, params };
}

type Inputs = ReturnType<typeof inputsOf>;

describe.skipIf(backends.length === 0)('what the native backend keeps of pending points', () => {
  it.for(backends)('%s: serves the same ones alone, whatever its slots hold', ([, backend]) => {
    const first = inputsOf(backend);
    const slots = Object.values(first).map((values) => {
      const slot = backend.alloc(values.length);
      backend.write(slot, values);
      return slot;
    });
    const dims = (kind: number, slopes: number) =>
      [groups, 1, n, d, first.theta.length, samples, kind, slopes, pending, ...code] as const;
    const lengths = (slopes: number) => [groups, slopes * groups * d, groups];
    let held: Inputs = first;
    const inSlots = (kind: number, slopes: number) => {
      const outputs = lengths(slopes).map((length) => backend.alloc(length));
      backend.run([
        { op: 'mc_acquisition', dims: Int32Array.from(dims(kind, slopes)), inputs: slots, outputs },
      ]);
      return outputs.map((slot) => {
        const values = new Float64Array(slot.length);
        backend.read(slot, values);
        return values;
      });
    };
    const inFreshSlots = (kind: number, slopes: number) =>
      runOp(backend, 'mc_acquisition', dims(kind, slopes), Object.values(held), lengths(slopes));
    const expectFreshAnswers = () => {
      const calls = [0, 2].flatMap((kind) => [0, 0, 1, 1, 0].map((slopes) => [kind, slopes] as const));
      const answers = calls.map((call) => inSlots(...call));
      expect(answers).toEqual(calls.map((call) => inFreshSlots(...call)));
      // The fresh ones were kept last: now it is those of the slots again, for the first of the next calls.
      inSlots(0, 1);
    };
    expectFreshAnswers();
    const names = Object.keys(first) as (keyof Inputs)[];
    for (const name of names) {
      const values = held[name].map((value) => 0.999 * value);
      held = { ...held, [name]: values };
      backend.write(slots[names.indexOf(name)], values);
      expectFreshAnswers();
    }
  });
});
