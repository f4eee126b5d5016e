import { describe, expect, it } from 'vitest';
import { read, text } from '../reading.ts';

type Meanings = Readonly<Record<'input' | 'output', readonly string[]>>;

/** File, what its columns are, and what must be said of them. */
const files: readonly (readonly [string, readonly string[], Meanings, readonly string[]])[] = [
  [
    'results left and right of the only one that is named as one',
    [
      'Batch No.;MCC (%);Mg stearate (%);Force (kN);Ejection (N);Tablet hardness (N);Friability (%);Disintegration time (s)',
      'F1;40;1;5;210;45;0,82;65',
      'F2;40;2;10;180;88;0,41;90',
      'F3;50;1;10;245;120;0,20;150',
      'F4;50;2;5;166;52;0,65;55',
    ],
    {
      input: ['MCC', 'Mg stearate', 'Force'],
      output: ['Ejection', 'Tablet hardness', 'Friability', 'Disintegration time'],
    },
    [
      "columns 'Ejection (N)', 'Friability (%)', 'Disintegration time (s)' are read as results, because their numbers differ in most runs; if one was set, read it as an input",
    ],
  ],
  [
    'a gel time and a pH right of settings that all recur',
    [
      'No;Resin (g);Filler (g);pH;Gel time (min);Tg (°C);Shore D',
      '1;60;10;5,6;22;95;78',
      '2;55;15;5,5;25;99;81',
      '3;55;10;5,8;27;104;84',
      '4;60;15;5,4;31;91;76',
    ],
    { input: ['Resin', 'Filler'], output: ['pH', 'Gel time', 'Tg', 'Shore D'] },
    ["columns 'pH', 'Gel time (min)', 'Tg (°C)' are read as results"],
  ],
  [
    'settings that differ in every run stay settings, as those of a search',
    [
      'exp,Ligand,Temp (°C),Conc (M),Base (x),Yield (%)',
      '1,XPhos,62.3,0.12,1.31,45.2',
      '2,SPhos,88.1,0.21,1.82,68.0',
      '3,XPhos,97.6,0.33,1.55,71.9',
      '4,PPh3,71.4,0.27,1.12,38.7',
    ],
    { input: ['Ligand', 'Temp', 'Conc', 'Base'], output: ['Yield'] },
    [],
  ],
  [
    'parts of a mixture and steps of one size are settings',
    [
      'No,T (°C),Speed (rpm),A (%),B (%),C (%),Dwell (x),Viscosity (cP)',
      '1,60,200,12.1,30.3,57.6,5,1250',
      '2,80,400,25.2,41.1,33.7,10,2210',
      '3,60,400,31.4,18.8,49.8,15,1815',
      '4,80,200,8.7,52.5,38.8,20,990',
    ],
    { input: ['T', 'Speed', 'A', 'B', 'C', 'Dwell'], output: ['Viscosity'] },
    [],
  ],
  [
    'what was weighed for each run stays a setting, with a remark',
    [
      'No,T (°C),t (h),Catalyst (mg),Yield (%)',
      '1,60,2,10.2,45',
      '2,80,2,9.8,61',
      '3,60,4,10.1,55',
      '4,80,4,10.4,70',
    ],
    { input: ['T', 't', 'Catalyst'], output: ['Yield'] },
    ["column 'Catalyst (mg)' differs in most runs, beside results; if it was measured, read it as an output"],
  ],
  [
    'a search whose first settings often hit their bounds',
    [
      'run,T (°C),pH,Enzyme dose (mg/g),Additive X (%),Salt (M),Glucose (g/L)',
      '1,40,4.5,5.2,0.31,0.52,12.1',
      '2,60,4.5,11.8,0.77,0.78,18.2',
      '3,60,5.5,17.1,1.12,1.03,22.9',
      '4,60,5.5,20,2,0.91,25.5',
    ],
    {
      input: ['T', 'pH', 'Enzyme dose', 'Additive X', 'Salt'],
      output: ['Glucose'],
    },
    ["columns 'Enzyme dose (mg/g)', 'Additive X (%)', 'Salt (M)' differ in most runs, beside results"],
  ],
  [
    'descriptors of a reagent that is another one in each run',
    [
      'no,T (°C),Conc (M),Ligand,Bite angle (°),logP,Yield (%)',
      '1,60,0.1,XPhos,91.2,5.1,45',
      '2,80,0.1,SPhos,88.7,4.2,52',
      '3,60,0.2,dppf,99.1,6.3,38',
      '4,80,0.2,BINAP,92.4,7.0,61',
    ],
    { input: ['T', 'Conc', 'Ligand', 'Bite angle', 'logP'], output: ['Yield'] },
    ["columns 'Bite angle (°)', 'logP' differ in most runs, beside results; if one was measured"],
  ],
  [
    'results of the days after the first one',
    [
      'Sample,Preservative (%),pH,Day 0 (log CFU/g),Day 7 (log CFU/g),Day 14 (log CFU/g)',
      'S1,0.1,4.5,5.1,3.0,1.9',
      'S2,0.3,4.5,5.2,2.1,1.1',
      'S3,0.1,6.5,5.1,4.6,4.2',
      'S4,0.3,6.5,5.2,3.9,3.1',
    ],
    { input: ['Preservative', 'pH'], output: ['Day 0', 'Day 7', 'Day 14'] },
    [],
  ],
  [
    'texts right of the results',
    [
      'Trial no.;Emulsifier;Speed (rpm);Viscosity (cP);Smell',
      '1;Olivem;3000;12000;ok',
      '2;Montanov;5000;18500;ok',
      '3;Olivem;5000;21000;fatty',
      '4;Montanov;3000;15300;ok',
    ],
    { input: ['Emulsifier', 'Speed'], output: ['Viscosity'] },
    ["column 'Smell' is a note, because it stands right of the results; if it was set, read it as an input"],
  ],
  [
    'a text right of a result, and left of a setting, is set',
    [
      'No,T (°C),Yield (%),Atmosphere,p (bar)',
      '1,60,45,N2,1',
      '2,80,61,air,5',
      '3,60,55,air,5',
      '4,80,70,N2,1',
    ],
    { input: ['T', 'Atmosphere', 'p'], output: ['Yield'] },
    [],
  ],
  [
    'repeats with their mean',
    [
      'Sample,Surfactant,Conc. (g/L),Salt (mM),Foam 1 (mm),Foam 2 (mm),Average',
      '1,SDS,1,0,45,47,46',
      '2,SDS,2,50,61,60,60.5',
      '3,CTAB,1,50,38,37,37.5',
      '4,CTAB,2,0,55,52,53.5',
    ],
    { input: ['Surfactant', 'Conc.', 'Salt'], output: ['Foam 1', 'Foam 2'] },
    ["columns 'Foam 1 (mm)', 'Foam 2 (mm)' are separate objectives"],
  ],
  [
    'no result is named as one, and the last column holds texts',
    [
      'Sample No,Inlet temp (°C),Solids (%),Moisture (%),Residual solvent (ppm),Result',
      '1,150,10,3.2,120,PASS',
      '2,180,10,1.9,45,PASS',
      '3,150,20,4.1,210,FAIL',
      '4,180,20,2.5,80,PASS',
    ],
    { input: ['Inlet temp', 'Solids'], output: ['Moisture', 'Residual solvent'] },
    [],
  ],
  [
    'intervals of a prediction, and residuals',
    [
      'Run,P (bar),T (°C),Conversion (%),Predicted Conversion (%),Residual Conversion,Lower 95%,Upper CI',
      '1,5,80,61.2,60.5,0.7,55.1,65.9',
      '2,10,100,82.3,83.1,-0.8,77.7,88.5',
      '3,5,100,70.1,70.4,-0.3,65.0,75.8',
      '4,10,80,66.6,66.0,0.6,60.6,71.4',
    ],
    { input: ['P', 'T'], output: ['Conversion'] },
    [],
  ],
  [
    'names that begin or end as those of results do',
    [
      'Essai;Concentration sel (g/L);Härter (g);Binding buffer;Conveyor speed (m/min);Rendement (%)',
      '1;5;25;A;1;45,2',
      '2;10;30;B;2;51,7',
      '3;5;30;A;2;58,9',
      '4;10;25;B;1;49,3',
    ],
    {
      input: ['Concentration sel', 'Härter', 'Binding buffer', 'Conveyor speed'],
      output: ['Rendement'],
    },
    [],
  ],
  [
    'wafers and their slots',
    [
      'LotID,WaferID,Slot,RF (W),O2 (sccm),Pressure (mTorr),Rate (nm/min)',
      'L1,W01,1,200,5,20,182',
      'L1,W02,2,300,5,50,251',
      'L1,W03,3,200,10,50,205',
      'L1,W04,4,300,10,20,270',
    ],
    { input: ['RF', 'O2', 'Pressure'], output: ['Rate'] },
    ["column 'Slot' has a different value in every row; if it is a setting, read it as an input"],
  ],
  [
    'runs that are called by letters, and a ratio that reads as a time',
    [
      'Formulation,Liquor ratio,T (°C),Exhaustion (%)',
      'A,1:10,80,88',
      'B,1:20,80,79',
      'C,1:20,100,85',
      'D,1:10,100,93',
    ],
    { input: ['Liquor ratio', 'T'], output: ['Exhaustion'] },
    ["column 'Formulation' has a different value in every row"],
  ],
  [
    'grades from 1 to 5, which rise in equal steps and recur',
    [
      'Essai;Huile (g);Soude (g);Eau (g);pH;Fermeté (1-5);Mousse (mL);NB page',
      'S1;100;55;120;9,8;3;85;112',
      'S2;150;58;120;10,1;4;120;112',
      'S3;100;58;140;10,4;2;92;113',
      'S4;150;55;140;9,6;4;110;113',
    ],
    { input: ['Huile', 'Soude', 'Eau'], output: ['pH', 'Fermeté (1-5)', 'Mousse'] },
    [],
  ],
  [
    'an index that is set',
    [
      'Foam,Water (pbw),Index,Catalyst (pbw),Rise time (s)',
      '1,3,100,0.2,110',
      '2,4,110,0.2,98',
      '3,3,110,0.4,81',
      '4,4,100,0.4,75',
    ],
    { input: ['Water', 'Index', 'Catalyst'], output: ['Rise time'] },
    [],
  ],
  [
    'a target below the means, without settings',
    [
      'Trial,Catalyst (g),Ratio,T (°C),FAME (%)',
      '1,0.5,6:1,50,85.2',
      '2,1,6:1,60,91.9',
      '3,0.5,9:1,60,93.4',
      '4,1,9:1,50,94.8',
      '',
      'Mean,,,,91.3',
      'Target,,,,>96.5',
      'Blank,,,,1.2',
    ],
    { input: ['Catalyst', 'Ratio', 'T'], output: ['FAME'] },
    [],
  ],
  [
    'groups above names that are amounts',
    [
      ',,,Conversion (%),,',
      'Catalyst,Support,Loading (wt%),200 °C,250 °C,300 °C',
      'Ni,Al2O3,5,12.1,35.0,71.3',
      'Ni,SiO2,10,15.2,41.8,80.4',
      'Co,Al2O3,10,9.5,28.7,66.0',
    ],
    {
      input: ['Catalyst', 'Support', 'Loading'],
      output: ['Conversion 200 °C', 'Conversion 250 °C', 'Conversion 300 °C'],
    },
    [],
  ],
  [
    'groups above names, and units below them',
    [
      'Mix design,,,Fresh,Strength,',
      'Mix,Cement,Water,Slump,7 d,28 d',
      ',kg/m³,kg/m³,mm,MPa,MPa',
      'M1,350,175,120,32.1,44.5',
      'M2,300,165,140,27.4,41.2',
      'M3,300,175,160,22.0,38.0',
      'M4,350,165,130,30.5,45.9',
    ],
    { input: ['Cement', 'Water'], output: ['Slump', 'Strength 7 d', 'Strength 28 d'] },
    [],
  ],
  [
    'groups above names that stand again',
    [
      ',Conditions,,Yield,,Purity',
      'Run,T,t,HPLC,GC,HPLC',
      ',°C,h,%,%,%',
      '1,60,2,44.1,45.0,90.2',
      '2,80,2,61.7,62.3,92.5',
      '3,60,4,57.9,58.1,91.7',
    ],
    { input: ['T', 't'], output: ['Yield HPLC', 'Yield GC', 'Purity HPLC'] },
    [],
  ],
];

