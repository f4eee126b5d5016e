import { describe, expect, it } from 'vitest';
import { coefficientUnit } from '../../../../src/web/features/costs/curve.ts';

describe('units of the coefficients of a cost curve', () => {
  it('are the unit of the cost over a power of that of the variable', () => {
    expect([0, 1, 2].map((power) => coefficientUnit(power as 0 | 1 | 2, 'EUR', '°C'))).toEqual([
      'EUR',
      'EUR/°C',
      'EUR/°C²',
    ]);
    expect(coefficientUnit(2, 'EUR', 'mol/L')).toBe('EUR/(mol/L)²');
  });

  it('say what is known where a unit is missing', () => {
    expect(coefficientUnit(1, null, 'h')).toBe('1/h');
    expect(coefficientUnit(1, 'EUR', null)).toBe('EUR');
    expect(coefficientUnit(0, '', 'h')).toBeUndefined();
  });
});
