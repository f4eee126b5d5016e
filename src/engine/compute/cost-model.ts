import type { Backend, Step } from './backend.ts';
import { readSizes, type SizesOf, stepOf } from './op-sizes.ts';
import type { OpName } from './ops.ts';

/** What a backend needs for a piece of work, in seconds: fixed + operations·perOperation + numbers moved·perNumber. */
export interface Rates {
  readonly fixed: number;
  readonly perOperation: number;
  /** Copying one fp64 number to or from the backend's memory. */
  readonly perNumber: number;
}

/** Floating-point operations of each op, to the leading terms; covariance entries count as 40 each. */
const counts: { readonly [Op in OpName]: (sizes: SizesOf<Op>) => number } = {
  gp_likelihood: ({ batch, n, d, withGradient }) =>
    batch * (n * n * (40 + 4 * d) + (withGradient ? 2 * n ** 3 : n ** 3 / 3)),
  // The gradient's pairs, those of D = (∂A/∂θ)α, and L⁻¹D over as many columns as parameters.
  gp_information: ({ batch, n, d, parameters }) =>
    batch * (n * n * (80 + 8 * d + 2 * parameters) + 2 * n ** 3),
  gp_factor: ({ batch, n }) => batch * (n * n * 20 + n ** 3 / 3),
  gp_predict: ({ batch, n, d, m, wanted }) =>
    batch * m * (n * (40 + 2 * d) + (wanted & 6 ? n * n : 0) + (wanted & 4 ? n * n + 4 * n * d : 0)),
  gp_joint: ({ groups, q, n, d, withGradient }) =>
    groups * q * (n * (40 + 2 * d) + (withGradient ? 2 : 1) * n * n + q * n),
  mc_acquisition: ({ groups, q, n, d, samples, withGradient, pending }) => {
    const points = q + pending;
    const posterior = points * (n * (40 + 2 * d) + (withGradient ? 2 : 1) * n * n);
    return groups * (posterior + samples * points * (points + 60));
  },
  vecchia_likelihood: ({ batch, n, d, m, wanted }) =>
    batch * n * (m * m * (20 + 2 * d) * (1 + wanted) + m ** 3 / 3),
  vecchia_predict: ({ k, d, m }) => k * (m * m * (20 + 2 * d) + m ** 3 / 3),
  matmul: ({ batch, m, k, n }) => 2 * batch * m * k * n,
  cholesky: ({ batch, n }) => (batch * n ** 3) / 3,
  solve_triangular: ({ batch, n, m }) => batch * n * n * m,
  covariance: ({ batch, n1, n2, d, withGradient }) => batch * n1 * n2 * (40 + 2 * d) * (withGradient ? 3 : 1),
  // About eight passes, with p² per update and the scores of the levels.
  exchange: ({ chains, rounds, n, d, p }) => chains * rounds * 8 * n * (6 * p * p + 40 * d),
  unary: ({ length }) => 20 * length,
  binary: () => 0,
  reduce: () => 0,
};

/** Floating-point operations of a step. */
export function operations<Op extends OpName>({ op, dims }: Step & { readonly op: Op }): number {
  return counts[op](readSizes(op, dims));
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
      backend.run([stepOf('matmul', sizes, [], slots.slice(0, 2), slots.slice(2))]);
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
