import { expect, it } from 'vitest';
import type { Variable } from '../../../../src/web/api/types.ts';
import { rangeOf } from '../../../../src/web/domain/variables/variable-range.ts';

const variable = (parts: Partial<Variable>): Variable => ({ name: 'x', type: 'real', ...parts }) as Variable;

it.each([
  [{ bounds: [2, 9] }, [2, 9]],
  [{ allowed_values: [5, 1, 20] }, [1, 20]],
  [{ bounds: [0, 100], allowed_values: [30, 10] }, [10, 30]],
  [{ bounds: [0, 100], allowed_values: [] }, [0, 100]],
  [{ categories: ['A', 'B'] }, undefined],
] as const)('the range of %j is %j', (parts, range) => {
  expect(rangeOf(variable(parts as unknown as Partial<Variable>))).toEqual(range);
});
