import { type PointerEvent, type RefObject, useEffect, useState } from 'react';
import type { Axis } from './axes.tsx';
import { type Domain, type Frame, moved, scaled } from './scale.ts';

/** What lies near the pointer: place in data units and lines of text. */
export interface Hit {
  readonly x: number;
  readonly y: number;
  readonly lines: readonly string[];
  readonly open?: () => void;
}

/** The part of the data in sight. */
export interface Zoom {
  readonly x: Domain;
  readonly y: Domain;
}

/** A pull with the pointer, in pixels of the frame: over an area to zoom into, or of the whole picture. */
export interface Drag {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
  /** What was in sight when the picture was taken hold of; without it an area is chosen. */
  readonly held: Zoom | undefined;
}

/** A frame within its drawing, whose lengths are those at a font size of 14 pixels. */
export interface View {
  readonly svg: RefObject<SVGSVGElement | null>;
  /** Pixels of the screen for one of the drawing. */
  readonly scale: number;
  readonly frame: Frame;
  /** Pixels between the drawing's edge and the frame. */
  readonly left: number;
  readonly top: number;
  readonly xLog: boolean;
  readonly yLog: boolean;
  readonly setZoom: (zoom: Zoom | undefined) => void;
}

export const isLog = (axis: Axis): boolean => axis.log ?? false;

const clamp = (value: number, most: number): number => Math.min(most, Math.max(0, value));

/** Place of the pointer within the frame, in pixels of the drawing. */
function placeOf({ svg, scale, frame, left, top }: View, event: PointerEvent): { x: number; y: number } {
  const box = svg.current?.getBoundingClientRect();
  return {
    x: clamp((event.clientX - (box?.left ?? 0)) / scale - left, frame.width),
    y: clamp((event.clientY - (box?.top ?? 0)) / scale - top, frame.height),
  };
}

/** What is in sight after the picture is pulled by some pixels. */
const panned = ({ frame, xLog, yLog }: View, from: Zoom, dx: number, dy: number): Zoom => ({
  x: moved(from.x, xLog, -dx / frame.width),
  y: moved(from.y, yLog, dy / frame.height),
});

/** The area of a pull; undefined when it is too small to be meant. */
function areaOf({ x, y }: Frame, { x0, y0, x1, y1 }: Drag): Zoom | undefined {
  if (Math.abs(x1 - x0) <= 8 || Math.abs(y1 - y0) <= 8) return undefined;
  const sorted = (a: number, b: number): Domain => (a < b ? [a, b] : [b, a]);
  return { x: sorted(x.invert(x0), x.invert(x1)), y: sorted(y.invert(y0), y.invert(y1)) };
}

/** Zooms around the pointer with Ctrl and the wheel. */
export function useWheelZoom({ svg, scale, frame, left, top, xLog, yLog, setZoom }: View): void {
  // Not through React, whose wheel listeners cannot keep the page from zooming.
  useEffect(() => {
    const element = svg.current;
    if (!element) return;
    const onWheel = (event: WheelEvent): void => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const box = element.getBoundingClientRect();
      const across = ((event.clientX - box.left) / scale - left) / frame.width;
      const up = 1 - ((event.clientY - box.top) / scale - top) / frame.height;
      const factor = Math.exp(Math.max(-100, Math.min(100, event.deltaY)) / 300);
      setZoom({
        x: scaled(frame.x.domain, xLog, across, factor),
        y: scaled(frame.y.domain, yLog, up, factor),
      });
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [svg, scale, frame, left, top, xLog, yLog, setZoom]);
}

/** What is pulled and what is near, and the handlers of the pointer that decide it. */
export function usePointer(
  view: View,
  hit: ((at: { x: number; y: number; frame: Frame }) => Hit | undefined) | undefined,
) {
  const { frame, setZoom } = view;
  const [drag, setDrag] = useState<Drag | undefined>();
  const [near, setNear] = useState<Hit | undefined>();
  return {
    drag,
    near,
    handlers: {
      onPointerDown: (event: PointerEvent<SVGSVGElement>): void => {
        if (event.pointerType === 'touch') return;
        const { x, y } = placeOf(view, event);
        event.currentTarget.setPointerCapture(event.pointerId);
        const held = event.shiftKey ? { x: frame.x.domain, y: frame.y.domain } : undefined;
        setDrag({ x0: x, y0: y, x1: x, y1: y, held });
      },
      onPointerMove: (event: PointerEvent): void => {
        if (event.pointerType === 'touch') return;
        const { x, y } = placeOf(view, event);
        if (drag?.held) setZoom(panned(view, drag.held, x - drag.x0, y - drag.y0));
        else if (drag) setDrag({ ...drag, x1: x, y1: y });
        else setNear(hit?.({ x, y, frame }));
      },
      onPointerUp: (event: PointerEvent): void => {
        if (event.pointerType === 'touch') {
          const tapped = hit?.({ ...placeOf(view, event), frame });
          if (tapped && near?.x === tapped.x && near.y === tapped.y) near.open?.();
          setNear(tapped);
          return;
        }
        if (drag && !drag.held) {
          const area = areaOf(frame, drag);
          if (area) setZoom(area);
          else near?.open?.();
        }
        setDrag(undefined);
      },
      onPointerLeave: (event: PointerEvent): void => {
        // A finger leaves with each tap; what it tapped is still to be read.
        if (event.pointerType !== 'touch') setNear(undefined);
      },
      onDoubleClick: (): void => setZoom(undefined),
    },
  };
}
