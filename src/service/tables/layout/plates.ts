import { ValueError } from '../../../engine/errors.ts';
import { counted } from '../../../engine/words.ts';
import { isNumber } from '../cells/cell.ts';
import type { TableCell } from '../table.ts';
import { filledIn } from './sections.ts';

type Lines = readonly (readonly TableCell[])[];

/** A grid of wells: lines A, B, C below columns 1, 2, 3. */
interface Block {
  readonly title: string;
  /** What a program calls results. */
  readonly isRead: boolean;
  /** Lines (from 0) that it takes, those of its title included. */
  readonly start: number;
  readonly end: number;
  /** Line of its first wells, and lines from one letter to the next: several readings may be below one another. */
  readonly first: number;
  readonly stride: number;
  /** Where its letters stand. */
  readonly left: number;
  readonly width: number;
  readonly height: number;
}

/** Rows and columns of plates that no other table is likely to have. */
const sizes = new Set(['4×6', '6×8', '8×12', '16×24', '32×48']);

/** The letters of a row (from 0): A to Z, and AA to AF on plates of 1536 wells. */
const lettersOf = (row: number): string =>
  row < 26 ? String.fromCharCode(65 + row) : `A${String.fromCharCode(39 + row)}`;
const maxPlateRows = 32;

/** Readings of one plate below one another, at most. */
const maxStride = 40;

const isColumn = (cell: TableCell | undefined, number: number): boolean =>
  cell !== undefined && cell !== '' && /^0?\d+$/.test(String(cell)) && Number(cell) === number;

/** Where 1, 2, 3 begin in a line, once or side by side, and how far they count. */
function columnsIn(line: readonly TableCell[]): { left: number; width: number }[] {
  return line.flatMap((cell, first) => {
    let width = 0;
    while (first > 0 && isColumn(line[first + width], width + 1)) width++;
    return width < 3 || isColumn(cell, 0) ? [] : [{ left: first - 1, width }];
  });
}

/** What a plate reader says of itself above its readings. */
const isState = (text: string): boolean => /^temp(?:erature|\.)?\s*[:=]\s*\d/i.test(text);

/** The name of a block in its corner, or alone above it. */
function titleOf(
  lines: Lines,
  at: number,
  left: number,
  above: readonly TableCell[] | undefined,
): { title: string; isAbove: boolean } {
  const corner = String(lines[at]?.[left] ?? '').trim();
  if (corner !== '' && corner !== '<>') return { title: corner, isAbove: false };
  const [only, ...more] = filledIn(above);
  return typeof only !== 'string' || more.length > 0 || isState(only)
    ? { title: '', isAbove: false }
    : { title: only.trim(), isAbove: true };
}

/** What is above the readings of a plate, and says no more of them. */
const namesResults = /^(?:results?|ergebnisse?|résultats?|resultados?)$/i;

/**
 * Lines of numbers below columns of a usual plate, where no letters are beside them: as SoftMax writes plates, with the
 * temperature in front of the first. 0: there are none.
 */
function linesWithoutLetters(lines: Lines, at: number, left: number, width: number): number {
  const isNumbers = (line: readonly TableCell[] | undefined) =>
    line?.slice(left + 1, left + 1 + width).every((cell) => cell === '' || isNumber(cell)) &&
    line.slice(left + 1, left + 1 + width).some((cell) => cell !== '') &&
    line.slice(left + 1 + width).every((cell) => cell === '');
  const height = [4, 6, 8, 16].find((rows) => sizes.has(`${rows}×${width}`)) ?? 0;
  const own = lines.slice(at + 1, at + 1 + height);
  const areBare = own.slice(1).every((line) => line.slice(0, left + 1).every((cell) => cell === ''));
  const isEnd = !isNumbers(lines[at + 1 + height]);
  return own.length === height && own.every(isNumbers) && areBare && isEnd ? height : 0;
}

/** SoftMax names a plate in the line above it: `Plate: | Plate1 | 1.3 | …`. */
function plateAbove(lines: Lines, at: number): Pick<Block, 'title' | 'start'> {
  const [mark, name = ''] = lines[at - 1] ?? [];
  return mark === 'Plate:' ? { title: `Plate ${name}`, start: at - 1 } : { title: '', start: at };
}

