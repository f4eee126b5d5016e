import { distinctFormatter } from '../text/format.ts';
import {
  axisText,
  legendLine,
  legendPlaces,
  strideAcross,
  strideUp,
  tickTexts,
  widthOf,
} from './axis-text.ts';
import type { Domain, Frame, Scale } from './scale.ts';

export interface Axis {
  readonly label: string;
  readonly unit?: string | null | undefined;
  readonly domain: Domain;
  readonly log?: boolean;
  /** Its values are integers, such as those of experiments: there is no tick between two of them. */
  readonly whole?: boolean;
  /** Text of a tick; for axes over labels instead of numbers. */
  readonly format?: (value: number) => string;
  readonly ticks?: readonly number[];
}

export interface LegendEntry {
  readonly label: string;
  readonly colour: string;
  readonly kind: 'point' | 'line' | 'dash' | 'band' | 'ring' | 'limit';
}

/** Ticks of an axis inside the frame. */
const ticksOn = ({ ticks, whole }: Axis, scale: Scale): number[] =>
  (ticks ?? scale.ticks).filter(
    (t) => t >= scale.domain[0] && t <= scale.domain[1] && (!whole || Number.isInteger(t)),
  );

const everyNth = (ticks: readonly number[], n: number): number[] => ticks.filter((_, i) => i % n === 0);

/** A text as there is room for it; the pointer shows all of it. */
export const TickText = ({ full, shown }: { full: string | undefined; shown: string | undefined }) => (
  <>
    {shown}
    {shown !== full && <title>{full}</title>}
  </>
);

/** Lines and numbers of both axes; `left` is the room to the left of the frame, in pixels. */
export function Axes(props: { frame: Frame; x: Axis; y: Axis; left: number }) {
  const { frame } = props;
  const { format } = props.x;
  const xAll = ticksOn(props.x, frame.x);
  const yAll = ticksOn(props.y, frame.y);
  const xTicks = everyNth(xAll, format ? strideAcross(xAll.map(format), frame.width / xAll.length) : 1);
  const yTicks = everyNth(yAll, strideUp(frame.height / yAll.length));
  const [xNumber, yNumber] = [distinctFormatter(xTicks), distinctFormatter(yTicks)];
  const each = frame.width / xTicks.length;
  // Labels that would run into each other take turns on two lines; names that are too long even so lose their middle.
  const xRoom = (tick: number): number => {
    const sides = Math.min(frame.x(tick) + props.left - 24, frame.width - frame.x(tick) + 18);
    return Math.min(1.6 * each, 2 * sides);
  };
  const xFull = xTicks.map(format ?? xNumber);
  const xTexts = format ? tickTexts(xFull, xTicks.map(xRoom)) : xFull;
  const yFull = yTicks.map(props.y.format ?? yNumber);
  const yRoom = props.left - (props.y.label === '' ? 10 : 30);
  const yTexts = tickTexts(
    yFull,
    yTicks.map(() => yRoom),
  );
  const crowded = xTicks.length > 1 && Math.max(...xTexts.map(widthOf)) + 6 > each;
  return (
    <g className="axes">
      {xTicks.map((tick, index) => (
        <g key={`x${tick}`} transform={`translate(${frame.x(tick)},0)`}>
          <line className="grid" y1={0} y2={frame.height} />
          <text y={frame.height + (crowded && index % 2 === 1 ? 28 : 15)} textAnchor="middle">
            <TickText full={xFull[index]} shown={xTexts[index]} />
          </text>
        </g>
      ))}
      {yTicks.map((tick, index) => (
        <g key={`y${tick}`} transform={`translate(0,${frame.y(tick)})`}>
          <line className="grid" x1={0} x2={frame.width} />
          <text x={-8} dy="0.32em" textAnchor="end">
            <TickText full={yFull[index]} shown={yTexts[index]} />
          </text>
        </g>
      ))}
      <path className="frame" d={`M0,0V${frame.height}H${frame.width}`} />
      <text
        className="axis-label"
        x={frame.width / 2}
        y={frame.height + (crowded ? 42 : 36)}
        textAnchor="middle"
      >
        {axisText(props.x, frame.width + 24)}
      </text>
      <text
        className="axis-label"
        transform={`translate(${14 - props.left},${frame.height / 2}) rotate(-90)`}
        textAnchor="middle"
      >
        {axisText(props.y, frame.height + 40)}
      </text>
    </g>
  );
}

/** The legend above the frame, `right` pixels from the right end of the drawing, on as many lines as it needs. */
export function Legend(props: {
  entries: readonly LegendEntry[];
  frame: Frame;
  left: number;
  right: number;
}) {
  const { frame, left, right } = props;
  const labels = props.entries.map(({ label }) => label);
  const { places, lines, width } = legendPlaces(labels, left + frame.width + right);
  const shift = Math.max(-left, Math.min(0, frame.width + right - width));
  return (
    <g className="legend" transform={`translate(${shift},${-12 - legendLine * (lines - 1)})`}>
      {props.entries.map((entry, i) => {
        const { x = 0, line = 0 } = places[i] ?? {};
        return (
          <g key={entry.label} transform={`translate(${x},${legendLine * line})`}>
            {entry.kind === 'point' && <circle cx={6} r={3.5} fill={entry.colour} />}
            {entry.kind === 'limit' && <path d="M6,-5L11,4L1,4Z" fill={entry.colour} />}
            {entry.kind === 'ring' && (
              <circle cx={6} r={4.5} fill="none" stroke={entry.colour} strokeWidth={2} />
            )}
            {entry.kind === 'band' && (
              <rect width={12} height={9} y={-4.5} fill={entry.colour} fillOpacity={0.25} />
            )}
            {(entry.kind === 'line' || entry.kind === 'dash') && (
              <line
                x2={12}
                stroke={entry.colour}
                strokeWidth={2}
                strokeDasharray={entry.kind === 'dash' ? '4 3' : undefined}
              />
            )}
            <text x={17} dy="0.34em">
              {entry.label}
            </text>
          </g>
        );
      })}
    </g>
  );
}
