import { isRecord } from '../../../contract/is-record.ts';
import { ValueError } from '../../../engine/errors.ts';
import { list, show } from '../../../engine/words.ts';
import { type TableCell, type TableLimits, TooLargeTableError } from '../table.ts';
import { type Items, insteadOfState, runsOfProgram } from './json-programs.ts';

type Item = Readonly<Record<string, unknown>>;

const isNested = (value: unknown): boolean => typeof value === 'object' && value !== null;

const expected =
  'expected a list of objects, alone or as one part of an object, or one object per line, each of them a run';

/** A number with more digits than the runtime keeps is text as written, such as a bar code. */
const asWritten = (_: string, value: unknown, { source }: { source?: string }): unknown =>
  typeof value === 'number' && source !== undefined && (!Number.isFinite(value) || isRounded(value, source))
    ? source
    : value;

const isRounded = (value: number, source: string): boolean =>
  Number.isInteger(value) && !Number.isSafeInteger(value) && String(value) !== source;

/** `NaN`, `Infinity` and `-Infinity`, which Python writes for numbers, outside of texts. One pattern for whole texts overflows at a long one. */
function withoutNaN(text: string): string {
  let inText = false;
  return text.replaceAll(/\\[\s\S]|"|-?\b(?:NaN|Infinity)\b/g, (found) => {
    if (found === '"') inText = !inText;
    return inText || found === '"' ? found : 'null';
  });
}

const parsed = (text: string): unknown =>
  JSON.parse(
    /\b(?:NaN|Infinity)\b/.test(text) ? withoutNaN(text) : text,
    asWritten as (this: unknown, key: string, value: unknown) => unknown,
  );

/** The objects of lines of JSON; blank lines do not count. */
function itemsOfLines(text: string): unknown[] {
  return text.split(/\r\n|\n|\r/).flatMap((line, i) => {
    if (line.trim() === '') return [];
    try {
      return [parsed(line)];
    } catch (cause) {
      throw new ValueError(`JSON: line ${i + 1} is not an object; ${expected}`, { cause });
    }
  });
}