/** Lines from the letter A to the letter B below the names of columns; those between have no letter. 0: there is no B. */
function strideAt(lines: Lines, at: number, left: number): number {
  const letterAt = (line: number) =>
    String(lines[line]?.[left] ?? '')
      .trim()
      .toUpperCase();
  if (letterAt(at + 1) !== 'A') return 0;
  let stride = 1;
  while (stride < maxStride && at + 1 + stride < lines.length && letterAt(at + 1 + stride) === '') stride++;
  return letterAt(at + 1 + stride) === 'B' ? stride : 0;
}

/** The blocks whose columns are named in a line, side by side. */
function blocksAt(lines: Lines, at: number): Block[] {
  const columns = columnsIn(lines[at] ?? []);
  return columns.flatMap(({ left, width }) => {
    const above = lines[at - 1];
    return blocksBelow(
      lines,
      at,
      left,
      width,
      columns.length > 1 ? above?.slice(left, left + width + 1) : above,
    );
  });
}

/** The blocks below columns: as many as there are readings below one another, each with its name behind. */
function blocksBelow(
  lines: Lines,
  at: number,
  left: number,
  width: number,
  above: readonly TableCell[] | undefined,
): Block[] {
  const stride = strideAt(lines, at, left);
  if (stride === 0) {
    const bare = linesWithoutLetters(lines, at, left, width);
    const own = { isRead: false, end: at + 1 + bare, first: at + 1, stride: 1, left, width, height: bare };
    return bare === 0 ? [] : [{ ...plateAbove(lines, at), ...own }];
  }
  const hasLetter = (row: number) =>
    row < maxPlateRows &&
    String(lines[at + 1 + row * stride]?.[left] ?? '')
      .trim()
      .toUpperCase() === lettersOf(row);
  let height = 0;
  while (hasLetter(height)) height++;
  const { title, isAbove } = titleOf(lines, at, left, above);
  const behind = (line: number) => String(lines[line]?.[left + width + 1] ?? '').trim();
  const end = at + 1 + stride * height;
  return Array.from({ length: stride }, (_, i) => ({
    title: stride > 1 || title === '' ? behind(at + 1 + i) : title,
    isRead: namesResults.test(title),
    first: at + 1 + i,
    ...{ start: isAbove ? at - 1 : at, end, stride, left, width, height },
  }));
}

function blocksIn(lines: Lines): Block[] {
  const found: Block[] = [];
  for (let at = 0; at < lines.length; at++) {
    const blocks = blocksAt(lines, at);
    found.push(...blocks);
    at = (blocks[0]?.end ?? at + 1) - 1;
  }
  return found;
}

/** Names of columns, each different; those of blocks without a title are numbered. */
function namesOf(blocks: readonly Block[]): string[] {
  const bare = blocks.map(({ title }, i) => title || `Value${blocks.length > 1 ? ` ${i + 1}` : ''}`);
  return bare.map((name, i) => {
    const before = bare.slice(0, i).filter((one) => one === name).length;
    return before === 0 ? name : `${name} (${before + 1})`;
  });
}

const namesPlate = ({ title }: Block): boolean => /^(?:micro)?(?:plate|platte|plaque)\b/i.test(title);

const wellName = (row: number, column: number): string => `${lettersOf(row)}${column + 1}`;

/** One line per well with something in it, with a cell of each of these blocks; they have one size. */
function wellsOf(lines: Lines, blocks: readonly Block[]): { well: string; cells: TableCell[] }[] {
  const height = Math.max(...blocks.map((block) => block.height));
  const width = Math.max(...blocks.map((block) => block.width));
  const cellOf = (block: Block, row: number, column: number): TableCell =>
    row < block.height && column < block.width
      ? (lines[block.first + row * block.stride]?.[block.left + 1 + column] ?? '')
      : '';
  return Array.from({ length: height * width }, (_, i) => {
    const [row, column] = [Math.floor(i / width), i % width];
    return { well: wellName(row, column), cells: blocks.map((block) => cellOf(block, row, column)) };
  }).filter(({ cells }) => cells.some((cell) => cell !== ''));
}

/** The plates of a file: blocks named `Plate 1`, `Plate 2`, the same names again and again (Gen5), or all blocks as one. */
function platesOf(blocks: readonly Block[]): { name: string; blocks: readonly Block[] }[] {
  if (blocks.every(namesPlate)) return blocks.map((block) => ({ name: block.title, blocks: [block] }));
  const titles = blocks.map(({ title }) => title);
  const isPeriod = (n: number) =>
    new Set(titles.slice(0, n)).size === n && titles.every((title, i) => title === titles[i % n]);
  const own = titles.findIndex((_, i) => i > 0 && titles.length % (i + 1) === 0 && isPeriod(i + 1)) + 1;
  const size = own === 0 ? titles.length : own;
  return Array.from({ length: titles.length / size }, (_, i) => ({
    name: `Plate ${i + 1}`,
    blocks: blocks.slice(i * size, (i + 1) * size),
  }));
}

