import { describe, expect, it } from 'vitest';
import { asRead } from './as-expected.ts';

/** What it is, the file, what its owner expects of the columns, and the number of runs. */
const files: readonly (readonly [string, string, readonly string[], number])[] = [
  [
    'NanoDrop: ratios beside an extraction',
    `
Sample Name,Lysis time (min),Beads (µL),Date,Nucleic Acid(ng/uL),A260/A280,A260/A230,A260,A280,Nucleic Acid Factor,Baseline Correction (nm)
N1,5,20,2026-05-02 10:11,152.3,1.86,2.11,3.05,1.64,50,340
N2,10,20,2026-05-02 10:13,181.9,1.84,2.02,3.64,1.98,50,340
N3,5,40,2026-05-02 10:15,210.4,1.88,2.18,4.21,2.24,50,340
N4,10,40,2026-05-02 10:16,245.0,1.83,1.97,4.90,2.68,50,340
`,
    [
      'Sample Name kept',
      'Lysis time [min] in 5..10',
      'Beads [µL] in 20..40',
      'Date kept',
      'Nucleic Acid [ng/uL] out',
      'A260 per A280 out',
      'A260 per A230 out',
      'A260 out',
      'A280 out',
      'Nucleic Acid Factor kept',
      'Baseline Correction (nm) kept',
    ],
    4,
  ],
  [
    'Vi-CELL: feeds and cells per mL',
    `
Sample ID,Feed A (%),Feed B (%),Total (x10^6) cells/mL,Viable (x10^6) cells/mL,Viability (%),Average diameter (µm)
D7-1,2,0.2,12.31,11.90,96.7,17.21
D7-2,4,0.2,15.02,14.11,93.9,17.65
D7-3,2,0.4,13.77,13.20,95.9,17.33
D7-4,4,0.4,16.90,15.41,91.2,17.98
`,
    [
      'Sample ID kept',
      'Feed A [%] in 2..4',
      'Feed B [%] in 0.2..0.4',
      'Total [(x10^6) cells/mL] out',
      'Viable [(x10^6) cells/mL] out',
      'Viability [%] out',
      'Average diameter [µm] out',
    ],
    4,
  ],
  [
    'QuantStudio: a report in sections',
    `
* Block Type = 96-Well Block (0.2mL)
* Chemistry = SYBR_GREEN
* Experiment Name = anneal test
* Passive Reference = ROX

[Results]
Well→Well Position→Sample Name→Target Name→Task→Anneal (°C)→Primer (nM)→Reporter→Quencher→CT→Ct Mean→Ct SD→Tm1
1→A1→P1→GAPDH→UNKNOWN→58→200→SYBR→None→21.302→21.31→0.02→82.1
2→A2→P2→GAPDH→UNKNOWN→58→400→SYBR→None→20.845→20.85→0.03→82.0
3→A3→P3→GAPDH→UNKNOWN→62→200→SYBR→None→22.914→22.90→0.05→82.2
4→A4→P4→GAPDH→UNKNOWN→62→400→SYBR→None→21.950→21.96→0.01→82.1
5→A5→P5→GAPDH→UNKNOWN→60→300→SYBR→None→20.410→20.40→0.02→82.3
`,
    [
      'Well kept',
      'Well Position kept',
      'Sample Name kept',
      'Target Name kept',
      'Task kept',
      'Anneal [°C] in 58..62',
      'Primer [nM] in 200..400',
      'Reporter kept',
      'Quencher kept',
      'CT out',
      'Ct Mean kept',
      'Ct SD noise',
      'Tm1 out',
    ],
    5,
  ],
  [
    'BioProfile FLEX2: units with blanks below the names',
    `
Date & Time,Sample ID,Feed (%),Temp shift (°C),Gln,Gluc,Lac,pH,Osm,Viable Density,Viability
,,,,mmol / L,g / L,g / L,-,mOsm / kg,x10^6 Cells / mL,%
1/1/2026 16:20,T1,2,33,1.21,4.31,0.82,7.01,301,11.2,97.1
1/1/2026 16:25,T2,4,33,1.53,5.12,0.91,6.98,322,13.9,95.8
1/1/2026 16:31,T3,2,35,1.02,3.77,1.24,6.95,305,12.7,94.0
1/1/2026 16:36,T4,4,35,1.39,4.60,1.37,6.91,331,14.8,92.3
`,
    [
      'Date & Time kept',
      'Sample ID kept',
      'Feed [%] in 2..4',
      'Temp shift [°C] in 33..35',
      'Gln [mmol / L] out',
      'Gluc [g / L] out',
      'Lac [g / L] out',
      'pH out',
      'Osm [mOsm / kg] out',
      'Viable Density [x10^6 Cells / mL] out',
      'Viability [%] out',
    ],
    4,
  ],
  [
    'EC-Lab: capacities in mA.h',
    `
Cell→LiFSI (M)→FEC (%)→cycle number→Capacity/mA.h→Energy discharge/W.h→Efficiency/%→Q charge/discharge/mA.h
C1→1→5→10→3.412→0.0126→99.1→0.031
C2→2→5→10→3.551→0.0131→99.4→0.021
C3→1→10→10→3.380→0.0124→98.8→0.042
C4→2→10→10→3.498→0.0129→99.2→0.027
`,
    [
      'Cell kept',
      'LiFSI [M] in 1..2',
      'FEC [%] in 5..10',
      'cycle number kept',
      'Capacity [mA.h] out',
      'Energy discharge [W.h] out',
      'Efficiency [%] out',
      'Q charge per discharge [mA.h] out',
    ],
    4,
  ],
  [
    'Gamry: fitted Tafel parameters',
    `
File→Inhibitor (ppm)→pH→Ecorr (V vs. Ref.)→Icorr (A/cm²)→Corrosion Rate (mpy)→Beta A (V/decade)→Goodness of Fit
T1.DTA→50→3→-0.512→1.21e-5→5.52→0.081→2.1e-3
T2.DTA→100→3→-0.498→8.02e-6→3.66→0.085→1.4e-3
T3.DTA→50→5→-0.533→9.90e-6→4.52→0.078→3.0e-3
T4.DTA→100→5→-0.520→6.45e-6→2.94→0.083→2.2e-3
`,
    [
      'File kept',
      'Inhibitor [ppm] in 50..100',
      'pH in 3..5',
      'Ecorr [V vs. Ref.] out',
      'Icorr [A/cm²] out',
      'Corrosion Rate [mpy] out',
      'Beta A [V/decade] out',
      'Goodness of Fit out',
    ],
    4,
  ],
  [
    'LabVIEW .lvm: one line per set point',
    `
LabVIEW Measurement→
Writer_Version→2
Reader_Version→2
Separator→Tab
Decimal_Separator→.
Multi_Headings→No
X_Columns→One
Time_Pref→Relative
Operator→lab
Date→2026/03/04
Time→10:22:31.1
***End_of_Header***→
→
Channels→3→→→
Samples→1→1→1→
Date→2026/03/04→2026/03/04→2026/03/04→
Y_Unit_Label→Volts→Volts→Volts→
X_Dimension→Time→Time→Time→
X0→0.0000000000000000E+0→0.0000000000000000E+0→0.0000000000000000E+0→
Delta_X→1.000000→1.000000→1.000000→
***End_of_Header***→→→→
X_Value→Pump→Heater→Signal→Comment
0.000000→1.0→60→0.231→
1.000000→1.0→80→0.302→
2.000000→2.0→60→0.287→
3.000000→2.0→80→0.411→
`,
    ['X_Value kept', 'Pump in 1..2', 'Heater in 60..80', 'Signal out', 'Comment kept'],
    4,
  ],
  [
    'DASGIP: set points and process values',
    `
Vessel;T1.SP [°C];T1.PV [°C];pH1.SP [pH];pH1.PV [pH];F1.SP [mL/h];OD600 end;Titer (g/L)
V1;30;30,02;6,8;6,81;5;42,1;1,21
V2;37;36,97;6,8;6,79;5;55,9;1,02
V3;30;30,01;7,2;7,22;10;47,3;1,56
V4;37;37,03;7,2;7,18;10;61,4;1,31
`,
    [
      'Vessel kept',
      'T1.SP [°C] in 30..37',
      'T1.PV [°C] kept',
      'pH1.SP [pH] in 6.8..7.2',
      'pH1.PV [pH] kept',
      'F1.SP [mL/h] in 5..10',
      'OD600 end out',
      'Titer [g/L] out',
    ],
    4,
  ],
  [
    'ambr: vessels of a workstation',
    `
Workstation,Culture Station,Vessel,Stir Speed (rpm),DO setpoint (%),Day 3 glucose feed (mL),Inoculation VCD (x10^6 cells/mL),Day 14 titre (g/L),Final viability (%),IVC (x10^6 cell days/mL)
ambr15,CS1,1,900,30,0.2,0.5,2.31,88.2,92.1
ambr15,CS1,2,1200,30,0.2,0.5,2.72,83.0,101.7
ambr15,CS2,13,900,50,0.4,0.5,2.55,85.4,97.9
ambr15,CS2,14,1200,50,0.4,0.5,3.04,79.9,110.3
`,
    [
      'Workstation kept',
      'Culture Station in CS1 | CS2',
      'Vessel kept',
      'Stir Speed [rpm] in 900..1200',
      'DO setpoint [%] in 30..50',
      'Day 3 glucose feed [mL] in 0.2..0.4',
      'Inoculation VCD (x10^6 cells/mL) kept',
      'Day 14 titre [g/L] out',
      'Final viability [%] out',
      'IVC (x10^6 cell days per mL) out',
    ],
    4,
  ],
  [
    'EasyMax: Tr, Tj and R',
    `
Exp.;Tr-Set (°C);Tj (°C);R (rpm);Dosing (ml);Dosing time (min);Conv. 60 min (%);Imp. max (a%)
ER-01;20;14,2;300;25;30;81,2;1,21
ER-02;40;33,9;300;25;60;95,5;2,40
ER-03;20;13,8;500;25;60;83,7;0,98
ER-04;40;34,4;500;25;30;96,9;2,77
`,
    [
      'Exp. kept',
      'Tr-Set [°C] in 20..40',
      'Tj [°C] in 13.8..34.4',
      'R [rpm] in 300..500',
      'Dosing (ml) kept',
      'Dosing time [min] in 30..60',
      'Conv. 60 min [%] out',
      'Imp. max [a%] out',
    ],
    4,
  ],
  [
    'LabX: titrations',
    `
"No.";"ID1";"Acid (mL)";"Stir (%)";"Weight";"";"EQP1";"";"Content";""
"1/4";"A1";"10";"30";"0,5012";"g";"8,213";"mL";"98,21";"%"
"2/4";"A2";"20";"30";"0,4987";"g";"8,150";"mL";"97,92";"%"
"3/4";"A3";"10";"45";"0,5034";"g";"8,302";"mL";"98,80";"%"
"4/4";"A4";"20";"45";"0,5001";"g";"8,201";"mL";"98,25";"%"
`,
    [
      'No. kept',
      'ID1 kept',
      'Acid [mL] in 10..20',
      'Stir [%] in 30..45',
      'Weight [g] in 0.4987..0.5034',
      'Column 6 kept',
      'EQP1 [mL] out',
      'Column 8 kept',
      'Content [%] out',
      'Column 10 kept',
    ],
    4,
  ],
  [
    'tiamo: Karl Fischer of dried powders',
    `
Sample name;Determination start;Tray T [°C];Time [h];Sample size [g];EP1 [mL];Drift [µg/min];Water [ppm]
D1;2026-02-01 08:11:02;40;2;1,0211;0,412;12,1;403,5
D2;2026-02-01 08:25:40;60;2;0,9980;0,188;11,8;188,4
D3;2026-02-01 08:40:13;40;4;1,0102;0,330;12,4;326,7
D4;2026-02-01 08:55:51;60;4;1,0057;0,121;12,0;120,3
`,
    [
      'Sample name kept',
      'Determination start kept',
      'Tray T [°C] in 40..60',
      'Time [h] in 2..4',
      'Sample size [g] in 0.998..1.0211',
      'EP1 [mL] out',
      'Drift [µg/min] out',
      'Water [ppm] out',
    ],
    4,
  ],
  [
    'Bluehill: specimens, units in brackets below, mean and SD at the end',
    `
Results Table 1
,Specimen label,Cure T,Cure time,Maximum Load,Tensile stress at Maximum Load,Modulus (Automatic),Tensile strain at Break (Standard)
,,(°C),(h),(N),(MPa),(MPa),(%)
1,S1,80,2,1021.3,51.07,2310.4,3.21
2,S2,80,4,1103.8,55.19,2452.0,3.02
3,S3,120,2,1210.1,60.51,2688.9,2.71
4,S4,120,4,1255.4,62.77,2790.2,2.44
Mean,,,,1147.7,57.39,2560.4,2.85
Standard deviation,,,,104.9,5.25,217.9,0.34
`,
    [
      'Column 1 kept',
      'Specimen label kept',
      'Cure T [°C] in 80..120',
      'Cure time [h] in 2..4',
      'Maximum Load [N] out',
      'Tensile stress at Maximum Load [MPa] out',
      'Modulus (Automatic) [MPa] out',
      'Tensile strain at Break (Standard) [%] out',
    ],
    4,
  ],
];

describe('reports of instruments', () => {
  it.each(files)('%s', async (_, file, columns, n) => {
    const read = await asRead(file);
    expect(read.columns).toEqual(columns);
    expect(read.n).toBe(n);
  });
});
