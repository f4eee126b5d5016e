import type { Backend, Step } from './backend.ts';

/** What a backend needs for a piece of work, in seconds: fixed + operations·perOperation + numbers moved·perNumber. */
export interface Rates {
  readonly fixed: number;
  readonly perOperation: number;
  /** Copying one fp64 number to or from the backend's memory. */
  readonly perNumber: number;
}

/** Floating-point operations of a step, to the leading terms; covariance entries count as 40 each. */
export function operations({ op, dims }: Step): number {
  const [a, b, c, d, e, f] = dims;
  switch (op) {
    case 'gp_likelihood':
      return a * (b * b * (40 + 4 * c) + (e ? 2 * b ** 3 : b ** 3 / 3));
    case 'gp_information':
      // The gradient's pairs, those of D = (∂A/∂θ)α, and L⁻¹D over d = P columns.
      return a * (b * b * (80 + 8 * c + 2 * d) + 2 * b ** 3);
    case 'gp_factor':
      return a * (b * b * 20 + b ** 3 / 3);
    case 'gp_predict':
      return a * e * (b * (40 + 2 * c) + (f & 6 ? b * b : 0) + (f & 4 ? b * b + 4 * b * c : 0));
    case 'gp_joint':
      return a * b * (c * (40 + 2 * d) + (f ? 2 : 1) * c * c + b * c);
    case 'mc_acquisition': {
      const points = b + dims[8];
      return a * (points * (c * (40 + 2 * d) + (dims[7] ? 2 : 1) * c * c) + f * points * (points + 60));
    }
    case 'matmul':
      return 2 * a * b * c * d;
    case 'cholesky':
      return (a * b ** 3) / 3;
    case 'solve_triangular':
      return a * b * b * c;
    case 'covariance':
      return a * b * c * (40 + 2 * d) * (f ? 3 : 1);
    case 'exchange':
      // chains · rounds · about eight passes · rows · p² per update and level scores
      return a * b * 8 * c * (6 * e * e + 40 * d);
    case 'unary':
      return 20 * a;
    case 'binary':
    case 'reduce':
      return 0;
  }
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
 * A likelihood reaches about a third of the rate of a product, on a card as on a CPU, so ratios hold.
 */
export function measureRates(backend: Backend, now: Clock): Rates {
  const size = 512;
  const values = new Float64Array(size * size).fill(1e-3);
  const slots = [0, 1, 2].map(() => backend.alloc(values.length));
  try {
    for (const slot of slots) backend.write(slot, values);
    const into = new Float64Array(1);
    const multiply = (n: number) => () => {
      backend.run([
        {
          op: 'matmul',
          dims: Int32Array.of(1, n, n, n, 0, 0, 0, 0),
          inputs: slots.slice(0, 2),
          outputs: slots.slice(2),
        },
      ]);
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
