import { type PointerEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { download } from '../components/download.ts';
import { attempt } from '../components/toasts.tsx';
import { csvFile } from '../text/csv.ts';
import { show } from '../text/format.ts';
import { Underlay } from './dense-points.tsx';
import { nearestPoint } from './density.ts';
import { savePng, saveSvg } from './export.ts';
import { numbersOf } from './numbers.ts';
import { type Domain, type Frame, makeScale, moved, scaled } from './scale.ts';

export interface Axis {
  readonly label: string;
  readonly unit?: string | null | undefined;
  readonly domain: Domain;
  readonly log?: boolean;
  /** Text of a tick; for axes over labels instead of numbers. */
  readonly format?: (value: number) => string;
  readonly ticks?: readonly number[];
}

export interface LegendEntry {
  readonly label: string;
  readonly colour: string;
  readonly kind: 'point' | 'line' | 'dash' | 'band' | 'ring';
}

/** What lies near the pointer: place in data units and lines of text. */
export interface Hit {
  readonly x: number;
  readonly y: number;
  readonly lines: readonly string[];
  readonly open?: () => void;
}

export interface FigureProps {
  /** Says in words what the plot shows. */
  title: string;
  /** File name of exports. */
  name: string;
  x: Axis;
  y: Axis;
  height?: number;
  square?: boolean;
  legend?: readonly LegendEntry[];
  table?: () => { columns: string[]; rows: Record<string, unknown>[] };
  hit?: (at: { x: number; y: number; frame: Frame }) => Hit | undefined;
  draw: (frame: Frame) => ReactNode;
  children?: ReactNode;
}

const margin = { top: 26, right: 20, bottom: 48 };

/** Room for the texts of the ticks on the left, and for the axis label when there is one. */
function leftMargin(axis: Axis, width: number): number {
  if (!axis.format || !axis.ticks) return 62;
  const longest = Math.max(0, ...axis.ticks.map((tick) => axis.format?.(tick).length ?? 0));
  return Math.min(width * 0.45, Math.max(40, (axis.label === '' ? 14 : 34) + 6.7 * longest));
}

function useWidth(): [React.RefObject<HTMLDivElement | null>, number] {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    setWidth(element.clientWidth);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}

const axisText = (axis: Axis): string => (axis.unit ? `${axis.label} (${axis.unit})` : axis.label);

function Axes(props: { frame: Frame; x: Axis; y: Axis; left: number }) {
  const { frame } = props;
  const xTicks = (props.x.ticks ?? frame.x.ticks).filter(
    (t) => t >= frame.x.domain[0] && t <= frame.x.domain[1],
  );
  const yTicks = (props.y.ticks ?? frame.y.ticks).filter(
    (t) => t >= frame.y.domain[0] && t <= frame.y.domain[1],
  );
  const xText = props.x.format ?? show;
  const longest = Math.max(0, ...xTicks.map((tick) => xText(tick).length));
  // Labels that would run into each other take turns on two lines.
  const crowded = xTicks.length > 1 && longest * 6.6 + 6 > frame.width / xTicks.length;
  return (
    <g className="axes">
      {xTicks.map((tick, index) => (
        <g key={`x${tick}`} transform={`translate(${frame.x(tick)},0)`}>
          <line className="grid" y1={0} y2={frame.height} />
          <text y={frame.height + (crowded && index % 2 === 1 ? 28 : 15)} textAnchor="middle">
            {xText(tick)}
          </text>
        </g>
      ))}
      {yTicks.map((tick) => (
        <g key={`y${tick}`} transform={`translate(0,${frame.y(tick)})`}>
          <line className="grid" x1={0} x2={frame.width} />
          <text x={-8} dy="0.32em" textAnchor="end">
            {(props.y.format ?? show)(tick)}
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
        {axisText(props.x)}
      </text>
      <text
        className="axis-label"
        transform={`translate(${14 - props.left},${frame.height / 2}) rotate(-90)`}
        textAnchor="middle"
      >
        {axisText(props.y)}
      </text>
    </g>
  );
}

function Legend(props: { entries: readonly LegendEntry[] }) {
  let x = 0;
  return (
    <g className="legend" transform="translate(0,-12)">
      {props.entries.map((entry) => {
        const at = x;
        x += 36 + entry.label.length * 6.8;
        return (
          <g key={entry.label} transform={`translate(${at},0)`}>
            {entry.kind === 'point' && <circle cx={6} r={3.5} fill={entry.colour} />}
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

interface Zoom {
  readonly x: Domain;
  readonly y: Domain;
}

/** A pull with the pointer, in pixels of the frame: over an area to zoom into, or of the whole picture. */
interface Drag {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
  /** What was in sight when the picture was taken hold of; without it an area is chosen. */
  readonly held: Zoom | undefined;
}

/**
 * Frame of every plot: axes with units, legend, text near the pointer, export of the drawing and its numbers.
 * Dragging zooms into an area, Ctrl and the wheel around the pointer, Shift and dragging moves; a double click
 * goes back.
 */
export function Figure(props: FigureProps) {
  const [holder, width] = useWidth();
  const svg = useRef<SVGSVGElement>(null);
  const [underlay, setUnderlay] = useState<HTMLElement | null>(null);
  const clip = useId();
  const [zoom, setZoom] = useState<Zoom | undefined>();
  const [drag, setDrag] = useState<Drag | undefined>();
  const [near, setNear] = useState<Hit | undefined>();
  const height = props.square ? Math.max(width - 20, 200) : (props.height ?? 280);
  const [x0, x1] = zoom?.x ?? props.x.domain;
  const [y0, y1] = zoom?.y ?? props.y.domain;
  const xLog = props.x.log ?? false;
  const yLog = props.y.log ?? false;
  const left = leftMargin(props.y, width);
  const frame = useMemo<Frame>(() => {
    const inner = Math.max(40, width - left - margin.right);
    const tall = Math.max(40, height - margin.top - margin.bottom);
    return {
      x: makeScale([x0, x1], [0, inner], xLog, Math.max(2, Math.round(inner / 80))),
      y: makeScale([y0, y1], [tall, 0], yLog, Math.max(2, Math.round(tall / 34))),
      width: inner,
      height: tall,
    };
  }, [width, height, left, x0, x1, y0, y1, xLog, yLog]);
  const marks = useMemo(() => (width > 0 ? props.draw(frame) : null), [frame, props.draw, width]);

  const place = (event: PointerEvent): { x: number; y: number } => {
    const box = svg.current?.getBoundingClientRect();
    return {
      x: Math.min(frame.width, Math.max(0, event.clientX - (box?.left ?? 0) - left)),
      y: Math.min(frame.height, Math.max(0, event.clientY - (box?.top ?? 0) - margin.top)),
    };
  };
  const panned = (from: Zoom, dx: number, dy: number): Zoom => ({
    x: moved(from.x, xLog, -dx / frame.width),
    y: moved(from.y, yLog, dy / frame.height),
  });
  // Not through React, whose wheel listeners cannot keep the page from zooming.
  useEffect(() => {
    const element = svg.current;
    if (!element) return;
    const onWheel = (event: WheelEvent): void => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const box = element.getBoundingClientRect();
      const across = (event.clientX - box.left - left) / frame.width;
      const up = 1 - (event.clientY - box.top - margin.top) / frame.height;
      const factor = Math.exp(Math.max(-100, Math.min(100, event.deltaY)) / 300);
      setZoom({
        x: scaled(frame.x.domain, xLog, across, factor),
        y: scaled(frame.y.domain, yLog, up, factor),
      });
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [frame, left, xLog, yLog]);
  const finish = (): void => {
    if (drag?.held) {
      setDrag(undefined);
      return;
    }
    if (drag && Math.abs(drag.x1 - drag.x0) > 8 && Math.abs(drag.y1 - drag.y0) > 8) {
      const sorted = (a: number, b: number): Domain => (a < b ? [a, b] : [b, a]);
      setZoom({
        x: sorted(frame.x.invert(drag.x0), frame.x.invert(drag.x1)),
        y: sorted(frame.y.invert(drag.y0), frame.y.invert(drag.y1)),
      });
    } else if (drag) near?.open?.();
    setDrag(undefined);
  };
  const saveTable = (): void => {
    const table = props.table?.();
    if (table) download(`${props.name}.csv`, csvFile(table.columns, table.rows), 'text/csv');
  };
  return (
    <figure className={props.square ? 'figure square' : 'figure'}>
      <div className="figure-tools">
        {zoom && (
          <button type="button" className="plain" onClick={() => setZoom(undefined)}>
            Whole range
          </button>
        )}
        <button
          type="button"
          className="plain"
          onClick={() => svg.current && saveSvg(svg.current, props.name)}
        >
          SVG
        </button>
        <button
          type="button"
          className="plain"
          onClick={() => svg.current && void attempt(() => savePng(svg.current as SVGSVGElement, props.name))}
        >
          PNG
        </button>
        {props.table && (
          <button type="button" className="plain" onClick={saveTable}>
            CSV
          </button>
        )}
      </div>
      <div ref={holder} className="figure-holder">
        <div ref={setUnderlay} className="underlay" style={{ left, top: margin.top }} />
        <svg
          ref={svg}
          width={Math.max(width, 60)}
          height={height}
          role="img"
          aria-label={props.title}
          className={drag ? 'plot dragging' : 'plot'}
          onPointerDown={(event) => {
            if (event.pointerType === 'touch') return;
            const { x, y } = place(event);
            event.currentTarget.setPointerCapture(event.pointerId);
            const held = event.shiftKey ? { x: frame.x.domain, y: frame.y.domain } : undefined;
            setDrag({ x0: x, y0: y, x1: x, y1: y, held });
          }}
          onPointerMove={(event) => {
            const { x, y } = place(event);
            if (drag?.held) {
              setZoom(panned(drag.held, x - drag.x0, y - drag.y0));
              return;
            }
            if (drag) setDrag({ ...drag, x1: x, y1: y });
            else setNear(props.hit?.({ x, y, frame }));
          }}
          onPointerUp={finish}
          onPointerLeave={() => setNear(undefined)}
          onDoubleClick={() => setZoom(undefined)}
        >
          <defs>
            <clipPath id={clip}>
              <rect width={frame.width} height={frame.height} />
            </clipPath>
          </defs>
          <g transform={`translate(${left},${margin.top})`}>
            <Axes frame={frame} x={props.x} y={props.y} left={left} />
            <g clipPath={`url(#${clip})`}>
              <Underlay value={underlay}>{marks}</Underlay>
            </g>
            {props.legend && <Legend entries={props.legend} />}
            {near && <circle className="near" cx={frame.x(near.x)} cy={frame.y(near.y)} r={6} />}
            {drag && !drag.held && (
              <rect
                className="zoom"
                x={Math.min(drag.x0, drag.x1)}
                y={Math.min(drag.y0, drag.y1)}
                width={Math.abs(drag.x1 - drag.x0)}
                height={Math.abs(drag.y1 - drag.y0)}
              />
            )}
          </g>
        </svg>
        {near && (
          <div
            className={frame.x(near.x) > frame.width / 2 ? 'tip left' : 'tip'}
            style={{ left: left + frame.x(near.x), top: margin.top + frame.y(near.y) }}
          >
            {near.lines.map((line) => (
              <div key={line}>{line}</div>
            ))}
          </div>
        )}
      </div>
      {props.children && <figcaption>{props.children}</figcaption>}
    </figure>
  );
}

/** Finds the point nearest to the pointer, at most 24 pixels away. */
export function nearest(
  at: { x: number; y: number; frame: Frame },
  xs: ArrayLike<number>,
  ys: ArrayLike<number | null>,
): number | undefined {
  return nearestPoint(at.frame, numbersOf(xs), numbersOf(ys), at, 24);
}
