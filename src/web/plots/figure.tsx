import { type ReactNode, type RefObject, Suspense, useId, useMemo, useRef, useState } from 'react';
import { loadPart } from '../api/parts.ts';
import { download } from '../components/download.ts';
import { scaledByFont } from '../components/font-scale.ts';
import { lazyPart } from '../components/lazy-part.ts';
import { Scroll } from '../components/page-parts.tsx';
import { attempt } from '../components/toasts.tsx';
import { csvFile } from '../text/csv.ts';
import { labelled } from '../text/format.ts';
import { Axes, type Axis, Legend, type LegendEntry } from './axes.tsx';
import { leftRoom, legendLine, legendPlaces } from './axis-text.ts';
import { Underlay } from './dense-points.tsx';
import { nearestPoint } from './density.ts';
import type { FigureColumn } from './figure-table.tsx';
import { numbersOf } from './numbers.ts';
import { type Drag, type Hit, isLog, usePointer, useWheelZoom, type View, type Zoom } from './pointer.ts';
import { type Frame, makeScale, type Scale } from './scale.ts';
import { useWidth } from './width.ts';

const FigureTable = lazyPart(() =>
  import('./figure-table.tsx').then((part) => ({ default: part.FigureTable })),
);

export interface FigureProps {
  /** Says in words what the plot shows. */
  title: string;
  /** File name of exports. */
  name: string;
  x: Axis;
  y: Axis;
  height?: number;
  square?: boolean;
  /** Pixels below which the drawing is moved sideways in place of shrunk. */
  minWidth?: number;
  legend?: readonly LegendEntry[];
  /** The numbers that are drawn. */
  table?: () => readonly FigureColumn[];
  hit?: (at: { x: number; y: number; frame: Frame }) => Hit | undefined;
  draw: (frame: Frame) => ReactNode;
  children?: ReactNode;
}

const margin = { top: 26, right: 20, bottom: 48 };

function leftMargin({ label, format, ticks }: Axis, y: Scale, width: number): number {
  const least = format && ticks ? 40 : 62;
  return Math.min(width * 0.45, Math.max(least, leftRoom(ticks ?? y.ticks, label, format)));
}

/** The frame of the axes in the room that the drawing has, and the part of the data in sight. */
function useView(
  props: FigureProps,
  { svg, scale }: Pick<View, 'svg' | 'scale'>,
  width: number,
  height: number,
) {
  const [zoom, setZoom] = useState<Zoom | undefined>();
  const [x0, x1] = zoom?.x ?? props.x.domain;
  const [y0, y1] = zoom?.y ?? props.y.domain;
  const [xLog, yLog] = [isLog(props.x), isLog(props.y)];
  const labels = (props.legend ?? []).map(({ label }) => label);
  const top = margin.top + legendLine * (legendPlaces(labels, width).lines - 1);
  const y = useMemo(() => {
    const tall = Math.max(40, height - top - margin.bottom);
    return makeScale([y0, y1], [tall, 0], yLog, Math.max(2, Math.round(tall / 34)));
  }, [height, top, y0, y1, yLog]);
  const left = leftMargin(props.y, y, width);
  const frame = useMemo<Frame>(() => {
    const inner = Math.max(40, width - left - margin.right);
    const x = makeScale([x0, x1], [0, inner], xLog, Math.max(2, Math.round(inner / 80)));
    return { x, y, width: inner, height: y(y.domain[0]) };
  }, [width, left, x0, x1, y, xLog]);
  return { svg, scale, frame, left, top, xLog, yLog, setZoom, isZoomed: zoom !== undefined };
}

interface ToolsProps {
  figure: FigureProps;
  svg: View['svg'];
  onWhole: (() => void) | undefined;
  /** Whether the numbers are shown, and how to change that. */
  tabled: boolean;
  onTabled: () => void;
}

/** Buttons that show and save the drawing and its numbers, and the way back from a zoom. */
function Tools(props: ToolsProps) {
  const { name, table } = props.figure;
  const svg = props.svg;
  const saveTable = (): void => {
    const made = (table?.() ?? []).map((one) => ({ ...one, head: labelled(one.name, one.unit) }));
    const rows = (made[0]?.values ?? []).map((_, i) =>
      Object.fromEntries(made.map(({ head, values }) => [head, values[i]])),
    );
    const heads = made.map(({ head }) => head);
    download(`${name}.csv`, csvFile(heads, rows), 'text/csv');
  };
  // Loaded when it is needed: every page with a figure would load it.
  const saveDrawing = async (as: 'saveSvg' | 'savePng'): Promise<void> => {
    const saving = await loadPart(() => import('./export.ts'));
    if (svg.current) await saving[as](svg.current, name);
  };
  const button = (label: string, onClick: () => void) => (
    <button type="button" className="plain" onClick={onClick}>
      {label}
    </button>
  );
  return (
    <fieldset className="figure-tools" aria-label={`Figure ${name}`}>
      {table && (
        <button type="button" className="plain" aria-expanded={props.tabled} onClick={props.onTabled}>
          Table
        </button>
      )}
      {props.onWhole && button('Whole range', props.onWhole)}
      {button('SVG', () => void attempt(() => saveDrawing('saveSvg')))}
      {button('PNG', () => void attempt(() => saveDrawing('savePng')))}
      {table && button('CSV', saveTable)}
    </fieldset>
  );
}

