import { expect, it } from 'vitest';
import type { Import } from '../../../../src/web/api/types.ts';
import { mayBeList, variablesOfList } from '../../../../src/web/features/experiments/import-list.ts';
import { read, text } from '../../../service/tables/reading.ts';

const imported = async (lines: readonly string[]) =>
  (await read(text(lines))).description as unknown as Import;

const compounds = [
  'Compound,MW / g/mol,HBD,Base,RotB',
  ...Array.from(
    { length: 12 },
    (_, i) => `C-${i},${250 + 10 * i},2,${i % 2 ? 'K2CO3' : 'Et3N'},${(3 * i) % 7}`,
  ),
];

it('a file without a result may be a list, all of its settings included', async () => {
  const state = await imported(compounds);
  expect(mayBeList(state)).toBe(true);
  // What does not vary is no variable.
  expect(variablesOfList(state)).toEqual([
    { name: 'MW', role: 'controllable', unit: 'g/mol', type: 'real', bounds: [250, 360] },
    { name: 'Base', role: 'controllable', type: 'categorical', categories: ['Et3N', 'K2CO3'] },
    { name: 'RotB', role: 'controllable', type: 'real', bounds: [0, 6] },
  ]);
});

it('a file with a result is none', async () => {
  expect(mayBeList(await imported(compounds.map((line, i) => `${line},${i === 0 ? 'Yield' : i}`)))).toBe(
    false,
  );
});

it('a column that somebody chose as the result is one', async () => {
  const state = await imported(compounds);
  const columns = state.columns.map((one) => ({ ...one, guessed: false }));
  expect(mayBeList({ columns })).toBe(false);
});
