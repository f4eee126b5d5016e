import { type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** An element, and the pixels across it, on the screen or on the paper that is printed; 0 until it is on screen. */
export function useWidth(): [RefObject<HTMLDivElement | null>, number] {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = (): void => setWidth(element.clientWidth);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    // No observer is asked between this event and the paper.
    const turn = (): void => flushSync(measure);
    const printing = ['beforeprint', 'afterprint'] as const;
    for (const name of printing) addEventListener(name, turn);
    return () => {
      observer.disconnect();
      for (const name of printing) removeEventListener(name, turn);
    };
  }, []);
  return [ref, width];
}
