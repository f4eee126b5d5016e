/**
 * Normal distribution functions of the tensor ops, from the positive series of erf below 1 and the continued fraction
 * of exp(x²)·erfc(x) above. Relative error below 1e-14 (`test/engine/compute/normal-functions.test.ts`).
 *
 * Source: Abramowitz and Stegun 7.1.6 and 7.1.14.
 */

/** erf(x) for 0 ≤ x < 1: 2/√π e^(−x²) Σ 2^k x^(2k+1)/(2k+1)!!, all terms positive. */
function erfSeries(x: number): number {
  let term = x;
  let sum = x;
  for (let k = 1; term > sum * 1e-17; k++) {
    term *= (2 * x * x) / (2 * k + 1);
    sum += term;
  }
  return (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x) * sum;
}

/** exp(x²)·erfc(x) for x ≥ 1: (1/√π)/(x + (1/2)/(x + 1/(x + (3/2)/(x + …)))), from the far end. */
function erfcxFraction(x: number): number {
  const terms = Math.ceil(20 + 150 / (x * x));
  let tail = x;
  for (let k = terms; k >= 1; k--) tail = x + k / 2 / tail;
  return 1 / (Math.sqrt(Math.PI) * tail);
}

/** exp(−z²/2) with z² split, so that its rounding does not reach the result in the far tail. */
function expMinusHalfSquare(z: number): number {
  const head = Math.trunc(z * 16) / 16;
  return Math.exp((-head * head) / 2) * Math.exp((-(z - head) * (z + head)) / 2);
}

/** Φ(z), with relative accuracy in the lower tail. */
export function normalDistribution(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  if (x < 1) return z < 0 ? 0.5 * (1 - erfSeries(x)) : 0.5 * (1 + erfSeries(x));
  if (x > 28) return z < 0 ? 0 : 1;
  const tail = 0.5 * expMinusHalfSquare(z) * erfcxFraction(x);
  return z > 0 ? 1 - tail : tail;
}

/** log Φ(z), finite far below where Φ(z) is 0. */
export function logNormalDistribution(z: number): number {
  if (z > 0) return Math.log1p(-normalDistribution(-z));
  const x = -z / Math.SQRT2;
  return x < 1 ? Math.log(normalDistribution(z)) : Math.log(0.5 * erfcxFraction(x)) - 0.5 * z * z;
}