/** The area being chosen. */
const ZoomArea = ({ drag }: { drag: Drag }) => (
  <rect
    className="zoom"
    x={Math.min(drag.x0, drag.x1)}
    y={Math.min(drag.y0, drag.y1)}
    width={Math.abs(drag.x1 - drag.x0)}
    height={Math.abs(drag.y1 - drag.y0)}
  />
);

/** Text near the pointer, on the side that has room. */
function Tip({
  hit,
  scale,
  frame,
  left,
  top,
}: { hit: Hit } & Pick<View, 'scale' | 'frame' | 'left' | 'top'>) {
  return (
    <div
      className={frame.x(hit.x) > frame.width / 2 ? 'tip left' : 'tip'}
      style={{ left: scale * (left + frame.x(hit.x)), top: scale * (top + frame.y(hit.y)) }}
    >
      {hit.lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </div>
  );
}

/** What is drawn inside the frame, clipped to it. */
function Clipped(props: { frame: Frame; underlay: HTMLElement | null; children: ReactNode }) {
  const clip = useId();
  return (
    <>
      <defs>
        <clipPath id={clip}>
          <rect width={props.frame.width} height={props.frame.height} />
        </clipPath>
      </defs>
      <g clipPath={`url(#${clip})`}>
        <Underlay value={props.underlay}>{props.children}</Underlay>
      </g>
    </>
  );
}

/** The room of the drawing; one that is wider than the page is moved under it. */
function FigureHolder(props: {
  ref: RefObject<HTMLDivElement | null>;
  title: string;
  minWidth: number | undefined;
  children: ReactNode;
}) {
  const { minWidth } = props;
  const holder = (
    <div
      ref={props.ref}
      className="figure-holder"
      style={minWidth === undefined ? undefined : { minWidth: scaledByFont(minWidth) }}
    >
      {props.children}
    </div>
  );
  if (minWidth === undefined) return holder;
  return <Scroll label={props.title}>{holder}</Scroll>;
}

/** The drawing with its size, 0 wide until it is on screen, and what of it is in sight. */
function useDrawing(props: FigureProps) {
  const [holder, room] = useWidth();
  const svg = useRef<SVGSVGElement>(null);
  const scale = scaledByFont(1);
  const width = room / scale;
  const height = props.square ? Math.max(width - 20, 200) : (props.height ?? 280);
  return { holder, svg, width, height, view: useView(props, { svg, scale }, width, height) };
}

/**
 * Frame of every plot: axes with units, legend, text near the pointer, export of the drawing and its numbers.
 * Dragging zooms into an area, Ctrl and the wheel around the pointer, Shift and dragging moves; a double click
 * goes back. A tap shows the text of a point, a second one opens it. All lengths are those at a font size of 14 pixels; the drawing
 * is as much larger as the letters that the reader has chosen in the browser.
 */
export function Figure(props: FigureProps) {
  const [underlay, setUnderlay] = useState<HTMLElement | null>(null);
  const { holder, svg, width, height, view } = useDrawing(props);
  const { scale, frame, left, top } = view;
  const { drag, near, handlers } = usePointer(view, props.hit);
  useWheelZoom(view);
  const [tabled, setTabled] = useState(false);
  const marks = useMemo(() => (width > 0 ? props.draw(frame) : null), [frame, props.draw, width]);
  return (
    <figure className={props.square ? 'figure square' : 'figure'}>
      <Tools
        figure={props}
        svg={svg}
        onWhole={view.isZoomed ? () => view.setZoom(undefined) : undefined}
        tabled={tabled}
        onTabled={() => setTabled(!tabled)}
      />
      <FigureHolder ref={holder} title={props.title} minWidth={props.minWidth}>
        <div ref={setUnderlay} className="underlay" style={{ left: scale * left, top: scale * top, scale }} />
        <svg
          ref={svg}
          width={scale * Math.max(width, 60)}
          height={scale * height}
          viewBox={`0 0 ${Math.max(width, 60)} ${height}`}
          role="img"
          aria-label={props.title}
          className={drag ? 'plot dragging' : 'plot'}
          {...handlers}
        >
          <g transform={`translate(${left},${top})`}>
            <Axes frame={frame} x={props.x} y={props.y} left={left} />
            <Clipped frame={frame} underlay={underlay}>
              {marks}
            </Clipped>
            {props.legend && <Legend entries={props.legend} frame={frame} left={left} right={margin.right} />}
            {near && <circle className="near" cx={frame.x(near.x)} cy={frame.y(near.y)} r={6} />}
            {drag && !drag.held && <ZoomArea drag={drag} />}
          </g>
        </svg>
        {near && <Tip hit={near} {...{ scale, frame, left, top }} />}
      </FigureHolder>
      {tabled && props.table && (
        <Suspense>
          <FigureTable title={props.title} columns={props.table()} />
        </Suspense>
      )}
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
