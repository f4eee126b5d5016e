import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeImport } from '../../../../src/service/tables/requests/describe.ts';
import {
  conversionOf,
  converted,
  convertedCell,
  convertsTo,
} from '../../../../src/service/tables/units/unit-conversion.ts';
import { none, plan, text } from '../reading.ts';

const convert = (value: number, from: string, to: string): number | undefined => {
  const how = conversionOf(from, to);
  return how === undefined ? undefined : converted(value, how);
};

describe('values in another unit', () => {
  it.each([
    [250, 'mL', 'L', 0.25],
    [0.7, 'L', 'mL', 700],
    [250, 'ml', 'L', 0.25],
    [3, 'µL', 'mL', 0.003],
    [1.1, 'g', 'mg', 1100],
    [90, 'min', 'h', 1.5],
    [0.7, 'h', 'min', 42],
    [2, 'hrs', 's', 7200],
    [1.5, 'd', 'h', 36],
    [353.15, 'K', '°C', 80],
    [273.25, 'K', '°C', 0.1],
    [-40, '°F', '°C', -40],
    [212, '°F', '°C', 100],
    [80, '°C', '°F', 176],
    [25, 'degC', 'K', 298.15],
    [32, '°F', 'K', 273.15],
    [0.29, 'fraction', '%', 29],
    [29, '%', 'fraction', 0.29],
    [5, '‰', '%', 0.5],
    [1, 'bar', 'kPa', 100],
    [5, 'mg/mL', 'g/L', 5],
    [2, 'mL/min', 'L/h', 0.12],
    [30, 'mM', 'mol/L', 0.03],
    [0, 'K', '°C', -273.15],
    [2, 'dL', 'mL', 200],
    [3, 'uL', 'mL', 0.003],
    [60.58, 'mL', 'L', 0.06058],
    [2.54, 'cm', 'mm', 25.4],
    [1, 'dm', 'm', 0.1],
    [5, 'µm', 'nm', 5000],
    [7, 'nmol', 'µmol', 0.007],
    [1.2, 'MPa', 'bar', 12],
    [1013, 'hPa', 'mbar', 1013],
    [1013, 'mbar', 'kPa', 101.3],
    [250, 'ms', 's', 0.25],
    [2, 'MHz', 'kHz', 2000],
  ])('%f %s are %s: %f', (value, from, to, expected) => {
    expect(convert(value, from, to)).toBe(expected);
  });

  it.each([
    ['mL', 'g'],
    ['mol', 'g'],
    ['%', 'wt%'],
    ['wt%', 'vol%'],
    ['%', 'g/L'],
    ['°C/min', 'K/min'],
    ['eq', 'mol'],
    ['mM', 'g/L'],
    ['mg/mL/h', 'g/L/h'],
    ['mg/dose', 'g/dose'],
    // mol/L is over something already.
    ['mM/h', 'M/h'],
    ['h/mM', 'h/M'],
    ['m', 'M'],
    ['rpm', 'Hz'],
    ['°C', 'L'],
    ['g', 'K'],
  ])('no factor from %s to %s is sure', (from, to) => {
    expect(conversionOf(from, to)).toBeUndefined();
    expect(conversionOf(to, from)).toBeUndefined();
  });

  it('come back as they were', () => {
    const pairs = [
      ['mg', 'kg'],
      ['s', 'd'],
      ['°F', 'K'],
      ['%', 'fraction'],
    ] as const;
    fc.assert(
      fc.property(
        fc.constantFrom(...pairs),
        fc.integer({ min: -1e7, max: 1e7 }).map((n) => n / 1000),
        ([from, to], value) => {
          const there = convert(value, from, to) ?? Number.NaN;
          expect(convert(there, to, from)).toBeCloseTo(value, 6);
        },
      ),
      { seed: 3 },
    );
  });
});

