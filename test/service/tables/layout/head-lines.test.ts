import { describe, expect, it } from 'vitest';
import { expectMeanings, type FileCase, read, text } from '../reading.ts';

const files: readonly FileCase[] = [
  [
    'Minitab pasted with C1 C2 C3-T above',
    [
      'C1\tC2\tC3-T\tC4',
      'StdOrder\tRunOrder\tCatalyst\tYield',
      '3\t1\tPd\t45.2',
      '1\t2\tNi\t50.1',
      '2\t3\tPd\t61.3',
      '4\t4\tNi\t70.0',
    ],
    { input: ['Catalyst'], output: ['Yield'], noise: [] },
    4,
  ],
  [
    'Design-Expert three lines of names',
    [
      'Std,Run,Factor 1,Factor 2,Response 1,Response 2',
      ',,A:Temperature,B:Time,Yield,Purity',
      ',,°C,min,%,%',
      '3,1,60,10,45.2,30',
      '1,2,80,10,55,25',
      '4,3,60,30,61,41',
      '2,4,80,30,72,50',
    ],
    { input: ['Temperature', 'Time'], output: ['Yield', 'Purity'], noise: [] },
    4,
  ],
  [
    'Stat-Ease mixture components',
    [
      'Std,Run,Component 1 A:Water wt%,Component 2 B:Glycerol wt%,Component 3 C:Surfactant wt%,Response 1 Viscosity mPa·s',
      '1,4,60,30,10,120',
      '2,1,70,20,10,80',
      '3,2,50,40,10,210',
      '4,3,65,20,15,95',
    ],
    { input: ['Water', 'Glycerol', 'Surfactant'], output: ['Viscosity'], noise: [] },
    4,
  ],
  [
    'Summit DataSet to_csv',
    [
      'NAME,temperature,flowrate_a,yld,strategy',
      'TYPE,DATA,DATA,DATA,METADATA',
      '0,60.5,1.2,40.1,LHS',
      '1,80.2,1.8,52.3,LHS',
      '2,75.1,0.4,31.1,SNOBFIT',
    ],
    { input: ['temperature', 'flowrate_a'], output: ['yld'], noise: [] },
    3,
  ],
  [
    'Optuna multi_index',
    [
      ',number,value,params,params,state',
      ',,,T,solvent,',
      '0,0,44.1,60,THF,COMPLETE',
      '1,1,55.0,80,DMF,COMPLETE',
      '2,2,57.0,70,DMF,COMPLETE',
    ],
    { input: ['T', 'solvent'], output: ['value'], noise: [] },
    3,
  ],
  [
    'COMSOL table',
    [
      '% Model:              reactor.mph',
      '% Version:            COMSOL 6.1.0.252',
      '% Date:               May 1 2024, 10:00',
      '% Table:              Table 1 - Global Evaluation 1',
      '% T (K)                   p (Pa)                   Conversion (1)',
      '300                       1E5                      0.12',
      '320                       1E5                      0.22',
      '300                       2E5                      0.19',
      '320                       2E5                      0.35',
    ],
    { input: ['T', 'p'], output: ['Conversion (1)'], noise: [] },
    4,
  ],
  [
    'Ansys Workbench design points',
    [
      '# The parameters defined in the project are:',
      '#  ,P1 - Length [mm],P2 - Height [mm],P3 - Equivalent Stress Maximum [MPa]',
      '#',
      '# The following header line defines the name of the columns by reference to the parameters.',
      'Name,P1,P2,P3',
      'DP 0,10,20,155.2',
      'DP 1,12,20,140.1',
      'DP 2,10,25,120.7',
    ],
    { input: ['P1', 'P2'], output: ['P3'], noise: [] },
    3,
  ],
  [
    'psql output',
    [
      ' temp | solvent | yield ',
      '------+---------+-------',
      '   60 | THF     |  45.2',
      '   80 | DMF     |  55.1',
      '   70 | THF     |  50.0',
      '(3 rows)',
    ],
    { input: ['temp', 'solvent'], output: ['yield'], noise: [] },
    3,
  ],
  [
    'mysql output',
    [
      '+------+---------+-------+',
      '| temp | solvent | yield |',
      '+------+---------+-------+',
      '|   60 | THF     |  45.2 |',
      '|   80 | DMF     |  55.1 |',
      '|   70 | THF     |  50.0 |',
      '+------+---------+-------+',
      '3 rows in set (0.00 sec)',
    ],
    { input: ['temp', 'solvent'], output: ['yield'], noise: [] },
    3,
  ],
  [
    'SAS listing',
    [
      '                 The SAS System',
      '',
      '  Obs    TEMP    TIME    CAT     YIELD',
      '',
      '    1      60      10    PD       45.2',
      '    2      80      10    NI        .',
      '    3      60      30    PD       61.0',
      '    4      80      30    NI       70.1',
    ],
    { input: ['TEMP', 'TIME', 'CAT'], output: ['YIELD'], noise: [] },
    4,
  ],
  [
    'LabSolutions peak table',
    [
      '[Header]',
      'Application Name\tLabSolutions',
      'Version\t5.92',
      'Data File Name\tC:\\LabSolutions\\run1.lcd',
      '',
      '[Peak Table(Detector A-Ch1)]',
      '# of Peaks\t3',
      'Peak#\tR.Time\tI.Time\tF.Time\tArea\tHeight\tA/H\tConc.\tMark\tName',
      '1\t2.100\t2.000\t2.300\t120345\t20211\t5.955\t12.1\t\tSM',
      '2\t3.500\t3.400\t3.700\t820345\t98211\t8.353\t80.2\tV\tProduct',
      '3\t4.900\t4.800\t5.100\t90345\t10211\t8.848\t7.7\t\tImp A',
    ],
    { input: [], output: ['Area', 'Height', 'Conc.'], noise: [] },
    3,
  ],
  [
    'Origin ASCII with names units comments',
    [
      'Temperature\tTime\tYield',
      '°C\tmin\t%',
      'set\tset\tisolated',
      '60\t10\t45.2',
      '80\t10\t55.1',
      '60\t30\t61.0',
      '80\t30\t72.2',
    ],
    { input: ['Temperature', 'Time'], output: ['Yield'], noise: [] },
    4,
  ],
  [
    'Origin with labels',
    [
      'Long Name\tTemperature\tTime\tYield',
      'Units\t°C\tmin\t%',
      'Comments\t\t\t',
      '\t60\t10\t45.2',
      '\t80\t10\t55.1',
      '\t60\t30\t61.0',
      '\t80\t30\t72.2',
    ],
    { input: ['Temperature', 'Time'], output: ['Yield'], noise: [] },
    4,
  ],
  [
    'section rows by catalyst',
    [
      'Entry,T (°C),t (h),Yield (%)',
      'Catalyst: Pd(OAc)2,,,',
      '1,60,1,45',
      '2,80,1,55',
      'Catalyst: Ni(cod)2,,,',
      '3,60,2,41',
      '4,80,2,49',
    ],
    { input: ['T', 't'], output: ['Yield'], noise: [] },
    4,
  ],
  [
    'each line one quoted cell',
    ['"T,Solvent,Yield"', '"60,THF,45.2"', '"80,DMF,55.1"', '"70,THF,50.0"'],
    { input: ['T', 'Solvent'], output: ['Yield'], noise: [] },
    3,
  ],
  [
    'each line quoted with doubled quotes',
    ['"T,""Solvent"",""Yield"""', '"60,""THF"",45.2"', '"80,""DMF"",55.1"', '"70,""1,4-dioxane"",50.0"'],
    { input: ['T', 'Solvent'], output: ['Yield'], noise: [] },
    3,
  ],
  [
    'DOS end of file mark',
    ['T,Cat,Yield', '60,Pd,45.2', '80,Ni,55.1', '70,Pd,50.0', ''],
    { input: ['T', 'Cat'], output: ['Yield'], noise: [] },
    3,
  ],
  [
    'ditto marks',
    ['Entry,Catalyst,T (°C),Yield (%)', '1,Pd(OAc)2,60,45', '2,〃,80,55', '3,Ni(cod)2,60,41', '4,〃,80,49'],
    { input: ['Catalyst', 'T'], output: ['Yield'], noise: [] },
    4,
  ],
  [
    'ditto as quote',
    [
      'Entry\tCatalyst\tT (°C)\tYield (%)',
      '1\tPd(OAc)2\t60\t45',
      '2\t"\t80\t55',
      '3\tNi(cod)2\t60\t41',
      '4\t"\t80\t49',
    ],
    { input: ['Catalyst', 'T'], output: ['Yield'], noise: [] },
    4,
  ],
  [
    'export remarks at the end',
    [
      'T,Cat,Yield',
      '60,Pd,45.1',
      '80,Ni,55.1',
      '70,Pd,50.1',
      '-- End of report --',
      'Exported by jd on 2024-05-01',
    ],
    { input: ['T', 'Cat'], output: ['Yield'], noise: [] },
    3,
  ],
];

