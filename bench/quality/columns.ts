import { createGenerator } from '../../src/engine/random/generator.ts';
import type { Space } from '../../src/engine/space/space.ts';
import { ackley, branin, hartmann6, levy, rosenbrock, shekel, styblinskiTang } from './functions.ts';

/** A function of a few of many columns, all from 0 to 1, to be minimized. */
export interface ColumnsProblem {
  readonly space: Space;
  evaluate(x: ArrayLike<number>): number;
  readonly optimum: number;
  /** The columns that matter, in the order of the function's arguments. */
  readonly columns: readonly number[];
}

interface Sparse {
  readonly f: (x: number[]) => number;
  /** Range of each argument; as many columns matter. */
  readonly ranges: readonly (readonly [number, number])[];
  /** One point of the optimum, which the shift moves. */
  readonly at: readonly number[];
  readonly optimum: number;
  readonly tier: 'tuning' | 'validation';
}

const same = (k: number, low: number, high: number, at: number) => ({
  ranges: Array.from({ length: k }, () => [low, high] as const),
  at: Array.from({ length: k }, () => at),
});

/** Choices are made on the tuning functions; Hartmann-6 and Branin only check them. */
export const sparseFunctions: Readonly<Record<string, Sparse>> = {
  levy4: { f: levy, ...same(4, -10, 10, 1), optimum: 0, tier: 'tuning' },
  ackley5: { f: ackley, ...same(5, -5, 10, 0), optimum: 0, tier: 'tuning' },
  rosenbrock4: { f: rosenbrock, ...same(4, -2, 2, 1), optimum: 0, tier: 'tuning' },
  shekel4: { f: shekel, ...same(4, 0, 10, 4), optimum: -10.536443153483527, tier: 'tuning' },
  styblinski3: {
    f: styblinskiTang,
    ...same(3, -5, 5, -2.903534),
    optimum: -39.16616570377142 * 3,
    tier: 'tuning',
  },
  ackley30: { f: ackley, ...same(30, -5, 10, 0), optimum: 0, tier: 'tuning' },
  levy30: { f: levy, ...same(30, -10, 10, 1), optimum: 0, tier: 'tuning' },
  hartmann6: {
    f: hartmann6,
    ...same(6, 0, 1, 0),
    at: [0.20169, 0.150011, 0.476874, 0.275332, 0.311652, 0.6573],
    optimum: -3.3223680114155147,
    tier: 'validation',
  },
  branin: {
    f: ([x, y]) => branin(x as number, y as number),
    ranges: [
      [-5, 10],
      [0, 15],
    ],
    at: [Math.PI, 2.275],
    optimum: 0.39788735772973816,
    tier: 'validation',
  },
};

/**
 * A function embedded in d columns: the columns that matter and where the optimum lies, anywhere but the outer tenths of
 * each of them, are drawn by the seed.
 */
export function columnsProblem(name: string, d: number, seed: number): ColumnsProblem {
  const chosen = sparseFunctions[name];
  if (chosen === undefined) throw new Error(`columns: there is no function '${name}'`);
  const { f, ranges, at, optimum } = chosen;
  const generator = createGenerator(`columns/${name}/${d}/${seed}`);
  const columns = Array.from(
    generator.shuffle(Int32Array.from({ length: d }, (_, k) => k)).slice(0, at.length),
  );
  const moved = at.map((place, k) => {
    const [low, high] = ranges[k] as readonly [number, number];
    return low + (0.1 + 0.8 * generator.uniform()) * (high - low) - place;
  });
  const evaluate = (x: ArrayLike<number>) =>
    f(
      columns.map((column, k) => {
        const [low, high] = ranges[k] as readonly [number, number];
        return low + (x[column] as number) * (high - low) - (moved[k] as number);
      }),
    );
  const dimensions = Array.from({ length: d }, (_, k) => ({
    kind: 'real' as const,
    name: `x${k}`,
    low: 0,
    high: 1,
  }));
  return { space: { dimensions, constraints: [] }, evaluate, optimum, columns };
}
