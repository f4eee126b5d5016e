import { describe, expect, it } from 'vitest';
import { workbook } from '../files.ts';
import { read } from '../reading.ts';
import { asRead } from './as-expected.ts';

const columnsOf = async (bytes: Uint8Array) => {
  const { description, rows } = await read(bytes);
  return {
    columns: description.columns.map(({ name, unit, meaning }) => [name, unit, meaning]),
    rows: rows.map(({ outputs }) => outputs),
    blocking: description.blocking,
    remarks: description.remarks,
  };
};

const noSettings = ['no column is read as an input; choose the settings'];

describe('files with several tables of one instrument', () => {
  const beads = `
"Program","xPONENT","","FlexMAP 3D"
"Date","5/4/2022","11:03 AM"
"Samples","4","Min Events","50"

"Results"

"DataType:","Median"
"Location","Sample","IL-6","TNF-a","Total Events"
"1(1,A1)","Unknown1","11510","38801","664"
"2(1,B1)","Unknown2","8538","36616","832"
"3(1,C1)","Unknown3","7021","31002","811"

"DataType:","Count"
"Location","Sample","IL-6","TNF-a","Total Events"
"1(1,A1)","Unknown1","25","36","664"
"2(1,B1)","Unknown2","29","40","832"
"3(1,C1)","Unknown3","31","41","811"

"DataType:","Units"
"Analyte:","IL-6","TNF-a"
"BeadID:","28","35"`;

  it('below titles of two cells: the first is read, and its numbers are results', async () => {
    const { columns, n, first, blocking, remarks } = await asRead(beads);
    expect(columns).toEqual(['Location kept', 'Sample kept', 'IL-6 out', 'TNF-a out', 'Total Events out']);
    expect([n, first]).toEqual([3, { 'IL-6': 11510, 'TNF-a': 38801, 'Total Events': 664 }]);
    expect(blocking).toEqual(noSettings);
    expect(remarks).toContain(
      "the file has 3 tables; 'Median' is read; choose another header row to read 'Count (11)', 'Units (16)'",
    );
  });

  it('another one is read from its header row to its end', async () => {
    const bytes = new TextEncoder().encode(beads.replace(/^\n/, ''));
    const { description, rows } = await read(bytes, { settings: { header_row: 11 } });
    expect(rows.map(({ outputs }) => outputs['IL-6'])).toEqual([25, 29, 31]);
    expect(description.remarks.join()).toContain("'Count' is read");
  });

  it('below titles in brackets: the one that is called results', async () => {
    const { columns, n, first, blocking, remarks } = await asRead(`
* Block Type = 96-Well 0.2-mL Block
* Chemistry = TAQMAN

[Sample Setup]
Well→Well Position→Sample Name→Target Name→Task
1→A1→S1→RNaseP→UNKNOWN
2→A2→S2→RNaseP→UNKNOWN
3→A3→S3→RNaseP→UNKNOWN

[Amplification Data]
Well→Cycle→Target Name→Rn→Delta Rn
1→1→RNaseP→0.51→0.001
1→2→RNaseP→0.52→0.002
2→1→RNaseP→0.50→0.001

[Results]
Well→Well Position→Sample Name→Target Name→CT→Ct Mean→Quantity
1→A1→S1→RNaseP→24.1→24.2→1201.5
2→A2→S2→RNaseP→26.2→26.2→402.1
3→A3→S3→RNaseP→Undetermined→→

Analysis Type = Singleplex
Endogenous Control = RNaseP`);
    expect(columns).toContain('CT out');
    expect(columns.filter((column) => column.includes(' in '))).toEqual([]);
    expect([n, first.CT]).toEqual([3, 24.1]);
    expect(blocking).toEqual(noSettings);
    expect(remarks.join()).toContain("'Sample Setup (4)', 'Amplification Data (9)'");
  });

  it('facts of an experiment below a title in brackets are no second table', async () => {
    const { columns, n } = await asRead(`
[Facts]
Operator,JD

[Runs]
T,t,Yield
60,1,45
70,2,50
80,1,55`);
    expect([columns, n]).toEqual([['T in 60..80', 't in 1..2', 'Yield out'], 3]);
  });
});

describe('plates side by side', () => {
  const letters = [...'ABCDEFGH'];
  const line = (cells: (row: number, column: number) => number, row: number) =>
    Array.from({ length: 12 }, (_, column) => cells(row, column)).join('\t');
  const numbers = Array.from({ length: 12 }, (_, i) => i + 1).join('\t');

  it('are a column each, with rules between names and wells', async () => {
    const text = [
      'Counted: Thu Feb 15 2024',
      '',
      `\tSpot Counts${'\t'.repeat(15)}Spot sizes`,
      '',
      `\t${numbers}\t\t\t${numbers}`,
      `\t________________${'\t'.repeat(14)}________________`,
      ...letters.map(
        (letter, row) =>
          `${letter}\t${line((r, c) => r * 12 + c, row)}\t\t${letter}\t${line((r, c) => (r * 12 + c) / 8, row)}`,
      ),
    ].join('\n');
    const { columns, rows, blocking } = await columnsOf(new TextEncoder().encode(text));
    expect(columns).toEqual([
      ['Well', null, 'id'],
      ['Spot Counts', null, 'output'],
      ['Spot sizes', null, 'output'],
    ]);
    expect(rows).toHaveLength(96);
    expect(rows[13]).toEqual({ 'Spot Counts': 13, 'Spot sizes': 13 / 8 });
    expect(blocking).toEqual(noSettings);
  });

  it('readings without names are results, and a layout that recurs is a setting', async () => {
    const block = (cells: (row: number, column: number) => number) => [
      `\t${numbers}`,
      ...letters.map((letter, row) => `${letter}\t${line(cells, row)}`),
      '',
    ];
    const text = [
      ...block((r) => 10 * (r + 1)),
      ...block((r, c) => 1000 + r * 12 + c),
      ...block((r, c) => 2000 + r * 13 + c * 17),
    ].join('\n');
    const { columns } = await columnsOf(new TextEncoder().encode(text));
    expect(columns.map(([, , meaning]) => meaning)).toEqual(['id', 'input', 'output', 'output']);
  });
});

