import { describe, expect, it } from 'vitest';
import { workbook } from '../files.ts';
import { read, text } from '../reading.ts';

/** What a file becomes: name, unit and meaning of each column, the runs, the remarks, and the kinds of its problems. */
async function madeOf(bytes: Uint8Array) {
  const { description, rows } = await read(bytes);
  return {
    columns: description.columns.map(({ name, unit, meaning }) => [name, unit, meaning]),
    meanings: Object.fromEntries(description.columns.map(({ name, meaning }) => [name, meaning])),
    rows: rows.map(({ inputs, outputs }) => ({ ...inputs, ...outputs })),
    remarks: description.remarks,
    problems: description.problems.map(({ kind, choice, row }) => [kind, choice, row]),
    description,
  };
}

const sheet = (...lines: (string | number | null)[][]) => workbook({ Runs: lines });

describe('reports of chromatographs', () => {
  it('areas, heights and amounts beside a retention time are no settings', async () => {
    const { meanings, remarks } = await madeOf(
      text([
        'Sample Name,Inj#,RT [min],Area,Area%,Amount [mg/mL]',
        'R1,1,3.21,1250.4,85.2,1.02',
        'R2,1,3.22,1310.9,89.0,1.07',
        'R3,1,3.21,990.0,70.1,',
        'R4,1,3.20,1100.2,77.8,0.9',
      ]),
    );
    expect(meanings).toEqual({
      'Sample Name': 'id',
      'Inj#': 'note',
      'RT [min]': 'note',
      Area: 'output',
      'Area%': 'output',
      Amount: 'output',
    });
    expect(remarks).toEqual([]);
    const own = await madeOf(text(['Area,Height,Yield', '1,2,55', '2,3,60', '3,2,65']));
    expect(own.meanings).toMatchObject({ Area: 'input', Height: 'input', Yield: 'output' });
  });

  it('blanks and standards are no runs, and the amounts of standards no noise', async () => {
    const { meanings, rows, problems } = await madeOf(
      text([
        '\t#\tName\tType\tStd. Conc\tRT\tArea\tConc.',
        '1\t1\tblank\tBlank\t\t\t\t',
        '2\t2\tstd1\tStandard\t1.0\t2.31\t1200\t1.02',
        '3\t3\tstd2\tStandard\t2.0\t2.31\t2400\t1.99',
        '4\t4\tR1\tAnalyte\t\t2.31\t8200\t7.1',
        '5\t5\tR2\tAnalyte\t\t2.32\t9100\t7.9',
      ]),
    );
    expect(meanings).toMatchObject({ Type: 'note', 'Conc.': 'output' });
    expect(meanings['Std. Conc']).not.toBe('noise');
    expect(rows.map((row) => row['Conc.'])).toEqual([7.1, 7.9]);
    expect(problems.filter(([kind]) => kind === 'excluded_row')).toHaveLength(3);
    const setting = await madeOf(text(['Type,T,Yield', 'Pd,60,55', 'Ni,70,60', 'Pd,80,65', 'Ni,60,61']));
    expect(setting.meanings['Type']).toBe('input');
  });
});

describe('plate readers', () => {
  const rows = Array.from(
    { length: 8 },
    (_, r) =>
      `${r === 0 ? '\t25.0' : '\t'}\t${Array.from({ length: 12 }, (_, c) => r * 12 + c).join('\t')}\t\t`,
  );
  const plate = (name: string, height = 8) => [
    `Plate:\t${name}\t1.3\tPlateFormat\tEndpoint\tAbsorbance\tRaw\tFALSE\t1\t\t\t\t\t\t1\t600`,
    `\tTemperature(°C)\t${Array.from({ length: 12 }, (_, c) => c + 1).join('\t')}\t\t`,
    ...rows.slice(0, height),
    '',
    '~End',
  ];

  it('plates without letters, as SoftMax writes them', async () => {
    const one = await madeOf(text(['##BLOCKS= 1', ...plate('Plate1')]));
    expect(one.columns).toEqual([
      ['Well', null, 'id'],
      ['Value', null, 'output'],
    ]);
    expect(one.rows.map(({ Value }) => Value)).toEqual(Array.from({ length: 96 }, (_, i) => i));
    const two = await madeOf(text(['##BLOCKS= 2', ...plate('Plate1'), ...plate('screen')]));
    expect(two.rows).toHaveLength(192);
    expect(two.description.columns.map(({ name }) => name)).toEqual(['Plate', 'Well', 'Value']);
    // Seven lines are no plate of this width.
    expect((await madeOf(text(['##BLOCKS= 1', ...plate('Plate1', 7)]))).description.settings.plate).toBe(
      false,
    );
  });

  it('columns named by a wavelength are readings, and an overflow is a limit', async () => {
    const { meanings, problems } = await madeOf(
      text(['Well\tID\t600\tBlank 600', 'A1\tS1\t0.5\t0.4', 'A2\tS2\t0.6\t0.5', 'A3\tS3\tOVRFLW\tOVRFLW']),
    );
    expect(meanings).toEqual({ Well: 'id', ID: 'id', 600: 'output', 'Blank 600': 'output' });
    expect(problems).toEqual([
      ['unreadable_output', 'ask', 3],
      ['unreadable_output', 'ask', 3],
    ]);
    const temperatures = await madeOf(text(['600,Yield', '1,55', '2,60', '3,61']));
    expect(temperatures.meanings[600]).toBe('input');
  });
});

