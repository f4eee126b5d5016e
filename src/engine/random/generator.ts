import seedrandom from 'seedrandom';
import { xoshiro } from '../compute/xoshiro.ts';
import { ValueError } from '../errors.ts';

/** A seeded stream of random numbers. The same seed gives the same stream on every machine and thread. */
export interface Generator {
  /** Uniform in [0, 1), 53 random bits. */
  uniform(): number;
  /** Standard normal. */
  normal(): number;
  /** [count] standard normals. */
  normals(count: number): Float64Array;
  /** Uniform integer in 0 … count − 1; `count` ≥ 1. Without bias up to 2³², beyond that to within 2⁻²¹. */
  integer(count: number): number;
  /** Shuffles in place (Fisher–Yates) and gives the array back. */
  shuffle<T extends unknown[] | Float64Array | Int32Array | Uint32Array>(values: T): T;
  /** Seed of an independent stream: an integer below 2³¹ − 1. */
  childSeed(): number;
}

/** Number of seeds that `childSeed` can give. */
export const CHILD_SEEDS = 2 ** 31 - 1;

/**
 * Seeds a stream. The seed is spread over the 128-bit state by `seedrandom`, so near seeds give unrelated streams.
 *
 * Source of the stream: xoshiro128**, Blackman and Vigna 2021, doi:10.1145/3460772.
 */
export function createGenerator(seed: number | string): Generator {
  const spread = seedrandom(`${seed}`);
  const next = xoshiro(spread.int32(), spread.int32(), spread.int32(), spread.int32() | 1);
  let spare: number | undefined;

  function uniform(): number {
    const high = next() >>> 5;
    const low = next() >>> 6;
    return (high * 67108864 + low) / 9007199254740992;
  }

  /** Marsaglia's polar method; the second value of a pair is kept for the next call. */
  function normal(): number {
    if (spare !== undefined) {
      const value = spare;
      spare = undefined;
      return value;
    }
    for (;;) {
      const u = 2 * uniform() - 1;
      const v = 2 * uniform() - 1;
      const square = u * u + v * v;
      if (square > 0 && square < 1) {
        const scale = Math.sqrt((-2 * Math.log(square)) / square);
        spare = v * scale;
        return u * scale;
      }
    }
  }

  function integer(count: number): number {
    if (!(Number.isInteger(count) && count >= 1))
      throw new ValueError(
        `generator: integer(count) needs a whole count of at least 1, got ${count}; check the size asked for`,
      );
    if (count > 2 ** 32) return Math.floor(uniform() * count);
    const limit = 2 ** 32 - (2 ** 32 % count);
    for (;;) {
      const value = next() >>> 0;
      if (value < limit) return value % count;
    }
  }

  return {
    uniform,
    normal,
    normals: (count) => valuesOf(count, normal),
    integer,
    shuffle: (values) => shuffled(values, integer),
    childSeed: () => integer(CHILD_SEEDS),
  };
}

/** [count] values, one after the other. A loop, as `Float64Array.from` takes five times the time. */
function valuesOf(count: number, draw: () => number): Float64Array {
  const values = new Float64Array(count);
  for (let i = 0; i < count; i++) values[i] = draw();
  return values;
}

/** Fisher–Yates, in place; `integer(count)` is uniform in 0 … count − 1. */
function shuffled<T extends unknown[] | Float64Array | Int32Array | Uint32Array>(
  values: T,
  integer: (count: number) => number,
): T {
  for (let i = values.length - 1; i > 0; i--) {
    const j = integer(i + 1);
    const held = values[i];
    values[i] = values[j] as never;
    values[j] = held as never;
  }
  return values;
}
