import { expect, it } from 'vitest';
import type { WaitingRuns } from '../../../../src/contract/imports/import-settings.ts';
import type { ImportPlan } from '../../../../src/contract/imports/imports.ts';
import type { WaitingRun } from '../../../../src/service/tables/known-session.ts';
import { describeImport } from '../../../../src/service/tables/requests/describe.ts';
import { none, plan, text } from '../reading.ts';

const variables = [
  { name: 'T', type: 'real' as const, min: 20, max: 90, unit: '°C' },
  { name: 'solvent', type: 'categorical' as const, values: ['THF', 'NaN'] },
];
const wells = ['A1', 'A2', 'A3', 'A4', 'A5', 'A6', 'B1', 'B2'];
const run = (i: number) => ({ T: 20 + 10 * i, solvent: i % 2 === 0 ? 'THF' : 'NaN' });
const waiting = wells.map((well, i) => ({
  ...{ id: `q${i + 1}`, number: i + 1 },
  inputs: run(i),
  labels: { Position: well },
}));
const bare = waiting.map((one) => ({ ...one, labels: {} }));

const readFor = (
  runs: readonly WaitingRun[],
  lines: readonly string[],
  waiting_runs?: WaitingRuns | null,
  own: Partial<ImportPlan> = {},
) =>
  describeImport({
    bytes: text(lines),
    plan: { ...plan, ...own, settings: waiting_runs === undefined ? {} : { waiting_runs } },
    known: { ...none, variables, targets: ['Yield'], waiting: runs },
    withRows: true,
    most: { rows: 1000, cells: 10_000, textLength: 100_000 },
  });

/** A plate of 24 wells; the runs are in eight of them, controls in the others. */
const plate = [
  'Yield,1,2,3,4,5,6',
  ...['A', 'B', 'C', 'D'].map((row, i) =>
    [row, ...Array.from({ length: 6 }, (_, column) => 10 * i + column)].join(','),
  ),
];

it('wells that a candidate list names bring the settings of their runs; controls are left out', async () => {
  const { description, rows } = await readFor(waiting, plate);
  expect(description.blocking).toEqual([]);
  expect(rows.map(({ inputs, outputs }) => [inputs, outputs['Yield']])).toEqual(
    [0, 1, 2, 3, 4, 5, 10, 11].map((output, i) => [run(i), output]),
  );
  expect(description.settings.waiting_runs).toEqual({ by: 'column', column: 'Well' });
  expect(description.remarks).toContain(
    "'T', 'solvent' are taken from the pending runs, which column 'Well' identifies",
  );
  expect(description.remarks).toContain('16 rows without a pending run are left out');
  // `A01` is the well A1.
  const padded = await readFor(waiting, ['Well,Yield', 'A001,5', 'b02,7', 'H12,9']);
  expect(padded.rows.map(({ inputs }) => inputs)).toEqual([run(0), run(7)]);
});

it('asks where nothing in the file names the runs', async () => {
  const { description } = await readFor(bare, ['Well,Yield', ...wells.map((well, i) => `${well},${i}`)]);
  expect(description).toMatchObject({ n_waiting: 8, settings: { waiting_runs: null } });
  expect(description.blocking.join()).toContain('or take the settings of the pending runs');
  // Without pending runs there is nothing to choose.
  const { description: alone } = await readFor([], ['Well,Yield', 'A1,5']);
  expect(alone.blocking.join()).not.toContain('pending runs');
});

it('takes the runs in the order of the queue, along the rows or down the columns of a plate', async () => {
  const lines = [
    'Well,Yield',
    ...['A1', 'A2', 'B1', 'B2', 'C1', 'C2', 'D1', 'D2'].map((well, i) => `${well},${i}`),
  ];
  const along = await readFor(bare, lines, { by: 'order' });
  expect(along.description.blocking).toEqual([]);
  expect(along.rows.map(({ inputs }) => inputs)).toEqual(wells.map((_, i) => run(i)));
  const down = await readFor(bare, lines, { by: 'plate_columns' });
  expect(down.rows.map(({ inputs }) => inputs)).toEqual([0, 4, 1, 5, 2, 6, 3, 7].map(run));
  expect(along.description.remarks.join()).toContain('pending runs, in the order of the queue');
  expect(along.description.remarks.join()).not.toContain('down the columns');
  expect(down.description.remarks.join()).toContain(
    'in the order of the queue down the columns of the plate',
  );
  // A10 is in a later column than B9.
  const wide = ['A9', 'A10', 'B9', 'B10', 'C9', 'C10', 'D9', 'D10'].map((well, i) => `${well},${i}`);
  const late = await readFor(bare, ['Well,Yield', ...wide], { by: 'plate_columns' });
  expect(late.rows.map(({ inputs }) => inputs)).toEqual([0, 4, 1, 5, 2, 6, 3, 7].map(run));
  const numbered = await readFor(bare, ['Run,Yield', '3,1', '1,2'], { by: 'column', column: 'Run' });
  expect(numbered.rows.map(({ inputs }) => inputs)).toEqual([run(2), run(0)]);
  expect(numbered.rows.map(({ row }) => row)).toEqual([1, 2]);
  // Of runs that were recorded meanwhile nothing is taken; a run that comes twice was measured twice.
  const later = await readFor(bare.slice(2), ['Run,Yield', '3,1', '1,2', '8,4', '3,5'], {
    by: 'column',
    column: 'Run',
  });
  expect(later.rows.map(({ inputs }) => inputs)).toEqual([run(2), run(7), run(2)]);
  expect(later.description.remarks).toContain('1 row without a pending run is left out');
  // A column of amounts numbers no runs.
  await expect(
    readFor(bare, ['Amount,Yield', '1.5,1', '2,2'], { by: 'column', column: 'Amount' }),
  ).rejects.toThrow("column 'Amount' neither names the pending runs nor has their numbers, 1 to 8");
});