describe('reports', () => {
  it('facts with a colon in a cell of its own stand above the names, and counts are per volume', async () => {
    const { columns, rows } = await columnsOf(
      workbook({
        Report: [
          ['Probe', ':', 'Sample_1', null, 'Sensor Model', ':', 'HRLD150'],
          ['Operator Name', ':', 'op1', null, 'Sample Date', ':', '2022-12-08'],
          ['Run No.', 'Particle Size(µm)', 'Cumulative Count', 'Cumulative Counts/mL'],
          [1, 2, 120, 24],
          [2, 5, 60, 12],
          [3, 10, 12, 2.4],
        ],
      }),
    );
    expect(columns).toEqual([
      ['Run No.', null, 'id'],
      ['Particle Size', 'µm', 'output'],
      ['Cumulative Count', null, 'output'],
      ['Cumulative Counts', '1/mL', 'output'],
    ]);
    expect(rows).toHaveLength(3);
  });

  it('an amount below the names says how a reading was taken, and texts below the wells are no runs', async () => {
    const { columns, rows } = await columnsOf(
      workbook({
        List: [
          ['Raw data', 'Well positions', 'Layout'],
          ['450 nm', null, null],
          [0.1462, 'A1', 'SM1_1'],
          [0.2118, 'B1', 'SM1_2'],
          [0.31, 'C1', 'SM2_1'],
          [0.29, 'D1', 'SM2_2'],
          ['Date: 2021-07-06/Time: 09:43:07', null, null],
          ['200609_OD.mth', null, null],
        ],
      }),
    );
    expect(columns.slice(0, 2)).toEqual([
      ['Raw data', null, 'output'],
      ['Well positions', null, 'id'],
    ]);
    expect(rows.map((row) => row['Raw data'])).toEqual([0.1462, 0.2118, 0.31, 0.29]);
    const { n } = await asRead('\nT,t,Yield\n60 °C,,45 %\n70,2,50\n80,1,55\n60,1,49');
    expect(n).toBe(3);
    const full = await asRead('\nT,t,Yield\n60 °C,5 min,45 %\n70,2,50\n80,1,55\n60,1,49');
    expect(full.n).toBe(4);
  });

  it('numbers beside absorbances of dated samples are doubted', async () => {
    const { columns, remarks } = await asRead(`
Date,Sample Name,Nucleic Acid(ng/uL),A260/A280,A260,A280
7/19/2023 3:26:00 PM,S1,132.4,1.88,2.648,1.408
7/19/2023 3:27:00 PM,S2,98.2,1.86,1.964,1.056
7/19/2023 3:28:00 PM,S3,210.9,1.89,4.218,2.232
7/19/2023 3:29:00 PM,S4,55.0,1.81,1.1,0.608`);
    expect(columns.slice(3)).toEqual(['A260 per A280 out', 'A260 out', 'A280 out']);
    expect(remarks).toContain(
      "column 'Nucleic Acid(ng/uL)' differs in most runs, beside results; if it was measured, read it as an output",
    );
  });
});

describe('orders of runs', () => {
  it('numbers from 1 to n in any order, left of the settings, number the runs', async () => {
    const { columns } = await asRead(`
StdRF;DurchlaufRF;PktTyp;Blöcke;Temperatur;Lagen;Ausbeute
3;1;1;1;60;3;78,1
1;2;1;1;50;1;70,2
4;3;1;1;60;4;81,4
2;4;1;1;50;2;72,3
5;5;0;1;55;5;76,9`);
    expect(columns).toEqual([
      'StdRF kept',
      'DurchlaufRF kept',
      'PktTyp kept',
      'Blöcke kept',
      'Temperatur in 50..60',
      'Lagen in 1..5',
      'Ausbeute out',
    ]);
  });

  it('numbers of orders are no settings', async () => {
    const { columns } = await asRead('\nT,Order No,Yield\n60,4711,45\n70,4712,50\n80,4713,55\n60,4714,44');
    expect(columns).toEqual(['T in 60..80', 'Order No kept', 'Yield out']);
  });
});

it('times in Russian and Turkish are in their units', async () => {
  const russian = await asRead('\nТемпература, °С;Время, ч;Выход, %\n60;2;45,1\n80;4;50,2\n70;2;48,3');
  expect(russian.columns).toEqual(['Температура [°С] in 60..80', 'Время [ч] in 2..4', 'Выход [%] out']);
  const turkish = await asRead('\nSüre (dk);Verim (%)\n60;45,1\n90;50,2\n120;48,3');
  expect(turkish.columns).toEqual(['Süre [dk] in 60..120', 'Verim [%] out']);
});
