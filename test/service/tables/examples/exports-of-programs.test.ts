import { describe, expect, it } from 'vitest';
import { asRead } from './as-expected.ts';

/** What it is, the file, what its owner expects of the columns, and the number of runs. */
const files: readonly (readonly [string, string, readonly string[], number])[] = [
  [
    'EDBO+: PENDING results and priorities',
    `
ligand,base,solvent,concentration,temperature,yield,cost,priority
CgMe-PPh,KOAc,DMAc,0.1,105,PENDING,PENDING,1
PPh3,KOPiv,BuCN,0.057,90,12.3,0.42,-1
XPhos,CsOAc,DMAc,0.153,120,61.8,0.90,-1
CgMe-PPh,KOAc,BuOAc,0.1,90,45.0,0.35,-1
PPh3,KOAc,DMAc,0.057,120,33.1,0.21,-1
XPhos,KOPiv,BuOAc,0.153,105,PENDING,PENDING,1
`,
    [
      'ligand in CgMe-PPh | PPh3 | XPhos',
      'base in CsOAc | KOAc | KOPiv',
      'solvent in BuCN | BuOAc | DMAc',
      'concentration in 0.057..0.153',
      'temperature in 90..120',
      'yield out',
      'cost out',
      'priority kept',
    ],
    6,
  ],
  [
    'BayBE: measurements',
    `
,Temperature,Pressure,Solvent,Yield,BatchNr,FitNr
0,100.0,2.0,THF,45.2,1,1.0
1,120.0,4.0,DMF,61.0,1,1.0
2,100.0,4.0,DMF,58.3,2,2.0
3,110.0,3.0,THF,66.1,2,
`,
    [
      'Column 1 kept',
      'Temperature in 100..120',
      'Pressure in 2..4',
      'Solvent in DMF | THF',
      'Yield out',
      'BatchNr kept',
      'FitNr kept',
    ],
    4,
  ],
  [
    'Weights & Biases: runs of a sweep',
    `
"Name","State","Notes","User","Tags","Created","Runtime","Sweep","batch_size","lr","optimizer","val_loss"
"soft-sweep-1","finished","-","mk","","2026-03-01T10:00:00.000Z","312","abc1","32","0.00121","adam","0.412"
"dry-sweep-2","finished","-","mk","","2026-03-01T10:06:00.000Z","298","abc1","64","0.00310","sgd","0.533"
"warm-sweep-3","crashed","-","mk","","2026-03-01T10:12:00.000Z","35","abc1","32","0.0972","sgd",""
"calm-sweep-4","finished","-","mk","","2026-03-01T10:13:00.000Z","305","abc1","64","0.00078","adam","0.397"
`,
    [
      'Name kept',
      'State kept',
      'Notes kept',
      'User kept',
      'Tags kept',
      'Created kept',
      'Runtime kept',
      'Sweep kept',
      'batch_size in 32..64',
      'lr in 0.00078..0.0972',
      'optimizer in adam | sgd',
      'val_loss out',
    ],
    4,
  ],
  [
    'eLabFTW: experiments with extra fields',
    `
id,date,title,body,category,category_title,status_title,custom_id,elabid,rating,tags,Temperature (°C),Stirring (rpm),Yield (%)
412,2026-03-02,MOF-1,"<p>blue</p>",1,Synthesis,Success,,20260302-a1b2,0,mof|zr,80,300,55
413,2026-03-03,MOF-2,"<p>pale</p>",1,Synthesis,Success,,20260303-c3d4,0,mof|zr,120,300,71
414,2026-03-04,MOF-3,"<p>blue</p>",1,Synthesis,Fail,,20260304-e5f6,0,mof|zr,80,600,
415,2026-03-05,MOF-4,"<p>white</p>",1,Synthesis,Success,,20260305-a7b8,0,mof|zr,120,600,68
`,
    [
      'id kept',
      'date kept',
      'title kept',
      'body kept',
      'category kept',
      'category_title kept',
      'status_title kept',
      'custom_id kept',
      'elabid kept',
      'rating kept',
      'tags kept',
      'Temperature [°C] in 80..120',
      'Stirring [rpm] in 300..600',
      'Yield [%] out',
    ],
    4,
  ],
  [
    'Airtable: a grid view',
    `
Name,Catalyst (from Reagents),Solvent,T (°C),Loading,Yield,Chromatogram,Last Modified,Created By
R-1,"Pd(OAc)2",THF,60,2%,45%,c1.png (https://dl.example.org/c1.png),3/2/2026 10:11am,A. Berg
R-2,"Pd2(dba)3",DMF,80,5%,71%,c2.png (https://dl.example.org/c2.png),3/2/2026 2:40pm,A. Berg
R-3,"Pd(OAc)2",DMF,80,2%,62%,c3.png (https://dl.example.org/c3.png),3/3/2026 9:02am,L. Roy
R-4,"Pd2(dba)3",THF,60,5%,58%,c4.png (https://dl.example.org/c4.png),3/3/2026 9:44am,L. Roy
`,
    [
      'Name kept',
      'Catalyst (from Reagents) in Pd(OAc)2 | Pd2(dba)3',
      'Solvent in DMF | THF',
      'T [°C] in 60..80',
      'Loading [%] in 2..5',
      'Yield [%] out',
      'Chromatogram kept',
      'Last Modified kept',
      'Created By kept',
    ],
    4,
  ],
  [
    'KNIME: row IDs',
    `
"row ID","T","p","catalyst","X_CO2","S_MeOH"
"Row0",220,20,"CZA",12.1,61.2
"Row1",240,20,"CZA",18.8,52.9
"Row2",220,40,"In2O3",8.7,88.1
"Row3",240,40,"In2O3",13.4,79.0
`,
    ['row ID kept', 'T in 220..240', 'p in 20..40', 'catalyst in CZA | In2O3', 'X_CO2 out', 'S_MeOH out'],
    4,
  ],
  [
    'a legend left of the runs',
    `
Legende;;Versuch;A;B;C;Ausbeute [%]
A = Temperatur (°C);;1;60;2;1;45
B = Zeit (h);;2;80;2;1;61
C = Base (eq);;3;60;4;1;52
;;4;80;4;2;72
;;5;60;2;2;50
;;6;80;2;2;66
`,
    ['Versuch kept', 'A in 60..80', 'B in 2..4', 'C in 1..2', 'Ausbeute [%] out'],
    6,
  ],
  [
    'FrF2 of R: a design with its orders',
    `
"","name","run.no.in.std.order","run.no","run.no.std.rp","Temp","Time","Stir","Blocks","y"
"1","1",3,1,"3",60,30,300,"1",55.2
"2","2",1,2,"1",60,10,500,"1",48.9
"3","3",4,3,"4",80,30,500,"2",71.4
"4","4",2,4,"2",80,10,300,"2",60.3
`,
    [
      'Column 1 kept',
      'name kept',
      'run.no.in.std.order kept',
      'run.no kept',
      'run.no.std.rp kept',
      'Temp in 60..80',
      'Time in 10..30',
      'Stir in 300..500',
      'Blocks kept',
      'y out',
    ],
    4,
  ],
  [
    'SQL Server: bracketed names',
    `
[dbo].[Runs].[RunID],[dbo].[Runs].[Temp_C],[dbo].[Runs].[Stir rate],[dbo].[Assay].[Yield],[dbo].[Assay].[Analyst]
1,60,300,45.2,jd
2,80,300,61.0,jd
3,60,500,52.2,mk
4,80,500,70.1,mk
`,
    ['RunID kept', 'Temp_C in 60..80', 'Stir rate in 300..500', 'Yield out', 'Analyst kept'],
    4,
  ],
  [
    'MATLAB bayesopt: the table that it prints',
    `
|======================================================================================|
| Iter | Eval   | Objective   | Objective   | BestSoFar   | BestSoFar   |     Temp     |     Time     |
|      | result |             | runtime     | (observed)  | (estim.)    |              |              |
|======================================================================================|
|    1 | Best   |     -45.212 |     0.12031 |     -45.212 |     -45.212 |       61.21  |       12.02  |
|    2 | Best   |     -61.901 |     0.09812 |     -61.901 |     -60.870 |       83.35  |       25.50  |
|    3 | Accept |     -50.330 |     0.08744 |     -61.901 |     -61.100 |       70.80  |       31.75  |
|    4 | Best   |     -72.441 |     0.09930 |     -72.441 |     -71.902 |       92.04  |       18.41  |
`,
    [
      'Iter kept',
      'Eval result kept',
      'Objective out',
      'Objective runtime kept',
      'BestSoFar (observed) kept',
      'BestSoFar (estim.) kept',
      'Temp in 61.21..92.04',
      'Time in 12.02..31.75',
    ],
    4,
  ],
  [
    'coatings: pencil hardness',
    `
Panel;Isocyanate (%);Bake (°C);Pencil hardness;Gloss 60° (GU);Cross-cut (Gt)
P1;20;120;HB;88,2;0
P2;30;120;F;90,1;1
P3;20;140;H;85,7;0
P4;30;140;2H;86,9;2
P5;25;130;H;89,0;1
`,
    [
      'Panel kept',
      'Isocyanate [%] in 20..30',
      'Bake [°C] in 120..140',
      'Pencil hardness kept',
      'Gloss 60° [GU] out',
      'Cross-cut (Gt) out',
    ],
    5,
  ],
  [
    'settings right of a named result',
    `
Run,Yield (%),T (°C),Catalyst (mol%),Ligand,t (h)
1,45.2,60,1.02,XPhos,2
2,61.7,80,1.98,SPhos,2
3,52.2,60,1.51,SPhos,4
4,72.9,80,2.49,XPhos,4
5,66.0,70,2.03,XPhos,3
`,
    [
      'Run kept',
      'Yield [%] out',
      'T [°C] in 60..80',
      'Catalyst [mol%] in 1.02..2.49',
      'Ligand in SPhos | XPhos',
      't [h] in 2..4',
    ],
    5,
  ],
  [
    'compositions that add up, result at the left',
    `
sample_no,plate_id,Eta.V_ave,Fe.frac,Co.frac,Ni.frac,Mn.frac
1,3860,0.412,0.1,0.2,0.3,0.4
2,3860,0.398,0.2,0.2,0.2,0.4
3,3860,0.377,0.4,0.1,0.3,0.2
4,3860,0.421,0.0,0.5,0.1,0.4
5,3860,0.365,0.3,0.3,0.3,0.1
`,
    [
      'sample_no kept',
      'plate_id kept',
      'Eta.V_ave out',
      'Fe.frac in 0..0.4',
      'Co.frac in 0.1..0.5',
      'Ni.frac in 0.1..0.3',
      'Mn.frac in 0.1..0.4',
    ],
    5,
  ],
  [
    'Olympus: data without names',
    `
1.52,0.21,60.1,thf,45.2
2.61,0.35,82.7,dmf,61.9
1.98,0.27,71.3,thf,52.8
3.40,0.41,95.0,dmf,77.4
2.22,0.33,66.6,thf,50.5
2.95,0.22,88.2,thf,63.1
`,
    [
      'Column 1 in 1.52..3.4',
      'Column 2 in 0.21..0.41',
      'Column 3 in 60.1..95',
      'Column 4 in dmf | thf',
      'Column 5 out',
    ],
    6,
  ],
  [
    'a plan of Minerva: the index of a longer table, and no results yet',
    `
,rxn_id,temperature,ligand,solvent,base
12801,S_1,60,XPhos,THF,K3PO4
402,S_2,80,SPhos,DMF,K3PO4
77310,S_3,60,XPhos,DMF,CsF
5,S_4,100,SPhos,THF,CsF
9120,S_5,80,XPhos,THF,CsF
`,
    [
      ...['Column 1 kept', 'rxn_id kept', 'temperature in 60..100', 'ligand in SPhos | XPhos'],
      ...['solvent in DMF | THF', 'base in CsF | K3PO4'],
    ],
    5,
  ],
  [
    'EDBO: substances by SMILES, however long',
    `
Base_SMILES,Ligand_SMILES,Temp_C,yield
O=C([O-])C.[K+],CC(C1=C(C2=CC=CC=C2P(C3CCCCC3)C4CCCCC4)C(C(C)C)=CC(C(C)C)=C1)C,90,45.2
O=C([O-])C(C)(C)C.[Cs+],CC(C1=C(C2=CC=CC=C2P(C3CCCCC3)C4CCCCC4)C(C(C)C)=CC(C(C)C)=C1)C,105,61.0
O=C([O-])C.[K+],COC1=CC=CC(OC)=C1C2=CC=CC=C2P(C3CCCCC3)C4CCCCC4,105,52.3
O=C([O-])C(C)(C)C.[Cs+],COC1=CC=CC(OC)=C1C2=CC=CC=C2P(C3CCCCC3)C4CCCCC4,90,70.8
`,
    [
      'Base_SMILES in O=C([O-])C(C)(C)C.[Cs+] | O=C([O-])C.[K+]',
      'Ligand_SMILES in CC(C1=C(C2=CC=CC=C2P(C3CCCCC3)C4CCCCC4)C(C(C)C)=CC(C(C)C)=C1)C | COC1=CC=CC(OC)=C1C2=CC=CC=C2P(C3CCCCC3)C4CCCCC4',
      'Temp_C in 90..105',
      'yield out',
    ],
    4,
  ],
  [
    'a lattice of mixtures without results, and a standard order that is misspelled',
    `
"","std.roder","x1","x2","x3"
"1",1,1,0,0
"2",2,0,1,0
"3",3,0,0,1
"4",4,0.5,0.5,0
"5",5,0.5,0,0.5
"6",6,0,0.5,0.5
`,
    ['Column 1 kept', 'std.roder kept', 'x1 in 0..1', 'x2 in 0..1', 'x3 in 0..1'],
    6,
  ],
];

describe('exports of programs', () => {
  it.each(files)('%s', async (_, file, columns, n) => {
    const read = await asRead(file);
    expect(read.columns).toEqual(columns);
    expect(read.n).toBe(n);
  });
});
