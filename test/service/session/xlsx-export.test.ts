import { strFromU8, unzipSync } from 'fflate';
import readSheets from 'read-excel-file/node';
import { expect, it } from 'vitest';
import { runSlices } from '../../../src/engine/slices.ts';
import { exportXlsx } from '../../../src/service/session/exports/xlsx.ts';
import { emptyState } from '../../../src/service/session/state.ts';

const stateOf = (values: readonly string[], reason = 'Imported') => ({
  ...emptyState('s', '2026-01-01T00:00:00.000Z'),
  variables: [
    { name: 'T (°C)', type: 'real' as const, min: 0, max: 100, unit: 'K & "more" <' },
    { name: '=SUM(A1)', type: 'categorical' as const, values: [...values] },
  ],
  rows: values.map((value, i) => ({
    'T (°C)': i / 3,
    '=SUM(A1)': value,
    Output: i === 0 ? 0 : -1e-7 * i,
    Iteration: 0,
    Reason: reason,
  })),
});

/** The cells as another program reads them. */
async function cellsOf(bytes: Uint8Array): Promise<unknown[][]> {
  const [sheet] = await readSheets(Buffer.from(bytes), { trim: false });
  return (sheet as unknown as { data: unknown[][] }).data;
}

it('numbers are numbers, texts are texts, and units stand below the names', async () => {
  const [names, units, ...rows] = await cellsOf(
    runSlices(exportXlsx(stateOf(['=1+1', '007', '1e5']), { units: true })),
  );
  expect(names?.slice(0, 3)).toEqual(['T (°C)', '=SUM(A1)', 'Output']);
  expect(units?.slice(0, 3)).toEqual(['K & "more" <', null, null]);
  expect(rows.map((row) => row.slice(0, 3))).toEqual([
    [0, '=1+1', 0],
    [1 / 3, '007', -1e-7],
    [2 / 3, '1e5', -2e-7],
  ]);
});

it('no cell is a formula, and a text is stored once', () => {
  const files = unzipSync(runSlices(exportXlsx(stateOf(['=1+1', '@x', '=1+1']))));
  const sheet = strFromU8(files['xl/worksheets/sheet1.xml'] as Uint8Array);
  expect(sheet).not.toContain('<f>');
  expect(sheet.match(/<row /g)).toHaveLength(4);
  expect(strFromU8(files['xl/sharedStrings.xml'] as Uint8Array).split('=1+1')).toHaveLength(2);
});

it.each(['a\rb', 'a\nb', 'a\tb', ' a ', '_x0041_', 'a\u0001b', '😀', 'a&b<c>', ']]>'])(
  'a cell %j comes back as it was',
  async (cell) => {
    const rows = await cellsOf(runSlices(exportXlsx(stateOf([cell]))));
    expect(rows[1]?.[1]).toBe(cell);
  },
);

it('what XML cannot hold is replaced', async () => {
  const rows = await cellsOf(runSlices(exportXlsx(stateOf(['a\0b\uFFFFc\uD800d']))));
  expect(rows[1]?.[1]).toBe('a\uFFFDb\uFFFDc\uFFFDd');
});

it('columns beyond Z have two letters', () => {
  const variables = Array.from({ length: 30 }, (_, i) => ({
    name: `x${i}`,
    type: 'real' as const,
    min: 0,
    max: 1,
  }));
  const row = { ...Object.fromEntries(variables.map(({ name }) => [name, 0.5])), Output: 1 };
  const files = unzipSync(runSlices(exportXlsx({ ...stateOf([]), variables, rows: [row] })));
  const sheet = strFromU8(files['xl/worksheets/sheet1.xml'] as Uint8Array);
  expect(sheet).toContain('r="Z1"');
  expect(sheet).toContain('<c r="AA2"><v>0.5</v></c><c r="AB2">');
});

it('refuses a text that is longer than a cell of Excel', () => {
  expect(() => runSlices(exportXlsx(stateOf(['a'], 'r'.repeat(32_768))))).toThrow(
    'XLSX: cell E2 has 32768 characters, and Excel takes 32767; export the table as CSV',
  );
});
