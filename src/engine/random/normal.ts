import { erfc, erfcx, polynomial } from './error-function.ts';

export { erfcx } from './error-function.ts';

const SQRT_HALF = Math.SQRT1_2;
const ONE_OVER_SQRT_TWO_PI = 0.3989422804014327;
const LN_2 = Math.LN2;

/** Standard normal density φ(z). */
export function normalPdf(z: number): number {
  if (Math.abs(z) > 39) return 0;
  return ONE_OVER_SQRT_TWO_PI * halfSquareExp(z);
}

/** exp(−z²/2), with z² split so that its rounding does not reach the result. */
function halfSquareExp(z: number): number {
  const head = Math.trunc(z * 16) / 16;
  const tail = (z - head) * (z + head);
  return Math.exp(-head * head * 0.5) * Math.exp(-tail * 0.5);
}

/** Standard normal distribution function Φ(z), relative accuracy kept in the lower tail. */
export function normalCdf(z: number): number {
  if (z > -1) return 0.5 * erfc(-z * SQRT_HALF);
  return z < -39 ? 0 : 0.5 * erfcx(-z * SQRT_HALF) * halfSquareExp(z);
}

/** log Φ(z), finite for every finite z: through erfcx below z = −1, through the upper tail above 0. */
export function logNormalCdf(z: number): number {
  if (z > 0) return Math.log1p(-normalCdf(-z));
  if (z > -1) return Math.log(normalCdf(z));
  return Math.log(erfcx(-z * SQRT_HALF)) - LN_2 - 0.5 * z * z;
}

/** Ratio φ(z)/Φ(z) (the inverse Mills ratio mirrored), finite for every finite z. */
export function normalHazard(z: number): number {
  if (z > 0) return normalPdf(z) / normalCdf(z);
  return (2 * ONE_OVER_SQRT_TWO_PI) / erfcx(-z * SQRT_HALF);
}

/** Coefficients of Wichura's AS 241 (PPND16), highest power first: centre, middle, tail. */
const CENTRE_P = [
  2509.0809287301227, 33430.57558358813, 67265.7709270087, 45921.95393154987, 13731.69376550946,
  1971.5909503065513, 133.14166789178438, 3.3871328727963665,
];
const CENTRE_Q = [
  5226.495278852854, 28729.085735721943, 39307.89580009271, 21213.794301586597, 5394.196021424751,
  687.1870074920579, 42.31333070160091, 1,
];
const MIDDLE_P = [
  0.0007745450142783414, 0.022723844989269184, 0.2417807251774506, 1.2704582524523684, 3.6478483247632045,
  5.769497221460691, 4.630337846156546, 1.4234371107496835,
];
const MIDDLE_Q = [
  1.0507500716444169e-9, 0.0005475938084995345, 0.015198666563616457, 0.14810397642748008, 0.6897673349851,
  1.6763848301838038, 2.053191626637759, 1,
];
const TAIL_P = [
  2.0103343992922881e-7, 2.7115555687434876e-5, 0.0012426609473880784, 0.026532189526576124,
  0.29656057182850487, 1.7848265399172913, 5.463784911164114, 6.657904643501103,
];
const TAIL_Q = [
  2.0442631033899397e-15, 1.421511758316446e-7, 1.8463183175100548e-5, 0.0007868691311456133,
  0.014875361290850615, 0.1369298809227358, 0.599832206555888, 1,
];

/**
 * Quantile Φ⁻¹(p); −Infinity at 0, Infinity at 1, NaN outside [0, 1].
 *
 * Source: Wichura 1988, Algorithm AS 241. Relative error about 1e-16 from p = 1e-300 on (`test/oracle/normal.json`).
 */
export function normalQuantile(p: number): number {
  const centred = p - 0.5;
  if (Math.abs(centred) <= 0.425) {
    const r = 0.180625 - centred * centred;
    return (centred * polynomial(CENTRE_P, r)) / polynomial(CENTRE_Q, r);
  }
  const tail = centred < 0 ? p : 1 - p;
  if (!(tail > 0)) return tail === 0 ? Math.sign(centred) * Number.POSITIVE_INFINITY : Number.NaN;
  const r = Math.sqrt(-Math.log(tail));
  const size =
    r <= 5
      ? polynomial(MIDDLE_P, r - 1.6) / polynomial(MIDDLE_Q, r - 1.6)
      : polynomial(TAIL_P, r - 5) / polynomial(TAIL_Q, r - 5);
  return centred < 0 ? -size : size;
}
