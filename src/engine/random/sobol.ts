import { ValueError } from '../errors.ts';
import { createGenerator } from './generator.ts';
import { normalQuantile } from './normal.ts';
import { DIRECTION_ROWS } from './sobol-direction-numbers.ts';

/** Dimensions that the direction numbers reach. */
export const SOBOL_MAX_DIMENSIONS = DIRECTION_ROWS.length + 1;

export interface SobolOptions {
  /** Owen scrambling with this seed; without it the plain sequence. */
  readonly seed?: number | string;
  /** Index of the first point, 0 by default (the plain sequence starts at the corner 0). */
  readonly skip?: number;
}

const BITS = 32;
const SCALE = 2 ** -BITS;

/** Direction integers of one dimension, most significant bit first. */
function directions(dimension: number): Uint32Array {
  const v = new Uint32Array(BITS);
  if (dimension === 0) {
    for (let k = 0; k < BITS; k++) v[k] = 1 << (BITS - 1 - k);
    return v;
  }
  const { polynomial, initial } = DIRECTION_ROWS[dimension - 1];
  const degree = initial.length;
  for (let k = 0; k < BITS; k++) {
    if (k < degree) {
      v[k] = initial[k] << (BITS - 1 - k);
      continue;
    }
    let value = v[k - degree] ^ (v[k - degree] >>> degree);
    for (let i = 1; i < degree; i++) if ((polynomial >>> (degree - i)) & 1) value ^= v[k - i];
    v[k] = value;
  }
  return v;
}

/** The 32 bits in reverse order. */
function reverseBits(x: number): number {
  let r = ((x >>> 1) & 0x55555555) | ((x & 0x55555555) << 1);
  r = ((r >>> 2) & 0x33333333) | ((r & 0x33333333) << 2);
  r = ((r >>> 4) & 0x0f0f0f0f) | ((r & 0x0f0f0f0f) << 4);
  r = ((r >>> 8) & 0x00ff00ff) | ((r & 0x00ff00ff) << 8);
  return (r >>> 16) | (r << 16);
}

/**
 * Nested uniform (Owen) scrambling by hashing: every bit is flipped by a hash of the bits above it and of the seed.
 *
 * Source: Laine and Karras 2011; the mixing constants are those of Burley 2020, JCGT 9(4).
 */
function owenScramble(value: number, seed: number): number {
  let x = reverseBits(value);
  x ^= Math.imul(x, 0x3d20adea);
  x = (x + seed) | 0;
  x = Math.imul(x, (seed >>> 16) | 1);
  x ^= Math.imul(x, 0x05526c56);
  x ^= Math.imul(x, 0x53a22864);
  return reverseBits(x) >>> 0;
}

/**
 * Points of the Sobol sequence in Gray-code order.
 *
 * @param n points, best a power of two  @param d dimensions, at most `SOBOL_MAX_DIMENSIONS`
 * @returns [n, d] row-major. Plain: in [0, 1), the first point is 0. Scrambled: inside (0, 1), at the middle of cells
 *          of width 2⁻³², so quantiles are finite.
 * @throws ValueError when d or n is out of reach
 *
 * Source: Antonov and Saleev 1979 (order), Joe and Kuo 2008 (direction numbers), Owen 1995 (scrambling). Cost O(n·d).
 */
export function sobol(n: number, d: number, options: SobolOptions = {}): Float64Array {
  const skip = options.skip ?? 0;
  if (!(d >= 1 && d <= SOBOL_MAX_DIMENSIONS))
    throw new ValueError(
      `sobol: supports 1 to ${SOBOL_MAX_DIMENSIONS} dimensions, got ${d}; use random points beyond that`,
    );
  if (!(n >= 0 && skip >= 0 && n + skip <= 2 ** BITS))
    throw new ValueError(`sobol: supports 2^${BITS} points, got n ${n} after ${skip}; request fewer`);
  const points = new Float64Array(n * d);
  const stream = options.seed === undefined ? undefined : createGenerator(options.seed);
  for (let j = 0; j < d; j++) {
    const v = directions(j);
    const scramble = stream ? stream.integer(2 ** 32) | 0 : 0;
    const gray = (skip ^ (skip >>> 1)) >>> 0;
    let state = 0;
    for (let k = 0; k < BITS; k++) if ((gray >>> k) & 1) state ^= v[k];
    for (let i = 0; i < n; i++) {
      points[i * d + j] = stream ? (owenScramble(state, scramble) + 0.5) * SCALE : (state >>> 0) * SCALE;
      const lowestZero = 31 - Math.clz32(~(i + skip) & (i + skip + 1));
      if (lowestZero >= 0) state ^= v[lowestZero];
    }
  }
  return points;
}

/**
 * Standard normal points: quantiles of the scrambled Sobol sequence, for quasi-Monte Carlo averages.
 *
 * @returns [n, d] row-major; take n a power of two for balanced samples
 */
export function sobolNormal(n: number, d: number, seed: number | string): Float64Array {
  return sobol(n, d, { seed }).map(normalQuantile);
}
