import { readCell } from '../cells/cell.ts';
import { splitUnit } from '../cells/column-name.ts';
import type { Table, TableCell } from '../table.ts';

/** A number in brackets, as accounts write a negative one; its currency may be on either side of the bracket. */
const inBrackets = /^([$€£¥]?)\s*\(\s*([$€£¥]?)\s*(\d[\d.,' \u00a0\u202f]*)\s*\)$/;

const currency = /^(?:[$€£¥]|EUR|USD|GBP|CHF|JPY|CNY|k[€$])(?:$|\s*\/)/;
const money =
  /(?:^|[^\p{L}])(?:costs?|prices?|profits?|loss|margins?|revenues?|p\s*[&/]\s*l|kosten|preis|gewinn|verlust|erlös|coûts?|prix)(?:[^\p{L}]|$)/iu;

const negative = (cell: TableCell): TableCell => {
  const found = typeof cell === 'string' ? inBrackets.exec(cell.trim()) : null;
  return found === null ? cell : `-${found[3]?.trim()}`;
};

/** Whether a column holds money: its name, its unit or its cells say so. */
function holdsMoney({ columns, units, rows }: Table, at: number): boolean {
  const { name, unit } = splitUnit(columns[at] as string);
  return (
    money.test(columns[at] as string) ||
    money.test(name) ||
    currency.test(unit ?? units[at] ?? '') ||
    rows.some((row) => /^\(?\s*-?\s*[$€£¥]/.test(String(row[at] ?? '')))
  );
}

/** A number with its minus right behind a digit, as SAP and other accounts write it: `12 -` has no unit, `12.-` is a price. */
const minusBehind = /^(\d(?:[\d.,' \u00a0\u202f]*\d)?)[-\u2212]$/;

const withMinusInFront = (cell: TableCell): TableCell =>
  typeof cell === 'string' && minusBehind.test(cell.trim()) ? `-${cell.trim().slice(0, -1)}` : cell;

/** Whether a column has numbers alone: beside `1`, `2-` and `3+` a minus is none. */
const holdsNumbers = ({ rows, settings, summary }: Table, at: number): boolean =>
  rows.every(
    (row, i) => summary.has(i) || readCell(withMinusInFront(row[at] ?? ''), settings.decimal).kind !== 'text',
  );

/** A way to write negative numbers, where it is one, and its remark. */
interface Writing {
  readonly plain: (cell: TableCell) => TableCell;
  readonly isMeant: (table: Table, at: number) => boolean;
  readonly remark: (column: string, example: TableCell) => string;
}

/** In brackets only amounts of money are negative; anywhere else, brackets may mean something else. */
const writings: readonly Writing[] = [
  {
    plain: negative,
    isMeant: holdsMoney,
    remark: (column, example) =>
      `column '${column}' contains money: numbers in brackets, such as '${example}', are read as negative`,
  },
  {
    plain: withMinusInFront,
    isMeant: holdsNumbers,
    remark: (column, example) =>
      `column '${column}': numbers with a trailing minus, such as '${example}', are read as negative`,
  },
];

function written(table: Table, { plain, isMeant, remark }: Writing): Table {
  const found = table.columns.flatMap((column, at) => {
    const example = table.rows.find((row) => plain(row[at] ?? '') !== (row[at] ?? ''))?.[at];
    return example !== undefined && isMeant(table, at) ? [{ at, remark: remark(column, example) }] : [];
  });
  if (found.length === 0) return table;
  const places = new Set(found.map(({ at }) => at));
  return {
    ...table,
    rows: table.rows.map((row) => row.map((cell, at) => (places.has(at) ? plain(cell) : cell))),
    remarks: [...table.remarks, ...found.map((one) => one.remark)],
  };
}

/** Negative numbers as accounts write them, in brackets or with the minus behind, with their minus in front. */
export const withAccountingNegatives = (table: Table): Table => writings.reduce(written, table);