describe('reports of other programs', () => {
  it('Tecan: the temperature above a plate is no name of its readings, and OVER is a limit', async () => {
    const wells = Array.from({ length: 8 }, (_, r) =>
      [String.fromCharCode(65 + r), ...Array.from({ length: 12 }, (_, c) => `0,1${r}${c}`)].join(';'),
    );
    wells[7] = (wells[7] as string).replace(/[^;]*$/, 'OVER');
    const { columns, problems, description } = await madeOf(
      text([
        'Application: Tecan i-control',
        'Wavelength;595;nm',
        ';Temperature: 24,8 °C',
        `<>;${Array.from({ length: 12 }, (_, c) => c + 1).join(';')}`,
        ...wells,
        'End Time:;12.03.2024 14:22:53',
      ]),
    );
    expect(columns).toEqual([
      ['Well', null, 'id'],
      ['Value', null, 'output'],
    ]);
    expect(problems).toEqual([['unreadable_output', 'ask', 96]]);
    expect(description.problems[0]?.message).toContain("'OVER' is a limit");
  });

  it('LIMS: neither specifications nor the ends of pages are runs, and an analyst is no setting', async () => {
    const { meanings, rows, problems } = await madeOf(
      text([
        'Sample ID,Temp,pH,Assay,Analyst',
        ',°C,,%,',
        'L-123,60,7.0,98.1,J. Doe',
        'L-124,65,7.2,98.4,J. Doe',
        'Page 1 of 2,,,,',
        'L-125,70,7.4,97.9,M. Roe',
        'L-126,75,7.6,97.2,M. Roe',
        'Spec,,,≥ 97.0,',
      ]),
    );
    expect(meanings).toMatchObject({ Temp: 'input', pH: 'input', Assay: 'output', Analyst: 'note' });
    expect(rows.map(({ Temp }) => Temp)).toEqual([60, 65, 70, 75]);
    expect(problems).toEqual([
      ['summary_row', 'skip', 3],
      ['summary_row', 'skip', 6],
    ]);
    const above = await madeOf(
      sheet(['Run', 'T', 'Assay'], ['Specification', null, '> 97'], [1, 60, 98], [2, 70, 99], [3, 80, 97]),
    );
    expect(above.rows).toHaveLength(3);
  });

  it('a sheet of facts in pairs is no table where another sheet holds one', async () => {
    const facts = [
      ['Project', 'X'],
      ['Date', '2024-03-01'],
      ['Version', 3],
    ];
    const runs = [['Run', 'Temp', 'Yield'], ...[1, 2, 3].map((run) => [run, 50 + 10 * run, 40 + run])];
    const { rows, remarks } = await madeOf(workbook({ Info: facts, Data: runs }));
    expect(rows).toHaveLength(3);
    expect(remarks).toEqual([]);
    const pairs = [['Solvent', 'Yield'], ...['THF', 'DMF', 'MeCN'].map((name, i) => [name, 40 + i])];
    expect((await madeOf(workbook({ Screen: pairs, Data: runs }))).columns[0]?.[0]).toBe('Solvent');
  });

  it('room temperature among equal temperatures is asked about, and an isolated yield is a result', async () => {
    const { meanings, problems } = await madeOf(
      text([
        'Entry,Base,T [°C],NMR yield [%],isolated [%]',
        '1,K2CO3,80,34,',
        '2,Cs2CO3,80,56,51',
        '3,K2CO3,80,60,55',
        '4,Cs2CO3,r.t.,82,78',
      ]),
    );
    expect(meanings).toMatchObject({ T: 'input', 'NMR yield': 'output', isolated: 'output' });
    expect(problems).toContainEqual(['unreadable_input', 'ask', 4]);
  });
});