it('columns without a name are no repeats of one another', async () => {
  const { description } = await read(
    text([
      ...['1,5,0.11,60,45.2', '2,5,0.22,80,61.9', '1,10,0.33,60,52.8', '2,10,0.47,80,77.4'],
      ...['1,5,0.14,80,50.5', '2,10,0.38,60,63.1', '1,10,0.29,80,58.8', '2,5,0.41,60,49.9'],
    ]),
  );
  expect(description.columns.map(({ meaning }) => meaning)).toEqual([
    ...['input', 'input', 'input', 'input'],
    'output',
  ]);
});

it('steps that rounding leaves are no steps of a setting', async () => {
  const { description } = await read(
    text([
      'No,Soda (g),T (°C),SiO2 (wt%),Al2O3 (wt%),Hardness',
      '1,10,1400,72.1,1.8,5.2',
      '2,20,1400,65.3,1.6,4.9',
      '3,10,1500,73.0,1.9,5.5',
      '4,20,1500,66.4,1.7,5.0',
    ]),
  );
  expect(description.columns.filter(({ meaning }) => meaning === 'output').map(({ name }) => name)).toEqual([
    'SiO2',
    'Al2O3',
    'Hardness',
  ]);
});

it('in a long table, numbers that differ in every run do not recur', async () => {
  const runs = Array.from(
    { length: 17_000 },
    (_, i) => `${i}.5,${i + 2}.3,${i}.7,${i < 9000 ? (i * i) % 99_991 : ''}`,
  );
  const { description } = await read(text(['a,b,yield,Temp', ...runs]));
  expect(description.columns.map(({ meaning }) => meaning)).toEqual(['input', 'input', 'output', 'input']);
});

describe('tables of designs, whose results have names that no list holds', () => {
  it.each(files)('%s', async (_, lines, expected, said) => {
    const { description } = await read(text(lines));
    const named = (meaning: string) =>
      description.columns.filter((column) => column.meaning === meaning).map(({ name }) => name);
    expect({ input: named('input'), output: named('output') }).toEqual(expected);
    expect(description.blocking).toEqual([]);
    for (const one of said) expect(description.remarks.join('\n')).toContain(one);
    if (said.length === 0) expect(description.remarks.join('\n')).not.toContain('if it was measured');
  });
});
