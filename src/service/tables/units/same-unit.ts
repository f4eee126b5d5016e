import { visibleForm } from '../../normal-form.ts';

/** Ways of writing one unit; the first is the normal form. */
const spellings: readonly (readonly string[])[] = [
  ['°C', 'ºC', '℃', 'degC', 'deg C', '° C', '°С', 'C', 'Celsius'],
  ['°F', '℉', 'degF', 'deg F', '° F', 'Fahrenheit'],
  ['K', 'Kelvin'],
  ['%', '％', 'percent'],
  ['wt%', 'w%', 'Gew%', 'm%'],
  ['vol%', 'v%'],
  ['eq', 'equiv'],
  ['d', 'day', 'days', '天', '日', 'сут'],
  ['h', 'hr', 'hrs', 'hour', 'hours', '時間', '小时', 'ч', 'sa'],
  ['min', 'minute', 'minutes', '分', '分钟', 'мин', 'dk'],
  ['s', 'sec', 'secs', 'second', 'seconds', '秒', 'сек', 'sn'],
];

const bare = (unit: string): string => visibleForm(unit).replaceAll(/\s+/g, '');
const perCent = (unit: string): string =>
  unit.replace(/^(.*?)[.-]*%$/, (_, of: string) => `${of.toLowerCase()}%`);

const known = new Map(
  spellings.flatMap(([first = '', ...others]) =>
    [first, ...others].map((one): [string, string] => [perCent(bare(one)), first]),
  ),
);

/** A unit in one spelling: `mol-%` and `mol %`, `ml` and `mL`, `hrs` and `h`. */
export function spelled(unit: string): string {
  const flat = perCent(bare(unit))
    .replaceAll(/(?<![A-Za-z])([dcmun]?)l(?=$|[/·*])/g, '$1L')
    .replace(/\.$/, '');
  return known.get(flat) ?? flat;
}

/** Whether two texts are one unit. */
export const isSameUnit = (one: string, other: string): boolean => spelled(one) === spelled(other);
