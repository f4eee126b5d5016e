import { expect, it } from 'vitest';
import type { QueueItem, Variable } from '../../src/web/api/types.ts';
import { readCompletion } from '../../src/web/domain/read-completion.ts';

const variables = [
  { name: 'T', type: 'real', role: 'controllable', bounds: [40, 120] },
  { name: 'cycles', type: 'integer', role: 'controllable', bounds: [1, 9] },
] as unknown as Variable[];
const item = { inputs: { T: 80, cycles: 3 } } as unknown as QueueItem;
const read = (actual: Record<string, string>) =>
  readCompletion(item, variables, [{ name: 'y', label: 'Yield', unit: '%' }], {
    outputs: { y: '12' },
    actual,
  });

it('a setting outside its range is taken as typed, and said to be so', () => {
  expect(read({})).toMatchObject({ errors: {}, warnings: {}, outputs: [12], actual: undefined });
  expect(read({ T: '800', cycles: '2.5' })).toMatchObject({
    errors: {},
    warnings: {
      T: 'outside 40 to 120; recorded as typed',
      cycles: 'not a whole number; recorded as typed',
    },
    actual: { T: 800, cycles: 2.5 },
  });
});
