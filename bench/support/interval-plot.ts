import { COLOURS, document, HEIGHT, MARGIN, ticks, WIDTH } from './ratio-plot.ts';

/** A ratio with its interval at some of the places of an axis. */
export interface IntervalLine {
  readonly name: string;
  readonly points: readonly {
    readonly at: number;
    readonly value: number;
    readonly low: number;
    readonly high: number;
  }[];
}

/** Pixels between the marks of two lines at one place. */
const STEP = 9;

/** Ratios with intervals over a few places, on a logarithmic axis, as an SVG document. Lines lie side by side, so that intervals can be told apart. */
export function intervalPlot(axis: string, lines: readonly IntervalLine[]): string {
  const points = lines.flatMap((line) => line.points);
  const places = [...new Set(points.map(({ at }) => at))].sort((a, b) => a - b);
  const lows = points.map(({ low }) => low);
  const values = ticks(Math.min(1, ...lows), Math.max(1, ...points.map(({ high }) => high)));
  const [bottom, top] = [Math.log(values[0]!), Math.log(values.at(-1)!)];
  const right = WIDTH - MARGIN.right;
  const slot = (right - MARGIN.left) / places.length;
  const middle = (at: number) => MARGIN.left + slot * (places.indexOf(at) + 0.5);
  const px = (at: number, line: number) => (middle(at) + STEP * (line - (lines.length - 1) / 2)).toFixed(1);
  const py = (value: number) =>
    (
      HEIGHT -
      MARGIN.bottom -
      ((Math.log(value) - bottom) / (top - bottom)) * (HEIGHT - MARGIN.top - MARGIN.bottom)
    ).toFixed(1);
  const grid = values.map(
    (value) =>
      `<path d="M${MARGIN.left} ${py(value)}H${right}" stroke="${value === 1 ? '#888' : '#ddd'}"/>` +
      `<text x="${MARGIN.left - 6}" y="${py(value)}" dy="4" text-anchor="end">${value}</text>`,
  );
  const below = places.map(
    (at) => `<text x="${middle(at)}" y="${HEIGHT - MARGIN.bottom + 18}" text-anchor="middle">${at}</text>`,
  );
  const curves = lines.map(({ name, points: own }, i) => {
    const colour = COLOURS[i % COLOURS.length];
    const y = MARGIN.top + 14 + 20 * i;
    const marks = own.map(({ at, value, low, high }) => {
      const x = px(at, i);
      return `<path d="M${x} ${py(low)}V${py(high)}" stroke="${colour}" stroke-width="1.5"/><circle cx="${x}" cy="${py(value)}" r="3" fill="${colour}"/>`;
    });
    return (
      `<polyline points="${own.map(({ at, value }) => `${px(at, i)},${py(value)}`).join(' ')}" fill="none" stroke="${colour}" stroke-opacity="0.5"/>` +
      marks.join('') +
      `<path d="M${right + 14} ${y - 4}h22" stroke="${colour}" stroke-width="1.5"/><circle cx="${right + 25}" cy="${y - 4}" r="3" fill="${colour}"/>` +
      `<text x="${right + 42}" y="${y}">${name}</text>`
    );
  });
  return document(axis, [...grid, ...below, ...curves]);
}