function itemsOf(text: string): Items {
  const start = text.trimStart();
  const isLines = start.startsWith('{') && /^\s*\{.*\}[ \t]*(?:\r\n|\n|\r)\s*\{/.test(start);
  if (isLines) {
    const items = itemsOfLines(start);
    return runsOfProgram(items) ?? { items, remarks: [] };
  }
  let whole: unknown;
  try {
    whole = parsed(start);
  } catch (cause) {
    throw new ValueError(`JSON: ${(cause as Error).message}; ${expected}`, { cause });
  }
  const runs = runsOfProgram(whole);
  if (runs !== undefined) return runs;
  if (Array.isArray(whole)) return { items: whole, remarks: [] };
  const instead = insteadOfState(whole);
  if (instead !== undefined) throw new ValueError(`JSON: ${instead}`);
  const found = isRecord(whole) && !Object.hasOwn(whole, 'search_space') ? wrapped(whole) : undefined;
  if (found !== undefined) return found;
  throw new ValueError(
    `JSON: the file is one object; ${expected}; a session is imported by POST /sessions/import`,
  );
}

/** The runs of a table that is in an object: the one list of objects in it, or lists that are its columns. */
function wrapped(whole: Item): Items | undefined {
  const entries = Object.entries(whole);
  const lists = entries.filter(
    (one): one is [string, unknown[]] => Array.isArray(one[1]) && one[1].length > 0,
  );
  const tables = lists.filter(([, list]) => list.every(isRecord));
  const [table] = tables;
  if (table !== undefined && tables.length === 1) {
    const others = entries.map(([name]) => name).filter((name) => name !== table[0]);
    return {
      items: table[1],
      remarks: [
        `the table is in '${table[0]}'${others.length > 0 ? `; ${list(others)} beside it ${others.length === 1 ? 'is' : 'are'} not read` : ''}`,
      ],
    };
  }
  return pandas(whole) ?? listsOf(entries, lists) ?? namedRuns(entries);
}

/** Objects of the same parts under names with numbers, each a run: `{"run 1": {"T": 60, "yield": 45}, …}`. */
function namedRuns(entries: readonly (readonly [string, unknown])[]): Items | undefined {
  const partsOf = (value: unknown) => (isRecord(value) ? Object.keys(value).sort() : []);
  const parts = partsOf(entries[0]?.[1]);
  const areAlike = entries.every(
    ([name, value]) => /\d/.test(name) && partsOf(value).join('\n') === parts.join('\n'),
  );
  if (entries.length < 2 || parts.length < 2 || !areAlike) return undefined;
  const name = parts.includes('Run') ? 'Run name' : 'Run';
  return {
    items: entries.map(([run, value]) => ({ [name]: run, ...(value as Item) })),
    remarks: ['each object in the object is a run'],
  };
}

/** Lists of one length, each a column. */
function listsOf(
  entries: readonly (readonly [string, unknown])[],
  lists: readonly (readonly [string, unknown[]])[],
): Items | undefined {
  const [first] = lists;
  const areColumns =
    first !== undefined &&
    lists.length === entries.length &&
    lists.every(([, cells]) => cells.length === first[1].length && !cells.some(isNested));
  if (!areColumns) return undefined;
  return {
    items: first[1].map((_, row) => Object.fromEntries(lists.map(([name, cells]) => [name, cells[row]]))),
    remarks: ['each list of the object is a column'],
  };
}

/** What `DataFrame.to_json` of pandas writes: `{"T": {"0": 60, …}}`, `{"0": {"T": 60}}` or `{"columns": […], "data": [[…]]}`. */
function pandas(whole: Item): Items | undefined {
  const { columns, data } = whole;
  if (Array.isArray(columns) && Array.isArray(data) && data.length > 0) {
    const isRow = (row: unknown): row is unknown[] => Array.isArray(row) && row.length === columns.length;
    if (!data.every(isRow)) return undefined;
    const items = data.map((row) => Object.fromEntries(columns.map((name, i) => [String(name), row[i]])));
    return { items, remarks: ["'columns' names the values of each list in 'data'"] };
  }
  const entries = Object.entries(whole);
  const inner = entries.flatMap(([, one]) => (isRecord(one) ? [one] : []));
  const isFlat = inner.length === entries.length && !inner.some((one) => Object.values(one).some(isNested));
  if (!isFlat || inner[0] === undefined) return undefined;
  const areNumbers = (names: readonly string[]) =>
    names.length > 0 && names.every((name) => /^\d+$/.test(name));
  if (areNumbers(Object.keys(whole)))
    return { items: inner, remarks: ['each object in the object is a run'] };
  const rows = Object.keys(inner[0]);
  if (!areNumbers(rows) || !inner.every((one) => Object.keys(one).join() === rows.join())) return undefined;
  const items = rows.map((row) =>
    Object.fromEntries(entries.map(([name, one]) => [name, (one as Item)[row]])),
  );
  return { items, remarks: ['each object in the object is a column'] };
}

/** How deep objects within objects are read, and how many of them in a list. */
const maxNesting = 12;
const maxListed = 12;

/** Units as the Open Reaction Database writes them. */
const unitNames: ReadonlyMap<string, string> = new Map(
  (
    'CELSIUS °C KELVIN K FAHRENHEIT °F DAY d HOUR h MINUTE min SECOND s KILOGRAM kg GRAM g MILLIGRAM mg MICROGRAM µg ' +
    'MOLE mol MILLIMOLE mmol MICROMOLE µmol LITER L MILLILITER mL MICROLITER µL MOLAR M MILLIMOLAR mM BAR bar ATMOSPHERE atm PSI psi'
  )
    .match(/\S+ \S+/g)
    ?.map((pair) => pair.split(' ') as [string, string]),
);

/** `{"value": 60, "units": "CELSIUS"}` as 60 °C, and `{"value": 45.2}` as its value; undefined: another object. */
function amountIn(item: Item): unknown {
  const { value, units, unit = units, precision: _, ...others } = item;
  if (typeof value !== 'number' || Object.keys(others).some((name) => name !== 'units')) return undefined;
  if (unit === undefined) return value;
  return typeof unit === 'string' ? `${value} ${unitNames.get(unit) ?? unit}` : undefined;
}

/** What distinguishes the objects of a list: their types or names, if each has another one, or else their numbers, if there are several. */
function listed(list: readonly Item[]): Item {
  const by = ['type', 'name'].find(
    (key) =>
      new Set(list.map((one) => one[key])).size === list.length &&
      list.every((one) => typeof one[key] === 'string' && one[key] !== ''),
  );
  if (by !== undefined) return Object.fromEntries(list.map(({ [by]: key, ...one }) => [String(key), one]));
  return list.length === 1
    ? (list[0] as Item)
    : Object.fromEntries(list.map((one, i) => [String(i + 1), one]));
}

/** An object in a run, or a list of some objects as one. */
const objectIn = (value: unknown): Item | undefined =>
  Array.isArray(value) && value.length > 0 && value.length <= maxListed && value.every(isRecord)
    ? listed(value)
    : isRecord(value)
      ? value
      : undefined;

/** An object with the values of nested objects added, by their path: `results.yield`. */
function flattened(item: Item, depth = maxNesting): Item {
  return Object.fromEntries(
    Object.entries(item).flatMap(([name, value]) => {
      const inner = depth > 0 ? objectIn(value) : undefined;
      const amount = inner && amountIn(inner);
      if (inner === undefined || amount !== undefined) return [[name, amount ?? value] as const];
      return Object.entries(flattened(inner, depth - 1)).map(
        ([own, one]) => [`${name}.${own}`, one] as const,
      );
    }),
  );
}

function cellOf(value: unknown, column: string): TableCell {
  if (value === null || value === undefined || isNested(value)) return '';
  if (typeof value === 'number') return value;
  const text = String(value);
  if (text.includes('\0'))
    throw new ValueError(`JSON: column ${show(column)} has a text with the character NUL; remove it`);
  return text;
}

/** Lists of cells; without a list of names, which has no number, the columns are numbered. */
function linesOfLists(lists: readonly (readonly unknown[])[]): TableCell[][] {
  const lines = lists.map((item) => item.map((value, i) => cellOf(value, String(i + 1))));
  const width = Math.max(...lines.map(({ length }) => length));
  const areNamed = lists[0]?.every((value) => typeof value === 'string') === true;
  return areNamed ? lines : [Array.from({ length: width }, (_, i) => `Column ${i + 1}`), ...lines];
}

/**
 * The runs of a JSON file under a line of their names, in the order in which they appear.
 *
 * @throws ValueError         it is no list of objects
 * @throws TooLargeTableError
 */
export function readJson(text: string, most?: TableLimits): { lines: TableCell[][]; remarks: string[] } {
  const { items: given, remarks } = itemsOf(text);
  if (most !== undefined && given.length > most.rows)
    throw new TooLargeTableError('rows', given.length, true);
  const [first] = given;
  if (Array.isArray(first) && given.every((item) => Array.isArray(item) && !item.some(isNested)))
    return {
      lines: linesOfLists(given as unknown[][]),
      remarks: [...remarks, 'each list of the file is a run'],
    };
  const odd = given.findIndex((item) => !isRecord(item));
  if (odd >= 0) throw new ValueError(`JSON: item ${odd + 1} is ${show(given[odd])}; ${expected}`);
  const items = (given as Item[]).map((item) => flattened(item));
  const nested = new Set<string>();
  const columns = new Set<string>();
  for (const item of items)
    for (const [name, value] of Object.entries(item)) (isNested(value) ? nested : columns).add(name);
  const names = [...columns];
  const cells = names.length * items.length;
  if (most !== undefined && cells > most.cells) throw new TooLargeTableError('cells', cells, true);
  return {
    lines: [
      names.map((name) => cellOf(name, name)),
      ...items.map((item) => names.map((name) => cellOf(item[name], name))),
    ],
    remarks: [
      ...remarks,
      ...(nested.size > 0
        ? [`lists in ${list([...nested])} are not read; write their values beside the others`]
        : []),
    ],
  };
}
