import { describe, expect, it } from 'vitest';
import { asRead } from './as-expected.ts';

/** What it is, the file, what its owner expects of the columns, and the number of runs. */
const files: readonly (readonly [string, string, readonly string[], number])[] = [
  [
    'OpenLab summary: compounds as groups of columns',
    `
,,,SM,,Product,,
Vial,Sample Name,Temp (°C),RT [min],Area%,RT [min],Area%,Conv. (%)
D1F-A1,R-01,60,2.11,21.2,3.41,70.1,77.0
D1F-A2,R-02,80,2.11,9.8,3.41,84.4,89.6
D1F-A3,R-03,60,2.12,18.3,3.42,73.2,80.0
D1F-A4,R-04,80,2.11,7.7,3.41,86.1,91.8
`,
    [
      'Vial kept',
      'Sample Name kept',
      'Temp [°C] in 60..80',
      'SM RT [min] kept',
      'SM [Area%] kept',
      'Product RT [min] kept',
      'Product [Area%] kept',
      'Conv. [%] out',
    ],
    4,
  ],
  [
    'SURF: a reaction per row, numbered substances',
    `
rxn_id,temperature_deg_c,time_h,solvent_1_name,solvent_1_fraction,ligand_name,ligand_eq,product_1_yield
s1,60,18,THF,1,XPhos,0.1,45.2
s2,80,18,DMF,1,XPhos,0.2,61.0
s3,60,18,DMF,1,SPhos,0.2,52.2
s4,80,18,THF,1,SPhos,0.1,70.9
`,
    [
      'rxn_id kept',
      'temperature_deg_c in 60..80',
      'time_h kept',
      'solvent_1_name in DMF | THF',
      'solvent_1_fraction kept',
      'ligand_name in SPhos | XPhos',
      'ligand_eq in 0.1..0.2',
      'product_1_yield out',
    ],
    4,
  ],
  [
    'extraction in Spanish',
    `
Corrida;Temperatura (°C);Tiempo (min);Etanol (%);Fenoles totales (mg GAE/g);Actividad antioxidante (%)
1;40;30;50;21,2;61,1
2;60;30;70;25,9;70,3
3;40;60;70;24,4;66,0
4;60;60;50;28,1;74,8
`,
    [
      'Corrida kept',
      'Temperatura [°C] in 40..60',
      'Tiempo [min] in 30..60',
      'Etanol [%] in 50..70',
      'Fenoles totales [mg GAE/g] out',
      'Actividad antioxidante [%] out',
    ],
    4,
  ],
  [
    'sensory scores',
    `
Recipe,Sugar (g),Butter (g),Bake (min),Crunch (1-9),Sweetness (1-9),Overall liking (1-9)
A,100,80,10,5.2,6.1,6.0
B,140,80,12,6.1,7.4,6.6
C,100,120,12,6.8,6.0,7.1
D,140,120,10,5.5,7.2,6.9
`,
    [
      'Recipe kept',
      'Sugar [g] in 100..140',
      'Butter [g] in 80..120',
      'Bake [min] in 10..12',
      'Crunch (1-9) out',
      'Sweetness (1-9) out',
      'Overall liking (1-9) out',
    ],
    4,
  ],
  [
    'lap shear, units and test standard in lines below',
    `
Sample,Cure T,Cure time,Filler,Lap shear,Peel,Failure mode
,°C,min,phr,MPa,N/mm,
S1,120,30,10,14.2,3.1,CF
S2,150,30,20,17.9,2.8,CF
S3,120,60,20,16.3,2.9,AF
S4,150,60,10,18.8,3.4,CF
`,
    [
      'Sample kept',
      'Cure T [°C] in 120..150',
      'Cure time [min] in 30..60',
      'Filler [phr] in 10..20',
      'Lap shear [MPa] out',
      'Peel [N/mm] out',
      'Failure mode kept',
    ],
    4,
  ],
  [
    'printing parameters and a dimension error',
    `
run,layer_height_mm,print_speed_mm_s,infill_percent,nozzle_temp_C,tensile_MPa,dim_error_um,print_time_min
1,0.1,40,20,200,32.1,112,61.2
2,0.2,40,60,220,41.8,141,48.5
3,0.1,80,60,220,38.9,155,52.9
4,0.2,80,20,200,27.7,190,30.1
`,
    [
      'run kept',
      'layer_height_mm in 0.1..0.2',
      'print_speed_mm_s in 40..80',
      'infill_percent in 20..60',
      'nozzle_temp_C in 200..220',
      'tensile_MPa out',
      'dim_error_um out',
      'print_time_min out',
    ],
    4,
  ],
  [
    'CSTR runs of a pilot plant with tags',
    `
Timestamp;TIC101.SP [°C];TI101.PV [°C];FIC201.SP [kg/h];PI301.PV [bar];AI401.PV [mol%];Umsatz [%]
01.03.2026 08:00;180;179,8;12;5,02;1,21;81,2
01.03.2026 12:00;200;200,1;12;5,01;0,72;90,1
01.03.2026 16:00;180;180,2;18;5,03;1,88;72,5
01.03.2026 20:00;200;199,9;18;5,02;1,13;83,3
`,
    [
      'Timestamp kept',
      'TIC101.SP [°C] in 180..200',
      'TI101.PV [°C] kept',
      'FIC201.SP [kg/h] in 12..18',
      'PI301.PV [bar] kept',
      'AI401.PV [mol%] kept',
      'Umsatz [%] out',
    ],
    4,
  ],
  [
    'fermentation in German with replicates',
    `
Ansatz;Medium;Temp. (°C);pH;Replikat;OD600;BTM (g/L);Ethanol (g/L)
F1;YPD;28;5,5;1;12,1;5,2;18,9
F2;YPD;32;6,0;1;15,4;6,3;21,2
F3;SD;28;6,0;1;8,8;3,9;12,4
F4;SD;32;5,5;1;9,9;4,4;14,1
`,
    [
      'Ansatz kept',
      'Medium in SD | YPD',
      'Temp. [°C] in 28..32',
      'pH in 5.5..6',
      'Replikat kept',
      'OD600 out',
      'BTM [g/L] out',
      'Ethanol [g/L] out',
    ],
    4,
  ],
  [
    'screening of MOFs by SMILES and isotherm fits',
    `
mof_id,linker_smiles,metal,temp_K,modulator_eq,BET (m2/g),pore_volume (cm3/g),yield_percent
m1,OC(=O)c1ccc(cc1)C(O)=O,Zr,393,30,1105,0.45,61
m2,OC(=O)c1ccc(cc1N)C(O)=O,Zr,373,10,980,0.41,70
m3,OC(=O)c1ccc(cc1)C(O)=O,Hf,373,30,890,0.37,55
m4,OC(=O)c1ccc(cc1N)C(O)=O,Hf,393,10,820,0.33,66
`,
    [
      'mof_id kept',
      'linker_smiles in OC(=O)c1ccc(cc1)C(O)=O | OC(=O)c1ccc(cc1N)C(O)=O',
      'metal in Hf | Zr',
      'temp_K in 373..393',
      'modulator_eq in 10..30',
      'BET [m2/g] out',
      'pore_volume [cm3/g] out',
      'yield_percent out',
    ],
    4,
  ],
  [
    'ELISA: a standard curve beside samples in wells',
    `
Well,Type,Coating (µg/mL),Block (%),OD450,Conc. (pg/mL)
A1,Standard,,,2.911,1000
A2,Standard,,,1.702,500
B1,Sample,1,1,0.812,201.2
B2,Sample,2,1,1.105,297.1
B3,Sample,1,3,0.766,187.9
B4,Sample,2,3,1.021,270.3
`,
    [
      'Well kept',
      'Type kept',
      'Coating [µg/mL] in 1..2',
      'Block [%] in 1..3',
      'OD450 out',
      'Conc. [pg/mL] out',
    ],
    4,
  ],
  [
    'results of Ax, pasted with trial status and metrics',
    `
trial_index,arm_name,trial_status,generation_node,temp,ratio,yield,yield_sem
0,0_0,COMPLETED,Sobol,61.2,1.1,45.2,1.0
1,1_0,COMPLETED,Sobol,83.3,1.7,61.9,1.2
2,2_0,FAILED,Sobol,97.0,1.9,,
3,3_0,COMPLETED,MBM,88.1,1.5,70.3,0.9
`,
    [
      'trial_index kept',
      'arm_name kept',
      'trial_status kept',
      'generation_node kept',
      'temp in 61.2..97',
      'ratio in 1.1..1.9',
      'yield out',
      'yield_sem noise',
    ],
    4,
  ],
  [
    'kinds whose names begin as those of remarks',
    `
Cell,Chemistry,Linker,Inclination (°),Crosslinker (wt%),Capacity (mAh/g)
C1,NMC,BDC,10,1,150.1
C2,LFP,BDC,20,2,141.7
C3,NMC,NDC,10,2,155.9
C4,LFP,NDC,20,1,139.3
`,
    [
      ...['Cell kept', 'Chemistry in LFP | NMC', 'Linker in BDC | NDC'],
      ...['Inclination [°] in 10..20', 'Crosslinker [wt%] in 1..2', 'Capacity [mAh/g] out'],
    ],
    4,
  ],
  [
    'turns per minute, and durations as 1:30 h',
    `
Essai;Réaction;Agitation (tr/min);Rendement (%)
1;1:30 h;300;45,2
2;2:00 h;300;61,7
3;1:30 h;600;55,0
4;2:00 h;600;58,8
`,
    ['Essai kept', 'Réaction [h] in 1.5..2', 'Agitation [tr/min] in 300..600', 'Rendement [%] out'],
    4,
  ],
  [
    'the best result so far, and a signature below the runs',
    `
x1,x2,obj,best_f
0.112,0.532,1.231,1.231
0.445,0.121,0.872,1.231
0.781,0.664,2.511,2.511
0.330,0.909,1.902,2.511
Analyst signature:,________,,
`,
    ['x1 in 0.112..0.781', 'x2 in 0.121..0.909', 'obj out', 'best_f kept'],
    4,
  ],
  [
    'repeats with their mean and their deviation, which is called s',
    `
Run,pH,Temp (°C),y1,y2,ȳ,s
1,5,30,12.1,12.4,12.25,0.21
2,7,30,15.2,15.0,15.10,0.14
3,5,50,18.0,17.7,17.85,0.21
4,7,50,22.5,22.1,22.30,0.28
`,
    ['Run kept', 'pH in 5..7', 'Temp [°C] in 30..50', 'y1 out', 'y2 out', 'ȳ kept', 's noise'],
    4,
  ],
  [
    'batch sizes, which are powers of 2',
    `
lr,batch,dropout,accuracy
0.001,32,0.1,0.912
0.001,64,0.2,0.888
0.01,128,0.1,0.901
0.01,32,0.3,0.875
`,
    ['lr in 0.001..0.01', 'batch in 32..128', 'dropout in 0.1..0.3', 'accuracy out'],
    4,
  ],
  [
    'a legend of two columns left of the runs',
    `
Code,Meaning,,Run,A,B,Yield (%)
A,Temperature (°C),,1,60,1,45
B,Time (h),,2,80,1,55
,,,3,60,2,51
,,,4,80,2,66
`,
    ['Run kept', 'A in 60..80', 'B in 1..2', 'Yield [%] out'],
    4,
  ],
  [
    'designs of an optimizer: their category, and an objective that is an output',
    `
ID,RID,M,CATEGORY,length,thickness,mass,max_stress,min_mass
0,0,false,SOBOL,100.0,2.0,12.5,250.3,12.5
1,1,false,SOBOL,150.0,3.5,22.1,201.4,22.1
2,2,false,SOBOL,125.0,2.75,16.9,228.8,16.9
3,3,false,MOGAII,175.0,2.375,19.3,244.1,19.3
4,4,false,MOGAII,112.5,3.125,17.0,215.0,17.0
`,
    [
      ...['ID kept', 'RID kept', 'M kept', 'CATEGORY kept', 'length in 100..175', 'thickness in 2..3.5'],
      ...['mass out', 'max_stress out', 'min_mass out'],
    ],
    5,
  ],
  [
    'readings of wells above what the instrument says of them',
    `
Well positions,Label1,Label2
A1,0.0557,0.0509
A2,0.064,0.049
A3,0.0381,0.0489
A4,0.0361,0.0485
Unknown user,,
ULTRA,,
Measurement mode: Absorbance,,
`,
    ['Well positions kept', 'Label1 out', 'Label2 out'],
    4,
  ],
  [
    'center points in German, a ratio without a unit, a signature in two cells',
    `
StdRfolge;ZentralPkt;Temp;Druck;Ausbeute;tan d []
3;1;60;5,0;45,2;0,12
1;1;80;5,0;55,3;0,08
4;1;60;10,0;50,1;0,10
5;0;70;7,5;57,7;0,06
Approver;:;____;;;
`,
    ['StdRfolge kept', 'ZentralPkt kept', 'Temp in 60..80', 'Druck in 5..10', 'Ausbeute out', 'tan d out'],
    4,
  ],
  [
    'conditions that are numbered, with repeats, and a weighed product',
    `
Condition;pH;T (°C);m(Produkt) / mg;Ausbeute (%)
1;6;30;45;60,1
1;6;30;46;61,3
2;7;37;55;73,2
2;7;37;54;72,0
`,
    ['Condition kept', 'pH in 6..7', 'T [°C] in 30..37', 'm(Produkt) / mg kept', 'Ausbeute [%] out'],
    4,
  ],
  [
    'what a program made of the results: desirability, rank, value of an acquisition function, iteration',
    `
x1,x2,[M]:[I]:[Cat],yield,cost,Desirability,Rank,acq_value,iteration
0.1,0.5,100:1:1,12.1,3.1,0.41,4,0.5,0
0.8,0.2,100:1:2,14.2,3.0,0.55,2,0.4,0
0.4,0.9,200:1:1,13.3,3.3,0.47,3,0.3,1
0.6,0.7,200:1:2,15.1,3.2,0.70,1,0.2,2
`,
    [
      ...['x1 in 0.1..0.8', 'x2 in 0.2..0.9', '[M]:[I]:[Cat] in 100:1:1 | 100:1:2 | 200:1:1 | 200:1:2'],
      ...['yield out', 'cost out', 'Desirability kept', 'Rank kept', 'acq_value kept', 'iteration kept'],
    ],
    4,
  ],
  [
    'what was weighed beside the mass that was expected',
    `
Reaction,Reagent (eq),Temperature (°C),Theoretical mass (mg),Actual mass (mg),Yield (%)
RX-1,1.2,25,125.2,95.1,76
RX-2,1.5,25,125.2,101.4,81
RX-3,1.2,60,125.2,110.2,88
RX-4,1.5,60,125.2,115.2,92
`,
    [
      ...['Reaction kept', 'Reagent [eq] in 1.2..1.5', 'Temperature [°C] in 25..60'],
      ...['Theoretical mass (mg) kept', 'Actual mass (mg) kept', 'Yield [%] out'],
    ],
    4,
  ],
];

describe('tables of laboratories', () => {
  it.each(files)('%s', async (_, file, columns, n) => {
    const read = await asRead(file);
    expect(read.columns).toEqual(columns);
    expect(read.n).toBe(n);
  });
});
