import { describe, expect, it } from 'vitest';
import { read, text } from './reading.ts';

type Meanings = Readonly<Record<'input' | 'output' | 'noise', readonly string[]>>;

const files: readonly (readonly [string, readonly string[], Meanings, number])[] = [
  [
    'Zetasizer export',
    [
      'Record\tType\tSample Name\tMeasurement Date and Time\tTemperature (°C)\tPolymer (mg/mL)\tSonication (min)\tZ-Average (d.nm)\tPdI\tZP (mV)',
      '1\tSize\tNP-01\tWednesday, May 1, 2024 10:00:00 AM\t25.0\t1\t5\t145.2\t0.121\t-31.2',
      '2\tSize\tNP-02\tWednesday, May 1, 2024 10:10:00 AM\t25.0\t2\t5\t165.2\t0.151\t-30.1',
      '3\tSize\tNP-03\tWednesday, May 1, 2024 10:20:00 AM\t25.0\t1\t10\t125.7\t0.100\t-33.4',
      '4\tSize\tNP-04\tWednesday, May 1, 2024 10:30:00 AM\t25.0\t2\t10\t150.0\t0.133\t-28.9',
    ],
    { input: ['Polymer', 'Sonication'], output: ['Z-Average', 'PdI', 'ZP'], noise: [] },
    4,
  ],
  [
    'Mastersizer with Dx',
    [
      'Sample;Stirrer speed (rpm);Antisolvent (mL);Dx (10) (μm);Dx (50) (μm);Dx (90) (μm);Span;D [4,3] (μm)',
      'C1;200;50;3,1;12,2;40,5;3,066;18,1',
      'C2;400;50;2,8;10,4;31,1;2,721;14,2',
      'C3;200;100;2,2;8,9;25,6;2,629;11,9',
      'C4;400;100;1,9;7,1;20,3;2,592;9,5',
    ],
    {
      input: ['Stirrer speed', 'Antisolvent'],
      output: ['Dx (10)', 'Dx (50)', 'Dx (90)', 'Span', 'D [4,3]'],
      noise: [],
    },
    4,
  ],
  [
    'solar cells',
    [
      'Device,Spin speed (rpm),Anneal T (°C),Anneal t (min),Voc (V),Jsc (mA/cm²),FF (%),PCE (%)',
      'A1,2000,100,10,1.08,22.1,75.2,17.9',
      'A2,3000,100,20,1.10,22.5,76.0,18.8',
      'B1,2000,120,20,1.05,21.8,72.9,16.7',
      'B2,3000,120,10,1.11,22.9,77.3,19.6',
    ],
    { input: ['Spin speed', 'Anneal T', 'Anneal t'], output: ['Voc', 'Jsc', 'FF', 'PCE'], noise: [] },
    4,
  ],
  [
    'BMG wells in two columns',
    [
      'User: USER,Path: C:\\Data,Test ID: 12,,',
      'Test Name: abs,Date: 01/05/2024,Time: 10:00:00,,',
      'Absorbance,,,,',
      ',,,,',
      'Well Row,Well Col,Content,Enzyme (nM),Raw Data (450)',
      'A,1,Sample X1,1,0.512',
      'A,2,Sample X2,2,0.812',
      'B,1,Sample X3,4,1.112',
      'B,2,Sample X4,8,1.512',
    ],
    { input: ['Enzyme'], output: ['Raw Data (450)'], noise: [] },
    4,
  ],
  [
    'EnVision list',
    [
      'Plate,Repeat,Well,Type,Time,MeasTime,Compound (uM),Absorbance @ 450 (0.1s) (A)',
      '1,1,A01,M,00:00:03.21,00:00:03.21,1,0.211',
      '1,1,A02,M,00:00:03.61,00:00:03.61,3,0.311',
      '1,1,A03,M,00:00:04.01,00:00:04.01,10,0.611',
      '1,1,A04,M,00:00:04.41,00:00:04.41,30,0.911',
    ],
    { input: ['Compound'], output: ['Absorbance @ 450 (0.1s)'], noise: [] },
    4,
  ],
  [
    'QuantStudio results',
    [
      '* Block Type = 96-Well 0.2-mL Block',
      '* Chemistry = SYBR_GREEN',
      '* Experiment Name = primer opt',
      '* Instrument Type = QuantStudio 3',
      '',
      '[Results]',
      'Well,Well Position,Omit,Sample Name,Target Name,Task,Reporter,Quencher,Primer (nM),Mg (mM),CT,Ct Mean,Ct SD,Tm1',
      '1,A1,FALSE,S1,GAPDH,UNKNOWN,SYBR,None,200,1.5,22.1,22.2,0.1,82.1',
      '2,A2,FALSE,S1,GAPDH,UNKNOWN,SYBR,None,200,3,22.3,22.2,0.1,82.0',
      '3,A3,FALSE,S2,GAPDH,UNKNOWN,SYBR,None,400,1.5,Undetermined,,,60.1',
      '4,A4,TRUE,S2,GAPDH,UNKNOWN,SYBR,None,400,3,21.2,21.2,,82.3',
    ],
    { input: ['Primer', 'Mg'], output: ['CT', 'Tm1'], noise: ['Ct SD'] },
    3,
  ],
  [
    'Bluehill results',
    [
      'Results Table 1',
      ',Nozzle temp (°C),Layer height (mm),Maximum Load (N),Tensile strength (MPa),Modulus (MPa),Strain at break (%)',
      '1,200,0.1,812.1,40.6,2011,3.1',
      '2,220,0.1,902.5,45.1,2102,3.9',
      '3,200,0.2,752.5,37.6,1911,2.7',
      '4,220,0.2,822.7,41.1,1988,3.3',
      'Mean,,,822.4,41.1,2003,3.25',
      'Standard Deviation,,,61.7,3.1,79,0.5',
    ],
    {
      input: ['Nozzle temp', 'Layer height'],
      output: ['Maximum Load', 'Tensile strength', 'Modulus', 'Strain at break'],
      noise: [],
    },
    4,
  ],
  [
    'ambr bioreactors',
    [
      'Bioreactor,Temp SP (°C),pH SP,DO SP (%),Feed start (day),Titer (g/L),VCD (1E6 cells/mL),Viability (%),Lactate (g/L)',
      'CS1-1,36.5,7.0,40,3,2.1,15.2,95.1,1.2',
      'CS1-2,37.0,7.0,40,4,2.5,17.2,94.0,1.6',
      'CS1-3,36.5,7.2,60,4,1.9,13.1,91.7,2.2',
      'CS1-4,37.0,7.2,60,3,2.2,14.8,93.3,1.9',
    ],
    {
      input: ['Temp SP', 'pH SP', 'DO SP', 'Feed start'],
      output: ['Titer', 'VCD', 'Viability', 'Lactate'],
      noise: [],
    },
    4,
  ],
  [
    'Benchling result export',
    [
      'Entity,Assay Run,Temperature (°C),Buffer,Yield (%),Created By,Created At,Modified At,URL',
      'RXN-001,AR-1,60,PBS,45.2,Jane Doe,2024-05-01 10:00,2024-05-02 10:00,https://x.benchling.com/1',
      'RXN-002,AR-1,80,Tris,55.2,Jane Doe,2024-05-01 10:10,2024-05-02 10:00,https://x.benchling.com/2',
      'RXN-003,AR-1,70,PBS,50.2,John Roe,2024-05-01 10:20,2024-05-02 10:00,https://x.benchling.com/3',
      'RXN-004,AR-1,75,Tris,51.2,John Roe,2024-05-01 10:30,2024-05-02 10:00,https://x.benchling.com/4',
    ],
    { input: ['Temperature', 'Buffer'], output: ['Yield'], noise: [] },
    4,
  ],
  [
    'Signals notebook',
    [
      'Notebook ID,Reaction ID,Scientist,Project,Ligand,Temp. (°C),Isolated Yield (%),Last Modified',
      'NB-001,NB-001-01,J. Doe,Alpha,XPhos,60,45.2,2024-05-01',
      'NB-001,NB-001-02,J. Doe,Alpha,SPhos,80,55.2,2024-05-01',
      'NB-002,NB-002-01,R. Roe,Alpha,XPhos,80,65.2,2024-05-01',
      'NB-002,NB-002-02,R. Roe,Alpha,SPhos,60,41.2,2024-05-01',
    ],
    { input: ['Ligand', 'Temp.'], output: ['Isolated Yield'], noise: [] },
    4,
  ],
  [
    'thermoelectrics with σ',
    [
      'Sample,x,Sinter T (K),σ (S/cm),κ (W/mK),ZT',
      '1,0.01,973,812,1.9,0.41',
      '2,0.02,973,1012,2.1,0.36',
      '3,0.01,1023,790,1.8,0.48',
      '4,0.02,1023,950,2.0,0.42',
    ],
    { input: ['x', 'Sinter T'], output: ['σ', 'κ', 'ZT'], noise: [] },
    4,
  ],
  [
    'composition with Se and Y',
    [
      'No,Cu,In,Ga,Se,Efficiency (%)',
      '1,22.1,18,7,52.9,14.2',
      '2,23.2,19,6,51.8,15.1',
      '3,24.0,20,5,51.0,13.2',
      '4,22.5,17,8,52.5,15.8',
    ],
    { input: ['Cu', 'In', 'Ga', 'Se'], output: ['Efficiency'], noise: [] },
    4,
  ],
  [
    'ceria with Y',
    [
      'Sample ID,Zr,Ce,Y,Calcination T (°C),Conductivity (S/cm)',
      'A,0.8,0.1,0.1,900,0.021',
      'B,0.7,0.2,0.1,1000,0.032',
      'C,0.75,0.1,0.15,900,0.041',
      'D,0.7,0.1,0.2,1000,0.029',
    ],
    { input: ['Zr', 'Ce', 'Y', 'Calcination T'], output: ['Conductivity'], noise: [] },
    4,
  ],
  [
    'photochemistry: light intensity is set',
    [
      'Entry,Light intensity (mW/cm²),Wavelength (nm),Cat. loading (mol%),Yield (%)',
      '1,10,450,1,45',
      '2,20,450,2,55',
      '3,10,405,2,61',
      '4,20,405,1,66',
    ],
    { input: ['Light intensity', 'Wavelength', 'Cat. loading'], output: ['Yield'], noise: [] },
    4,
  ],
  [
    'protein buffer: ionic strength is set',
    [
      'Cond,Ionic strength (mM),pH,Enzyme activity loading (U/mL),Binding (%)',
      '1,50,6.5,10,45',
      '2,150,6.5,20,55',
      '3,50,7.5,20,61',
      '4,150,7.5,10,66',
    ],
    { input: ['Ionic strength', 'pH'], output: ['Enzyme activity loading', 'Binding'], noise: [] },
    4,
  ],
  [
    'reflow oven: conveyor speed',
    [
      'Run,Conveyor speed (cm/min),Peak T (°C),Paste viscosity (Pa·s),Voids (%)',
      '1,60,235,190,4.1',
      '2,80,235,210,5.2',
      '3,60,245,210,2.9',
      '4,80,245,190,3.6',
    ],
    { input: ['Conveyor speed', 'Peak T'], output: ['Paste viscosity', 'Voids'], noise: [] },
    4,
  ],
  [
    'catalysis with feed particle size',
    [
      'Run,Catalyst particle size (µm),WHSV (1/h),T (°C),TOS (h),X_CO2 (%),S_MeOH (%),STY (g/kg/h)',
      '1,100,1,220,5,12.1,61.1,201',
      '2,200,2,240,5,14.5,55.0,245',
      '3,100,2,240,10,15.0,57.0,251',
      '4,200,1,220,10,11.0,63.2,190',
    ],
    { input: ['Catalyst particle size', 'WHSV', 'T', 'TOS'], output: ['X_CO2', 'S_MeOH', 'STY'], noise: [] },
    4,
  ],
  [
    'battery cycle summary',
    [
      'Cell_ID,Electrode_loading(mg/cm2),C_rate,Additive(wt%),Discharge_Capacity(mAh/g),Coulombic_Efficiency(%),Capacity_Retention(%)',
      'c1,5.1,0.5,1,151.2,99.1,91.2',
      'c2,7.2,0.5,2,149.9,99.3,93.1',
      'c3,5.0,1,2,145.2,99.0,89.7',
      'c4,7.1,1,1,140.7,98.7,85.4',
    ],
    {
      input: ['Electrode_loading', 'C_rate', 'Additive'],
      output: ['Discharge_Capacity', 'Coulombic_Efficiency', 'Capacity_Retention'],
      noise: [],
    },
    4,
  ],
  [
    'polymer GPC results',
    [
      'Exp. No.,[M]/[I],T (°C),t (h),Conv. (%),Mn (kg/mol),Mw (kg/mol),Đ',
      'P1,100,60,2,55,9.1,10.2,1.12',
      'P2,200,60,4,65,17.1,20.2,1.18',
      'P3,100,80,4,85,10.1,12.2,1.21',
      'P4,200,80,2,75,16.5,19.6,1.19',
    ],
    { input: ['[M]', 'T', 't'], output: ['Conv.', 'Mn', 'Mw', 'Đ'], noise: [] },
    4,
  ],
];

describe('columns of many fields are what their field calls them', () => {
  it.each(files)('%s', async (_, lines, expected, recorded) => {
    const { description } = await read(text(lines));
    const named = (meaning: string) =>
      description.columns.filter((column) => column.meaning === meaning).map(({ name }) => name);
    expect({ input: named('input'), output: named('output'), noise: named('noise') }).toEqual(expected);
    expect(description.n_recorded).toBe(recorded);
  });
});
