import { describe, expect, it } from 'vitest';
import type { Variable } from '../../../../src/web/api/types.ts';
import { pointOf } from '../../../../src/web/domain/variables/point.ts';

const variables = [
  { name: 'T', type: 'real', bounds: [40, 60] },
  { name: 'n', type: 'integer', bounds: [2, 5] },
  { name: 'dose', type: 'discrete', allowed_values: [1, 2, 5] },
  { name: 'solvent', type: 'categorical', categories: ['DMF', 'water'] },
] as unknown as Variable[];

describe('the point that pictures go through', () => {
  it('starts within ranges that were narrowed after the best run', () => {
    const best = { T: 90, n: 1, dose: 10, solvent: 'ether' };
    expect(pointOf(variables, best, {})).toEqual({ T: 60, n: 2, dose: 5, solvent: 'DMF' });
    const inside = { T: 45.5, n: 3, dose: 2, solvent: 'water' };
    expect(pointOf(variables, inside, {})).toEqual(inside);
  });

  it('has the middle where a run has no value, and what was typed before all', () => {
    expect(pointOf(variables, { T: null }, { n: '4' })).toEqual({ T: 50, n: 4, dose: 2, solvent: 'DMF' });
  });
});
