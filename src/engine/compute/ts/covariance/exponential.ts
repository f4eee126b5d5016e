/** Steps per halving of the table. */
const STEPS = 256;
const STEP_BITS = 8;
/** ln 2/256 in two parts (the double of ln 2 lacks 2.3e-17): k times the first is exact for every k that occurs. */
const STEP_HIGH = Math.fround(Math.LN2 / STEPS);
const STEP_LOW = Math.LN2 / STEPS - STEP_HIGH + 2.319046813846299e-17 / STEPS;
/** From here on e⁻ʸ is 0. */
const LARGEST = 746;
/** Adding and taking away 3·2⁵¹ rounds to the nearest integer. */
const ROUNDER = 3 * 2 ** 51;

/** 2^(−j/256) for j < 256. */
const fractions = Float64Array.from({ length: STEPS }, (_, j) => 2 ** (-j / STEPS));
/** 2^−k for k ≤ 1100, subnormal and 0 at the end. */
const halvings = Float64Array.from({ length: 1100 }, (_, k) => 2 ** -k);

/**
 * e⁻ʸ for y ≥ 0, in place of Math.exp where a covariance needs one per pair of rows: a call out of compiled code costs
 * more than the arithmetic.
 *
 * y = (256·h + j)·ln 2/256 − r with |r| ≤ ln 2/512; eʳ by its Taylor polynomial of degree 4. Relative error below 5e-16.
 */
export function expOfMinus(y: number): number {
  const bounded = Math.min(y, LARGEST);
  const multiple = bounded * (STEPS / Math.LN2) + ROUNDER - ROUNDER;
  const r = multiple * STEP_HIGH - bounded + multiple * STEP_LOW;
  const k = multiple | 0;
  const tail = r * (1 + r * (1 / 2 + r * (1 / 6 + r * (1 / 24))));
  const fraction = fractions[k & (STEPS - 1)];
  return (fraction + fraction * tail) * halvings[k >> STEP_BITS];
}
