import { show } from '../text/format.ts';

interface AxisTitle {
  readonly label: string;
  readonly unit?: string | null | undefined;
}

/** Width of a letter of an axis, pixels. */
const letter = 6.7;

/** Width of a digit or sign in the widest of the usual fonts, pixels. */
const digit = 7.7;

/** A text of at most so many letters: a longer one loses its middle. */
function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const head = Math.ceil((most - 1) / 2);
  return `${text.slice(0, head).trimEnd()}…${text.slice(text.length - (most - 1 - head)).trimStart()}`;
}

/** Text of a tick in `room` pixels. */
export const tickText = (text: string, room: number): string =>
  shortened(text, Math.max(6, Math.floor(room / letter)));

/** Room to the left of a frame for the texts of its ticks, and for the label of the axis when there is one. */
export function leftRoom(ticks: readonly number[], label: string, text?: (value: number) => string): number {
  const longest = Math.max(0, ...ticks.map((tick) => (text ?? show)(tick).length));
  return (label === '' ? 14 : 34) + (text ? letter : digit) * longest;
}

/** Height of a line of a legend, pixels. */
export const legendLine = 16;

/** Where the entries of a legend stand in a width, pixels, and on how many lines. */
export function legendPlaces(labels: readonly string[], width: number) {
  let x = 0;
  let line = 0;
  const places = labels.map((label) => {
    const long = 17 + label.length * 6.8;
    if (x > 0 && x + long > width) {
      x = 0;
      line++;
    }
    const place = { x, line };
    x += long + 19;
    return place;
  });
  const long = places.map((place, i) => place.x + 17 + (labels[i] ?? '').length * 6.8);
  return { places, lines: line + 1, width: Math.max(0, ...long) };
}

/** Name and unit of an axis in `room` pixels. */
export function axisText({ label, unit }: AxisTitle, room: number): string {
  const behind = unit ? ` (${unit})` : '';
  return shortened(label, Math.max(8, Math.floor(room / letter) - behind.length)) + behind;
}