describe('names below, among and behind other lines', () => {
  it.each(files)('%s', async (_, ...file) => expectMeanings(...file));
});

describe('what only looks like other lines', () => {
  it('ditto marks stay in an exported table, and a quote that ends a cell of several lines closes it', async () => {
    const exported = await read(
      text(['Solvent,Yield,Iteration,Reason,ProvenanceId', 'THF,4,0,,a', 'idem,5,0,,b', 'THF,6,0,,c']),
    );
    expect(exported.rows.map(({ inputs }) => inputs.Solvent)).toEqual(['THF', 'idem', 'THF']);
    const noted = await read(text(['T,Note,Yield', '60,"dark,', 'then,",4', '70,,5', '80,,6']));
    expect(noted.rows[0]?.extras).toEqual({ Note: 'dark,\r\nthen,' });
  });

  it('runs that are numbered with # are no remarks', async () => {
    const { description } = await read(text(['#,T,Yield', '#1,60,4', '#2,70,5', '#3,80,6', 'Mean,70,5']));
    expect(description).toMatchObject({ n_recorded: 3, settings: { header_row: 1 } });
  });

  it('a first column that counts is a setting where it is a quantity or the only one', async () => {
    const meanings = async (...lines: string[]) =>
      (await read(text(lines))).description.columns.map(({ meaning }) => meaning);
    expect(await meanings('Time,Temp,Yield', '1,60,4', '2,80,5', '3,60,6', '4,80,7')).toEqual([
      'input',
      'input',
      'output',
    ]);
    expect(
      await meanings('SMILES,T,Yield', 'C1CCOC1,60,4', 'CN1CCCC1,80,5', 'C1CCCCC1,60,6', 'O1CCCC1,80,7'),
    ).toEqual(['input', 'input', 'output']);
    expect(await meanings('Stage,Yield', '1,4', '2,5', '3,6', '4,7')).toEqual(['input', 'output']);
    expect(await meanings('Specimen,Temp,Yield', '1,60,4', '2,80,5', '3,60,6', '4,80,7')).toEqual([
      'id',
      'input',
      'output',
    ]);
  });
});

