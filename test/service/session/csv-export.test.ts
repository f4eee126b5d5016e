import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { runSlices } from '../../../src/engine/slices.ts';
import { exportCsv } from '../../../src/service/session/exports/csv.ts';
import { emptyState } from '../../../src/service/session/state.ts';

it.each(['a\rb', 'a\nb', 'a\r\nb', '\r', ' a', 'a,b', 'a"b'])(
  'a cell %j comes back from the CSV as it was',
  (cell) => {
    const state = {
      ...emptyState('s', '2026-01-01T00:00:00.000Z'),
      variables: [{ name: 'c', type: 'categorical' as const, values: [cell] }],
      rows: [{ c: cell, Output: 1, Iteration: 0, Reason: cell }],
    };
    const csv = [...runSlices(exportCsv(state))].join('');
    expect(csv).toContain(`"${cell.replaceAll('"', '""')}"`);
    const [row] = parse(csv, { columns: true, record_delimiter: '\r\n' }) as Record<string, string>[];
    expect(row).toMatchObject({ c: cell, Reason: cell });
  },
);

it('a name with NUL, which an earlier release took, is written as one that readers of text take', () => {
  const state = {
    ...emptyState('s', '2026-01-01T00:00:00.000Z'),
    variables: [{ name: 'a\0b', type: 'real' as const, min: 0, max: 1 }],
    rows: [{ 'a\0b': 0.5, Output: 1 }],
  };
  const csv = [...runSlices(exportCsv(state))].join('');
  expect(csv.startsWith('"a\uFFFDb","Output"')).toBe(true);
});
