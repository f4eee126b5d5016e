import { describe, expect, it } from 'vitest';
import { read, text } from '../reading.ts';

const recorded = async (mark: string, cells: readonly string[]) => {
  const lines = cells.map((cell, i) => `${i + 1},"${cell}",${80 + i},${45 + i}`);
  const { description, rows } = await read(text([`No,"${mark}",Temp,Yield`, ...lines]));
  expect(description.columns[1]?.meaning).toBe('note');
  return rows.map(({ row }) => row);
};

describe('rows that a file excludes', () => {
  it.each([
    ['Incl/Excl', ['Incl', 'Excl', 'Incl']],
    ['Excluded', ['', 'x', '']],
    ['Exclude?', ['no', 'yes', 'no']],
    ['Excluded', ['0', '1', '0']],
    ['Include', ['1', '0', '1']],
    ['Row State', ['', 'Excluded, Hidden', 'Selected']],
    ['Row Status', ['Normal', 'Ignored', 'Normal']],
  ])('are left out: %s %j', async (mark, cells) => {
    expect(await recorded(mark, cells)).toEqual([1, 3]);
  });

  it('are not asked what they lack: standards have no settings', async () => {
    const { description, rows } = await read(
      text([
        'Well,Type,Coating (µg/mL),Block (%),OD450',
        'A1,Standard,,,2.911',
        'A2,Blank,n.d.,?,0.051',
        ...['B1,Sample,1,1,0.812', 'B2,Sample,2,1,1.105', 'B3,Sample,1,3,0.766'],
      ]),
    );
    expect(description.blocking).toEqual([]);
    expect(description.problems.map(({ row, kind }) => [row, kind])).toEqual([
      [1, 'excluded_row'],
      [2, 'excluded_row'],
    ]);
    expect(rows.map(({ row }) => row)).toEqual([3, 4, 5]);
  });

  it('are listed, and recorded where that is said', async () => {
    const bytes = text(['No,Incl/Excl,Temp,Yield', '1,Incl,80,45', '2,Excl,90,55', '3,Incl,85,50']);
    const { description } = await read(bytes);
    expect(description.problems).toMatchObject([
      {
        row: 2,
        line: 3,
        kind: 'excluded_row',
        choice: 'skip',
        message: "the file excludes the run: column 'Incl/Excl' has 'Excl'",
      },
    ]);
    const keep = await read(bytes, { choices: { excluded_row: 'keep' } });
    expect(keep.rows).toHaveLength(3);
    const edited = await read(bytes, { rows: { 2: { cells: { 'Incl/Excl': 'Incl' } } } });
    expect(edited.rows).toHaveLength(3);
  });

  it('are distinguished from other words in such a column', async () => {
    expect(await recorded('Included', ['base', 'base, acid', 'acid'])).toEqual([1, 2, 3]);
  });
});