it('a column names runs only where each has an entry of its own', async () => {
  const lines = ['Well,Yield', 'A1,5', 'A2,7'];
  const labelled = (label: (i: number) => Record<string, string>) =>
    waiting.map((one, i) => ({ ...one, labels: label(i) }));
  const settingOf = async (runs: readonly WaitingRun[]) =>
    (await readFor(runs, lines)).description.settings.waiting_runs;
  expect(await settingOf(labelled((i) => ({ Position: `A${1 + (i % 2)}` })))).toBe(null);
  expect(await settingOf(labelled((i) => (i === 0 ? {} : { Position: `A${i}` })))).toBe(null);
  // The second column of the list is looked at where the first names no row.
  const second = labelled((i) => ({ Vial: `v${i}`, Position: wells[i] as string }));
  expect(await settingOf(second)).toEqual({ by: 'column', column: 'Well' });
});

it('numbers of runs are whole, and none is beyond the queue', async () => {
  const by = { by: 'column', column: 'Run' } as const;
  const inputsOf = async (...numbers: string[]) =>
    (await readFor(bare, ['Run,Yield', ...numbers.map((n) => `${n},4`)], by)).rows.map(
      ({ inputs }) => inputs,
    );
  expect(await inputsOf('8', '', '1')).toEqual([run(7), run(0)]);
  expect(await inputsOf('0', '1')).toEqual([run(0)]);
  for (const wrong of ['9', '-1', '1.5', 'blank'])
    await expect(inputsOf('1', wrong)).rejects.toThrow(
      'neither names the pending runs nor has their numbers',
    );
});

it('rows keep their lines beside rows that are left out, and the file its units', async () => {
  const { description } = await readFor(waiting, ['Well,Yield (%)', 'H12,1', 'A1,5', 'H11,2', 'A2,']);
  expect(description.problems.map(({ line, kind }) => [line, kind])).toEqual([[5, 'unmade_run']]);
  expect(description.columns.map(({ column, unit }) => [column, unit])).toEqual([
    ['Well', null],
    ['Yield (%)', '%'],
    ['T', '°C'],
    ['solvent', null],
  ]);
});

it('a setting that no pending run has is not added', async () => {
  const without = waiting.map((one) => ({ ...one, inputs: { T: one.inputs.T } }));
  const { description } = await readFor(without, ['Well,Yield', 'A1,5', 'A2,7']);
  expect(description.columns.map(({ column }) => column)).toEqual(['Well', 'Yield', 'T']);
  expect(description.remarks).toContain("'T' is taken from the pending runs, which column 'Well' identifies");
  expect(description.remarks.join()).not.toContain('left out');
  const some = waiting.map((one, i) => (i === 0 ? one : { ...one, inputs: { T: one.inputs.T } }));
  const mixed = await readFor(some, ['Well,Yield', 'A1,5', 'A2,7']);
  expect(mixed.rows.map(({ inputs }) => inputs)[0]).toEqual(run(0));
});

it('null says that the settings are in the file, whatever its columns name', async () => {
  const { description } = await readFor(waiting, ['Well,Yield', 'A1,5', 'A2,7'], null);
  expect(description.settings.waiting_runs).toBe(null);
  expect(description.columns.map(({ column }) => column)).toEqual(['Well', 'Yield']);
});

it('keeps settings that the file has', async () => {
  const all = await readFor(waiting, ['Well,T,solvent,Yield', 'A1,33,THF,5', 'A2,34,THF,6']);
  expect(all.rows.map(({ inputs }) => inputs['T'])).toEqual([33, 34]);
  expect(all.description.settings.waiting_runs).toBe(null);
  const some = await readFor(waiting, ['Well,T,Yield', 'A1,33,5', 'A2,34,6'], {
    by: 'column',
    column: 'Well',
  });
  expect(some.rows.map(({ inputs }) => inputs)).toEqual([
    { T: 33, solvent: 'THF' },
    { T: 34, solvent: 'NaN' },
  ]);
});

it.each([
  [{ by: 'order' }, 'the file has 2 rows and 8 runs are pending'],
  [{ by: 'column', column: 'Weld' }, "the file has no column 'Weld'"],
  [{ by: 'order', column: 'Well' }, "waiting_runs.column: 'Well' has no effect with by: 'order'"],
  [
    { by: 'column', column: 'Yield' },
    "column 'Yield' neither names the pending runs nor has their numbers, 1 to 8",
  ],
] as const)('refuses %j', async (how, problem) => {
  await expect(readFor(bare, ['Well,Yield', 'A1,50', 'A2,60'], how)).rejects.toThrow(problem);
});

it.each([
  [['Well,Yield', 'A1,5', 'A2b,6'], "waiting_runs: 'A2b' is not a well"],
  [['Well,Yield', 'A1,5', 'BA2,6'], "waiting_runs: 'BA2' is not a well"],
  [['Sample,Yield', 'A1,5', 'A2,6'], "the file has no column of wells; it has 'Sample', 'Yield'"],
])('no order of wells in %j', async (lines, problem) => {
  await expect(readFor(bare.slice(0, 2), lines, { by: 'plate_columns' })).rejects.toThrow(problem);
});

it('says so where no run is pending', async () => {
  await expect(readFor([], ['Well,Yield', 'A1,50'], { by: 'order' })).rejects.toThrow('no run is pending');
});
