import { formulaError } from '../cells/cell.ts';
import { isUnit } from '../cells/column-name.ts';
import type { TableCell } from '../table.ts';

export type Attributes = Readonly<Record<string, string | undefined>>;

const twoDigits = (digits: string | undefined): string => (digits ?? '0').padStart(2, '0');

/** `08:15:00` of `PT08H15M00S`. */
function timeText(written: string): string {
  const [, sign = '', hours, minutes, seconds] =
    /^(-?)PT?(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:[.,]\d+)?S)?$/.exec(written) ?? [];
  return `${sign}${twoDigits(hours)}:${twoDigits(minutes)}:${twoDigits(seconds)}`;
}

const signs: Readonly<Record<string, string>> = { EUR: '€', USD: '$', GBP: '£', JPY: '¥' };

/** The unit that a number is shown with: `60.0 °C`. */
function shownUnit(text: string): string {
  const [, unit = ''] = /^[-−+]?[\d.,'\s]+?\s*([^\d\s.,'].*)$/.exec(text) ?? [];
  return isUnit(unit) ? unit : '';
}

/** A number as the sheet shows it: 40 and `%` for 0.4 in a cell of per cent, `00123` in one of zeros. */
function shownNumber(type: string, at: Attributes, text: string): { cell: TableCell; unit: string } {
  const value = Number(at['office:value']);
  if (type === 'percentage') return { cell: Number((value * 100).toPrecision(15)), unit: '%' };
  if (type === 'currency') {
    const code = at['office:currency'] ?? '';
    return { cell: value, unit: signs[code] ?? code };
  }
  const isCode = /^0\d+$/.test(text) && Number(text) === value;
  return { cell: isCode ? text : value, unit: isCode ? '' : shownUnit(text) };
}

/** A cell of an OpenDocument sheet by its attributes and the text that it shows; the unit of a number beside it. */
export function odsCell(at: Attributes, text: string): { cell: TableCell; unit: string | null } {
  const type = at['office:value-type'] ?? '';
  if (at['calcext:value-type'] === 'error')
    return { cell: formulaError.test(text) ? text : '#VALUE!', unit: null };
  if (/^(?:float|percentage|currency)$/.test(type)) return shownNumber(type, at, text.trim());
  if (type === 'date') return { cell: (at['office:date-value'] ?? '').replace(/\.\d+$/, ''), unit: null };
  if (type === 'time') return { cell: timeText(at['office:time-value'] ?? ''), unit: null };
  if (type === 'boolean') return { cell: at['office:boolean-value'] ?? '', unit: null };
  return { cell: (text === '' ? (at['office:string-value'] ?? '') : text).trim(), unit: null };
}
