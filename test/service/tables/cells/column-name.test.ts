import { describe, expect, it } from 'vitest';
import {
  isUnit,
  looseName,
  oneLine,
  splitUnit,
  usableName,
  withoutMarks,
} from '../../../../src/service/tables/cells/column-name.ts';
import { durationIn } from '../../../../src/service/tables/cells/durations.ts';
import { isSameUnit } from '../../../../src/service/tables/units/same-unit.ts';

describe('the header of a column', () => {
  it.each([
    ['T / °C', 'T', '°C'],
    ['A260/A280', 'A260/A280', null],
    ['Background (A280)', 'Background (A280)', null],
    ['Conc (N2)', 'Conc (N2)', null],
    ['Total (x10^6) cells/mL', 'Total', '(x10^6) cells/mL'],
    ['Conc. (copies/µL)', 'Conc.', 'copies/µL'],
    ['VCD (1E6 cells/mL)', 'VCD', '1E6 cells/mL'],
    ['GPC (Å/cycle)', 'GPC', 'Å/cycle'],
    ['Yield/cycle', 'Yield/cycle', null],
    ['Capacity/mA.h', 'Capacity', 'mA.h'],
    ['Q charge/discharge/mA.h', 'Q charge/discharge', 'mA.h'],
    ['Mass (M.W)', 'Mass (M.W)', null],
    ['Rs (ohm cm2)', 'Rs', 'ohm cm2'],
    ['Temp. Deg C', 'Temp.', 'Deg C'],
    ['Flow smL/min', 'Flow', 'smL/min'],
    ['T (ºC)', 'T', 'ºC'],
    ['η at 10 s-1 (Pa·s)', 'η at 10 s-1', 'Pa·s'],
    ['D [4,3] (μm)', 'D [4,3]', 'μm'],
    ['n (-)', 'n', null],
    ['n [–]', 'n', null],
    ['n / -', 'n', null],
    ['TPC (mg GAE/g)', 'TPC', 'mg GAE/g'],
    ['Protein (g/100 g)', 'Protein', 'g/100 g'],
    ['Activity (U/mg protein)', 'Activity', 'U/mg protein'],
    ['E (V vs. RHE)', 'E', 'V vs. RHE'],
    ['Count (log CFU/g)', 'Count', 'log CFU/g'],
    ['Dye (% owf)', 'Dye', '% owf'],
    ['Loading (wt. %)', 'Loading', 'wt. %'],
    ['GFP/OD', 'GFP/OD', null],
    ['Wash (log)', 'Wash (log)', null],
    ['τ/min', 'τ', 'min'],
    ['Yield [%]', 'Yield', '%'],
    ['Conversion, % (GC)', 'Conversion (GC)', '%'],
    ['Yield (MS)', 'Yield (MS)', null],
    ['E (GPa)', 'E', 'GPa'],
    ['% Yield', 'Yield', '%'],
    ['%ee', 'ee', '%'],
    ['% conv. (GC)', 'conv. (GC)', '%'],
    ['% of maximum', '% of maximum', null],
    ['% w/w', '% w/w', null],
    ['log10(CFU/mL)', 'log10(CFU/mL)', null],
    ['ln(k / s)', 'ln(k / s)', null],
    ['Temp (deg C)', 'Temp', 'deg C'],
    ['P (barg)', 'P', 'barg'],
    ['Purity [Fl.-%]', 'Purity', 'Fl.-%'],
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
    ['Yield [%] (HPLC, 254 nm)', 'Yield (HPLC, 254 nm)', '%'],
    ['Note [remark] (old)', 'Note [remark] (old)', null],
    ['1/T', '1/T', null],
    ['1000 / T', '1000 / T', null],
    ['1/T (1/K)', '1/T', '1/K'],
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
    [' T / °C ', 'T', '°C'],
    ['T  /  °C', 'T', '°C'],
    ['reaction time / min', 'reaction time', 'min'],
    ['a / b / min', 'a / b', 'min'],
    ['a / b [min] / c', 'a / b [min] / c', null],
    ['T/ °C', 'T', '°C'],
    ['reaction time/min', 'reaction time', 'min'],
    ['T /°C', 'T', '°C'],
    ['T / ( °C )', 'T', '°C'],
    ['T / w(°C)', 'T / w', '°C'],
    ['T / (°C) w', 'T / (°C) w', null],
    ['T [ °C ]', 'T', '°C'],
    ['Gain [x/y]', 'Gain', 'x/y'],
    ['Gain [a-b-c-d-]', 'Gain', 'a-b-c-d-'],
    ['Gain [a-b-c-d-e]', 'Gain [a-b-c-d-e]', null],
    ['Gain [12 dark]', 'Gain', '12 dark'],
    ['Gain [dark 12]', 'Gain', 'dark 12'],
    ['Gain [abc]', 'Gain', 'abc'],
    ['Load [mg] of resin', 'Load [mg] of resin', null],
    ['Load (mg) of resin', 'Load (mg) of resin', null],
    ['Load (µmol)', 'Load', 'µmol'],
    ['Load(mg)', 'Load', 'mg'],
    ['Time , min', 'Time', 'min'],
    ['Time,min', 'Time', 'min'],
    ['reaction time, min', 'reaction time', 'min'],
    ['Base, dry', 'Base, dry', null],
    ['Time, min or more', 'Time, min or more', null],
    ['reaction time  in  min', 'reaction time', 'min'],
    ['Base in excess', 'Base in excess', null],
    ['Base in use', 'Base in use', null],
    ['Time in min or more', 'Time in min or more', null],
    ['Yield%', 'Yield', '%'],
    ['Yield  %', 'Yield', '%'],
    ['dose g/L', 'dose', 'g/L'],
    ['dose g / L', 'dose', 'g/L'],
    ['conc mol/L', 'conc', 'mol/L'],
    ['flow mL/min', 'flow', 'mL/min'],
    ['flow, mL/min', 'flow', 'mL/min'],
    ['feed rate (mL/min)', 'feed rate', 'mL/min'],
    ['c in mol/L', 'c', 'mol/L'],
    ['rate (1/s)', 'rate', '1/s'],
    ['rate 1/s', 'rate', '1/s'],
    ['Yield 1 / %', 'Yield 1', '%'],
    ['Yield 1/%', 'Yield 1', '%'],
    ['t 1 / min', 't 1', 'min'],
    ['Sensor 2 / K', 'Sensor 2', 'K'],
    ['Yield 1 (%)', 'Yield 1', '%'],
    ['c 1 / mol/L', 'c 1', 'mol/L'],
    ['Probe 12 / g/L', 'Probe 12', 'g/L'],
    ['rate s⁻¹', 'rate', 's⁻¹'],
    ['k L mol⁻¹ s⁻¹', 'k', 'L mol⁻¹ s⁻¹'],
    ['c_A mol m^-3', 'c_A', 'mol m^-3'],
    ['rate mol/(L s)', 'rate', 'mol/(L s)'],
    ['ramp K/min', 'ramp', 'K/min'],
    ['Drehzahl U/min', 'Drehzahl', 'U/min'],
    ['speed m/s', 'speed', 'm/s'],
    ['conc % w/v', 'conc', '% w/v'],
    ['Temp in °C', 'Temp', '°C'],
    ['p / bar', 'p', 'bar'],
    ['t[min]', 't', 'min'],
    ['yield,%', 'yield', '%'],
    ['Sample m/g', 'Sample m', 'g'],
    ['Sample V/mL', 'Sample V', 'mL'],
    ['Reactor T/°C', 'Reactor T', '°C'],
    ['Cell U/mV', 'Cell U', 'mV'],
    ['Ligand L-1', 'Ligand L-1', null],
    ['Ligand L2', 'Ligand L2', null],
    ['Pd/C', 'Pd/C', null],
    ['Pd/C mg', 'Pd/C mg', null],
    ['Pd/C mg/mL', 'Pd/C', 'mg/mL'],
    ['A/C mol/mol', 'A/C', 'mol/mol'],
    ['feed C/N', 'feed C/N', null],
    ['slope %/min', 'slope', '%/min'],
    ['Yield % of theory', 'Yield % of theory', null],
    ['Salt ‰', 'Salt', '‰'],
    ['time: [min]', 'time', 'min'],
    ['a, b :, [min]', 'a, b', 'min'],
    ['Zeit [min] (12)', 'Zeit (12)', 'min'],
    ['Zeit [min] (2) x', 'Zeit [min] (2) x', null],
    ['Zeit (2)', 'Zeit (2)', null],
    ['T / °C (2)', 'T (2)', '°C'],
    ['Time, min (12)', 'Time (12)', 'min'],
    ['x2 / min', 'x2', 'min'],
    ['Load[mL/min](A)', 'Load (A)', 'mL/min'],
    ['Yield / % (isolated)', 'Yield (isolated)', '%'],
    ['T (°C) (oil bath)', 'T (oil bath)', '°C'],
    ['Cat. / mol %', 'Cat.', 'mol %'],
    ['Salt / wt % (dry)', 'Salt (dry)', 'wt %'],
    ['Loading mol %', 'Loading', 'mol %'],
    ['Pd / C (5 wt%)', 'Pd / C (5 wt%)', null],
  ])('%j has its name and unit', (header, name, unit) => {
    expect(splitUnit(header)).toEqual({ name, unit });
  });

  it.each(
    ['P/L', 'S/N', 'L/S', 'H/C', 'T/V', 'P/Ltot', 'm/z', 'mg/what'].concat([
      'mg/mL',
      'g/L',
      'mol/L',
      'µL/min',
      'L/min',
      'kU/mL',
      'U/L',
      'U/mL',
    ]),
  )('%s is a name without a unit', (name) => {
    expect(splitUnit(name)).toEqual({ name, unit: null });
  });

  it.each(
    ['T/K', 'P/Pa', 'c/M', 'V/L', 'U/V', 'E/V', 'H/J', 'U/mV', 't/h', 'p/bar', 'm/g'].concat([
      'L/mm',
      'L/mol',
      'ΔT/K',
      'dT/K',
      'xH/J',
      'x/K',
    ]),
  )('%s is a quantity over its unit', (text) => {
    const [name, unit] = text.split('/');
    expect(splitUnit(text)).toEqual({ name, unit });
  });

  it.each([
    ['mol·L⁻¹', true],
    ['J/(mol K)', true],
    ['kg m^2', true],
    ['1/s', true],
    ['s-1', true],
    ['µmol', true],
    [' min ', true],
    ['h²', true],
    ['m^-12', true],
    ['cm2', true],
    ['A280', false],
    ['N2', false],
    ['W.m-1.K-1', true],
    ['cells/cell', false],
    ['m2m', false],
    ['m^2 / s', true],
    ['wt.-%', true],
    ['kg*m', true],
    ['g/l', true],
    ['1', false],
    ['', false],
    ['()', false],
    ['dry', false],
    ['mol/dry', false],
    ['g g g g g g g g g g g g ', true],
    ['g g g g g g g g g g g gg', false],
    ['g g g g g g g g g g g kg', true],
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
    expect(withoutMarks(['Factor 12  A: Temp', 'B:Time', 'Response 12:  Yield'])).toEqual([
      'Temp',
      'Time',
      'Yield',
    ]);
    expect(withoutMarks(['A:Temp', 'B:Time', 'First Response 1 Yield', 'xA:Pressure'])).toEqual([
      'Temp',
      'Time',
      'First Response 1 Yield',
      'xA:Pressure',
    ]);
    const nine = [...'ABCDEFGHJ'];
    expect(withoutMarks(nine.map((letter) => `${letter}:x${letter}`))).toEqual(
      nine.map((letter) => `x${letter}`),
    );
  });

  it('becomes a name that nothing else has', () => {
    const taken = new Set(['T', 'T 2']);
    const names = [' a / b ', 'a/b', 'a  /  b', '', '.', '..', 'constructor', 'T', 'U'];
    expect(names.map((name) => usableName(name, taken))).toEqual([
      'a per b',
      'a per b',
      'a per b',
      'Column',
      'Column',
      'Column',
      'constructor (column)',
      'T 3',
      'U',
    ]);
    expect(usableName('U', new Set(['U']))).toBe('U 2');
    expect(looseName('Reaction_Time - 2.')).toBe('reactiontime2');
  });

  it('loses the line breaks of a narrow cell', () => {
    expect([' Yield\n\n  of\tproduct ', undefined, null, 7].map(oneLine)).toEqual([
      'Yield of product',
      '',
      '',
      '7',
    ]);
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
    ['MOL %', 'mol%'],
    ['wt. - %', 'w%'],
    ['deg  C', '℃'],
    ['° F', 'degF'],
    ['％', 'percent'],
    ['equiv.', 'eq'],
    ['hours', '小时'],
    ['l/min', 'L/min'],
    ['ml·l', 'mL·L'],
    ['l*bar', 'L*bar'],
    ['10  %', '10%'],
    ['\u00b5g', '\u03bcg'],
  ])('%s is %s', (one, other) => expect(isSameUnit(one, other)).toBe(true));

  it.each([
    ['mM', 'MM'],
    ['m', 'M'],
    ['h', 'min'],
    ['wt%', 'vol%'],
    ['wt%', '%'],
    ['°C', '°F'],
    ['s', 'S'],
    ['MOL', 'mol'],
    ['%M', '%m'],
    ['a.u.', 'au.'],
    ['a.u', 'au'],
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
