import { expect, it } from 'vitest';
import type { QueueItem, Variable } from '../../../../src/web/api/types.ts';
import { readCompletion } from '../../../../src/web/domain/queue/read-completion.ts';

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

it('a planned setting that a range was taken from since is named, and stays as planned', () => {
  const [temperature, cycles] = variables as [Variable, Variable];
  const narrowed = [{ ...temperature, bounds: [40, 70] }, cycles] as Variable[];
  const parsed = readCompletion(item, narrowed, [{ name: 'y', label: 'Yield', unit: '%' }], {
    outputs: { y: '12' },
    actual: {},
  });
  expect(parsed).toMatchObject({ errors: {}, warnings: { T: 'outside 40 to 70' }, actual: undefined });
});
