import { distinctFormatter, unitBehind } from '../text/format.ts';

interface AxisTitle {
  readonly label: string;
  readonly unit?: string | null | undefined;
}

/** Width of a letter of an axis, of a Greek or Cyrillic one, of a capital or dots, and of a letter of a script that has square ones, pixels. */
const letter = 6.7;
const wide = 7.7;
const capital = 9;
const square = 12.5;

/** Width of a digit or sign in the widest of the usual fonts, pixels. */
const digit = 7.7;

export const widthOf = (text: string): number =>
  [...text].reduce(
    (sum, one) =>
      sum +
      (/[\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef]/.test(one)
        ? square
        : /[\p{Lu}%@…]/u.test(one)
          ? capital
          : /[\u0370-\u058f]/.test(one)
            ? wide
            : letter),
    0,
  );

/** A text that fits into `room` pixels: one that is too long loses its middle, but keeps `least` letters. */
function shortened(text: string, room: number, least: number): string {
  const letters = [...text];
  let cut = text;
  for (let most = letters.length - 1; most >= least && widthOf(cut) > room; most--) {
    const head = Math.ceil((most - 1) / 2);
    const tail = letters.slice(letters.length - (most - 1 - head)).join('');
    cut = `${letters.slice(0, head).join('').trimEnd()}…${tail.trimStart()}`;
  }
  return cut;
}

/** Letters that a tick keeps where there is hardly any room. */
const leastTick = 6;

/** How many letters all texts begin with. */
function commonStart(texts: readonly (readonly string[])[]): number {
  const [first = []] = texts;
  let n = 0;
  while (n < first.length && texts.every((letters) => letters[n] === first[n])) n++;
  return n;
}

const isPartOfWord = (letter: string | undefined): boolean =>
  letter !== undefined && /[\p{L}\p{N}]/u.test(letter);

/** What tells the texts apart, each in its room: from the word on in which they begin to differ, to the one in which they end to. */
function differences(texts: readonly string[], rooms: readonly number[]): string[] {
  const all = texts.map((text) => [...text]);
  const start = commonStart(all);
  const same = commonStart(all.map((letters) => letters.slice(start).reverse()));
  return all.map((letters, i) => {
    let [from, to] = [start, letters.length - same];
    while (isPartOfWord(letters[from - 1]) && (isPartOfWord(letters[from]) || from === to)) from--;
    while (isPartOfWord(letters[to - 1]) && isPartOfWord(letters[to])) to++;
    const part = (end: number): string =>
      `${from > 0 ? '…' : ''}${letters.slice(from, end).join('').trim()}${end < letters.length ? '…' : ''}`;
    // The beginning of the part differs.
    while (to - from > 1 && widthOf(part(to)) > (rooms[i] as number)) to--;
    return part(to);
  });
}

/** Places of different texts that are shown alike. */
function lookAlikes(texts: readonly string[], shown: readonly string[]): number[][] {
  const places = Map.groupBy(texts.keys(), (i) => shown[i]);
  return [...places.values()].filter((group) => new Set(group.map((i) => texts[i])).size > 1);
}

/**
 * Texts of the ticks of one axis, each in its room in pixels. One that is too long loses its middle; those that would look alike
 * then lose what they have in common instead, and are counted where even this does not tell them apart.
 */
export function tickTexts(texts: readonly string[], rooms: readonly number[]): string[] {
  const roomAt = (i: number): number => rooms[i] as number;
  const shown = texts.map((text, i) => shortened(text, roomAt(i), leastTick));
  // A part may tell some from others only, and looks then like the part of others.
  for (let round = 0; round < 3; round++)
    for (const group of lookAlikes(texts, shown)) {
      const own = group.map((i) => texts[i] as string);
      for (const [k, text] of differences(own, group.map(roomAt)).entries()) shown[group[k] as number] = text;
    }
  for (const group of lookAlikes(texts, shown))
    for (const i of group) shown[i] = shortened(`${i + 1} ${texts[i]}`, roomAt(i), leastTick);
  return shown;
}

/** Room to the left of a frame for the texts of its ticks, and for the label of the axis when there is one. */
export function leftRoom(ticks: readonly number[], label: string, text?: (value: number) => string): number {
  const number = distinctFormatter(ticks);
  const widths = ticks.map((tick) => (text ? widthOf(text(tick)) : digit * number(tick).length));
  return (label === '' ? 14 : 34) + Math.max(0, ...widths);
}

/** Width of a name that has lost its middle, with a gap, and height of a line of text, pixels. */
const [minTickWidth, tickHeight] = [9 * letter, 12];

/** Names along the lower axis that stand `each` pixels apart take turns on two lines; every how manyth has room. */
export const strideAcross = (names: readonly string[], each: number): number =>
  strideFor(Math.min(minTickWidth, Math.max(0, ...names.map(widthOf)) + letter), 2 * each);

/** The same along the left axis. */
export const strideUp = (each: number): number => strideFor(tickHeight, each);

const strideFor = (needed: number, each: number): number => Math.max(1, Math.ceil(needed / each));

/** Height of a line of a legend, pixels. */
export const legendLine = 16;

/** Where the entries of a legend are in a width, pixels, and on how many lines. */
export function legendPlaces(labels: readonly string[], width: number) {
  let x = 0;
  let line = 0;
  const places = labels.map((label) => {
    const long = 17 + widthOf(label);
    if (x > 0 && x + long > width) {
      x = 0;
      line++;
    }
    const place = { x, line };
    x += long + 19;
    return place;
  });
  const long = places.map((place, i) => place.x + 17 + widthOf(labels[i] ?? ''));
  return { places, lines: line + 1, width: Math.max(0, ...long) };
}

/** Name and unit of an axis in `room` pixels. */
export function axisText({ label, unit }: AxisTitle, room: number): string {
  const behind = unitBehind(label, unit);
  return shortened(label, room - widthOf(behind), 8) + behind;
}
