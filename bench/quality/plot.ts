/** One curve: the median over seeds after each evaluation, and the middle half of the seeds. */
export interface Curve {
  readonly name: string;
  readonly logarithmic: boolean;
  readonly median: readonly number[];
  readonly low: readonly number[];
  readonly high: readonly number[];
  /** Goals as (evaluations, value). */
  readonly goals: readonly (readonly [number, number])[];
}

const WIDTH = 300;
const HEIGHT = 210;
const MARGIN = { left: 52, right: 12, top: 26, bottom: 30 };
const COLUMNS = 4;

/** Small multiples of convergence curves as one SVG document; crosses are the goals. */
export function convergencePlot(curves: readonly Curve[]): string {
  const rows = Math.ceil(curves.length / COLUMNS);
  const panels = curves.map((curve, i) => {
    const x = (i % COLUMNS) * WIDTH;
    const y = Math.floor(i / COLUMNS) * HEIGHT;
    return `<g transform="translate(${x} ${y})">${panel(curve)}</g>`;
  });
  const size = `width="${COLUMNS * WIDTH}" height="${rows * HEIGHT}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="sans-serif" font-size="11" fill="#222"><rect ${size} fill="#fff"/>${panels.join('')}</svg>\n`;
}

function panel(curve: Curve): string {
  const n = curve.median.length;
  const known = [...curve.low, ...curve.high, ...curve.goals.map(([, value]) => value)].filter((value) =>
    curve.logarithmic ? value > 0 : Number.isFinite(value),
  );
  const scale = (value: number) => (curve.logarithmic ? Math.log10(Math.max(value, 1e-12)) : value);
  const bottom = Math.min(...known.map(scale));
  const top = Math.max(...known.map(scale));
  const px = (evaluation: number) =>
    MARGIN.left + ((evaluation - 1) / Math.max(1, n - 1)) * (WIDTH - MARGIN.left - MARGIN.right);
  const py = (value: number) =>
    MARGIN.top +
    (1 - (scale(value) - bottom) / Math.max(top - bottom, 1e-9)) * (HEIGHT - MARGIN.top - MARGIN.bottom);
  const point = (value: number, i: number) => `${px(i + 1).toFixed(1)},${py(value).toFixed(1)}`;
  const band = [...curve.high.map(point), ...curve.low.map((value, i) => point(value, i)).reverse()].join(
    ' ',
  );
  const ticks = ticksOf(bottom, top, curve.logarithmic).map(([at, label]) => {
    const y = py(at).toFixed(1);
    return `<path d="M${MARGIN.left} ${y}H${WIDTH - MARGIN.right}" stroke="#ddd"/><text x="${MARGIN.left - 5}" y="${y}" dy="4" text-anchor="end">${label}</text>`;
  });
  const goals = curve.goals.map(([evaluation, value]) => {
    const [x, y] = [px(evaluation), py(value)];
    return `<path d="M${x - 4} ${y - 4}l8 8m0 -8l-8 8" stroke="#c00" stroke-width="1.5"/>`;
  });
  const unit = curve.logarithmic ? 'regret' : 'hypervolume';
  return [
    `<text x="${MARGIN.left}" y="16" font-weight="bold">${curve.name} (${unit})</text>`,
    ...ticks,
    `<polygon points="${band}" fill="#3b7dd8" opacity="0.2"/>`,
    `<polyline points="${curve.median.map(point).join(' ')}" fill="none" stroke="#1d56a8" stroke-width="1.5"/>`,
    ...goals,
    `<text x="${WIDTH - MARGIN.right}" y="${HEIGHT - 10}" text-anchor="end">${n} evaluations</text>`,
  ].join('');
}

/** About five marks: powers of ten, or even steps. */
function ticksOf(bottom: number, top: number, logarithmic: boolean): [number, string][] {
  if (!logarithmic) {
    return Array.from({ length: 5 }, (_, i) => bottom + (i * (top - bottom)) / 4).map((value) => [
      value,
      value.toPrecision(3),
    ]);
  }
  const step = Math.max(1, Math.ceil((top - bottom) / 5));
  const marks: [number, string][] = [];
  for (let power = Math.ceil(bottom); power <= top; power += step) marks.push([10 ** power, `1e${power}`]);
  return marks;
}
