import { expect, it } from 'vitest';
import { read, text } from './reading.ts';

const lines = [
  'Run,T,Yield 1 (%),Note,Yield 2 (%),Yield 3 (%)',
  ...['1,60,40,a,41,42', '2,70,50,b,,>52', '3,80,,c,,', 'Mean,70,45,,41,42'],
];
const repeats = ['Yield 1 (%)', 'Yield 2 (%)', 'Yield 3 (%)'];

it('columns of repeats are objectives until they are said to be repeats', async () => {
  const { description } = await read(text(lines));
  expect(description.repeat_groups).toEqual([repeats]);
  expect(description.settings.repeats).toBeNull();
  expect(description.remarks).toEqual([
    "columns 'Yield 1 (%)', 'Yield 2 (%)', 'Yield 3 (%)' are objectives of their own; if they repeat one measurement, choose them as repeats, so that each value is a run",
  ]);
});

it('each value of a repeat becomes a run with the settings and lines of its row', async () => {
  const { description, rows } = await read(text(lines), { settings: { repeats } });
  expect(description.columns.map(({ column, name, unit, meaning }) => [column, name, unit, meaning])).toEqual(
    [
      ['Run', 'Run', null, 'id'],
      ['T', 'T', null, 'input'],
      ['Yield (%)', 'Yield', '%', 'output'],
      ['Note', 'Note', null, 'note'],
    ],
  );
  expect(
    rows.map(({ inputs, outputs, censored, extras }) => [
      extras.Run,
      inputs.T,
      outputs.Yield,
      censored.Yield,
    ]),
  ).toEqual([
    [1, 60, 40, undefined],
    [1, 60, 41, undefined],
    [1, 60, 42, undefined],
    [2, 70, 50, undefined],
    [2, 70, 52, 'above'],
    [3, 80, null, undefined],
  ]);
  expect(description.problems.map(({ row, line, kind }) => [row, line, kind])).toEqual([
    [5, 3, 'censored_output'],
    [6, 4, 'missing_output'],
    [7, 5, 'summary_row'],
  ]);
  expect(description.remarks).toEqual([
    "'Yield 1 (%)', 'Yield 2 (%)', 'Yield 3 (%)' are repeats of 'Yield (%)': 4 rows became 7, one per value",
  ]);
});

it('the name of the first column stays where the bare one is taken, and unknown columns are refused', async () => {
  const taken = ['T,Yield,Yield 1,Yield 2', '60,9,40,41', '70,8,50,51'];
  const { description } = await read(text(taken), { settings: { repeats: ['Yield 1', 'Yield 2'] } });
  expect(description.columns.map(({ column }) => column)).toEqual(['T', 'Yield', 'Yield 1']);
  const given = (columns: string[]) => read(text(taken), { settings: { repeats: columns } });
  await expect(given(['Yield 1', 'Yield 9'])).rejects.toThrow(
    "repeats: the file has no column 'Yield 9'; it has",
  );
  await expect(given(['Yield 1'])).rejects.toThrow('repeats: expected two or more different columns');
});
