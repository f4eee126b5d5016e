import { describe, expect, it } from 'vitest';
import type { ImportPlan } from '../../../../src/contract/imports/imports.ts';
import type { StoredVariable } from '../../../../src/contract/variables/variables.ts';
import { readCandidates } from '../../../../src/service/tables/requests/candidate-file.ts';
import { describeImport } from '../../../../src/service/tables/requests/describe.ts';
import { isSameUnit } from '../../../../src/service/tables/units/same-unit.ts';
import { none, plan, text } from '../reading.ts';

const temperature: StoredVariable = { name: 'temperature', type: 'real', min: 0, max: 500, unit: '°C' };

const readInto = (
  variables: readonly StoredVariable[],
  lines: readonly string[],
  own: Partial<ImportPlan> = {},
) =>
  describeImport({
    bytes: text(lines),
    plan: { ...plan, ...own },
    known: { ...none, variables, targets: ['Yield'], units: new Map([['Yield', '%']]) },
    withRows: true,
    most: { rows: 1e5, cells: 1e6, textLength: 100_000 },
  });

describe('a column in another unit than its variable', () => {
  it('holds the commit up until somebody says what the values are', async () => {
    const lines = ['Temperature (K),Yield', '353.15,45', '363.15,55'];
    const { description } = await readInto([temperature], lines);
    expect(description.blocking).toEqual([
      "column 'Temperature (K)' is in K, and the variable 'temperature' in °C; choose to convert the values to °C, or set the unit of the column to °C if they are in it",
    ]);
    const columns = [{ column: 'Temperature (K)', unit: '°C' }];
    expect((await readInto([temperature], lines, { columns })).description.blocking).toEqual([]);
  });

  it('so does a line of units, and an objective', async () => {
    const { description } = await readInto(
      [temperature],
      ['temperature,Yield', 'K,mg', '353.15,45', '363.15,55'],
    );
    expect(description.blocking).toMatchObject([
      expect.stringContaining("column 'temperature' is in K"),
      expect.stringContaining("column 'Yield' is in mg, and the objective 'Yield' in %"),
    ]);
  });

  it('but not the same unit in another spelling, none, or one that is part of the name', async () => {
    const fits = async (variable: StoredVariable, column: string) =>
      (await readInto([variable], [`"${column}",Yield`, '80,45', '90,55'])).description.blocking;
    expect(await fits(temperature, 'temperature / degC')).toEqual([]);
    expect(await fits(temperature, 'temperature')).toEqual([]);
    expect(await fits({ ...temperature, name: 'T (K)' }, 'T (K)')).toEqual([]);
    expect(await fits({ name: 'T', type: 'real', min: 0, max: 500 }, 'T (K)')).toEqual([]);
  });

  it('and a name with its own unit is known, whatever the unit is', async () => {
    const gloss: StoredVariable = { name: 'Gloss', type: 'real', min: 0, max: 100, unit: 'GU' };
    for (const column of ['Gloss (GU)', 'Gloss [GU]', 'Gloss, GU', 'Gloss / GU', 'Gloss in GU']) {
      const { description } = await readInto([gloss], [`"${column}",Yield`, '80,45', '90,55']);
      expect(description.columns[0]).toMatchObject({
        name: 'Gloss',
        unit: 'GU',
        meaning: 'input',
        exists: true,
      });
    }
    const { description } = await describeImport({
      bytes: text(['temperature,Yield,Haze (HU),Gloss (GX)', '80,45,1,2', '90,55,2,3']),
      plan,
      known: {
        ...none,
        variables: [temperature],
        targets: ['Yield', 'Haze', 'Gloss'],
        units: new Map([
          ['Haze', 'HU'],
          ['Gloss', 'GU'],
        ]),
      },
      withRows: true,
      most: { rows: 1e5, cells: 1e6, textLength: 100_000 },
    });
    expect(description.columns.slice(2)).toMatchObject([
      { name: 'Haze', unit: 'HU', meaning: 'output', exists: true },
      { name: 'Gloss (GX)', exists: false },
    ]);
  });

  const dose: StoredVariable = { name: 'dose', type: 'real', min: 0, max: 5, unit: 'g' };
  const candidates = async (...lines: readonly string[]) =>
    readCandidates({ bytes: text(lines), settable: [temperature, dose] });

  it('is converted in a file of candidates, by its name, a line of units or its cells, and that is reported', async () => {
    const want = { temperature: [80, 100], dose: [0.25, 1.5] };
    for (const lines of [
      ['temperature / °F,dose [mg]', '176,250', '212,1500'],
      ['temperature,dose', '°F,mg', '176,250', '212,1500'],
      ['temperature / °F,dose', '176,250 mg', '212,1500 mg'],
    ]) {
      const { columns, warnings } = await candidates(...lines);
      expect(Object.fromEntries(columns.map(({ name, values }) => [name, [...values]]))).toEqual(want);
      expect(warnings).toEqual([
        "values of 'temperature' in °F were converted to °C",
        "values of 'dose' in mg were converted to g",
      ]);
    }
    expect((await candidates('temperature,dose (g)', '80,0.25')).warnings).toEqual([]);
  });

  it('is refused there without a sure factor', async () => {
    await expect(candidates('temperature,dose (mL)', '80,2')).rejects.toThrow(
      "candidates: column 'dose (mL)' is in mL, and the variable 'dose' in g; their conversion factor is not certain",
    );
    await expect(candidates('temperature,dose', '80,2 mL')).rejects.toThrow(
      "variable 'dose': expected a finite number, got '2 mL'",
    );
  });
});

