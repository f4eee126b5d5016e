import type { Backend, Step } from './backend.ts';
import { type OpName, ops } from './ops.ts';
import { readSizes, type SizesOf, stepOf } from './step.ts';

/** What a backend needs for a piece of work, in seconds: fixed + operations·perOperation + numbers moved·perNumber. */
export interface Rates {
  readonly fixed: number;
  readonly perOperation: number;
  /** Copying one fp64 number to or from the backend's memory. */
  readonly perNumber: number;
}

/** Floating-point operations of a step. */
export function operations<Op extends OpName>({ op, dims }: Step & { readonly op: Op }): number {
  const { operations: count }: { operations(sizes: SizesOf<Op>): number } = ops[op];
  return count(readSizes(op, dims));
}

/** Milliseconds of a steady clock. */
export type Clock = () => number;

function seconds(now: Clock, work: () => void): number {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 3; i++) {
    const started = now();
    work();
    best = Math.min(best, now() - started);
  }
  return best / 1000;
}

/**
 * Measures a backend once, in some tens of milliseconds: a tiny step, a product of 512×512 matrices, a copy.
 * A likelihood reaches about a third of the rate of a product, on a GPU as on a CPU, so ratios hold.
 */
export function measureRates(backend: Backend, now: Clock): Rates {
  const size = 512;
  const values = new Float64Array(size * size).fill(1e-3);
  const slots = [0, 1, 2].map(() => backend.alloc(values.length));
  try {
    for (const slot of slots) backend.write(slot, values);
    const into = new Float64Array(1);
    const multiply = (n: number) => () => {
      const sizes = { batch: 1, m: n, k: n, n, transposeA: 0, transposeB: 0, strideA: 0, strideB: 0 };
      backend.run([stepOf('matmul', sizes, { A: slots[0], B: slots[1], C: slots[2] })]);
      backend.read(slots[2], into);
    };
    multiply(size)();
    const fixed = seconds(now, multiply(1));
    const product = seconds(now, multiply(size));
    const copy = seconds(now, () => backend.write(slots[0], values));
    return {
      fixed,
      perOperation: Math.max(product - fixed, 1e-9) / (2 * size ** 3),
      perNumber: copy / values.length,
    };
  } finally {
    for (const slot of slots) backend.free(slot);
  }
}

/** Seconds that a step is expected to take, with `moved` numbers to be copied first. */
export function expectedSeconds(rates: Rates, step: Step, moved: number): number {
  return rates.fixed + rates.perOperation * operations(step) + rates.perNumber * moved;
}
