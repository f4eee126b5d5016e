import { describe, expect, it } from 'vitest';
import { describeImport } from '../../../../src/service/tables/requests/describe.ts';
import { none, plan, read, text } from '../reading.ts';

const long = [
  'Run,Temp,Solvent,Response,Value',
  ...['1,80,THF,Yield,45', '1,80,THF,Gloss,98', '2,90,DMF,Yield,55', '2,90,DMF,Gloss,97'],
];

describe('a table with one result per row', () => {
  it('becomes one row per run, with a column per result', async () => {
    const { description, rows } = await read(text(long));
    expect(description.settings.stacked).toEqual({ names: 'Response', values: 'Value' });
    expect(description.remarks).toEqual([
      "each row of the file is one result, named in 'Response' and given in 'Value': 4 rows became 2 runs with a column per result",
    ]);
    expect(rows).toMatchObject([
      { inputs: { Temp: 80, Solvent: 'THF' }, outputs: { Yield: 45, Gloss: 98 }, extras: { Run: 1 } },
      { inputs: { Temp: 90, Solvent: 'DMF' }, outputs: { Yield: 55, Gloss: 97 }, extras: { Run: 2 } },
    ]);
  });

  it('is read row by row where that is said', async () => {
    const { description } = await read(text(long), { settings: { stacked: null } });
    expect(description.settings.stacked).toBeNull();
    expect(description.n_recorded).toBe(4);
  });

  it('gives units, keeps what differs within a run, and its lines', async () => {
    const { description, rows } = await read(
      text([
        ...['No.,Run,Temp,Parameter,Unit,Value,Analyst', '1,A1,80,Yield,%,45,AB', '2,A1,80,Water,ppm,<5,AB'],
        ...['3,A2,90,Yield,%,n.d.,AB', '4,A2,90,Water,ppm,20,CD', '5,A3,85,Yield,%,52,AB'],
        ...['6,A3,85,Water,%,0.1,AB', 'Mean,,,,,,'],
      ]),
    );
    expect(description.columns.map(({ name, unit, meaning }) => [name, unit, meaning])).toEqual([
      ['No.', null, 'note'],
      ['Run', null, 'id'],
      ['Temp', null, 'input'],
      ['Analyst', null, 'note'],
      ['Yield', '%', 'output'],
      ['Water', 'ppm', 'output'],
    ]);
    expect(rows.map(({ outputs, extras }) => ({ ...outputs, ...extras }))).toEqual([
      { Yield: 45, Water: 5, 'No.': '1; 2', Run: 'A1', Analyst: 'AB' },
      { Yield: null, Water: 20, 'No.': '3; 4', Run: 'A2', Analyst: 'AB; CD' },
      { Yield: 52, Water: null, 'No.': '5; 6', Run: 'A3', Analyst: 'AB' },
    ]);
    // The third run has its water in another unit, which is asked about.
    expect(description.problems.map(({ line, kind }) => [line, kind])).toContainEqual([
      6,
      'unreadable_output',
    ]);
    expect(description.problems.map(({ line, kind }) => [line, kind])).toContainEqual([8, 'summary_row']);
  });

  it('may hold settings as well, and repeats of runs', async () => {
    const lines = ['Sample;Merkmal;Messwert;Einheit', 'V1;Temperatur;80;°C', 'V1;Ausbeute;45,2;%'];
    const german = await read(text([...lines, 'V2;Temperatur;90;°C', 'V2;Ausbeute;55,1;%']));
    expect(german.rows).toMatchObject([
      { inputs: { Temperatur: 80 }, outputs: { Ausbeute: 45.2 } },
      { inputs: { Temperatur: 90 }, outputs: { Ausbeute: 55.1 } },
    ]);
    const twice = ['80,Yield,1', '80,Purity,2', '80,Yield,3', '80,Purity,4', '90,Yield,5', '90,Purity,6'];
    const { rows } = await read(text(['Temp,Response,Value', ...twice]));
    expect(rows.map(({ outputs }) => outputs)).toEqual([
      { Yield: 1, Purity: 2 },
      { Yield: 3, Purity: 4 },
      { Yield: 5, Purity: 6 },
    ]);
  });

  it('is distinguished from runs that differ in a compound, and is set by hand where names say nothing', async () => {
    const lines = ['Temp,Compound,Value', '80,A,1', '80,B,2', '90,A,3', '90,B,4'];
    expect((await read(text(lines))).description.settings.stacked).toBeNull();
    const stacked = { names: 'Compound', values: 'Value' };
    const { rows } = await read(text(lines), { settings: { stacked } });
    expect(rows.map(({ inputs, outputs }) => [inputs, outputs])).toEqual([
      [{ Temp: 80 }, { A: 1, B: 2 }],
      [{ Temp: 90 }, { A: 3, B: 4 }],
    ]);
    const wrong = read(text(lines), { settings: { stacked: { ...stacked, values: 'Valu' } } });
    await expect(wrong).rejects.toThrow(
      "stacked.values: the file has no column 'Valu'; it has 'Temp', 'Compound', 'Value'",
    );
  });

  it('is no such table where the session has these variables', async () => {
    const known = {
      ...none,
      variables: [{ name: 'Response', type: 'categorical' as const, values: ['Yield', 'Gloss'] }],
      targets: ['Value'],
    };
    const most = { rows: 100, cells: 1000, textLength: 100_000 };
    const answer = await describeImport({ bytes: text(long), plan, known, withRows: true, most });
    expect(answer.description.n_rows).toBe(4);
  });

  it('by the component where a column of tests says how it was measured, and by metrics of Ax', async () => {
    const lims = await read(
      text([
        'Sample_Number|Test|Component|Result|Units|Temp_C|Hold_h',
        '1001|HPLC|Purity|98.2|%|60|2',
        '1001|KF|Water|0.11|%|60|2',
        '1002|HPLC|Purity|97.1|%|80|2',
        '1002|KF|Water|0.15|%|80|2',
        '1003|HPLC|Purity|96.0|%|60|4',
        '1003|KF|Water|0.21|%|60|4',
      ]),
    );
    expect(lims.rows[2]).toMatchObject({
      inputs: { Temp_C: 60, Hold_h: 4 },
      outputs: { Purity: 96, Water: 0.21 },
    });
    const ax = await read(
      text([
        'arm_name,metric_name,mean,sem,T,solvent',
        '0_0,yield,44.1,0.5,60,THF',
        '0_0,cost,12.0,0.1,60,THF',
        '1_0,yield,55.1,0.5,80,DMF',
        '1_0,cost,13.1,0.1,80,DMF',
      ]),
    );
    expect(ax.rows.map(({ inputs, outputs }) => ({ ...inputs, ...outputs }))).toEqual([
      { T: 60, solvent: 'THF', yield: 44.1, cost: 12 },
      { T: 80, solvent: 'DMF', yield: 55.1, cost: 13.1 },
    ]);
  });
});