describe('headers whose length the file states', () => {
  it('EC-Lab, with decimal commas in the table and commas in the header', async () => {
    const header = Array.from({ length: 12 }, (_, i) => `Fact ${i}, of the cell, as noted : 1`);
    const { description, rows } = await read(
      text([
        'EC-Lab ASCII FILE',
        `Nb header lines : ${header.length + 3}`,
        ...header,
        'mode\terror\tRate/C\tCapacity/mA.h\t<Ewe>/V',
        '1\t0\t0,1\t3,412\t3,70',
        '1\t0\t0,2\t3,377\t3,68',
        '1\t0\t0,5\t3,201\t3,61',
      ]),
    );
    expect(description.columns.map(({ name, unit, meaning }) => [name, unit, meaning])).toEqual([
      ['mode', null, 'note'],
      ['error', null, 'note'],
      ['Rate', 'C', 'input'],
      ['Capacity', 'mA.h', 'input'],
      ['<Ewe>', 'V', 'output'],
    ]);
    expect(rows[0]).toMatchObject({ inputs: { Rate: 0.1, Capacity: 3.412 }, noise: null });
  });

  it('is refused where nothing stands below it', async () => {
    await expect(
      read(text(['EC-Lab ASCII FILE', 'Nb header lines : 99', 'mode\tE/V', '1\t2'])),
    ).rejects.toThrow('file: its header ends in line 98, and no table stands below it; the file has 4 lines');
    await expect(read(text(['LabVIEW Measurement', '***End_of_Header***']))).rejects.toThrow(
      'file: its header ends in line 2, and no table stands below it',
    );
  });

  it('Gamry: the names are below the line that states the length of the curve', async () => {
    const { description, rows } = await read(
      text([
        'EXPLAIN',
        'TAG\tCORPOT',
        'AREA\tQUANT\t1.00000E+000\tSample Area (cm^2)',
        'CURVE\tTABLE\t3',
        '\tPt\tT\tVf\tYield',
        '\t#\ts\tV vs. Ref.\t%',
        '\t0\t0.5\t-0.312\t45',
        '\t1\t1.0\t-0.322\t52',
        '\t2\t1.5\t-0.317\t58',
      ]),
    );
    expect(description.columns.map(({ name, unit, meaning }) => [name, unit, meaning])).toEqual([
      ['Pt', null, 'input'],
      ['T', 's', 'input'],
      ['Vf', 'V vs. Ref.', 'input'],
      ['Yield', '%', 'output'],
    ]);
    expect(rows).toHaveLength(3);
  });
});
