import { createContext, useContext, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { scaledByFont } from '../components/font-scale.ts';
import { useDark } from '../components/theme.ts';
import { countPoints, paintCounts } from './density.ts';
import { numbersOf } from './numbers.ts';
import { rgbOf } from './palette.ts';
import type { Frame } from './scale.ts';

/** Where pictures go that lie under the drawing: the area between the axes. */
export const Underlay = createContext<HTMLElement | null>(null);

/** Any number of points in one picture: the denser they lie, the darker it is. */
export function DensePoints(props: {
  frame: Frame;
  x: ArrayLike<number>;
  y: ArrayLike<number | null | undefined>;
  colour: string;
}) {
  const { frame, x, y, colour } = props;
  const place = useContext(Underlay);
  const canvas = useRef<HTMLCanvasElement>(null);
  const dark = useDark();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme decides what the colour is
  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context || !canvas.current) return;
    const counts = countPoints(
      frame,
      numbersOf(x),
      numbersOf(y),
      Math.min(2, scaledByFont(devicePixelRatio)),
    );
    canvas.current.width = counts.width;
    canvas.current.height = counts.height;
    const pixels = context.createImageData(counts.width, counts.height);
    paintCounts(counts, rgbOf(colour), pixels.data);
    context.putImageData(pixels, 0, 0);
  }, [frame, x, y, colour, dark, place]);
  if (!place) return null;
  return createPortal(<canvas ref={canvas} style={{ width: frame.width, height: frame.height }} />, place);
}
