import { describe, expect, it } from 'vitest';
import { read, text } from '../reading.ts';

async function taken(file: Uint8Array) {
  const { description, rows } = await read(file);
  const { columns, remarks, blocking, n_failed } = description;
  return {
    meanings: Object.fromEntries(columns.map(({ name, meaning }) => [name, meaning])),
    remarks,
    blocking,
    n_failed,
    rows,
  };
}

const json = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

describe('tables of optimizers', () => {
  it('trials of Optuna: settings without `params_`, values, and trials that failed', async () => {
    const found = await taken(
      text([
        ',number,value,datetime_start,duration,params_solvent,params_T,params_activity,system_attrs_nsga2:generation,state',
        '0,0,44.1,2024-05-01 10:00:00.123,0 days 00:00:01.077,THF,60,2,0,COMPLETE',
        '1,1,55.0,2024-05-01 10:01:00.1,0 days 00:00:01.1,DMF,80,3,1,COMPLETE',
        '2,2,,2024-05-01 10:02:00.1,0 days 00:00:01.1,DMF,70,4,2,FAIL',
      ]),
    );
    expect(found.meanings).toEqual({
      ...{ 'Column 1': 'id', number: 'id', value: 'output', datetime_start: 'note', duration: 'note' },
      ...{ solvent: 'input', T: 'input', activity: 'input' },
      ...{ 'system_attrs_nsga2:generation': 'note', state: 'note' },
    });
    expect(found.n_failed).toBe(1);
    expect(found.rows[1]).toMatchObject({
      inputs: { solvent: 'DMF', T: 80, activity: 3 },
      outputs: { value: 55 },
    });
  });

  it('`params_` stays where a column has the other name, and without a value', async () => {
    const twice = await taken(text(['T,params_T,value', '1,60,4', '2,70,5', '3,90,6']));
    expect(Object.keys(twice.meanings)).toEqual(['T', 'params_T', 'value']);
    const none = await taken(text(['params_T,Yield', '60,4', '70,5', '90,6']));
    expect(Object.keys(none.meanings)).toEqual(['params_T', 'Yield']);
  });

  it('trials of Ax', async () => {
    const { meanings, n_failed } = await taken(
      text([
        'trial_index,arm_name,trial_status,generation_node,yield,T,solvent',
        '0,0_0,COMPLETED,Sobol,44.1,60,THF',
        '1,1_0,COMPLETED,Sobol,55,80,DMF',
        '2,2_0,FAILED,Sobol,,70,DMF',
        '3,3_0,COMPLETED,MBM,66,75,THF',
      ]),
    );
    expect(meanings).toEqual({
      ...{ trial_index: 'id', arm_name: 'id', trial_status: 'note', generation_node: 'note' },
      ...{ yield: 'output', T: 'input', solvent: 'input' },
    });
    expect(n_failed).toBe(1);
  });

  it('a state that is no state of a run is a setting', async () => {
    const { meanings } = await taken(text(['State,T,Yield', 'solid,60,4', 'liquid,70,5', 'solid,80,6']));
    expect(meanings).toMatchObject({ State: 'input' });
  });

  it('columns that pandas counted are names over decimals', async () => {
    const { rows } = await taken(text(['0,1,2', '-1.0,-1.0,44.2', '1.0,-1.0,70', '-1.0,1.0,58.1']));
    expect(rows.map(({ inputs, outputs }) => [inputs['0'], inputs['1'], outputs['2']])).toEqual([
      [-1, -1, 44.2],
      [1, -1, 70],
      [-1, 1, 58.1],
    ]);
  });
});

