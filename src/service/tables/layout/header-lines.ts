import { isNumber, isText, numberIn, type ParsedCell, readCell } from '../cells/cell.ts';
import { freeName, isUnit, oneLine, ownName, splitUnit } from '../cells/column-name.ts';
import { namesResult } from '../cells/column-words.ts';
import { isDuration } from '../cells/durations.ts';
import { isExported } from '../files/exported-table.ts';
import type { TableCell } from '../table.ts';

/** What is in a line of units over what has none. */
const placeholder = /^(?:[-–—#]|no\.?|nr\.?|name|text|category|units?|einheit(?:en)?)$/i;

/** How a text in a line of units fits its column: a unit over numbers or over nothing yet, some word over numbers, or neither. */
function unitOver(
  text: string,
  rows: readonly (readonly TableCell[])[],
  column: number,
): 'unit' | 'word' | undefined {
  const cells = rows.map((row) => row[column] ?? '').filter((cell) => cell !== '');
  const count = (...kinds: readonly ParsedCell['kind'][]) =>
    cells.filter(
      (cell) => kinds.includes(readCell(cell, ',').kind) || kinds.includes(readCell(cell, '.').kind),
    ).length;
  const measured = count('number', 'censored') + cells.filter((cell) => isDuration(cell)).length;
  // Runs that failed or were not measured have no number, but no text either.
  const said = cells.length - count('missing', 'failed', 'unstated');
  if (said > 0 && measured * 2 <= said) return undefined;
  if (isUnit(text)) return 'unit';
  if (said === 0) return undefined;
  return readCell(text, '.').kind === 'text' && text.length <= 12 ? 'word' : undefined;
}

/**
 * Whether a line by the names holds units: text over numbers, nothing or the name again over text.
 *
 * @param takesWords beside units that are known, a word over numbers is one, too: `HV`
 */
export function isUnitLine(
  names: readonly TableCell[],
  line: readonly TableCell[] | undefined,
  below: readonly (readonly TableCell[])[],
  takesWords = false,
): boolean {
  if (line === undefined || below.length === 0) return false;
  const sample = below.slice(0, 50);
  let units = 0;
  let words = 0;
  for (const [column, cell] of line.entries()) {
    if (cell === '' || cell === names[column]) continue;
    if (typeof cell !== 'string') return false;
    const bare = cell.trim().replace(/^[[(](.*)[\])]$/, '$1');
    if (placeholder.test(bare)) continue;
    const over = unitOver(bare, sample, column);
    const name = names[column] ?? '';
    const isAlone = name !== '' && names.indexOf(name) === names.lastIndexOf(name);
    if (over === undefined || (over === 'word' && !isAlone)) return false;
    if (over === 'unit') units++;
    else words++;
  }
  return units > 0 && (takesWords ? units >= words : words === 0);
}

/** `[dbo].[Runs].[Temp]` and `Runs.[Temp]`, as databases write the name of a column behind that of its table. */
const inDatabase = /^(?:(?:\[[^[\]]+\]|\w+)\.)*\[([^[\]]+)\]$/;

/** A name on one line. A unit on a line of its own is in brackets: `Time [min]`. Proteus puts `##` in front of the first. */
function nameText(cell: TableCell | undefined): string {
  const parts = String(cell ?? '')
    .replace(inDatabase, '$1')
    .replace(/^##+\s*(?=\p{L})/u, '')
    .split('\n')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const unit = parts.at(-1) ?? '';
  return parts.length > 1 && isUnit(unit) && !/^[([]/.test(unit)
    ? `${oneLine(parts.slice(0, -1).join(' '))} [${unit}]`
    : oneLine(parts.join(' '));
}

/** `Yield (%)` over `HPLC`: `Yield HPLC [%]`; a unit in the second line is in brackets. */
function joinedName(above: string, under: string): string {
  if (above === '' || under === '') return above + under;
  // A capital beside other names is a quantity: `T` below `params`.
  if (isUnit(under) && !/^[A-Z]$/.test(under)) return `${above} [${under}]`;
  const { name, unit } = splitUnit(above);
  return unit === null ? `${above} ${under}` : `${name} ${under} [${unit}]`;
}

/** Names of columns, each different. Those of an exported table are as they are. `under`: a second line of names, for `Yield` over `HPLC` and `NMR`. */
export function namesOf(
  line: readonly TableCell[],
  width: number,
  under: readonly TableCell[] | undefined,
): { columns: string[]; repeated: string[]; remarks: string[] } {
  const columns: string[] = [];
  const remarks: string[] = under === undefined ? [] : ['the names span two lines'];
  const repeated: string[] = [];
  const taken = new Set<string>();
  const isOwn = isExported(line);
  let above = '';
  for (let i = 0; i < width; i++) {
    const own = isOwn ? String(line[i] ?? '') : nameText(line[i]);
    const more = oneLine(under?.[i]);
    above = own === '' && more !== '' ? above : own;
    const given = isOwn || above === more ? above : joinedName(above, more);
    const base = given === '' ? `Column ${i + 1}` : ownName(given);
    const name = freeName(base, taken);
    if (given === '') remarks.push(`column ${i + 1} has no name`);
    else if (base !== given) remarks.push(`no column can be named '${given}'; it is read as '${name}'`);
    else if (name !== base) remarks.push(`two columns are named '${given}'`);
    if (name !== base) repeated.push(given);
    taken.add(name);
    columns.push(name);
  }
  return { columns, repeated, remarks };
}

/** Columns of numbers in order are named so many at least. */
const fewestInSeries = 4;

/**
 * The line of names with the groups that are above it, where names alone say too little: `Conversion` over `200 °C` and
 * `250 °C`, `Yield` and `Purity` over `HPLC` each. The axis of a spectrum is no such group.
 */
function withGroups(line: readonly TableCell[], above: readonly TableCell[]): readonly TableCell[] {
  const starts = above.flatMap((cell, i) => (isText(cell) ? [i] : []));
  if ((starts.at(-1) ?? 0) === 0) return line;
  const isShort = (cell: TableCell) =>
    cell !== '' && (isNumber(cell) || line.indexOf(cell) !== line.lastIndexOf(cell));
  const isWhole = (cell: TableCell) =>
    line.indexOf(cell) === line.lastIndexOf(cell) && namesResult(splitUnit(nameText(cell)).name);
  const groups = starts.flatMap((start, k) => {
    const own = line.slice(start, starts[k + 1]);
    const group = nameText(above[start]);
    const isAxis =
      own.filter((cell) => isNumber(cell)).length >= fewestInSeries && !namesResult(splitUnit(group).name);
    return own.some(isShort) && !isAxis ? [{ group, start, end: start + own.length }] : [];
  });
  return line.map((cell, i) => {
    const group = groups.find(({ start, end }) => start <= i && i < end)?.group;
    return cell === '' || group === undefined || isWhole(cell) ? cell : joinedName(group, nameText(cell));
  });
}

/**
 * The line of names with those that are in the line above alone, as where a name is joined over two lines: `Remark`
 * beside `Results` over `Yield`. A title above is one cell, and a fact of the experiment (`Operator: | JD`) two at the left.
 */
export function withNamesAbove(
  line: readonly TableCell[],
  above: readonly TableCell[] | undefined,
): readonly TableCell[] {
  if (above === undefined) return line;
  const grouped = withGroups(line, above);
  const filled = above.flatMap((cell, i) => (cell === '' ? [] : [i]));
  if (filled.length < 2 || (filled.at(-1) ?? 0) < 2) return grouped;
  return Array.from({ length: Math.max(line.length, above.length) }, (_, i) => {
    const [own, over] = [grouped[i] ?? '', above[i] ?? ''];
    return own === '' && typeof over === 'string' && !isNumber(over) ? over : own;
  });
}

/**
 * The line of names with an empty one in front, where R wrote the names of its rows, 1, 2, 3, and no name above them.
 */
export function withRowNames(
  line: readonly TableCell[],
  rows: readonly (readonly TableCell[])[],
): readonly TableCell[] {
  const width = line.indexOf('');
  const isShort = width > 0 && line.slice(width).every((cell) => cell === '');
  const areNamed = rows.every((row, i) => String(row[0]) === String(i + 1) && row[width] !== '');
  const areLong = rows.every((row) => row.slice(width + 1).every((cell) => cell === ''));
  return isShort && rows.length > 1 && areNamed && areLong ? ['', ...line.slice(0, -1)] : line;
}

/** Whether a number is far from those below it: outside of their range by more than its width, or over text. */
function isFar(number: number, below: readonly TableCell[]): boolean {
  const values = below.filter((cell) => cell !== '').map(numberOf);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const isNear = number >= low - (high - low) && number <= high + (high - low);
  return values.length > 0 && !isNear;
}

/** Whether a line is a run like those below: numbers that are near the ones below, and texts and gaps that recur below. */
export function isRun(line: readonly TableCell[], below: readonly (readonly TableCell[])[]): boolean {
  const isLike = (cell: TableCell, i: number) => {
    const column = below.map((row) => row[i] ?? '');
    return isNumber(cell) ? isNearNumber(cell, column) : column.includes(cell);
  };
  const others = below.filter((row) => row.some((cell, i) => cell !== (line[i] ?? '')));
  return (
    others.length === below.length &&
    line.some((cell) => isNumber(cell)) &&
    line.every((cell, i) => isLike(cell, i))
  );
}

/** Names that are numbers near those below them: the line may be a run. Names that count on, as 1, 2, 3, are none. */
export function numberNames(
  names: readonly TableCell[],
  below: readonly (readonly TableCell[])[],
): TableCell[] {
  const numbers = names.filter((name) => isNumber(name)).map(numberOf);
  if (
    numbers.every((number, i) => i === 0 || number === (numbers[i - 1] as number) + 1) &&
    numbers.length > 1
  )
    return [];
  const sample = below.slice(0, 50);
  return names.filter((name, i) => {
    const column = sample.map((row) => row[i] ?? '');
    return isNumber(name) && isNearNumber(name, column);
  });
}

/** Whether a cell is a number near those below it, which are numbers, too. */
function isNearNumber(cell: TableCell, below: readonly TableCell[]): boolean {
  const value = numberOf(cell);
  const numbers = below.filter((other) => isNumber(other)).map(numberOf);
  return numbers.length * 2 > below.filter((other) => other !== '').length && !isFar(value, numbers);
}

function numberOf(cell: TableCell): number {
  const value = numberIn(cell, '.');
  return Number.isNaN(value) ? numberIn(cell, ',') : value;
}

/**
 * Whether a line below the names numbers the columns: 1, 2, 3, … A first run may have these numbers, too: `surely` where most
 * of them are far from the numbers below.
 */
export function numbersColumns(
  names: readonly TableCell[],
  line: readonly TableCell[] | undefined,
  below: readonly (readonly TableCell[])[],
): 'surely' | 'perhaps' | undefined {
  const isNumbered =
    names.length > 2 &&
    below.length > 1 &&
    names.every((name, i) => name !== '' && String(line?.[i]) === String(i + 1));
  if (!isNumbered) return undefined;
  const far = names.filter((_, i) =>
    isFar(
      i + 1,
      below.slice(0, 50).map((row) => row[i] ?? ''),
    ),
  );
  return far.length * 2 > names.length ? 'surely' : 'perhaps';
}

/** Whether a line names the first column alone, which has no name above: the index of a pandas table. */
export const isIndexName = (
  names: readonly TableCell[],
  line: readonly TableCell[] | undefined,
  rows: readonly (readonly TableCell[])[],
): boolean =>
  names[0] === '' &&
  rows.every((row) => row.slice(1).some((cell) => cell !== '')) &&
  typeof line?.[0] === 'string' &&
  line[0] !== '' &&
  !isNumber(line[0]) &&
  line.slice(1).every((cell) => cell === '') &&
  names.filter((cell) => cell !== '').length > 1;

/** What Design-Expert writes above its names. */
const factorNumber = /^(?:factor|response|component)\s+\d+$/i;

/** Whether a line continues the names above it: they repeat, are numbers of factors or have gaps there, and numbers follow where it has text. */
export function isSecondLine(
  names: readonly TableCell[],
  line: readonly TableCell[] | undefined,
  below: readonly (readonly TableCell[])[],
): boolean {
  if (line === undefined || below.length === 0) return false;
  const at = line.flatMap((cell, i) => (cell === '' ? [] : [i]));
  if (at.length < 2 || at.some((i) => typeof line[i] === 'number' || isNumber(line[i] ?? ''))) return false;
  const joined = at.filter((i) => {
    const name = names[i] ?? '';
    return name === '' || names.indexOf(name) !== i || factorNumber.test(String(name));
  });
  const numeric = at.filter((i) => below.slice(0, 50).some((row) => isNumber(row[i] ?? '')));
  return joined.length > 0 && numeric.length * 2 >= at.length;
}

/** The unit in a cell of a line of units; none where the name of the column recurs, as in joined cells. */
export function unitOf(cell: TableCell | undefined, column: string): string | null {
  if (oneLine(cell) === column) return null;
  const text = String(cell ?? '')
    .trim()
    .replace(/^[[(](.*)[\])]$/, '$1');
  return text === '' || placeholder.test(text) ? null : text;
}
