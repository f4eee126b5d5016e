import { distinctFormatter } from '../text/format.ts';
import { DensePoints } from './dense-points.tsx';
import { type Field, heatPixels } from './heat-pixels.ts';
import { isoline } from './isolines.ts';
import { linePath } from './line-path.ts';
import type { Frame } from './scale.ts';

type Numbers = ArrayLike<number>;
type Gappy = ArrayLike<number | null | undefined>;

/** Above this many marks a picture is drawn instead of single elements. */
const many = 3000;

interface PointsProps {
  frame: Frame;
  x: Numbers;
  y: Gappy;
  colour: string;
  size?: number;
  shape?: 'dot' | 'ring' | 'diamond' | 'star' | 'up' | 'down';
}

const shapes: Record<'diamond' | 'star' | 'up' | 'down', string> = {
  up: 'M0,-6L5.5,4L-5.5,4Z',
  down: 'M0,6L5.5,-4L-5.5,-4Z',
  diamond: 'M0,-6L6,0L0,6L-6,0Z',
  star: 'M0,-8L2.4,-2.6L8,-2.2L3.700,1.600L5,7.200L0,4.200L-5,7.200L-3.700,1.600L-8,-2.200L-2.400,-2.600Z',
};

export function Points({ frame, x, y, colour, size = 3.5, shape = 'dot' }: PointsProps) {
  if (x.length > many) return <DensePoints frame={frame} x={x} y={y} colour={colour} />;
  const marks = [];
  for (let i = 0; i < x.length; i++) {
    const value = y[i];
    if (typeof value !== 'number') continue;
    const cx = frame.x(x[i] as number);
    const cy = frame.y(value);
    if (shape === 'dot')
      marks.push(<circle key={i} className="dot" cx={cx} cy={cy} r={size} fill={colour} />);
    else if (shape === 'ring')
      marks.push(<circle key={i} cx={cx} cy={cy} r={size} fill="none" stroke={colour} strokeWidth={2} />);
    else
      marks.push(
        <path key={i} className="dot" d={shapes[shape]} transform={`translate(${cx},${cy})`} fill={colour} />,
      );
  }
  return <g>{marks}</g>;
}

export function Line(props: {
  frame: Frame;
  x: Numbers;
  y: Gappy;
  colour: string;
  dash?: boolean;
  step?: boolean;
  thin?: boolean;
}) {
  return (
    <path
      className={props.thin ? 'line thin' : 'line'}
      d={linePath(props.frame, props.x, props.y, props.step)}
      stroke={props.colour}
      strokeDasharray={props.dash ? '5 4' : undefined}
    />
  );
}

/** Area between two lines, for uncertainty. */
export function Band(props: { frame: Frame; x: Numbers; low: Numbers; high: Numbers; colour: string }) {
  const { frame, x, low, high } = props;
  const up: string[] = [];
  const down: string[] = [];
  for (let i = 0; i < x.length; i++) {
    const px = frame.x(x[i] as number).toFixed(1);
    up.push(`${px},${frame.y(high[i] as number).toFixed(1)}`);
    down.push(`${px},${frame.y(low[i] as number).toFixed(1)}`);
  }
  return <polygon className="band" points={[...up, ...down.reverse()].join(' ')} fill={props.colour} />;
}

/** Vertical bars of ± `half` around each value. */
export function ErrorBars(props: { frame: Frame; x: Numbers; low: Numbers; high: Numbers; colour: string }) {
  const { frame, x, low, high } = props;
  if (x.length > many) return null;
  let path = '';
  for (let i = 0; i < x.length; i++) {
    const px = frame.x(x[i] as number).toFixed(1);
    path += `M${px},${frame.y(low[i] as number).toFixed(1)}V${frame.y(high[i] as number).toFixed(1)}`;
  }
  return <path className="error-bars" d={path} stroke={props.colour} />;
}

/** Horizontal bars from `low` to `high` at each height. */
export function Spans(props: { frame: Frame; y: Numbers; low: Numbers; high: Numbers; colour: string }) {
  const { frame, y, low, high } = props;
  let path = '';
  for (let i = 0; i < y.length; i++) {
    const py = frame.y(y[i] as number).toFixed(1);
    path += `M${frame.x(low[i] as number).toFixed(1)},${py}H${frame.x(high[i] as number).toFixed(1)}`;
  }
  return <path className="line" d={path} stroke={props.colour} strokeOpacity={0.6} />;
}

