import { describe, expect, it } from 'vitest';
import { asRead } from './as-expected.ts';

/** What it is, the file, what its owner expects of the columns, and the number of runs. */
const files: readonly (readonly [string, string, readonly string[], number])[] = [
  [
    'RheoCompass: a summary per formulation',
    `
Formulation;Xanthan (wt%);Salt (wt%);Viscosity at 10 1/s (mPa·s);Yield stress (Pa);G' at 1 Hz (Pa);G" at 1 Hz (Pa);tan(delta) (1)
R1;0,2;0;412,1;1,21;12,4;6,1;0,49
R2;0,4;0;905,7;3,40;31,8;13,9;0,44
R3;0,2;1;388,0;1,05;11,1;5,9;0,53
R4;0,4;1;850,2;3,02;28,7;13,1;0,46
`,
    [
      'Formulation kept',
      'Xanthan [wt%] in 0.2..0.4',
      'Salt [wt%] in 0..1',
      'Viscosity at 10 1 per s [mPa·s] out',
      'Yield stress [Pa] out',
      "G' at 1 Hz [Pa] out",
      'G" at 1 Hz [Pa] out',
      'tan(delta) (1) out',
    ],
    4,
  ],
  [
    'TRIOS: DSC of blends',
    `
Run→Plasticizer→PEG→Cooling rate→Onset x→Peak temperature→Enthalpy (normalized)→Glass transition midpoint
→%→%→°C/min→°C→°C→J/g→°C
1→5→0→5→141.2→152.8→38.11→54.2
2→10→0→20→138.9→150.1→35.40→49.8
3→5→10→20→140.3→151.7→33.92→52.1
4→10→10→5→136.0→148.2→36.77→45.3
`,
    [
      'Run kept',
      'Plasticizer [%] in 5..10',
      'PEG [%] in 0..10',
      'Cooling rate [°C/min] in 5..20',
      'Onset x [°C] out',
      'Peak temperature [°C] out',
      'Enthalpy (normalized) [J/g] out',
      'Glass transition midpoint [°C] out',
    ],
    4,
  ],
  [
    'NETZSCH: header of # lines, names behind ##',
    `
#EXPORTTYPE:;DATA ALL
#FORMAT:;NETZSCH5
#FTYPE:;ANSI
#IDENTITY:;B-112
#DECIMAL:;POINT
#SEPARATOR:;SEMICOLON
#MTYPE:;TG
#SAMPLE MASS /mg:;10.21

##Temp./°C;Rate/(K/min);Mass/%;DTG/(%/min)
200;10;98.21;-0.12
200;20;98.75;-0.08
300;10;91.02;-0.95
300;20;93.11;-0.71
`,
    ['Temp. [°C] in 200..300', 'Rate [K/min] in 10..20', 'Mass [%] out', 'DTG [%/min] out'],
    4,
  ],
  [
    'Zetasizer: liposomes',
    `
Record→Sample Name→Lipid (mM)→Passes→T (°C)→Z-Ave (d.nm)→PdI→Pk 1 Mean Int (d.nm)→Derived Count Rate (kcps)→ZP (mV)
1→L1→5→5→25→142.1→0.181→160.2→21034.1→-31.2
2→L2→10→5→25→155.8→0.212→178.8→35120.9→-29.9
3→L3→5→11→25→118.4→0.110→127.9→19870.3→-32.0
4→L4→10→11→25→125.9→0.131→139.5→33541.7→-30.4
`,
    [
      'Record kept',
      'Sample Name kept',
      'Lipid [mM] in 5..10',
      'Passes in 5..11',
      'T (°C) kept',
      'Z-Ave [d.nm] out',
      'PdI out',
      'Pk 1 Mean Int [d.nm] out',
      'Derived Count Rate [kcps] out',
      'ZP [mV] out',
    ],
    4,
  ],
  [
    'Mastersizer 3000: milling',
    `
"Record Number","Sample Name","Mill speed (rpm)","Mill time (min)","Laser Obscuration (%)","Dx (10) (μm)","Dx (50) (μm)","Dx (90) (μm)","Span","D [4,3] (μm)","Weighted Residual (%)"
"1","M1","300","30","8.12","1.21","5.30","14.2","2.451","6.91","0.41"
"2","M2","500","30","8.40","0.98","3.91","10.1","2.332","4.95","0.38"
"3","M3","300","60","7.95","1.02","4.22","11.3","2.436","5.42","0.44"
"4","M4","500","60","8.21","0.77","2.81","7.02","2.224","3.48","0.36"
`,
    [
      'Record Number kept',
      'Sample Name kept',
      'Mill speed [rpm] in 300..500',
      'Mill time [min] in 30..60',
      'Laser Obscuration [%] out',
      'Dx (10) [μm] out',
      'Dx (50) [μm] out',
      'Dx (90) [μm] out',
      'Span out',
      'D [4,3] [μm] out',
      'Weighted Residual (%) kept',
    ],
    4,
  ],
  [
    'XRF: oxides of a glass',
    `
Melt;Soda (g);Melt T (°C);SiO2 (wt%);Na2O (wt%);Al2O3 (wt%);LOI (%);Total
G1;10;1400;72,1;14,2;1,8;0,12;99,1
G2;20;1400;65,3;21,0;1,6;0,20;98,7
G3;10;1500;73,0;13,1;1,9;0,09;99,4
G4;20;1500;66,4;19,8;1,7;0,15;98,9
`,
    [
      'Melt kept',
      'Soda [g] in 10..20',
      'Melt T [°C] in 1400..1500',
      'SiO2 [wt%] out',
      'Na2O [wt%] out',
      'Al2O3 [wt%] out',
      'LOI [%] out',
      'Total out',
    ],
    4,
  ],
  [
    'Keithley: solar cells with scan directions',
    `
Device ID,Spin speed (rpm),Anneal (°C),Scan,Voc (V),Jsc (mA/cm2),FF (%),PCE (%),Rs (ohm cm2),Rsh (ohm cm2)
A1-1,3000,100,Reverse,1.081,22.41,74.2,17.98,4.21,1520.1
A1-1,3000,100,Forward,1.062,22.38,70.1,16.66,5.02,1210.9
A2-1,4000,100,Reverse,1.095,22.90,76.0,19.06,3.87,1811.3
A2-1,4000,100,Forward,1.077,22.85,72.3,17.79,4.60,1422.2
A3-1,3000,120,Reverse,1.054,21.77,71.8,16.47,4.77,1130.4
A3-1,3000,120,Forward,1.033,21.70,67.9,15.22,5.61,940.8
`,
    [
      'Device ID kept',
      'Spin speed [rpm] in 3000..4000',
      'Anneal [°C] in 100..120',
      'Scan in Forward | Reverse',
      'Voc [V] out',
      'Jsc [mA/cm2] out',
      'FF [%] out',
      'PCE [%] out',
      'Rs [ohm cm2] out',
      'Rsh [ohm cm2] out',
    ],
    6,
  ],
  [
    'ellipsometer: ALD films',
    `
Wafer,Cycles,T (C),Purge (s),Thickness (nm),n @ 632.8 nm,MSE,GPC (A/cycle)
W01,100,150,5,11.2,1.62,3.1,1.12
W02,200,150,10,21.9,1.63,4.0,1.10
W03,100,250,10,9.4,1.65,2.8,0.94
W04,200,250,5,18.5,1.66,3.7,0.93
`,
    [
      'Wafer kept',
      'Cycles in 100..200',
      'T [C] in 150..250',
      'Purge [s] in 5..10',
      'Thickness [nm] out',
      'n @ 632.8 nm out',
      'MSE out',
      'GPC [A/cycle] out',
    ],
    4,
  ],
  [
    'TargetLynx: a block per compound',
    `
Quantify Compound Summary Report

Printed Mon Mar 02 10:12:44 2026

Compound 1:  Caffeine

→#→Name→Type→Std. Conc→RT→Area→Conc.
1→1→R1→Analyte→→2.31→1250.4→1.02
2→2→R2→Analyte→→2.31→1710.9→1.41
3→3→R3→Analyte→→2.32→1520.2→1.24

Compound 2:  Theobromine

→#→Name→Type→Std. Conc→RT→Area→Conc.
1→1→R1→Analyte→→1.71→250.4→0.22
2→2→R2→Analyte→→1.70→310.9→0.31
3→3→R3→Analyte→→1.71→288.8→0.27
`,
    [
      'Column 1 kept',
      '# kept',
      'Name kept',
      'Type kept',
      'Std. Conc kept',
      'RT kept',
      'Area kept',
      'Caffeine out',
      'Theobromine out',
    ],
    3,
  ],
  [
    'TraceFinder: a row per compound',
    `
Sample ID,Sample Type,Temp (°C),Base (equiv),Compound,RT,Area,Calculated Amt,Units
R1,Unknown,60,1.0,Product,3.21,120411,0.82,mM
R1,Unknown,60,1.0,SM,2.11,20412,0.14,mM
R2,Unknown,80,1.0,Product,3.21,131990,0.90,mM
R2,Unknown,80,1.0,SM,2.11,9911,0.07,mM
R3,Unknown,60,2.0,Product,3.22,127700,0.87,mM
R3,Unknown,60,2.0,SM,2.12,14080,0.10,mM
R4,Unknown,80,2.0,Product,3.21,138120,0.94,mM
R4,Unknown,80,2.0,SM,2.11,5210,0.04,mM
`,
    [
      'Sample ID kept',
      'Sample Type kept',
      'Temp [°C] in 60..80',
      'Base [equiv] in 1..2',
      'RT kept',
      'Area kept',
      'Product [mM] out',
      'SM [mM] out',
    ],
    4,
  ],
  [
    'Library Studio: a design by place',
    `
Library ID→Row→Column→Ligand→Base→Solvent→Pd (mol%)→LCAP Product→LCAP SM→Notes
101201→1→1→XPhos→K3PO4→THF→2→81.2→10.1→
101201→1→2→SPhos→K3PO4→THF→2→70.9→18.8→
101201→2→1→XPhos→Cs2CO3→THF→4→88.4→4.2→dark
101201→2→2→SPhos→Cs2CO3→THF→4→79.0→11.7→
101201→3→1→XPhos→K3PO4→DMF→4→75.3→13.0→
101201→3→2→SPhos→K3PO4→DMF→4→66.1→22.9→
`,
    [
      'Library ID kept',
      'Row kept',
      'Column kept',
      'Ligand in SPhos | XPhos',
      'Base in Cs2CO3 | K3PO4',
      'Solvent in DMF | THF',
      'Pd [mol%] in 2..4',
      'LCAP Product out',
      'LCAP SM out',
      'Notes kept',
    ],
    6,
  ],
  [
    'Neware: cells by formation',
    `
Barcode;Formation rate (C);Rest (h);Discharge_Capacity(mAh/g);Charge_Capacity(mAh/g);CE 1st (%);DCIR (mOhm);Capacity retention @100 (%)
BC01;0,05;12;201,2;222,1;90,6;31,2;94,1
BC02;0,1;12;198,4;220,0;90,2;33,9;92,8
BC03;0,05;24;203,0;223,3;90,9;30,4;95,0
BC04;0,1;24;199,5;220,8;90,4;32,8;93,7
`,
    [
      'Barcode kept',
      'Formation rate [C] in 0.05..0.1',
      'Rest [h] in 12..24',
      'Discharge_Capacity [mAh/g] out',
      'Charge_Capacity [mAh/g] out',
      'CE 1st [%] out',
      'DCIR [mOhm] out',
      'Capacity retention @100 [%] out',
    ],
    4,
  ],
  [
    'Raman of graphene: ratios of bands',
    `
Sample,CH4 (sccm),H2 (sccm),T (°C),t (min),ID/IG,I2D/IG,FWHM 2D (cm-1),Coverage (%)
CVD1,5,20,1000,10,0.12,2.31,31.2,71
CVD2,10,20,1000,20,0.31,1.62,38.8,93
CVD3,5,40,1030,20,0.08,2.77,29.0,80
CVD4,10,40,1030,10,0.22,1.95,34.5,88
`,
    [
      'Sample kept',
      'CH4 [sccm] in 5..10',
      'H2 [sccm] in 20..40',
      'T [°C] in 1000..1030',
      't [min] in 10..20',
      'ID per IG out',
      'I2D per IG out',
      'FWHM 2D [cm-1] out',
      'Coverage [%] out',
    ],
    4,
  ],
  [
    'MNova: integrals at shifts',
    `
Entry;Cat. (mol%);T (°C);Int. 4.52 ppm;Int. 6.90 ppm (IS);NMR conv. (%);NMR yield (%);d.r.
1;5;25;0,52;1,00;61;52;3:1
2;10;25;0,71;1,00;79;71;4:1
3;5;40;0,66;1,00;75;66;2.5:1
4;10;40;0,80;1,00;92;80;3:1
`,
    [
      'Entry kept',
      'Cat. [mol%] in 5..10',
      'T [°C] in 25..40',
      'Int. 4.52 ppm out',
      'Int. 6.90 ppm (IS) kept',
      'NMR conv. [%] out',
      'NMR yield [%] out',
      'd.r. kept',
    ],
    4,
  ],
];

describe('tables of instruments', () => {
  it.each(files)('%s', async (_, file, columns, n) => {
    const read = await asRead(file);
    expect(read.columns).toEqual(columns);
    expect(read.n).toBe(n);
  });
});
