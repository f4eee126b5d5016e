import { useCallback } from 'react';
import { createRoot } from 'react-dom/client';
import '../../src/web/app/styles/tokens.css';
import '../../src/web/app/styles/base.css';
import '../../src/web/app/styles/plots.css';
import { Figure, nearest } from '../../src/web/plots/figure.tsx';
import { Line, Points } from '../../src/web/plots/marks.tsx';
import { colour } from '../../src/web/plots/palette.ts';
import { type Frame, padded } from '../../src/web/plots/scale.ts';

/** The plots of the application with a million points and a line of a million corners. */
const n = 1_000_000;
const x = new Float64Array(n);
const y = new Float64Array(n);
let seed = 1;
const chance = (): number => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return seed / 2 ** 32;
};
for (let i = 0; i < n; i++) {
  x[i] = i;
  y[i] = Math.sin(i / 40_000) + chance() + chance() - 1;
}

function Million() {
  const scatter = useCallback(
    (frame: Frame) => <Points frame={frame} x={x} y={y} colour={colour.data} />,
    [],
  );
  const line = useCallback((frame: Frame) => <Line frame={frame} x={x} y={y} colour={colour.model} />, []);
  const axes = {
    x: { label: 'Experiment', domain: padded([0, n]) },
    y: { label: 'Yield', unit: '%', domain: [-2.2, 2.2] },
  } as const;
  return (
    <>
      <Figure
        title="A million points"
        name="points"
        {...axes}
        hit={(at) => {
          const i = nearest(at, x, y);
          return i === undefined ? undefined : { x: x[i], y: y[i], lines: [`Experiment ${i + 1}`] };
        }}
        draw={scatter}
      />
      <Figure title="A line of a million corners" name="line" {...axes} draw={line} />
    </>
  );
}

const root = document.getElementById('root');
if (root) createRoot(root).render(<Million />);
