import { splitUnit } from '../cells/column-name.ts';
import type { Table, TableCell } from '../table.ts';

/** A number in brackets, as accounts write a negative one; its currency may stand on either side of the bracket. */
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

/** Amounts of money in brackets as negative numbers; anywhere else, brackets may mean something else. */
export function withNegatives(table: Table): Table {
  const found = table.columns.flatMap((_, at) => {
    const example = table.rows.find((row) => negative(row[at] ?? '') !== (row[at] ?? ''))?.[at];
    return example !== undefined && holdsMoney(table, at) ? [{ at, example }] : [];
  });
  if (found.length === 0) return table;
  const places = new Set(found.map(({ at }) => at));
  return {
    ...table,
    rows: table.rows.map((row) => row.map((cell, at) => (places.has(at) ? negative(cell) : cell))),
    remarks: [
      ...table.remarks,
      ...found.map(
        ({ at, example }) =>
          `column '${table.columns[at]}' holds money: numbers in brackets, such as '${example}', are read as negative`,
      ),
    ],
  };
}
