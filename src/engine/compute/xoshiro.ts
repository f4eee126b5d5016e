/**
 * xoshiro128** from a state of four 32-bit integers, not all zero; each call gives the next 32 bits as a signed integer.
 *
 * Source: Blackman and Vigna 2021, doi:10.1145/3460772.
 */
export function xoshiro(a: number, b: number, c: number, d: number): () => number {
  return () => {
    const scaled = Math.imul(b, 5);
    const result = Math.imul((scaled << 7) | (scaled >>> 25), 9);
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = (d << 11) | (d >>> 21);
    return result;
  };
}
