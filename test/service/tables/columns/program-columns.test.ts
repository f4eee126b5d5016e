import { describe, expect, it } from 'vitest';
import { expectMeanings, type FileCase, read, text } from '../reading.ts';

const files: readonly FileCase[] = [
  [
    'DoE.base export.design of R',
    [
      '"name","run.no.in.std.order","run.no","run.no.std.rp","Temp","Solvent","yield"',
      '"1","3",1,"3",60,"THF",45.2',
      '"2","1",2,"1",80,"DMF",55.1',
      '"3","4",3,"4",60,"DMF",61.3',
      '"4","2",4,"2",80,"THF",40.0',
    ],
    { input: ['Temp', 'Solvent'], output: ['yield'], noise: [] },
    4,
  ],
  [
    'MATLAB writetable without names given',
    ['Var1,Var2,Var3', '60,10,45.2', '80,10,55.5', '60,30,61', '80,30,72.4'],
    { input: ['Var1', 'Var2'], output: ['Var3'], noise: [] },
    4,
  ],
  [
    'GPyOpt save_evaluations',
    ['Iteration\tY\tvar_1\tvar_2', '1\t3.2\t0.1\t0.5', '2\t2.8\t0.4\t0.7', '3\t1.9\t0.35\t0.9'],
    { input: ['var_1', 'var_2'], output: ['Y'], noise: [] },
    3,
  ],
  [
    'two objectives obj0 obj1',
    ['x0,x1,obj0,obj1', '0.1,0.3,5.1,0.22', '0.6,0.8,4.1,0.52', '0.9,0.1,3.1,0.72'],
    { input: ['x0', 'x1'], output: ['obj0', 'obj1'], noise: [] },
    3,
  ],
  [
    'MLflow search_runs',
    [
      'run_id,experiment_id,status,artifact_uri,start_time,end_time,metrics.rmse,params.lr,params.depth,tags.mlflow.user,tags.mlflow.runName',
      'a1b2,1,FINISHED,file:///mlruns/1/a1b2,2024-05-01 10:00:00.123000+00:00,2024-05-01 10:01:00.123000+00:00,0.41,0.01,4,jd,fox',
      'c3d4,1,FINISHED,file:///mlruns/1/c3d4,2024-05-01 10:02:00.123000+00:00,2024-05-01 10:03:00.123000+00:00,0.35,0.02,6,jd,owl',
      'e5f6,1,FAILED,file:///mlruns/1/e5f6,2024-05-01 10:04:00.123000+00:00,2024-05-01 10:05:00.123000+00:00,,0.05,8,jd,bee',
    ],
    { input: ['lr', 'depth'], output: ['metrics.rmse'], noise: [] },
    3,
  ],
  [
    'Ray Tune results',
    [
      'mean_accuracy,training_iteration,trial_id,timestamp,time_total_s,pid,hostname,node_ip,config/lr,config/depth',
      '0.81,10,a1_0,1714557600,12.5,4711,box,127.0.0.1,0.01,4',
      '0.85,10,a1_1,1714557700,13.5,4712,box,127.0.0.1,0.02,6',
      '0.79,10,a1_2,1714557800,11.5,4713,box,127.0.0.1,0.05,8',
    ],
    { input: ['lr', 'depth'], output: ['mean_accuracy'], noise: [] },
    3,
  ],
  [
    'Aspen Plus sensitivity',
    [
      'Row/Case,Status,VARY   1 B1 PARAM TEMP C,VARY   2 B1 PARAM PRES BAR,CONV',
      '1,OK,200,10,0.41',
      '2,OK,220,10,0.52',
      '3,OK,200,20,0.47',
      '4,OK,220,20,0.6',
    ],
    { input: ['VARY 1 B1 PARAM TEMP C', 'VARY 2 B1 PARAM PRES BAR'], output: ['CONV'], noise: [] },
    4,
  ],
  [
    'Perera Suzuki flow data',
    [
      'Reaction_No,Reactant_1_Name,Reactant_1_eq,Reactant_2_Name,Catalyst_1_Short_Hand,Ligand_Short_Hand,Solvent_1_Short_Hand,Product_Yield_PCT_Area_UV,Product_Yield_Mass_Ion_Count',
      '1,6-chloroquinoline,1,"2a, Boronic Acid",Pd(OAc)2,P(tBu)3,MeCN,4.76,4.2e5',
      '2,6-chloroquinoline,1,"2a, Boronic Acid",Pd(OAc)2,P(Ph)3,THF,4.12,5.1e5',
      '3,6-bromoquinoline,1,"2b, Boronic Ester",Pd(OAc)2,P(Ph)3,MeCN,2.58,3.3e5',
      '4,6-bromoquinoline,1,"2b, Boronic Ester",Pd(OAc)2,P(tBu)3,THF,72.12,9.4e6',
    ],
    {
      input: ['Reactant_1_Name', 'Reactant_2_Name', 'Ligand_Short_Hand', 'Solvent_1_Short_Hand'],
      output: ['Product_Yield_PCT_Area_UV', 'Product_Yield_Mass_Ion_Count'],
      noise: [],
    },
    4,
  ],
  [
    'Fusion QbD screening of a method',
    [
      'Run No.;Oven Temperature (*C);Gradient Time (min);pH;Stationary Phase;Peak Count;Resolution - Critical Pair;Max Tailing',
      '1.a.1;30;5;2.5;C18;8;1.20;1.4',
      '1.a.2;40;5;3.5;C18;9;1.80;1.3',
      '1.b.1;30;10;2.5;Phenyl;7;2.10;1.8',
      '1.b.2;40;10;3.5;Phenyl;9;1.50;1.1',
    ],
    {
      input: ['Oven Temperature', 'Gradient Time', 'pH', 'Stationary Phase'],
      output: ['Peak Count', 'Resolution - Critical Pair', 'Max Tailing'],
      noise: [],
    },
    4,
  ],
  [
    'SPSS conjoint plan with #NULL!',
    ['temp,time,STATUS_,CARD_,score', '60,10,0,1,7.5', '80,10,0,2,8.0', '60,30,0,3,#NULL!', '80,30,0,4,9.1'],
    { input: ['temp', 'time'], output: ['score'], noise: [] },
    4,
  ],
  [
    'Google Forms',
    [
      'Timestamp,Email Address,Which catalyst did you use?,Temperature in °C,Yield in %',
      '5/1/2024 10:00:00,jd@x.org,Pd(OAc)2,60,45',
      '5/1/2024 10:10:00,jd@x.org,Ni(cod)2,80,55',
      '5/1/2024 10:20:00,rr@x.org,Pd(OAc)2,80,65',
      '5/1/2024 10:30:00,rr@x.org,Ni(cod)2,60,41',
    ],
    { input: ['Which catalyst did you use?', 'Temperature'], output: ['Yield'], noise: [] },
    4,
  ],
  [
    'a table with setpoint and actual',
    [
      'Run,T set (°C),T actual (°C),Flow set (mL/min),Flow actual (mL/min),Yield (%)',
      '1,60,59.2,1,0.98,45',
      '2,80,79.1,1,1.01,55',
      '3,60,60.4,2,1.97,41',
      '4,80,80.3,2,2.02,49',
    ],
    { input: ['T set', 'Flow set'], output: ['Yield'], noise: [] },
    4,
  ],
  [
    'Notion export',
    [
      'Name,Catalyst,Created time,Done,Tags,Temp,Yield',
      'Run A,Pd,"May 1, 2024 10:00 AM",Yes,"screen, hot",60,45',
      'Run B,Ni,"May 1, 2024 10:10 AM",Yes,"screen, hot",80,55',
      'Run C,Pd,"May 1, 2024 10:20 AM",Yes,screen,80,65',
      'Run D,Ni,"May 1, 2024 10:30 AM",Yes,screen,60,41',
    ],
    { input: ['Catalyst', 'Temp'], output: ['Yield'], noise: [] },
    4,
  ],
  [
    'open area and area ratio beside a result',
    [
      'Run,Open area [%],Area ratio,T,Yield',
      '1,20,1.5,60,45',
      '2,30,2.5,80,55',
      '3,20,2.5,80,65',
      '4,30,1.5,60,35',
    ],
    { input: ['Open area', 'Area ratio', 'T'], output: ['Yield'], noise: [] },
    4,
  ],
  [
    'kinds that are each tried once, by codes',
    ['Buffer,Temp,Yield', 'B1,20,45', 'B2,30,55', 'B3,20,61', 'B4,30,70'],
    { input: ['Buffer', 'Temp'], output: ['Yield'], noise: [] },
    4,
  ],
  [
    'a count that is raised from run to run',
    ['Layers,Temp,Yield', '1,20,45', '2,30,55', '3,20,61', '4,30,70'],
    { input: ['Layers', 'Temp'], output: ['Yield'], noise: [] },
    4,
  ],
  [
    'a position that is set, and labels that look like numbers of Fortran',
    [
      'T,Nozzle position,Resin code,Yield',
      '60,1,1D-03,45',
      '70,2,1D-04,55',
      '80,3,1D-03,61',
      '60,4,2D-01,70',
    ],
    { input: ['T', 'Nozzle position', 'Resin code'], output: ['Yield'], noise: [] },
    4,
  ],
  [
    'the span of a beam, which is no width of a distribution',
    ['Span,Load,Deflection', '1,10,0.1', '2,20,0.2', '1,30,0.25', '2,40,0.5'],
    { input: ['Span', 'Load'], output: ['Deflection'], noise: [] },
    4,
  ],
  [
    'a result that has a target',
    ['Speed,Width nominal,Width measured', '15,10,11', '25,20,19', '35,10,12', '25,10,11'],
    { input: ['Speed', 'Width nominal'], output: ['Width measured'], noise: [] },
    4,
  ],
  [
    'a result whose target has a word of results',
    ['Speed,Force target,Force actual', '15,10,11', '25,20,19', '35,10,12', '25,10,11'],
    { input: ['Speed', 'Force target'], output: ['Force actual'], noise: [] },
    4,
  ],
  [
    'a result by its name that has a target',
    ['Speed,Thickness target,Thickness measured', '15,10,11', '25,20,19', '35,10,12', '25,10,11'],
    { input: ['Speed', 'Thickness target'], output: ['Thickness measured'], noise: [] },
    4,
  ],
];

describe('columns of programs and forms', () => {
  it.each(files)('%s', async (_, ...file) => expectMeanings(...file));

  it('a first column that is taken for numbers of the runs is named, as it may be a setting', async () => {
    const lines = ['Zone,Temp,Yield', '1,20,45', '2,30,55', '3,20,61', '4,30,70'];
    const { description } = await read(text(lines));
    expect(description.columns[0]).toMatchObject({ meaning: 'id' });
    expect(description.remarks).toEqual([
      "column 'Zone' has a different value in every row; if it is a setting, read it as an input",
    ]);
    const named = await read(text(lines.map((line) => line.replace('Zone', 'Run'))));
    expect(named.description.remarks).toEqual([]);
  });

  it('a share in the first column keeps its unit', async () => {
    for (const separator of [',', ';', '\t']) {
      const lines = ['% MeOH,pH,Yield', '10,3,44', '20,4,55', '30,3,66'];
      const { description } = await read(text(lines.map((line) => line.replaceAll(',', separator))));
      expect(description.columns[0]).toMatchObject({ name: 'MeOH', unit: '%', meaning: 'input' });
    }
  });
});