describe('tables of programs', () => {
  const expected = [
    { temp: 60, solvent: 'THF', yield: 55.2 },
    { temp: 80, solvent: 'THF', yield: 65.9 },
    { temp: 60, solvent: 'DMF', yield: 61 },
    { temp: 80, solvent: 'DMF', yield: 78.3 },
  ];
  const body = ['60,THF,55.2', '80,THF,65.9', '60,DMF,61', '80,DMF,78.3'];

  it.each([',', ' '])('R with the names of its rows and none above them, separated by %j', async (sign) => {
    const lines = ['temp,solvent,yield', ...body.map((row, i) => `"${i + 1}",${row}`)];
    const { rows, columns } = await madeOf(text(lines.map((line) => line.replaceAll(',', sign))));
    expect(rows).toEqual(expected);
    expect(columns[0]).toEqual(['Column 1', null, 'id']);
  });

  it('rows that are too long otherwise are asked about', async () => {
    const { problems } = await madeOf(text(['temp,yield', '60,55,x', '70,60,y', '80,65,z']));
    expect(problems).toContainEqual(['long_row', 'ask', 1]);
  });

  it('pandas with the name of its index below the names', async () => {
    const lines = [',temp,solvent,yield', 'run,,,', ...body.map((row, i) => `${i + 1},${row}`)];
    const { rows, columns } = await madeOf(text(lines));
    expect(rows).toEqual(expected);
    expect(columns[0]).toEqual(['run', null, 'id']);
    const levels = ['conditions,conditions,results', ...lines.slice(0, 1)].map((line, i) =>
      i === 0 ? `,${line}` : line,
    );
    expect((await madeOf(text([...levels, ...lines.slice(1)]))).rows).toHaveLength(4);
    // Headings of sections are no name of the column.
    const sections = ['First,,,', ...body.slice(0, 2).map((row) => `a,${row}`), 'Second,,,', 'b,60,DMF,61'];
    expect((await madeOf(text([',temp,solvent,yield', ...sections]))).columns[0]?.[0]).toBe('Column 1');
  });

  it('a line that numbers the columns is no run', async () => {
    const { rows, remarks } = await madeOf(
      sheet(['Temp', 'Time', 'Yield'], [1, 2, 3], [60, 2, 55], [80, 2, 65], [60, 4, 61]),
    );
    expect(rows.map(({ Temp }) => Temp)).toEqual([60, 80, 60]);
    expect(remarks).toEqual(['a line of column numbers was left out']);
  });

  it('a first run of 1, 2, 3 is kept where the runs below are like it', async () => {
    const { rows, remarks } = await madeOf(sheet(['T', 'p', 'y'], [1, 2, 3], [1, 2, 3], [2, 3, 4]));
    expect(rows.map(({ T }) => T)).toEqual([1, 1, 2]);
    expect(remarks).toEqual(['the first row is 1, 2, 3, …; if it numbers the columns, skip it']);
    const categories = sheet(['T', 'Base', 'y'], [1, 2, 3], [60, 'KOH', 4], [80, 'KOH', 5], [60, 'NaH', 9]);
    expect((await madeOf(categories)).rows).toHaveLength(3);
  });
});