describe('JSON of pandas', () => {
  const runs = [
    { T: 60, solvent: 'THF', yield: 44 },
    { T: 80, solvent: 'DMF', yield: 55 },
    { T: 70, solvent: 'DMF', yield: 50 },
  ];
  const column = (name: keyof (typeof runs)[number]) => ({ ...runs.map((run) => run[name]) });

  it.each([
    [
      'columns',
      { T: column('T'), solvent: column('solvent'), yield: column('yield') },
      'each object in the object is a column',
    ],
    ['index', { ...runs }, 'each object in the object is a run'],
    [
      'split',
      { columns: ['T', 'solvent', 'yield'], index: [0, 1, 2], data: runs.map((run) => Object.values(run)) },
      "'columns' names the values of each list in 'data'",
    ],
  ])('of the orientation %s', async (_, value, remark) => {
    const { rows, remarks } = await taken(json(value));
    expect(rows.map(({ inputs, outputs }) => ({ ...inputs, ...outputs }))).toEqual(runs);
    expect(remarks).toEqual([remark]);
  });

  it.each([
    ['columns of different rows', { T: { 0: 1, 1: 2 }, yield: { 0: 1, 2: 2 } }],
    ['lists of different lengths', { columns: ['T', 'yield'], data: [[1, 2], [3]] }],
    ['values and units', { T: { value: 60, unit: '°C' }, yield: { value: 44, unit: '%' } }],
  ])('%s are refused', async (_, value) => {
    await expect(read(json(value))).rejects.toThrow(/expected a list of objects/);
  });
});

describe('columns that are no settings', () => {
  it('places on a plate, unless they are no wells', async () => {
    const wells = await taken(text(['Row,Column,Ligand,Yield', 'A,1,X,3', 'A,2,S,4', 'B,1,S,5', 'B,2,X,6']));
    expect(wells.meanings).toMatchObject({ Row: 'id', Column: 'id', Ligand: 'input' });
    const other = await taken(text(['Column,T,Yield', 'C18,60,3', 'C8,70,4', 'C18,80,5']));
    expect(other.meanings).toMatchObject({ Column: 'input' });
  });

  it('plots of JMP, and the standard run of Statistica', async () => {
    const { meanings } = await taken(
      text([
        'Standard Run,Whole Plots,Subplots,Temp,Y',
        '1,1,1,60,3',
        '2,1,2,70,4',
        '3,2,1,80,5',
        '4 (C),2,2,65,6',
      ]),
    );
    expect(meanings).toEqual({
      ...{ 'Standard Run': 'id', 'Whole Plots': 'note', Subplots: 'note', Temp: 'input', Y: 'output' },
    });
  });

  it('a mean of results that stand beside it, and an identifier of any kind', async () => {
    const { meanings } = await taken(
      text(['sample UUID,T,Yield A,Yield B,Mean Yield', 'a1,60,3,5,4', 'b2,70,4,6,5', 'b3,80,5,7,6']),
    );
    expect(meanings).toMatchObject({ 'sample UUID': 'id', 'Yield B': 'output', 'Mean Yield': 'note' });
    const alone = await taken(text(['T,Mean Yield', '60,4', '70,5', '80,6']));
    expect(alone.meanings).toMatchObject({ 'Mean Yield': 'output' });
  });

  it('peaks of a report without settings: nothing is set', async () => {
    const { meanings, blocking } = await taken(
      text([
        'Sample Name,RT [min],Peak Name,Area,Amount',
        'T60,2.31,SM,1203,0.3',
        'T60,4.11,Prod,8830,1.9',
        'T80,2.32,SM,503,0.1',
        'T80,4.12,Prod,9830,2.3',
      ]),
    );
    expect(meanings).toMatchObject({ SM: 'output', Prod: 'output' });
    expect(blocking).toEqual(['no column is read as an input; choose the settings']);
  });

  it('blanks and standards of BMG are left out by `Content`', async () => {
    const { rows } = await taken(
      text([
        'Well,Content,Conc (mM),Yield',
        'A1,Standard S1,10,1.2',
        'A2,Sample X1,5,0.8',
        'A3,Sample X2,7,0.9',
        'A4,Blank B,1,0',
      ]),
    );
    expect(rows.map(({ row }) => row)).toEqual([2, 3]);
  });

  it('a text that differs in every row may name the runs', async () => {
    const numbered = await taken(
      text(['Entity,T,Yield', 'BTC-1,60,3', 'BTC-2,70,4', 'BTC-3,80,5', 'BTC-4,90,6']),
    );
    expect(numbered.meanings).toMatchObject({ Entity: 'id' });
    const { remarks } = await taken(text(['Entity,T,Yield', 'oak,60,3', 'ash,70,4', 'elm,80,5', 'fir,90,6']));
    expect(remarks).toEqual([
      "column 'Entity' has a different text in every row; if it names the runs, read it as an identifier",
    ]);
  });
});
