import { ValueError } from '../../../engine/errors.ts';
import { counted } from '../../../engine/words.ts';
import { isNumber } from '../cells/cell.ts';
import type { TableCell } from '../table.ts';

type Lines = readonly (readonly TableCell[])[];

/** A grid of wells: lines A, B, C below columns 1, 2, 3. */
interface Block {
  readonly title: string;
  /** Lines (from 0) that it takes, those of its title included. */
  readonly start: number;
  readonly end: number;
  /** Where its letters stand. */
  readonly left: number;
  readonly width: number;
  readonly height: number;
}

/** Rows and columns of plates that no other table is likely to have. */
const sizes = new Set(['4×6', '6×8', '8×12', '16×24']);

/** Letters of rows on a plate: A to P. */
const maxPlateRows = 16;

const isColumn = (cell: TableCell | undefined, number: number): boolean =>
  cell !== undefined && cell !== '' && /^0?\d+$/.test(String(cell)) && Number(cell) === number;

/** Where 1, 2, 3 begin in a line, and how far they count. */
function columnsIn(line: readonly TableCell[]): { left: number; width: number } | undefined {
  const first = line.findIndex((cell, i) => i > 0 && isColumn(cell, 1));
  let width = 0;
  while (first > 0 && isColumn(line[first + width], width + 1)) width++;
  return width < 3 ? undefined : { left: first - 1, width };
}

const filledIn = (line: readonly TableCell[] | undefined): TableCell[] =>
  (line ?? []).filter((cell) => cell !== '');

/** What a plate reader says of itself above its readings. */
const isState = (text: string): boolean => /^temp(?:erature|\.)?\s*[:=]\s*\d/i.test(text);

/** The name of a block: in its corner, alone in the line above, or behind its rows. */
function titleOf(lines: Lines, at: number, left: number, width: number): { title: string; isAbove: boolean } {
  const corner = String(lines[at]?.[left] ?? '').trim();
  if (corner !== '' && corner !== '<>') return { title: corner, isAbove: false };
  const above = filledIn(lines[at - 1]);
  const [only] = above;
  if (above.length === 1 && typeof only === 'string' && isState(only)) return { title: '', isAbove: false };
  if (above.length === 1 && typeof only === 'string') return { title: only.trim(), isAbove: true };
  return { title: String(lines[at + 1]?.[left + width + 1] ?? '').trim(), isAbove: false };
}

/**
 * Lines of numbers below columns of a usual plate, where no letters stand beside them: as SoftMax writes plates, with the
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

function blockAt(lines: Lines, at: number): Block | undefined {
  const columns = columnsIn(lines[at] ?? []);
  if (columns === undefined) return undefined;
  const { left, width } = columns;
  const hasLetter = (row: number) =>
    row < maxPlateRows &&
    String(lines[at + 1 + row]?.[left] ?? '')
      .trim()
      .toUpperCase() === String.fromCharCode(65 + row);
  let height = 0;
  while (hasLetter(height)) height++;
  if (height < 2) {
    const bare = linesWithoutLetters(lines, at, left, width);
    return bare === 0
      ? undefined
      : { ...plateAbove(lines, at), end: at + 1 + bare, left, width, height: bare };
  }
  const { title, isAbove } = titleOf(lines, at, left, width);
  return { title, start: isAbove ? at - 1 : at, end: at + 1 + height, left, width, height };
}

function blocksIn(lines: Lines): Block[] {
  const found: Block[] = [];
  for (let at = 0; at < lines.length; at++) {
    const block = blockAt(lines, at);
    if (block === undefined) continue;
    found.push(block);
    at = block.end - 1;
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

const wellName = (row: number, column: number): string => `${String.fromCharCode(65 + row)}${column + 1}`;

/** One line per well with something in it, with a cell of each of these blocks; they have one size. */
function wellsOf(lines: Lines, blocks: readonly Block[]): { well: string; cells: TableCell[] }[] {
  const height = Math.max(...blocks.map((block) => block.height));
  const width = Math.max(...blocks.map((block) => block.width));
  const cellOf = ({ end, height: own, left, width: wide }: Block, row: number, column: number): TableCell =>
    row < own && column < wide ? (lines[end - own + row]?.[left + 1 + column] ?? '') : '';
  return Array.from({ length: height * width }, (_, i) => {
    const [row, column] = [Math.floor(i / width), i % width];
    return { well: wellName(row, column), cells: blocks.map((block) => cellOf(block, row, column)) };
  }).filter(({ cells }) => cells.some((cell) => cell !== ''));
}

/** The wells of plates as lines of a table below its names, and what was done in words. */
function unfolded(lines: Lines, blocks: readonly Block[]): { lines: TableCell[][]; remarks: string[] } {
  const left = lines.length - blocks.reduce((sum, { start, end }) => sum + end - start, 0);
  const areRuns = blocks.length > 1 && blocks.every(namesPlate);
  const isOne = blocks.length === 1 && blocks.every(namesPlate);
  const names = areRuns || isOne ? ['Value'] : namesOf(blocks);
  const head = areRuns ? ['Plate', 'Well', ...names] : ['Well', ...names];
  const body = areRuns
    ? blocks.flatMap((block) =>
        wellsOf(lines, [block]).map(({ well, cells }): TableCell[] => [block.title, well, ...cells]),
      )
    : wellsOf(lines, blocks).map(({ well, cells }): TableCell[] => [well, ...cells]);
  const what = areRuns
    ? `${blocks.length} plates became ${counted(body.length, 'run')}, one per well`
    : `a plate became ${counted(body.length, 'run')}, one per well, with a column per block: ${names.map((name) => `'${name}'`).join(', ')}`;
  return {
    lines: [head, ...body],
    remarks: [
      `${what}; if it is not a plate, choose variables in columns`,
      ...(left > 0
        ? [`${counted(left, 'line')} outside of the plates ${left === 1 ? 'was' : 'were'} left out`]
        : []),
    ],
  };
}

/**
 * Plates of wells as a table with a line per well; undefined where each line is as it stands.
 *
 * @param wanted undefined: plates of usual sizes are recognized
 * @throws ValueError plates are wanted, and there is none
 */
export function platesIn(
  lines: Lines,
  wanted: boolean | undefined,
): { lines: TableCell[][]; remarks: string[] } | undefined {
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
