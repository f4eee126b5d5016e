import type { TableCell } from '../table.ts';
import { filled } from './find-header.ts';

type Row = readonly TableCell[];

/** What the runs below a title have in common: `Compound 1:  Caffeine`, `Catalyst: Pd`. */
const titled = /^(\p{L}[\p{L} ]*?)\s*\d*\s*[:=]\s*(\S.*)$/u;

/** A column that titles stand for: its name, and its value in each row. */
interface Group {
  readonly name: string;
  readonly values: readonly string[];
}

const partsOf = (line: Row | undefined): RegExpExecArray | null =>
  filled(line ?? []) === 1 ? titled.exec(String(line?.find((cell) => cell !== ''))) : null;

/**
 * What titles say that are above the names of a table, and again above each repeat of them, as in reports with a part per
 * compound; undefined where they do not.
 *
 * @param header  line (from 0) of the names, at least 1
 * @param rows    lines of the rows
 * @param isTitle whether a line is a title above names that recur
 */
export function groupOf(
  lines: readonly Row[],
  header: number,
  rows: readonly number[],
  isTitle: (line: number) => boolean,
): Group | undefined {
  const first = partsOf(lines[header - 1]);
  const isRow = new Set(rows);
  if (first === null) return undefined;
  const [, name = ''] = first;
  const values: string[] = [];
  let value = first[2] as string;
  for (let at = header + 1; at <= (rows.at(-1) ?? -1); at++) {
    if (isRow.has(at)) values.push(value);
    else if (isTitle(at)) {
      const own = partsOf(lines[at]);
      if (own?.[1] !== name) return undefined;
      value = own[2] as string;
    }
  }
  return new Set(values).size < 2 ? undefined : { name, values };
}

/** A table with its groups, if it has some, as the last column. */
export function withGroup(
  group: Group | undefined,
  headerLine: Row,
  data: readonly Row[],
): { headerLine: Row; data: readonly Row[]; group: string | undefined } {
  if (group === undefined) return { headerLine, data, group };
  const width = data.reduce((most, { length }) => Math.max(most, length), headerLine.length);
  const full = (row: Row) => Array.from({ length: width }, (_, i) => row[i] ?? '');
  return {
    headerLine: [...full(headerLine), group.name],
    data: data.map((row, i) => [...full(row), group.values[i] as string]),
    group: group.name,
  };
}
