/** One measured size: seconds, and megabytes that were held, 0 where they were not examined. */
export type GrowthRow = {
  readonly what: string;
  readonly axis: string;
  readonly size: number;
  readonly seconds: number;
  readonly megabytes: number;
};

/** What bench/results/growth.json holds. */
export interface GrowthResults {
  readonly machine: Readonly<Record<string, string | number>>;
  readonly notes: readonly string[];
  readonly tables: { readonly measured: readonly GrowthRow[] };
}

/** Rows of one curve, in order of size. */
function curves(rows: readonly GrowthRow[]): Map<string, GrowthRow[]> {
  const found = new Map<string, GrowthRow[]>();
  for (const row of rows) {
    const key = `${row.what} · ${row.axis}`;
    found.set(key, [...(found.get(key) ?? []), row]);
  }
  return found;
}

/** Slope of log value by log size, by least squares; NaN where a value is not positive. */
function slope(rows: readonly GrowthRow[], of: (row: GrowthRow) => number): number {
  const points = rows.map((row) => [Math.log(row.size), Math.log(of(row))] as const);
  const [x, y] = [0, 1].map((k) => points.reduce((sum, point) => sum + point[k] / points.length, 0));
  const across = points.reduce((sum, [a, b]) => sum + (a - x) * (b - y), 0);
  return across / points.reduce((sum, [a]) => sum + (a - x) ** 2, 0);
}

export interface Exponent {
  readonly what: string;
  readonly axis: string;
  readonly from: number;
  readonly to: number;
  readonly time: number;
  readonly memory: number | string;
  readonly [column: string]: string | number;
}

/** Exponents of every curve; of memory where every size took some. */
export function fittedExponent(rows: readonly GrowthRow[]): Exponent[] {
  return [...curves(rows).values()].map((own) => {
    const memory = slope(own, ({ megabytes }) => megabytes);
    return {
      what: own[0].what,
      axis: own[0].axis,
      from: own[0].size,
      to: own[own.length - 1].size,
      time: Number(slope(own, ({ seconds }) => seconds).toFixed(2)),
      memory: Number.isFinite(memory) ? Number(memory.toFixed(2)) : '–',
    };
  });
}

const colours = ['#3366aa', '#aa3355', '#228855', '#aa7711', '#7744aa', '#448899'];
const panel = { width: 300, height: 230, left: 46, bottom: 34, top: 26, right: 12 };

/** A panel per axis, both scales logarithmic; a line per curve with its exponent of time. */
export function growthPlot(rows: readonly GrowthRow[]): string {
  const axes = [...new Set(rows.map(({ axis }) => axis))];
  const columns = 3;
  const [width, height] = [columns * panel.width, Math.ceil(axes.length / columns) * (panel.height + 90)];
  const panels = axes.map((axis, i) => {
    const place = `translate(${(i % columns) * panel.width} ${Math.floor(i / columns) * (panel.height + 90)})`;
    return `<g transform="${place}">${panelOf(
      axis,
      rows.filter((row) => row.axis === axis),
    )}</g>`;
  });
  const style = 'font-family="sans-serif" font-size="11"';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" ${style}><rect width="100%" height="100%" fill="white"/>${panels.join('')}</svg>\n`;
}

function panelOf(axis: string, rows: readonly GrowthRow[]): string {
  const { width, height, left, bottom, top, right } = panel;
  const range = (values: readonly number[]) => [Math.min(...values), Math.max(...values)].map(Math.log10);
  const [x0, x1] = range(rows.map(({ size }) => size));
  const [y0, y1] = range(rows.map(({ seconds }) => seconds));
  const x = (size: number) => left + ((Math.log10(size) - x0) / (x1 - x0 || 1)) * (width - left - right);
  const y = (s: number) =>
    height - bottom - ((Math.log10(s) - y0) / (y1 - y0 || 1)) * (height - bottom - top);
  const ticks = [...new Set(rows.map(({ size }) => size))]
    .filter((_, i, all) => all.length < 6 || i % 2 === 0)
    .map(
      (size) =>
        `<text x="${x(size).toFixed(1)}" y="${height - bottom + 14}" text-anchor="middle">${size}</text>`,
    );
  const decades = Array.from({ length: Math.floor(y1) - Math.ceil(y0) + 1 }, (_, k) => Math.ceil(y0) + k).map(
    (power) => {
      const at = y(10 ** power).toFixed(1);
      return `<path d="M${left} ${at}H${width - right}" stroke="#ddd"/><text x="${left - 4}" y="${at}" text-anchor="end">${10 ** power} s</text>`;
    },
  );
  const lines = [...curves(rows).values()].map((own, i) => {
    const colour = colours[i % colours.length];
    const path = own.map(({ size, seconds }) => `${x(size).toFixed(1)} ${y(seconds).toFixed(1)}`).join('L');
    const name = `${own[0].what}: ${slope(own, ({ seconds }) => seconds).toFixed(2)}`;
    return `<path d="M${path}" fill="none" stroke="${colour}" stroke-width="1.5"/><text x="${left}" y="${height + 6 + 13 * i}" fill="${colour}">${name}</text>`;
  });
  return `<text x="${left}" y="14" font-weight="bold">time by ${axis}</text>${decades.join('')}${ticks.join('')}${lines.join('')}`;
}

/** docs/growth.md */
export function growthPage({ machine, notes, tables }: GrowthResults): string {
  const measured = [...curves(tables.measured).values()];
  const lines = fittedExponent(tables.measured).map(({ what, axis, time, memory }, i) => {
    const own = measured[i];
    const sizes = own.map(({ size }) => size.toLocaleString('en')).join(' · ');
    const times = own.map(({ seconds }) => Number(seconds.toPrecision(2))).join(' · ');
    const held = own.every(({ megabytes }) => megabytes > 0)
      ? own.map(({ megabytes }) => Number(megabytes.toPrecision(3))).join(' · ')
      : '–';
    return `| ${what} | ${axis} | ${sizes} | ${times} | ${held} | ${time} | ${memory} |`;
  });
  return `# Growth

How time and memory grow with one size at a time. \`npm run bench -- growth\` writes this page from \`bench/results/growth.json\`; \`-- long\` adds
exact models of 8,000 rows and 200 columns. Times are processor time of one thread on the native backend, the smaller of two runs; of the
server, which takes two threads, one time of the clock. Memory of a training is the most that the backend held; memory of the server is its resident size afterwards. An exponent is the slope of a line through all sizes on
logarithmic scales. Over small sizes it is below its limit.

${Object.entries(machine)
  .map(([name, value]) => `${name} ${value}`)
  .join(' · ')}. ${notes.join(' ')}

| what | by | sizes | seconds | MB | exponent of time | of memory |
|---|---|---|---|---|---|---|
${lines.join('\n')}

![Time by size on logarithmic scales](../bench/results/growth.svg)
`;
}