it.each([
  ['mol %', 'mol-%'],
  ['wt.-%', 'wt%'],
  ['ml/min', 'mL/min'],
  ['hrs', 'h'],
  ['℃', '°C'],
  ['µL', 'μL'],
  ['equiv.', 'eq'],
])('%s is %s', (one, other) => {
  expect(isSameUnit(one, other)).toBe(true);
  expect(isSameUnit(one, 'K')).toBe(false);
});

it('settings that the variable cannot have been set to are listed, and recorded by default', async () => {
  const variables: StoredVariable[] = [
    { name: 'n', type: 'integer', min: 1, max: 5 },
    { name: 't', type: 'discrete', allowed_values: [10, 20] },
  ];
  const { description, rows } = await readInto(variables, ['n,t,Yield', '2.5,15,45', '2,20,55']);
  expect(description.problems).toMatchObject([
    { row: 1, column: 'n', kind: 'out_of_bounds', message: "variable 'n': 2.5 is not a whole number" },
    {
      row: 1,
      column: 't',
      kind: 'out_of_bounds',
      message: "variable 't': 15 is not an allowed value (10, 20)",
    },
  ]);
  expect(rows).toHaveLength(2);
});

it('a value of 0 on a logarithmic scale is asked about', async () => {
  const log: StoredVariable = { name: 'c', type: 'real', min: 0.1, max: 10, scale: 'log' };
  const { description } = await readInto([log], ['c,Yield', '0,45', '2,55']);
  expect(description.blocking).toEqual([
    "row 1 (line 2) needs a decision: variable 'c': its scale is logarithmic, so values are above 0, got 0",
  ]);
});

describe('a variable without a column', () => {
  const pressure: StoredVariable = { name: 'pressure', type: 'real', min: 1, max: 5, unit: 'bar' };
  const solvent: StoredVariable = { name: 'solvent', type: 'categorical', values: ['THF', 'DMF'] };
  const lines = ['temperature,Yield', '80,45', '90,55'];
  const variables = [temperature, pressure, solvent];

  it('has one value in every row where that is given', async () => {
    const { description } = await readInto(variables, lines);
    expect(description.blocking).toEqual([
      "variables 'pressure', 'solvent' have no column; add one to the file, give a column this name, or set a value for all rows",
    ]);
    const constants = { pressure: 7, solvent: 'THF' };
    const given = await readInto(variables, lines, { constants });
    expect(given.description).toMatchObject({
      blocking: [],
      constants,
      remarks: ["variable 'pressure': 7 is outside its bounds [1, 5]; every row has this value"],
    });
    expect(given.rows.map(({ inputs }) => inputs)).toEqual([
      { temperature: 80, ...constants },
      { temperature: 90, ...constants },
    ]);
  });

  it('has no value that it cannot have, and no second one', async () => {
    const wrong = (constants: ImportPlan['constants']) => readInto(variables, lines, { constants });
    await expect(wrong({ solvent: 'MeCN' })).rejects.toThrow(
      "constants.solvent: expected one of 'THF', 'DMF', got 'MeCN'",
    );
    await expect(wrong({ pressure: '7' })).rejects.toThrow("constants.pressure: expected a number, got '7'");
    await expect(wrong({ p: 7 })).rejects.toThrow("constants: the session has no variable 'p'; it has");
    const twice = await wrong({ temperature: 80, pressure: 2, solvent: 'DMF' });
    expect(twice.description.blocking).toEqual([
      "variable 'temperature' has the column 'temperature' and a constant; remove one",
    ]);
  });
});

it('new variables and objectives, and fractions where per cent are expected, are reported', async () => {
  const lines = ['temperature,pressure,Purity,Yield', '80,1.5,99,0.45', '90,2,98,0.55'];
  const { description } = await readInto([temperature], lines);
  expect(description.remarks).toEqual([
    "column 'Yield': all numbers are from 0 to 1, and 'Yield' is in %; if they are fractions, set the unit of the column to 'fraction' and convert them",
    "new in this session: 'pressure' as a variable",
    "new in this session: 'Purity' as an objective",
  ]);
  const said = await readInto([temperature], ['temperature,Yield (%)', '80,0.45', '90,0.55']);
  expect(said.description.remarks).toEqual([]);
});

it('durations have the unit of a variable whose name differs in case alone', async () => {
  const time: StoredVariable = { name: 'time', type: 'real', min: 0, max: 24, unit: 'h' };
  const { rows } = await readInto([time], ['Time,Yield', '1:30,45', '0:45,55']);
  expect(rows.map(({ inputs }) => inputs.time)).toEqual([1.5, 0.75]);
});

it.each([' lead', 'trail ', 'a  b', 'a\u00a0b', 'a\u200bb', '\ufeffx'])(
  'a column has the variable whose name differs in what nobody sees: %j',
  async (name) => {
    const variable: StoredVariable = { name, type: 'real', min: 0, max: 10 };
    const { description } = await readInto([variable], [`${name},Yield`, '1,2', '3,4']);
    expect(description.columns[0]).toMatchObject({ name, exists: true });
    expect(description.blocking).toEqual([]);
  },
);

it('a variable that is called as programs call their settings is found', async () => {
  const variable: StoredVariable = { name: 'params.T', type: 'real', min: 0, max: 500 };
  const file = ['number,params.T,metrics.Yield', '0,60,45', '1,80,55'];
  const { description } = await readInto([variable], file);
  expect(description.columns[1]).toMatchObject({ name: 'params.T', exists: true });
  const other = await readInto([{ ...variable, name: 'T' }], file);
  expect(other.description.columns[1]).toMatchObject({ name: 'T', exists: true });
});