/** A straight line across the whole frame: `x` or `y` fixed. */
export function Rule(props: { frame: Frame; x?: number; y?: number; colour: string; dash?: boolean }) {
  const { frame } = props;
  const place =
    props.x === undefined
      ? { x1: 0, x2: frame.width, y1: frame.y(props.y ?? 0), y2: frame.y(props.y ?? 0) }
      : { x1: frame.x(props.x), x2: frame.x(props.x), y1: 0, y2: frame.height };
  return (
    <line
      {...place}
      className="line thin"
      stroke={props.colour}
      strokeDasharray={props.dash ? '4 3' : undefined}
    />
  );
}

interface HeatProps extends Field {
  frame: Frame;
}

function heatPicture(props: HeatProps): string {
  const { width, height, data } = heatPixels(props);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) return '';
  const pixels = context.createImageData(width, height);
  pixels.data.set(data);
  context.putImageData(pixels, 0, 0);
  return canvas.toDataURL();
}

/** Coloured field over a rectangular grid; the values sit at the grid points. */
export function Heat(props: HeatProps) {
  const { frame, xs, ys } = props;
  const [x0 = 0, x1 = 1] = [xs[0], xs.at(-1)];
  const [y0 = 0, y1 = 1] = [ys[0], ys.at(-1)];
  const half = {
    x: (x1 - x0) / Math.max(1, xs.length - 1) / 2,
    y: (y1 - y0) / Math.max(1, ys.length - 1) / 2,
  };
  const left = frame.x(x0 - half.x);
  const top = frame.y(y1 + half.y);
  return (
    <image
      href={heatPicture(props)}
      x={left}
      y={top}
      width={frame.x(x1 + half.x) - left}
      height={frame.y(y0 - half.y) - top}
      preserveAspectRatio="none"
    />
  );
}

type Segment = readonly [number, number, number, number];

/** Position in data units of a place in grid units. */
function onAxis(values: readonly number[], position: number): number {
  const low = Math.min(values.length - 2, Math.floor(position));
  const a = values[low] ?? 0;
  return a + ((values[low + 1] ?? a) - a) * (position - low);
}

/** Pixels that the label of a line keeps from those of other lines, and from the edge. */
const apart = 46;

/** Where a line is labelled: in the middle of one of its segments, away from labels that are there. */
function labelPlace(
  segments: readonly Segment[],
  frame: Frame,
  taken: readonly (readonly [number, number])[],
): readonly [number, number] | undefined {
  let best: readonly [number, number] | undefined;
  let most = apart;
  for (const [x0, y0, x1, y1] of segments) {
    const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2];
    const edge = Math.min(x, frame.width - x, (y + 8) * 1.5, (frame.height - y + 8) * 1.5) * 1.6;
    const room = taken.reduce((least, [a, b]) => Math.min(least, Math.hypot(a - x, (b - y) * 1.5)), edge);
    if (room > most) {
      most = room;
      best = [x, y];
    }
  }
  return best;
}

/** Lines of equal value over the same grid, each with its value. */
export function Isolines(
  props: Omit<HeatProps, 'low' | 'high' | 'ramp' | 'banded' | 'feasible'> & {
    levels: readonly number[];
    ink: 'light' | 'dark';
    /** Segments, in grid units, that mean nothing. */
    between?: (segment: Segment) => boolean;
  },
) {
  const { frame, xs, ys, grid } = props;
  const taken: (readonly [number, number])[] = [];
  const text = distinctFormatter(props.levels, 3);
  const lines = props.levels.map((level) => {
    const segments = isoline(grid, level)
      .filter((segment) => !props.between?.(segment))
      .map<Segment>(([x0, y0, x1, y1]) => [
        frame.x(onAxis(xs, x0)),
        frame.y(onAxis(ys, y0)),
        frame.x(onAxis(xs, x1)),
        frame.y(onAxis(ys, y1)),
      ]);
    const place = labelPlace(segments, frame, taken);
    if (place) taken.push(place);
    return { level, segments, place };
  });
  return (
    <g>
      {lines.map(({ level, segments }) => (
        <path
          key={level}
          className={`isoline ${props.ink}`}
          d={segments
            .map(([x0, y0, x1, y1]) => `M${x0.toFixed(1)},${y0.toFixed(1)}L${x1.toFixed(1)},${y1.toFixed(1)}`)
            .join('')}
        />
      ))}
      {lines.map(
        ({ level, place }) =>
          place && (
            <text
              key={level}
              className={`isoline-label ${props.ink}`}
              x={place[0]}
              y={place[1]}
              dy="0.32em"
              textAnchor="middle"
            >
              {text(level)}
            </text>
          ),
      )}
    </g>
  );
}
