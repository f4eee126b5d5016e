import { showAmong, unitBehind } from '../text/format.ts';

interface AxisTitle {
  readonly label: string;
  readonly unit?: string | null | undefined;
}

/** Width of a letter of an axis, of a capital, and of a letter of a script that has square ones, pixels. */
const letter = 6.7;
const capital = 9;
const square = 12.5;

/** Width of a digit or sign in the widest of the usual fonts, pixels. */
const digit = 7.7;

const widthOf = (text: string): number =>
  [...text].reduce(
    (sum, one) =>
      sum +
      (/[\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef]/.test(one)
        ? square
        : /[\p{Lu}%@]/u.test(one)
          ? capital
          : letter),
    0,
  );

/** A text in `room` pixels, of at least so many letters: one that is too long loses its middle. */
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

/** Text of a tick in `room` pixels. */
export const tickText = (text: string, room: number): string => shortened(text, room, 6);

/** Room to the left of a frame for the texts of its ticks, and for the label of the axis when there is one. */
export function leftRoom(ticks: readonly number[], label: string, text?: (value: number) => string): number {
  const number = showAmong(ticks);
  const widths = ticks.map((tick) => (text ? widthOf(text(tick)) : digit * number(tick).length));
  return (label === '' ? 14 : 34) + Math.max(0, ...widths);
}

/** Width of a name that has lost its middle, with a gap, and height of a line of text, pixels. */
const [minTickWidth, tickHeight] = [8 * letter, 12];

/** Names along the lower axis that stand `each` pixels apart take turns on two lines; every how manyth has room. */
export const strideAcross = (names: readonly string[], each: number): number =>
  strideFor(Math.min(minTickWidth, Math.max(0, ...names.map(widthOf)) + letter), 2 * each);

/** The same along the left axis. */
export const strideUp = (each: number): number => strideFor(tickHeight, each);

const strideFor = (needed: number, each: number): number => Math.max(1, Math.ceil(needed / each));

/** Height of a line of a legend, pixels. */
export const legendLine = 16;

/** Where the entries of a legend stand in a width, pixels, and on how many lines. */
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