describe('tables that people write', () => {
  it('signs that nobody sees make no other name and no other category', async () => {
    const { columns, rows } = await madeOf(
      text([
        'T\u00a0/\u00a0°C,Sol\u00advent,Yield',
        '60,DMF\u200b,55',
        '70,DMF,60',
        '80,THF,65',
        '60,THF,61',
      ]),
    );
    expect(columns[1]).toEqual(['Solvent', null, 'input']);
    expect(rows.map(({ Solvent }) => Solvent)).toEqual(['DMF', 'DMF', 'THF', 'THF']);
  });

  it('a second number in brackets is a column of its own', async () => {
    const cells = ['85 (2)', '90 (1.5)', '78(3)', 'n.d.'].map((cell, i) => `${60 + i},${cell}`);
    const named = await madeOf(text(['T,yield (ee)', ...cells]));
    expect(named.rows[0]).toEqual({ T: 60, yield: 85, ee: 2 });
    expect(named.rows[3]).toEqual({ T: 63, yield: null, ee: null });
    expect(named.remarks).toEqual([
      "column 'yield (ee)' has two numbers in a cell, such as '85 (2)': they are read as 'yield' and 'ee'; if the second is an error, choose noise for it",
    ]);
    const bare = await madeOf(text(['T,Yield / %', ...cells]));
    expect(bare.columns.slice(1)).toEqual([
      ['Yield', '%', 'output'],
      ['Yield in brackets', null, 'note'],
    ]);
    expect(bare.rows.map((row) => row['Yield'])).toEqual([85, 90, 78, null]);
    const noisy = await read(text(['T,Yield / %', ...cells]), {
      columns: [{ column: 'Yield in brackets', meaning: 'noise' }],
    });
    expect(noisy.rows.map(({ noise }) => noise)).toEqual([4, 2.25, 9, null]);
    // A few cells among numbers are asked about, as before.
    const few = await madeOf(text(['T,Yield', '60,85', '61,90', '62,78 (3)', '63,70']));
    expect(few.problems).toEqual([['unreadable_output', 'ask', 3]]);
  });

  it('units in a second line of names', async () => {
    const { columns } = await madeOf(
      sheet(
        ['Run', 'Temperature', 'Time', 'Yield', null],
        [null, '°C', 'h', 'HPLC %', 'NMR %'],
        [1, 60, 2, 55, 54],
        [2, 80, 2, 65, 66],
        [3, 60, 4, 61, 60],
      ),
    );
    expect(columns.map(([name, unit]) => [name, unit])).toEqual([
      ['Run', null],
      ['Temperature', '°C'],
      ['Time', 'h'],
      ['Yield HPLC', '%'],
      ['Yield NMR', '%'],
    ]);
  });

  it('a line of units says what has none', async () => {
    const { columns, rows } = await madeOf(
      sheet(
        ['Run', 'Catalyst', 'Temp', 'Yield'],
        ['#', 'name', '°C', '%'],
        [1, 'Pd', 60, 55],
        [2, 'Ni', 80, 65],
        [3, 'Pd', 60, 61],
        [4, 'Ni', 80, 78],
      ),
    );
    expect(columns.map(([, unit]) => unit)).toEqual([null, null, '°C', '%']);
    expect(rows).toHaveLength(4);
  });

  it('means of replicates and ends of ranges are no runs, and a replicate is no setting', async () => {
    const means = await madeOf(
      sheet(
        ['Sample', 'Temp', 'Rep', 'Yield'],
        ['S1', 60, 1, 55],
        ['S1', 60, 2, 56],
        ['S1', 60, 'avg', 55.5],
        ['S2', 80, 1, 65],
        ['S2', 80, 2, 66],
        ['S2', 80, 'avg', 65.5],
      ),
    );
    expect(means.rows.map((row) => row['Yield'])).toEqual([55, 56, 65, 66]);
    expect(means.meanings['Rep']).toBe('id');
    const ranges = await madeOf(
      sheet(
        ['Run', 'Temp', 'Yield'],
        ['Low', 50, null],
        ['High', 90, null],
        [1, 60, 55],
        [2, 80, 65],
        [3, 70, 61],
      ),
    );
    expect(ranges.rows.map((row) => row['Temp'])).toEqual([60, 80, 70]);
    const level = await madeOf(
      sheet(['Level', 'Temp', 'Yield'], ['Low', 50, 1], ['High', 90, 2], ['Low', 60, 55], ['High', 80, 65]),
    );
    expect(level.rows).toHaveLength(4);
  });

  it('words for no value in other languages, and a decimal comma before an exponent', async () => {
    const words = ['non déterminé', 'saknas', 'ej bestämd', '未測定', 'no determinado', 'niet bepaald'];
    const { problems } = await madeOf(
      text(['T;Yield', ...words.map((word, i) => `${i};${word}`), '7;55', '8;60']),
    );
    expect(problems).toEqual(words.map((_, i) => ['missing_output', 'missing', i + 1]));
    const { rows } = await madeOf(sheet(['T', 'k'], [60, '1.0E-03'], [70, '3,2E-03'], [80, '1.5E-02']));
    expect(rows.map(({ k }) => k)).toEqual([0.001, 0.0032, 0.015]);
  });

  it('identifiers and remarks in other languages', async () => {
    const said = {
      'Experimento;Temperatura;Rendimiento;Observaciones': 'seco',
      'Próba;Temperatura;Wydajność;Uwagi': 'osad',
      'Pokus;Teplota;Výtěžek;Poznámka': 'sraženina',
      'Опыт;Температура;Выход;Примечание': 'осадок',
      'Deney;Sıcaklık;Verim;Notlar': 'çökelti',
      '번호;온도;수율;비고': '침전',
      'Ansatz;Temp.;Ausb.;Bemerkung': 'trüb',
    };
    for (const [header, remark] of Object.entries(said)) {
      const rows = [`1;60;55;${remark}`, '2;70;60;', `3;80;65;${remark}`, '4;90;67;'];
      const { meanings } = await madeOf(text([header, ...rows]));
      expect(Object.values(meanings)).toEqual(['id', 'input', 'output', 'note']);
    }
    const { meanings } = await madeOf(
      text(['Försök;Temp;Utbyte;Anmärkning;備考', '1;60;55;färgad;x', '2;70;60;;y', '3;80;65;tappad;']),
    );
    expect(meanings).toEqual({
      Försök: 'id',
      Temp: 'input',
      Utbyte: 'output',
      Anmärkning: 'note',
      備考: 'note',
    });
  });

  it('a metal over its ligand is a ratio, ratios as results are remarked, and so are several settings in a text', async () => {
    const { columns, remarks } = await madeOf(
      text([
        'Pd/L,Conditions,Yield,e.r.',
        ...[
          '1.5,"T=60, t=2",55,95:5',
          '2,"T=80, t=2",60,97:3',
          '1.5,"T=60, t=4",65,90:10',
          '2,"T=80, t=2",61,88:12',
        ],
      ]),
    );
    expect(columns[0]).toEqual(['Pd per L', null, 'input']);
    expect(remarks).toEqual([
      "column 'Conditions': 'T=60, t=2' and the like are categories; to use the numbers in them, give each a column",
      "column 'e.r.' is a note: '95:5' and the like are not one number; to use it as a result, write one, such as 95",
    ]);
  });

  it('repeats side by side are results, and neither their number nor their mean is a setting', async () => {
    const { meanings, remarks } = await madeOf(
      text(['T,Rep 1,Rep 2,Mean,SD,n', '60,50,51,50.5,1,2', '70,55,57,56,1,2', '80,60,61,60.5,1,3']),
    );
    expect(meanings).toEqual({
      T: 'input',
      ...{ 'Rep 1': 'output', 'Rep 2': 'output', Mean: 'note', SD: 'noise', n: 'note' },
    });
    expect(remarks).toEqual([expect.stringContaining("columns 'Rep 1', 'Rep 2' are separate objectives")]);
    const setting = await madeOf(text(['n,Yield', '2,50', '3,60', '4,65']));
    expect(setting.meanings['n']).toBe('input');
  });

  it('orders, CAS numbers, balances and failed runs with their cause', async () => {
    const { meanings, description } = await madeOf(
      text([
        'Order,Solvent,CAS,T,Yield,Mass balance,IC50 (nM),Status',
        '3,THF,109-99-9,60,50,97,4,ok',
        '1,DMF,68-12-2,70,,98,5,failed - leak',
        '2,THF,109-99-9,80,60,99,6,ok',
        '4,DMF,68-12-2,90,65,98,7,Failed (clogged)',
      ]),
    );
    expect(meanings).toMatchObject({ Order: 'id', Solvent: 'input', CAS: 'id', T: 'input' });
    expect(meanings).toMatchObject({ 'Mass balance': 'output', IC50: 'output', Status: 'note' });
    expect(description.n_failed).toBe(2);
    const setting = await madeOf(text(['Order,Yield', '0.5,50', '1,60', '2,65', '1,61']));
    expect(setting.meanings['Order']).toBe('input');
  });
});
