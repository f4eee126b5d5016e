import { describe, expect, it } from 'vitest';
import { expOfMinus } from '../../../src/engine/compute/ts/covariance/exponential.ts';
import { createGenerator } from '../../../src/engine/random/generator.ts';

describe('expOfMinus', () => {
  it('is within 5e-16 of exp(−y), relative, down to where results are subnormal', () => {
    const generator = createGenerator(3);
    let worst = 0;
    for (let k = 0; k < 200_000; k++) {
      const y = 708 * generator.uniform() ** 4;
      worst = Math.max(worst, Math.abs(expOfMinus(y) / Math.exp(-y) - 1));
    }
    expect(worst).toBeLessThan(5e-16);
  });

  it('has its limits', () => {
    expect(expOfMinus(0)).toBe(1);
    expect(Math.abs(expOfMinus(740) - Math.exp(-740))).toBeLessThanOrEqual(Number.MIN_VALUE);
    expect([746, 1e6, 1e300, Number.POSITIVE_INFINITY].map(expOfMinus)).toEqual([0, 0, 0, 0]);
    expect(expOfMinus(Number.NaN)).toBeNaN();
  });
});
