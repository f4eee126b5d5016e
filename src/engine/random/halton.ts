import { createGenerator, type Generator } from './generator.ts';

export interface HaltonOptions {
  /** Random digit permutations (one per base and digit place) with this seed; without it the plain sequence. */
  readonly seed?: number | string;
  /** Index of the first point, 0 by default (the plain sequence starts at the corner 0). */
  readonly skip?: number;
}

/** The first `count` primes. */
function primes(count: number): number[] {
  const found: number[] = [];
  for (let candidate = 2; found.length < count; candidate++)
    if (found.every((prime) => prime * prime > candidate || candidate % prime !== 0)) found.push(candidate);
  return found;
}

/** Index written backwards behind the point in the given base: Σ digitₖ·base^(−k−1). */
function radicalInverse(index: number, base: number): number {
  let value = 0;
  let weight = 1 / base;
  for (let rest = index; rest > 0; rest = Math.floor(rest / base)) {
    value += (rest % base) * weight;
    weight /= base;
  }
  return value;
}

/** Digit permutations of one base, for as many places as double precision shows. */
function permutations(base: number, stream: Generator): number[][] {
  const places = Math.ceil(53 / Math.log2(base));
  return Array.from({ length: places }, () =>
    stream.shuffle(Array.from({ length: base }, (_, digit) => digit)),
  );
}

/** Radical inverse with the digit of every place, leading zeros included, taken through its permutation. */
function scrambledInverse(index: number, base: number, permuted: readonly number[][]): number {
  let value = 0;
  let weight = 1 / base;
  let rest = index;
  for (const permutation of permuted) {
    value += permutation[rest % base] * weight;
    weight /= base;
    rest = Math.floor(rest / base);
  }
  return Math.min(value, 1 - 2 ** -53);
}

/**
 * Points of the Halton sequence: van der Corput sequences in the bases 2, 3, 5, …
 *
 * @returns [n, d] row-major in [0, 1)
 *
 * Source: Halton 1960; scrambling by random digit permutations, Owen 2017, arXiv:1706.02808.
 */
export function halton(n: number, d: number, options: HaltonOptions = {}): Float64Array {
  const points = new Float64Array(n * d);
  const skip = options.skip ?? 0;
  const stream = options.seed === undefined ? undefined : createGenerator(options.seed);
  primes(d).forEach((base, j) => {
    const permuted = stream ? permutations(base, stream) : undefined;
    for (let i = 0; i < n; i++)
      points[i * d + j] = permuted
        ? scrambledInverse(i + skip, base, permuted)
        : radicalInverse(i + skip, base);
  });
  return points;
}

/**
 * Hammersley points: the Halton sequence in d − 1 dimensions, last coordinate i/n. In one dimension it is the van der
 * Corput sequence.
 *
 * @returns [n, d] row-major in [0, 1)
 */
export function hammersley(n: number, d: number): Float64Array {
  if (d === 1) return halton(n, 1);
  const points = new Float64Array(n * d);
  const base = halton(n, d - 1);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < d - 1; j++) points[i * d + j] = base[i * (d - 1) + j];
    points[i * d + d - 1] = i / n;
  }
  return points;
}
