import { describe, expect, it } from 'vitest';
import { isSameUnit, spelled } from '../../../../src/service/tables/units/same-unit.ts';

describe('a unit in one spelling', () => {
  it.each([
    ['°C', ['℃', 'degC', 'deg C', '° C', 'C', ' °C ']],
    ['°F', ['℉', 'degF', 'deg F', '° F']],
    ['%', ['％', 'percent']],
    ['wt%', ['w%', 'Gew%', 'm%', 'wt.%', 'wt-%', 'wt %', 'WT%', 'Gew.-%']],
    ['vol%', ['v%', 'Vol.-%', 'v %']],
    ['mol%', ['mol-%', 'mol %', 'Mol%']],
    ['eq', ['equiv', 'eq.', 'equiv.']],
    ['d', ['day', 'days', '天', '日']],
    ['h', ['hr', 'hrs', 'hrs.', 'hour', 'hours', '時間', '小时']],
    ['min', ['minute', 'minutes', 'min.', '分', '分钟']],
    ['s', ['sec', 'sec.', 'secs', 'second', 'seconds', '秒']],
    ['mL', ['ml', 'm l', 'mL.']],
    ['μL', ['µl', 'µL']],
    ['mL/min', ['ml/min', 'ml / min']],
    ['L·bar', ['l·bar']],
    ['L*bar', ['l*bar']],
    ['mol/L', ['mol/l']],
  ])('is %s for %j', (one, others) => {
    expect(spelled(one)).toBe(one);
    for (const other of others) expect([other, spelled(other)]).toEqual([other, one]);
  });

  it('keeps what only looks alike: letters that have a meaning, points and signs inside', () => {
    for (const unit of [
      'mol',
      'kcal',
      'gal/h',
      'lb',
      'M',
      'm',
      'K',
      'kPa',
      'H',
      'S',
      'c',
      'v',
      'w',
      'g.cm',
      '%/min',
      'Wt%/h',
      'a.u',
    ])
      expect(spelled(unit)).toBe(unit);
    expect(isSameUnit('h', 'min')).toBe(false);
    expect(isSameUnit('wt%', '%')).toBe(false);
    expect(isSameUnit('s', 'S')).toBe(false);
    expect(isSameUnit('hrs', 'hours')).toBe(true);
  });
});
