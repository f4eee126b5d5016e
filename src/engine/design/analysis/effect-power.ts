import { fUpperQuantile, noncentralFUpperTail } from '../../random/distributions.ts';

/**
 * Power of the two-sided t test of one coefficient, as the F test with one degree of freedom that it is.
 *
 * @param shift  coefficient over its standard error
 * @param errorDegrees degrees of freedom for error
 * @returns null without degrees of freedom for error
 */
export function effectPower(shift: number, errorDegrees: number, significance: number): number | null {
  if (errorDegrees < 1) return null;
  const limit = fUpperQuantile(significance, 1, errorDegrees);
  return noncentralFUpperTail(limit, 1, errorDegrees, shift * shift);
}
