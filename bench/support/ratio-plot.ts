/** A curve of ratios over numbers of rows. */
export interface Line {
  readonly name: string;
  readonly dashed: boolean;
  /** (rows, ratio), both positive. */
  readonly points: readonly (readonly [number, number])[];
}

export const WIDTH = 640;
export const HEIGHT = 360;
export const MARGIN = { left: 60, right: 190, top: 20, bottom: 44 };
export const COLOURS = ['#1d56a8', '#b3541e', '#2f7d4f', '#7a3f9d', '#a07000', '#c2255c', '#0b7285'];

/** 1, 2, 5, 10, 20, … from the one at or below `low` to the one at or above `high`. */
export function ticks(low: number, high: number): number[] {
  const all: number[] = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power++)
    for (const step of [1, 2, 5]) all.push(step * 10 ** power);
  const first = Math.max(
    0,
    all.findLastIndex((value) => value <= low),
  );
  const last = all.findIndex((value) => value >= high);
  return all.slice(first, last < 0 ? undefined : last + 1);
}

/** Ratios over rows, both axes logarithmic, as an SVG document. Lines come in pairs: solid, then dashed in the same colour. */
export function ratioPlot(lines: readonly Line[]): string {
  const points = lines.flatMap((line) => line.points);
  const values = ticks(Math.min(1, ...points.map(([, y]) => y)), Math.max(...points.map(([, y]) => y)));
  const rows = [...new Set(points.map(([x]) => x))].sort((a, b) => a - b);
  const scale = (list: readonly number[], length: number) => {
    const [low, high] = [Math.log(list[0]!), Math.log(list.at(-1)!)];
    return (value: number) => ((Math.log(value) - low) / (high - low)) * length;
  };
  const across = scale(rows, WIDTH - MARGIN.left - MARGIN.right);
  const up = scale(values, HEIGHT - MARGIN.top - MARGIN.bottom);
  const px = (x: number) => (MARGIN.left + across(x)).toFixed(1);
  const py = (y: number) => (HEIGHT - MARGIN.bottom - up(y)).toFixed(1);
  const right = WIDTH - MARGIN.right;
  const grid = values.map(
    (value) =>
      `<path d="M${MARGIN.left} ${py(value)}H${right}" stroke="${value === 1 ? '#888' : '#ddd'}"/>` +
      `<text x="${MARGIN.left - 6}" y="${py(value)}" dy="4" text-anchor="end">${value}×</text>`,
  );
  const below = rows.map(
    (n) => `<text x="${px(n)}" y="${HEIGHT - MARGIN.bottom + 18}" text-anchor="middle">${n}</text>`,
  );
  const curves = lines.map(({ name, dashed, points: own }, i) => {
    const colour = COLOURS[(i >> 1) % COLOURS.length];
    const dash = dashed ? ' stroke-dasharray="5 4"' : '';
    const y = MARGIN.top + 14 + 20 * i;
    return (
      `<polyline points="${own.map(([x, value]) => `${px(x)},${py(value)}`).join(' ')}" fill="none" stroke="${colour}" stroke-width="2"${dash}/>` +
      `<path d="M${right + 14} ${y - 4}h22" stroke="${colour}" stroke-width="2"${dash}/>` +
      `<text x="${right + 42}" y="${y}">${name}</text>`
    );
  });
  return document('rows', [...grid, ...below, ...curves]);
}

/** The whole picture, on white paper in any theme. */
export function document(axis: string, parts: readonly string[]): string {
  const size = `width="${WIDTH}" height="${HEIGHT}"`;
  const middle = (MARGIN.left + WIDTH - MARGIN.right) / 2;
  const below = `<text x="${middle}" y="${HEIGHT - 8}" text-anchor="middle">${axis}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="sans-serif" font-size="11" fill="#222"><rect ${size} fill="#fff"/>${[...parts, below].join('')}</svg>\n`;
}
