import { describe, expect, it } from 'vitest';
import {
  isUnit,
  loose,
  splitUnit,
  usableName,
  withoutMarks,
} from '../../../src/service/tables/column-name.ts';
import { durationIn } from '../../../src/service/tables/durations.ts';
import { isSameUnit } from '../../../src/service/tables/same-unit.ts';

describe('the header of a column', () => {
  it.each([
    ['T / °C', 'T', '°C'],
    ['τ/min', 'τ', 'min'],
    ['Yield [%]', 'Yield', '%'],
    ['Yield[%]', 'Yield', '%'],
    ['c (mol/L)', 'c', 'mol/L'],
    ['Pressure（bar）', 'Pressure', 'bar'],
    ['Yield, %', 'Yield', '%'],
    ['t in h', 't', 'h'],
    ['Yield %', 'Yield', '%'],
    ['T °C', 'T', '°C'],
    ['T / (°C)', 'T', '°C'],
    ['T: / °C', 'T', '°C'],
    ['Zeit [min] (2)', 'Zeit (2)', 'min'],
    ['Run (2)', 'Run (2)', null],
    ['k [L mol⁻¹ s⁻¹]', 'k', 'L mol⁻¹ s⁻¹'],
    ['Load [AU/g]', 'Load', 'AU/g'],
    ['Base [eq.]', 'Base', 'eq.'],
    ['Note [remark]', 'Note [remark]', null],
    ['Solvent (dry)', 'Solvent (dry)', null],
    ['Solvent/Base', 'Solvent/Base', null],
    ['Yield (after 2 h)', 'Yield (after 2 h)', null],
    ['f(T [°C]', 'f(T [°C]', null],
    [' pH ', 'pH', null],
  ])('%j has its name and unit', (header, name, unit) => {
    expect(splitUnit(header)).toEqual({ name, unit });
  });

  it.each([
    ['mol·L⁻¹', true],
    ['J/(mol K)', true],
    ['kg m^2', true],
    ['1/s', true],
    ['s-1', true],
    ['µmol', true],
    ['1', false],
    ['', false],
    ['()', false],
    ['dry', false],
    ['mol/dry', false],
    ['g g g g g g g g g g g g ', true],
    ['g g g g g g g g g g g g g', false],
  ])('whether %j is a unit: %j', (text, is) => {
    expect(isUnit(text)).toBe(is);
  });

  it('loses the marks of Design-Expert where all of them are in order', () => {
    expect(withoutMarks(['Factor 1 A:Temp', 'B: Time', 'Response 1 Yield'])).toEqual([
      'Temp',
      'Time',
      'Yield',
    ]);
    for (const kept of [
      ['A:Temp', 'Time'],
      ['A:Temp', 'C:Time'],
      ['A:Temp', 'B:Temp'],
    ])
      expect(withoutMarks(kept)).toEqual(kept);
    const nine = [...'ABCDEFGHJ'];
    expect(withoutMarks(nine.map((letter) => `${letter}:x${letter}`))).toEqual(
      nine.map((letter) => `x${letter}`),
    );
  });

  it('becomes a name that nothing else has', () => {
    const taken = new Set(['T', 'T 2']);
    expect([' a / b ', '', '..', 'constructor', 'T', 'U'].map((name) => usableName(name, taken))).toEqual([
      'a per b',
      'Column',
      'Column',
      'Column',
      'T 3',
      'U',
    ]);
    expect(loose('Reaction_Time - 2.')).toBe('reactiontime2');
  });
});

describe('units', () => {
  it.each([
    ['mg/l', 'mg/L'],
    ['ml', 'mL'],
    ['mol %', 'mol%'],
    ['Gew.-%', 'wt%'],
    ['V%', 'vol%'],
    ['deg C', '°C'],
    ['days', 'd'],
    ['分钟', 'min'],
    ['min.', 'min'],
    ['seconds', 's'],
  ])('%s is %s', (one, other) => expect(isSameUnit(one, other)).toBe(true));

  it.each([
    ['mM', 'MM'],
    ['m', 'M'],
    ['h', 'min'],
    ['wt%', 'vol%'],
    ['wt%', '%'],
    ['°C', '°F'],
    ['s', 'S'],
  ])('%s is not %s', (one, other) => expect(isSameUnit(one, other)).toBe(false));
});

it.each([
  ['1:30', 'h', 1.5],
  ['1:30', 'min', 90],
  ['1:30', 's', 5400],
  [' 0:00:36 ', 'h', 0.01],
  ['100:05', 'min', 6005],
  ['1:75', 'h', undefined],
  ['1:5', 'h', undefined],
  ['1:30:60', 'h', undefined],
  ['x1:30', 'h', undefined],
  ['1:30 h', 'h', undefined],
  [1.5, 'h', undefined],
] as const)('%j in %s is %s', (cell, unit, value) => {
  expect(durationIn(cell, unit)).toBe(value);
});