const known = {
  ...none,
  variables: [{ name: 'T', type: 'real' as const, min: 20, max: 120, unit: '°C' }],
  targets: ['Mass'],
  units: new Map([['Mass', 'g']]),
  hasRows: true,
};
const read = (lines: readonly string[], columns: (typeof plan)['columns'] | readonly object[] = []) =>
  describeImport({
    bytes: text(lines),
    plan: { ...plan, columns: columns as never },
    known,
    withRows: true,
    most: { rows: 1000, cells: 1e5, textLength: 100_000 },
  });
it('only numbers in another unit than that of the session can be converted', () => {
  const column = { name: 'Mass', meaning: 'output', unit: 'mg', type: 'real' } as const;
  expect(convertsTo(column, known)).toBe('g');
  expect(convertsTo({ ...column, unit: null }, known)).toBeNull();
  expect(convertsTo({ ...column, unit: 'g' }, known)).toBeNull();
  expect(convertsTo({ ...column, type: 'categorical' }, known)).toBeNull();
  expect(convertsTo({ ...column, name: 'Other' }, known)).toBeNull();
});

it('a limit stays a limit, and what is no number stays as it is', () => {
  const how = conversionOf('mg', 'g');
  const limit = { kind: 'censored', value: 99, side: 'above', unit: null } as const;
  expect(convertedCell(limit, how)).toEqual({ ...limit, value: 0.099 });
  expect(convertedCell({ kind: 'missing' }, how)).toEqual({ kind: 'missing' });
  expect(convertedCell(limit, undefined)).toBe(limit);
});

const file = ['T (K),Mass / mg', '353.15,40 ± 2', '303.15,>99', '500,1'];

it('a column in another unit can be converted, with its errors and limits', async () => {
  const asked = await read(file);
  expect(asked.description.blocking).toEqual([
    "column 'T (K)' is in K, and the variable 'T' in °C; choose to convert the values to °C, or set the unit of the column to °C if they are in it",
    "column 'Mass / mg' is in mg, and the objective 'Mass' in g; choose to convert the values to g, or set the unit of the column to g if they are in it",
  ]);
  const { description, rows } = await read(file, [
    { column: 'T (K)', convert: true },
    { column: 'Mass / mg', convert: true },
  ]);
  expect(description.blocking).toEqual([]);
  expect(description.remarks).toContain("column 'T (K)' is converted from K to °C: 500 becomes 226.85");
  expect(description.columns.map(({ unit, convert: is, converts_to }) => [unit, is, converts_to])).toEqual([
    ['K', true, '°C'],
    ['mg', true, 'g'],
  ]);
  expect(
    rows.map(({ inputs, outputs, noise, censored }) => [inputs.T, outputs.Mass, noise, censored]),
  ).toEqual([
    [80, 0.04, 0.002 ** 2, {}],
    [30, 0.099, null, { Mass: 'above' }],
    [226.85, 0.001, null, {}],
  ]);
  expect(description.problem_counts).toContainEqual(
    expect.objectContaining({ kind: 'out_of_bounds', count: 1 }),
  );
});

it('units without a sure factor are not converted, whatever is asked for', async () => {
  const { description } = await read(
    ['T,Mass (mL)', '80,1', '90,2'],
    [{ column: 'Mass (mL)', convert: true }],
  );
  expect(description.blocking).toEqual([
    "column 'Mass (mL)' is in mL, and the objective 'Mass' in g; their conversion factor is not certain: convert the values in the file, or set the unit of the column to g if they are in it",
  ]);
});

it('noise in a column of its own is not left in the other unit', async () => {
  const { description } = await read(
    ['T,Mass (mg),SD', '80,1,0.1', '90,2,0.2'],
    [{ column: 'Mass (mg)', convert: true }],
  );
  expect(description.blocking).toEqual([
    "column 'Mass (mg)' is converted, and the noise in column 'SD' is not; convert both in the file, or leave the noise out",
  ]);
});