/** Plates as lines of a table below its names. */
export interface Plates {
  readonly lines: TableCell[][];
  readonly remarks: string[];
  /** Columns (from 0) that are results. */
  readonly results: readonly number[];
}

/** The wells of plates as lines of a table below its names, and what was done in words. */
function unfolded(lines: Lines, blocks: readonly Block[]): Plates {
  const taken = new Set(
    blocks.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, i) => start + i)),
  );
  const left = lines.length - taken.size;
  const plates = platesOf(blocks);
  const [first] = plates as [(typeof plates)[number]];
  const names = first.blocks.every(namesPlate) ? ['Value'] : namesOf(first.blocks);
  const several = plates.length > 1;
  const head = [...(several ? ['Plate'] : []), 'Well', ...names];
  const body = plates.flatMap(({ name, blocks: own }) =>
    wellsOf(lines, own).map(({ well, cells }): TableCell[] => [...(several ? [name] : []), well, ...cells]),
  );
  const columns = `, with a column per block: ${names.map((name) => `'${name}'`).join(', ')}`;
  const what = several
    ? `${plates.length} plates became ${counted(body.length, 'run')}, one per well${names.length > 1 ? columns : ''}`
    : `a plate became ${counted(body.length, 'run')}, one per well${columns}`;
  return {
    lines: [head, ...body],
    results: first.blocks.flatMap(({ isRead }, i) => (isRead ? [head.length - names.length + i] : [])),
    remarks: [
      `${what}; if it is not a plate, choose variables in columns`,
      ...(left > 0
        ? [`${counted(left, 'line')} outside the plates ${left === 1 ? 'was' : 'were'} left out`]
        : []),
    ],
  };
}

/** `A1` of `A1` and `A01`; undefined where a cell names no well. */
export function wellOf(cell: TableCell | undefined): string | undefined {
  const [, row, column] = /^([A-P])0?([1-9]|1\d|2[0-4])$/.exec(String(cell ?? '').trim()) ?? [];
  return row === undefined ? undefined : `${row}${column}`;
}

/** Name of the column of wells in a table of settings. */
const namesWells = /^(?:well|position|kavität|vertiefung|puits|pozo)s?$/i;

/** A table with a line per well, below a line of names that begins with that of the wells; undefined where there is none. */
export function wellTable(lines: Lines): TableCell[][] | undefined {
  const at = lines.findIndex(
    (line, i) => namesWells.test(String(line[0] ?? '').trim()) && wellOf(lines[i + 1]?.[0]) !== undefined,
  );
  const names = at < 0 ? [] : filledIn(lines[at]);
  if (names.length < 2) return undefined;
  const rows: TableCell[][] = [];
  for (let i = at + 1, well = wellOf(lines[i]?.[0]); well !== undefined; well = wellOf(lines[++i]?.[0]))
    rows.push([well, ...(lines[i] ?? []).slice(1, names.length)]);
  return [['Well', ...names.slice(1)], ...rows];
}

/**
 * Plates of wells as a table with a line per well; undefined where each line is as it stands.
 *
 * @param wanted undefined: plates of usual sizes are recognized
 * @throws ValueError plates are wanted, and there is none
 */
export function platesIn(lines: Lines, wanted: boolean | undefined): Plates | undefined {
  if (wanted === false) return undefined;
  const blocks = blocksIn(lines);
  if (wanted && blocks.length === 0)
    throw new ValueError(
      'plate: the file has no plate; it needs columns 1, 2, 3 and below them lines A, B, C',
    );
  const isUsual = blocks.length > 0 && blocks.every(({ height, width }) => sizes.has(`${height}×${width}`));
  return wanted || isUsual ? unfolded(lines, blocks) : undefined;
}

/** What to do where a table may be a plate of an unusual size. */
export const plateHint = (lines: Lines): string[] =>
  blocksIn(lines).length > 0
    ? [
        'the table looks like a plate (rows A, B, C and columns 1, 2, 3); if each of its cells is a run, choose plates of wells',
      ]
    : [];
