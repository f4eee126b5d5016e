import type { ImportColumn, ImportColumnPatch } from '../../contract/imports.ts';
import { readCell } from './cell.ts';
import { isUnit, loose, splitUnit } from './column-name.ts';
import type { Table } from './table.ts';

/** A column where some numbers have a unit and others have none may mix two scales. */
function mixedUnits(table: Table, columns: readonly ImportColumn[]): string[] {
  return columns.flatMap(({ column, meaning }, i) => {
    if (meaning !== 'input' && meaning !== 'output') return [];
    let bare = false;
    const units = new Set<string>();
    for (const row of table.rows) {
      const reading = readCell(row[i] ?? '', table.settings.decimal);
      if (reading.kind !== 'number' && reading.kind !== 'censored') continue;
      if (reading.unit === null) bare = true;
      else if (isUnit(reading.unit)) units.add(reading.unit);
    }
    const [unit] = units;
    return bare && unit !== undefined
      ? [
          `column '${column}': some numbers have the unit '${unit}' and others have none; all are read on one scale`,
        ]
      : [];
  });
}

/** Categories of new variables that differ in letter case or blanks alone: often one thing that was typed in two ways. */
function alikeCategories(columns: readonly ImportColumn[]): string[] {
  return columns.flatMap(({ column, meaning, exists, categories }) => {
    if (meaning !== 'input' || exists) return [];
    const seen = new Map<string, string>();
    return (categories ?? []).flatMap((label) => {
      const flat = label.toLowerCase().replaceAll(/\s+/g, '');
      const other = seen.get(flat);
      seen.set(flat, other ?? label);
      return other === undefined
        ? []
        : [
            `column '${column}': '${other}' and '${label}' are two categories; set one as a synonym of the other if they are the same`,
          ];
    });
  });
}

/** A name without the number of a repeat: `Yield 2`, `Yield_2`, `Yield (2)`. */
const stem = (column: string): string => splitUnit(column).name.replace(/[\s_.-]*[(#]?\d+\)?$/, '');

/** Results that differ in a number alone may be repeats of one measurement, and are objectives each. */
function repeats(columns: readonly ImportColumn[]): string[] {
  const results = columns.filter(({ meaning, exists }) => meaning === 'output' && !exists);
  const groups = Map.groupBy(results, ({ column }) => loose(stem(column)));
  return [...groups].flatMap(([name, group]) => {
    if (name.length < 2 || group.length < 2) return [];
    const named = group.map(({ column }) => `'${column}'`).join(', ');
    return [
      `columns ${named} are objectives of their own; if they repeat one measurement, give each repeat a row of its own, or read all but one as notes`,
    ];
  });
}

/** Texts that were declared to stand for another category. */
const synonymsOf = (patches: readonly ImportColumnPatch[]): string[] =>
  patches.flatMap(({ column, synonyms = {} }) =>
    Object.entries(synonyms).flatMap(([text, category]) =>
      text === category ? [] : [`column '${column}': '${text}' is read as '${category}'`],
    ),
  );

/** What the columns may mean besides what they are taken for, in words. */
export const columnRemarks = (
  table: Table,
  columns: readonly ImportColumn[],
  patches: readonly ImportColumnPatch[],
): string[] => [
  ...synonymsOf(patches),
  ...mixedUnits(table, columns),
  ...alikeCategories(columns),
  ...repeats(columns),
];
