import { fUpperQuantile, noncentralFUpperTail } from '../../random/distributions.ts';

/**
 * Power of the F test that some coefficients are all 0; of one coefficient that is the two-sided t test.
 *
 * @param noncentrality b'C⁻¹b of the coefficients b, C being their covariance
 * @param degrees coefficients
 * @param errorDegrees degrees of freedom for error
 * @returns null without degrees of freedom for error
 */
export function effectPower(
  noncentrality: number,
  degrees: number,
  errorDegrees: number,
  significance: number,
): number | null {
  if (errorDegrees < 1) return null;
  const limit = fUpperQuantile(significance, degrees, errorDegrees);
  return noncentralFUpperTail(limit, degrees, errorDegrees, noncentrality);
}
